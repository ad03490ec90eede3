//! What must change in makefiles.

use cu2hip_syntax::text::Span;

use super::Finder;
use super::words::{self, Word};

/// Adds the findings of a makefile.
pub(super) fn inspect(finder: &mut Finder<'_>) {
    for line in logical_lines(finder.text) {
        let words = words_of(finder.text, line);
        if !is_condition(&words) {
            words::inspect(finder, &words);
        }
    }
}

/// Lines joined at their continuations, comments cut off. A recipe is a line like any other: its
/// words mean the same.
fn logical_lines(text: &[u8]) -> Vec<Span> {
    let mut lines = Vec::new();
    let (mut start, mut end, mut at) = (0, None, 0);
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1 + usize::from(text[at..].starts_with(b"\\\r\n")),
            b'#' if end.is_none() => end = Some(at),
            b'\n' => {
                lines.push(Span::new(start as u32, end.unwrap_or(at) as u32));
                (start, end) = (at + 1, None);
            }
            _ => {}
        }
        at += 1;
    }
    lines.push(Span::new(
        start.min(text.len()) as u32,
        end.unwrap_or(text.len()) as u32,
    ));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Comparisons name values and call nothing.
fn is_condition(words: &[Word<'_>]) -> bool {
    let first = words.first().map_or("", |w| w.text);
    matches!(
        first,
        "ifeq" | "ifneq" | "ifdef" | "ifndef" | "else" | "endif"
    )
}

/// The words of a line. `$(NAME)` is a part of its word; the inside of `$(function ...)` is words.
fn words_of(text: &[u8], line: Span) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = line.start;
    let mut at = line.start;
    let mut close = |start: &mut u32, at: u32, next: u32| {
        words::split(text, Span::new(*start, at), |b| b == b'\\', &mut words);
        *start = next;
    };
    while at < line.end {
        let byte = text[at as usize];
        match byte {
            b'$' => {
                if let Some(length) = reference(&text[at as usize..line.end as usize]) {
                    at += length;
                    continue;
                }
                close(&mut start, at, at + 1);
            }
            b' ' | b'\t' | b'\r' | b'\n' | b'"' | b'\'' | b'(' | b')' | b'{' | b'}' | b'`'
            | b'@' => {
                close(&mut start, at, at + 1);
            }
            // An assignment or a rule ends the name; `=` inside a flag does not.
            b'=' | b':' if is_operator(text, line, start, at) => close(&mut start, at, at + 1),
            _ => {}
        }
        at += 1;
    }
    close(&mut start, line.end, line.end);
    words
}

/// Length of `$(NAME)`, `${NAME}` or `$X`; none for `$(function ...)`.
fn reference(text: &[u8]) -> Option<u32> {
    let close = match text.get(1)? {
        b'(' => b')',
        b'{' => b'}',
        b' ' | b'\t' | b'\n' => return None,
        _ => return Some(2),
    };
    let inside = text[2..]
        .iter()
        .take_while(|b| !b" \t\r\n(){}$".contains(b))
        .count();
    (text.get(2 + inside) == Some(&close)).then_some(inside as u32 + 3)
}

/// True if `=` or `:` at `at` ends a name: only a name or an operator sign stands before it.
fn is_operator(text: &[u8], line: Span, start: u32, at: u32) -> bool {
    let before = Span::new(start, at).of(text);
    let is_first = Span::new(line.start, start)
        .of(text)
        .iter()
        .all(u8::is_ascii_whitespace);
    let name = |b: &u8| b.is_ascii_alphanumeric() || b"_.?:+!%/-".contains(b);
    before.is_empty() || (is_first && before.first() != Some(&b'-') && before.iter().all(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<Vec<&str>> {
        logical_lines(text.as_bytes())
            .into_iter()
            .map(|line| {
                words_of(text.as_bytes(), line)
                    .iter()
                    .map(|w| w.text)
                    .collect()
            })
            .collect()
    }

    #[test]
    fn assignments_rules_recipes_and_continuations() {
        let text = "NVCC ?= nvcc # the compiler\nFLAGS += -arch=sm_80 \\\n  -O3\na.o: a.cu\n\t$(NVCC) -c $< -o $@ -I$(CUDA_PATH)/include\n";
        assert_eq!(
            shown(text),
            [
                vec!["NVCC", "?=", "nvcc"],
                vec!["FLAGS", "+=", "-arch=sm_80", "-O3"],
                vec!["a.o", "a.cu"],
                vec!["$(NVCC)", "-c", "$<", "-o", "$@", "-I$(CUDA_PATH)/include"],
            ]
        );
    }

    #[test]
    fn functions_are_looked_into() {
        assert_eq!(
            shown("V := $(shell nvcc --version | grep 'x')"),
            [["V", "shell", "nvcc", "--version", "|", "grep", "x"]]
        );
    }

    #[test]
    fn broken_text_ends() {
        for text in ["$", "$(", "a = $(", "\\", "a \\\r\n b", "#", "${x"] {
            shown(text);
        }
    }
}
