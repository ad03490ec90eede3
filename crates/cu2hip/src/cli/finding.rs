//! Findings as people read them: what, where with a caret, why, what to do.

use std::io::{self, Write};
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use codespan_reporting::diagnostic::{self as shown, Label, LabelStyle};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, Config, WriteStyle};
use cu2hip_core::{Applicability, Diagnostic, Effort, Severity};
use cu2hip_syntax::text::{LineIndex, Span};

use super::escape;

/// Lines of a long span that are shown.
const SHOWN_LINES: usize = 4;
/// Bytes of a line before it is cut around the caret.
const LINE_LIMIT: usize = 140;
/// Of these, how many before the caret.
const BEFORE_CARET: usize = 60;

/// A file in which findings lie.
pub(super) struct Place<'a> {
    /// Its name, escaped.
    pub(super) name: &'a str,
    /// Its bytes.
    pub(super) text: &'a [u8],
    /// Its lines.
    pub(super) lines: &'a LineIndex,
}

/// Adds a finding as text to `out`.
pub(super) fn push(out: &mut Vec<u8>, place: &Place<'_>, finding: &Diagnostic, color: bool) {
    let excerpt = Excerpt::new(place, finding.span);
    let severity = match finding.severity {
        Severity::Error => shown::Severity::Error,
        Severity::Warning => shown::Severity::Warning,
        Severity::Note => shown::Severity::Note,
    };
    let message = shown::Diagnostic::new(severity)
        .with_code(format!("{} {}", finding.code, finding.code.name()))
        .with_message(escape::line(finding.message.as_bytes()))
        .with_label(Label::primary((), excerpt.caret.clone()))
        .with_notes(notes(finding));
    let mut writer = Styled { out, color };
    // Writing to a vector cannot fail, and the excerpt holds the caret.
    let _ = term::emit_to_write_style(&mut writer, &Config::default(), &excerpt, &message);
}

fn notes(finding: &Diagnostic) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(finding.reason.as_deref().map(escape::lines));
    if !finding.advice.is_empty() {
        notes.push(format!("do: {}", escape::lines(&finding.advice)));
    }
    let state = match finding.applicability {
        Applicability::Safe => "written",
        Applicability::Review => "written, look at it",
        Applicability::Manual => "not written",
    };
    notes.push(match finding.effort {
        Effort::None => format!("{state}; there is no way today"),
        effort => format!("{state}; effort: {}", effort.as_str()),
    });
    notes
}

/// The lines around a span, escaped and cut, as the renderer wants them.
struct Excerpt<'a> {
    name: &'a str,
    source: String,
    starts: Vec<usize>,
    first_line: usize,
    column: usize,
    caret: Range<usize>,
}

impl<'a> Excerpt<'a> {
    fn new(place: &Place<'a>, span: Span) -> Self {
        let end = place.text.len() as u32;
        let span = Span::new(
            span.start.min(end),
            span.end.clamp(span.start.min(end), end),
        );
        let first = place.lines.line_of(span.start);
        let last_byte = if span.is_empty() {
            span.start
        } else {
            span.end - 1
        };
        let last = place.lines.line_of(last_byte).min(first + SHOWN_LINES - 1);
        let mut excerpt = Excerpt {
            name: place.name,
            source: String::new(),
            starts: Vec::new(),
            first_line: first + 1,
            column: place.lines.line_column(span.start, place.text).column as usize,
            caret: 0..0,
        };
        for line in first..=last {
            excerpt.push_line(place, line, span, (line == first, line == last));
        }
        excerpt
    }

    fn push_line(
        &mut self,
        place: &Place<'_>,
        line: usize,
        span: Span,
        (first, last): (bool, bool),
    ) {
        let whole = place.lines.line_span(line, place.text);
        let bytes = whole.of(place.text);
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let inside = |offset: u32| (offset.saturating_sub(whole.start) as usize).min(bytes.len());
        let caret = if first { inside(span.start) } else { 0 };
        let cut = window(bytes, caret);
        self.starts.push(self.source.len());
        if cut.start > 0 {
            self.source.push('\u{2026}');
        }
        let mut at = cut.start;
        let mut push_until = |to: usize, source: &mut String| {
            let to = to.clamp(at, cut.end);
            escape::push(source, &bytes[at..to]);
            at = to;
            source.len()
        };
        if first {
            self.caret.start = push_until(caret, &mut self.source);
        }
        if last {
            self.caret.end = push_until(inside(span.end), &mut self.source);
        }
        push_until(cut.end, &mut self.source);
        if cut.end < bytes.len() {
            self.source.push('\u{2026}');
        }
        self.source.push('\n');
    }
}

