//! The pass over all names that the tables decide: renames, calls, notes, flags.

mod declared;
mod fields;
mod namespace;
mod report;

use cu2hip_mappings::{Action, Decision, Flag, Kind, Note, Reason};
use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::text::Span;
use rustc_hash::FxHashSet;

use crate::borders::Borders;
use crate::calls::{self, CallOutcome};
use crate::compat::PREFIX;
use crate::diagnostic::registry as codes;
use crate::diagnostic::{Code, Diagnostic, Severity, find_code};
use crate::file::{File, Lookup, Use};
use crate::sink::Sink;

pub(crate) use report::{flag_diagnostic, note_diagnostic};

/// Codes of which one finding a file and name is enough (as it is of every mere note).
const ONCE: [&str; 4] = ["CH4005", "CH4006", "CH4007", "CH4008"];

/// Translates or reports every name of the tables in the open parts of the file.
pub(crate) fn run(file: &File<'_>, sink: &mut Sink) {
    let mut pass = Pass {
        file,
        sink,
        reordered: Vec::new(),
        once: FxHashSet::default(),
    };
    let mut uses = Vec::new();
    for position in 0..file.tree.stream.len() {
        if !file.tree.stream.class(position).known || !file.is_open(position) {
            continue;
        }
        if pass.namespace(position, &mut uses) {
            continue;
        }
        match file.look_up(position) {
            Lookup::Known(found) => uses.push(found),
            Lookup::Declaration(decision) => pass.declaration(position, &decision),
            Lookup::Own => pass.unknown(position),
        }
    }
    pass.through_using(&mut uses);
    pass.shim_macros();
    let mut borders = Borders::default();
    for found in &mut uses {
        if let Some(decision) = borders.decide(file, found, pass.sink) {
            found.decision = decision;
        }
    }
    // A call that stays in CUDA spelling keeps the names of its arguments too.
    let outcomes: Vec<Option<CallOutcome<'_>>> = uses.iter().map(|u| outcome(file, u)).collect();
    let (mut kept, mut dropped) = (FxHashSet::default(), FxHashSet::default());
    for (found, outcome) in uses.iter().zip(&outcomes) {
        kept.extend(kept_call(found, outcome.as_ref()));
        dropped.extend(dropped_arguments(file, found, outcome.as_ref()));
    }
    for (found, outcome) in uses.iter().zip(outcomes) {
        if !pass.is_inside(found, &dropped) {
            pass.one(found, outcome, &kept);
        }
    }
    pass.fields();
    let mut reordered = std::mem::take(&mut pass.reordered);
    reordered.sort_by_key(|r| r.span(file).byte_len());
    for call in reordered {
        call.write(file, pass.sink);
    }
}

/// What becomes of the call of a use, where more than the name changes.
fn outcome<'u>(file: &File<'_>, found: &'u Use<'_>) -> Option<CallOutcome<'u>> {
    match (found.call, &found.decision.action) {
        (Some(call), Action::Call { rules, .. }) => Some(calls::choose(file, call, rules)),
        _ => None,
    }
}

/// The call of a use, if the call will stay in CUDA spelling.
fn kept_call(found: &Use<'_>, outcome: Option<&CallOutcome<'_>>) -> Option<NodeId> {
    let stays = match &found.decision.action {
        Action::Flag(_) => true,
        Action::Call { .. } => matches!(outcome, Some(CallOutcome::Kept(_))),
        Action::Rename(_) | Action::Stay => false,
    };
    found.call.filter(|_| stays)
}

/// The arguments that the translation of a call leaves out.
fn dropped_arguments(
    file: &File<'_>,
    found: &Use<'_>,
    outcome: Option<&CallOutcome<'_>>,
) -> Vec<NodeId> {
    let (Some(call), Some(CallOutcome::Template(_, template))) = (found.call, outcome) else {
        return Vec::new();
    };
    let arguments = file.arguments(call);
    let count = u8::try_from(arguments.len()).unwrap_or(u8::MAX);
    let numbers = template.dropped(count).into_iter();
    numbers
        .filter_map(|n| arguments.get(usize::from(n) - 1).copied())
        .collect()
}

struct Pass<'p, 'a> {
    file: &'p File<'a>,
    sink: &'p mut Sink,
    reordered: Vec<calls::Reordered>,
    once: FxHashSet<(Code, String)>,
}

