//! Collectives of cooperative groups that HIP lacks: their names stay, and their definitions come
//! with the file.

use cu2hip_syntax::token::TokenKind;

use crate::compat::Needs;
use crate::file::{File, Lookup};

/// The functions that are defined, and those whose definition they need.
const DEFINED: [(&[u8], &str); 9] = [
    (b"reduce", "cg_reduce"),
    (b"inclusive_scan", "cg_scan"),
    (b"exclusive_scan", "cg_scan"),
    (b"plus", "cg_operators"),
    (b"less", "cg_operators"),
    (b"greater", "cg_operators"),
    (b"bit_and", "cg_operators"),
    (b"bit_or", "cg_operators"),
    (b"bit_xor", "cg_operators"),
];

pub(super) fn run(file: &File<'_>, needs: &mut Needs) {
    if !super::mentions(file, b"cooperative_groups") {
        return;
    }
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if stream.kind(position) != TokenKind::Identifier {
            continue;
        }
        let name = file.spelling(position);
        let Some((_, definition)) = DEFINED.iter().find(|(n, _)| *n == &*name) else {
            continue;
        };
        if !file.is_open(position) {
            continue;
        }
        let library = match file.look_up(position) {
            Lookup::Known(found) => Some(found.decision.library),
            Lookup::Own if file.qualifier(position).is_empty() => {
                file.through_using(&name).map(|d| d.library)
            }
            _ => None,
        };
        if library == Some("cooperative-groups")
            && let Some(node) = file.tree.ast.at(position)
        {
            needs.add(file, definition, node);
        }
    }
}
