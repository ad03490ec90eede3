//! The functions that work on a warp, rewritten for warps of 32 lanes.
//!
//! A CUDA program is written for warps of 32 lanes. It stays right on every AMD device if its
//! warps stay groups of 32 lanes, be the wavefront 32 or 64 lanes wide:
//!
//! - A shuffle takes the width 32. Its mask goes: only lanes that are there take part, and reading
//!   from a lane that is not in the mask is undefined in CUDA.
//! - A vote looks at its own half of the wavefront and stays a number of 32 bits, so that all
//!   that is computed with it (`__popc`, `__ffs`, `1u << lane`) keeps its types.
//!
//! Code in which all of this hangs on `warpSize` works on whole wavefronts and keeps doing so;
//! where `warpSize` meets code for 32 lanes, it becomes 32, which is what it is in CUDA.

mod forms;
mod width;

use cu2hip_syntax::ast::{Flags, NodeId, NodeKind, Role};
use cu2hip_syntax::directive::{DirectiveKind, read_define, read_include};
use rustc_hash::FxHashSet;

use super::masks::{takes_mask, width as mask_width};
use super::{Call, Calls};
use crate::diagnostic::registry::WARP_WIDTH_LITERAL;
use crate::diagnostic::{Diagnostic, Severity};
use crate::file::{File, Lookup};
use crate::scope::{DefinedMacro, defined_macros};
use crate::sink::Sink;
use crate::translation::Context;

pub(crate) use width::macro_value;
pub(super) use width::{constant_value, names_warp_size, thread_number_literal, threads_of_block};

/// Most macros and constants that are followed from one mask.
const MAX_STEPS: u32 = 4;

/// How many lanes the warps of a file have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// 32, on every device.
    Fixed,
    /// Those of the wavefront.
    Wavefront,
}

/// What became of the warp functions of a file.
#[derive(Debug)]
pub(crate) struct Warps {
    /// Width of the warps; none if the file calls no warp function.
    pub width: Option<Width>,
    rewritten: FxHashSet<NodeId>,
    /// True if a call of a warp function was left as it is.
    pub left: bool,
}

impl Warps {
    /// True if the call was rewritten.
    pub(crate) fn has_rewritten(&self, call: NodeId) -> bool {
        self.rewritten.contains(&call)
    }

    /// True if the code is right for warps of 32 lanes on every device.
    pub(crate) fn are_settled(&self) -> bool {
        self.width == Some(Width::Fixed) && !self.left
    }
}

/// A function that works on a warp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Shuffle,
    Ballot,
    Any,
    All,
    Active,
    MatchAny,
    MatchAll,
    Reduce,
    Sync,
}

impl Function {
    fn of(name: &[u8]) -> Option<Self> {
        Some(match name.strip_suffix(b"_sync").unwrap_or(name) {
            b"__shfl" | b"__shfl_up" | b"__shfl_down" | b"__shfl_xor" => Self::Shuffle,
            b"__ballot" => Self::Ballot,
            b"__any" => Self::Any,
            b"__all" => Self::All,
            b"__activemask" => Self::Active,
            b"__match_any" if takes_mask(name) => Self::MatchAny,
            b"__match_all" if takes_mask(name) => Self::MatchAll,
            b"__syncwarp" => Self::Sync,
            plain if plain.starts_with(b"__reduce_") && takes_mask(name) => Self::Reduce,
            _ => return None,
        })
    }

    /// Number of its arguments behind the mask.
    fn arity(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Self::Active | Self::Sync => 0..=0,
            Self::Ballot | Self::Any | Self::All | Self::MatchAny | Self::Reduce => 1..=1,
            Self::Shuffle => 2..=3,
            Self::MatchAll => 2..=2,
        }
    }
}

/// A call of such a function that can be rewritten.
#[derive(Debug, Clone)]
struct Use {
    call: NodeId,
    name: u32,
    function: Function,
    mask: Option<NodeId>,
    /// The arguments behind the mask.
    rest: Vec<NodeId>,
}

