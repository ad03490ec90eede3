//! CH2004: the mask of a `_sync` function must have 64 bits.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::token::TokenKind;

use super::warps::Warps;
use super::{Calls, is_wide};
use crate::condition::parse_integer;
use crate::diagnostic::registry::{MASK_WIDTH, WARP_SYNC_DEFINE};
use crate::diagnostic::{Diagnostic, Severity};
use crate::file::{File, Lookup};
use crate::scope::defined_macros;
use crate::sink::Sink;

/// Most macros and constants that are followed from one mask.
const MAX_STEPS: u32 = 4;

/// True for the functions that take a mask of lanes as their first argument.
pub(crate) fn takes_mask(name: &[u8]) -> bool {
    name == b"__syncwarp"
        || name.ends_with(b"_sync")
            && [
                &b"__shfl"[..],
                b"__ballot",
                b"__any",
                b"__all",
                b"__match",
                b"__reduce",
            ]
            .iter()
            .any(|p| name.starts_with(p))
}

pub(super) fn run(file: &File<'_>, calls: &Calls, warps: &Warps, sink: &mut Sink) {
    let needs_definition = file.context.target.rocm.major < 7 && !defines_warp_sync(file);
    for call in calls.iter().filter(|c| takes_mask(&c.callee)) {
        let written = warps.has_rewritten(call.id);
        if needs_definition && (!written || still_needs(&call.callee)) && is_known(file, call.name)
        {
            let name = String::from_utf8_lossy(&call.callee);
            let message = format!(
                "before ROCm 7 HIP has `{name}` only where HIP_ENABLE_WARP_SYNC_BUILTINS is defined"
            );
            let span = file.tree.position_span(call.name);
            sink.report(Diagnostic::new(WARP_SYNC_DEFINE, span, message));
        }
        if written {
            continue;
        }
        let Some(&argument) = file.arguments(call.id).first() else {
            continue;
        };
        let Some(mask) = file.expression_of(argument) else {
            continue;
        };
        let name = String::from_utf8_lossy(&call.callee);
        let diagnostic = match width(file, mask, MAX_STEPS) {
            Some(true) => continue,
            Some(false) => {
                let message = format!("the mask of `{name}` has 32 bits");
                Diagnostic::new(MASK_WIDTH, file.span(argument), message)
            }
            None => {
                let message = format!("the mask of `{name}` is not known to have 64 bits");
                Diagnostic::new(MASK_WIDTH, file.span(argument), message)
                    .severity(Severity::Warning)
            }
        };
        sink.report(diagnostic);
    }
}

/// True for functions whose new form stands behind the definition as well.
fn still_needs(name: &[u8]) -> bool {
    name.starts_with(b"__match") || name.starts_with(b"__reduce") || name == b"__syncwarp"
}

fn is_known(file: &File<'_>, name: u32) -> bool {
    matches!(file.look_up(name), Lookup::Known(_))
}

/// True if the file itself turns the `_sync` functions of older releases on.
fn defines_warp_sync(file: &File<'_>) -> bool {
    defined_macros(&file.tree)
        .iter()
        .any(|define| define.name == b"HIP_ENABLE_WARP_SYNC_BUILTINS")
}

/// Whether an expression has 64 bits; none if that is not known.
pub(crate) fn width(file: &File<'_>, expression: NodeId, steps: u32) -> Option<bool> {
    let node = file.node(expression);
    let children = || file.tree.ast.children(expression);
    match node.kind {
        NodeKind::Literal => literal_width(file, node.start),
        NodeKind::Paren | NodeKind::Argument | NodeKind::Unary => {
            width(file, children().next()?, steps)
        }
        NodeKind::Cast | NodeKind::NamedCast | NodeKind::Construct => {
            let ty = children().find(|&c| {
                matches!(
                    file.kind(c),
                    NodeKind::Type | NodeKind::TemplateArguments | NodeKind::Name
                )
            })?;
            is_wide(&file.type_text(ty))
        }
        NodeKind::Binary => {
            // A shift has the width of its left side, other operators that of the wider one.
            let shift = node.name.is_some_and(|p| {
                matches!(
                    file.tree.stream.kind(p),
                    TokenKind::ShiftLeft | TokenKind::Greater
                )
            });
            let sides: Vec<Option<bool>> = children().map(|c| width(file, c, steps)).collect();
            match sides.as_slice() {
                [left, ..] if shift => *left,
                [Some(true), _] | [_, Some(true)] => Some(true),
                [Some(false), Some(false)] => Some(false),
                _ => None,
            }
        }
        NodeKind::Conditional => {
            let sides: Vec<Option<bool>> =
                children().skip(1).map(|c| width(file, c, steps)).collect();
            if sides.contains(&Some(true)) {
                Some(true)
            } else {
                sides.last().copied().flatten()
            }
        }
        NodeKind::Call => {
            let name = file.spelling(file.callee_name(expression)?);
            matches!(
                &*name,
                b"__activemask"
                    | b"__ballot"
                    | b"__ballot_sync"
                    | b"__match_any_sync"
                    | b"__match_all_sync"
            )
            .then_some(true)
        }
        NodeKind::Name => name_width(file, expression, steps),
        _ => None,
    }
}

fn name_width(file: &File<'_>, expression: NodeId, steps: u32) -> Option<bool> {
    let steps = steps.checked_sub(1)?;
    if let Some(declared) = file.declaration_of(expression) {
        let ty = file.type_text(declared.ty?);
        if ty == "auto" {
            let init = file.tree.ast.child(declared.node, Role::Initializer)?;
            return width(file, init, steps);
        }
        return is_wide(&ty);
    }
    // A macro of the file: the width of its body.
    let name = file.spelling(file.node(expression).name?);
    for (section, &root) in file
        .tree
        .stream
        .sections
        .iter()
        .zip(file.tree.ast.roots())
        .skip(1)
    {
        let directive = &file.tree.preprocessor.directives[section.define? as usize];
        let define = cu2hip_syntax::directive::read_define(&file.tree.tokens, directive)?;
        if file.tree.tokens.span(define.name as usize).of(file.text()) == &*name {
            let body = file.tree.ast.children(root).next()?;
            let inner = file.tree.ast.children(body).next()?;
            return width(file, inner, steps);
        }
    }
    None
}

fn literal_width(file: &File<'_>, position: u32) -> Option<bool> {
    if file.tree.stream.kind(position) != TokenKind::Number {
        return None;
    }
    let text = file.spelling(position).to_ascii_lowercase();
    let hex = text.starts_with(b"0x");
    let suffix = text
        .iter()
        .rev()
        .take_while(|b| matches!(b, b'u' | b'l' | b'z'));
    if suffix.into_iter().any(|b| *b == b'l') {
        return Some(true);
    }
    let value = parse_integer(&text)?;
    let hex = hex || text.ends_with(b"u");
    Some(if hex {
        value < 0 || value > i64::from(u32::MAX)
    } else {
        value > i64::from(i32::MAX)
    })
}
