//! A look over the head of a declaration: function or variable, and where the head ends.

use super::Parser;
use crate::token::TokenKind as T;
use crate::word::Word;

/// How the head of a declaration ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// `;`, or nothing more.
    End,
    /// `{`
    Brace,
    /// `=`
    Equal,
    /// `:` of a constructor's initialisers
    Colon,
    /// A complete macro invocation, or words that belong to no declaration
    Macro,
}

/// What a look over the head of a declaration found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    /// Where the look ended.
    pub(super) at: u32,
    pub(super) stop: Stop,
    /// Name and parenthesis of the function, if one is declared.
    pub(super) function: Option<(u32, u32)>,
}

impl Parser<'_> {
    /// `= default`, `= delete`, `= 0` behind a function.
    pub(super) fn is_defaulted(&self, equal: u32) -> bool {
        matches!(self.word(equal + 1), Word::Default | Word::Delete)
            || self.kind(equal + 1) == T::Number && self.kind(equal + 2) == T::Semicolon
    }

    /// `T name(...);`: true if the list holds parameters, false if it holds arguments.
    pub(super) fn reads_as_parameters(&self, open: u32, end: u32) -> bool {
        let (close, _) = self.inside(open, end);
        let first = open + 1;
        first == close
            || self.kind(first) == T::Ellipsis
            || self.word(first).starts_declaration()
            || self.starts_declaration(first, close)
            || self.skip_name(first, close, false).is_some_and(|after| {
                let name = self.skip_pointers(after, close);
                name > after
                    || name < close && self.is_plain_name(name)
                    || after == close && self.oracle.is_type(&self.spelling(after - 1))
            })
    }

    pub(super) fn is_type_before(&self, start: u32, name: u32) -> bool {
        self.qualifier_start(name) > start
    }

    /// Where the qualified name that ends at `name` starts: `A<T>::f` starts at `A`.
    pub(super) fn qualifier_start(&self, name: u32) -> u32 {
        let mut at = name;
        if at > 0 && self.kind(at - 1) == T::Tilde {
            at -= 1;
        }
        while at >= 2 && self.kind(at - 1) == T::ColonColon {
            at -= 2;
            if self.kind(at) == T::Greater {
                let mut depth = 1;
                while at > 0 && depth > 0 {
                    at -= 1;
                    depth += match self.kind(at) {
                        T::Greater => 1,
                        T::Less => -1,
                        _ => 0,
                    };
                }
                at = at.saturating_sub(1);
            }
        }
        at
    }

    /// Looks over the head of a declaration without building nodes.
    pub(super) fn look(&self, end: u32) -> Head {
        let start = self.at;
        let mut at = start;
        let mut function = None;
        while at < end {
            let kind = self.kind(at);
            if function.is_some() && kind == T::Colon {
                return Head {
                    at,
                    stop: Stop::Colon,
                    function,
                };
            }
            match kind {
                T::Semicolon | T::RightBrace => {
                    return Head {
                        at,
                        stop: Stop::End,
                        function,
                    };
                }
                T::LeftBrace => {
                    return Head {
                        at,
                        stop: Stop::Brace,
                        function,
                    };
                }
                T::Equal => {
                    return Head {
                        at,
                        stop: Stop::Equal,
                        function,
                    };
                }
                T::LeftParen => {
                    let after = self.skip(at, end);
                    if let Some(name) = self.candidate(start, at, function.is_some()) {
                        if name == start && after < end && self.starts_after_macro(after) {
                            return Head {
                                at: after,
                                stop: Stop::Macro,
                                function: None,
                            };
                        }
                        function = Some((name, at));
                    }
                    at = after;
                }
                T::Less if at > start && self.kind(at - 1) == T::Identifier => {
                    at = self.template_close(at, end, false).unwrap_or(at) + 1;
                }
                T::Identifier => match self.word(at) {
                    Word::Operator => {
                        let (name, open) = self.operator_head(at, end);
                        function = Some((name, open));
                        at = self.skip(open, end);
                    }
                    word if at > start && self.starts_another_item(word, at) => {
                        return Head {
                            at,
                            stop: Stop::Macro,
                            function: None,
                        };
                    }
                    _ => at += 1,
                },
                _ => at = self.skip(at, end),
            }
        }
        Head {
            at: end,
            stop: Stop::End,
            function,
        }
    }

    /// True for a word that cannot stand inside a declaration: what is before it is a macro.
    pub(super) fn starts_another_item(&self, word: Word, at: u32) -> bool {
        match word {
            Word::Namespace
            | Word::Template
            | Word::Using
            | Word::Typedef
            | Word::Access
            | Word::StaticAssert => !matches!(self.kind(at - 1), T::ColonColon | T::Arrow),
            Word::Extern => self.kind(at + 1).is_string(),
            _ => false,
        }
    }

    /// The name of the function whose parameters open at `open`, if they do.
    pub(super) fn candidate(&self, start: u32, open: u32, have_one: bool) -> Option<u32> {
        let name = open.checked_sub(1).filter(|&n| n >= start)?;
        if !self.is_plain_name(name) {
            // `f<int>(...)`: an explicit specialisation.
            if self.kind(name) == T::Greater && !have_one {
                let start_of_name = self.qualifier_start_of_arguments(name)?;
                return self.is_plain_name(start_of_name).then_some(start_of_name);
            }
            return None;
        }
        // A macro behind the parameter list: `void f(int) GUARDED(x) {`.
        (!have_one || self.kind(name - 1) != T::RightParen).then_some(name)
    }

    pub(super) fn qualifier_start_of_arguments(&self, greater: u32) -> Option<u32> {
        let mut depth = 1;
        let mut at = greater;
        while depth > 0 {
            at = at.checked_sub(1)?;
            depth += match self.kind(at) {
                T::Greater => 1,
                T::Less => -1,
                T::Semicolon | T::LeftBrace | T::RightBrace => return None,
                _ => 0,
            };
        }
        at.checked_sub(1)
    }

    /// `MACRO(x)` at the start, and what follows cannot belong to a function of that name.
    pub(super) fn starts_after_macro(&self, after: u32) -> bool {
        match self.kind(after) {
            T::Identifier => {
                let word = self.word(after);
                !matches!(
                    word,
                    Word::Noexcept | Word::Throw | Word::Try | Word::Requires
                ) && (word != Word::None
                    || !matches!(&*self.spelling(after), b"override" | b"final"))
                    && (word != Word::DeclSpecifier || &*self.spelling(after) != b"const")
            }
            T::Hash => true,
            _ => {
                self.stream.has_directive(after - 1, after + 1) && self.kind(after) != T::LeftBrace
            }
        }
    }

    /// Name and parenthesis of an operator function.
    pub(super) fn operator_head(&self, operator: u32, end: u32) -> (u32, u32) {
        let mut at = operator + 1;
        if self.kind(at) == T::LeftParen && self.kind(at + 1) == T::RightParen {
            at += 2;
        }
        while at < end && !matches!(self.kind(at), T::LeftParen | T::Semicolon | T::LeftBrace) {
            at += 1;
        }
        (operator, at)
    }
}
