//! CH2005: `warpSize` in constants and on the host.

use cu2hip_syntax::ast::{Flags, NodeId, NodeKind, Role};

use super::warps::{Warps, Width, is_in_host_code};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::WARP_SIZE_CONSTANT;
use crate::file::{File, Lookup};
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, warps: &Warps, sink: &mut Sink) {
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if !stream.class(position).known
            || &*file.spelling(position) != b"warpSize"
            || !file.is_open(position)
        {
            continue;
        }
        let Lookup::Known(found) = file.look_up(position) else {
            continue;
        };
        if warps.width == Some(Width::Fixed) && !is_in_host_code(file, found.node) {
            // It became 32.
            continue;
        }
        let Some(problem) = problem(file, found.node) else {
            continue;
        };
        let span = file.tree.position_span(position);
        sink.report(Diagnostic::new(
            WARP_SIZE_CONSTANT,
            span,
            format!("`warpSize` {problem}"),
        ));
    }
}

fn problem(file: &File<'_>, node: NodeId) -> Option<&'static str> {
    if let Some(constant) = constant_context(file, node) {
        return Some(constant);
    }
    is_in_host_code(file, node)
        .then_some("is used in host code, which cannot know the device's wavefront")
}

/// True for places in which the language asks for a constant.
fn constant_context(file: &File<'_>, node: NodeId) -> Option<&'static str> {
    let mut at = node;
    loop {
        let parent = file.tree.ast.parent(at)?;
        let role = file.node(at).role;
        match file.kind(parent) {
            NodeKind::Variable if role == Role::Bound => return Some("is an array bound"),
            NodeKind::TemplateArguments => return Some("is a template argument"),
            NodeKind::StaticAssert => return Some("is tested by static_assert"),
            NodeKind::Case => return Some("is a case label"),
            NodeKind::Enumerator => return Some("is the value of an enumerator"),
            NodeKind::Variable if role == Role::Initializer => {
                return file
                    .node(parent)
                    .flags
                    .has(Flags::CONSTEXPR)
                    .then_some("initialises a constexpr variable");
            }
            NodeKind::Compound | NodeKind::Call | NodeKind::Launch | NodeKind::Function => {
                return None;
            }
            _ => at = parent,
        }
    }
}
