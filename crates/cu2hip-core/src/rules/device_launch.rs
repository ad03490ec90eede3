//! CH2009: kernels launched, or waited for, in device code.

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
    for call in calls
        .iter()
        .filter(|c| &*c.callee == b"cudaDeviceSynchronize")
    {
        let only_device = file.function_of(call.id).is_some_and(|f| {
            let flags = file.node(f).flags;
            flags.has(Flags::GLOBAL) || flags.has(Flags::DEVICE) && !flags.has(Flags::HOST)
        });
        if only_device {
            let message = "`cudaDeviceSynchronize` is called in device code";
            sink.report(Diagnostic::new(
                DEVICE_LAUNCH,
                file.tree.position_span(call.name),
                message,
            ));
        }
    }
}
