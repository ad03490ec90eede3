//! Unified diffs, printed from the edits themselves.
//!
//! A line is what git takes for one: it ends with `\n`, and a `\r` before it
//! belongs to its bytes. Nothing is compared except inside the lines that edits
//! touch.

use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;

use cu2hip_core::edit::{Edit, EditSet, apply_edits};
use cu2hip_syntax::text::Span;

/// Lines of context around a change.
pub const CONTEXT_LINES: usize = 3;

/// What a line of a hunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Unchanged.
    Context,
    /// In the old file only.
    Removed,
    /// In the new file only.
    Added,
}

/// One line of a hunk, its line end included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// What it is.
    pub kind: LineKind,
    /// Its bytes; without `\n` at the end only if it is the last of a file.
    pub bytes: Cow<'a, [u8]>,
}

/// Changed lines with their context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk<'a> {
    /// 0-based lines of the old file.
    pub old: Range<usize>,
    /// 0-based lines of the new file.
    pub new: Range<usize>,
    /// The bytes of the old file that its lines cover.
    pub span: Span,
    /// The lines.
    pub lines: Vec<Line<'a>>,
}

/// Lines that change together: `old` lines of the text become the lines of `new`.
struct Change {
    old: Range<usize>,
    new: Vec<Vec<u8>>,
}

/// Offsets of lines that end with `\n`.
struct Lines<'a> {
    text: &'a [u8],
    starts: Vec<u32>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Self {
        let after = memchr::memchr_iter(b'\n', text).map(|at| at as u32 + 1);
        let mut starts: Vec<u32> = std::iter::once(0).chain(after).collect();
        if starts.last() == Some(&(text.len() as u32)) {
            starts.pop();
        }
        Self { text, starts }
    }

    fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line that holds `offset`; the number of lines if it lies behind the last line end.
    fn line_of(&self, offset: u32) -> usize {
        if offset as usize >= self.text.len() && self.text.last().is_none_or(|&b| b == b'\n') {
            return self.count();
        }
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    fn span(&self, lines: &Range<usize>) -> Span {
        let at = |line: usize| {
            self.starts
                .get(line)
                .copied()
                .unwrap_or(self.text.len() as u32)
        };
        Span::new(at(lines.start), at(lines.end))
    }

    fn line(&self, line: usize) -> &'a [u8] {
        self.span(&(line..line + 1)).of(self.text)
    }
}

/// The hunks of a file, with `context` lines around each change.
pub fn hunks<'a>(text: &'a [u8], edits: &EditSet, context: usize) -> Vec<Hunk<'a>> {
    let lines = Lines::new(text);
    let edits: Vec<&Edit> = edits.iter().collect();
    let changes = changes(&lines, &edits);
    let mut hunks = Vec::new();
    let mut shift = 0_isize;
    let mut rest = changes.as_slice();
    while !rest.is_empty() {
        let near = |pair: &[Change]| pair[1].old.start - pair[0].old.end <= 2 * context;
        let count = 1 + rest.windows(2).take_while(|pair| near(pair)).count();
        let (group, behind) = rest.split_at(count);
        hunks.push(hunk(&lines, group, context, &mut shift));
        rest = behind;
    }
    hunks
}

/// The changed lines, sorted, disjoint and not adjacent.
fn changes(lines: &Lines<'_>, edits: &[&Edit]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut at = 0;
    while at < edits.len() {
        let first = edits[at].span;
        let mut old = lines.line_of(first.start)..end_line(lines, first);
        let mut until = at + 1;
        loop {
            while let Some(next) = edits.get(until) {
                // Adjacent lines go together, as in any diff.
                if lines.line_of(next.span.start) > old.end {
                    break;
                }
                old.end = old.end.max(end_line(lines, next.span));
                until += 1;
            }
            let new = changed_bytes(lines, &old, &edits[at..until]);
            // Lines that lost their end take the next one along.
            if new.last().is_none_or(|&b| b == b'\n') || old.end >= lines.count() {
                changes.extend(trimmed(lines, old, &new));
                break;
            }
            old.end += 1;
        }
        at = until;
    }
    changes
}

/// One past the last line that an edit of `span` touches.
fn end_line(lines: &Lines<'_>, span: Span) -> usize {
    let last = if span.is_empty() {
        span.start
    } else {
        span.end - 1
    };
    (lines.line_of(last) + 1).min(lines.count())
}

fn changed_bytes(lines: &Lines<'_>, old: &Range<usize>, edits: &[&Edit]) -> Vec<u8> {
    let edits: Vec<Edit> = edits.iter().map(|&e| e.clone()).collect();
    apply_edits(lines.text, lines.span(old), &edits)
}

/// The change without the lines that are equal at both ends; none if nothing differs.
fn trimmed(lines: &Lines<'_>, old: Range<usize>, new: &[u8]) -> Option<Change> {
    let new: Vec<&[u8]> = new.split_inclusive(|&b| b == b'\n').collect();
    let (mut old, mut new) = (old, new.as_slice());
    while let [first, rest @ ..] = new
        && !old.is_empty()
        && *first == lines.line(old.start)
    {
        old.start += 1;
        new = rest;
    }
    while let [rest @ .., last] = new
        && !old.is_empty()
        && *last == lines.line(old.end - 1)
    {
        old.end -= 1;
        new = rest;
    }
    if old.is_empty() && new.is_empty() {
        return None;
    }
    Some(Change {
        old,
        new: new.iter().map(|line| line.to_vec()).collect(),
    })
}

