//! Whether the code is written for warps of 32 lanes or for whatever `warpSize` is.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::directive::{DirectiveKind, read_define};
use cu2hip_syntax::token::TokenKind as T;

use super::{Function, Use};
use crate::condition::parse_integer;
use crate::file::File;

/// True if every warp function works on as many lanes as `warpSize` says, and nothing in the file
/// tells of 32. The other way of keeping the code right, 32 lanes, is always open.
pub(super) fn hangs_on_warp_size(file: &File<'_>, uses: &[Use]) -> bool {
    uses.iter().all(|u| follows(file, u)) && !tells_of_32(file) && !launches_half_wavefronts(file)
}

fn follows(file: &File<'_>, found: &Use) -> bool {
    let all_lanes = || {
        found
            .mask
            .and_then(|m| file.expression_of(m))
            .is_none_or(|m| super::forms::names_all(file, m, 4))
    };
    match found.function {
        Function::Sync => true,
        Function::Any | Function::All => all_lanes(),
        Function::Shuffle if found.rest.len() == 3 => true,
        Function::Shuffle => {
            let from = file.expression_of(found.rest[1]);
            all_lanes()
                && (from.is_some_and(|f| file.bytes(f) == b"0")
                    || in_warp_size_loop(file, found.call))
        }
        _ => false,
    }
}

/// True if the header of a loop around a node names `warpSize`.
fn in_warp_size_loop(file: &File<'_>, node: NodeId) -> bool {
    let ast = &file.tree.ast;
    ast.ancestors(node)
        .filter(|&a| file.kind(a) == NodeKind::For)
        .any(|around| {
            let end = ast
                .child(around, Role::Body)
                .map_or(file.node(around).end, |b| file.node(b).start);
            (file.node(around).start..end).any(|p| &*file.spelling(p) == b"warpSize")
        })
}

fn tells_of_32(file: &File<'_>) -> bool {
    let lane_arithmetic = || {
        file.tree.ast.ids().any(|id| {
            file.kind(id) == NodeKind::Binary
                && file.is_open(file.node(id).start)
                && thread_number_literal(file, id).is_some()
        })
    };
    let named = || {
        file.scopes.iter().any(|(name, list)| {
            names_warp_size(name)
                && list.iter().any(|d| {
                    let init = file.tree.ast.child(d.node, Role::Initializer);
                    init.is_some_and(|i| file.bytes(i) == b"32")
                })
        })
    };
    let defined = || {
        file.tree.preprocessor.directives.iter().any(|d| {
            d.kind == DirectiveKind::Define
                && read_define(&file.tree.tokens, d).is_some_and(|define| {
                    let spelled = |t: u32| file.tree.tokens.span(t as usize).of(file.text());
                    names_warp_size(spelled(define.name))
                        && (define.body..d.end).any(|t| spelled(t) == b"32")
                })
        })
    };
    // Numbers of lanes in assembly become those of warps of 32.
    let in_assembly = memchr::memmem::find(file.text(), b"%lane").is_some()
        || memchr::memmem::find(file.text(), b"%warpid").is_some();
    in_assembly || named() || defined() || lane_arithmetic()
}

/// True if a launch of the file has blocks that are no multiple of 64 threads.
fn launches_half_wavefronts(file: &File<'_>) -> bool {
    let ast = &file.tree.ast;
    ast.ids()
        .filter(|&id| file.kind(id) == NodeKind::Launch)
        .any(|launch| {
            let block = ast.children_with(launch, Role::Configuration).nth(1);
            let threads = block.and_then(|b| threads_of_block(file, b));
            threads.is_some_and(|n| n % 64 != 0)
        })
}

/// Number of threads of a block, as far as it is a constant.
pub(in crate::rules) fn threads_of_block(file: &File<'_>, block: NodeId) -> Option<i64> {
    threads(file, block, 3)
}

/// Value of an expression that is a number, or a name for one.
pub(in crate::rules) fn constant_value(file: &File<'_>, expression: NodeId) -> Option<i64> {
    threads(file, expression, 3)
}

