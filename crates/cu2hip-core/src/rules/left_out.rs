//! Leaving text out for AMD: it goes between directives, on lines of its own.

use cu2hip_syntax::text::Span;

use crate::file::File;
use crate::sink::Sink;

/// Puts `span` between directives that take it out for AMD; false if it shares its lines.
pub(super) fn leave_out(
    file: &File<'_>,
    sink: &mut Sink,
    span: Span,
    origin: &'static str,
) -> bool {
    let (before, after) = file.text().split_at(span.start as usize);
    let after = after.get(span.byte_len() as usize..).unwrap_or_default();
    let ends = |b: &u8| matches!(b, b'\n' | b'\r');
    let is_blank = |b: &u8| matches!(b, b' ' | b'\t');
    let blanks = before.iter().rev().take_while(|b| is_blank(b)).count();
    let alone = before.iter().rev().nth(blanks).is_none_or(ends)
        && after.iter().find(|b| !is_blank(b)).is_none_or(ends);
    if !alone {
        return false;
    }
    // A directive stands at the start of its line.
    let start = span.start - blanks as u32;
    sink.insert(start, "#if !defined(__HIP_PLATFORM_AMD__)\n", origin);
    sink.insert(span.end, "\n#endif", origin);
    true
}
