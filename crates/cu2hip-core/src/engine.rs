//! The order of the passes over one file.

use cu2hip_mappings::{Decision, Kind, Target};
use cu2hip_syntax::Tree;
use cu2hip_syntax::ast::NodeKind;
use cu2hip_syntax::text::Span;
use cu2hip_syntax::word::Word;

use crate::branch::Audience;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::{HEADER_FRAGMENT, OWN_IMPLEMENTATION};
use crate::file::{File, Lookup};
use crate::names::NameOracle;
use crate::sink::Sink;
use crate::translation::{Context, Translation};
use crate::{compat, gates, includes, launches, rules, uses};

/// Translates one file whose facts are in the index.
pub(crate) fn run(text: &[u8], context: &Context<'_>) -> Translation {
    let mut sink = Sink::default();
    let beside_torch = target_beside_torch(text, context);
    let target = beside_torch.as_ref().unwrap_or(context.target);
    let context = &Context { target, ..*context };
    if context.index.implements_api(context.path) {
        let message = "this file defines the CUDA interface itself: it is left as it is";
        sink.report(Diagnostic::new(OWN_IMPLEMENTATION, Span::at(0), message));
        return finish(text, sink);
    }
    let oracle = NameOracle::new(context.mappings, context.target, context.index);
    let tree = Tree::parse(text, &oracle);
    let file = File::new(tree, context);
    includes::run(&file, &mut sink, &runtime_needs(&file));
    let rewritten = rules::rewrite(&file, &mut sink);
    gates::run(&file, &rewritten.asm, &mut sink);
    uses::run(&file, &mut sink);
    launches::run(&file, &mut sink);
    rules::run(&file, &rewritten, &mut sink);
    gates::versions::run(&file, &mut sink);
    if includes::has_extension(context.path, &["cu"])
        && context.index.includers(context.path).next().is_some()
    {
        let message = "this file is included by others: it is translated as a header";
        sink.report(Diagnostic::new(HEADER_FRAGMENT, Span::at(0), message));
    }
    let is_translated = |offset| {
        let token = file.tree.tokens.at(offset) as u32;
        file.branches.audience(token) == Audience::Both
    };
    file.suppressions
        .clone()
        .filter(text, &is_translated, &mut sink.diagnostics);
    finish(text, sink)
}

/// The target for a file that calls cuBLAS and works with PyTorch, whose handle is one of hipBLAS; a
/// header works with it if a file that includes it does.
fn target_beside_torch(text: &[u8], context: &Context<'_>) -> Option<Target> {
    const FOLDERS: [&str; 3] = ["torch/", "ATen/", "c10/"];
    let libraries = context.target.libraries.beside_torch()?;
    memchr::memmem::find(text, b"cublas")?;
    let is_torch = |include: &str| FOLDERS.iter().any(|folder| include.starts_with(folder));
    let (index, path) = (context.index, context.path);
    let works =
        index.reaches(path, is_torch) || index.includers(path).any(|p| index.reaches(p, is_torch));
    works.then(|| Target {
        libraries,
        ..context.target.clone()
    })
}

fn finish(text: &[u8], mut sink: Sink) -> Translation {
    sink.edits.fit_line_ends(text);
    // What no build for AMD compiles needs nobody.
    let unused = std::mem::take(&mut sink.unused);
    sink.diagnostics
        .retain(|d| !unused.iter().any(|span| span.contains(d.span)));
    sink.diagnostics
        .sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    sink.diagnostics
        .dedup_by(|a, b| a.span == b.span && a.code == b.code && a.message == b.message);
    Translation {
        edits: sink.edits,
        diagnostics: sink.diagnostics,
        statistics: sink.statistics,
        compat: sink.compat,
    }
}

/// Tokens in the open parts of a file that need the HIP runtime header.
fn runtime_needs(file: &File<'_>) -> Vec<u32> {
    let stream = &file.tree.stream;
    // Macro bodies need nothing until the macro is used.
    let main_end = stream.sections.first().map_or(0, |s| s.end);
    let mut needs: Vec<u32> = (0..main_end)
        .filter(|&p| {
            matches!(
                stream.word(p),
                Word::Global
                    | Word::Device
                    | Word::Host
                    | Word::Shared
                    | Word::Constant
                    | Word::Managed
            ) || stream.class(p).known
                && file.decide(&file.spelling(p)).is_some_and(|d| {
                    matches!(d.library, "runtime" | "driver" | "device")
                        && (!d.unprefixed || is_device_type(file, p, &d))
                })
        })
        .filter(|&p| file.is_open(p))
        .map(|p| stream.token(p))
        .collect();
    let launches = file.tree.ast.ids().filter(|&id| {
        file.kind(id) == NodeKind::Launch
            && file.node(id).start < main_end
            && file.is_open(file.node(id).start)
    });
    needs.extend(launches.map(|id| stream.token(file.node(id).start)));
    needs.extend(includes::of_dependants(file));
    // What an earlier run wrote stands in front of what needed the header then.
    let written = compat::written(file);
    needs.retain(|token| !written.iter().any(|range| range.contains(token)));
    needs.sort_unstable();
    needs
}

/// True for `uchar4`, `dim3` and their kin where the project declares nothing of that name.
fn is_device_type(file: &File<'_>, position: u32, decision: &Decision<'_>) -> bool {
    decision.kind == Kind::Type && matches!(file.look_up(position), Lookup::Known(_))
}
