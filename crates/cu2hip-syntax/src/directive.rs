//! The preprocessor structure: logical directive lines and the tree of
//! conditionals with their alternatives. No macro is expanded and no branch is
//! chosen.

use std::borrow::Cow;

use crate::text::Span;
use crate::token::{TokenKind, Tokens};

/// Index of a token in [`Tokens`].
pub type TokenIndex = u32;

/// Which directive it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DirectiveKind {
    /// `#include`, `#include_next`, `#import`
    Include,
    /// `#define`
    Define,
    /// `#undef`
    Undef,
    /// `#if`
    If,
    /// `#ifdef`
    Ifdef,
    /// `#ifndef`
    Ifndef,
    /// `#elif`
    Elif,
    /// `#elifdef`
    Elifdef,
    /// `#elifndef`
    Elifndef,
    /// `#else`
    Else,
    /// `#endif`
    Endif,
    /// `#pragma`
    Pragma,
    /// `#error`, `#warning`: its text is prose
    Message,
    /// Anything else, also a lone `#`
    Other,
}

/// One logical directive line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// Which one.
    pub kind: DirectiveKind,
    /// Token of the `#`.
    pub hash: TokenIndex,
    /// Token of the directive's name (the `#` itself if there is none).
    pub name: TokenIndex,
    /// Token one past the line: its line end or the end of the text.
    pub end: TokenIndex,
}

impl Directive {
    /// Indices of the tokens after the directive's name that are no white space or comment.
    pub fn arguments<'a>(&self, tokens: &'a Tokens) -> impl Iterator<Item = TokenIndex> + use<'a> {
        (self.name + 1..self.end).filter(|&i| !tokens.kind(i as usize).is_trivia())
    }

    /// Bytes from the `#` to the last token that is no white space.
    pub fn span(&self, tokens: &Tokens) -> Span {
        let last = self.arguments(tokens).last().unwrap_or(self.name);
        tokens
            .span(self.hash as usize)
            .join(tokens.span(last as usize))
    }
}

/// An `#include` taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Include {
    /// The path with its delimiters.
    pub span: Span,
    /// The path without them.
    pub path: Span,
    /// True for `<...>`.
    pub angled: bool,
}

/// A `#define` taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Define {
    /// The macro's name.
    pub name: TokenIndex,
    /// Parameters of a function-like macro; none for an object-like one.
    pub parameters: Option<Vec<TokenIndex>>,
    /// True if the last parameter is `...`.
    pub variadic: bool,
    /// First token of the body; the body ends with the directive.
    pub body: TokenIndex,
}

/// One alternative of a conditional.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// Its `#if`, `#elif`, `#else`, as an index into [`Preprocessor::directives`].
    pub directive: u32,
    /// First token after that directive's line.
    pub start: TokenIndex,
    /// Token of the `#` that ends it, or the end of the text.
    pub end: TokenIndex,
}

/// An `#if ... #endif` group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditional {
    /// The alternatives, in order; never empty.
    pub branches: Vec<Branch>,
    /// Its `#endif`, none if the text ends before.
    pub endif: Option<u32>,
    /// The group and branch that it stands in.
    pub parent: Option<(u32, u32)>,
}

/// All directives of a text.
#[derive(Debug, Clone, Default)]
pub struct Preprocessor {
    /// The directives, in order.
    pub directives: Vec<Directive>,
    /// The conditionals, in order of their `#if`.
    pub conditionals: Vec<Conditional>,
}

impl Preprocessor {
    /// Finds the directives of `text`.
    pub fn new(text: &[u8], tokens: &Tokens) -> Self {
        let mut this = Self::default();
        let mut open: Vec<u32> = Vec::new();
        let mut end = 0;
        for &hash in tokens.hashes() {
            if hash < end || !starts_line(tokens, hash as usize) {
                continue;
            }
            let directive = read_directive(text, tokens, hash as usize);
            end = directive.end;
            this.add(directive, &mut open);
        }
        for group in open {
            if let Some(branch) = this.conditionals[group as usize].branches.last_mut() {
                branch.end = tokens.len() as u32;
            }
        }
        this
    }

