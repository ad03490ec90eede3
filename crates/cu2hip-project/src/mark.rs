//! Comment lines in the source that name open findings: `// cu2hip: CH2001 inline-ptx: ...`.
//!
//! A later run recognises its marks, brings them up to date, and takes out those whose finding is
//! gone.

use std::collections::BTreeMap;

use cu2hip_core::{Applicability, Diagnostic, Edit};
use cu2hip_syntax::text::{LineIndex, Span};
use cu2hip_syntax::token::{TokenKind, Tokens, lex};

/// How a mark starts, behind its indentation.
const START: &str = "// cu2hip: CH";
/// Id of the edits.
const ORIGIN: &str = "mark";

/// The edits that bring the marks of `text` up to date with `findings`: one line above the line of
/// each finding that waits for a person.
pub fn mark(text: &[u8], findings: &[Diagnostic]) -> Vec<Edit> {
    let lines = LineIndex::new(text);
    let tokens = lex(text);
    let page = Page {
        text,
        lines,
        tokens,
    };
    let mut wanted: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let open = findings
        .iter()
        .filter(|f| f.applicability == Applicability::Manual);
    for finding in open {
        let marks = wanted.entry(page.place(finding.span.start)).or_default();
        let mark = line_for(finding);
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    let mut stale: Vec<usize> = (0..page.lines.line_count())
        .filter(|&line| page.is_mark(line))
        .collect();
    let mut edits = Vec::new();
    for (line, marks) in wanted {
        let mut first = line;
        while first > 0 && stale.binary_search(&(first - 1)).is_ok() {
            first -= 1;
        }
        let old: Vec<&[u8]> = (first..line).map(|l| page.line(l).trim_ascii()).collect();
        stale.retain(|l| !(first..line).contains(l));
        if old.iter().copied().eq(marks.iter().map(String::as_bytes)) {
            continue;
        }
        let span = Span::new(page.start(first), page.start(line));
        edits.push(Edit::replace(span, page.lines_of(line, &marks), ORIGIN));
    }
    for line in stale {
        let span = page.lines.line_span(line, text);
        edits.push(Edit::replace(span, Vec::new(), ORIGIN));
    }
    edits
}

/// The text of a mark: always one line, and never one that runs on into the next.
fn line_for(finding: &Diagnostic) -> String {
    let message: String = finding
        .message
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let text = format!(
        "// cu2hip: {} {}: {message}",
        finding.code,
        finding.code.name()
    );
    text.trim_end_matches(['\\', ' ']).to_owned()
}

/// A text with its lines and tokens.
struct Page<'a> {
    text: &'a [u8],
    lines: LineIndex,
    tokens: Tokens,
}

impl<'a> Page<'a> {
    fn start(&self, line: usize) -> u32 {
        self.lines.line_start(line, self.text)
    }

