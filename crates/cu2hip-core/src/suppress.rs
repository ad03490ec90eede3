//! Comments that speak to the translator: `cu2hip: allow(...)`, `cu2hip: off`, `cu2hip: on`.

use cu2hip_syntax::Tree;
use cu2hip_syntax::text::{LineIndex, Span};
use cu2hip_syntax::token::TokenKind;

use crate::diagnostic::registry::UNUSED_SUPPRESSION;
use crate::diagnostic::{Diagnostic, find_code};

/// One `allow(...)` comment.
#[derive(Debug, Clone)]
struct Allow {
    span: Span,
    codes: Vec<String>,
    /// 0-based lines that it covers: its own, and those up to the next code if it stands alone.
    lines: (usize, usize),
    /// Offset of the code that it is meant for.
    code: u32,
    used: bool,
}

/// The offset of the first code behind the comment token at `index`.
fn next_code(tree: &Tree<'_>, index: usize) -> Option<u32> {
    tree.stream
        .next_after(index as u32)
        .map(|p| tree.position_span(p).start)
}

/// All such comments of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Suppressions {
    allows: Vec<Allow>,
    off: Vec<Span>,
}

impl Suppressions {
    /// Finds the comments of `tree`.
    pub(crate) fn new(tree: &Tree<'_>) -> Self {
        let mut this = Self::default();
        if memchr::memmem::find(tree.text, b"cu2hip:").is_none() {
            return this;
        }
        let lines = LineIndex::new(tree.text);
        let mut off_since = None;
        for index in 0..tree.tokens.len() {
            if !matches!(
                tree.tokens.kind(index),
                TokenKind::LineComment | TokenKind::BlockComment
            ) {
                continue;
            }
            let span = tree.tokens.span(index);
            let comment = String::from_utf8_lossy(span.of(tree.text)).into_owned();
            let Some((_, rest)) = comment.split_once("cu2hip:") else {
                continue;
            };
            let rest = rest.trim();
            if let Some(list) = rest
                .strip_prefix("allow(")
                .and_then(|r| r.split(')').next())
            {
                let codes = list.split(',').map(|c| c.trim().to_owned()).collect();
                let line = lines.line_of(span.start);
                let start = lines.line_start(line, tree.text);
                let alone = Span::new(start, span.start)
                    .of(tree.text)
                    .iter()
                    .all(u8::is_ascii_whitespace);
                let code = if alone { next_code(tree, index) } else { None };
                let last = code.map_or(line, |offset| lines.line_of(offset));
                let code = code.unwrap_or(span.start);
                this.allows.push(Allow {
                    span,
                    codes,
                    lines: (line, last),
                    code,
                    used: false,
                });
            } else if rest.starts_with("off") {
                off_since.get_or_insert(span.end);
            } else if rest.starts_with("on")
                && let Some(start) = off_since.take()
            {
                this.off.push(Span::new(start, span.start));
            }
        }
        if let Some(start) = off_since {
            this.off.push(Span::new(start, tree.text.len() as u32));
        }
        this
    }

    /// True if the translation is switched off at `offset`.
    pub(crate) fn is_off(&self, offset: u32) -> bool {
        let before = self.off.partition_point(|s| s.start <= offset);
        before > 0 && offset < self.off[before - 1].end
    }

    /// Drops the findings that comments allow, and reports comments that allow nothing.
    /// Comments in parts that are not translated are left alone.
    pub(crate) fn filter(
        mut self,
        text: &[u8],
        is_translated: &dyn Fn(u32) -> bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        diagnostics.retain(|d| !self.is_off(d.span.start));
        if self.allows.is_empty() {
            return;
        }
        let lines = LineIndex::new(text);
        diagnostics.retain(|d| {
            let line = lines.line_of(d.span.start);
            let mut keep = true;
            // Comments are in order of their lines, first and last.
            let before = self.allows.partition_point(|a| a.lines.0 <= line);
            for allow in self.allows[..before].iter_mut().rev() {
                if allow.lines.1 < line {
                    break;
                }
                if allow.codes.iter().any(|c| find_code(c) == Some(d.code)) {
                    allow.used = true;
                    keep = false;
                }
            }
            keep
        });
        for allow in self.allows.iter().filter(|a| {
            !a.used
                && !self.is_off(a.span.start)
                && is_translated(a.span.start)
                && is_translated(a.code)
        }) {
            let codes = allow.codes.join(", ");
            let message = format!("`allow({codes})` suppresses nothing here");
            diagnostics.push(Diagnostic::new(UNUSED_SUPPRESSION, allow.span, message));
        }
    }
}
