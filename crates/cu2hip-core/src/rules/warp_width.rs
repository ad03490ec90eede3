//! CH2006: lane arithmetic written for 32 lanes.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::directive::{DirectiveKind, read_define};
use cu2hip_syntax::token::TokenKind as T;
use rustc_hash::FxHashSet;

use super::{Calls, only_wave32};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::WARP_WIDTH_LITERAL;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, calls: &Calls, sink: &mut Sink) {
    if only_wave32(file) {
        return;
    }
    for id in file.tree.ast.ids() {
        if file.kind(id) == NodeKind::Binary && file.is_open(file.node(id).start) {
            lane_arithmetic(file, sink, id);
        }
    }
    shuffle_loops(file, calls, sink);
    named_constants(file, sink);
}

fn report(file: &File<'_>, sink: &mut Sink, literal: NodeId, what: &str) {
    let span = file.span(literal);
    let text = String::from_utf8_lossy(span.of(file.text())).into_owned();
    let message = format!("`{text}` {what}");
    sink.report(Diagnostic::new(WARP_WIDTH_LITERAL, span, message));
}

/// `threadIdx.x & 31`, `tid % 32`, `tid / 32`, `tid >> 5`.
fn lane_arithmetic(file: &File<'_>, sink: &mut Sink, binary: NodeId) {
    let ast = &file.tree.ast;
    let Some(operator) = file.node(binary).name else {
        return;
    };
    let (Some(left), Some(right)) = (
        ast.child(binary, Role::Left),
        ast.child(binary, Role::Right),
    ) else {
        return;
    };
    let (wanted, what): (&[u8], _) = match file.tree.stream.kind(operator) {
        T::Ampersand => (b"31", "masks the lane of a warp of 32"),
        T::Percent => (b"32", "is the width of a warp in a lane number"),
        T::Slash => (b"32", "is the width of a warp in a warp number"),
        T::Greater => (b"5", "is the logarithm of a warp's width in a warp number"),
        _ => return,
    };
    let text = file.bytes(right);
    let plain = text
        .strip_suffix(b"u")
        .or_else(|| text.strip_suffix(b"U"))
        .unwrap_or(text);
    let hex31 = wanted == b"31" && plain.eq_ignore_ascii_case(b"0x1f");
    if file.kind(right) == NodeKind::Literal
        && (plain == wanted || hex31)
        && is_thread_number(file, left, 3)
    {
        report(file, sink, right, what);
    }
}

/// True if an expression is made of the thread's index in its block.
fn is_thread_number(file: &File<'_>, expression: NodeId, steps: u32) -> bool {
    file.tree.ast.descendants(expression).any(|id| {
        let node = file.node(id);
        if node.kind != NodeKind::Name {
            return false;
        }
        let Some(name) = node.name else { return false };
        if matches!(
            &*file.spelling(name),
            b"threadIdx" | b"lane_id" | b"laneId" | b"lane"
        ) {
            return true;
        }
        let Some(declared) = file.scopes.find(&file.spelling(name), name) else {
            return false;
        };
        steps > 0
            && file
                .tree
                .ast
                .child(declared.node, Role::Initializer)
                .is_some_and(|init| is_thread_number(file, init, steps - 1))
    })
}

/// `for (o = 16; o > 0; o >>= 1)` and `for (o = 1; o < 32; o <<= 1)` around a shuffle.
fn shuffle_loops(file: &File<'_>, calls: &Calls, sink: &mut Sink) {
    let mut done = FxHashSet::default();
    for call in calls.iter().filter(|c| c.callee.starts_with(b"__shfl")) {
        let shuffle_arguments = file.arguments(call.id).len();
        if &*call.callee == b"__shfl_sync" && shuffle_arguments == 3 {
            last_lane(file, sink, call.id);
        }
        let has_width = shuffle_arguments
            == if call.callee.ends_with(b"_sync") {
                4
            } else {
                3
            };
        if has_width {
            continue;
        }
        let Some(around) = file.tree.ast.enclosing(call.id, NodeKind::For) else {
            continue;
        };
        if !done.insert(around) {
            continue;
        }
        let header_end = file
            .tree
            .ast
            .child(around, Role::Body)
            .map_or(0, |b| file.node(b).start);
        for id in file.tree.ast.descendants(around) {
            let node = file.node(id);
            if node.kind != NodeKind::Literal || node.end > header_end {
                continue;
            }
            let parent = file.tree.ast.parent(id).map(|p| (file.kind(p), node.role));
            match (file.bytes(id), parent) {
                (b"16", Some((NodeKind::Variable | NodeKind::Assign, _))) => {
                    report(
                        file,
                        sink,
                        id,
                        "starts the shuffles at half of a warp of 32",
                    );
                }
                (b"32", Some((NodeKind::Binary, Role::Right))) => {
                    report(file, sink, id, "ends the shuffles at the width of a warp");
                }
                _ => {}
            }
        }
    }
}

/// A broadcast from lane 31 means the last lane of a warp of 32.
fn last_lane(file: &File<'_>, sink: &mut Sink, call: NodeId) {
    let lane = file
        .arguments(call)
        .get(2)
        .and_then(|&a| file.expression_of(a));
    if let Some(literal) = lane.filter(|&l| file.bytes(l) == b"31") {
        report(file, sink, literal, "is the last lane of a warp of 32");
    }
}

/// `#define WARP_SIZE 32`, `constexpr int kWarpSize = 32;`
fn named_constants(file: &File<'_>, sink: &mut Sink) {
    for (name, declarations) in file.scopes.iter() {
        if !names_warp_size(name) {
            continue;
        }
        for declared in declarations.iter().filter(|d| file.is_open(d.name)) {
            let init = file.tree.ast.child(declared.node, Role::Initializer);
            if let Some(init) = init.filter(|&i| file.bytes(i) == b"32") {
                report(
                    file,
                    sink,
                    init,
                    "is the width of a warp for the whole program",
                );
            }
        }
    }
    for directive in &file.tree.preprocessor.directives {
        if directive.kind != DirectiveKind::Define || !file.is_open_token(directive.hash) {
            continue;
        }
        let Some(define) = read_define(&file.tree.tokens, directive) else {
            continue;
        };
        if !names_warp_size(file.tree.tokens.span(define.name as usize).of(file.text())) {
            continue;
        }
        let literal = (define.body..directive.end)
            .filter(|&t| file.tree.tokens.kind(t as usize) == T::Number)
            .map(|t| file.tree.tokens.span(t as usize))
            .find(|s| s.of(file.text()) == b"32");
        if let Some(span) = literal {
            let message = "`32` is the width of a warp for the whole program";
            sink.report(Diagnostic::new(WARP_WIDTH_LITERAL, span, message));
        }
    }
}

fn names_warp_size(name: &[u8]) -> bool {
    let lower: Vec<u8> = name
        .iter()
        .filter(|b| **b != b'_')
        .map(u8::to_ascii_lowercase)
        .collect();
    matches!(&*lower, b"warp" | b"kwarp")
        || lower.ends_with(b"warpsize")
        || lower.ends_with(b"threadsperwarp")
        || lower == b"warpwidth"
}
