//! Expressions, by precedence climbing.

use super::Parser;
use crate::ast::{Flags, NodeKind as N, Role};
use crate::token::TokenKind as T;
use crate::word::Word;

impl Parser<'_> {
    /// Parses `a, b, c` up to `end` and leaves one node pending.
    pub(super) fn expression(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.assignment(end, role);
        while self.is(T::Comma, end) {
            let operator = self.at;
            self.at += 1;
            self.set_role(mark, Role::Left);
            self.assignment(end, Role::Right);
            let id = self.add(N::Binary, role, start, mark);
            self.node_mut(id).name = Some(operator);
        }
    }

    /// Parses one assignment expression up to `end`; leaves at most one node pending.
    pub(super) fn assignment(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.nested(end, |p| p.binary(end, role, 0));
        if self.mark() == mark {
            return;
        }
        if self.is(T::Question, end) {
            self.conditional(end, role, start, mark);
        }
        if self.is(T::Equal, end) || self.is(T::AssignOperator, end) {
            let operator = self.at;
            self.at += 1;
            self.set_role(mark, Role::Left);
            self.nested(end, |p| p.assignment(end, Role::Right));
            let id = self.add(N::Assign, role, start, mark);
            self.node_mut(id).name = Some(operator);
        }
    }

    fn conditional(&mut self, end: u32, role: Role, start: u32, mark: usize) {
        self.at += 1;
        self.set_role(mark, Role::Condition);
        if !self.is(T::Colon, end) {
            self.nested(end, |p| p.expression(end, Role::Left));
        }
        if self.is(T::Colon, end) {
            self.at += 1;
            self.nested(end, |p| p.assignment(end, Role::Right));
        }
        self.add(N::Conditional, role, start, mark);
    }

    /// Gives the only node pending since `mark` another role.
    pub(super) fn set_role(&mut self, mark: usize, role: Role) {
        if let Some(&id) = self.pending.get(mark) {
            self.node_mut(id).role = role;
        }
    }

    /// Precedence of the binary operator here, and the number of tokens it takes.
    fn binary_operator(&self, end: u32) -> Option<(u8, u32)> {
        if self.at >= end {
            return None;
        }
        Some(match self.kind(self.at) {
            T::OrOr => (1, 1),
            T::AndAnd => (2, 1),
            T::Pipe => (3, 1),
            T::Caret => (4, 1),
            T::Ampersand => (5, 1),
            T::Equality => (6, 1),
            T::Greater if self.kind(self.at + 1) == T::Greater && self.joint(self.at) => (8, 2),
            T::Less | T::Greater | T::LessEqual | T::GreaterEqual => (7, 1),
            T::ShiftLeft | T::LaunchOpen => (8, 1),
            T::Plus | T::Minus => (9, 1),
            T::Star | T::Slash | T::Percent => (10, 1),
            T::MemberPointer => (11, 1),
            _ => return None,
        })
    }

    fn binary(&mut self, end: u32, role: Role, least: u8) {
        let (start, mark) = (self.at, self.mark());
        self.unary(end, role);
        if self.mark() == mark {
            return;
        }
        while let Some((precedence, tokens)) = self.binary_operator(end) {
            if precedence < least {
                break;
            }
            let operator = self.at;
            self.at += tokens;
            self.set_role(mark, Role::Left);
            let before = self.mark();
            self.nested(end, |p| p.binary(end, Role::Right, precedence + 1));
            let incomplete = self.mark() == before;
            let id = self.add(N::Binary, role, start, mark);
            self.node_mut(id).name = Some(operator);
            if incomplete {
                break;
            }
        }
    }

    fn unary(&mut self, end: u32, role: Role) {
        if self.at >= end || !self.starts_operand(self.at) {
            return;
        }
        let start = self.at;
        match (self.kind(start), self.word(start)) {
            (
                T::Not
                | T::Tilde
                | T::Plus
                | T::Minus
                | T::Star
                | T::Ampersand
                | T::AndAnd
                | T::Increment,
                _,
            ) => self.prefix(N::Unary, end, role),
            (_, Word::Sizeof) => self.sizeof(end, role),
            (_, Word::New) => self.new_expression(end, role),
            (_, Word::Delete) => {
                let mark = self.mark();
                self.at += 1;
                if self.is(T::LeftBracket, end) {
                    self.at = self.skip(self.at, end);
                }
                self.nested(end, |p| p.unary(end, Role::Right));
                self.add(N::Delete, role, start, mark);
            }
            (_, Word::Throw) => {
                let mark = self.mark();
                self.at += 1;
                self.nested(end, |p| p.assignment(end, Role::Right));
                self.add(N::Throw, role, start, mark);
            }
            (T::LeftParen, _) if self.is_cast(start, end) => self.cast(end, role),
            _ => self.postfix(end, role),
        }
    }

    fn prefix(&mut self, kind: N, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        self.nested(end, |p| p.unary(end, Role::Right));
        let id = self.add(kind, role, start, mark);
        self.node_mut(id).name = Some(start);
    }

    fn cast(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        let (close, after) = self.inside(start, end);
        self.at = start + 1;
        self.type_up_to(close);
        self.at = after;
        if self.is(T::LeftBrace, end) {
            self.initializer_list(end, Role::Initializer);
            self.add(N::Construct, role, start, mark);
        } else {
            self.nested(end, |p| p.unary(end, Role::Right));
            self.add(N::Cast, role, start, mark);
        }
        self.postfix_tail(end, role, start, mark);
    }

    fn sizeof(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        if self.is(T::Ellipsis, end) {
            self.at += 1;
        }
        if self.is(T::LeftParen, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.type_or_expression(close, Role::Right);
            self.at = after;
        } else {
            self.nested(end, |p| p.unary(end, Role::Right));
        }
        self.add(N::Sizeof, role, start, mark);
    }

    fn new_expression(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        if self.is(T::LeftParen, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.opaque_to(close, Role::Element);
            self.at = after;
        }
        self.type_node(end, Role::Type);
        while self.is(T::LeftBracket, end) {
            let (close, after) = self.inside(self.at, end);
            self.at += 1;
            self.expression(close, Role::Bound);
            self.at = after;
        }
        if self.is(T::LeftParen, end) {
            self.arguments(end);
        } else if self.is(T::LeftBrace, end) {
            self.initializer_list(end, Role::Initializer);
        }
        self.add(N::New, role, start, mark);
    }

    /// A type if one stands before `end` and nothing else, otherwise an expression.
    pub(super) fn type_or_expression(&mut self, end: u32, role: Role) {
        let whole_type = self.word(self.at).starts_declaration()
            || self
                .skip_name(self.at, end, false)
                .is_some_and(|after| self.skip_pointers(after, end) == end && after < end);
        if whole_type && self.at < end {
            self.type_up_to(end);
        } else {
            self.expression(end, role);
            self.opaque_to(end, Role::Element);
        }
    }

    fn postfix(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        self.primary(end, role);
        if self.mark() > mark {
            self.postfix_tail(end, role, start, mark);
        }
    }

    /// Parses what follows an operand: calls, launches, members, subscripts.
    fn postfix_tail(&mut self, end: u32, role: Role, start: u32, mark: usize) {
        while self.at < end {
            let at = self.at;
            let (kind, name) = match self.kind(at) {
                T::LeftParen => {
                    self.set_role(mark, Role::Callee);
                    self.call(end, mark, role, start);
                    continue;
                }
                T::LaunchOpen | T::ShiftLeft => {
                    if self.launch(end, mark, role, start) {
                        continue;
                    }
                    return;
                }
                T::LeftBracket => {
                    self.set_role(mark, Role::Callee);
                    let (close, after) = self.inside(at, end);
                    self.at += 1;
                    self.nested(close, |p| p.expression(close, Role::Right));
                    self.opaque_to(close, Role::Element);
                    self.at = after;
                    (N::Subscript, at)
                }
                T::Dot | T::Arrow => {
                    self.set_role(mark, Role::Callee);
                    let Some(name) = self.member(end) else {
                        self.add(N::Opaque, role, start, mark);
                        return;
                    };
                    let id = self.add(N::Member, role, start, mark);
                    let arrow = self.kind(at) == T::Arrow;
                    let node = self.node_mut(id);
                    node.name = Some(name);
                    if arrow {
                        node.flags = node.flags.with(Flags::ARROW);
                    }
                    continue;
                }
                T::Increment => {
                    self.set_role(mark, Role::Left);
                    self.at += 1;
                    (N::Postfix, at)
                }
                _ => return,
            };
            let id = self.add(kind, role, start, mark);
            self.node_mut(id).name = Some(name);
        }
    }

    /// Reads the name after `.` or `->`; template arguments become pending. The position of the
    /// member's name.
    fn member(&mut self, end: u32) -> Option<u32> {
        self.at += 1;
        if self.is_word(Word::Template, end) {
            self.at += 1;
        }
        if self.is(T::Tilde, end) {
            self.at += 1;
        }
        let explicit = self.word(self.at - 1) == Word::Template;
        loop {
            if self.at >= end || self.kind(self.at) != T::Identifier {
                return None;
            }
            let name = self.at;
            self.at += 1;
            if self.word(name) == Word::Operator {
                while self.at < end && self.kind(self.at) != T::LeftParen {
                    self.at += 1;
                }
                return Some(name);
            }
            if self.is(T::Less, end)
                && let Some(close) = self.template_in_expression(self.at, end, !explicit)
            {
                self.template_arguments(close);
            }
            if self.is(T::ColonColon, end) {
                self.at += 1;
            } else {
                return Some(name);
            }
        }
    }

    fn call(&mut self, end: u32, mark: usize, role: Role, start: u32) {
        let open = self.at;
        let callee = self
            .pending
            .get(mark)
            .and_then(|&id| self.ast.node(id).name);
        let arity = callee
            .filter(|&p| self.is_plain_name(p))
            .and_then(|p| self.oracle.arity(&self.spelling(p)));
        let fits = |count: usize| {
            arity.is_none_or(|(least, most)| {
                (usize::from(least)..=usize::from(most)).contains(&count)
            })
        };
        let mut flags = Flags::default();
        let plain = self.plain_less;
        if !fits(self.count_arguments(open, end)) {
            // A `<` read as the start of template arguments may have swallowed a comma.
            self.plain_less = true;
            if !fits(self.count_arguments(open, end)) {
                self.plain_less = plain;
                flags = Flags::ARITY_MISMATCH;
            }
        }
        self.arguments(end);
        self.plain_less = plain;
        if self.stream.has_directive(open, self.at) {
            flags = flags.with(Flags::DIRECTIVE_INSIDE);
        }
        let id = self.add(N::Call, role, start, mark);
        let node = self.node_mut(id);
        node.name = Some(open);
        node.flags = node.flags.with(flags);
    }

    /// Number of arguments in the list opened at `open`, without parsing them.
    fn count_arguments(&self, open: u32, end: u32) -> usize {
        let (close, _) = self.inside(open, end);
        let mut count = usize::from(close > open + 1);
        let mut at = open + 1;
        while at < close {
            if self.kind(at) == T::Comma && at + 1 < close {
                count += 1;
            }
            at = match self.kind(at) {
                T::Less if self.kind(at - 1) == T::Identifier => {
                    self.template_in_expression(at, close, false).unwrap_or(at) + 1
                }
                _ => self.skip(at, close),
            };
        }
        count
    }

    /// Parses `( a, b )`; each argument becomes a pending [`N::Argument`] node.
    pub(super) fn arguments(&mut self, end: u32) {
        let (close, after) = self.inside(self.at, end);
        self.at += 1;
        self.argument_list(close, Role::Element);
        self.at = after;
    }

    /// Parses `a, b` up to `end`.
    pub(super) fn argument_list(&mut self, end: u32, role: Role) {
        while self.at < end {
            let (start, mark) = (self.at, self.mark());
            self.argument(end);
            let id = self.finish(N::Argument, start, self.at, mark);
            self.push(id, role);
            if self.is(T::Comma, end) {
                self.at += 1;
                if self.at == end {
                    return;
                }
            }
        }
    }

    /// Parses one argument up to a comma or `end`.
    fn argument(&mut self, end: u32) {
        let start = self.at;
        self.nested(end, |p| {
            if p.word(p.at).starts_declaration() {
                p.type_or_declaration_argument(end);
            } else {
                p.assignment(end, Role::Element);
            }
        });
        if self.is(T::Ellipsis, end) {
            self.at += 1;
        }
        if self.at >= end || self.kind(self.at) == T::Comma {
            return;
        }
        // Not one expression: a macro argument, perhaps with statements in it.
        let mut stop = self.at;
        let mut statements = false;
        while stop < end && self.kind(stop) != T::Comma {
            statements |= self.kind(stop) == T::Semicolon || self.kind(stop) == T::LeftBrace;
            stop = self.skip(stop, end);
        }
        let stop = stop.min(end);
        if self.at == start && statements {
            self.nested(stop, |p| p.statements(stop));
        } else {
            self.opaque_to(stop, Role::Element);
        }
        self.at = self.at.max(stop);
    }

    /// A type as an argument (`sizeof`-like macros, `va_arg`), or `int(x)`.
    fn type_or_declaration_argument(&mut self, end: u32) {
        if self.word(self.at) == Word::BuiltinType
            && matches!(self.kind(self.at + 1), T::LeftParen | T::LeftBrace)
        {
            self.assignment(end, Role::Element);
        } else {
            self.type_node(end, Role::Type);
        }
    }

    /// Parses the template arguments from the `<` here to the `>` at `close`.
    pub(super) fn template_arguments(&mut self, close: u32) {
        let (start, mark) = (self.at, self.mark());
        self.at += 1;
        while self.at < close {
            let before = self.at;
            let argument = self.mark();
            self.nested(close, |p| p.template_argument(close));
            if self.at < close && self.kind(self.at) != T::Comma {
                self.opaque_to_comma(close);
            }
            let id = self.finish(N::Argument, before, self.at.max(before), argument);
            self.push(id, Role::Element);
            if self.is(T::Comma, close) || self.at == before {
                self.at += 1;
            }
        }
        self.at = close + 1;
        self.add(N::TemplateArguments, Role::TemplateArguments, start, mark);
    }

    fn template_argument(&mut self, close: u32) {
        if self.word(self.at).starts_declaration() {
            self.type_node(close, Role::Type);
            return;
        }
        if let Some(after) = self.skip_name(self.at, close, false) {
            let stop = self.skip_pointers(after, close);
            if stop > after && (stop == close || self.kind(stop) == T::Comma) {
                self.type_node(close, Role::Type);
                return;
            }
        }
        self.assignment(close, Role::Element);
    }

    fn opaque_to_comma(&mut self, end: u32) {
        let mut stop = self.at;
        while stop < end && self.kind(stop) != T::Comma {
            stop = match self.kind(stop) {
                T::Less => self.template_close(stop, end, false).map_or(stop, |c| c) + 1,
                _ => self.skip(stop, end),
            };
        }
        self.opaque_to(stop.min(end), Role::Element);
    }
}
