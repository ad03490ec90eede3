//! `std::printf` in device code: HIP declares the `printf` of devices in the global namespace only,
//! where nvcc takes both.

use cu2hip_syntax::token::TokenKind;

use super::in_device_code;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !super::mentions(file, b"printf") {
        return;
    }
    let stream = &file.tree.stream;
    for position in 2..stream.len() {
        let is_qualified = stream.kind(position - 1) == TokenKind::ColonColon
            && &*file.spelling(position) == b"printf"
            && &*file.spelling(position - 2) == b"std"
            && (position < 3 || stream.kind(position - 3) != TokenKind::ColonColon);
        if is_qualified && file.is_open(position) && in_device_code(file, position) {
            let from = file.tree.position_span(position - 2);
            let span = from.join(file.tree.position_span(position));
            sink.replace(span, "printf", "rule:std-printf");
        }
    }
}
