//! CH2007: the second and third argument of `__launch_bounds__`; CH2014: kernel
//! attributes that HIP lacks.

use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;

use crate::condition::parse_integer;
use crate::diagnostic::registry::{DEVICE_BUILTIN, LAUNCH_BOUNDS};
use crate::diagnostic::{Diagnostic, Severity};
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if stream.word(position) != Word::LaunchBounds || !file.is_open(position) {
            continue;
        }
        let name = file.shown(position);
        let span = file.tree.position_span(position);
        if name != "__launch_bounds__" {
            let message = format!("HIP has no `{name}`");
            let advice = "leave the attribute out for AMD";
            sink.report(Diagnostic::new(DEVICE_BUILTIN, span, message).advice(advice));
            continue;
        }
        let arguments = list(file, position + 1);
        if let [threads, blocks, more @ ..] = arguments.as_slice() {
            // One block, and one warp: both ask for nothing.
            if more.is_empty() && blocks.of(file.text()) == b"1" {
                continue;
            }
            sink.report(diagnostic(file, *threads, *blocks, more.first().copied()));
        }
    }
}

/// Spans of the arguments of the list opened at a position.
fn list(file: &File<'_>, open: u32) -> Vec<Span> {
    let stream = &file.tree.stream;
    let close = stream.partner(open);
    if stream.kind(open) != TokenKind::LeftParen || close == cu2hip_syntax::stream::NONE {
        return Vec::new();
    }
    let mut spans = Vec::new();
    let (mut start, mut at) = (open + 1, open + 1);
    while at <= close {
        if at == close || stream.kind(at) == TokenKind::Comma {
            if at > start {
                spans.push(stream.span(&file.tree.tokens, start, at));
            }
            start = at + 1;
        }
        let partner = stream.partner(at);
        at = if partner != cu2hip_syntax::stream::NONE && partner > at {
            partner + 1
        } else {
            at + 1
        };
    }
    spans
}

fn diagnostic(file: &File<'_>, threads: Span, blocks: Span, third: Option<Span>) -> Diagnostic {
    if let Some(third) = third {
        let message = "`__launch_bounds__` has no third argument in HIP";
        return Diagnostic::new(LAUNCH_BOUNDS, third, message).severity(Severity::Error);
    }
    let message = "the second argument of `__launch_bounds__` means blocks per multiprocessor in CUDA, \
                   warps per execution unit in HIP";
    // It bounds registers: results do not depend on it.
    let mut found = Diagnostic::new(LAUNCH_BOUNDS, blocks, message).severity(Severity::Note);
    let number = |span: Span| parse_integer(span.of(file.text()));
    if let (Some(threads), Some(blocks)) = (number(threads), number(blocks)) {
        let value = threads.saturating_mul(blocks) / 32;
        found.advice = format!(
            "the same occupancy is ({blocks} * {threads}) / 32 = {value}; or leave the argument out"
        );
    }
    found
}
