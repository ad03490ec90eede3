//! CH8006: more dynamic shared memory asked for than AMD devices have for a block.

use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::token::TokenKind as T;

use super::Calls;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::SHARED_SIZE;
use crate::file::File;
use crate::sink::Sink;

/// Bytes of local memory for a block, and those of gfx950.
const MOST: u64 = 65_536;
const MOST_GFX950: u64 = 163_840;

pub(super) fn run(file: &File<'_>, calls: &Calls, sink: &mut Sink) {
    let architectures = &file.context.options.architectures;
    let is_gfx950 = !architectures.is_empty() && architectures.iter().all(|a| a == "gfx950");
    let most = if is_gfx950 { MOST_GFX950 } else { MOST };
    for call in calls.iter().filter(|c| c.callee == b"cudaFuncSetAttribute") {
        let arguments = file.arguments(call.id);
        let [_, attribute, value] = arguments.as_slice() else {
            continue;
        };
        let is_size = file.bytes(*attribute) == b"cudaFuncAttributeMaxDynamicSharedMemorySize";
        let size = file.expression_of(*value).and_then(|v| product(file, v));
        if let Some(size) = size.filter(|s| is_size && *s > most) {
            let message = format!(
                "{size} bytes of shared memory for a block, of {most} that AMD devices have"
            );
            sink.report(Diagnostic::new(SHARED_SIZE, file.span(*value), message));
        }
    }
}

/// The value of a number or of a product of numbers.
fn product(file: &File<'_>, value: NodeId) -> Option<u64> {
    let node = file.node(value);
    match node.kind {
        NodeKind::Literal => {
            let text = std::str::from_utf8(file.bytes(value)).ok()?;
            text.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok()
        }
        NodeKind::Binary if file.tree.stream.kind(node.name?) == T::Star => {
            let mut parts = file.tree.ast.children(value);
            product(file, parts.next()?)?.checked_mul(product(file, parts.next()?)?)
        }
        _ => None,
    }
}
