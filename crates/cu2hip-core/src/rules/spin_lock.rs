//! CH2018: a lock that several lanes of one wavefront spin on.
//!
//! NVIDIA devices let each lane go on by itself; lanes of an AMD wavefront go together. The lane that
//! has the lock waits where the loop ends for those that spin, and they wait for it.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};

use super::{Calls, only_wave32};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::SPIN_LOCK;
use crate::file::File;
use crate::sink::Sink;

/// Who comes to a loop.
enum Who {
    /// Every lane.
    All,
    /// One lane of each warp of 32.
    FirstLanes,
    /// One lane of the block, or it is not known.
    Few,
}

pub(super) fn run(file: &File<'_>, calls: &Calls, sink: &mut Sink) {
    let takes = |c: &&super::Call| matches!(&*c.callee, b"atomicCAS" | b"atomicExch");
    for call in calls.iter().filter(takes) {
        let Some(spin) = spin_around(file, call.id) else {
            continue;
        };
        let message = match who(file, spin) {
            Who::All => "every lane of a wavefront spins on this lock",
            Who::FirstLanes if !only_wave32(file) => {
                "the first lanes of two warps of 32 spin on this lock in one wavefront of 64"
            }
            Who::FirstLanes | Who::Few => continue,
        };
        let span = file.tree.position_span(call.name);
        sink.report(Diagnostic::new(SPIN_LOCK, span, message));
    }
}

/// The loop whose condition is the call and whose body does nothing.
fn spin_around(file: &File<'_>, call: NodeId) -> Option<NodeId> {
    let ast = &file.tree.ast;
    let around = ast.ancestors(call).find(|&a| {
        matches!(
            file.kind(a),
            NodeKind::While | NodeKind::DoWhile | NodeKind::Function
        )
    })?;
    if file.kind(around) == NodeKind::Function {
        return None;
    }
    let in_condition = ast
        .child(around, Role::Condition)
        .is_some_and(|c| c == call || ast.descendants(c).any(|d| d == call));
    let body = ast.child(around, Role::Body)?;
    let idle = match file.kind(body) {
        NodeKind::Jump => true,
        NodeKind::Compound => ast.children(body).all(|statement| {
            let text = file.bytes(statement);
            file.kind(statement) == NodeKind::Jump || text.starts_with(b"__nanosleep")
        }),
        _ => file.bytes(body).starts_with(b"__nanosleep"),
    };
    (in_condition && idle).then_some(around)
}

fn who(file: &File<'_>, spin: NodeId) -> Who {
    let ast = &file.tree.ast;
    let guards: Vec<Vec<u8>> = ast
        .ancestors(spin)
        .take_while(|&a| !matches!(file.kind(a), NodeKind::Function | NodeKind::Lambda))
        .filter(|&a| matches!(file.kind(a), NodeKind::If | NodeKind::While | NodeKind::For))
        .filter_map(|a| ast.child(a, Role::Condition))
        .map(|condition| {
            let text = file.bytes(condition).iter().copied();
            text.filter(|b| !b.is_ascii_whitespace()).collect()
        })
        .collect();
    let says = |text: &[u8], word: &[u8]| memchr::memmem::find(text, word).is_some();
    if guards.iter().any(|g| {
        [
            &b"%32==0"[..],
            b"&31)==0",
            b"%warpSize==0",
            b"lane==0",
            b"laneId==0",
            b"lane_id==0",
        ]
        .iter()
        .any(|word| says(g, word))
    }) {
        return Who::FirstLanes;
    }
    // A kernel is entered by all lanes; who calls a function of the device is not known here.
    let in_kernel = file
        .function_of(spin)
        .is_some_and(|f| file.node(f).flags.has(cu2hip_syntax::ast::Flags::GLOBAL));
    let leaves_early = file.function_of(spin).is_some_and(|f| {
        ast.descendants(f)
            .any(|d| file.kind(d) == NodeKind::Return && file.node(d).start < file.node(spin).start)
    });
    if guards.is_empty() && in_kernel && !leaves_early {
        Who::All
    } else {
        Who::Few
    }
}
