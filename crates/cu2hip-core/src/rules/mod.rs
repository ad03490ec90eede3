//! Hazard rules: what compiles and is wrong, or does not compile, on AMD. Each is
//! a file that looks at the syntax tree; those that know an exact form write it, the others report.

mod argument_types;
mod ballots;
mod broadcast;
mod capability;
mod case_labels;
mod compat_names;
mod cub_warps;
mod device_launch;
mod deviceptr;
mod enumerators;
mod generator_state;
mod group_collectives;
mod handle_cast;
mod handle_type;
mod host_math;
mod launch_bounds;
mod left_out;
mod masks;
mod matrix_fragments;
mod member_template;
mod shared_size;
mod spin_lock;
mod std_printf;
mod storage_class;
mod strict_arrays;
mod strings;
mod textures;
mod vector_operators;
mod warp_size;
mod warp_width;
mod warps;

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::directive::TokenIndex;

use crate::compat::Needs;
use crate::file::File;
use crate::ptx;
use crate::sink::Sink;

pub(crate) use warps::macro_value;

/// What the rules that edit have found out and written.
pub(crate) struct Rewritten {
    calls: Calls,
    warps: warps::Warps,
    /// Tokens of the asm statements that stay.
    pub asm: Vec<TokenIndex>,
}

/// Runs the rules that edit: before the names of the tables, whose edits they may leave out.
pub(crate) fn rewrite(file: &File<'_>, sink: &mut Sink) -> Rewritten {
    let calls = Calls::new(file);
    let warps = warps::run(file, &calls, sink);
    cub_warps::run(file, &warps, sink);
    let mut needs = Needs::default();
    let asm = ptx::run(file, &mut needs, sink);
    group_collectives::run(file, &mut needs);
    compat_names::run(file, &mut needs);
    argument_types::rewrite(file, &calls, &mut needs, sink);
    host_math::run(file, &calls, &mut needs, sink);
    needs.write(file, sink);
    std_printf::run(file, sink);
    member_template::run(file, sink);
    storage_class::run(file, sink);
    case_labels::run(file, sink);
    Rewritten { calls, warps, asm }
}

/// Runs the rules that report.
pub(crate) fn run(file: &File<'_>, rewritten: &Rewritten, sink: &mut Sink) {
    let Rewritten { calls, warps, .. } = rewritten;
    masks::run(file, calls, warps, sink);
    ballots::run(file, calls, warps, sink);
    broadcast::run(file, calls, warps, sink);
    warp_size::run(file, warps, sink);
    warp_width::run(file, calls, warps, sink);
    launch_bounds::run(file, sink);
    matrix_fragments::run(file, sink);
    textures::run(file, sink);
    device_launch::run(file, calls, sink);
    argument_types::tile_shuffles(file, sink);
    spin_lock::run(file, calls, sink);
    strict_arrays::run(file, sink);
    enumerators::run(file, sink);
    deviceptr::run(file, sink);
    generator_state::run(file, sink);
    handle_cast::run(file, sink);
    handle_type::run(file, sink);
    vector_operators::run(file, sink);
    strings::run(file, calls, sink);
    capability::run(file, sink);
    shared_size::run(file, calls, sink);
}

/// A call of a named function in the open parts of a file.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// Its node.
    pub id: NodeId,
    /// Position of the called name.
    pub name: u32,
    /// The called name.
    pub callee: Vec<u8>,
}

/// All such calls.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    list: Vec<Call>,
}

impl Calls {
    fn new(file: &File<'_>) -> Self {
        let list = file
            .tree
            .ast
            .ids()
            .filter(|&id| file.kind(id) == NodeKind::Call && file.is_open(file.node(id).start))
            .filter_map(|id| {
                let name = file.callee_name(id)?;
                Some(Call {
                    id,
                    name,
                    callee: file.spelling(name).into_owned(),
                })
            })
            .collect();
        Self { list }
    }

    /// The calls, in no particular order.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Call> {
        self.list.iter()
    }
}

/// True for a position in code that runs on devices.
fn in_device_code(file: &File<'_>, position: u32) -> bool {
    let node = file.tree.ast.at(position);
    node.is_some_and(|id| file.on_device(id))
}

/// Calls of members in the open parts of a file: the call, its callee and where the member's name is.
fn member_calls<'f>(file: &'f File<'_>) -> impl Iterator<Item = (NodeId, NodeId, u32)> + 'f {
    let ast = &file.tree.ast;
    let calls = ast
        .ids()
        .filter(|&id| file.kind(id) == NodeKind::Call && file.is_open(file.node(id).start));
    calls.filter_map(move |id| {
        let callee = ast.child(id, Role::Callee)?;
        let is_member = file.kind(callee) == NodeKind::Member;
        Some((id, callee, file.node(callee).name.filter(|_| is_member)?))
    })
}

/// True if the text holds the word at all: a quick way past rules that look for its type.
fn mentions(file: &File<'_>, word: &[u8]) -> bool {
    memchr::memmem::find(file.text(), word).is_some()
}

/// True if every chosen architecture has wavefronts of 32 lanes.
pub(crate) fn only_wave32(file: &File<'_>) -> bool {
    let architectures = &file.context.options.architectures;
    !architectures.is_empty()
        && architectures
            .iter()
            .all(|a| ["gfx10", "gfx11", "gfx12"].iter().any(|p| a.starts_with(p)))
}

/// Integer types of 32 bits or less, squeezed.
const NARROW: [&str; 13] = [
    "int",
    "unsigned",
    "unsigned int",
    "int32_t",
    "uint32_t",
    "uint",
    "uint32",
    "u32",
    "std::uint32_t",
    "short",
    "unsigned short",
    "char",
    "bool",
];

/// Integer types of 64 bits.
const WIDE: [&str; 12] = [
    "unsigned long long",
    "long long",
    "unsigned long long int",
    "long long int",
    "unsigned long",
    "long",
    "uint64_t",
    "int64_t",
    "size_t",
    "uint64",
    "u64",
    "lane_mask_t",
];

/// Whether an integer type is known to have 64 bits; none if it is not known at all.
pub(crate) fn is_wide(ty: &str) -> Option<bool> {
    if WIDE.contains(&ty) {
        Some(true)
    } else if NARROW.contains(&ty) {
        Some(false)
    } else {
        None
    }
}