/// Rewrites the warp functions of a file.
pub(crate) fn run(file: &File<'_>, calls: &Calls, sink: &mut Sink) -> Warps {
    let mut warps = Warps {
        width: None,
        rewritten: FxHashSet::default(),
        left: false,
    };
    let hip = is_hip_already(file);
    let own = defined_macros(&file.tree);
    let mut uses = Vec::new();
    // Votes in the mask of a call that stays, stay with it.
    let mut stay = FxHashSet::default();
    for call in calls.iter() {
        if forms::is_written(file, call.id) {
            warps.width = Some(Width::Fixed);
            continue;
        }
        let Some(function) = Function::of(&call.callee) else {
            continue;
        };
        let shadow = shadow_of(file, &own, call);
        if !is_builtin(file, call.name) || shadow == Some(Shadow::Callee) {
            continue;
        }
        let Context { index, path, .. } = file.context;
        if index.is_mapped_by_project(&call.callee, path) {
            // The project's own macros write it for HIP.
            stay.extend(calls_in_mask(file, call));
            continue;
        }
        let found = read(file, call, function)
            .filter(|u| !is_ported(file, u, hip) && shadow != Some(Shadow::Counterpart));
        if let Some(found) = found {
            uses.push(found);
        } else {
            warps.left |= function != Function::Sync;
            stay.extend(calls_in_mask(file, call));
        }
    }
    if uses.is_empty() {
        return warps;
    }
    uses.sort_by_key(|u| u.name);
    let named: Vec<(u32, NodeId)> = warp_sizes(file);
    let width = if named.is_empty() || !width::hangs_on_warp_size(file, &uses) {
        Width::Fixed
    } else {
        Width::Wavefront
    };
    warps.width = Some(width);
    for found in &uses {
        // A call in a mask that went goes with it.
        if warps.rewritten.contains(&found.call) || stay.contains(&found.call) {
            continue;
        }
        if forms::write(file, sink, found, width) {
            warps.rewritten.insert(found.call);
            let inside = found
                .mask
                .into_iter()
                .flat_map(|m| file.tree.ast.descendants(m));
            warps
                .rewritten
                .extend(inside.filter(|&id| file.kind(id) == NodeKind::Call));
        } else {
            warps.left = true;
            let mask = found.mask.into_iter();
            stay.extend(mask.flat_map(|m| file.tree.ast.descendants(m)));
        }
    }
    if width == Width::Fixed {
        for (position, _) in named {
            let span = file.tree.position_span(position);
            if sink.replace(span, "32", "rule:warp-width") {
                let message = "`warpSize` became 32: the warps of this file are groups of 32 lanes";
                let advice = "nothing, unless the code is to use whole wavefronts";
                let found = Diagnostic::new(WARP_WIDTH_LITERAL, span, message);
                sink.report(found.severity(Severity::Note).advice(advice).review());
            }
        }
    }
    warps
}

/// Everything below the first argument of a call that takes a mask.
fn calls_in_mask(file: &File<'_>, call: &Call) -> Vec<NodeId> {
    let mask = file.arguments(call.id).first().copied();
    mask.filter(|_| takes_mask(&call.callee))
        .map_or_else(Vec::new, |m| file.tree.ast.descendants(m).collect())
}

/// True if the name is the function of CUDA and not one of the project.
fn is_builtin(file: &File<'_>, name: u32) -> bool {
    // Names of the maskless functions are too old for some tables.
    match file.look_up(name) {
        Lookup::Known(_) => true,
        Lookup::Declaration(_) => false,
        Lookup::Own => {
            let spelling = file.spelling(name);
            file.decide(&spelling).is_none() && file.scopes.all(&spelling).is_empty()
        }
    }
}

/// What a macro of the file with the name of a maskless function hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shadow {
    /// The called function itself.
    Callee,
    /// The function that would be called instead.
    Counterpart,
}

