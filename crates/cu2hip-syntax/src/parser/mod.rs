//! The tolerant parser: stream in, syntax tree out.
//!
//! Every function works on positions up to a given end, advances at least one
//! position or leaves the rest to its caller, and looks ahead by a bounded
//! number of tokens. Nesting beyond [`MAX_DEPTH`] becomes an opaque node, so
//! that no input exhausts the stack.

mod declaration;
mod expression;
mod head;
mod item;
mod launch;
mod lookahead;
mod operand;
mod statement;

use crate::Depth;
use crate::ast::{Ast, Flags, Node, NodeId, NodeKind, Role};
use crate::oracle::{MacroShape, Oracle};
use crate::stream::{NONE, Stream};
use crate::token::{TokenKind, Tokens};
use crate::word::Word;

/// Deepest nesting of constructs that is parsed.
const MAX_DEPTH: u32 = 96;

/// Parses all sections of a stream.
pub(crate) fn parse(
    text: &[u8],
    tokens: &Tokens,
    stream: &Stream,
    oracle: &dyn Oracle,
    depth: Depth,
) -> Ast {
    let mut parser = Parser {
        text,
        tokens,
        stream,
        oracle,
        ast: Ast::default(),
        pending: Vec::new(),
        at: 0,
        depth: 0,
        plain_less: false,
        skips_bodies: depth == Depth::Outline,
    };
    // Parsed code has about a node for two tokens.
    let count = stream.len() as usize / 2;
    parser.ast.nodes.reserve(if parser.skips_bodies {
        count / 8
    } else {
        count
    });
    for section in &stream.sections {
        parser.at = section.start;
        let kind = if section.define.is_some() {
            if !parser.skips_bodies {
                parser.statements(section.end);
            }
            NodeKind::MacroBody
        } else {
            parser.items(section.end);
            NodeKind::TranslationUnit
        };
        let root = parser.finish(kind, section.start, section.end, 0);
        parser.ast.roots.push(root);
    }
    let mut ast = parser.ast;
    settle(&mut ast, stream.len());
    ast
}

/// Keeps every node inside its parent and behind its elder siblings, and records the innermost
/// node at each position. Recovery may have read past what its caller allowed.
fn settle(ast: &mut Ast, len: u32) {
    let mut owners = vec![NONE; len as usize];
    let mut work: Vec<NodeId> = Vec::new();
    for root in ast.roots.clone() {
        clamp(&mut ast.nodes[root.0 as usize], 0, len);
        work.push(root);
    }
    while let Some(id) = work.pop() {
        let (mut at, end) = (ast.node(id).start, ast.node(id).end);
        let mut child = ast.node(id).first;
        while child != NONE {
            let node = &mut ast.nodes[child as usize];
            clamp(node, at, end);
            owners[at as usize..node.start as usize].fill(id.0);
            at = node.end;
            work.push(NodeId(child));
            child = node.next;
        }
        owners[at as usize..end as usize].fill(id.0);
    }
    ast.owners = owners;
}

fn clamp(node: &mut Node, from: u32, to: u32) {
    node.start = node.start.clamp(from, to);
    node.end = node.end.clamp(node.start, to);
    node.name = node.name.filter(|&name| name < to);
}

struct Parser<'a> {
    text: &'a [u8],
    tokens: &'a Tokens,
    stream: &'a Stream,
    oracle: &'a dyn Oracle,
    ast: Ast,
    /// Finished nodes that have no parent yet.
    pending: Vec<NodeId>,
    at: u32,
    depth: u32,
    /// `<` is never read as the start of template arguments.
    plain_less: bool,
    /// No function body and no macro body is parsed.
    skips_bodies: bool,
}

