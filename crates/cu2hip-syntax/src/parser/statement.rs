//! Statements.

use super::Parser;
use crate::ast::{Flags, NodeId, NodeKind as N, Role};
use crate::oracle::MacroShape;
use crate::token::TokenKind as T;
use crate::word::Word;

impl Parser<'_> {
    /// Parses statements up to `end`.
    pub(super) fn statements(&mut self, end: u32) {
        while self.at < end {
            let before = self.at;
            self.nested(end, |p| p.statement(end));
            if self.at == before {
                self.at += 1;
            }
        }
    }

    /// Parses `{ ... }`.
    pub(super) fn compound(&mut self, end: u32, role: Role) -> NodeId {
        let (start, mark) = (self.at, self.mark());
        let (close, after) = self.inside(start, end);
        self.at = start + 1;
        self.nested(close, |p| p.statements(close));
        self.at = after;
        self.add(N::Compound, role, start, mark)
    }

    /// Parses one statement up to `end`.
    pub(super) fn statement(&mut self, end: u32) {
        let start = self.at;
        match self.kind(start) {
            T::LeftBrace => {
                self.compound(end, Role::Element);
                return;
            }
            T::Semicolon => return self.jump(end),
            T::RightBrace | T::RightParen | T::RightBracket => {
                self.at += 1;
                return;
            }
            _ => {}
        }
        match self.word(start) {
            Word::If => self.if_statement(end),
            Word::Else => {
                // Its `if` is in another branch of a conditional.
                self.at += 1;
            }
            Word::For => self.for_statement(end),
            Word::While | Word::Switch => self.while_statement(end),
            Word::Do => self.do_statement(end),
            Word::Return => {
                let mark = self.mark();
                self.at += 1;
                if !self.is(T::Semicolon, end) {
                    self.expression(end, Role::Right);
                }
                self.finish_statement(N::Return, end, start, mark);
            }
            Word::Case => self.case(end),
            Word::Default | Word::Break | Word::Continue | Word::Goto => self.jump(end),
            Word::Try => {
                let mark = self.mark();
                self.at += 1;
                self.body(end, Role::Body);
                self.add(N::Try, Role::Element, start, mark);
            }
            Word::Catch => {
                let mark = self.mark();
                self.at += 1;
                if self.is(T::LeftParen, end) {
                    self.parameters(end);
                }
                self.body(end, Role::Body);
                self.add(N::Catch, Role::Element, start, mark);
            }
            Word::Asm => {
                self.asm(end, Role::Element);
                if self.is(T::Semicolon, end) {
                    self.at += 1;
                }
            }
            Word::Namespace
            | Word::Using
            | Word::Typedef
            | Word::Template
            | Word::StaticAssert
            | Word::Friend
            | Word::Access
            | Word::Global => self.item(end),
            Word::Class | Word::Enum if self.defines_type(end) => self.item(end),
            Word::Extern if self.kind(start + 1).is_string() => self.item(end),
            Word::Device | Word::Host if self.heads_function(end) => self.item(end),
            _ => self.simple_statement(end),
        }
    }

    fn simple_statement(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        if let MacroShape::FunctionOpener(_) = self.stream.class(start).shape {
            return self.opened_function(end);
        }
        if self.is_plain_name(start)
            && start + 1 < end
            && self.kind(start + 1) == T::Colon
            && self.kind(start + 2) != T::Colon
        {
            self.at += 2;
            self.add(N::Jump, Role::Element, start, mark);
            return;
        }
        if self.starts_declaration(start, end) {
            return self.declaration(end);
        }
        if !self.starts_operand(start) {
            return;
        }
        self.expression(end, Role::Right);
        self.finish_statement(N::ExpressionStatement, end, start, mark);
    }

    /// Ends a statement at its `;`, or where the next one starts without.
    fn finish_statement(&mut self, kind: N, end: u32, start: u32, mark: usize) {
        if self.at < end && !self.is(T::Semicolon, end) && self.at > start {
            let ended = matches!(
                self.kind(self.at),
                T::Identifier | T::RightBrace | T::LeftBrace | T::Number | T::Hash | T::HashHash
            ) || self.stream.has_directive(self.at - 1, self.at + 1);
            if !ended || self.kind(self.at) == T::HashHash || self.kind(self.at) == T::Number {
                let stop = self.statement_end(end);
                self.opaque_to(stop, Role::Element);
            }
        }
        if self.is(T::Semicolon, end) {
            self.at += 1;
        }
        self.add(kind, Role::Element, start, mark);
    }

    /// Position of the next `;` or closing brace outside of brackets.
    pub(super) fn statement_end(&self, end: u32) -> u32 {
        let mut at = self.at;
        while at < end && !matches!(self.kind(at), T::Semicolon | T::RightBrace) {
            at = self.skip(at, end);
        }
        at.min(end)
    }

    fn jump(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        let is_default = self.word(start) == Word::Default;
        while self.at < end {
            self.at += 1;
            let last = self.kind(self.at - 1);
            if last == T::Semicolon || is_default && last == T::Colon {
                break;
            }
            if self.at < end && matches!(self.kind(self.at), T::LeftBrace | T::RightBrace) {
                break;
            }
        }
        self.add(N::Jump, Role::Element, start, mark);
    }

    fn case(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        self.nested(end, |p| p.assignment(end, Role::Condition));
        if self.is(T::Ellipsis, end) {
            self.at += 1;
            self.assignment(end, Role::Condition);
        }
        if self.is(T::Colon, end) {
            self.at += 1;
        }
        self.add(N::Case, Role::Element, start, mark);
    }

    /// Parses one statement as the body of something.
    fn body(&mut self, end: u32, role: Role) {
        let mark = self.mark();
        self.nested(end, |p| p.statement(end));
        if let Some(&id) = self.pending.get(mark) {
            self.node_mut(id).role = role;
        }
    }

    /// Parses `(condition)`, which may declare a variable.
    fn condition(&mut self, end: u32) {
        if !self.is(T::LeftParen, end) {
            return;
        }
        let (close, after) = self.inside(self.at, end);
        self.at += 1;
        let declares = self.starts_declaration(self.at, close)
            && (self.at..close).any(|p| matches!(self.kind(p), T::Equal | T::Semicolon));
        if declares {
            self.declaration(close);
        }
        if self.at < close {
            self.expression(close, Role::Condition);
            if self.is(T::Semicolon, close) {
                self.at += 1;
                self.expression(close, Role::Condition);
            }
            self.opaque_to(close, Role::Condition);
        }
        self.at = after;
    }

    /// Parses `if` with its chain of `else if`, without recursion along the chain.
    fn if_statement(&mut self, end: u32) {
        let mut open: Vec<(u32, usize)> = Vec::new();
        loop {
            open.push((self.at, self.mark()));
            self.at += 1;
            if self.is_word(Word::DeclSpecifier, end) || self.is(T::Not, end) {
                self.at += 1;
            }
            self.condition(end);
            self.body(end, Role::Body);
            if !self.is_word(Word::Else, end) {
                break;
            }
            self.at += 1;
            if !self.is_word(Word::If, end) {
                self.body(end, Role::Else);
                break;
            }
        }
        for (index, (start, mark)) in open.into_iter().enumerate().rev() {
            let role = if index == 0 {
                Role::Element
            } else {
                Role::Else
            };
            self.add(N::If, role, start, mark);
        }
    }

    fn for_statement(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        let mut kind = N::For;
        if self.is(T::LeftParen, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            let mut semicolon = self.at;
            while semicolon < close && self.kind(semicolon) != T::Semicolon {
                semicolon = self.skip(semicolon, close);
            }
            if semicolon >= close {
                kind = N::RangeFor;
                self.range_header(close);
            } else {
                self.for_header(close);
            }
            self.opaque_to(close, Role::Condition);
            self.at = after;
        }
        self.body(end, Role::Body);
        self.add(kind, Role::Element, start, mark);
    }

    fn for_header(&mut self, close: u32) {
        if self.starts_declaration(self.at, close) {
            self.declaration(close);
        } else {
            if !self.is(T::Semicolon, close) {
                self.expression(close, Role::Initializer);
            }
            if self.is(T::Semicolon, close) {
                self.at += 1;
            }
        }
        if !self.is(T::Semicolon, close) {
            self.expression(close, Role::Condition);
        }
        if self.is(T::Semicolon, close) {
            self.at += 1;
        }
        if self.at < close {
            self.expression(close, Role::Step);
        }
    }

    fn range_header(&mut self, close: u32) {
        if self.starts_declaration(self.at, close) {
            let (start, mark) = (self.at, self.mark());
            self.type_node(close, Role::Type);
            self.declarator(close, Flags::default());
            self.add(N::Declaration, Role::Element, start, mark);
        }
        if self.is(T::Colon, close) {
            self.at += 1;
        }
        self.expression(close, Role::Condition);
    }

    fn while_statement(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        let kind = if self.word(start) == Word::Switch {
            N::Switch
        } else {
            N::While
        };
        self.at += 1;
        self.condition(end);
        self.body(end, Role::Body);
        self.add(kind, Role::Element, start, mark);
    }

    fn do_statement(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        self.body(end, Role::Body);
        if self.is_word(Word::While, end) {
            self.at += 1;
            self.condition(end);
        }
        if self.is(T::Semicolon, end) {
            self.at += 1;
        }
        self.add(N::DoWhile, Role::Element, start, mark);
    }

    /// Parses `asm volatile ("..." : outputs : inputs : clobbers)`. Operands are arguments whose
    /// expression stands in parentheses after the constraint.
    pub(super) fn asm(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        while self.at < end && self.kind(self.at) == T::Identifier {
            self.at += 1;
        }
        if self.is(T::LeftParen, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.opaque_to(close, Role::Element);
            self.at = after;
        }
        self.add(N::Asm, role, start, mark);
    }
}