    fn add(&mut self, directive: Directive, open: &mut Vec<u32>) {
        let index = self.directives.len() as u32;
        let branch = Branch {
            directive: index,
            start: directive.end,
            end: directive.end,
        };
        match directive.kind {
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef => {
                let parent = open.last().map(|&group| {
                    (
                        group,
                        self.conditionals[group as usize].branches.len() as u32 - 1,
                    )
                });
                open.push(self.conditionals.len() as u32);
                self.conditionals.push(Conditional {
                    branches: vec![branch],
                    endif: None,
                    parent,
                });
            }
            DirectiveKind::Elif
            | DirectiveKind::Elifdef
            | DirectiveKind::Elifndef
            | DirectiveKind::Else => {
                if let Some(&group) = open.last() {
                    let branches = &mut self.conditionals[group as usize].branches;
                    if let Some(last) = branches.last_mut() {
                        last.end = directive.hash;
                    }
                    branches.push(branch);
                }
            }
            DirectiveKind::Endif => {
                if let Some(group) = open.pop() {
                    let group = &mut self.conditionals[group as usize];
                    group.endif = Some(index);
                    if let Some(last) = group.branches.last_mut() {
                        last.end = directive.hash;
                    }
                }
            }
            _ => {}
        }
        self.directives.push(directive);
    }

    /// The innermost group and branch that hold the token, if any.
    pub fn branch_at(&self, token: TokenIndex) -> Option<(u32, u32)> {
        let after = self
            .conditionals
            .partition_point(|c| self.directives[c.branches[0].directive as usize].hash <= token);
        let mut group = after.checked_sub(1)? as u32;
        loop {
            let conditional = &self.conditionals[group as usize];
            if let Some(branch) = conditional
                .branches
                .iter()
                .position(|b| b.start <= token && token < b.end)
            {
                return Some((group, branch as u32));
            }
            // The token lies past this group: the enclosing one is the next candidate.
            group = conditional.parent?.0;
        }
    }
}

/// True if nothing but blanks and comments stands before a token on its line.
fn starts_line(tokens: &Tokens, token: usize) -> bool {
    (0..token)
        .rev()
        .map(|before| tokens.kind(before))
        .find(|kind| *kind == TokenKind::Newline || !kind.is_trivia())
        .is_none_or(|kind| kind == TokenKind::Newline)
}

fn read_directive(text: &[u8], tokens: &Tokens, hash: usize) -> Directive {
    let mut end = hash + 1;
    while end < tokens.len() && tokens.kind(end) != TokenKind::Newline {
        end += 1;
    }
    let name = (hash + 1..end)
        .find(|&i| !tokens.kind(i).is_trivia())
        .unwrap_or(hash);
    let kind = match &*unspliced(tokens.span(name).of(text)) {
        b"include" | b"include_next" | b"import" => DirectiveKind::Include,
        b"define" => DirectiveKind::Define,
        b"undef" => DirectiveKind::Undef,
        b"if" => DirectiveKind::If,
        b"ifdef" => DirectiveKind::Ifdef,
        b"ifndef" => DirectiveKind::Ifndef,
        b"elif" => DirectiveKind::Elif,
        b"elifdef" => DirectiveKind::Elifdef,
        b"elifndef" => DirectiveKind::Elifndef,
        b"else" => DirectiveKind::Else,
        b"endif" => DirectiveKind::Endif,
        b"pragma" => DirectiveKind::Pragma,
        b"error" | b"warning" => DirectiveKind::Message,
        _ => DirectiveKind::Other,
    };
    Directive {
        kind,
        hash: hash as u32,
        name: name as u32,
        end: end as u32,
    }
}

/// Reads the path of an `#include`; none if a macro stands in its place.
pub fn read_include(text: &[u8], tokens: &Tokens, directive: &Directive) -> Option<Include> {
    let first = directive.arguments(tokens).next()?;
    read_header_name(text, tokens, directive, first)
}

/// Reads the name of a header, as in an `#include` or `__has_include(...)`, that begins with the
/// token `first` of a directive; none if something else stands there.
pub fn read_header_name(
    text: &[u8],
    tokens: &Tokens,
    directive: &Directive,
    first: TokenIndex,
) -> Option<Include> {
    let span = tokens.span(first as usize);
    match tokens.kind(first as usize) {
        TokenKind::String => Some(Include {
            span,
            path: Span::new(span.start + 1, span.end - 1),
            angled: false,
        }),
        TokenKind::Less => {
            let line_end = tokens.span(directive.end as usize - 1).end;
            let rest = Span::new(span.end, line_end).of(text);
            let close = span.end + memchr::memchr(b'>', rest)? as u32;
            Some(Include {
                span: Span::new(span.start, close + 1),
                path: Span::new(span.end, close),
                angled: true,
            })
        }
        _ => None,
    }
}

