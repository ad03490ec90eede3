//! Inline PTX: rewritten where every instruction of a statement has an exact form, else reported
//! as what it is.

mod memory;
mod parse;
mod shapes;
mod statement;
mod table;
mod values;
mod write;

use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::directive::TokenIndex;

use crate::compat::Needs;
use crate::diagnostic::registry::{INLINE_PTX, PTX_NUMERICS};
use crate::diagnostic::{Diagnostic, Effort, Severity};
use crate::file::File;
use crate::sink::Sink;
use statement::Statement;

/// Rewrites or reports the asm statements of a file; tokens of those that stay.
pub(crate) fn run(file: &File<'_>, needs: &mut Needs, sink: &mut Sink) -> Vec<TokenIndex> {
    let mut stay = Vec::new();
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if node.kind == NodeKind::Asm && file.is_open(node.start) {
            let before = sink.edits.len();
            one(file, id, needs, sink);
            if sink.edits.len() == before {
                stay.push(file.tree.stream.token(node.start));
            }
        }
    }
    stay
}

fn one(file: &File<'_>, id: NodeId, needs: &mut Needs, sink: &mut Sink) {
    let Some(statement) = Statement::read(file, id) else {
        return report(file, sink, id, "text made by a macro");
    };
    let first = first_instruction(&statement.readable);
    if !file.on_device(id) && !looks_like_ptx(first) || table::tables().is_amd(first) {
        return;
    }
    if statement.readable.trim().is_empty() && statement.text.is_some() {
        return empty(file, sink, id, &statement);
    }
    let Some(text) = statement.text.as_ref().filter(|_| !statement.mixed) else {
        let shown = if first.is_empty() {
            "text made by a macro"
        } else {
            first
        };
        return report(file, sink, id, shown);
    };
    let Some(lines) = parse::parse(text) else {
        return report(file, sink, id, first);
    };
    match write::write(&statement, &lines, file.context.target.rocm.major) {
        Ok(written) => {
            let text = written.render(indentation(file, &statement).as_deref());
            if !sink.replace(statement.span, text, "rule:ptx") {
                return report(file, sink, id, first);
            }
            for helper in &written.helpers {
                needs.add(file, helper, id);
            }
            if !written.remarks.is_empty() {
                let mut remarks = written.remarks;
                remarks.dedup();
                let message = format!("`{first}` became C++: {}", remarks.join("; "));
                let span = file.tree.position_span(file.node(id).start);
                sink.report(
                    Diagnostic::new(PTX_NUMERICS, span, message)
                        .severity(Severity::Note)
                        .review(),
                );
            }
        }
        Err(name) => report(file, sink, id, if name.is_empty() { first } else { &name }),
    }
}

/// Blanks in front of a statement, if it starts its line and is not in a macro.
fn indentation(file: &File<'_>, statement: &Statement) -> Option<String> {
    let start = statement.span.start as usize;
    let line = memchr::memrchr(b'\n', &file.text()[..start]).map_or(0, |n| n + 1);
    let blanks = std::str::from_utf8(&file.text()[line..start]).ok()?;
    let token = file.tree.tokens.at(statement.span.start) as u32;
    let directives = &file.tree.preprocessor.directives;
    let in_macro = directives.iter().any(|d| d.hash <= token && token < d.end);
    (blanks.trim().is_empty() && !in_macro).then(|| blanks.to_owned())
}

fn report(file: &File<'_>, sink: &mut Sink, id: NodeId, instruction: &str) {
    let span = file.tree.position_span(file.node(id).start);
    let known = table::tables().flagged(instruction);
    let what = known.map_or_else(String::new, |f| format!(", {}", f.what));
    let mut found = Diagnostic::new(
        INLINE_PTX,
        span,
        format!("inline PTX: `{instruction}`{what}"),
    );
    if let Some(flagged) = known {
        found.advice = format!("use {}", flagged.instead);
        found.effort = flagged.effort();
    }
    sink.report(found);
}

/// A statement without text holds values back from the optimiser.
fn empty(file: &File<'_>, sink: &mut Sink, id: NodeId, statement: &Statement) {
    if statement.operands.is_empty() {
        return;
    }
    let span = file.tree.position_span(file.node(id).start);
    let message = "an empty asm statement with a register operand";
    let advice = "leave it out, or use a volatile access: the AMD back end refuses it for a value that differs by lane";
    sink.report(
        Diagnostic::new(INLINE_PTX, span, message)
            .advice(advice)
            .effort(Effort::Minutes),
    );
}

/// True for a mnemonic with types; those of host processors have none.
fn looks_like_ptx(mnemonic: &str) -> bool {
    mnemonic.contains('.') || matches!(mnemonic, "trap" | "brkpt" | "exit")
}

/// The mnemonic of the first instruction: predicates, braces, labels and register declarations
/// before it are passed over.
fn first_instruction(text: &str) -> &str {
    text.split([';', '{', '}', '\n'])
        .map(str::trim)
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

#[cfg(test)]
mod tests {
    use super::first_instruction;

    #[test]
    fn the_instruction_is_found_behind_declarations_and_predicates() {
        assert_eq!(first_instruction("mov.u32 %0, %%smid;"), "mov.u32");
        assert_eq!(
            first_instruction("{\n .reg .pred p;\n @p bra DONE;\n}"),
            "bra"
        );
        assert_eq!(first_instruction(""), "");
    }
}
