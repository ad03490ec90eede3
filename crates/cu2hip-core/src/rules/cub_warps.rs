//! CUB's warps: 32 threads where nothing else is said, and a whole wavefront in hipCUB.

use cu2hip_syntax::stream::NONE;
use cu2hip_syntax::token::TokenKind as T;

use super::warps::{Warps, Width, names_warp_size_in_device_code};
use super::{mentions, only_wave32};
use crate::file::{File, Lookup};
use crate::sink::Sink;

/// A class, and what is written behind its template arguments for each number of them.
type Default = (&'static [u8], &'static [(usize, &'static str)]);

const DEFAULTS: [Default; 6] = [
    (b"WarpReduce", &[(1, ", 32")]),
    (b"WarpScan", &[(1, ", 32")]),
    (b"WarpExchange", &[(2, ", 32")]),
    (b"WarpMergeSort", &[(2, ", 32")]),
    (
        b"WarpLoad",
        &[(2, ", hipcub::WARP_LOAD_DIRECT, 32"), (3, ", 32")],
    ),
    (
        b"WarpStore",
        &[(2, ", hipcub::WARP_STORE_DIRECT, 32"), (3, ", 32")],
    ),
];

pub(super) fn run(file: &File<'_>, warps: &Warps, sink: &mut Sink) {
    if !mentions(file, b"cub::Warp") && !mentions(file, b"namespace cub") || only_wave32(file) {
        return;
    }
    // Code that hangs on `warpSize` means whole wavefronts, as hipCUB does.
    let on_wavefronts = match warps.width {
        Some(width) => width == Width::Wavefront,
        None => names_warp_size_in_device_code(file),
    };
    if on_wavefronts {
        return;
    }
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if stream.kind(position) == T::Identifier
            && let Some((end, text)) = missing_width(file, position)
        {
            sink.insert(file.tree.position_span(end).start, text, "rule:cub-warp");
        }
    }
}

/// The end of the template arguments at a class of CUB with its default width, and what they lack.
fn missing_width(file: &File<'_>, name: u32) -> Option<(u32, &'static str)> {
    let spelling = file.spelling(name);
    let (_, defaults) = DEFAULTS.iter().find(|(class, _)| *class == &*spelling)?;
    let is_cub = match file.look_up(name) {
        Lookup::Known(found) => found.decision.library == "cub",
        Lookup::Own if file.qualifier(name).is_empty() => {
            file.scopes.all(&spelling).is_empty()
                && file
                    .through_using(&spelling)
                    .is_some_and(|d| d.library == "cub")
        }
        _ => false,
    };
    if !is_cub || !file.is_open(name) {
        return None;
    }
    let (end, count) = template_arguments(file, name + 1)?;
    let found = defaults.iter().find(|(number, _)| *number == count)?;
    Some((end, found.1))
}

/// The closing bracket of the template arguments that open at a position, and their number; none
/// for a pack, whose number is not known.
fn template_arguments(file: &File<'_>, open: u32) -> Option<(u32, usize)> {
    let stream = &file.tree.stream;
    if stream.kind(open) != T::Less {
        return None;
    }
    let (mut depth, mut count, mut at) = (1u32, 1, open + 1);
    while at < stream.len() {
        match stream.kind(at) {
            T::Less => depth += 1,
            T::Greater => depth -= 1,
            T::Comma if depth == 1 => count += 1,
            T::Ellipsis | T::Semicolon | T::LeftBrace | T::RightBrace => return None,
            _ => {}
        }
        if depth == 0 {
            return Some((at, count));
        }
        let partner = stream.partner(at);
        at = if partner != NONE && partner > at {
            partner + 1
        } else {
            at + 1
        };
    }
    None
}
