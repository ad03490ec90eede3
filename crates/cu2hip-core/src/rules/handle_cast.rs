//! CH4002: a library handle cast into another library's handle.

use cu2hip_mappings::Kind;
use cu2hip_syntax::ast::{NodeId, NodeKind, Role};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::HANDLE_CAST;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !super::mentions(file, b"Handle_t") {
        return;
    }
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if !matches!(node.kind, NodeKind::Cast | NodeKind::NamedCast) || !file.is_open(node.start) {
            continue;
        }
        let types = [NodeKind::Type, NodeKind::TemplateArguments];
        let Some(ty) = file
            .tree
            .ast
            .children(id)
            .find(|&c| types.contains(&file.kind(c)))
        else {
            continue;
        };
        let Some(value) = file.tree.ast.child(id, Role::Right) else {
            continue;
        };
        let target = file.type_text(ty);
        let (Some(to), Some(from)) = (handle_library(file, &target), value_library(file, value))
        else {
            continue;
        };
        if to != from {
            let message = format!("a {from} handle is cast to `{target}`");
            sink.report(Diagnostic::new(HANDLE_CAST, file.span(id), message));
        }
    }
}

fn value_library(file: &File<'_>, value: NodeId) -> Option<String> {
    handle_library(file, &file.type_of(value)?)
}

/// The library whose handle type this is.
fn handle_library(file: &File<'_>, ty: &str) -> Option<String> {
    let is_handle = ty.ends_with("Handle_t");
    let decision = file
        .decide(ty.as_bytes())
        .filter(|d| is_handle && d.kind == Kind::Type)?;
    Some(decision.library.to_owned())
}
