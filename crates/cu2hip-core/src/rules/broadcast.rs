//! CH2003: a variable that only one lane has written is broadcast by `__shfl_sync`.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};

use super::Calls;
use super::warps::Warps;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::LANE_ORDER;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, calls: &Calls, warps: &Warps, sink: &mut Sink) {
    // The maskless function guards against such values.
    let stays = |c: &&super::Call| &*c.callee == b"__shfl_sync" && !warps.has_rewritten(c.id);
    for call in calls.iter().filter(stays) {
        let Some(&argument) = file.arguments(call.id).get(1) else {
            continue;
        };
        let Some(value) = file.expression_of(argument) else {
            continue;
        };
        let Some(declared) = file.declaration_of(value) else {
            continue;
        };
        let (node, name) = (declared.node, declared.name);
        let is_bare =
            file.kind(node) == NodeKind::Variable && file.tree.ast.children(node).next().is_none();
        if is_bare && written_under_condition(file, call.id, name) {
            let span = file.tree.position_span(name);
            let message = format!(
                "`{}` has no value in the lanes that did not write it, and is broadcast",
                file.shown(name)
            );
            sink.report(Diagnostic::new(LANE_ORDER, span, message));
        }
    }
}

/// True if all assignments before the call stand under an `if`.
fn written_under_condition(file: &File<'_>, call: NodeId, name: u32) -> bool {
    let Some(function) = file.function_of(call) else {
        return false;
    };
    let spelling = file.spelling(name);
    let call_start = file.node(call).start;
    let mut conditional = false;
    for id in file.tree.ast.descendants(function) {
        let node = file.node(id);
        if node.kind != NodeKind::Assign || node.start >= call_start {
            continue;
        }
        let Some(left) = file.tree.ast.child(id, Role::Left) else {
            continue;
        };
        let is_it = file.kind(left) == NodeKind::Name
            && file
                .node(left)
                .name
                .is_some_and(|n| file.spelling(n) == spelling);
        if !is_it || file.tree.ast.descendants(id).any(|d| d == call) {
            continue;
        }
        if file
            .tree
            .ast
            .ancestors(id)
            .take_while(|&a| a != function)
            .any(|a| file.kind(a) == NodeKind::If)
        {
            conditional = true;
        } else {
            return false;
        }
    }
    conditional
}