/// Reads the head of a `#define`; none if it has no name.
pub fn read_define(tokens: &Tokens, directive: &Directive) -> Option<Define> {
    let name = directive
        .arguments(tokens)
        .next()
        .filter(|&i| tokens.kind(i as usize) == TokenKind::Identifier)?;
    let mut define = Define {
        name,
        parameters: None,
        variadic: false,
        body: name + 1,
    };
    let open = name + 1;
    if open < directive.end && tokens.kind(open as usize) == TokenKind::LeftParen {
        let mut parameters = Vec::new();
        define.body = directive.end;
        for at in open + 1..directive.end {
            match tokens.kind(at as usize) {
                TokenKind::Identifier => parameters.push(at),
                TokenKind::Ellipsis => define.variadic = true,
                TokenKind::RightParen => {
                    define.body = at + 1;
                    break;
                }
                _ => {}
            }
        }
        define.parameters = Some(parameters);
    }
    Some(define)
}

/// `text` without line splices.
pub fn unspliced(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(b"\\\r\n") {
            at += 3;
        } else if rest.starts_with(b"\\\n") || rest.starts_with(b"\\\r") {
            at += 2;
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::lex;

    fn read(text: &str) -> (Tokens, Preprocessor) {
        let tokens = lex(text.as_bytes());
        let preprocessor = Preprocessor::new(text.as_bytes(), &tokens);
        (tokens, preprocessor)
    }

    #[test]
    fn a_directive_is_a_logical_line() {
        let text = "/* a */ # /* b */ define X \\\n  1 /* c\n d */ + 2\nint # y;\n";
        let (tokens, pp) = read(text);
        assert_eq!(pp.directives.len(), 1);
        let d = &pp.directives[0];
        assert_eq!(d.kind, DirectiveKind::Define);
        assert_eq!(d.span(&tokens).of(text.as_bytes()).last(), Some(&b'2'));
    }

    #[test]
    fn conditionals_nest_and_know_their_branches() {
        let text = "#if A\na\n#ifdef B\nb\n#else\nc\n#endif\nd\n#else\ne\n#endif\nf\n";
        let (tokens, pp) = read(text);
        let branch = |word: &str| {
            let offset = text.find(&format!("\n{word}\n")).unwrap() as u32 + 1;
            pp.branch_at(tokens.at(offset) as u32)
        };
        assert_eq!(branch("a"), Some((0, 0)));
        assert_eq!(branch("b"), Some((1, 0)));
        assert_eq!(branch("c"), Some((1, 1)));
        assert_eq!(branch("d"), Some((0, 0)));
        assert_eq!(branch("e"), Some((0, 1)));
        assert_eq!(branch("f"), None);
        assert_eq!(pp.conditionals[1].parent, Some((0, 0)));
    }

    #[test]
    fn a_group_may_be_left_open() {
        let (tokens, pp) = read("#if A\nx\n#endif\n#else\n#if B\ny");
        assert_eq!(pp.conditionals[1].branches[0].end, tokens.len() as u32);
        assert_eq!(pp.conditionals[1].endif, None);
    }

    #[test]
    fn includes_are_quoted_or_angled_or_macros() {
        let text = "#include <a b/c.h> // x\n#include \"d.h\"\n#include MACRO\n";
        let (tokens, pp) = read(text);
        let path = |i: usize| {
            read_include(text.as_bytes(), &tokens, &pp.directives[i])
                .map(|inc| (inc.path.of(text.as_bytes()), inc.angled))
        };
        assert_eq!(path(0), Some((&b"a b/c.h"[..], true)));
        assert_eq!(path(1), Some((&b"d.h"[..], false)));
        assert_eq!(path(2), None);
    }

    #[test]
    fn a_paren_opens_parameters_only_right_after_the_name() {
        let text = "#define F(a, b, ...) a\n#define G (a)\n";
        let (tokens, pp) = read(text);
        let f = read_define(&tokens, &pp.directives[0]).unwrap();
        assert_eq!((f.parameters.map(|p| p.len()), f.variadic), (Some(2), true));
        let g = read_define(&tokens, &pp.directives[1]).unwrap();
        assert_eq!(g.parameters, None);
    }

    #[test]
    fn names_may_be_spliced() {
        assert_eq!(&*unspliced(b"cuda\\\nMal\\\r\nloc"), b"cudaMalloc");
    }
}
