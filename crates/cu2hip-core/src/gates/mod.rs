//! Conditions on CUDA's macros: rewritten where the test only asks "is this CUDA" or "is this
//! device code", reported where it compares numbers that HIP does not have.

mod arch;
mod branches;
mod comparison;
pub(crate) mod versions;

use cu2hip_mappings::{Action, Kind, MacroRole};
use cu2hip_syntax::directive::{Directive, DirectiveKind, TokenIndex};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;
use rustc_hash::FxHashSet;

use crate::condition::Condition;
use crate::diagnostic::registry as codes;
use crate::diagnostic::{Diagnostic, find_code};
use crate::file::File;
use crate::sink::Sink;
use crate::uses::flag_diagnostic;

/// Macros that say "compiled as CUDA", and the one that says it for HIP.
const COMPILER_MACROS: [&[u8]; 3] = [b"__CUDACC__", b"__NVCC__", b"__CUDACC_RTC__"];
/// The macro that holds the compute capability in device code.
const ARCH_MACRO: &[u8] = b"__CUDA_ARCH__";

/// Handles the conditions in the open parts of the file; `asm` are tokens of the asm statements
/// that stay.
pub(crate) fn run(file: &File<'_>, asm: &[TokenIndex], sink: &mut Sink) {
    let decided = arch::run(file, asm, sink);
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
                condition(file, sink, directive, &decided);
            }
            _ => {}
        }
    }
    in_code(file, sink);
}

fn condition(file: &File<'_>, sink: &mut Sink, directive: &Directive, decided: &arch::Decided) {
    let spelling = |t: TokenIndex| file.tree.tokens.span(t as usize).of(file.text());
    let names: Vec<TokenIndex> = directive
        .arguments(&file.tree.tokens)
        .filter(|&t| file.tree.tokens.kind(t as usize) == TokenKind::Identifier)
        .collect();
    if !names.iter().any(|&t| is_interesting(file, spelling(t))) {
        return;
    }
    // Names that are compared or computed with, as opposed to tested for being there.
    let mut compared: FxHashSet<TokenIndex> = FxHashSet::default();
    let read = Condition::read(&file.tree, directive);
    match &read {
        Some(read) => read.walk(&mut |part| match part {
            Condition::Compare(_, sides) => {
                for side in [&sides.0, &sides.1] {
                    side.walk(&mut |p| {
                        if let Condition::Name(n) = p {
                            compared.insert(*n);
                        }
                    });
                }
            }
            Condition::Computed(parts) | Condition::Invocation(_, parts) => {
                for part in parts {
                    part.walk(&mut |p| {
                        if let Condition::Name(n) = p {
                            compared.insert(*n);
                        }
                    });
                }
            }
            _ => {}
        }),
        None => compared.extend(&names),
    }
    let arch_compared = compared.iter().any(|&t| spelling(t) == ARCH_MACRO);
    for &token in names.iter().filter(|t| !decided.tokens.contains(t)) {
        let is_compared = compared.contains(&token);
        if is_compared && spelling(token) == ARCH_MACRO {
            let takes = decided.left.get(&token);
            let takes = takes.map_or_else(String::new, |left| format!(": AMD takes {left}"));
            let message = format!(
                "`__CUDA_ARCH__` is compared with a number, and HIP does not define it{takes}"
            );
            let span = file.tree.tokens.span(token as usize);
            sink.report(Diagnostic::new(codes::ARCH_GATE, span, message));
            continue;
        }
        name(file, sink, token, is_compared, arch_compared);
    }
}

fn is_interesting(file: &File<'_>, name: &[u8]) -> bool {
    COMPILER_MACROS.contains(&name)
        || name == ARCH_MACRO
        || file
            .context
            .mappings
            .macro_role(name, file.context.target)
            .is_some()
        || file.decide(name).is_some()
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
        if !arch_compared {
            sink.replace(span, "__HIP_DEVICE_COMPILE__", "rule:gate");
        }
        return;
    }
    match file.context.mappings.macro_role(name, file.context.target) {
        Some(MacroRole::Guard(to)) => {
            sink.statistics.names_seen += 1;
            sink.statistics.names_changed += 1;
            let shown = String::from_utf8_lossy(name).into_owned();
            sink.replace(span, to, format!("guard:{shown}"));
            let message = format!("the include guard `{shown}` became `{to}`");
            sink.report(Diagnostic::new(codes::INCLUDE_GUARD, span, message).review());
        }
        // Versions are decided when all else was reported.
        Some(
            MacroRole::Version(_)
            | MacroRole::AmdOnly
            | MacroRole::AmdDevice
            | MacroRole::CudaOnly
            | MacroRole::Absent,
        ) => {}
        None => table_macro(file, sink, span, name),
    }
}

/// A macro of the tables that a condition tests.
fn table_macro(file: &File<'_>, sink: &mut Sink, span: Span, name: &[u8]) {
    let Some(decision) = file.decide(name).filter(|d| d.kind == Kind::Macro) else {
        return;
    };
    match &decision.action {
        Action::Rename(to) => {
            sink.statistics.names_seen += 1;
            sink.statistics.names_changed += 1;
            sink.replace(span, *to, decision.id.to_owned());
        }
        Action::Flag(flag) => {
            sink.statistics.names_seen += 1;
            sink.statistics.names_flagged += 1;
            let code = flag
                .code
                .and_then(find_code)
                .unwrap_or(codes::NO_COUNTERPART);
            sink.report(flag_diagnostic(code, span, decision.name, flag));
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
