//! The order of the passes over one file.

use cu2hip_syntax::Tree;
use cu2hip_syntax::ast::NodeKind;
use cu2hip_syntax::text::Span;
use cu2hip_syntax::word::Word;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::OWN_IMPLEMENTATION;
use crate::file::File;
use crate::names::NameOracle;
use crate::sink::Sink;
use crate::translation::{Context, Translation};
use crate::{gates, includes, launches, rules, uses};

/// Translates one file whose facts are in the index.
pub(crate) fn run(text: &[u8], context: &Context<'_>) -> Translation {
    let mut sink = Sink::default();
    if context.index.implements_api(context.path) {
        let message = "this file defines the CUDA interface itself: it is left as it is";
        sink.report(Diagnostic::new(OWN_IMPLEMENTATION, Span::at(0), message));
        return finish(sink);
    }
    let oracle = NameOracle::new(context.mappings, context.target, context.index);
    let tree = Tree::parse(text, &oracle);
    let file = File::new(tree, context);
    includes::run(&file, &mut sink, &runtime_needs(&file));
    gates::run(&file, &mut sink);
    uses::run(&file, &mut sink);
    launches::run(&file, &mut sink);
    rules::run(&file, &mut sink);
    file.suppressions.filter(text, &mut sink.diagnostics);
    finish(sink)
}

fn finish(mut sink: Sink) -> Translation {
    sink.diagnostics
        .sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    sink.diagnostics
        .dedup_by(|a, b| a.span == b.span && a.code == b.code && a.message == b.message);
    Translation {
        edits: sink.edits,
        diagnostics: sink.diagnostics,
        statistics: sink.statistics,
    }
}

/// Tokens in the open parts of a file that need the HIP runtime header.
fn runtime_needs(file: &File<'_>) -> Vec<u32> {
    let stream = &file.tree.stream;
    let mut needs: Vec<u32> = (0..stream.len())
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
                    matches!(d.library, "runtime" | "driver" | "device") && !d.unprefixed
                })
        })
        .filter(|&p| file.is_open(p))
        .map(|p| stream.token(p))
        .collect();
    let launches = file
        .tree
        .ast
        .ids()
        .filter(|&id| file.kind(id) == NodeKind::Launch && file.is_open(file.node(id).start));
    needs.extend(launches.map(|id| stream.token(file.node(id).start)));
    needs.sort_unstable();
    needs
}
