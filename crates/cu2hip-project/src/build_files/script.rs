//! What must change in the build files that are written in Python, Starlark or Meson's language.
//! All three have names, strings, calls and lists; that much is read of them.

use cu2hip_core::Diagnostic;
use cu2hip_core::diagnostic::registry::{CMAKE_LANGUAGE, CMAKE_PACKAGE, EXTENSION_BUILD};
use cu2hip_syntax::text::Span;

use super::words::{self, Word};
use super::{BuildKind, Finder};

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Name(Span),
    /// The inside of a string.
    Text(Span),
    Sign(u8),
}

/// A pair of brackets that is open.
struct Open<'a> {
    /// The name before a `(`.
    call: &'a str,
    /// The keyword or key that the bracket is the value of, its own or that of the outer one.
    label: &'a str,
    words: Vec<Word<'a>>,
}

/// Adds the findings of a file.
pub(super) fn inspect(finder: &mut Finder<'_>, kind: BuildKind) {
    let text = finder.text;
    let tokens = tokens(text);
    let of = |span: Span| std::str::from_utf8(span.of(text)).unwrap_or_default();
    let mut open = vec![Open {
        call: "",
        label: "",
        words: Vec::new(),
    }];
    let mut label = "";
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        match *token {
            Token::Name(span) => {
                if matches!(next, Some(Token::Sign(b'=' | b':'))) {
                    label = of(span);
                }
                if next == Some(&Token::Sign(b'(')) {
                    call(finder, kind, span, of(span));
                }
            }
            Token::Text(span) if next == Some(&Token::Sign(b':')) => label = of(span),
            Token::Text(span) => string(finder, kind, span, &mut open, label),
            Token::Sign(b'(' | b'[' | b'{') => {
                let before = at.checked_sub(1).map(|before| tokens[before]);
                let call = match (token, before) {
                    (Token::Sign(b'('), Some(Token::Name(name))) => of(name),
                    _ => "",
                };
                open.push(Open {
                    call,
                    label,
                    words: Vec::new(),
                });
            }
            Token::Sign(b')' | b']' | b'}') if open.len() > 1 => {
                if let Some(closed) = open.pop() {
                    words::inspect(finder, &closed.words);
                }
                label = open.last().map_or("", |o| o.label);
            }
            Token::Sign(b',') => label = open.last().map_or("", |o| o.label),
            Token::Sign(_) => {}
        }
    }
    for closed in open {
        words::inspect(finder, &closed.words);
    }
}

/// A call by name.
fn call(finder: &mut Finder<'_>, kind: BuildKind, span: Span, name: &str) {
    let finding = match (kind, name) {
        (BuildKind::Python, "CUDAExtension") => {
            Diagnostic::new(EXTENSION_BUILD, span, "torch builds this extension for ROCm as it stands").advice(
                "torch's own build step translates the sources: give it the CUDA sources, or translated ones with USE_ROCM guards, not both; flags under 'nvcc' go to hipcc as they are",
            )
        }
        (BuildKind::Bazel, "cuda_library" | "cuda_objects" | "cuda_binary" | "cuda_test") => {
            Diagnostic::new(CMAKE_LANGUAGE, span, format!("`{name}` is a rule of rules_cuda")).advice(
                "rules_cuda builds for NVIDIA only: a rule that calls hipcc takes its place",
            )
        }
        _ => return,
    };
    finder.push(finding);
}

/// A string: its words, and what it means where it stands.
fn string<'a>(
    finder: &mut Finder<'a>,
    kind: BuildKind,
    span: Span,
    open: &mut [Open<'a>],
    label: &str,
) {
    let text = finder.text;
    let Some(inner) = open.last_mut() else {
        return;
    };
    let value = std::str::from_utf8(span.of(text)).unwrap_or_default();
    let library = matches!(label, "libraries" | "modules" | "linkopts");
    if library && words::named_library(finder, span, value, |c| c.link.clone()) {
        return;
    }
    if kind == BuildKind::Meson && value == "cuda" {
        let (code, advice) = match inner.call {
            "project" | "add_languages" => (
                CMAKE_LANGUAGE,
                "Meson has no HIP language: compile with hipcc as the C++ compiler (CXX=hipcc)",
            ),
            "dependency" => (CMAKE_PACKAGE, "write dependency('hip', method : 'cmake')"),
            _ => return,
        };
        finder.push(Diagnostic::new(code, span, "CUDA is asked for").advice(advice));
        return;
    }
    if kind == BuildKind::Bazel
        && let Some(at) = value.find("cuda//:").or_else(|| value.find("cuda//cuda:"))
        && let Some(colon) = value[at..].find(':')
    {
        let name = &value[at + colon + 1..];
        words::named_library(finder, span, name, |c| {
            format!("@local_config_rocm//rocm:{}", c.link)
        });
        return;
    }
    let before = inner.words.len();
    words::split(text, span, |b| b.is_ascii_whitespace(), &mut inner.words);
    for word in &mut inner.words[before..] {
        word.alone = word.span == span;
    }
}

/// Reads names, strings and signs; any bytes give a list.
fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'#' => at += text[at..].iter().take_while(|&&b| b != b'\n').count(),
            b'"' | b'\'' => {
                let (inside, end) = quoted(text, at);
                tokens.push(Token::Text(inside));
                at = end;
            }
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let is_part = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
                let end = at + text[at..].iter().take_while(is_part).count();
                let is_prefix = end - at <= 2 && matches!(text.get(end), Some(b'"' | b'\''));
                if !is_prefix {
                    tokens.push(Token::Name(Span::new(at as u32, end as u32)));
                }
                at = end;
            }
            b if b.is_ascii_whitespace() => at += 1,
            sign => {
                tokens.push(Token::Sign(sign));
                at += 1;
            }
        }
    }
    tokens
}

/// The inside of the string at `at` and the offset behind it.
fn quoted(text: &[u8], at: usize) -> (Span, usize) {
    let quote = text[at];
    let triple = text[at..].starts_with(&[quote; 3]);
    let width = if triple { 3 } else { 1 };
    let start = at + width;
    let mut end = start;
    while let Some(&byte) = text.get(end) {
        let closes = if triple {
            text[end..].starts_with(&[quote; 3])
        } else {
            byte == quote
        };
        if closes || (byte == b'\n' && !triple) {
            break;
        }
        end += if byte == b'\\' { 2 } else { 1 };
    }
    let end = end.min(text.len());
    let behind = if text.get(end) == Some(&quote) {
        end + width
    } else {
        end
    };
    (
        Span::new(start.min(end) as u32, end as u32),
        behind.min(text.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_all_kinds() {
        let text = b"f(r'a\\'b', \"\"\"c\n\"d\"\"\", f\"e\") # 'x'\n'open\n";
        let strings: Vec<_> = tokens(text)
            .into_iter()
            .filter_map(|t| match t {
                Token::Text(span) => std::str::from_utf8(span.of(text)).ok(),
                _ => None,
            })
            .collect();
        assert_eq!(strings, ["a\\'b", "c\n\"d", "e", "open"]);
    }

    #[test]
    fn broken_text_ends() {
        for text in ["'", "\"\"\"", "'\\", "f(", ")", "#", "r'"] {
            tokens(text.as_bytes());
        }
    }
}