fn threads(file: &File<'_>, block: NodeId, steps: u32) -> Option<i64> {
    let ast = &file.tree.ast;
    let node = file.node(block);
    match node.kind {
        NodeKind::Literal => parse_integer(&file.spelling(node.start)),
        NodeKind::Argument | NodeKind::Paren => threads(file, ast.children(block).next()?, steps),
        NodeKind::Call | NodeKind::Construct | NodeKind::Variable | NodeKind::InitializerList => {
            let sizes = file.arguments(block);
            (!sizes.is_empty()).then_some(())?;
            let mut all = 1i64;
            for size in sizes {
                all = all.checked_mul(threads(file, size, steps)?)?;
            }
            Some(all)
        }
        NodeKind::Name if steps > 0 => {
            let value = match file.declaration_of(block) {
                // `dim3 block(32, 4);` has its sizes itself.
                Some(declared) => ast
                    .child(declared.node, Role::Initializer)
                    .unwrap_or(declared.node),
                None => macro_value(file, &file.spelling(node.name?))?,
            };
            threads(file, value, steps - 1)
        }
        _ => None,
    }
}

/// The expression that a macro of the file stands for.
pub(crate) fn macro_value(file: &File<'_>, name: &[u8]) -> Option<NodeId> {
    let sections = file.tree.stream.sections.iter().zip(file.tree.ast.roots());
    for (section, &root) in sections.skip(1) {
        let directive = &file.tree.preprocessor.directives[section.define? as usize];
        let Some(define) = read_define(&file.tree.tokens, directive) else {
            continue;
        };
        if file.tree.tokens.span(define.name as usize).of(file.text()) == name {
            let body = file.tree.ast.children(root).next()?;
            return match file.kind(body) {
                NodeKind::ExpressionStatement => file.tree.ast.children(body).next(),
                _ => Some(body),
            };
        }
    }
    None
}

/// `threadIdx.x & 31`, `tid % 32`, `tid / 32`, `tid >> 5`: the literal, and what it says.
pub(in crate::rules) fn thread_number_literal(
    file: &File<'_>,
    binary: NodeId,
) -> Option<(NodeId, &'static str)> {
    let ast = &file.tree.ast;
    let operator = file.node(binary).name?;
    let (wanted, what): (&[u8], _) = match file.tree.stream.kind(operator) {
        T::Ampersand => (b"31", "masks the lane of a warp of 32"),
        T::Percent => (b"32", "is the width of a warp in a lane number"),
        T::Slash => (b"32", "is the width of a warp in a warp number"),
        T::Greater => (b"5", "is the logarithm of a warp's width in a warp number"),
        _ => return None,
    };
    let (left, right) = (
        ast.child(binary, Role::Left)?,
        ast.child(binary, Role::Right)?,
    );
    let text = file.bytes(right);
    let plain = text
        .strip_suffix(b"u")
        .or_else(|| text.strip_suffix(b"U"))
        .unwrap_or(text);
    let hex31 = wanted == b"31" && plain.eq_ignore_ascii_case(b"0x1f");
    let found = file.kind(right) == NodeKind::Literal
        && (plain == wanted || hex31)
        && is_thread_number(file, left, 3);
    found.then_some((right, what))
}

/// True if an expression is made of the thread's index in its block.
fn is_thread_number(file: &File<'_>, expression: NodeId, steps: u32) -> bool {
    file.tree.ast.descendants(expression).any(|id| {
        let node = file.node(id);
        if node.kind != NodeKind::Name {
            return false;
        }
        let Some(name) = node.name else { return false };
        if matches!(
            &*file.spelling(name),
            b"threadIdx" | b"lane_id" | b"laneId" | b"lane"
        ) {
            return true;
        }
        let Some(declared) = file.scopes.find(&file.spelling(name), name) else {
            return false;
        };
        steps > 0
            && file
                .tree
                .ast
                .child(declared.node, Role::Initializer)
                .is_some_and(|init| is_thread_number(file, init, steps - 1))
    })
}

/// True for names such as `WARP_SIZE` and `kThreadsPerWarp`.
pub(in crate::rules) fn names_warp_size(name: &[u8]) -> bool {
    let lower: Vec<u8> = name
        .iter()
        .filter(|b| **b != b'_')
        .map(u8::to_ascii_lowercase)
        .collect();
    matches!(&*lower, b"warp" | b"kwarp")
        || lower.ends_with(b"warpsize")
        || lower.ends_with(b"threadsperwarp")
        || lower == b"warpwidth"
}
