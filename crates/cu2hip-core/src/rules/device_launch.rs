//! CH2009: kernels launched, and functions of the host runtime called, in device code.

use cu2hip_mappings::{Action, Kind};
use cu2hip_syntax::ast::{Flags, NodeKind, Role};

use super::Calls;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::DEVICE_LAUNCH;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, calls: &Calls, sink: &mut Sink) {
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if node.kind == NodeKind::Launch && file.is_open(node.start) && file.on_device(id) {
            let callee = file.tree.ast.child(id, Role::Callee).map_or(id, |c| c);
            let shown = String::from_utf8_lossy(file.bytes(callee)).into_owned();
            let message = format!("`{shown}` is launched from device code");
            sink.report(Diagnostic::new(DEVICE_LAUNCH, file.span(callee), message));
        }
    }
    let device = device_functions(file);
    if device.is_empty() {
        return;
    }
    for call in calls.iter().filter(|c| is_host_call(file, &c.callee)) {
        let before = device.partition_point(|range| range.0 <= call.name);
        let only_device = before > 0 && call.name < device[before - 1].1;
        if only_device {
            let name = String::from_utf8_lossy(&call.callee);
            let message =
                format!("`{name}` is called in device code, and HIP has it on the host only");
            sink.report(Diagnostic::new(
                DEVICE_LAUNCH,
                file.tree.position_span(call.name),
                message,
            ));
        }
    }
}

/// True for functions of the runtime that CUDA has in device code too.
fn is_host_call(file: &File<'_>, callee: &[u8]) -> bool {
    if callee == b"cudaDeviceSynchronize" {
        return true;
    }
    let renamed = file.decide(callee).is_some_and(|d| {
        d.library == "runtime" && !matches!(d.action, Action::Stay | Action::Flag(_))
    });
    let on_device = || {
        let facts = file.context.mappings.facts(callee);
        facts
            .iter()
            .any(|f| !f.rocm && f.kind == Kind::DeviceFunction)
    };
    renamed && on_device()
}

/// Positions of the functions that run on the device only, in order and disjoint.
fn device_functions(file: &File<'_>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = file
        .tree
        .ast
        .ids()
        .map(|id| file.node(id))
        .filter(|node| matches!(node.kind, NodeKind::Function | NodeKind::Lambda))
        .filter(|node| {
            let flags = node.flags;
            flags.has(Flags::GLOBAL) || flags.has(Flags::DEVICE) && !flags.has(Flags::HOST)
        })
        .map(|node| (node.start, node.end))
        .collect();
    ranges.sort_unstable();
    ranges.dedup_by(|inner, outer| {
        let nested = inner.0 < outer.1;
        outer.1 = outer.1.max(if nested { inner.1 } else { 0 });
        nested
    });
    ranges
}
