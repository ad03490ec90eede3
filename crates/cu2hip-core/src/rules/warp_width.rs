//! CH2006: lane arithmetic written for 32 lanes.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::directive::{DirectiveKind, read_define};
use cu2hip_syntax::token::TokenKind as T;
use rustc_hash::FxHashSet;

use super::warps::{Warps, names_warp_size, thread_number_literal};
use super::{Calls, mentions, only_wave32};
use crate::diagnostic::registry::WARP_WIDTH_LITERAL;
use crate::diagnostic::{Diagnostic, Severity};
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, calls: &Calls, warps: &Warps, sink: &mut Sink) {
    // A fragment of a matrix belongs to a whole wavefront, whatever the shuffles do.
    let on_fragments = mentions(file, b"wmma");
    if only_wave32(file) || warps.are_settled() && !on_fragments {
        return;
    }
    let severity = if warps.width.is_some() || warps.left || on_fragments {
        Severity::Warning
    } else {
        // Nothing here depends on it; who calls it may.
        Severity::Note
    };
    for id in file.tree.ast.ids() {
        if file.kind(id) == NodeKind::Binary
            && file.is_open(file.node(id).start)
            && let Some((literal, what)) = thread_number_literal(file, id)
        {
            report(file, sink, severity, literal, what);
        }
    }
    shuffle_loops(file, calls, warps, sink);
    named_constants(file, severity, sink);
}

fn report(file: &File<'_>, sink: &mut Sink, severity: Severity, literal: NodeId, what: &str) {
    let span = file.span(literal);
    let text = String::from_utf8_lossy(span.of(file.text())).into_owned();
    let message = format!("`{text}` {what}");
    sink.report(Diagnostic::new(WARP_WIDTH_LITERAL, span, message).severity(severity));
}

/// `for (o = 16; o > 0; o >>= 1)` and `for (o = 1; o < 32; o <<= 1)` around a shuffle.
fn shuffle_loops(file: &File<'_>, calls: &Calls, warps: &Warps, sink: &mut Sink) {
    let mut done = FxHashSet::default();
    let stays = |c: &&super::Call| c.callee.starts_with(b"__shfl") && !warps.has_rewritten(c.id);
    for call in calls.iter().filter(stays) {
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
                        Severity::Warning,
                        id,
                        "starts the shuffles at half of a warp of 32",
                    );
                }
                (b"32", Some((NodeKind::Binary, Role::Right))) => {
                    report(
                        file,
                        sink,
                        Severity::Warning,
                        id,
                        "ends the shuffles at the width of a warp",
                    );
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
        report(
            file,
            sink,
            Severity::Warning,
            literal,
            "is the last lane of a warp of 32",
        );
    }
}

/// `#define WARP_SIZE 32`, `constexpr int kWarpSize = 32;`
fn named_constants(file: &File<'_>, severity: Severity, sink: &mut Sink) {
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
                    severity,
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
            sink.report(Diagnostic::new(WARP_WIDTH_LITERAL, span, message).severity(severity));
        }
    }
}