impl Pass<'_, '_> {
    fn is_inside(&self, found: &Use<'_>, arguments: &FxHashSet<NodeId>) -> bool {
        let mut outer = self.file.tree.ast.ancestors(found.node);
        !arguments.is_empty() && outer.any(|a| arguments.contains(&a))
    }

    fn one(&mut self, found: &Use<'_>, outcome: Option<CallOutcome<'_>>, kept: &FxHashSet<NodeId>) {
        let decision = &found.decision;
        let name_span = self.file.tree.position_span(found.position);
        let is_function = matches!(decision.kind, Kind::Function | Kind::DeviceFunction);
        self.sink.statistics.names_seen += 1;
        let is_call = found.call.is_some() && is_function;
        self.sink.statistics.calls_seen += u32::from(is_call);
        if self.stands_in_kept_call(found, kept) {
            self.sink.statistics.names_flagged += 1;
            return;
        }
        if self
            .file
            .context
            .index
            .is_mapped_by_project(decision.name.as_bytes(), self.file.context.path)
            || self.is_defined_for_hip(decision)
            || self.is_typedef_of_target(found)
        {
            self.sink.statistics.names_kept += 1;
            self.sink.statistics.calls_translated += u32::from(is_call);
            return;
        }
        if !matches!(decision.action, Action::Stay) && self.is_pasted_argument(found) {
            return self.pasted(found);
        }
        let translated = match &decision.action {
            Action::Rename(to) => {
                self.rename(name_span, to, decision);
                true
            }
            Action::Stay => {
                self.sink.statistics.names_kept += 1;
                true
            }
            Action::Call { bare, .. } => match (found.call, outcome) {
                (Some(call), Some(outcome)) => self.call(found, call, outcome),
                _ => self.bare(found, *bare),
            },
            Action::Flag(flag) => {
                self.sink.statistics.names_flagged += 1;
                if flag.code == Some(codes::VERSION_GATE.as_str()) && self.is_code(found.position) {
                    let mut undeclared =
                        flag_diagnostic(codes::VERSION_GATE, name_span, decision.name, flag);
                    undeclared.severity = Severity::Error;
                    self.sink.report(undeclared);
                } else {
                    self.flag(name_span, decision.name, flag);
                }
                false
            }
        };
        self.sink.statistics.calls_translated += u32::from(translated && is_call);
        if translated && let Some(note) = &decision.note {
            self.note(name_span, decision.name, note);
        }
    }

    /// True for the new name in `typedef __hip_bfloat16 nv_bfloat16;`.
    fn is_typedef_of_target(&self, found: &Use<'_>) -> bool {
        let Action::Rename(to) = found.decision.action else {
            return false;
        };
        // The new name stands right below its declaration.
        let mut around = self.file.tree.ast.ancestors(found.node).take(2);
        around.any(|a| {
            self.file.kind(a) == NodeKind::Alias
                && self.file.node(a).name == Some(found.position)
                && self.is_name_for(a, to)
        })
    }

    /// True for a function that HIP lacks and that the project has for it.
    fn is_defined_for_hip(&self, decision: &Decision<'_>) -> bool {
        matches!(decision.action, Action::Rename(to) if to.starts_with(PREFIX))
            && self.file.is_ported(decision.name.as_bytes())
    }

    /// True outside directives, where a name that nothing declares cannot compile.
    fn is_code(&self, position: u32) -> bool {
        let sections = &self.file.tree.stream.sections;
        sections.first().is_some_and(|main| position < main.end)
    }

    fn rename(&mut self, span: Span, to: &str, decision: &Decision<'_>) {
        self.sink.statistics.names_changed += 1;
        if span.of(self.file.text()) != to.as_bytes() {
            self.sink.replace(span, to, decision.id.to_owned());
        }
    }

    fn call(&mut self, found: &Use<'_>, call: NodeId, outcome: CallOutcome<'_>) -> bool {
        let decision = &found.decision;
        let span = self.file.tree.position_span(found.position);
        match outcome {
            CallOutcome::Template(rule, template) => {
                self.sink.statistics.names_changed += 1;
                if let Some(note) = &rule.note {
                    self.note(span, decision.name, note);
                }
                if let Some(reordered) = calls::write(
                    self.file,
                    self.sink,
                    call,
                    found.position,
                    &template,
                    decision.id,
                ) {
                    self.reordered.push(reordered);
                }
                true
            }
            CallOutcome::Kept(diagnostic) => {
                self.sink.statistics.names_flagged += 1;
                let mut diagnostic = *diagnostic;
                diagnostic.span = span;
                diagnostic.message = diagnostic.message.replace("{name}", decision.name);
                self.sink.report(diagnostic);
                false
            }
        }
    }

