//! Skipping from directive to directive without splitting what stands between them into tokens.

use super::{block_comment_length, line_comment_length, raw_string_length};

/// The text holds something before the next directive that only the lexer tells.
#[derive(Debug)]
pub(super) struct Unsure;

/// Offset of the `#` of the first directive at or behind `at`, the begin or end of a line; none if
/// there is no more.
pub(super) fn to_directive(text: &[u8], mut at: usize) -> Result<Option<usize>, Unsure> {
    if at == 0 && text.starts_with(b"\xef\xbb\xbf") {
        at = 3;
    }
    // Nothing but blanks and comments so far on this line.
    let mut is_blank = true;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at + 1..];
        match byte {
            b'\n' | b'\r' => is_blank = true,
            b' ' | b'\t' | 0x0b | 0x0c => {}
            b'#' if is_blank => return Ok(Some(at)),
            b'/' if rest.first() == Some(&b'/') => at += 1 + line_comment_length(&rest[1..]),
            b'/' if rest.first() == Some(&b'*') => at += 1 + block_comment_length(&rest[1..]),
            b'"' | b'\'' => {
                is_blank = false;
                at += match opened(text, at)? {
                    Opened::Literal => literal_length(rest, byte),
                    Opened::Raw => raw_string_length(rest),
                    Opened::Nothing => 0,
                };
            }
            // A line splice may join what belongs together.
            b'\\' => return Err(Unsure),
            // `%:` is `#`.
            b'%' if is_blank => return Err(Unsure),
            _ => is_blank = false,
        }
        at += 1;
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

fn opened(text: &[u8], quote: usize) -> Result<Opened, Unsure> {
    let before = &text[..quote];
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$') || *b >= 0x80;
    let begin = before
        .iter()
        .rposition(|b| !is_word(b))
        .map_or(0, |at| at + 1);
    let word = &before[begin..];
    let is_number = word.first().is_some_and(u8::is_ascii_digit);
    if !is_number {
        // A number may go on with letters behind these.
        match before[..begin] {
            [.., b'.' | b'\''] | [.., b'e' | b'E' | b'p' | b'P', b'+' | b'-'] => {
                return Err(Unsure);
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
