//! What stands outside of functions: namespaces, classes, functions, variables.

use super::Parser;
use super::head::{Head, Stop};
use crate::ast::{Flags, NodeKind as N, Role};
use crate::oracle::MacroShape;
use crate::stream::NONE;
use crate::token::TokenKind as T;
use crate::word::Word;

impl Parser<'_> {
    /// Parses items up to `end`.
    pub(super) fn items(&mut self, end: u32) {
        while self.at < end {
            let before = self.at;
            self.nested(end, |p| p.item(end));
            if self.at == before {
                self.at += 1;
            }
        }
    }

    /// Parses one item up to `end`.
    pub(super) fn item(&mut self, end: u32) {
        let start = self.at;
        match self.kind(start) {
            T::Semicolon | T::RightBrace | T::RightParen | T::RightBracket => {
                self.at += 1;
                return;
            }
            T::LeftBrace => {
                // The head of this block is in a macro or another branch.
                self.compound(end, Role::Element);
                return;
            }
            _ => {}
        }
        match self.word(start) {
            Word::Namespace => self.namespace(end),
            Word::DeclSpecifier if self.word(start + 1) == Word::Namespace => {
                self.at += 1;
                self.namespace(end);
            }
            Word::Extern if self.kind(start + 1).is_string() => self.linkage(end),
            Word::Template => self.template(end),
            Word::Using => self.using(end),
            Word::Typedef => self.typedef(end),
            Word::StaticAssert => self.static_assert(end),
            Word::Access => {
                self.at += 1;
                if self.is(T::Colon, end) {
                    self.at += 1;
                }
            }
            Word::Class if self.defines_type(end) => self.class(end),
            Word::Enum if self.defines_type(end) => self.enumeration(end),
            Word::Asm => self.asm(end, Role::Element),
            _ => self.function_or_variable(end),
        }
    }

    fn namespace(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        while self.is(T::LeftBracket, end) {
            self.at = self.skip(self.at, end);
        }
        let name = Some(self.at).filter(|&p| p < end && self.is_plain_name(p));
        if name.is_some() && self.kind(self.at + 1) == T::Equal {
            self.at += 2;
            self.name(end, Role::Right, true);
            if self.is(T::Semicolon, end) {
                self.at += 1;
            }
            let id = self.add(N::NamespaceAlias, Role::Element, start, mark);
            self.node_mut(id).name = name;
            return;
        }
        while self.at < end
            && matches!(
                self.kind(self.at),
                T::Identifier | T::ColonColon | T::LeftParen
            )
        {
            self.at = self.skip(self.at, end);
        }
        if self.is(T::LeftBrace, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.nested(close, |p| p.items(close));
            self.at = after;
        }
        let id = self.add(N::Namespace, Role::Element, start, mark);
        self.node_mut(id).name = name;
    }

    fn linkage(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 2;
        if self.is(T::LeftBrace, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.nested(close, |p| p.items(close));
            self.at = after;
        } else if self.at < end {
            self.nested(end, |p| p.item(end));
        }
        self.add(N::Linkage, Role::Element, start, mark);
    }

    fn template(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        if self.is(T::Less, end) {
            self.at = self
                .template_close(self.at, end, false)
                .map_or(self.at, |c| c)
                + 1;
        }
        if self.is_word(Word::Requires, end) {
            self.at += 1;
            self.nested(end, |p| p.assignment(end, Role::Condition));
        }
        if self.is_word(Word::Concept, end) {
            let stop = self.statement_end(end);
            self.opaque_to(stop, Role::Element);
        } else if self.at < end {
            self.nested(end, |p| p.item(end));
        }
        self.add(N::Template, Role::Element, start, mark);
    }

    fn using(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        let (mut kind, mut name) = (N::UsingDeclaration, None);
        if self.is_word(Word::Namespace, end) {
            kind = N::UsingDirective;
            self.at += 1;
        } else if self.at + 1 < end && self.kind(self.at + 1) == T::Equal {
            kind = N::Alias;
            name = Some(self.at);
            self.at += 2;
        }
        let stop = self.statement_end(end);
        if kind == N::Alias {
            self.type_up_to(stop);
        } else {
            self.name(stop, Role::Right, true);
            self.at = self.at.max(stop);
        }
        if self.is(T::Semicolon, end) {
            self.at += 1;
        }
        let id = self.add(kind, Role::Element, start, mark);
        self.node_mut(id).name = name;
    }

    fn typedef(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        if matches!(self.word(self.at), Word::Class | Word::Enum) && self.defines_type(end) {
            if self.is_word(Word::Class, end) {
                self.class_head(end);
            } else {
                self.enum_head(end);
            }
        } else {
            self.type_node(end, Role::Type);
        }
        let stop = self.statement_end(end);
        // `typedef T (*name)(int)` and `typedef T name[4]` have the name inside or before.
        let mut name = None;
        for position in self.at..stop {
            match self.kind(position) {
                T::Identifier if self.is_plain_name(position) => {
                    name = Some(position);
                    if matches!(
                        self.kind(position + 1),
                        T::RightParen | T::LeftBracket | T::Semicolon
                    ) {
                        break;
                    }
                }
                _ => {}
            }
        }
        self.opaque_to(stop, Role::Element);
        if self.is(T::Semicolon, end) {
            self.at += 1;
        }
        let id = self.add(N::Alias, Role::Element, start, mark);
        self.node_mut(id).name = name;
    }

    fn static_assert(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        if self.is(T::LeftParen, end) {
            self.arguments(end);
        }
        if self.is(T::Semicolon, end) {
            self.at += 1;
        }
        self.add(N::StaticAssert, Role::Element, start, mark);
    }

    /// At `class`, `struct`, `union` or `enum`: true if a definition or a forward declaration
    /// follows, and not a variable or function of that type.
    pub(super) fn defines_type(&self, end: u32) -> bool {
        let mut at = self.at + 1;
        if at < end && self.word(at) == Word::Class {
            at += 1;
        }
        while at < end {
            match self.kind(at) {
                T::LeftBrace | T::Semicolon | T::Colon => return true,
                // `struct S f(int) {` is a function, `struct ALIGN(16) S {` is a type.
                T::LeftParen if self.word(at - 1) == Word::None => {
                    at = self.skip(at, end);
                    if at < end && self.kind(at) != T::Identifier {
                        return false;
                    }
                }
                T::Identifier | T::ColonColon | T::LeftParen | T::LeftBracket => {
                    at = self.skip(at, end);
                }
                T::Less => match self.template_close(at, end, false) {
                    Some(close) => at = close + 1,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    fn class(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.class_head(end);
        if self.is(T::Semicolon, end) {
            self.at += 1;
            return;
        }
        // `struct S { ... } a, b;`
        if self.at < end && self.kind(self.at - 1) == T::RightBrace {
            let before = self.at;
            if matches!(self.kind(before), T::Star | T::Identifier) {
                while self.at < end && !self.is(T::Semicolon, end) {
                    let at = self.at;
                    self.declarator(end, Flags::default());
                    if self.is(T::Comma, end) {
                        self.at += 1;
                    } else if self.at == at || !self.is(T::Semicolon, end) {
                        break;
                    }
                }
            }
            if self.is(T::Semicolon, end) {
                self.at += 1;
            }
            if self.at > before {
                self.add(N::Declaration, Role::Element, start, mark);
            }
        }
    }

    /// Parses `struct S : bases { members }`.
    fn class_head(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        let mut name = None;
        while self.at < end && !matches!(self.kind(self.at), T::LeftBrace | T::Semicolon | T::Colon)
        {
            if self.is_plain_name(self.at) && &*self.spelling(self.at) != b"final" {
                name = Some(self.at);
            }
            if self.is(T::Less, end)
                && let Some(close) = self.template_close(self.at, end, false)
            {
                self.template_arguments(close);
                continue;
            }
            self.at = self.skip(self.at, end);
        }
        if self.is(T::Colon, end) {
            let mut brace = self.at;
            while brace < end && !matches!(self.kind(brace), T::LeftBrace | T::Semicolon) {
                brace = if self.kind(brace) == T::Less {
                    self.template_close(brace, end, false).unwrap_or(brace) + 1
                } else {
                    brace + 1
                };
            }
            self.opaque_to(brace.min(end), Role::Type);
            self.at = brace.min(end);
        }
        let mut flags = Flags::default();
        if self.is(T::LeftBrace, end) {
            flags = Flags::DEFINITION;
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.nested(close, |p| p.items(close));
            self.at = after;
        }
        let id = self.add(N::Class, Role::Element, start, mark);
        let node = self.node_mut(id);
        node.name = name;
        node.flags = flags;
    }

    fn enumeration(&mut self, end: u32) {
        self.enum_head(end);
        let stop = self.statement_end(end);
        if stop < end && self.kind(stop) == T::Semicolon {
            self.at = stop + 1;
        }
    }

    fn enum_head(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        let mut name = None;
        self.at += 1;
        while self.at < end && !matches!(self.kind(self.at), T::LeftBrace | T::Semicolon) {
            if self.is_plain_name(self.at) && name.is_none() {
                name = Some(self.at);
            }
            self.at = self.skip(self.at, end);
        }
        if self.is(T::LeftBrace, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            while self.at < close {
                let (first, inner) = (self.at, self.mark());
                self.at += 1;
                if self.is(T::Equal, close) {
                    self.at += 1;
                    self.nested(close, |p| p.assignment(close, Role::Initializer));
                }
                let id = self.add(N::Enumerator, Role::Element, first, inner);
                self.node_mut(id).name = Some(first).filter(|&p| self.is_plain_name(p));
                if self.is(T::Comma, close) {
                    self.at += 1;
                }
            }
            self.at = after;
        }
        let id = self.add(N::Enum, Role::Element, start, mark);
        self.node_mut(id).name = name;
    }

    /// True if the declaration here is a function with a body: `__device__ int f() {`.
    pub(super) fn heads_function(&self, end: u32) -> bool {
        let head = self.look(end);
        head.function.is_some() && head.stop == Stop::Brace
    }

    fn function_or_variable(&mut self, end: u32) {
        if let MacroShape::FunctionOpener(_) = self.stream.class(self.at).shape {
            return self.opened_function(end);
        }
        let head = self.look(end);
        match (head.stop, head.function) {
            (Stop::Macro, _) => {
                let (start, mark) = (self.at, self.mark());
                self.opaque_to(head.at, Role::Element);
                self.at = head.at.max(start + 1);
                self.add(N::Opaque, Role::Element, start, mark);
            }
            (stop, Some((name, open))) if stop != Stop::Equal || self.is_defaulted(head.at) => {
                if stop == Stop::End && !self.reads_as_parameters(open, end) {
                    self.declaration(end);
                } else {
                    self.function(head, name, open, end);
                }
            }
            _ => self.declaration(end),
        }
    }

    fn function(&mut self, head: Head, name: u32, open: u32, end: u32) {
        let (start, mark) = (self.at, self.mark());
        if self.is_type_before(start, name) {
            self.type_node(name, Role::Type);
        }
        self.opaque_to(self.qualifier_start(name), Role::Element);
        self.at = open;
        self.parameters(end);
        let mut flags = self.specifier_flags(start, name);
        flags = flags.with(self.specifier_flags(self.at, head.at));
        self.at = self.at.max(head.at);
        if self.is(T::Colon, end) {
            self.constructor_initializers(end);
        }
        if self.is(T::LeftBrace, end) {
            flags = flags.with(Flags::DEFINITION);
            let (_, after) = self.inside(self.at, end);
            if !self.skips_bodies && self.stream.has_hot(start, after) {
                self.compound(end, Role::Body);
            } else {
                let body = self.at;
                let inner = self.mark();
                self.at = after;
                let id = self.add(N::Compound, Role::Body, body, inner);
                self.node_mut(id).flags = Flags::WATER;
            }
        } else {
            self.at = self.statement_end(end);
            if self.is(T::Semicolon, end) {
                self.at += 1;
            }
        }
        let id = self.add(N::Function, Role::Element, start, mark);
        let node = self.node_mut(id);
        node.name = Some(name);
        node.flags = flags;
    }

    fn constructor_initializers(&mut self, end: u32) {
        self.at += 1;
        while self.at < end {
            let before = self.at;
            self.name(end, Role::Initializer, true);
            if self.is(T::LeftParen, end) {
                self.arguments(end);
            } else if self.is(T::LeftBrace, end) {
                self.initializer_list(end, Role::Initializer);
            }
            if self.is(T::Ellipsis, end) {
                self.at += 1;
            }
            if !self.is(T::Comma, end) || self.at == before {
                return;
            }
            self.at += 1;
        }
    }

    /// Parses a function whose head is a macro invocation that opens the body.
    pub(super) fn opened_function(&mut self, end: u32) {
        let (start, mark) = (self.at, self.mark());
        let flags = match self.stream.class(start).shape {
            MacroShape::FunctionOpener(flags) => flags,
            _ => Flags::default(),
        };
        let partner = self.stream.partner(start);
        let close = if partner == NONE || partner >= end {
            end
        } else {
            partner
        };
        self.at += 1;
        if self.is(T::LeftParen, close) {
            self.arguments(close);
        }
        let (body, inner) = (self.at, self.mark());
        self.nested(close, |p| p.statements(close));
        self.at = (close + 1).min(end);
        self.add(N::Compound, Role::Body, body, inner);
        let id = self.add(N::Function, Role::Element, start, mark);
        let node = self.node_mut(id);
        node.name = Some(start);
        node.flags = flags.with(Flags::DEFINITION);
    }
}
