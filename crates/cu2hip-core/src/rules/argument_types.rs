//! Functions that HIP has for fewer types than CUDA, and conversions that are ambiguous there:
//! written by the type of an argument, where that is known.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind as T;

use super::{Calls, mentions};
use crate::compat::Needs;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::{GROUP_COLLECTIVE, HALF_CONVERSION};
use crate::file::{File, Lookup};
use crate::sink::Sink;

const ORIGIN: &str = "rule:argument-type";
const HALF: [&str; 2] = ["__half", "half"];
const HALF2: [&str; 2] = ["__half2", "half2"];
const BFLOAT: [&str; 2] = ["__nv_bfloat16", "nv_bfloat16"];
const BFLOAT2: [&str; 2] = ["__nv_bfloat162", "nv_bfloat162"];
/// How the types of vectors end and begin.
const VECTORS: [&str; 12] = [
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "longlong",
    "ulonglong",
    "float",
    "double",
];

/// Writes what has an exact form.
pub(super) fn rewrite(file: &File<'_>, calls: &Calls, needs: &mut Needs, sink: &mut Sink) {
    let (halves, bfloats) = (mentions(file, b"half"), mentions(file, b"bfloat16"));
    if !halves && !bfloats {
        return;
    }
    for call in calls.iter() {
        let wanted = &*call.callee;
        if !matches!(wanted, b"atomicAdd" | b"__ldg") || !is_function(file, call.name) {
            continue;
        }
        let arguments = file.arguments(call.id);
        let pointee = arguments
            .first()
            .and_then(|&a| file.expression_of(a))
            .and_then(|pointer| pointee(file, pointer));
        let Some(pointee) = pointee else { continue };
        let pointee = pointee.as_str();
        let small = BFLOAT.contains(&pointee) || BFLOAT2.contains(&pointee);
        let name = file.tree.position_span(call.name);
        if wanted == b"__ldg" && small && arguments.len() == 1 {
            sink.replace(name, "(*", ORIGIN);
            sink.insert(file.span(call.id).end, ")", ORIGIN);
        } else if wanted == b"atomicAdd"
            && (small || HALF.contains(&pointee) || HALF2.contains(&pointee))
            && arguments.len() == 2
        {
            sink.replace(name, "cu2hip_atomic_add", ORIGIN);
            needs.add(file, "atomic_add", call.id);
        }
    }
    if halves && bfloats {
        conversions(file, sink);
    }
}

/// True for a function of CUDA that no declaration of the project hides.
fn is_function(file: &File<'_>, name: u32) -> bool {
    matches!(file.look_up(name), Lookup::Known(_))
        && file.scopes.all(&file.spelling(name)).is_empty()
}

/// The type that a pointer points to.
fn pointee(file: &File<'_>, pointer: NodeId) -> Option<String> {
    let ast = &file.tree.ast;
    let node = file.node(pointer);
    match node.kind {
        NodeKind::Paren => pointee(file, ast.children(pointer).next()?),
        NodeKind::Binary => pointee(file, ast.child(pointer, Role::Left)?),
        NodeKind::Unary if file.tree.stream.kind(node.name?) == T::Ampersand => {
            value_type(file, ast.children(pointer).next()?)
        }
        _ => Some(file.type_of(pointer)?.strip_suffix('*')?.to_owned()),
    }
}

/// The type of a value, through subscripts.
fn value_type(file: &File<'_>, value: NodeId) -> Option<String> {
    let ast = &file.tree.ast;
    match file.kind(value) {
        NodeKind::Subscript => pointee(file, ast.child(value, Role::Callee)?),
        NodeKind::Paren => value_type(file, ast.children(value).next()?),
        _ => file.type_of(value),
    }
}

/// Half to bfloat16 and back: by way of float, as CUDA does it.
fn conversions(file: &File<'_>, sink: &mut Sink) {
    let between = has_both_arguments(file);
    for id in file.tree.ast.ids() {
        let Some((to, value)) = conversion(file, id) else {
            continue;
        };
        if !file.is_open(file.node(id).start) {
            continue;
        }
        let Some(from) = value_type(file, value) else {
            continue;
        };
        let pair = (to.as_str(), from.as_str());
        let crosses = BFLOAT.contains(&pair.0) && HALF.contains(&pair.1)
            || HALF.contains(&pair.0) && BFLOAT.contains(&pair.1);
        let span = file.span(value);
        if crosses {
            sink.insert(span.start, "(float)(", ORIGIN);
            sink.insert(span.end, ")", ORIGIN);
        } else if between && is_parameter(file, id, pair.0) && is_parameter(file, id, pair.1) {
            report(file, id, span, sink);
        }
    }
}

