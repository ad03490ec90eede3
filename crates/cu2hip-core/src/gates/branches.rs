//! The branches of a conditional: which are compiled, what stands in them, what they are called.

use std::ops::Range;

use cu2hip_mappings::MacroRole;
use cu2hip_syntax::directive::{Branch, Conditional, DirectiveKind, TokenIndex};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind as T;

use crate::condition::{Condition, parse_integer};
use crate::file::File;
use crate::rules::macro_value;

/// A branch by its number; none where no branch is compiled.
pub(super) type Taken = Option<usize>;

/// Longest heading of a branch that a message shows.
const LONGEST_HEADING: usize = 70;

/// The branches that may be compiled, by what is `known` of macros (see [`Condition::truth`]). The
/// value of other macros is open.
pub(super) fn possible(
    file: &File<'_>,
    group: &Conditional,
    known: &dyn Fn(TokenIndex) -> Option<Option<i64>>,
) -> Vec<Taken> {
    let mut open = Vec::new();
    for (number, branch) in group.branches.iter().enumerate() {
        let directive = &file.tree.preprocessor.directives[branch.directive as usize];
        let holds = match directive.kind {
            DirectiveKind::Else => Some(true),
            _ => Condition::read(&file.tree, directive).and_then(|c| c.truth(known)),
        };
        if holds != Some(false) {
            open.push(Some(number));
        }
        if holds == Some(true) {
            return open;
        }
    }
    open.push(None);
    open
}

/// True if all conditions of a group can be read.
pub(super) fn are_readable(file: &File<'_>, group: &Conditional) -> bool {
    group.branches.iter().all(|branch| {
        let directive = &file.tree.preprocessor.directives[branch.directive as usize];
        directive.kind == DirectiveKind::Else || Condition::read(&file.tree, directive).is_some()
    })
}

/// The text of the branches that are none of `taken`.
pub(super) fn others(file: &File<'_>, group: &Conditional, taken: &[Taken]) -> Vec<Span> {
    let span = |t: TokenIndex| file.tree.tokens.span(t as usize);
    let branches = group.branches.iter().enumerate();
    branches
        .filter(|&(number, branch)| !taken.contains(&Some(number)) && branch.start < branch.end)
        .map(|(_, branch)| span(branch.start).join(span(branch.end - 1)))
        .collect()
}

/// What a message calls the branch that is taken.
pub(super) fn heading(file: &File<'_>, group: &Conditional, taken: Taken) -> String {
    let Some(number) = taken else {
        return "none of its branches".to_owned();
    };
    let branch = &group.branches[number];
    let directive = &file.tree.preprocessor.directives[branch.directive as usize];
    let text = directive.span(&file.tree.tokens).of(file.text());
    let line = text.split(|b| *b == b'\n').next().unwrap_or(text);
    let mut shown: String = String::from_utf8_lossy(line).trim_end().to_owned();
    if shown.chars().count() > LONGEST_HEADING {
        shown = shown.chars().take(LONGEST_HEADING).collect::<String>() + "...";
    }
    format!("the branch of `{shown}`")
}

/// The number at a token of a condition: a literal, or a macro of the file that stands for one.
pub(super) fn number(file: &File<'_>, token: TokenIndex) -> Option<i64> {
    let text = file.tree.tokens.span(token as usize).of(file.text());
    match file.tree.tokens.kind(token as usize) {
        T::Number => parse_integer(text),
        T::Identifier => {
            let value = macro_value(file, text)?;
            let node = file.node(value);
            let is_literal = node.kind == cu2hip_syntax::ast::NodeKind::Literal;
            is_literal.then(|| parse_integer(&file.spelling(node.start)))?
        }
        _ => None,
    }
}

/// What is known of a macro that is no gate: the macros of AMD are defined, and a name that is
/// compared may stand for a number.
#[allow(
    clippy::option_option,
    reason = "a macro that is not defined is another answer than one of which nothing is known"
)]
pub(super) fn known_macro(file: &File<'_>, token: TokenIndex) -> Option<Option<i64>> {
    let tokens = &file.tree.tokens;
    let compares = |t: Option<usize>| {
        t.is_some_and(|t| {
            matches!(
                tokens.kind(t),
                T::Less | T::LessEqual | T::Greater | T::GreaterEqual | T::Equality
            )
        })
    };
    let at = token as usize;
    let before = (0..at).rev().find(|&t| !tokens.kind(t).is_trivia());
    let after = (at + 1..tokens.len()).find(|&t| !tokens.kind(t).is_trivia());
    if compares(before) || compares(after) {
        return number(file, token).map(Some);
    }
    let name = tokens.span(at).of(file.text());
    let role = file.context.mappings.macro_role(name, file.context.target);
    matches!(role, Some(MacroRole::AmdOnly | MacroRole::AmdDevice)).then_some(Some(1))
}

/// Positions of the stream in a branch.
pub(super) fn positions(file: &File<'_>, branch: &Branch) -> Range<u32> {
    let stream = &file.tree.stream;
    let main = stream.sections.first().map_or(0, |s| s.end);
    let at = |token: TokenIndex| {
        let (mut low, mut high) = (0, main);
        while low < high {
            let middle = u32::midpoint(low, high);
            if stream.token(middle) < token {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    };
    at(branch.start)..at(branch.end)
}

/// True if a branch only says that it cannot do the work.
pub(super) fn gives_up(file: &File<'_>, branch: &Branch) -> bool {
    positions(file, branch).any(|p| {
        matches!(
            &*file.spelling(p),
            b"assert" | b"__trap" | b"printf" | b"abort" | b"__builtin_trap" | b"static_assert"
        ) || {
            let lower = file.spelling(p).to_ascii_lowercase();
            let has = |word: &[u8]| memchr::memmem::find(&lower, word).is_some();
            has(b"not_supported")
                || has(b"not_implemented")
                || has(b"unsupported")
                || has(b"unreachable")
        }
    })
}