    /// A name that needs a call template, but is not called here.
    fn bare(&mut self, found: &Use<'_>, bare: Option<&str>) -> bool {
        let decision = &found.decision;
        let span = self.file.tree.position_span(found.position);
        if let Some(to) = bare {
            self.rename(span, to, decision);
            return true;
        }
        self.sink.statistics.names_flagged += 1;
        let message = format!(
            "`{}` needs other arguments on HIP, and is not called here",
            decision.name
        );
        self.sink.report(
            Diagnostic::new(codes::UNTRANSLATED_CALL, span, message)
                .reason("the name stands where its arguments cannot be seen"),
        );
        false
    }

    /// True if the use is an argument of a call that stays in CUDA spelling.
    fn stands_in_kept_call(&self, found: &Use<'_>, kept: &FxHashSet<NodeId>) -> bool {
        if kept.is_empty() {
            return false;
        }
        let ast = &self.file.tree.ast;
        let inner_call = ast.ancestors(found.node).find(|&a| {
            matches!(
                self.file.kind(a),
                NodeKind::Call | NodeKind::Launch | NodeKind::Lambda | NodeKind::Compound
            ) && found.call != Some(a)
        });
        inner_call.is_some_and(|c| kept.contains(&c))
            && !matches!(found.decision.kind, Kind::Function | Kind::Type)
    }

    /// True if the name is an argument that a macro of the project pastes to something, or only
    /// turns into a string.
    fn is_pasted_argument(&self, found: &Use<'_>) -> bool {
        let ast = &self.file.tree.ast;
        let Some(argument) = ast
            .parent(found.node)
            .filter(|&a| self.file.kind(a) == NodeKind::Argument)
        else {
            return false;
        };
        // Only an argument that is this very name.
        let node = self.file.node(argument);
        if node.end != node.start + 1 {
            return false;
        }
        let Some(call) = ast.parent(argument) else {
            return false;
        };
        let Some(name) = self.file.callee_name(call) else {
            return false;
        };
        let index = self.file.context.index;
        let spelling = self.file.spelling(name);
        if index.parameter_use(&spelling, 0).is_none() {
            return false;
        }
        let number = self
            .file
            .arguments(call)
            .iter()
            .position(|&a| a == argument);
        let used = number.and_then(|n| index.parameter_use(&spelling, n));
        used.is_some_and(|u| u.pasted || u.stringified && !u.plain)
    }

    fn pasted(&mut self, found: &Use<'_>) {
        self.sink.statistics.names_flagged += 1;
        let span = self.file.tree.position_span(found.position);
        let name = found.decision.name;
        let to = match &found.decision.action {
            Action::Rename(to) => format!(" (on HIP: `{to}`)"),
            _ => String::new(),
        };
        let message = format!("`{name}`{to} is pasted or turned into a string by a macro");
        self.sink
            .report(Diagnostic::new(codes::PASTED_NAME, span, message));
    }

    fn flag(&mut self, span: Span, name: &str, flag: &Flag<'_>) {
        let code = flag.code.and_then(find_code).unwrap_or(match flag.reason {
            Reason::NeverInHip => codes::NO_COUNTERPART,
            Reason::RemovedFromCuda => codes::REMOVED_FROM_CUDA,
            Reason::NeedsNewerRocm => codes::NEEDS_NEWER_ROCM,
            Reason::OtherTargetHasIt => codes::OTHER_TARGET_HAS_IT,
            Reason::Differs => codes::CALL_SHAPE,
        });
        if ONCE.contains(&code.as_str()) && !self.once.insert((code, name.to_owned())) {
            return;
        }
        self.sink.report(flag_diagnostic(code, span, name, flag));
    }

    fn note(&mut self, span: Span, name: &str, note: &Note<'_>) {
        let Some(code) = find_code(note.code) else {
            return;
        };
        if ONCE.contains(&code.as_str()) && !self.once.insert((code, name.to_owned())) {
            return;
        }
        self.sink
            .report(note_diagnostic(code, span, name, note).review());
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