impl Parser<'_> {
    fn kind(&self, position: u32) -> TokenKind {
        self.stream.kind(position)
    }

    fn word(&self, position: u32) -> Word {
        self.stream.word(position)
    }

    fn is(&self, kind: TokenKind, end: u32) -> bool {
        self.at < end && self.kind(self.at) == kind
    }

    fn is_word(&self, word: Word, end: u32) -> bool {
        self.at < end && self.word(self.at) == word
    }

    /// True for an identifier that is no reserved word.
    fn is_plain_name(&self, position: u32) -> bool {
        self.kind(position) == TokenKind::Identifier && self.word(position) == Word::None
    }

    fn spelling(&self, position: u32) -> std::borrow::Cow<'_, [u8]> {
        self.tokens
            .name(self.stream.token(position) as usize, self.text)
    }

    /// True if nothing stands between the tokens at `position` and `position + 1`.
    fn joint(&self, position: u32) -> bool {
        position + 1 < self.stream.len()
            && self.stream.token(position) + 1 == self.stream.token(position + 1)
    }

    /// For an opening bracket before `end`: where its inside ends, and where the text after it
    /// starts. Both are `end` if it is not closed before.
    fn inside(&self, open: u32, end: u32) -> (u32, u32) {
        let partner = self.stream.partner(open);
        if partner != NONE && partner > open && partner < end {
            (partner, partner + 1)
        } else {
            (end, end)
        }
    }

    /// The position after the token or bracketed group at `position`.
    fn skip(&self, position: u32, end: u32) -> u32 {
        match self.kind(position) {
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                self.inside(position, end).1
            }
            _ => position + 1,
        }
    }

    /// Number of pending nodes, for [`Parser::finish`].
    fn mark(&self) -> usize {
        self.pending.len()
    }

    /// Makes a node of all that is pending since `mark`.
    fn finish(&mut self, kind: NodeKind, start: u32, end: u32, mark: usize) -> NodeId {
        let id = NodeId(self.ast.nodes.len() as u32);
        let mut first = NONE;
        let mut last = NONE;
        for child in self.pending.drain(mark..) {
            self.ast.nodes[child.0 as usize].parent = id.0;
            if last == NONE {
                first = child.0;
            } else {
                self.ast.nodes[last as usize].next = child.0;
            }
            last = child.0;
        }
        self.ast.nodes.push(Node {
            kind,
            role: Role::Element,
            flags: Flags::default(),
            start,
            end,
            name: None,
            parent: NONE,
            first,
            next: NONE,
        });
        id
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.ast.nodes[id.0 as usize]
    }

    /// Leaves a node pending, with its role.
    fn push(&mut self, id: NodeId, role: Role) {
        self.node_mut(id).role = role;
        self.pending.push(id);
    }

    /// Makes a node from `start` to here of all since `mark`, and leaves it pending.
    fn add(&mut self, kind: NodeKind, role: Role, start: u32, mark: usize) -> NodeId {
        let end = self.at;
        let id = self.finish(kind, start, end, mark);
        self.push(id, role);
        id
    }

    /// Runs `parse` one level deeper, or takes everything up to `end` as opaque.
    fn nested(&mut self, end: u32, parse: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            let start = self.at;
            self.at = end.max(start);
            let mark = self.mark();
            self.add(NodeKind::Opaque, Role::Element, start, mark);
            return;
        }
        self.depth += 1;
        parse(self);
        self.depth -= 1;
    }

    /// Reads what can be read up to `end` as expressions, as children of an opaque node.
    fn opaque_to(&mut self, end: u32, role: Role) {
        let (start, mark) = (self.at, self.mark());
        while self.at < end {
            let before = self.at;
            if self.starts_operand(before) {
                self.assignment(end, Role::Element);
            }
            if self.at == before {
                self.at += 1;
            }
        }
        if self.at > start {
            self.add(NodeKind::Opaque, role, start, mark);
        }
    }

    /// Flags of the specifiers in `start..end`, project macros included.
    fn specifier_flags(&self, start: u32, end: u32) -> Flags {
        let mut flags = Flags::default();
        let mut at = start;
        while at < end {
            flags = flags.with(match self.word(at) {
                Word::Global => Flags::GLOBAL,
                Word::Device => Flags::DEVICE,
                Word::Host => Flags::HOST,
                Word::Shared => Flags::SHARED,
                Word::Constant => Flags::CONSTANT,
                Word::Managed => Flags::MANAGED,
                Word::Extern => Flags::EXTERN,
                Word::Friend => Flags::FRIEND,
                Word::DeclSpecifier => match &*self.spelling(at) {
                    b"static" => Flags::STATIC,
                    b"constexpr" | b"consteval" | b"constinit" => Flags::CONSTEXPR,
                    b"volatile" => Flags::VOLATILE,
                    b"const" => Flags::CONST,
                    _ => Flags::default(),
                },
                Word::None => match self.stream.class(at).shape {
                    MacroShape::Specifiers(flags) => flags,
                    _ => Flags::default(),
                },
                _ => Flags::default(),
            });
            at = self.skip(at, end);
        }
        flags
    }
}
