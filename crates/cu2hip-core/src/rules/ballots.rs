//! CH2002: a lane mask that lands in 32 bits.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::text::Span;

use super::warps::Warps;
use super::{Calls, is_wide, only_wave32};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::BALLOT_NARROWING;
use crate::file::File;
use crate::sink::Sink;

/// Functions whose result has one bit a lane.
fn gives_mask(name: &[u8]) -> bool {
    matches!(
        name,
        b"__ballot"
            | b"__ballot_sync"
            | b"__activemask"
            | b"__match_any_sync"
            | b"__match_all_sync"
    )
}

/// Functions that take 32 bits, and their twins that take 64.
const NARROW_CONSUMERS: [(&[u8], &str); 4] = [
    (b"__popc", "__popcll"),
    (b"__ffs", "__ffsll"),
    (b"__clz", "__clzll"),
    (b"__brev", "__brevll"),
];

pub(super) fn run(file: &File<'_>, calls: &Calls, warps: &Warps, sink: &mut Sink) {
    if only_wave32(file) {
        return;
    }
    for call in calls
        .iter()
        .filter(|c| gives_mask(&c.callee) && !warps.has_rewritten(c.id))
    {
        let name = String::from_utf8_lossy(&call.callee);
        if let Some((span, place, advice)) = landing(file, call.id) {
            let message = format!("the 64 lanes of `{name}` do not fit {place}");
            let mut diagnostic = Diagnostic::new(BALLOT_NARROWING, span, message);
            if let Some(advice) = advice {
                diagnostic.advice = advice;
            }
            sink.report(diagnostic);
        }
    }
}

/// Where the value of an expression lands, if that has 32 bits.
fn landing(file: &File<'_>, value: NodeId) -> Option<(Span, String, Option<String>)> {
    let ast = &file.tree.ast;
    let mut at = value;
    loop {
        let parent = ast.parent(at)?;
        match file.kind(parent) {
            NodeKind::Paren | NodeKind::Unary => at = parent,
            NodeKind::Binary if keeps_bits(file, parent, at) => at = parent,
            NodeKind::Variable => {
                let declaration = ast.parent(parent)?;
                let ty = ast.child(declaration, Role::Type)?;
                let text = file.type_text(ty);
                let narrow =
                    is_wide(&text) == Some(false) && file.node(at).role == Role::Initializer;
                return narrow.then(|| (file.span(ty), format!("`{text}`"), None));
            }
            NodeKind::Assign => {
                let left = ast.child(parent, Role::Left)?;
                let text = file.type_of(left)?;
                let narrow = at != left && is_wide(&text) == Some(false);
                return narrow.then(|| (file.span(value), format!("`{text}`"), None));
            }
            NodeKind::Cast => {
                let text = file.type_text(ast.child(parent, Role::Type)?);
                return (is_wide(&text) == Some(false) && text != "bool")
                    .then(|| (file.span(parent), format!("`{text}`"), None));
            }
            NodeKind::Return => {
                let function = file.function_of(parent)?;
                let ty = ast.child(function, Role::Type)?;
                let text = file.type_text(ty);
                return (is_wide(&text) == Some(false) && text != "bool")
                    .then(|| (file.span(ty), format!("the returned `{text}`"), None));
            }
            NodeKind::Argument => {
                let call = ast.parent(parent)?;
                let name = file.callee_name(call)?;
                let spelling = file.spelling(name);
                let (_, wide) = NARROW_CONSUMERS.iter().find(|(n, _)| *n == &*spelling)?;
                let shown = String::from_utf8_lossy(&spelling).into_owned();
                return Some((
                    file.tree.position_span(name),
                    format!("the argument of `{shown}`"),
                    Some(format!("use {wide}")),
                ));
            }
            _ => return None,
        }
    }
}

/// True if the operator hands the lanes on (comparisons and logical operators do not).
fn keeps_bits(file: &File<'_>, binary: NodeId, _operand: NodeId) -> bool {
    use cu2hip_syntax::token::TokenKind as T;
    file.node(binary)
        .name
        .is_some_and(|p| matches!(file.tree.stream.kind(p), T::Ampersand | T::Pipe | T::Caret))
}
