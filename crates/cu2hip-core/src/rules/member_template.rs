//! `object.get<3>()` in a template, where the type of the object hangs on a parameter: nvcc finds
//! the member template, clang wants the keyword `template` before its name.

use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::token::TokenKind as T;

use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !super::mentions(file, b"template") {
        return;
    }
    let stream = &file.tree.stream;
    for (_, member, name) in super::member_calls(file) {
        let Some(object) = file.tree.ast.children(member).next() else {
            continue;
        };
        let is_bare =
            stream.kind(name + 1) == T::Less && matches!(stream.kind(name - 1), T::Dot | T::Arrow);
        if is_bare && is_dependent(file, object) {
            let at = file.tree.position_span(name).start;
            sink.insert(at, "template ", "rule:member-template");
        }
    }
}

/// True if the type of a variable names a parameter of a template around the place of use.
fn is_dependent(file: &File<'_>, object: NodeId) -> bool {
    let Some(declared) = file.declaration_of(object) else {
        return false;
    };
    let Some(ty) = declared.ty.map(|ty| file.node(ty)) else {
        return false;
    };
    let stream = &file.tree.stream;
    file.tree
        .ast
        .ancestors(object)
        .filter(|&a| file.kind(a) == NodeKind::Template)
        .any(|template| {
            parameters(file, template).any(|parameter| {
                (ty.start..ty.end).any(|p| {
                    stream.kind(p) == T::Identifier && file.spelling(p) == file.spelling(parameter)
                })
            })
        })
}

/// Positions of the names of a template's parameters.
fn parameters<'f>(file: &'f File<'_>, template: NodeId) -> impl Iterator<Item = u32> + 'f {
    let stream = &file.tree.stream;
    let start = file.node(template).start;
    let declared = file.tree.ast.children(template);
    let end = declared
        .filter(|&c| matches!(file.kind(c), NodeKind::Function | NodeKind::Class))
        .map(|c| file.node(c).start)
        .next()
        .unwrap_or(start);
    (start..end).filter(|&p| {
        stream.kind(p) == T::Identifier
            && matches!(stream.kind(p + 1), T::Comma | T::Greater | T::Equal)
    })
}
