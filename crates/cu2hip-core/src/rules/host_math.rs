//! CH3005: functions that CUDA has for the host too and HIP for devices only. In host code they
//! become functions of the compatibility table; those without such a form are reported.

use std::cell::LazyCell;

use cu2hip_syntax::ast::{Flags, NodeKind};

use super::Calls;
use crate::compat::{self, Needs};
use crate::diagnostic::registry::HOST_MATH;
use crate::diagnostic::{Diagnostic, Severity};
use crate::file::{File, Lookup};
use crate::includes::has_extension;
use crate::sink::Sink;

/// Who calls a function of a translation unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Host,
    Both,
    Device,
}

pub(super) fn run(file: &File<'_>, calls: &Calls, needs: &mut Needs, sink: &mut Sink) {
    // The host compiler of other files has these functions no more than HIP has.
    let is_cuda = has_extension(file.context.path, &["cu", "cuh"]);
    let written = LazyCell::new(|| compat::written(file));
    for call in calls.iter() {
        let Some(has_form) = compat::host_form(&call.callee) else {
            continue;
        };
        let token = file.tree.stream.token(call.name);
        if written.iter().any(|range| range.contains(&token)) {
            continue;
        }
        let side = side(file, call.id);
        if side == Side::Device || !is_cuda && side == Side::Host {
            continue;
        }
        let is_function = matches!(file.look_up(call.name), Lookup::Known(_))
            && file.qualifier(call.name).is_empty()
            && file.scopes.all(&call.callee).is_empty()
            && !file.is_ported(&call.callee);
        if !is_function {
            continue;
        }
        let span = file.tree.position_span(call.name);
        let name = file.shown(call.name);
        if has_form {
            sink.replace(span, format!("cu2hip_{name}"), "rule:host-math");
            needs.add(file, &name, call.id);
        } else {
            let message = format!("HIP has `{name}` for devices only");
            let found = Diagnostic::new(HOST_MATH, span, message);
            // The host may never call it.
            sink.report(if side == Side::Both {
                found.severity(Severity::Note)
            } else {
                found
            });
        }
    }
}

/// Where the innermost function or lambda around a node runs; code outside of functions is the host's.
fn side(file: &File<'_>, call: cu2hip_syntax::ast::NodeId) -> Side {
    let mut functions = file
        .tree
        .ast
        .ancestors(call)
        .filter(|&a| matches!(file.kind(a), NodeKind::Function | NodeKind::Lambda))
        .map(|a| file.node(a).flags);
    // A lambda without specifiers belongs to the function around it.
    let decided = functions.find(|f| f.has(Flags::ON_DEVICE) || f.has(Flags::HOST));
    match decided {
        Some(flags) if flags.has(Flags::ON_DEVICE) && flags.has(Flags::HOST) => Side::Both,
        Some(flags) if flags.has(Flags::ON_DEVICE) => Side::Device,
        _ => Side::Host,
    }
}
