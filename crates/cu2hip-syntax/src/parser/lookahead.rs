//! Questions about the tokens ahead, answered without building nodes.

use super::Parser;
use crate::stream::NONE;
use crate::token::TokenKind as T;
use crate::word::Word;

/// Most tokens that are looked at to find the `>` of a `<`.
const TEMPLATE_WINDOW: u32 = 600;
/// Deepest nesting of template argument lists.
const MAX_TEMPLATE_DEPTH: u32 = 40;

impl Parser<'_> {
    /// The position of the `>` that closes the template argument list opened at `open`, if what
    /// stands between can be one. A `strict` look takes `a < b && c > d` for comparisons.
    pub(super) fn template_close(&self, open: u32, end: u32, strict: bool) -> Option<u32> {
        let limit = end.min(open.saturating_add(TEMPLATE_WINDOW));
        let mut depth = 1u32;
        let mut at = open + 1;
        while at < limit {
            match self.kind(at) {
                T::Less if depth == MAX_TEMPLATE_DEPTH => return None,
                T::Less => depth += 1,
                T::Greater => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                T::LeftParen | T::LeftBracket | T::LeftBrace => {
                    let partner = self.stream.partner(at);
                    if partner == NONE || partner <= at || partner >= end {
                        return None;
                    }
                    at = partner;
                }
                T::AndAnd | T::OrOr if strict && depth == 1 && !self.is_reference(at) => {
                    return None;
                }
                T::Semicolon
                | T::RightParen
                | T::RightBracket
                | T::RightBrace
                | T::LaunchOpen
                | T::AssignOperator
                | T::Increment => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// `A<T&&>` and `A<x && y>` both have `&&`; that of a reference ends a type.
    fn is_reference(&self, at: u32) -> bool {
        self.kind(at) == T::AndAnd
            && matches!(
                self.kind(at + 1),
                T::Comma | T::Greater | T::Ellipsis | T::RightParen
            )
    }

    /// Inside an expression: the closing `>` if the `<` at `open` starts template arguments.
    pub(super) fn template_in_expression(&self, open: u32, end: u32, member: bool) -> Option<u32> {
        if self.plain_less {
            return None;
        }
        let close = self.template_close(open, end, true)?;
        let next = close + 1;
        let fits = if next >= end {
            !member
        } else {
            match self.kind(next) {
                T::LeftParen | T::LaunchOpen => true,
                T::ShiftLeft => self.kind(next + 1) == T::Less,
                T::ColonColon
                | T::LeftBrace
                | T::RightParen
                | T::Comma
                | T::Semicolon
                | T::RightBracket
                | T::Greater
                | T::Ellipsis
                | T::RightBrace
                | T::AndAnd
                | T::OrOr
                | T::Question
                | T::Colon => !member,
                _ => false,
            }
        };
        fits.then_some(close)
    }

    /// The position after the qualified name at `position`, template arguments included; `None`
    /// if no name stands there.
    pub(super) fn skip_name(&self, position: u32, end: u32, strict: bool) -> Option<u32> {
        let mut at = position;
        if at < end && self.kind(at) == T::ColonColon {
            at += 1;
        }
        loop {
            if at < end && self.word(at) == Word::Template {
                at += 1;
            }
            if at >= end || !self.is_plain_name(at) {
                return None;
            }
            at += 1;
            if at < end
                && self.kind(at) == T::Less
                && let Some(close) = self.template_close(at, end, strict)
            {
                at = close + 1;
            }
            if at + 1 < end && self.kind(at) == T::ColonColon && self.kind(at + 1) != T::Star {
                at += 1;
            } else {
                return Some(at);
            }
        }
    }

    /// The position after pointer and reference operators and their qualifiers.
    pub(super) fn skip_pointers(&self, position: u32, end: u32) -> u32 {
        let mut at = position;
        while at < end
            && (matches!(self.kind(at), T::Star | T::Ampersand | T::AndAnd)
                || matches!(
                    self.word(at),
                    Word::DeclSpecifier | Word::Restrict | Word::CudaAttribute
                ))
        {
            at += 1;
        }
        at
    }

    /// True if a declaration of variables starts here.
    pub(super) fn starts_declaration(&self, position: u32, end: u32) -> bool {
        let word = self.word(position);
        if word == Word::BuiltinType {
            return !matches!(self.kind(position + 1), T::LeftParen | T::LeftBrace);
        }
        if word.starts_declaration() {
            return true;
        }
        let Some(after) = self.skip_name(position, end, true) else {
            return false;
        };
        let name = self.skip_pointers(after, end);
        if name >= end || self.kind(name) != T::Identifier {
            // `auto [a, b] = ...` starts with a word; `T (*p)(int)` is rare enough.
            return false;
        }
        if self.word(name).starts_declaration() {
            return name == after;
        }
        if self.word(name) != Word::None {
            return false;
        }
        let next = self.skip_name(name, end, true).unwrap_or(name + 1);
        if next >= end {
            return true;
        }
        match self.kind(next) {
            T::Semicolon | T::Equal | T::Comma | T::LeftBracket | T::LeftBrace => true,
            T::LeftParen => name == after || self.kind(after) == T::Star,
            T::Colon => self.kind(next + 1) != T::Colon,
            // `MACRO Type name`
            T::Identifier => name == after,
            T::Star | T::Ampersand => name == after && self.is_plain_name(next + 1),
            _ => false,
        }
    }

    /// True if an operand of an expression can start here.
    pub(super) fn starts_operand(&self, position: u32) -> bool {
        match self.kind(position) {
            T::Identifier => !matches!(
                self.word(position),
                Word::If
                    | Word::Else
                    | Word::For
                    | Word::While
                    | Word::Do
                    | Word::Switch
                    | Word::Case
                    | Word::Default
                    | Word::Return
                    | Word::Break
                    | Word::Continue
                    | Word::Goto
                    | Word::Try
                    | Word::Catch
                    | Word::Using
                    | Word::Typedef
                    | Word::Namespace
                    | Word::StaticAssert
                    | Word::Access
            ),
            T::Number
            | T::String
            | T::RawString
            | T::Character
            | T::Unterminated
            | T::LeftParen
            | T::LeftBracket
            | T::LeftBrace
            | T::Not
            | T::Tilde
            | T::Plus
            | T::Minus
            | T::Star
            | T::Ampersand
            | T::AndAnd
            | T::Increment
            | T::ColonColon => true,
            _ => false,
        }
    }

    /// True if the parenthesis at `open` is that of a C-style cast.
    pub(super) fn is_cast(&self, open: u32, end: u32) -> bool {
        let close = self.stream.partner(open);
        if close == NONE || close <= open + 1 || close + 1 >= end {
            return false;
        }
        let next = close + 1;
        let operand = self.kind(next);
        let first = self.word(open + 1);
        let certain = first.starts_declaration() && first != Word::Extern || {
            let Some(after) = self.skip_name(open + 1, close, false) else {
                return false;
            };
            let pointers = self.skip_pointers(after, close);
            if pointers != close {
                return false;
            }
            pointers > after || self.oracle.is_type(&self.spelling(after - 1))
        };
        if operand == T::Identifier {
            return matches!(
                self.word(next),
                Word::None
                    | Word::Value
                    | Word::Sizeof
                    | Word::NamedCast
                    | Word::New
                    | Word::BuiltinType
                    | Word::Typename
            );
        }
        match operand {
            T::Number | T::String | T::RawString | T::Character | T::Tilde | T::Not => true,
            T::LeftParen | T::LeftBrace | T::ColonColon => {
                certain || self.oracle.arity(&self.spelling(close - 1)).is_none()
            }
            T::Minus | T::Plus | T::Star | T::Ampersand | T::Increment | T::LeftBracket => {
                certain || self.spelling(close - 1).ends_with(b"_t")
            }
            _ => false,
        }
    }
}
