//! An asm statement: its text and its operands.

use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::stream::NONE;
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind as T;

use crate::file::File;
use crate::rules::macro_value;

/// An operand of an asm statement.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    /// `[name]` in front of it.
    pub(super) symbol: Option<String>,
    /// Its constraint without `=`, `+` and `&`.
    pub(super) constraint: String,
    /// True for an output.
    pub(super) written: bool,
    /// True for an input, and for an output that is read before.
    pub(super) read: bool,
    /// Its expression as it is written.
    pub(super) text: String,
    /// Declared type of the expression, if that is known.
    pub(super) ty: Option<String>,
    /// True if it may stand twice without more being done.
    pub(super) plain: bool,
}

/// An asm statement.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// From the keyword to the closing parenthesis.
    pub(super) span: Span,
    /// The text, escapes resolved; none if a macro that is not of this file makes a part of it.
    pub(super) text: Option<String>,
    /// What can be read of the text in any case.
    pub(super) readable: String,
    /// Outputs, then inputs.
    pub(super) operands: Vec<Operand>,
    /// True if a comment or a conditional stands inside.
    pub(super) mixed: bool,
    /// `asm volatile`
    pub(super) volatile: bool,
}

impl Statement {
    /// Reads the statement of an asm node; none if its parentheses do not close.
    pub(super) fn read(file: &File<'_>, node: NodeId) -> Option<Self> {
        let stream = &file.tree.stream;
        let start = file.node(node).start;
        let end = file.node(node).end;
        let open = (start..end).find(|&p| stream.kind(p) == T::LeftParen)?;
        let close = stream.partner(open);
        if close == NONE || close < open {
            return None;
        }
        let span = stream.span(&file.tree.tokens, start, close + 1);
        let parts = parts(file, open + 1, close);
        let (text, readable) = text_of(file, parts.first().copied().unwrap_or((close, close)));
        let mut operands = Vec::new();
        for (index, &(from, to)) in parts.iter().enumerate().skip(1).take(2) {
            operands.extend(operands_of(file, from, to, index == 1)?);
        }
        Some(Self {
            span,
            text,
            readable,
            operands,
            mixed: is_mixed(file, start, close),
            volatile: (start..open).any(|p| file.spelling(p).windows(8).any(|w| w == b"volatile")),
        })
    }
}

/// Parts of the list between the colons: text, outputs, inputs, clobbers.
fn parts(file: &File<'_>, from: u32, to: u32) -> Vec<(u32, u32)> {
    let stream = &file.tree.stream;
    let mut parts = Vec::new();
    let (mut start, mut at) = (from, from);
    while at < to {
        match stream.kind(at) {
            T::Colon => {
                parts.push((start, at));
                start = at + 1;
            }
            T::ColonColon => {
                parts.push((start, at));
                parts.push((at, at));
                start = at + 1;
            }
            _ => {
                let partner = stream.partner(at);
                if partner != NONE && partner > at {
                    at = partner;
                }
            }
        }
        at += 1;
    }
    parts.push((start, to));
    parts
}

/// The string of a range, and what of it are literals.
fn text_of(file: &File<'_>, (from, to): (u32, u32)) -> (Option<String>, String) {
    let stream = &file.tree.stream;
    let mut whole = Some(String::new());
    let mut readable = String::new();
    for position in from..to {
        let part = match stream.kind(position) {
            T::String => Some(unescape(&literal(&file.spelling(position)))),
            T::RawString => raw(&file.spelling(position)),
            T::Identifier => macro_value(file, &file.spelling(position))
                .filter(|&v| file.kind(v) == NodeKind::Literal)
                .and_then(|v| {
                    let (text, _) = text_of(file, (file.node(v).start, file.node(v).end));
                    text
                }),
            _ => None,
        };
        match part {
            Some(part) => {
                readable.push_str(&part);
                if let Some(whole) = &mut whole {
                    whole.push_str(&part);
                }
            }
            None => whole = None,
        }
    }
    (whole, readable)
}

fn literal(bytes: &[u8]) -> String {
    let open = bytes.iter().position(|b| *b == b'"').map_or(0, |p| p + 1);
    let inner = bytes.get(open..bytes.len().saturating_sub(1));
    String::from_utf8_lossy(inner.unwrap_or_default()).into_owned()
}

/// The text between the parentheses of a raw string.
fn raw(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let (_, rest) = text.split_once('"')?;
    let (delimiter, rest) = rest.split_once('(')?;
    let end = rest.rfind(&format!("){delimiter}\""))?;
    Some(rest[..end].to_owned())
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t' | 'r' | '\n') => out.push(' '),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// Operands of a list; none if one cannot be read.
fn operands_of(file: &File<'_>, from: u32, to: u32, written: bool) -> Option<Vec<Operand>> {
    let stream = &file.tree.stream;
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        let mut symbol = None;
        if stream.kind(at) == T::LeftBracket {
            symbol = Some(file.shown(at + 1));
            at = stream.partner(at).checked_add(1)?;
        }
        if !stream.kind(at).is_string() || stream.kind(at + 1) != T::LeftParen {
            return None;
        }
        let constraint = literal(&file.spelling(at));
        let open = at + 1;
        let close = stream.partner(open);
        if close == NONE || close > to || close <= open + 1 {
            return None;
        }
        let span = stream.span(&file.tree.tokens, open + 1, close);
        let expression = only_expression(file, open + 1, close);
        found.push(Operand {
            symbol,
            read: !written || constraint.contains('+'),
            constraint: constraint.trim_matches(['=', '+', '&', ' ']).to_owned(),
            written,
            text: String::from_utf8_lossy(span.of(file.text())).into_owned(),
            ty: expression.and_then(|e| file.type_of(e)),
            plain: expression.is_some_and(|e| is_plain(file, e)),
        });
        at = close + 1;
        if at < to {
            if stream.kind(at) != T::Comma {
                return None;
            }
            at += 1;
        }
    }
    Some(found)
}

/// The node of the expression that covers the positions.
fn only_expression(file: &File<'_>, from: u32, to: u32) -> Option<NodeId> {
    let mut node = file.tree.ast.at(from)?;
    loop {
        let here = file.node(node);
        if here.start == from && here.end == to && here.kind != NodeKind::Argument {
            return Some(node);
        }
        if here.start < from || here.end > to {
            return None;
        }
        node = file.tree.ast.parent(node)?;
    }
}

fn is_plain(file: &File<'_>, expression: NodeId) -> bool {
    match file.kind(expression) {
        NodeKind::Name | NodeKind::Literal => true,
        NodeKind::Member | NodeKind::Paren => file
            .tree
            .ast
            .children(expression)
            .all(|c| is_plain(file, c)),
        _ => false,
    }
}

/// True if the tokens between two positions hold a comment or a directive.
fn is_mixed(file: &File<'_>, from: u32, to: u32) -> bool {
    let stream = &file.tree.stream;
    let tokens = stream.token(from)..stream.token(to);
    let has_comment = tokens.clone().any(|t| {
        matches!(
            file.tree.tokens.kind(t as usize),
            T::LineComment | T::BlockComment
        )
    });
    let directives = &file.tree.preprocessor.directives;
    has_comment || directives.iter().any(|d| tokens.contains(&d.hash))
}
