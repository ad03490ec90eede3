//! The pass over all names that the tables decide: renames, calls, notes, flags.

use std::rc::Rc;

use cu2hip_mappings::{Action, Decision, Flag, Kind, Note, Reason};
use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;
use rustc_hash::FxHashSet;

use crate::borders::Borders;
use crate::calls::{self, CallOutcome};
use crate::diagnostic::registry as codes;
use crate::diagnostic::{Code, Diagnostic, Effort, Severity, find_code};
use crate::file::{File, Lookup, Use};
use crate::names::looks_like_api;
use crate::scope::defined_macros;
use crate::sink::Sink;

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
    let kept: FxHashSet<NodeId> = uses.iter().filter_map(|u| pass.kept_call(u)).collect();
    for found in &uses {
        pass.one(found, &kept);
    }
    let mut reordered = std::mem::take(&mut pass.reordered);
    reordered.sort_by_key(|r| r.span(file).byte_len());
    for call in reordered {
        call.write(file, pass.sink);
    }
}

struct Pass<'p, 'a> {
    file: &'p File<'a>,
    sink: &'p mut Sink,
    reordered: Vec<calls::Reordered>,
    once: FxHashSet<(Code, String)>,
}

impl<'a> Pass<'_, 'a> {
    /// Handles `cub::X`, `namespace c = cub;`, `using namespace cub;` at the first name of a
    /// path; true if the position belongs to such a path.
    fn namespace(&mut self, position: u32, uses: &mut Vec<Use<'a>>) -> bool {
        let stream = &self.file.tree.stream;
        if position > 1
            && stream.kind(position - 1) == TokenKind::ColonColon
            && stream.kind(position - 2) == TokenKind::Identifier
            && stream.word(position - 2) == Word::None
        {
            return false;
        }
        let Some(node) = self.file.tree.ast.at(position) else {
            return false;
        };
        let whole = self.file.tree.ast.parent(node).is_some_and(|p| {
            matches!(
                self.file.kind(p),
                NodeKind::NamespaceAlias | NodeKind::UsingDirective
            )
        });
        let mut ends = vec![position];
        let mut at = position;
        while stream.kind(at + 1) == TokenKind::ColonColon
            && stream.kind(at + 2) == TokenKind::Identifier
        {
            at += 2;
            ends.push(at);
        }
        if !whole {
            ends.pop();
        }
        let first = self.file.spelling(position).into_owned();
        for (index, &end) in ends.iter().enumerate().rev() {
            let mut path = first.clone();
            for &part in &ends[1..=index] {
                path.extend_from_slice(b"::");
                path.extend_from_slice(&self.file.spelling(part));
            }
            let Some((namespace, decision)) = self.file.namespace_of(&path) else {
                continue;
            };
            let span = self
                .file
                .tree
                .position_span(position)
                .join(self.file.tree.position_span(end));
            let written_out = namespace == path;
            if let Some(to) = decision.to.filter(|_| written_out) {
                self.sink
                    .replace(span, to, format!("namespace:{path}", path = lossy(&path)));
            } else if written_out && whole && path == b"nvcuda" {
                self.wmma_directive(node);
            }
            let member = end + 2;
            let qualified = (!whole && stream.kind(end + 1) == TokenKind::ColonColon)
                .then(|| self.file.spelling(member))
                .and_then(|name| {
                    self.file.context.mappings.qualified(
                        &namespace,
                        &name,
                        self.file.context.target,
                    )
                });
            if let Some(decision) = qualified {
                let Some(node) = self.file.tree.ast.at(member) else {
                    return true;
                };
                let call = self
                    .file
                    .tree
                    .ast
                    .parent(node)
                    .filter(|&p| self.file.kind(p) == NodeKind::Call);
                let decision = Rc::new(decision);
                uses.push(Use {
                    position: member,
                    node,
                    call,
                    decision,
                });
            } else if let Some(flag) = &decision.flag {
                self.flag(span, &lossy(&path), flag);
            }
            return true;
        }
        if whole && first == b"nvcuda" {
            self.wmma_directive(node);
            return true;
        }
        false
    }

    /// Unqualified calls of functions that a using directive makes known.
    fn through_using(&self, uses: &mut Vec<Use<'a>>) {
        let file = self.file;
        for call in file.tree.ast.ids() {
            if file.kind(call) != NodeKind::Call || !file.is_open(file.node(call).start) {
                continue;
            }
            let Some(position) = file.callee_name(call) else {
                continue;
            };
            let name = file.spelling(position);
            let plain =
                position == 0 || file.tree.stream.kind(position - 1) != TokenKind::ColonColon;
            if !plain || file.decide(&name).is_some() || file.scopes.find(&name, position).is_some()
            {
                continue;
            }
            if let Some(decision) = file.through_using(&name)
                && let Some(node) = file.tree.ast.at(position)
            {
                uses.push(Use {
                    position,
                    node,
                    call: Some(call),
                    decision: Rc::new(decision),
                });
            }
        }
    }

    /// `#define cudaX cudaY`, `#define __shfl(v, l) __shfl_sync(...)`; a header that maps CUDA's
    /// names to HIP's is reported once.
    fn shim_macros(&mut self) {
        let mut mapped = None;
        for define in defined_macros(&self.file.tree) {
            if !self.file.is_open_token(define.token) {
                continue;
            }
            let Some(decision) = self.file.decide(&define.name) else {
                continue;
            };
            let span = self.file.tree.tokens.span(define.token as usize);
            if define.is_hip_alias() {
                mapped.get_or_insert((span, 0)).1 += 1;
            } else if matches!(decision.kind, Kind::Function | Kind::DeviceFunction) {
                let message = format!("the project defines `{}` as a macro", decision.name);
                self.sink
                    .report(Diagnostic::new(codes::SHIM, span, message));
            }
        }
        if let Some((span, count)) = mapped {
            let message = format!(
                "macros of the project map {count} CUDA names to HIP: these names are left to them"
            );
            let advice = "build with the project's own switch for AMD, or remove the macros to have the names translated";
            self.sink.report(
                Diagnostic::new(codes::SHIM, span, message)
                    .severity(Severity::Note)
                    .advice(advice),
            );
        }
    }

    /// `using namespace nvcuda;` makes `wmma::` known: an alias does the same on the target.
    fn wmma_directive(&mut self, name: NodeId) {
        let Some(directive) = self.file.tree.ast.parent(name) else {
            return;
        };
        if self.file.kind(directive) == NodeKind::UsingDirective {
            let text = "namespace wmma = rocwmma;";
            self.sink
                .replace(self.file.span(directive), text, "namespace:nvcuda");
        }
    }

    /// The call of a use, if the call will stay in CUDA spelling.
    fn kept_call(&self, found: &Use<'_>) -> Option<NodeId> {
        let call = found.call?;
        match &found.decision.action {
            Action::Flag(_) => Some(call),
            Action::Call { rules, .. } => {
                matches!(calls::choose(self.file, call, rules), CallOutcome::Kept(_))
                    .then_some(call)
            }
            Action::Rename(_) | Action::Stay => None,
        }
    }

    fn one(&mut self, found: &Use<'_>, kept: &FxHashSet<NodeId>) {
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
            .is_mapped_by_project(decision.name.as_bytes())
        {
            self.sink.statistics.names_kept += 1;
            self.sink.statistics.calls_translated += u32::from(is_call);
            return;
        }
        if self.is_pasted_argument(found) {
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
            Action::Call { rules, bare } => match found.call {
                Some(call) => self.call(found, call, rules),
                None => self.bare(found, *bare),
            },
            Action::Flag(flag) => {
                self.sink.statistics.names_flagged += 1;
                self.flag(name_span, decision.name, flag);
                false
            }
        };
        self.sink.statistics.calls_translated += u32::from(translated && is_call);
        if translated && let Some(note) = &decision.note {
            self.note(name_span, decision.name, note);
        }
    }

    fn rename(&mut self, span: Span, to: &str, decision: &Decision<'_>) {
        self.sink.statistics.names_changed += 1;
        if span.of(self.file.text()) != to.as_bytes() {
            self.sink.replace(span, to, decision.id.to_owned());
        }
    }

    fn call(
        &mut self,
        found: &Use<'_>,
        call: NodeId,
        rules: &[cu2hip_mappings::CallRule<'_>],
    ) -> bool {
        let decision = &found.decision;
        let span = self.file.tree.position_span(found.position);
        match calls::choose(self.file, call, rules) {
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
            .ancestors(found.node)
            .chain(std::iter::once(found.node))
            .find(|&a| self.file.kind(a) == NodeKind::Argument)
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

    fn declaration(&mut self, position: u32, decision: &Decision<'_>) {
        use crate::scope::Place;
        let name = self.file.spelling(position);
        let found = self
            .file
            .scopes
            .all(&name)
            .iter()
            .find(|d| d.name == position);
        let Some(found) = found.filter(|d| d.place == Place::Global) else {
            return;
        };
        let span = self.file.tree.position_span(position);
        match self.file.kind(found.node) {
            NodeKind::Function
                if matches!(decision.kind, Kind::Function | Kind::DeviceFunction)
                    && (!decision.unprefixed || name.starts_with(b"atomic")) =>
            {
                let message = format!("the project declares `{}` itself", decision.name);
                self.sink
                    .report(Diagnostic::new(codes::SHIM, span, message));
            }
            NodeKind::Class | NodeKind::Alias
                if decision.kind == Kind::Type && !decision.unprefixed =>
            {
                self.forward(position, found.node, decision);
            }
            _ => {}
        }
    }

    /// `struct CUstream_st;` and `typedef struct CUstream_st* cudaStream_t;`
    fn forward(&mut self, position: u32, node: NodeId, decision: &Decision<'_>) {
        use cu2hip_syntax::ast::Flags;
        let span = self.file.tree.position_span(position);
        let is_definition = self.file.node(node).flags.has(Flags::DEFINITION);
        match (&decision.action, is_definition) {
            (_, true) => {
                let message = format!("the project defines the type `{}` itself", decision.name);
                self.sink
                    .report(Diagnostic::new(codes::SHIM, span, message));
            }
            // A typedef of the target cannot be declared ahead, its tag can.
            (Action::Rename(to), false)
                if self.file.kind(node) == NodeKind::Alias
                    || to.starts_with("ihip")
                    || !to.ends_with("_t") =>
            {
                self.rename(span, to, decision);
            }
            (Action::Stay, false) => {}
            _ => {
                let message = format!("`{}` cannot be declared ahead on HIP", decision.name);
                self.sink
                    .report(Diagnostic::new(codes::FORWARD_DECLARATION, span, message));
            }
        }
    }

    /// A name of the form of the interfaces that the tables do not know.
    fn unknown(&mut self, position: u32) {
        let name = self.file.spelling(position);
        if self.file.decide(&name).is_some() {
            return;
        }
        let stream = &self.file.tree.stream;
        let before = position.checked_sub(1).map(|p| stream.kind(p));
        let is_member = matches!(
            before,
            Some(TokenKind::Dot | TokenKind::Arrow | TokenKind::ColonColon)
        );
        let pasted =
            before == Some(TokenKind::HashHash) || stream.kind(position + 1) == TokenKind::HashHash;
        let span = self.file.tree.position_span(position);
        if pasted {
            let message = format!("`{}` is pasted to form another name", lossy(&name));
            self.sink
                .report(Diagnostic::new(codes::PASTED_NAME, span, message));
            return;
        }
        if is_member || self.is_declared(&name) {
            return;
        }
        let api = looks_like_api(&name);
        if let Some(decision) = self
            .file
            .context
            .mappings
            .family(&name, self.file.context.target)
        {
            self.sink.statistics.names_seen += 1;
            match &decision.action {
                Action::Flag(flag) => {
                    self.sink.statistics.names_flagged += 1;
                    self.flag(span, &lossy(&name), flag);
                }
                Action::Rename(to) => self.rename(span, to, &decision),
                _ => self.sink.statistics.names_kept += 1,
            }
            return;
        }
        if api && self.is_called_or_type(position) {
            let message = format!(
                "`{}` is in no CUDA table and not declared in the project",
                lossy(&name)
            );
            self.sink
                .report(Diagnostic::new(codes::UNKNOWN_NAME, span, message));
        }
    }

    fn is_declared(&self, name: &[u8]) -> bool {
        !self.file.scopes.all(name).is_empty()
            || self.file.context.index.declarations(name).next().is_some()
    }

    /// A call of it, or its use as a type: other places (labels, attributes, text of other
    /// languages) say little.
    fn is_called_or_type(&self, position: u32) -> bool {
        let Some(node) = self.file.tree.ast.at(position) else {
            return false;
        };
        let parent = self.file.tree.ast.parent(node).map(|p| self.file.kind(p));
        matches!(parent, Some(NodeKind::Call | NodeKind::Type))
            && self.file.node(node).name == Some(position)
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

    /// True if the file itself turns the `_sync` functions of older releases on.
    fn defines_warp_sync(&self) -> bool {
        defined_macros(&self.file.tree)
            .iter()
            .any(|define| define.name == b"HIP_ENABLE_WARP_SYNC_BUILTINS")
    }

    fn note(&mut self, span: Span, name: &str, note: &Note<'_>) {
        let Some(code) = find_code(note.code) else {
            return;
        };
        if code == codes::WARP_SYNC_DEFINE && self.defines_warp_sync() {
            return;
        }
        if ONCE.contains(&code.as_str()) && !self.once.insert((code, name.to_owned())) {
            return;
        }
        self.sink
            .report(note_diagnostic(code, span, name, note).review());
    }
}

/// The finding for a name that has no translation.
pub(crate) fn flag_diagnostic(code: Code, span: Span, name: &str, flag: &Flag<'_>) -> Diagnostic {
    let detail = flag.detail.unwrap_or("");
    let message = match flag.reason {
        Reason::NeverInHip => format!("`{name}` has no counterpart in ROCm"),
        Reason::RemovedFromCuda => format!("`{name}` was removed from CUDA {detail}")
            .trim()
            .to_owned(),
        Reason::NeedsNewerRocm => format!("`{name}` needs ROCm {detail} or later"),
        Reason::OtherTargetHasIt => format!("`{name}`: another target library has it ({detail})"),
        Reason::Differs => format!("`{name}` differs on ROCm: {detail}"),
    };
    let mut diagnostic = Diagnostic::new(code, span, message);
    diagnostic.effort = match flag.effort {
        "minutes" => Effort::Minutes,
        "hours" => Effort::Hours,
        "days" => Effort::Days,
        "none" => Effort::None,
        _ => diagnostic.effort,
    };
    if let Some(advice) = flag.advice {
        advice.clone_into(&mut diagnostic.advice);
    }
    if let Some(nearest) = flag.nearest {
        diagnostic.advice = format!("{} (nearest name on ROCm: `{nearest}`)", diagnostic.advice);
    }
    diagnostic
}

/// The finding for a name that is translated with a remark.
pub(crate) fn note_diagnostic(code: Code, span: Span, name: &str, note: &Note<'_>) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(code, span, format!("`{name}`: {}", note.message));
    diagnostic.severity = match note.severity {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Note,
    };
    if let Some(advice) = note.advice {
        advice.clone_into(&mut diagnostic.advice);
    }
    diagnostic
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
