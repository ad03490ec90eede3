//! CH2001: inline PTX, with its instruction.

use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::token::TokenKind;

use crate::diagnostic::registry::INLINE_PTX;
use crate::diagnostic::{Diagnostic, Effort};
use crate::file::File;
use crate::sink::Sink;

/// What replaces an instruction: the start of its text, the replacement, the cost.
const KNOWN: [(&str, &str, Effort); 24] = [
    ("%smid", "__smid()", Effort::Minutes),
    ("%laneid", "__lane_id()", Effort::Minutes),
    ("%lanemask_lt", "(1ull << __lane_id()) - 1", Effort::Minutes),
    (
        "%lanemask",
        "a mask made of 1ull << __lane_id()",
        Effort::Minutes,
    ),
    ("%warpid", "threadIdx.x / warpSize", Effort::Minutes),
    (
        "%globaltimer",
        "wall_clock64() (another unit)",
        Effort::Minutes,
    ),
    ("%clock", "clock64()", Effort::Minutes),
    ("trap", "abort()", Effort::Minutes),
    ("brkpt", "__builtin_debugtrap()", Effort::Minutes),
    (
        "bar.sync",
        "__syncthreads() for barrier 0 and the whole block",
        Effort::Minutes,
    ),
    (
        "membar",
        "__threadfence() or its block and system forms",
        Effort::Minutes,
    ),
    (
        "fence",
        "__threadfence() or its block and system forms",
        Effort::Minutes,
    ),
    (
        "prmt",
        "__byte_perm() where no selector has bit 3 set",
        Effort::Minutes,
    ),
    ("bfe", "a shift and a mask", Effort::Minutes),
    ("bfi", "shifts and masks", Effort::Minutes),
    (
        "lop3",
        "the boolean expression of its table",
        Effort::Minutes,
    ),
    (
        "add.cc",
        "__builtin_addc() or 64-bit arithmetic",
        Effort::Minutes,
    ),
    (
        "addc",
        "__builtin_addc() or 64-bit arithmetic",
        Effort::Minutes,
    ),
    (
        "sub.cc",
        "__builtin_subc() or 64-bit arithmetic",
        Effort::Minutes,
    ),
    ("cp.async", "a plain copy and a barrier", Effort::Hours),
    (
        "ldmatrix",
        "rocWMMA, or a rewrite for the matrix cores",
        Effort::Days,
    ),
    (
        "mma",
        "rocWMMA, or a rewrite for the matrix cores",
        Effort::Days,
    ),
    (
        "wgmma",
        "a rewrite for the matrix cores (Composable Kernel)",
        Effort::Days,
    ),
    (
        "tcgen05",
        "a rewrite for the matrix cores (Composable Kernel)",
        Effort::Days,
    ),
];

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if node.kind != NodeKind::Asm || !file.is_open(node.start) {
            continue;
        }
        let text = literal_text(file, id);
        let instruction = first_instruction(&text);
        let in_host_function = file.function_of(id).is_some_and(|_| !file.on_device(id));
        let looks_like_ptx = instruction.contains('.') || text.contains("%%");
        if in_host_function && !looks_like_ptx {
            continue;
        }
        let span = file.tree.position_span(node.start);
        if text.trim().is_empty() {
            if has_operands(file, id) {
                let message = "an empty asm statement with a register operand";
                let advice = "leave it out, or use a volatile access: the AMD back end refuses it for a value that differs by lane";
                sink.report(
                    Diagnostic::new(INLINE_PTX, span, message)
                        .advice(advice)
                        .effort(Effort::Minutes),
                );
            }
            continue;
        }
        let shown = if instruction.is_empty() {
            "text made by a macro"
        } else {
            instruction
        };
        let mut found = Diagnostic::new(INLINE_PTX, span, format!("inline PTX: `{shown}`"));
        if let Some((_, instead, effort)) = replacement(&text, instruction) {
            found.advice = format!("use {instead}");
            found.effort = *effort;
        }
        sink.report(found);
    }
}

fn replacement(
    text: &str,
    instruction: &str,
) -> Option<&'static (&'static str, &'static str, Effort)> {
    KNOWN.iter().find(|(key, ..)| {
        if key.starts_with('%') {
            text.contains(key)
        } else {
            instruction.starts_with(key)
        }
    })
}

/// The string literals of the statement before its first `:`.
fn literal_text(file: &File<'_>, asm: NodeId) -> String {
    let node = file.node(asm);
    let mut text = String::new();
    for position in node.start..node.end {
        match file.tree.stream.kind(position) {
            TokenKind::String | TokenKind::RawString => {
                let bytes = file.spelling(position);
                let open = bytes.iter().position(|b| *b == b'"').map_or(0, |p| p + 1);
                let inner = bytes
                    .get(open..bytes.len().saturating_sub(1))
                    .unwrap_or_default();
                text.push_str(&String::from_utf8_lossy(inner));
            }
            TokenKind::Colon | TokenKind::ColonColon => break,
            _ => {}
        }
    }
    text
}

/// The mnemonic of the first instruction: predicates, braces, labels and register declarations
/// before it are passed over.
fn first_instruction(text: &str) -> &str {
    text.split([';', '{', '}'])
        .flat_map(|part| part.split("\\n"))
        .map(|part| part.trim_start_matches("\\t").trim())
        .map(|part| {
            if part.starts_with('@') {
                part.split_once(' ').map_or("", |p| p.1.trim())
            } else {
                part
            }
        })
        .find(|part| !part.is_empty() && !part.starts_with('.') && !part.starts_with("//"))
        .and_then(|part| part.split_whitespace().next())
        .unwrap_or("")
}

fn has_operands(file: &File<'_>, asm: NodeId) -> bool {
    let node = file.node(asm);
    (node.start..node.end).any(|p| {
        file.tree.stream.kind(p).is_string() && file.tree.stream.kind(p + 1) == TokenKind::LeftParen
    })
}

#[cfg(test)]
mod tests {
    use super::first_instruction;

    #[test]
    fn the_instruction_is_found_behind_declarations_and_predicates() {
        assert_eq!(first_instruction("mov.u32 %0, %%smid;"), "mov.u32");
        assert_eq!(
            first_instruction("{\\n\\t.reg .pred p;\\n\\t@p bra DONE;\\n}"),
            "bra"
        );
        assert_eq!(first_instruction(""), "");
    }
}