fn report(file: &File<'_>, id: NodeId, value: Span, sink: &mut Sink) {
    let span = file.span(id);
    let shown = String::from_utf8_lossy(value.of(file.text())).into_owned();
    let message = format!(
        "`{shown}` is converted between types of which this file names half and bfloat16 together"
    );
    sink.report(Diagnostic::new(HALF_CONVERSION, span, message));
}

/// The type that a cast, or a construction of a small type, converts to, and what it converts.
fn conversion(file: &File<'_>, id: NodeId) -> Option<(String, NodeId)> {
    let ast = &file.tree.ast;
    let node = file.node(id);
    match node.kind {
        NodeKind::Cast => {
            let ty = ast.child(id, Role::Type)?;
            let is_pointer = file.bytes(ty).contains(&b'*');
            (!is_pointer).then(|| (file.type_text(ty), ast.children(id).last()))
        }
        NodeKind::NamedCast if &*file.spelling(node.name?) == b"static_cast" => {
            let ty = ast.child(id, Role::TemplateArguments)?;
            let is_pointer = file.bytes(ty).contains(&b'*');
            (!is_pointer).then(|| (file.type_text(ty), ast.child(id, Role::Right)))
        }
        NodeKind::Call => {
            let name = file.shown(file.callee_name(id)?);
            let is_type = HALF.contains(&name.as_str()) || BFLOAT.contains(&name.as_str());
            let arguments = file.arguments(id);
            (is_type && arguments.len() == 1).then(|| (name, file.expression_of(arguments[0])))
        }
        _ => None,
    }
    .and_then(|(ty, value)| Some((ty, value?)))
}

/// True if a name is a type parameter of a template around a node.
fn is_parameter(file: &File<'_>, id: NodeId, name: &str) -> bool {
    let ast = &file.tree.ast;
    ast.ancestors(id)
        .filter(|&a| file.kind(a) == NodeKind::Template)
        .any(|template| {
            let inner = ast.children(template).last().map(|c| file.node(c).start);
            let head = file.node(template).start..inner.unwrap_or_default();
            let spelled = |p: u32| file.spelling(p);
            head.clone().skip(1).any(|p| {
                *spelled(p) == *name.as_bytes()
                    && matches!(&*spelled(p - 1), b"typename" | b"class")
            })
        })
}

/// True if a list of template arguments holds half and bfloat16 together.
fn has_both_arguments(file: &File<'_>) -> bool {
    let ast = &file.tree.ast;
    ast.ids()
        .filter(|&id| file.kind(id) == NodeKind::TemplateArguments)
        .any(|list| {
            let holds = |names: &[&str; 2]| {
                ast.children(list)
                    .any(|a| names.iter().any(|n| file.bytes(a) == n.as_bytes()))
            };
            holds(&HALF) && holds(&BFLOAT)
        })
}

/// Reports shuffles of tiles with vectors: HIP has them for numbers.
pub(super) fn tile_shuffles(file: &File<'_>, sink: &mut Sink) {
    if !mentions(file, b"cooperative_groups") || !mentions(file, b"shfl") {
        return;
    }
    let shuffles = super::member_calls(file)
        .filter(|&(_, _, method)| file.spelling(method).starts_with(b"shfl"));
    for (call, ..) in shuffles {
        let value = file
            .arguments(call)
            .first()
            .and_then(|&a| file.expression_of(a));
        let Some(value) = value else {
            continue;
        };
        if value_type(file, value).is_some_and(|ty| is_vector(&ty)) {
            let shown = String::from_utf8_lossy(file.bytes(value)).into_owned();
            let message = format!("`{shown}` is a vector: HIP's groups shuffle numbers only");
            let found = Diagnostic::new(GROUP_COLLECTIVE, file.span(value), message);
            sink.report(found.advice("shuffle each component"));
        }
    }
}

fn is_vector(ty: &str) -> bool {
    let Some(element) = ty.strip_suffix(|c| matches!(c, '1'..='4')) else {
        return false;
    };
    VECTORS.contains(&element)
}
