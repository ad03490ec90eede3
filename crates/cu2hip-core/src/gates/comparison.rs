//! Places at which conditions ask a macro of CUDA for its number or its being there.

use cu2hip_syntax::directive::{Conditional, Directive, DirectiveKind, TokenIndex};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind as T;

use super::branches::number;
use crate::condition::Operator;
use crate::file::File;

/// What a condition asks of a macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// How its number compares with another.
    Compare(Operator, i64),
    /// Whether it is defined.
    Defined,
    /// Whether it is anything but 0.
    Value,
    /// An expression of another kind.
    Unreadable,
}

/// A place at which a condition names a macro.
#[derive(Debug)]
pub(super) struct Test {
    /// The macro's name.
    pub token: TokenIndex,
    /// The whole comparison or `defined(...)`.
    pub span: Span,
    pub question: Question,
    /// True if the whole condition, or what stands in a pair of parentheses, is the test.
    pub alone: bool,
    /// The directive, by its number.
    pub directive: u32,
}

impl Test {
    /// The answer where the macro is `value`, none for a macro that is not defined.
    pub(super) fn holds(&self, value: Option<i64>) -> bool {
        let is = value.unwrap_or(0);
        match self.question {
            Question::Compare(Operator::Less, n) => is < n,
            Question::Compare(Operator::LessEqual, n) => is <= n,
            Question::Compare(Operator::Greater, n) => is > n,
            Question::Compare(Operator::GreaterEqual, n) => is >= n,
            Question::Compare(Operator::Equal, n) => is == n,
            Question::Compare(Operator::NotEqual, n) => is != n,
            Question::Defined => value.is_some(),
            Question::Value | Question::Unreadable => is != 0,
        }
    }
}

/// The tests of the macros that `asked` names in the conditions of a group.
pub(super) fn tests(
    file: &File<'_>,
    group: &Conditional,
    asked: &dyn Fn(&[u8]) -> bool,
) -> Vec<Test> {
    let directives = &file.tree.preprocessor.directives;
    let branches = group.branches.iter();
    branches
        .flat_map(|b| {
            let mut found = tests_of(file, &directives[b.directive as usize], asked);
            for test in &mut found {
                test.directive = b.directive;
            }
            found
        })
        .collect()
}

fn tests_of(file: &File<'_>, directive: &Directive, asked: &dyn Fn(&[u8]) -> bool) -> Vec<Test> {
    let line = Line {
        file,
        tokens: directive.arguments(&file.tree.tokens).collect(),
    };
    let by_name = !matches!(directive.kind, DirectiveKind::If | DirectiveKind::Elif);
    let is_name = |at: usize| line.kind(Some(at)) == Some(T::Identifier);
    let places = (0..line.tokens.len()).filter(|&at| is_name(at) && asked(line.spelled(at)));
    places.map(|at| line.test(at, by_name)).collect()
}

/// The tokens of a condition.
struct Line<'l, 'f> {
    file: &'l File<'f>,
    tokens: Vec<TokenIndex>,
}

impl Line<'_, '_> {
    fn spelled(&self, at: usize) -> &[u8] {
        let token = self.tokens[at];
        let span = self.file.tree.tokens.span(token as usize);
        span.of(self.file.text())
    }

    fn kind(&self, at: Option<usize>) -> Option<T> {
        let &token = self.tokens.get(at?)?;
        Some(self.file.tree.tokens.kind(token as usize))
    }

    fn operator(&self, at: Option<usize>) -> Option<Operator> {
        Some(match self.kind(at)? {
            T::Less => Operator::Less,
            T::LessEqual => Operator::LessEqual,
            T::Greater => Operator::Greater,
            T::GreaterEqual => Operator::GreaterEqual,
            T::Equality if self.spelled(at?).starts_with(b"!") => Operator::NotEqual,
            T::Equality => Operator::Equal,
            _ => return None,
        })
    }

    /// True where an expression can begin (`before`) or end.
    fn is_border(&self, at: Option<usize>, before: bool) -> bool {
        let bracket = if before { T::LeftParen } else { T::RightParen };
        match self.kind(at) {
            None | Some(T::AndAnd | T::OrOr) => true,
            Some(kind) => kind == bracket || before && kind == T::Not,
        }
    }

    /// The test at the macro's name.
    fn test(&self, at: usize, by_name: bool) -> Test {
        let (first, last, question) = self.question(at, by_name);
        let before = first.checked_sub(1);
        let alone = match (self.kind(before), self.kind(Some(last + 1))) {
            (None, None) => true,
            // What stands behind the name of a macro is a list of arguments.
            (Some(T::LeftParen), Some(T::RightParen)) => {
                self.kind(before.and_then(|b| b.checked_sub(1))) != Some(T::Identifier)
            }
            _ => false,
        };
        let span = |at: usize| self.file.tree.tokens.span(self.tokens[at] as usize);
        Test {
            token: self.tokens[at],
            span: span(first).join(span(last)),
            question,
            alone,
            directive: 0,
        }
    }

    /// First and last token of the test, and what it asks.
    fn question(&self, at: usize, by_name: bool) -> (usize, usize, Question) {
        if by_name {
            return (at, at, Question::Defined);
        }
        let before = at.checked_sub(1);
        let is_defined = |at: Option<usize>| {
            at.is_some_and(|a| {
                self.kind(at) == Some(T::Identifier) && self.spelled(a) == b"defined"
            })
        };
        if is_defined(before) {
            return (at - 1, at, Question::Defined);
        }
        if self.kind(before) == Some(T::LeftParen) && is_defined(at.checked_sub(2)) {
            let closes = self.kind(Some(at + 1)) == Some(T::RightParen);
            return (at - 2, at + usize::from(closes), Question::Defined);
        }
        let number = |at: usize| self.tokens.get(at).and_then(|&t| number(self.file, t));
        if let Some(operator) = self.operator(Some(at + 1)) {
            let whole = self.is_border(before, true) && self.is_border(Some(at + 3), false);
            if let Some(number) = number(at + 2).filter(|_| whole) {
                return (at, at + 2, Question::Compare(operator, number));
            }
        } else if let Some(operator) = self.operator(before) {
            let whole = at >= 2
                && self.is_border(at.checked_sub(3), true)
                && self.is_border(Some(at + 1), false);
            let number = at.checked_sub(2).and_then(number);
            if let Some(number) = number.filter(|_| whole) {
                return (at - 2, at, Question::Compare(turned(operator), number));
            }
        } else if self.is_border(before, true) && self.is_border(Some(at + 1), false) {
            return (at, at, Question::Value);
        }
        (at, at, Question::Unreadable)
    }
}

/// The operator with its sides exchanged.
fn turned(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessEqual => Operator::GreaterEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterEqual => Operator::LessEqual,
        Operator::Equal | Operator::NotEqual => operator,
    }
}
