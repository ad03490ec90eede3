//! Functions that ROCm lacks and that have an exact definition: the tables rename them to it,
//! and the definition comes with the file.

use cu2hip_mappings::Action;

use crate::compat::{Needs, PREFIX};
use crate::file::{File, Lookup};

/// How the names of such functions begin.
const STARTS: [&[u8]; 3] = [b"__v", b"__dp", b"cudnn"];

pub(super) fn run(file: &File<'_>, needs: &mut Needs) {
    if !STARTS.iter().any(|start| super::mentions(file, start)) {
        return;
    }
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if !stream.class(position).known || !file.is_open(position) {
            continue;
        }
        let spelling = file.spelling(position);
        if !STARTS.iter().any(|start| spelling.starts_with(start)) {
            continue;
        }
        if let Lookup::Known(found) = file.look_up(position)
            && let Action::Rename(to) = found.decision.action
            && let Some(function) = to.strip_prefix(PREFIX)
            && !file.is_ported(&spelling)
        {
            needs.add_token(function, stream.token(position));
        }
    }
}
