//! CH3001: arithmetic on `CUdeviceptr`, which is a pointer in HIP.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::token::TokenKind as T;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::DEVICEPTR_ARITHMETIC;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !super::mentions(file, b"CUdeviceptr") {
        return;
    }
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if !matches!(node.kind, NodeKind::Binary | NodeKind::Assign) || !file.is_open(node.start) {
            continue;
        }
        let Some(operator) = node.name else { continue };
        let arithmetic = matches!(
            file.tree.stream.kind(operator),
            T::Plus
                | T::Minus
                | T::Star
                | T::Slash
                | T::Percent
                | T::Ampersand
                | T::Pipe
                | T::Caret
                | T::ShiftLeft
                | T::AssignOperator
        );
        if !arithmetic {
            continue;
        }
        let operands = [Role::Left, Role::Right].map(|r| file.tree.ast.child(id, r));
        let Some(operand) = operands
            .into_iter()
            .flatten()
            .find(|&o| is_device_pointer(file, o))
        else {
            continue;
        };
        let shown = String::from_utf8_lossy(file.bytes(operand)).into_owned();
        let message = format!("`{shown}` is a CUdeviceptr, which is `void*` in HIP");
        sink.report(Diagnostic::new(
            DEVICEPTR_ARITHMETIC,
            file.span(id),
            message,
        ));
    }
}

fn is_device_pointer(file: &File<'_>, expression: NodeId) -> bool {
    file.type_of(expression)
        .is_some_and(|t| matches!(t.as_str(), "CUdeviceptr" | "CUdeviceptr_v2"))
}
