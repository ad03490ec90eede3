//! CH3003: handles that are integers in CUDA and pointers in HIP, used as numbers.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::token::TokenKind;

use super::is_wide;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::HANDLE_TYPE;
use crate::file::File;
use crate::sink::Sink;

/// Integer handles whose HIP counterpart is a pointer (read off the headers of both).
const HANDLES: [&str; 7] = [
    "cufftHandle",
    "cudaTextureObject_t",
    "cudaSurfaceObject_t",
    "CUtexObject",
    "CUsurfObject",
    "CUmemGenericAllocationHandle",
    "cutensorHandle_t",
];

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !HANDLES.iter().any(|h| super::mentions(file, h.as_bytes())) {
        return;
    }
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if !matches!(
            node.kind,
            NodeKind::Cast | NodeKind::NamedCast | NodeKind::Binary
        ) || !file.is_open(node.start)
        {
            continue;
        }
        let Some(value) = used_as_number(file, id) else {
            continue;
        };
        let Some(ty) = file
            .type_of(value)
            .filter(|t| HANDLES.contains(&t.as_str()))
        else {
            continue;
        };
        let shown = String::from_utf8_lossy(file.bytes(value)).into_owned();
        let message =
            format!("`{shown}` is a `{ty}`, which is a pointer in HIP, and is used as a number");
        sink.report(Diagnostic::new(HANDLE_TYPE, file.span(id), message));
    }
}

/// The operand that a cast or an operator takes for a number. Zero stands for no handle on both
/// sides.
fn used_as_number(file: &File<'_>, id: NodeId) -> Option<NodeId> {
    let ast = &file.tree.ast;
    if file.kind(id) == NodeKind::Binary {
        let operator = file.node(id).name?;
        let (left, right) = (ast.child(id, Role::Left)?, ast.child(id, Role::Right)?);
        let counts = !matches!(
            file.tree.stream.kind(operator),
            TokenKind::AndAnd | TokenKind::OrOr | TokenKind::Comma
        );
        let number = file.kind(right) == NodeKind::Literal && file.bytes(right) != b"0"
            || file.kind(right) == NodeKind::Unary;
        return (counts && number).then_some(left);
    }
    let ty = ast
        .children(id)
        .find(|&c| matches!(file.kind(c), NodeKind::Type | NodeKind::TemplateArguments))?;
    let text = file.type_text(ty);
    let value = ast.child(id, Role::Right)?;
    let pointer = file.bytes(ty).contains(&b'*');
    (is_wide(&text).is_some() && text != "bool" && !pointer).then_some(value)
}
