//! Skimming: the directives of a text are split into tokens, of the rest only words and literals
//! are looked at.

use logos::Logos;

use super::{TokenKind, Tokens, block_comment_length, line_comment_length, raw_string_length};

/// Looks at what a text holds outside of its comments.
pub trait Reader {
    /// Takes an identifier and the text behind it; false to stop.
    fn word(&mut self, word: &[u8], rest: &[u8]) -> bool;

    /// Takes a string or character literal with its quotes; false to stop.
    fn literal(&mut self, literal: &[u8]) -> bool;
}

/// The tokens of the directives of `text`; what stands between them is one token of the kind
/// [`TokenKind::Newline`] each. All else is shown to `reader`. None if the reader stops, or the text
/// holds something that only [`lex`](super::lex) tells. Takes a fraction of the time of that.
pub fn skim(text: &[u8], reader: &mut impl Reader) -> Option<Tokens> {
    let mut tokens = Tokens::default();
    let mut done = 0;
    loop {
        let hash = to_directive(text, done, reader).ok()?.unwrap_or(text.len());
        if hash > done {
            tokens.push(TokenKind::Newline, done);
        }
        let mut lexer = TokenKind::lexer(&text[hash..]);
        loop {
            let Some(kind) = tokens.take(&mut lexer, text, hash) else {
                tokens.starts.push(text.len() as u32);
                return Some(tokens);
            };
            let span = hash + lexer.span().start..hash + lexer.span().end;
            let goes_on = match kind {
                TokenKind::Newline => break,
                TokenKind::Identifier => {
                    let name = crate::directive::unspliced(&text[span.clone()]);
                    reader.word(&name, &text[span.end..])
                }
                kind => !kind.is_literal() || reader.literal(&text[span]),
            };
            if !goes_on {
                return None;
            }
        }
        done = hash + lexer.span().end;
    }
}

/// The skimming ends here.
struct Stop;

/// What a byte may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Digit,
    Blank,
    LineEnd,
    Special,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < classes.len() {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$' | 0x80.. => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b' ' | b'\t' | 0x0b | 0x0c => Class::Blank,
            b'\n' | b'\r' => Class::LineEnd,
            b'#' | b'/' | b'"' | b'\'' | b'\\' | b'%' => Class::Special,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

fn is_word(byte: u8) -> bool {
    matches!(class(byte), Class::Word | Class::Digit)
}

/// Offset of the `#` of the first directive at or behind `at`, the begin or end of a line; none if
/// there is no more.
fn to_directive(
    text: &[u8],
    mut at: usize,
    reader: &mut impl Reader,
) -> Result<Option<usize>, Stop> {
    if at == 0 && text.starts_with(b"\xef\xbb\xbf") {
        at = 3;
    }
    // Nothing but blanks and comments so far on this line.
    let mut is_blank = true;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at + 1..];
        at += 1;
        match class(byte) {
            Class::LineEnd => is_blank = true,
            Class::Blank => {}
            Class::Other => is_blank = false,
            Class::Word | Class::Digit => {
                is_blank = false;
                let length = rest.iter().take_while(|b| is_word(**b)).count();
                let word = &text[at - 1..at + length];
                at += length;
                if class(byte) == Class::Word && !reader.word(word, &text[at..]) {
                    return Err(Stop);
                }
            }
            Class::Special => match (byte, rest.first()) {
                (b'#', _) if is_blank => return Ok(Some(at - 1)),
                (b'/', Some(b'/')) => at += 1 + line_comment_length(&rest[1..]),
                (b'/', Some(b'*')) => at += 1 + block_comment_length(&rest[1..]),
                (b'"' | b'\'', _) => {
                    is_blank = false;
                    let length = match opened(text, at - 1)? {
                        Opened::Literal => literal_length(rest, byte),
                        Opened::Raw => raw_string_length(rest),
                        Opened::Nothing => continue,
                    };
                    if !reader.literal(&text[at - 1..at + length]) {
                        return Err(Stop);
                    }
                    at += length;
                }
                // A line splice may join what belongs together.
                (b'\\', _) => return Err(Stop),
                // `%:` is `#`.
                (b'%', _) if is_blank => return Err(Stop),
                _ => is_blank = false,
            },
        }
    }
    Ok(None)
}

/// What a quote opens.
enum Opened {
    Literal,
    Raw,
    /// It separates digits.
    Nothing,
}

fn opened(text: &[u8], quote: usize) -> Result<Opened, Stop> {
    let before = &text[..quote];
    let begin = before
        .iter()
        .rposition(|b| !is_word(*b))
        .map_or(0, |at| at + 1);
    let word = &before[begin..];
    let is_number = word.first().is_some_and(u8::is_ascii_digit);
    if !is_number {
        // A number may go on with letters behind these.
        match before[..begin] {
            [.., b'.' | b'\''] | [.., b'e' | b'E' | b'p' | b'P', b'+' | b'-'] => {
                return Err(Stop);
            }
            _ => {}
        }
    }
    let is_raw = matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
    let next = text.get(quote + 1);
    Ok(match text[quote] {
        b'"' if is_raw => Opened::Raw,
        b'\'' if is_number && next.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') => {
            Opened::Nothing
        }
        _ => Opened::Literal,
    })
}

/// Bytes behind the opening quote up to and with the closing one, or up to the end of the line.
fn literal_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        at += match byte {
            b'\n' | b'\r' => return at,
            _ if byte == quote => return at + 1,
            b'\\' if rest[at + 1..].starts_with(b"\r\n") => 3,
            b'\\' => 2,
            _ => 1,
        };
    }
    rest.len()
}
