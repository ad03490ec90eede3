//! Operands of expressions: literals, names, casts by name, initialiser lists, lambdas.

use super::Parser;
use crate::ast::{Flags, NodeKind as N, Role};
use crate::token::TokenKind as T;
use crate::word::Word;

impl Parser<'_> {
    pub(super) fn primary(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        match (self.kind(start), self.word(start)) {
            (T::LeftParen, _) => {
                let (close, after) = self.inside(start, end);
                self.at += 1;
                if self.is(T::LeftBrace, close) {
                    // A statement expression of GNU C.
                    self.nested(close, |p| p.statement(close));
                } else {
                    self.nested(close, |p| p.expression(close, Role::Right));
                }
                self.opaque_to(close, Role::Element);
                self.at = after;
                self.add(N::Paren, role, start, mark);
            }
            (T::LeftBrace, _) => self.initializer_list(end, role),
            (T::LeftBracket, _) => self.lambda(end, role),
            (T::Number | T::Character | T::Unterminated, _) | (_, Word::Value) => {
                self.at += 1;
                self.add(N::Literal, role, start, mark);
            }
            (T::String | T::RawString, _) => {
                while self.at < end && self.kind(self.at).is_string() {
                    self.at += 1;
                }
                self.add(N::Literal, role, start, mark);
            }
            (_, Word::NamedCast) => self.named_cast(end, role),
            (_, Word::Asm) => self.asm(end, role),
            (_, Word::BuiltinType | Word::Typename | Word::Decltype) => {
                self.type_node(end, Role::Type);
                if self.is(T::LeftParen, end) {
                    self.arguments(end);
                    self.add(N::Construct, role, start, mark);
                } else if self.is(T::LeftBrace, end) {
                    self.initializer_list(end, Role::Initializer);
                    self.add(N::Construct, role, start, mark);
                }
            }
            (T::Identifier | T::ColonColon, _) => self.name_expression(end, role),
            _ => {}
        }
    }

    pub(super) fn named_cast(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        if self.is(T::Less, end)
            && let Some(close) = self.template_close(self.at, end, false)
        {
            self.template_arguments(close);
        }
        if self.is(T::LeftParen, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.nested(close, |p| p.expression(close, Role::Right));
            self.opaque_to(close, Role::Element);
            self.at = after;
        }
        let id = self.add(N::NamedCast, role, start, mark);
        self.node_mut(id).name = Some(start);
    }

    /// Parses a name and, where it constructs an object, its braces.
    pub(super) fn name_expression(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.name(end, role, false);
        let constructs = start > 0
            && (self.word(start - 1) == Word::Return
                || matches!(
                    self.kind(start - 1),
                    T::Equal
                        | T::LeftParen
                        | T::Comma
                        | T::LeftBrace
                        | T::LeftBracket
                        | T::Question
                        | T::Plus
                        | T::Minus
                        | T::Star
                        | T::ShiftLeft
                ));
        if constructs && self.is(T::LeftBrace, end) {
            self.set_role(mark, Role::Type);
            self.initializer_list(end, Role::Initializer);
            self.add(N::Construct, role, start, mark);
        }
    }

    /// Parses a qualified name; in a type context every `<` opens template arguments.
    pub(super) fn name(&mut self, end: u32, role: Role, in_type: bool) {
        let (start, mark) = (self.at, self.mark());
        let mut last = None;
        if self.is(T::ColonColon, end) {
            self.at += 1;
        }
        loop {
            if self.is_word(Word::Template, end) {
                self.at += 1;
            }
            if self.is(T::Tilde, end) && last.is_some() {
                self.at += 1;
            }
            if self.at >= end || self.kind(self.at) != T::Identifier {
                break;
            }
            last = Some(self.at);
            let is_operator = self.word(self.at) == Word::Operator;
            self.at += 1;
            if is_operator {
                while self.at < end
                    && !matches!(self.kind(self.at), T::LeftParen | T::Semicolon | T::Comma)
                {
                    self.at += 1;
                }
                break;
            }
            if self.is(T::Less, end) {
                let close = if in_type {
                    self.template_close(self.at, end, false)
                } else {
                    self.template_in_expression(self.at, end, false)
                };
                if let Some(close) = close {
                    self.template_arguments(close);
                }
            }
            if self.is(T::ColonColon, end) && self.at + 1 < end {
                self.at += 1;
            } else {
                break;
            }
        }
        self.at = self.at.max(start + 1);
        let id = self.add(N::Name, role, start, mark);
        self.node_mut(id).name = last;
    }

    pub(super) fn initializer_list(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        let (close, after) = self.inside(start, end);
        self.at += 1;
        self.nested(close, |p| {
            while p.at < close {
                if p.is(T::Dot, close) {
                    // A designated initialiser: `.name = value`.
                    p.at += 2;
                    if p.is(T::Equal, close) {
                        p.at += 1;
                    }
                }
                p.argument_list(close, Role::Element);
            }
        });
        self.at = after;
        self.add(N::InitializerList, role, start, mark);
    }

    pub(super) fn lambda(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.at = self.skip(start, end);
        if self.is(T::Less, end)
            && let Some(close) = self.template_close(self.at, end, false)
        {
            self.at = close + 1;
        }
        let head = self.at;
        let mut flags = self.lambda_specifiers(end);
        if self.is(T::LeftParen, end) {
            self.parameters(end);
            flags = flags.with(self.lambda_specifiers(end));
            if self.is(T::Arrow, end) {
                self.at += 1;
                self.type_node(end, Role::Type);
            }
        }
        if self.is(T::LeftBrace, end) {
            self.compound(end, Role::Body);
        } else if self.at == head && self.at == start {
            self.at = start + 1;
        }
        let id = self.add(N::Lambda, role, start, mark);
        self.node_mut(id).flags = flags;
    }

    pub(super) fn lambda_specifiers(&mut self, end: u32) -> Flags {
        let start = self.at;
        while self.at < end
            && self.kind(self.at) == T::Identifier
            && self.word(self.at) != Word::BuiltinType
        {
            self.at += 1;
            let takes_list = matches!(
                self.word(self.at - 1),
                Word::Attribute | Word::Noexcept | Word::LaunchBounds
            );
            if takes_list && self.is(T::LeftParen, end) {
                self.at = self.skip(self.at, end);
            }
        }
        self.specifier_flags(start, self.at)
    }
}