/// The part of a long line around the caret, at character borders.
fn window(bytes: &[u8], caret: usize) -> Range<usize> {
    if bytes.len() <= LINE_LIMIT {
        return 0..bytes.len();
    }
    let is_border = |at: usize| bytes.get(at).is_none_or(|b| b & 0xc0 != 0x80);
    let border = |at: usize| {
        (at..bytes.len())
            .find(|&at| is_border(at))
            .unwrap_or(bytes.len())
    };
    let start = caret
        .saturating_sub(BEFORE_CARET)
        .min(bytes.len() - LINE_LIMIT);
    border(start)..border(start + LINE_LIMIT)
}

impl<'a> Files<'a> for Excerpt<'_> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<Self::Name, Error> {
        Ok(self.name)
    }

    fn source(&'a self, (): ()) -> Result<Self::Source, Error> {
        Ok(&self.source)
    }

    fn line_index(&'a self, (): (), byte: usize) -> Result<usize, Error> {
        Ok(self.starts.partition_point(|&start| start <= byte) - 1)
    }

    fn line_number(&'a self, (): (), line: usize) -> Result<usize, Error> {
        Ok(self.first_line + line)
    }

    fn column_number(&'a self, (): (), _line: usize, _byte: usize) -> Result<usize, Error> {
        Ok(self.column)
    }

    fn line_range(&'a self, (): (), line: usize) -> Result<Range<usize>, Error> {
        let max = self.starts.len();
        let start = *self
            .starts
            .get(line)
            .ok_or(Error::LineTooLarge { given: line, max })?;
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.source.len());
        Ok(start..end)
    }
}

/// A writer that colours what it is told to.
struct Styled<'a> {
    out: &'a mut Vec<u8>,
    color: bool,
}

impl Styled<'_> {
    fn set(&mut self, style: Style) -> io::Result<()> {
        if self.color {
            write!(self.out, "{style}")?;
        }
        Ok(())
    }
}

fn severity_style(severity: shown::Severity) -> Style {
    let color = match severity {
        shown::Severity::Bug | shown::Severity::Error => AnsiColor::BrightRed,
        shown::Severity::Warning => AnsiColor::BrightYellow,
        shown::Severity::Note => AnsiColor::BrightGreen,
        shown::Severity::Help => AnsiColor::BrightCyan,
    };
    color.on_default().bold()
}

impl Write for Styled<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WriteStyle for Styled<'_> {
    fn set_header(&mut self, severity: shown::Severity) -> io::Result<()> {
        self.set(severity_style(severity))
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        self.set(Style::new().bold())
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.set(AnsiColor::Blue.on_default())
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.set(AnsiColor::Blue.on_default())
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.set(AnsiColor::Blue.on_default())
    }

    fn set_label(&mut self, severity: shown::Severity, style: LabelStyle) -> io::Result<()> {
        match style {
            LabelStyle::Primary => self.set(severity_style(severity)),
            LabelStyle::Secondary => self.set(AnsiColor::Blue.on_default()),
        }
    }

    fn reset(&mut self) -> io::Result<()> {
        if self.color {
            write!(self.out, "{}", anstyle::Reset)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_core::diagnostic::all_codes;

    fn shown(text: &[u8], span: (u32, u32)) -> String {
        let code = all_codes().next().unwrap();
        let finding =
            Diagnostic::new(code, Span::new(span.0, span.1), "`x` is new").advice("do it");
        let place = Place {
            name: "a.cu",
            text,
            lines: &LineIndex::new(text),
        };
        let mut out = Vec::new();
        push(&mut out, &place, &finding, false);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_caret_stands_below_the_tokens() {
        let text = shown(b"int a;\r\n\tint \xe9 = foo(1);\r\n", (17, 20));
        assert!(text.contains("a.cu:2:10"), "{text}");
        assert!(
            text.contains("2 \u{2502}     int \\xe9 = foo(1);\n"),
            "{text}"
        );
        assert!(text.contains("\u{2502}                ^^^\n"), "{text}");
        assert!(!text.contains('\r'));
    }

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let mut line = "x".repeat(3000);
        line.replace_range(2000..2003, "foo");
        let text = shown(line.as_bytes(), (2000, 2003));
        assert!(
            text.contains("\u{2026}xxx") && text.contains("foo"),
            "{text}"
        );
        assert!(text.lines().all(|l| l.chars().count() < 200), "{text}");
    }

    #[test]
    fn a_span_at_the_end_or_outside_is_shown() {
        shown(b"", (0, 0));
        shown(b"a", (1, 1));
        shown(b"a\n", (7, 9));
        assert!(shown(b"a(\nb,\nc)\n", (1, 8)).contains("c)"));
    }

    #[test]
    fn no_line_looks_like_a_part_of_a_patch() {
        let text = shown(
            b"@@ -1 +1 @@\n--- a/x\n+++ b/x\ndiff --git a/x b/x\n",
            (0, 42),
        );
        let parts = ["@@", "---", "+++", "diff", "Index"];
        assert!(
            text.lines()
                .all(|l| !parts.iter().any(|p| l.starts_with(p))),
            "{text}"
        );
    }
}
