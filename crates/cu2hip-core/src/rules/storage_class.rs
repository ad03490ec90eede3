//! The storage class `register` in CUDA code: nvcc takes it with a warning in C++17, clang does
//! not. It means nothing, and is taken out.

use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;

use super::in_device_code;
use crate::file::File;
use crate::includes::has_extension;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !super::mentions(file, b"register") {
        return;
    }
    let is_cuda = has_extension(file.context.path, &["cu", "cuh"]);
    for position in 0..file.tree.stream.len() {
        let span = file.tree.position_span(position);
        let is_word = file.tree.stream.word(position) == Word::DeclSpecifier
            && span.of(file.text()) == b"register"
            && file.is_open(position);
        if is_word && (is_cuda || in_device_code(file, position)) && !names_one(file, position) {
            let after = file.text().get(span.end as usize..).unwrap_or_default();
            let blanks = after
                .iter()
                .take_while(|b| matches!(b, b' ' | b'\t'))
                .count();
            let span = Span::new(span.start, span.end + blanks as u32);
            sink.replace(span, "", "rule:storage-class");
        }
    }
}

/// True for GNU's `register int x asm("r0")`, which means a certain register.
fn names_one(file: &File<'_>, position: u32) -> bool {
    let stream = &file.tree.stream;
    (position..stream.len())
        .take_while(|&p| !matches!(stream.kind(p), TokenKind::Semicolon | TokenKind::LeftBrace))
        .any(|p| stream.word(p) == Word::Asm)
}