fn shadow_of(file: &File<'_>, own: &[DefinedMacro], call: &Call) -> Option<Shadow> {
    let plain = call.callee.strip_suffix(b"_sync").unwrap_or(&call.callee);
    let hides = |define: &&DefinedMacro| define.name == plain;
    own.iter().find(hides)?;
    if plain.len() == call.callee.len() {
        return Some(Shadow::Callee);
    }
    // A macro is not expanded again in its own body.
    let sections = &file.tree.stream.sections;
    let inside = sections
        .iter()
        .find(|s| s.define.is_some() && (s.start..s.end).contains(&call.name));
    let around = inside.and_then(|section| {
        let directive = &file.tree.preprocessor.directives[section.define? as usize];
        read_define(&file.tree.tokens, directive)
    });
    let in_own_body =
        around.is_some_and(|d| *file.tree.tokens.name(d.name as usize, file.text()) == *plain);
    (!in_own_body).then_some(Shadow::Counterpart)
}

fn read(file: &File<'_>, call: &Call, function: Function) -> Option<Use> {
    let callee = file.tree.ast.child(call.id, Role::Callee)?;
    let plain = file.node(callee).end == call.name + 1;
    let node = file.node(call.id);
    let closed = node
        .name
        .is_some_and(|open| file.tree.stream.partner(open) == node.end - 1);
    if !plain || !closed || node.flags.has(Flags::DIRECTIVE_INSIDE) {
        return None;
    }
    let mut rest = file.arguments(call.id);
    let masked = takes_mask(&call.callee) && !(function == Function::Sync && rest.is_empty());
    if masked && rest.is_empty() {
        return None;
    }
    let mask = masked.then(|| rest.remove(0));
    let hidden = |&a: &NodeId| {
        let node = file.node(a);
        file.spelling(node.start).as_ref() == b"__VA_ARGS__"
            || file.tree.stream.kind(node.end - 1) == cu2hip_syntax::token::TokenKind::Ellipsis
    };
    let complete = function.arity().contains(&rest.len()) && !rest.iter().any(hidden);
    complete.then_some(Use {
        call: call.id,
        name: call.name,
        function,
        mask,
        rest,
    })
}

/// True if somebody has written the call for HIP: with a mask of 64 bits, or for 64 lanes.
fn is_ported(file: &File<'_>, found: &Use, hip: bool) -> bool {
    let mask = found.mask.and_then(|m| file.expression_of(m));
    match mask {
        Some(mask) => {
            !forms::is_vote(file, mask) && mask_width(file, mask, MAX_STEPS) == Some(true)
        }
        None if found.function == Function::Sync => false,
        None => hip || forms::lands_wide(file, found.call),
    }
}

/// True if the file includes a header of HIP by itself.
fn is_hip_already(file: &File<'_>) -> bool {
    file.tree.preprocessor.directives.iter().any(|d| {
        d.kind == DirectiveKind::Include
            && read_include(file.text(), &file.tree.tokens, d)
                .is_some_and(|i| i.path.of(file.text()).starts_with(b"hip/"))
    })
}

/// True if device code names `warpSize`.
pub(super) fn names_warp_size_in_device_code(file: &File<'_>) -> bool {
    super::mentions(file, b"warpSize") && !warp_sizes(file).is_empty()
}

/// Places at which device code names `warpSize`.
fn warp_sizes(file: &File<'_>) -> Vec<(u32, NodeId)> {
    let stream = &file.tree.stream;
    (0..stream.len())
        .filter(|&p| stream.class(p).known && file.is_open(p) && &*file.spelling(p) == b"warpSize")
        .filter_map(|p| match file.look_up(p) {
            Lookup::Known(found) => Some((p, found.node)),
            _ => None,
        })
        .filter(|&(_, node)| !is_in_host_code(file, node))
        .collect()
}

/// True for the body of a function that does not run on the device.
pub(super) fn is_in_host_code(file: &File<'_>, node: NodeId) -> bool {
    file.function_of(node).is_some_and(|function| {
        file.kind(function) == NodeKind::Function
            && !file.node(function).flags.has(Flags::ON_DEVICE)
            && !file.on_device(node)
    })
}