    fn line(&self, line: usize) -> &'a [u8] {
        self.lines.line_span(line, self.text).of(self.text)
    }

    /// The line above which a mark for `offset` stands: its own, or the one where the string,
    /// comment or continued line that it lies in begins.
    fn place(&self, offset: u32) -> usize {
        let mut line = self.lines.line_of(offset);
        while line > 0 {
            let start = self.start(line);
            let is_end = start as usize >= self.text.len();
            let token = if is_end {
                self.tokens.len()
            } else {
                self.tokens.at(start)
            };
            let begins_here = is_end || self.tokens.span(token).start == start;
            let before = token.checked_sub(1);
            let follows_line_end =
                before.is_none_or(|before| self.tokens.kind(before) == TokenKind::Newline);
            if begins_here && follows_line_end {
                return line;
            }
            let holder = if begins_here {
                before.unwrap_or(0)
            } else {
                token
            };
            let span = self.tokens.span(holder);
            line = self.lines.line_of(span.start).min(line - 1);
        }
        line
    }

    fn is_mark(&self, line: usize) -> bool {
        let bytes = self.line(line);
        let indent = bytes
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count();
        let Some(code) = bytes[indent..].strip_prefix(START.as_bytes()) else {
            return false;
        };
        let digits = code.iter().take_while(|b| b.is_ascii_digit()).count();
        let start = self.start(line) + indent as u32;
        let token = self.tokens.at(start);
        digits == 4
            && self.tokens.kind(token) == TokenKind::LineComment
            && self.tokens.span(token).start == start
    }

    /// Marks as lines with the indentation and the line end of the text around `line`.
    fn lines_of(&self, line: usize, marks: &[String]) -> Vec<u8> {
        let bytes = self.line(line);
        let indent = bytes
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count();
        let end: &[u8] = match self.text.iter().position(|&b| b == b'\n') {
            Some(at) if at > 0 && self.text[at - 1] == b'\r' => b"\r\n",
            None if self.text.contains(&b'\r') => b"\r",
            _ => b"\n",
        };
        let mut out = Vec::new();
        for mark in marks {
            out.extend_from_slice(&bytes[..indent]);
            out.extend_from_slice(mark.as_bytes());
            out.extend_from_slice(end);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_core::EditSet;
    use cu2hip_core::diagnostic::find_code;

    /// The text with marks for findings at the places of `needles`.
    fn marked(text: &str, needles: &[&str]) -> String {
        let code = find_code("CH1001").unwrap();
        let findings: Vec<Diagnostic> = needles
            .iter()
            .map(|needle| {
                let at = text.find(needle).unwrap() as u32;
                let span = Span::new(at, at + needle.len() as u32);
                Diagnostic::new(code, span, format!("`{needle}` is not there"))
            })
            .collect();
        let mut edits = EditSet::default();
        for edit in mark(text.as_bytes(), &findings) {
            edits.push(edit).unwrap();
        }
        String::from_utf8(edits.apply(text.as_bytes())).unwrap()
    }

    const MARK: &str = "// cu2hip: CH1001 no-counterpart: ";

    #[test]
    fn a_mark_stands_above_with_the_same_indentation() {
        assert_eq!(
            marked("a;\r\n\tfoo();\r\n", &["foo"]),
            format!("a;\r\n\t{MARK}`foo` is not there\r\n\tfoo();\r\n")
        );
    }

    #[test]
    fn marks_are_kept_updated_and_removed() {
        let once = marked("a;\n  foo(); bar();\n", &["foo", "bar"]);
        assert_eq!(once.matches(MARK).count(), 2);
        assert_eq!(marked(&once, &["foo(", "bar("]).matches(MARK).count(), 2);
        let code = find_code("CH1001").unwrap();
        let at = once.find("foo();").unwrap() as u32;
        let same = Diagnostic::new(code, Span::new(at, at + 3), "`foo` is not there");
        let edits = mark(once.as_bytes(), std::slice::from_ref(&same));
        assert_eq!(edits.len(), 1, "one of the two is gone");
        assert_eq!(marked(&once, &[]), "a;\n  foo(); bar();\n");
    }

    #[test]
    fn a_second_run_makes_no_edit() {
        let code = find_code("CH1001").unwrap();
        let finding = |text: &str| {
            let at = text.find("foo();").unwrap() as u32;
            [Diagnostic::new(code, Span::new(at, at + 3), "foo \\")]
        };
        let text = "int x;\n    foo();\n";
        let edits = mark(text.as_bytes(), &finding(text));
        let mut set = EditSet::default();
        set.push(edits[0].clone()).unwrap();
        let once = String::from_utf8(set.apply(text.as_bytes())).unwrap();
        assert!(once.contains("foo\n    foo();"), "{once}");
        assert!(mark(once.as_bytes(), &finding(&once)).is_empty());
    }

    #[test]
    fn never_inside_a_continued_line_a_string_or_a_comment() {
        assert!(
            marked("x;\n#define M(a) \\\n  foo(a); \\\n  b\n", &["foo"])
                .starts_with("x;\n// cu2hip")
        );
        assert!(marked("x;\nauto s = R\"(\n  foo\n)\";\n", &["foo"]).starts_with("x;\n// cu2hip"));
        assert!(marked("x;\n/* a\n foo */\n", &["foo"]).starts_with("x;\n// cu2hip"));
        assert!(marked("x;\n#define M \\\nfoo\n", &["foo"]).starts_with("x;\n// cu2hip"));
        assert!(marked("x;\n\"a\\\nfoo\";\n", &["foo"]).starts_with("x;\n// cu2hip"));
    }

    #[test]
    fn a_mark_in_a_string_is_text() {
        let text = "auto s = R\"(\n// cu2hip: CH1001 no-counterpart: x\n)\";\n";
        assert_eq!(marked(text, &[]), text);
    }

    proptest::proptest! {
        #[test]
        fn marks_settle_at_once(text in r#"([ \t\n\\"/*a;]|R"\(|\)"|\r\n|#define X|//){0,40}"#, at in 0_u32..60) {
            let code = find_code("CH1001").unwrap();
            let at = at.min(text.len() as u32);
            let finding = |at| [Diagnostic::new(code, Span::at(at), "m")];
            let edits = mark(text.as_bytes(), &finding(at));
            let grown = edits.iter().filter(|e| e.span.start <= at).map(|e| e.text.len() as u32).sum::<u32>();
            let mut set = EditSet::default();
            for edit in edits {
                set.push(edit).unwrap();
            }
            let once = set.apply(text.as_bytes());
            proptest::prop_assert_eq!(mark(&once, &finding(at + grown)), []);
        }
    }
}
