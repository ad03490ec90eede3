//! Tokens of a call template.

use std::fmt;

use super::TemplateError;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `,` with the space after it.
    Comma(String),
    /// `$1`.
    Argument(u8),
    /// `$2...` or `$*`.
    Rest(u8),
    /// `cast(`.
    Cast,
    /// `addr(`.
    Addr,
    /// `kernel(`.
    Kernel,
    /// `symbol(`.
    Symbol,
    /// `voidpp(`.
    VoidPp,
    /// Anything else.
    Text(String),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("("),
            Self::Close => f.write_str(")"),
            Self::Comma(text) | Self::Text(text) => f.write_str(text),
            Self::Argument(n) => write!(f, "${n}"),
            Self::Rest(n) => write!(f, "${n}..."),
            Self::Cast => f.write_str("cast("),
            Self::Addr => f.write_str("addr("),
            Self::Kernel => f.write_str("kernel("),
            Self::Symbol => f.write_str("symbol("),
            Self::VoidPp => f.write_str("voidpp("),
        }
    }
}

const WRAPPERS: [(&str, Token); 5] = [
    ("cast", Token::Cast),
    ("addr", Token::Addr),
    ("kernel", Token::Kernel),
    ("symbol", Token::Symbol),
    ("voidpp", Token::VoidPp),
];

/// The tokens of a text.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The token after `$`, with its length.
    fn argument(&self, rest: &str) -> Result<(Token, usize), TemplateError> {
        if rest.starts_with("$*") {
            return Ok((Token::Rest(1), 2));
        }
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[1..=digits].parse().ok().filter(|n| *n > 0);
        let number = number.ok_or_else(|| TemplateError {
            at: self.at,
            message: "`$` needs an argument number from 1, or `*`".to_owned(),
        })?;
        let end = digits + 1;
        Ok(if rest[end..].starts_with("...") {
            (Token::Rest(number), end + 3)
        } else {
            (Token::Argument(number), end)
        })
    }

    fn token(&self, rest: &str) -> Result<(Token, usize), TemplateError> {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        match rest.as_bytes().first() {
            Some(b'$') => return self.argument(rest),
            Some(b'(') => return Ok((Token::Open, 1)),
            Some(b')') => return Ok((Token::Close, 1)),
            Some(b',') => {
                let length = 1 + rest[1..].len() - rest[1..].trim_start().len();
                return Ok((Token::Comma(rest[..length].to_owned()), length));
            }
            _ => {}
        }
        let name = rest.find(|c| !word(c)).unwrap_or(rest.len());
        if name > 0 {
            let wrapper = WRAPPERS
                .iter()
                .find(|(w, _)| *w == &rest[..name] && rest[name..].starts_with('('));
            return Ok(match wrapper {
                Some((_, token)) => (token.clone(), name + 1),
                None => (Token::Text(rest[..name].to_owned()), name),
            });
        }
        let end = rest
            .find(|c: char| word(c) || "$(),".contains(c))
            .unwrap_or(rest.len());
        Ok((Token::Text(rest[..end].to_owned()), end))
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<(usize, Token, usize), TemplateError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        Some(self.token(rest).map(|(token, length)| {
            let start = self.at;
            self.at += length;
            (start, token, self.at)
        }))
    }
}
