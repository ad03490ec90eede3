//! Kernel launches: kept as they are, or written with `hipLaunchKernelGGL`.

use cu2hip_syntax::ast::{Flags, NodeId, NodeKind, Role};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry as codes;
use crate::file::File;
use crate::sink::Sink;
use crate::translation::LaunchStyle;

const ORIGIN: &str = "rule:launch";

/// Handles all launches in the open parts of the file.
pub(crate) fn run(file: &File<'_>, sink: &mut Sink) {
    for id in file.tree.ast.ids() {
        let node = *file.node(id);
        if node.kind != NodeKind::Launch || !file.is_open(node.start) {
            continue;
        }
        sink.statistics.launches += 1;
        if file.context.options.launch == LaunchStyle::Macro {
            write_macro(file, sink, id);
        } else if node.flags.has(Flags::SPACED) {
            join_chevrons(file, sink, id);
        }
    }
}

/// Parts of a launch in the text.
struct Parts {
    callee: Span,
    /// From the first to the last opening chevron.
    open: Span,
    close: Span,
    configuration: Vec<NodeId>,
    /// The opening parenthesis of the arguments.
    paren: u32,
    has_arguments: bool,
}

fn parts(file: &File<'_>, launch: NodeId) -> Option<Parts> {
    let tree = &file.tree;
    let callee = tree.ast.child(launch, Role::Callee)?;
    let first = file.node(launch).name?;
    let configuration: Vec<NodeId> = tree
        .ast
        .children_with(launch, Role::Configuration)
        .collect();
    let inner_end = configuration
        .last()
        .map_or(first + 1, |&c| file.node(c).end);
    let mut close = inner_end;
    while tree.stream.kind(close) != TokenKind::Greater {
        close += 1;
        if close >= file.node(launch).end {
            return None;
        }
    }
    let open_tokens = if tree.stream.kind(first) == TokenKind::LaunchOpen {
        1
    } else {
        2
    };
    let paren = close + 3;
    Some(Parts {
        callee: file.span(callee),
        open: tree
            .position_span(first)
            .join(tree.position_span(first + open_tokens - 1)),
        close: tree
            .position_span(close)
            .join(tree.position_span(close + 2)),
        configuration,
        paren: tree.position_span(paren).start,
        has_arguments: tree.stream.kind(paren + 1) != TokenKind::RightParen,
    })
}

/// `<< <` and `> >>` are no launch for the HIP compiler.
fn join_chevrons(file: &File<'_>, sink: &mut Sink, launch: NodeId) {
    let Some(parts) = parts(file, launch) else {
        return;
    };
    for (span, text) in [(parts.open, "<<<"), (parts.close, ">>>")] {
        if span.of(file.text()) != text.as_bytes() {
            sink.replace(span, text, ORIGIN);
        }
    }
}

/// `k<<<g, b, s, t>>>(x)` becomes `hipLaunchKernelGGL(k, g, b, s, t, x)`.
fn write_macro(file: &File<'_>, sink: &mut Sink, launch: NodeId) {
    let node = file.node(launch);
    let plain = parts(file, launch).filter(|p| {
        (2..=4).contains(&p.configuration.len()) && !node.flags.has(Flags::DIRECTIVE_INSIDE)
    });
    let Some(parts) = plain else {
        let span = node
            .name
            .map_or(file.span(launch), |p| file.tree.position_span(p));
        let message = "this launch cannot be written as hipLaunchKernelGGL";
        sink.report(
            Diagnostic::new(codes::LAUNCH_FORM, span, message)
                .reason("its configuration has not two to four plain parts"),
        );
        return;
    };
    // A comma in template arguments would split the macro's argument.
    let callee_text = parts.callee.of(file.text());
    let (before, after) = if callee_text.contains(&b',') {
        ("(", ")")
    } else {
        ("", "")
    };
    sink.insert(
        parts.callee.start,
        format!("hipLaunchKernelGGL({before}"),
        ORIGIN,
    );
    sink.replace(
        Span::new(parts.callee.end, parts.open.end),
        format!("{after}, "),
        ORIGIN,
    );
    let defaults = match parts.configuration.len() {
        2 => ", 0, 0",
        3 => ", 0",
        _ => "",
    };
    let comma = if parts.has_arguments { ", " } else { "" };
    sink.replace(
        Span::new(parts.close.start, parts.paren + 1),
        format!("{defaults}{comma}"),
        ORIGIN,
    );
}
