//! Patches on a terminal: coloured, escaped, with the changed part of a line marked.

use std::io::Write;

use anstyle::{AnsiColor, Style as Color};
use cu2hip_project::patch::{self, Hunk, Line, LineKind};
use similar::{ChangeTag, TextDiff};

use super::annotate::Style;
use super::escape;

const HEADER: Color = Color::new().bold();
const NUMBERS: Color = AnsiColor::Cyan.on_default();
const REMOVED: Color = AnsiColor::Red.on_default();
const ADDED: Color = AnsiColor::Green.on_default();

/// Adds the lines that name the file.
pub(super) fn push_file_header(out: &mut Vec<u8>, header: &[u8], style: Style) {
    if !style.terminal && !style.color {
        out.extend_from_slice(header);
        return;
    }
    for line in header.split(|&b| b == b'\n').filter(|l| !l.is_empty()) {
        push_styled(out, HEADER, &escape::line(line), style);
        out.push(b'\n');
    }
}

/// Adds a hunk under its heading.
pub(super) fn push_hunk(out: &mut Vec<u8>, heading: &str, hunk: &Hunk<'_>, style: Style) {
    if !style.terminal && !style.color {
        out.extend_from_slice(heading.as_bytes());
        out.push(b'\n');
        patch::push_lines(out, hunk);
        return;
    }
    push_styled(out, NUMBERS, heading, style);
    out.push(b'\n');
    let mut rest = hunk.lines.as_slice();
    while let Some(first) = rest.first() {
        let run = |kind: LineKind, lines: &[Line<'_>]| {
            lines.iter().take_while(|l| l.kind == kind).count()
        };
        let removed = run(LineKind::Removed, rest);
        let added = run(LineKind::Added, &rest[removed..]);
        let count = removed + added;
        if count == 0 {
            push_line(out, ' ', Color::new(), first, style);
            rest = &rest[1..];
            continue;
        }
        push_changes(out, &rest[..removed], &rest[removed..count], style);
        rest = &rest[count..];
    }
}

/// Adds removed lines and the lines in their place.
fn push_changes(out: &mut Vec<u8>, removed: &[Line<'_>], added: &[Line<'_>], style: Style) {
    if removed.len() != added.len() || !style.color {
        for line in removed {
            push_line(out, '-', REMOVED, line, style);
        }
        for line in added {
            push_line(out, '+', ADDED, line, style);
        }
        return;
    }
    let text = |line: &Line<'_>| escape::line(without_end(&line.bytes));
    let mut new_lines = Vec::new();
    for (old, new) in removed.iter().zip(added) {
        let (old_text, new_text) = (text(old), text(new));
        let (old_words, new_words) = (words(&old_text), words(&new_text));
        let diff = TextDiff::from_slices(&old_words, &new_words);
        push_pair(out, &diff, (ChangeTag::Delete, '-', REMOVED), old);
        push_pair(&mut new_lines, &diff, (ChangeTag::Insert, '+', ADDED), new);
    }
    out.extend_from_slice(&new_lines);
}

/// The text in words, blanks and single signs.
fn words(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if at > 0 && (class(c) == 2 || before != Some(class(c))) {
            words.push(&text[start..at]);
            start = at;
        }
        before = Some(class(c));
    }
    words.push(&text[start..]);
    words
}

/// Adds one side of a changed line with the words that differ in reverse video.
fn push_pair(
    out: &mut Vec<u8>,
    diff: &TextDiff<'_, '_, str>,
    (side, sign, color): (ChangeTag, char, Color),
    line: &Line<'_>,
) {
    // Writing to a vector cannot fail.
    let _ = write!(out, "{color}{sign}");
    for change in diff.iter_all_changes() {
        if change.tag() == ChangeTag::Equal {
            let _ = write!(out, "{}", change.value());
        } else if change.tag() == side {
            let mark = color.invert();
            let _ = write!(out, "{mark}{}{}{color}", change.value(), anstyle::Reset);
        }
    }
    let _ = writeln!(out, "{}", anstyle::Reset);
    push_missing_end(out, line);
}

fn push_line(out: &mut Vec<u8>, sign: char, color: Color, line: &Line<'_>, style: Style) {
    let mut text = String::from(sign);
    escape::push(&mut text, without_end(&line.bytes));
    push_styled(out, color, &text, style);
    out.push(b'\n');
    push_missing_end(out, line);
}

fn push_missing_end(out: &mut Vec<u8>, line: &Line<'_>) {
    if line.bytes.last() != Some(&b'\n') {
        out.extend_from_slice(b"\\ No newline at end of file\n");
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn push_styled(out: &mut Vec<u8>, color: Color, text: &str, style: Style) {
    if style.color && color != Color::new() {
        // Writing to a vector cannot fail.
        let _ = write!(out, "{color}{text}{}", anstyle::Reset);
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_blanks_and_signs() {
        assert_eq!(
            words("f(a_b,  1);"),
            ["f", "(", "a_b", ",", "  ", "1", ")", ";"]
        );
        assert_eq!(words(""), [""]);
    }
}
