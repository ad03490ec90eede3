//! Labels of a `switch` that cannot stand on AMD: an enumerator that HIP does not have, so that no
//! function of it returns it, and the second of two that have one name there. What they lead to
//! is left out where that changes nothing else.

use cu2hip_mappings::{Action, Kind, Reason};
use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::word::Word;
use rustc_hash::FxHashSet;

use super::left_out::leave_out;
use crate::file::{File, Lookup};
use crate::sink::Sink;

const ORIGIN: &str = "rule:case-label";

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    for id in file.tree.ast.ids() {
        if file.kind(id) == NodeKind::Switch
            && file.is_open(file.node(id).start)
            && let Some(body) = file.tree.ast.child(id, Role::Body)
        {
            one(file, sink, body);
        }
    }
}

/// Labels that stand together, and the statements up to the next label.
#[derive(Debug, Default)]
struct Group {
    labels: Vec<NodeId>,
    statements: Vec<NodeId>,
}

fn one(file: &File<'_>, sink: &mut Sink, body: NodeId) {
    let mut groups: Vec<Group> = vec![Group::default()];
    for child in file.tree.ast.children(body) {
        let is_label = file.kind(child) == NodeKind::Case || is_default(file, child);
        match groups.last_mut() {
            Some(last) if !is_label => last.statements.push(child),
            Some(last) if last.statements.is_empty() => last.labels.push(child),
            _ => groups.push(Group {
                labels: vec![child],
                statements: Vec::new(),
            }),
        }
    }
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut leaves = true;
    for group in &groups {
        for &label in &group.labels {
            // A label in a branch that no build for AMD compiles stands for nothing there.
            if !file.is_open(file.node(label).start) || stands(file, label, &mut seen) {
                continue;
            }
            let own = file.span(label);
            let last = group.statements.last().filter(|&&s| jumps(file, s));
            let span = match last {
                _ if group.labels.len() > 1 => own,
                Some(&last) if leaves => own.join(file.span(last)),
                _ => continue,
            };
            if has_directive(file, span) {
                continue;
            }
            if leave_out(file, sink, span, ORIGIN) {
                sink.unused.push(span);
            }
        }
        leaves = group.statements.last().is_none_or(|&s| jumps(file, s));
    }
}

/// False for a label that has no name of its own on the target. `seen` holds the names there.
fn stands(file: &File<'_>, label: NodeId, seen: &mut FxHashSet<String>) -> bool {
    let name = file
        .tree
        .ast
        .child(label, Role::Condition)
        .filter(|&condition| file.kind(condition) == NodeKind::Name)
        .and_then(|condition| file.node(condition).name);
    let Some(Lookup::Known(found)) = name.map(|position| file.look_up(position)) else {
        return true;
    };
    if found.decision.kind != Kind::Enumerator {
        return true;
    }
    match &found.decision.action {
        Action::Rename(to) => seen.insert((*to).to_owned()),
        Action::Flag(flag) => !matches!(
            flag.reason,
            Reason::NeverInHip | Reason::RemovedFromCuda | Reason::NeedsNewerRocm
        ),
        _ => true,
    }
}

fn is_default(file: &File<'_>, node: NodeId) -> bool {
    file.tree.stream.word(file.node(node).start) == Word::Default
}

/// True for a statement after which the next label is not reached.
fn jumps(file: &File<'_>, statement: NodeId) -> bool {
    matches!(file.kind(statement), NodeKind::Return | NodeKind::Jump)
}

fn has_directive(file: &File<'_>, span: Span) -> bool {
    let directives = &file.tree.preprocessor.directives;
    let start = |hash: u32| file.tree.tokens.span(hash as usize).start;
    let first = directives.partition_point(|d| start(d.hash) < span.start);
    directives
        .get(first)
        .is_some_and(|d| start(d.hash) < span.end)
}
