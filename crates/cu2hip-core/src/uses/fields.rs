//! Members of CUDA's structs: renamed, or reported where the HIP struct lacks them.

use std::rc::Rc;

use cu2hip_mappings::{Action, Decision, Kind};
use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use rustc_hash::FxHashMap;

use super::Pass;
use crate::file::File;

/// Names that may stand between a type as it is written and the struct with the members.
const ALIASES: usize = 4;

impl<'a> Pass<'_, 'a> {
    /// Translates or reports every member access on an object whose type is a struct of CUDA.
    pub(super) fn fields(&mut self) {
        let mut records: FxHashMap<String, Vec<String>> = FxHashMap::default();
        let file = self.file;
        for id in file.tree.ast.ids() {
            let node = file.node(id);
            if node.kind != NodeKind::Member || !file.is_open(node.start) {
                continue;
            }
            let Some(member) = node.name else { continue };
            let Some(record) = record_of(file, id) else {
                continue;
            };
            let names = records
                .entry(record)
                .or_insert_with_key(|name| aliases(file, name));
            let field = file.spelling(member);
            let decision = names.iter().find_map(|record| {
                let mappings = file.context.mappings;
                mappings.field(record.as_bytes(), &field, file.context.target)
            });
            if let Some(decision) = decision {
                self.field(member, &Rc::new(decision));
            }
        }
    }

    fn field(&mut self, member: u32, decision: &Decision<'a>) {
        let span = self.file.tree.position_span(member);
        self.sink.statistics.names_seen += 1;
        match &decision.action {
            Action::Rename(to) => self.rename(span, to, decision),
            Action::Flag(flag) => {
                self.sink.statistics.names_flagged += 1;
                return self.flag(span, decision.name, flag);
            }
            Action::Stay | Action::Call { .. } => self.sink.statistics.names_kept += 1,
        }
        if let Some(note) = &decision.note {
            self.note(span, decision.name, note);
        }
    }
}

/// The type of the object whose member is accessed, if it is known.
fn record_of(file: &File<'_>, access: NodeId) -> Option<String> {
    let mut object = file.tree.ast.child(access, Role::Callee)?;
    while matches!(file.kind(object), NodeKind::Paren | NodeKind::Subscript) {
        object = file.tree.ast.children(object).next()?;
    }
    let written = file.type_of(object)?;
    let name = written.trim_end_matches('*');
    let name = name.strip_prefix("struct ").unwrap_or(name);
    let is_word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (is_word && file.decide(name.as_bytes())?.kind == Kind::Type).then(|| name.to_owned())
}

/// A type's name and the names that it stands for.
fn aliases(file: &File<'_>, name: &str) -> Vec<String> {
    let mut names = vec![name.to_owned()];
    while let Some(last) = names.last().filter(|_| names.len() < ALIASES) {
        let facts = file.context.mappings.facts(last.as_bytes());
        let under = facts.iter().filter(|f| !f.rocm).find_map(|f| f.under);
        let next = under.and_then(|u| u.rsplit_once(':')).map(|(_, to)| to);
        match next.filter(|to| !names.iter().any(|n| n == to)) {
            Some(to) => names.push(to.to_owned()),
            None => break,
        }
    }
    names
}
