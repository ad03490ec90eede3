//! Types, declarators and parameters.

use super::Parser;
use crate::ast::{Flags, NodeKind as N, Role};
use crate::oracle::MacroShape;
use crate::token::TokenKind as T;
use crate::word::Word;

impl Parser<'_> {
    /// Parses a declaration of variables, with its `;`.
    pub(super) fn declaration(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.type_node(end, Role::Type);
        let flags = self.specifier_flags(start, self.at);
        loop {
            let before = self.at;
            self.declarator(end, flags);
            if self.is(T::Comma, end) {
                self.at += 1;
            } else if !self.is(T::Semicolon, end) && self.at < end && self.at > before {
                // Attributes or macros behind a declarator.
                if self.kind(self.at) != T::Identifier
                    || self.stream.has_directive(self.at - 1, self.at + 1)
                {
                    break;
                }
                self.at += 1;
            } else {
                break;
            }
        }
        if self.at < end && !self.is(T::Semicolon, end) && self.kind(self.at) != T::RightBrace {
            let stop = self.statement_end(end);
            self.opaque_to(stop, Role::Element);
        }
        if self.is(T::Semicolon, end) {
            self.at += 1;
        }
        let id = self.add(N::Declaration, Role::Element, start, mark);
        self.node_mut(id).flags = flags;
    }

    /// Parses specifiers and a type, without pointer operators, into one node.
    pub(super) fn type_node(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        let mut named = false;
        while self.at < end {
            match self.word(self.at) {
                Word::BuiltinType => {
                    named = true;
                    self.at += 1;
                }
                Word::Class | Word::Enum | Word::Typename => {
                    self.at += 1;
                    if self.is_word(Word::Class, end) {
                        self.at += 1;
                    }
                    self.name(end, Role::Element, true);
                    named = true;
                }
                Word::Decltype | Word::Attribute | Word::LaunchBounds | Word::Noexcept => {
                    named |= self.word(self.at) == Word::Decltype;
                    self.at += 1;
                    if self.is(T::LeftParen, end) {
                        let (close, after) = self.inside(self.at, end);
                        self.at += 1;
                        self.opaque_to(close, Role::Element);
                        self.at = after;
                    }
                }
                Word::None
                    if self.kind(self.at) == T::ColonColon || self.is_plain_name(self.at) =>
                {
                    if named {
                        break;
                    }
                    if self.is_specifier_macro(end) {
                        self.at = self.skip_macro(end);
                        continue;
                    }
                    self.name(end, Role::Element, true);
                    named = true;
                }
                word if word.starts_declaration() || word == Word::Friend => self.at += 1,
                Word::None if self.kind(self.at) == T::LeftBracket && self.at == start => {
                    // `[[attribute]]`
                    self.at = self.skip(self.at, end);
                }
                _ => break,
            }
        }
        if self.at > start {
            let flags = self.specifier_flags(start, self.at);
            let id = self.add(N::Type, role, start, mark);
            self.node_mut(id).flags = flags;
        }
    }

    /// A macro in front of a type: known to be one, or a name with a whole `type name` behind it.
    fn is_specifier_macro(&self, end: u32) -> bool {
        if matches!(self.stream.class(self.at).shape, MacroShape::Specifiers(_)) {
            return true;
        }
        let next = self.skip_macro(end);
        if next + 1 >= end || self.kind(self.at + 1) == T::ColonColon {
            return false;
        }
        if self.kind(self.at + 1) == T::Less {
            return false;
        }
        // `MACRO int x`, `MACRO T x`, `MACRO T* x`: two names must follow.
        match self.word(next) {
            Word::BuiltinType | Word::Class | Word::Enum | Word::Typename => true,
            Word::None if self.is_plain_name(next) => {
                let Some(after) = self.skip_name(next, end, false) else {
                    return false;
                };
                let name = self.skip_pointers(after, end);
                name < end && self.is_plain_name(name) && next == self.at + 1
            }
            _ => false,
        }
    }

    fn skip_macro(&self, end: u32) -> u32 {
        let next = self.at + 1;
        if next < end && self.kind(next) == T::LeftParen {
            self.skip(next, end)
        } else {
            next
        }
    }

    /// Parses a type with its pointer operators up to `end`, as one node.
    pub(super) fn type_up_to(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.type_node(end, Role::Type);
        self.opaque_to(end, Role::Element);
        self.at = end;
        self.add(N::Type, Role::Type, start, mark);
    }

    /// Parses one declarator with its initialiser.
    pub(super) fn declarator(&mut self, end: u32, specifiers: Flags) {
        let (start, mark) = (self.at, self.mark());
        let mut flags = specifiers;
        let name = self.declarator_name(end, &mut flags);
        while self.is(T::LeftBracket, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.expression(close, Role::Bound);
            self.opaque_to(close, Role::Bound);
            self.at = after;
            flags = flags.with(Flags::ARRAY);
        }
        match self.kind(self.at) {
            T::Equal if self.at < end => {
                self.at += 1;
                self.nested(end, |p| p.assignment(end, Role::Initializer));
            }
            T::LeftParen if self.at < end => self.arguments(end),
            T::LeftBrace if self.at < end => self.initializer_list(end, Role::Initializer),
            T::Colon if self.at + 1 < end && self.kind(self.at + 1) == T::Number => {
                self.at += 1;
                self.assignment(end, Role::Bound);
            }
            _ => {}
        }
        if self.at > start {
            let id = self.add(N::Variable, Role::Element, start, mark);
            let node = self.node_mut(id);
            node.name = name;
            node.flags = flags;
        }
    }

    /// Reads pointer operators and the declared name.
    fn declarator_name(&mut self, end: u32, flags: &mut Flags) -> Option<u32> {
        loop {
            match self.kind(self.at) {
                _ if self.at >= end => return None,
                T::Star => *flags = flags.with(Flags::POINTER),
                T::Ampersand | T::AndAnd => *flags = flags.with(Flags::REFERENCE),
                T::Ellipsis => {}
                T::LeftBracket if self.at + 1 < end => {
                    // A structured binding.
                    self.at = self.skip(self.at, end);
                    return None;
                }
                T::LeftParen if matches!(self.kind(self.at + 1), T::Star | T::Ampersand) => {
                    // A pointer to a function or an array.
                    let (close, after) = self.inside(self.at, end);
                    let name = (self.at..close).find(|&p| self.is_plain_name(p));
                    self.at = after;
                    *flags = flags.with(Flags::POINTER);
                    if self.is(T::LeftParen, end) {
                        self.parameters(end);
                    }
                    return name;
                }
                T::Identifier => match self.word(self.at) {
                    Word::DeclSpecifier
                    | Word::Restrict
                    | Word::CudaAttribute
                    | Word::BuiltinType
                    | Word::Constant
                    | Word::Device
                    | Word::Shared => {}
                    Word::Attribute | Word::LaunchBounds => {
                        self.at += 1;
                        self.at = self.skip(self.at, end);
                        continue;
                    }
                    Word::None => {
                        let mut name = self.at;
                        self.at += 1;
                        while self.is(T::ColonColon, end) && self.is_plain_name(self.at + 1) {
                            name = self.at + 1;
                            self.at += 2;
                        }
                        // `T MACRO name`
                        if self.at < end
                            && self.is_plain_name(self.at)
                            && !self.stream.has_directive(self.at - 1, self.at + 1)
                        {
                            continue;
                        }
                        return Some(name);
                    }
                    _ => return None,
                },
                _ => return None,
            }
            self.at += 1;
        }
    }

    /// Parses `(parameters)`; each becomes a pending [`N::Parameter`] node.
    pub(super) fn parameters(&mut self, end: u32) {
        let (close, after) = self.inside(self.at, end);
        self.at += 1;
        while self.at < close {
            let (start, mark) = (self.at, self.mark());
            self.nested(close, |p| {
                p.type_node(close, Role::Type);
                let flags = p.specifier_flags(start, p.at);
                p.parameter_declarator(close, flags, start, mark);
            });
            if self.is(T::Comma, close) || self.at == start {
                self.at += 1;
            }
        }
        self.at = after;
    }

    fn parameter_declarator(&mut self, close: u32, specifiers: Flags, start: u32, mark: usize) {
        let mut flags = specifiers;
        let name = self.declarator_name(close, &mut flags);
        while self.is(T::LeftBracket, close) {
            self.at = self.skip(self.at, close);
            flags = flags.with(Flags::ARRAY);
        }
        if self.is(T::Equal, close) {
            self.at += 1;
            self.assignment(close, Role::Initializer);
        }
        let mut stop = self.at;
        while stop < close && self.kind(stop) != T::Comma {
            stop = self.skip(stop, close);
        }
        let stop = stop.min(close);
        self.opaque_to(stop, Role::Element);
        self.at = self.at.max(stop);
        let id = self.add(N::Parameter, Role::Parameter, start, mark);
        let node = self.node_mut(id);
        node.name = name;
        node.flags = flags;
    }
}
