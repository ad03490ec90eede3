//! Lossless front end for CUDA C++.
//!
//! Bytes go in; tokens that tile the input, the preprocessor structure, the
//! bracket partners and a tolerant syntax tree come out. Nothing in here knows
//! an API name or touches a file, and no input is an error.

pub mod ast;
pub mod directive;
mod dump;
pub mod oracle;
mod parser;
pub mod stream;
pub mod text;
pub mod token;
pub mod word;

use ast::{Ast, NodeId};
use directive::Preprocessor;
use oracle::Oracle;
use stream::Stream;
use text::Span;
use token::Tokens;

pub use dump::DumpNode;

/// How far a text is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Function bodies in which a hot name stands, and all macro bodies, are parsed.
    Whole,
    /// Only what stands outside of functions and macros: what others can see of the text.
    Outline,
}

/// Everything the front end knows of one text.
#[derive(Debug, Clone)]
pub struct Tree<'a> {
    /// The text itself.
    pub text: &'a [u8],
    /// Its tokens.
    pub tokens: Tokens,
    /// Its directives.
    pub preprocessor: Preprocessor,
    /// Its significant tokens and brackets.
    pub stream: Stream,
    /// Its syntax tree.
    pub ast: Ast,
}

impl<'a> Tree<'a> {
    /// Reads `text`. Total: any bytes give a tree.
    pub fn parse(text: &'a [u8], oracle: &dyn Oracle) -> Self {
        let tokens = token::lex(text);
        let preprocessor = Preprocessor::new(text, &tokens);
        Self::of_tokens(text, tokens, preprocessor, oracle, Depth::Whole)
    }

    /// Reads a text of which the tokens and directives are known already.
    pub fn of_tokens(
        text: &'a [u8],
        tokens: Tokens,
        preprocessor: Preprocessor,
        oracle: &dyn Oracle,
        depth: Depth,
    ) -> Self {
        let stream = Stream::new(text, &tokens, &preprocessor, oracle);
        let ast = parser::parse(text, &tokens, &stream, oracle, depth);
        Self {
            text,
            tokens,
            preprocessor,
            stream,
            ast,
        }
    }

    /// Bytes of the token at a position of the stream, without line splices.
    #[inline]
    pub fn spelling(&self, position: u32) -> std::borrow::Cow<'a, [u8]> {
        if position >= self.stream.len() {
            return std::borrow::Cow::Borrowed(&[]);
        }
        self.tokens
            .name(self.stream.token(position) as usize, self.text)
    }

    /// Span of the token at a position of the stream; empty, at the end of the text, past its end.
    #[inline]
    pub fn position_span(&self, position: u32) -> Span {
        if position >= self.stream.len() {
            return Span::at(self.text.len() as u32);
        }
        self.tokens.span(self.stream.token(position) as usize)
    }

    /// Span of a node: from its first to its last token.
    #[inline]
    pub fn span(&self, id: NodeId) -> Span {
        let node = self.ast.node(id);
        self.stream.span(&self.tokens, node.start, node.end)
    }

    /// Bytes of a node.
    #[inline]
    pub fn bytes(&self, id: NodeId) -> &'a [u8] {
        self.span(id).of(self.text)
    }
}
