//! CH8005: decisions on the compute capability.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::token::TokenKind as T;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::COMPUTE_CAPABILITY;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !super::mentions(file, b"cudaDeviceProp") {
        return;
    }
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if node.kind != NodeKind::Member || !file.is_open(node.start) {
            continue;
        }
        let Some(member) = node
            .name
            .filter(|&m| matches!(&*file.spelling(m), b"major" | b"minor"))
        else {
            continue;
        };
        let Some(object) = file.tree.ast.child(id, Role::Callee) else {
            continue;
        };
        let is_properties = file
            .type_of(object)
            .is_some_and(|t| t.trim_end_matches('*') == "cudaDeviceProp");
        if is_properties && decides(file, id) {
            let message = format!("`{}` decides by the compute capability", file.shown(member));
            sink.report(Diagnostic::new(COMPUTE_CAPABILITY, file.span(id), message));
        }
    }
}

/// True if the value is compared or computed with.
fn decides(file: &File<'_>, value: NodeId) -> bool {
    let mut at = value;
    while let Some(parent) = file.tree.ast.parent(at) {
        match file.kind(parent) {
            NodeKind::Paren | NodeKind::Cast => at = parent,
            NodeKind::Binary => {
                return file
                    .node(parent)
                    .name
                    .is_some_and(|o| !matches!(file.tree.stream.kind(o), T::ShiftLeft));
            }
            _ => return false,
        }
    }
    false
}
