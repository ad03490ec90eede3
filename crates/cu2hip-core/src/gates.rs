//! Conditions on CUDA's macros: rewritten where the test only asks "is this CUDA" or "is this
//! device code", reported where it compares numbers that HIP does not have.

use cu2hip_mappings::{Action, Kind};
use cu2hip_syntax::directive::{Directive, DirectiveKind, TokenIndex};
use cu2hip_syntax::token::TokenKind;

use crate::condition::Condition;
use crate::diagnostic::registry as codes;
use crate::diagnostic::{Diagnostic, find_code};
use crate::file::File;
use crate::sink::Sink;
use crate::uses::note_diagnostic;

/// Macros that say "compiled as CUDA", and the one that says it for HIP.
const COMPILER_MACROS: [&[u8]; 3] = [b"__CUDACC__", b"__NVCC__", b"__CUDACC_RTC__"];
/// The macro that holds the compute capability in device code.
const ARCH_MACRO: &[u8] = b"__CUDA_ARCH__";

/// Handles the conditions in the open parts of the file.
pub(crate) fn run(file: &File<'_>, sink: &mut Sink) {
    for (index, directive) in file.tree.preprocessor.directives.iter().enumerate() {
        if !file.is_open_token(directive.hash) {
            continue;
        }
        match directive.kind {
            DirectiveKind::If
            | DirectiveKind::Ifdef
            | DirectiveKind::Ifndef
            | DirectiveKind::Elif
            | DirectiveKind::Elifdef
            | DirectiveKind::Elifndef
                if !file.branches.names_amd(index as u32) =>
            {
                condition(file, sink, directive);
            }
            _ => {}
        }
    }
    in_code(file, sink);
}

fn condition(file: &File<'_>, sink: &mut Sink, directive: &Directive) {
    let spelling = |t: TokenIndex| file.tree.tokens.span(t as usize).of(file.text());
    let names: Vec<TokenIndex> = directive
        .arguments(&file.tree.tokens)
        .filter(|&t| file.tree.tokens.kind(t as usize) == TokenKind::Identifier)
        .collect();
    if !names.iter().any(|&t| is_interesting(file, spelling(t))) {
        return;
    }
    // Names that are compared or computed with, as opposed to tested for being there.
    let mut compared: Vec<TokenIndex> = Vec::new();
    let read = Condition::read(&file.tree, directive);
    match &read {
        Some(read) => read.walk(&mut |part| match part {
            Condition::Compare(_, sides) => {
                for side in [&sides.0, &sides.1] {
                    side.walk(&mut |p| {
                        if let Condition::Name(n) = p {
                            compared.push(*n);
                        }
                    });
                }
            }
            Condition::Computed(parts) | Condition::Invocation(_, parts) => {
                for part in parts {
                    part.walk(&mut |p| {
                        if let Condition::Name(n) = p {
                            compared.push(*n);
                        }
                    });
                }
            }
            _ => {}
        }),
        None => compared.extend(&names),
    }
    let arch_compared = compared.iter().any(|&t| spelling(t) == ARCH_MACRO);
    for &token in &names {
        name(file, sink, token, compared.contains(&token), arch_compared);
    }
}

fn is_interesting(file: &File<'_>, name: &[u8]) -> bool {
    COMPILER_MACROS.contains(&name) || name == ARCH_MACRO || file.decide(name).is_some()
}

/// One name of a condition.
fn name(file: &File<'_>, sink: &mut Sink, token: TokenIndex, compared: bool, arch_compared: bool) {
    let span = file.tree.tokens.span(token as usize);
    let name = span.of(file.text());
    if COMPILER_MACROS.contains(&name) {
        let to = if name == b"__CUDACC_RTC__" {
            "__HIPCC_RTC__"
        } else {
            "__HIPCC__"
        };
        if !compared {
            sink.replace(span, to, "rule:gate");
        }
        return;
    }
    if name == ARCH_MACRO {
        if compared {
            let message = "`__CUDA_ARCH__` is compared with a number, and HIP does not define it";
            sink.report(Diagnostic::new(codes::ARCH_GATE, span, message));
        } else if !arch_compared {
            sink.replace(span, "__HIP_DEVICE_COMPILE__", "rule:gate");
        }
        return;
    }
    let Some(decision) = file.decide(name) else {
        return;
    };
    if decision.kind != Kind::Macro {
        return;
    }
    match &decision.action {
        Action::Rename(to) => {
            sink.statistics.names_seen += 1;
            sink.statistics.names_changed += 1;
            sink.replace(span, *to, decision.id.to_owned());
            if let Some(note) = &decision.note
                && let Some(code) = find_code(note.code)
            {
                sink.report(note_diagnostic(code, span, decision.name, note).review());
            }
        }
        Action::Flag(flag) => {
            sink.statistics.names_seen += 1;
            sink.statistics.names_flagged += 1;
            let code = flag.code.and_then(find_code).unwrap_or(codes::VERSION_GATE);
            let shown = String::from_utf8_lossy(name).into_owned();
            let message = format!("`{shown}` is tested, and HIP does not define it");
            let mut diagnostic = Diagnostic::new(code, span, message);
            if let Some(advice) = flag.advice {
                advice.clone_into(&mut diagnostic.advice);
            }
            sink.report(diagnostic);
        }
        Action::Stay | Action::Call { .. } => {}
    }
}

/// The compiler's and architecture's macros outside of conditions.
fn in_code(file: &File<'_>, sink: &mut Sink) {
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if stream.kind(position) != TokenKind::Identifier || !stream.class(position).known {
            continue;
        }
        let name = file.spelling(position);
        if &*name == ARCH_MACRO && file.is_open(position) {
            let span = file.tree.position_span(position);
            let message = "`__CUDA_ARCH__` is used as a number, and HIP does not define it";
            sink.report(Diagnostic::new(codes::ARCH_GATE, span, message));
        }
    }
}