/// One hunk from changes that share their context; `shift` counts lines gained so far.
fn hunk<'a>(lines: &Lines<'a>, group: &[Change], context: usize, shift: &mut isize) -> Hunk<'a> {
    let first = group.first().map_or(0, |c| c.old.start);
    let last = group.last().map_or(0, |c| c.old.end);
    let old = first.saturating_sub(context)..(last + context).min(lines.count());
    let new_start = old.start.saturating_add_signed(*shift);
    let mut out = Vec::new();
    let unchanged = |range: Range<usize>, out: &mut Vec<Line<'a>>| {
        out.extend(range.map(|line| Line {
            kind: LineKind::Context,
            bytes: Cow::Borrowed(lines.line(line)),
        }));
    };
    let mut at = old.start;
    for change in group {
        unchanged(at..change.old.start, &mut out);
        out.extend(change.old.clone().map(|line| Line {
            kind: LineKind::Removed,
            bytes: Cow::Borrowed(lines.line(line)),
        }));
        out.extend(change.new.iter().map(|line| Line {
            kind: LineKind::Added,
            bytes: Cow::Owned(line.clone()),
        }));
        *shift += change.new.len().cast_signed() - change.old.len().cast_signed();
        at = change.old.end;
    }
    unchanged(at..old.end, &mut out);
    let new_count = out.iter().filter(|l| l.kind != LineKind::Removed).count();
    Hunk {
        span: lines.span(&old),
        old,
        new: new_start..new_start + new_count,
        lines: out,
    }
}

impl Hunk<'_> {
    /// The line with the numbers: `@@ -1,5 +1,6 @@`.
    pub fn header(&self) -> String {
        format!("@@ -{} +{} @@", numbers(&self.old), numbers(&self.new))
    }
}

/// A range of lines as diffs write it.
fn numbers(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

/// A path as it stands in the header of a patch: in C quotes where it must be, with a tab behind
/// a path that holds blanks, so that nothing is cut off.
pub fn header_path(prefix: &str, path: &[u8]) -> Vec<u8> {
    let plain = std::str::from_utf8(path)
        .is_ok_and(|p| !p.chars().any(|c| c == '"' || c == '\\' || is_unsafe(c)));
    let mut out = Vec::with_capacity(path.len() + 4);
    if plain {
        out.extend_from_slice(prefix.as_bytes());
        out.extend_from_slice(path);
        if path.contains(&b' ') {
            out.push(b'\t');
        }
        return out;
    }
    out.push(b'"');
    out.extend_from_slice(prefix.as_bytes());
    for &byte in path {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x20..=0x7e => out.push(byte),
            _ => {
                // Writing to a vector cannot fail.
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push(b'"');
    out
}

/// True for characters that would steer a terminal or hide text: controls and the marks that turn
/// the direction of writing.
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The bare patch of one file, for `git apply` and `patch -p1`; empty if nothing changes.
pub fn patch(path: &[u8], text: &[u8], edits: &EditSet) -> Vec<u8> {
    let hunks = hunks(text, edits, CONTEXT_LINES);
    let mut out = Vec::new();
    if hunks.is_empty() {
        return out;
    }
    push_file_header(&mut out, path);
    for hunk in &hunks {
        out.extend_from_slice(hunk.header().as_bytes());
        out.push(b'\n');
        push_lines(&mut out, hunk);
    }
    out
}

/// Adds the two lines that name the file.
pub fn push_file_header(out: &mut Vec<u8>, path: &[u8]) {
    push_names(out, path, path);
}

/// Adds the two lines in front of the hunk of a file that is not there yet.
pub fn push_new_file_header(out: &mut Vec<u8>, path: &[u8]) {
    out.extend_from_slice(b"--- /dev/null\n+++ ");
    out.extend_from_slice(&header_path("b/", path));
    out.push(b'\n');
}

/// Adds the lines of a file that gets another name, in the form of git; both paths are relative to
/// the root of the repository.
pub fn push_rename_header(out: &mut Vec<u8>, old: &[u8], new: &[u8], has_hunks: bool) {
    let mut line = |start: &[u8], parts: &[Vec<u8>]| {
        out.extend_from_slice(start);
        out.extend_from_slice(&parts.join(&b' '));
        out.push(b'\n');
    };
    let bare = |prefix, path| {
        let mut name = header_path(prefix, path);
        name.retain(|&b| b != b'\t');
        name
    };
    line(b"diff --git ", &[bare("a/", old), bare("b/", new)]);
    if !has_hunks {
        line(b"similarity index 100%", &[]);
    }
    line(b"rename from ", &[bare("", old)]);
    line(b"rename to ", &[bare("", new)]);
    if has_hunks {
        push_names(out, old, new);
    }
}

fn push_names(out: &mut Vec<u8>, old: &[u8], new: &[u8]) {
    for (sign, prefix, path) in [("--- ", "a/", old), ("+++ ", "b/", new)] {
        out.extend_from_slice(sign.as_bytes());
        out.extend_from_slice(&header_path(prefix, path));
        out.push(b'\n');
    }
}

/// Adds the lines of a hunk.
pub fn push_lines(out: &mut Vec<u8>, hunk: &Hunk<'_>) {
    for line in &hunk.lines {
        out.push(match line.kind {
            LineKind::Context => b' ',
            LineKind::Removed => b'-',
            LineKind::Added => b'+',
        });
        out.extend_from_slice(&line.bytes);
        if line.bytes.last() != Some(&b'\n') {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests;
