//! What the project declares of the names of the tables, and names like them that nobody does.

use cu2hip_mappings::{Action, Decision, Kind};
use cu2hip_syntax::ast::{Flags, NodeId, NodeKind};
use cu2hip_syntax::directive::{DirectiveKind, TokenIndex};
use cu2hip_syntax::token::TokenKind;

use super::{Pass, lossy};
use crate::diagnostic::registry as codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::names::looks_like_api;
use crate::scope::{DefinedMacro, Place, defined_macros};

impl Pass<'_, '_> {
    /// `#define cudaX cudaY`, `#define __shfl(v, l) __shfl_sync(...)`; a header that maps CUDA's
    /// names to HIP's is reported once.
    pub(super) fn shim_macros(&mut self) {
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
            } else if matches!(decision.kind, Kind::Function | Kind::DeviceFunction)
                && !decision.unprefixed
                && !is_other_vendor(&define)
                && !self.file.is_ported(&define.name)
                && !self.is_asked_for(define.token)
            {
                let message = format!("the project defines `{}` as a macro", decision.name);
                let mut found = Diagnostic::new(codes::SHIM, span, message);
                if !self.includes_behind(define.token) {
                    // It hides the function, as it does in CUDA.
                    found.severity = Severity::Note;
                }
                self.sink.report(found);
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

    /// True for a macro that is defined where a name is tested not to be there.
    fn is_asked_for(&self, token: TokenIndex) -> bool {
        let preprocessor = &self.file.tree.preprocessor;
        let around = preprocessor.branch_at(token).map(|(group, branch)| {
            &preprocessor.conditionals[group as usize].branches[branch as usize]
        });
        around.is_some_and(|branch| {
            let directive = &preprocessor.directives[branch.directive as usize];
            let first = directive.arguments(&self.file.tree.tokens).next();
            directive.kind == DirectiveKind::Ifndef
                && first.is_some_and(|name| {
                    let name = self
                        .file
                        .tree
                        .tokens
                        .span(name as usize)
                        .of(self.file.text());
                    self.file.decide(name).is_some()
                })
        })
    }

    /// True if an include stands behind a token: what it brings meets the macros before it.
    fn includes_behind(&self, token: TokenIndex) -> bool {
        let directives = &self.file.tree.preprocessor.directives;
        let after = directives.partition_point(|d| d.hash <= token);
        directives[after..]
            .iter()
            .any(|d| d.kind == DirectiveKind::Include)
    }

    pub(super) fn declaration(&mut self, position: u32, decision: &Decision<'_>) {
        let name = self.file.spelling(position);
        let found = self.file.scopes.at(position);
        let Some(found) = found.filter(|d| d.place == Place::Global) else {
            return;
        };
        let span = self.file.tree.position_span(position);
        match self.file.kind(found.node) {
            NodeKind::Function
                if matches!(decision.kind, Kind::Function | Kind::DeviceFunction)
                    && (!decision.unprefixed || name.starts_with(b"atomic"))
                    && !self.file.is_ported(&name) =>
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
    pub(super) fn forward(&mut self, position: u32, node: NodeId, decision: &Decision<'_>) {
        let span = self.file.tree.position_span(position);
        let is_definition = self.file.node(node).flags.has(Flags::DEFINITION);
        match (&decision.action, is_definition) {
            (_, true) => {
                let message = format!("the project defines the type `{}` itself", decision.name);
                self.sink
                    .report(Diagnostic::new(codes::SHIM, span, message));
            }
            // `typedef __hip_bfloat16 nv_bfloat16;`: AMD's branches know HIP's type by this name.
            (Action::Rename(to), false) if self.is_name_for(node, to) => {}
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

    /// True if a declaration gives another name to a type of HIP's.
    pub(super) fn is_name_for(&self, node: NodeId, target: &str) -> bool {
        let found = self.file.node(node);
        self.file.kind(node) == NodeKind::Alias
            && (found.start..found.end).any(|p| *self.file.spelling(p) == *target.as_bytes())
    }

    /// A name of the form of the interfaces that the tables do not know.
    pub(super) fn unknown(&mut self, position: u32) {
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

    pub(super) fn is_declared(&self, name: &[u8]) -> bool {
        !self.file.scopes.all(name).is_empty()
            || self.file.context.index.declarations(name).next().is_some()
    }

    /// A call of it, or its use as a type: other places (labels, attributes, text of other
    /// languages) say little.
    pub(super) fn is_called_or_type(&self, position: u32) -> bool {
        let Some(node) = self.file.tree.ast.at(position) else {
            return false;
        };
        let parent = self.file.tree.ast.parent(node).map(|p| self.file.kind(p));
        matches!(parent, Some(NodeKind::Call | NodeKind::Type))
            && self.file.node(node).name == Some(position)
    }
}

/// True for `#define cudaFree otherFree`: the interface of another vendor, who has no headers of
/// CUDA or HIP beside it.
fn is_other_vendor(define: &DefinedMacro) -> bool {
    let name = define.name.as_slice();
    let stem = name
        .strip_prefix(b"cuda")
        .or_else(|| name.strip_prefix(b"cu"));
    define
        .alias_of
        .as_deref()
        .zip(stem)
        .is_some_and(|(body, stem)| stem.len() > 3 && body != name && body.ends_with(stem))
}
