//! CH1011: enumerators whose numbers differ, used as numbers.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::token::TokenKind;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::ENUMERATOR_VALUE;
use crate::file::{File, Lookup};
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if !stream.class(position).known || !file.is_open(position) {
            continue;
        }
        let Some(decision) = file.decide(&file.spelling(position)) else {
            continue;
        };
        let Some(change) = decision.value else {
            continue;
        };
        let Lookup::Known(found) = file.look_up(position) else {
            continue;
        };
        if let Some(place) = number_context(file, found.node) {
            let message = format!(
                "`{}` is {} in CUDA and {} on ROCm, and {place}",
                decision.name, change.cuda, change.target
            );
            let span = file.tree.position_span(position);
            sink.report(Diagnostic::new(ENUMERATOR_VALUE, span, message));
        }
    }
}

/// What makes a number of the enumerator, if anything does.
fn number_context(file: &File<'_>, name: NodeId) -> Option<&'static str> {
    let ast = &file.tree.ast;
    let mut at = name;
    loop {
        let parent = ast.parent(at)?;
        match file.kind(parent) {
            NodeKind::Paren => at = parent,
            NodeKind::Cast | NodeKind::NamedCast | NodeKind::Construct => {
                let ty = ast.children(parent).find(|&c| {
                    matches!(file.kind(c), NodeKind::Type | NodeKind::TemplateArguments)
                })?;
                let text = file.type_text(ty);
                let number = super::is_wide(&text).is_some() && text != "bool";
                return number.then_some("is cast to a number");
            }
            NodeKind::Subscript if file.node(at).role == Role::Right => {
                return Some("is an index into a table");
            }
            NodeKind::Binary => {
                let operator = file.node(parent).name?;
                let arithmetic = matches!(
                    file.tree.stream.kind(operator),
                    TokenKind::Plus
                        | TokenKind::Minus
                        | TokenKind::Star
                        | TokenKind::Slash
                        | TokenKind::Percent
                );
                return arithmetic.then_some("is computed with");
            }
            NodeKind::Variable if file.node(at).role == Role::Initializer => {
                let ty = ast.parent(parent).and_then(|d| ast.child(d, Role::Type))?;
                let text = file.type_text(ty);
                return (super::is_wide(&text).is_some() && text != "bool")
                    .then_some("becomes a number");
            }
            _ => return None,
        }
    }
}
