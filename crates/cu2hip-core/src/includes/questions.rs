//! Headers that conditionals ask for: `#if __has_include(<cuda_bf16.h>)`.

use cu2hip_syntax::directive::{Directive, DirectiveKind, Include, read_header_name};
use cu2hip_syntax::token::TokenKind;

use super::decide;
use crate::file::File;
use crate::sink::Sink;

/// Asks for the header that takes the place of CUDA's. One that has no counterpart is not there on
/// AMD, which is the right answer.
pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    let conditionals = file.tree.preprocessor.directives.iter().filter(|d| {
        matches!(d.kind, DirectiveKind::If | DirectiveKind::Elif) && file.is_open_token(d.hash)
    });
    for include in conditionals.flat_map(|d| asked(file, d)) {
        let Some(header) = decide(file, &include).filter(|h| !h.stays && h.flag.is_none()) else {
            continue;
        };
        if let Some(to) = header.to.first() {
            let path = String::from_utf8_lossy(include.path.of(file.text()));
            sink.replace(include.span, format!("<{to}>"), format!("header:{path}"));
        }
    }
}

/// The header names in the `__has_include(...)` of a condition.
fn asked(file: &File<'_>, directive: &Directive) -> Vec<Include> {
    let tokens = &file.tree.tokens;
    let arguments: Vec<u32> = directive.arguments(tokens).collect();
    arguments
        .windows(3)
        .filter(|three| {
            &*tokens.name(three[0] as usize, file.text()) == b"__has_include"
                && tokens.kind(three[1] as usize) == TokenKind::LeftParen
        })
        .filter_map(|three| read_header_name(file.text(), tokens, directive, three[2]))
        .collect()
}
