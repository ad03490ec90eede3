//! CH2016: fragments of matrices that rocWMMA lacks; CH2006: blocks that hold no whole wavefront.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};

use super::warps::{constant_value, threads_of_block};
use super::{mentions, only_wave32};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::{MATRIX_FRAGMENT, WARP_WIDTH_LITERAL};
use crate::file::{File, Lookup};
use crate::sink::Sink;

/// Shapes (rows, columns, depth) of CUDA whose blocks rocWMMA does not have.
const MISSING_SHAPES: [[i64; 3]; 5] =
    [[32, 8, 16], [8, 32, 16], [8, 8, 4], [8, 8, 32], [8, 8, 128]];

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !mentions(file, b"wmma") {
        return;
    }
    let fragments: Vec<NodeId> = fragments(file).collect();
    for &fragment in &fragments {
        shape(file, fragment, sink);
    }
    if !only_wave32(file) {
        half_wavefronts(file, &fragments, sink);
    }
}

/// The names `fragment` of the library, with their template arguments.
fn fragments<'f>(file: &'f File<'_>) -> impl Iterator<Item = NodeId> + 'f {
    file.tree.ast.ids().filter(|&id| {
        let node = file.node(id);
        node.kind == NodeKind::Name
            && node.name.is_some_and(|name| {
                &*file.spelling(name) == b"fragment"
                    && file.is_open(name)
                    && is_of_library(file, name)
            })
    })
}

fn is_of_library(file: &File<'_>, name: u32) -> bool {
    match file.look_up(name) {
        Lookup::Known(found) => found.decision.library == "wmma",
        Lookup::Own if file.qualifier(name).is_empty() => file
            .through_using(b"fragment")
            .is_some_and(|d| d.library == "wmma"),
        _ => false,
    }
}

/// Reports the shape or the type of a fragment that rocWMMA lacks.
fn shape(file: &File<'_>, fragment: NodeId, sink: &mut Sink) {
    let ast = &file.tree.ast;
    let Some(list) = ast.child(fragment, Role::TemplateArguments) else {
        return;
    };
    let arguments: Vec<NodeId> = ast.children(list).collect();
    let [_, rows, columns, depth, element, ..] = *arguments.as_slice() else {
        return;
    };
    let sizes = [rows, columns, depth].map(|size| constant_value(file, size));
    let missing = MISSING_SHAPES.iter().find(|shape| shape.map(Some) == sizes);
    if let Some([rows_, columns_, depth_]) = missing {
        let span = file.span(rows).join(file.span(depth));
        let message = format!("rocWMMA has no fragments of {rows_} by {columns_} by {depth_}");
        sink.report(Diagnostic::new(MATRIX_FRAGMENT, span, message));
    } else if matches!(file.bytes(element), b"unsigned char" | b"uint8_t") {
        let message = "rocWMMA has no fragments of unsigned bytes";
        sink.report(Diagnostic::new(
            MATRIX_FRAGMENT,
            file.span(element),
            message,
        ));
    }
}

/// A fragment is held by a whole wavefront: blocks of 32 threads have none on devices with 64 lanes.
fn half_wavefronts(file: &File<'_>, fragments: &[NodeId], sink: &mut Sink) {
    let ast = &file.tree.ast;
    let launches = ast
        .ids()
        .filter(|&id| file.kind(id) == NodeKind::Launch && file.is_open(file.node(id).start));
    for launch in launches {
        let Some(block) = ast.children_with(launch, Role::Configuration).nth(1) else {
            continue;
        };
        let Some(threads) = threads_of_block(file, block).filter(|n| n % 64 != 0) else {
            continue;
        };
        let callee = ast
            .child(launch, Role::Callee)
            .and_then(|c| file.node(c).name);
        let Some(kernel) = callee.map(|name| file.spelling(name)) else {
            continue;
        };
        let holds_one = fragments.iter().any(|&f| {
            let name = file.function_of(f).and_then(|k| file.node(k).name);
            name.is_some_and(|name| file.spelling(name) == kernel)
        });
        if holds_one {
            let message = format!(
                "a block of {threads} threads is no multiple of a wavefront of 64 lanes, which holds a fragment"
            );
            let advice = "launch 64 threads for each tile on devices with 64 lanes: \
                          rocwmma::Constants::AMDGCN_WAVE_SIZE, or the attribute hipDeviceAttributeWarpSize";
            let found = Diagnostic::new(WARP_WIDTH_LITERAL, file.span(block), message);
            sink.report(found.advice(advice));
        }
    }
}
