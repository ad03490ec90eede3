//! Names behind a namespace of the tables: `cub::X`, aliases, using directives.

use std::rc::Rc;

use cu2hip_syntax::ast::{NodeId, NodeKind};
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;

use super::{Pass, lossy};
use crate::file::Use;

impl<'a> Pass<'_, 'a> {
    /// Handles `cub::X`, `namespace c = cub;`, `using namespace cub;` at the first name of a
    /// path; true if the position belongs to such a path.
    pub(super) fn namespace(&mut self, position: u32, uses: &mut Vec<Use<'a>>) -> bool {
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
        let ends = self.path_ends(position, whole);
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
            if whole || stream.kind(end + 1) != TokenKind::ColonColon {
                if let Some(flag) = &decision.flag {
                    self.flag(span, &lossy(&path), flag);
                }
            } else if let Some(found) = self.member_of(&namespace, end + 2) {
                uses.push(found);
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

    /// Positions at which the parts of the path that starts here end; the name behind the
    /// namespaces is no part of it, unless the whole path is one.
    fn path_ends(&self, position: u32, whole: bool) -> Vec<u32> {
        let stream = &self.file.tree.stream;
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
        ends
    }

    /// The use of a name of a namespace, if the tables know it.
    fn member_of(&self, namespace: &[u8], member: u32) -> Option<Use<'a>> {
        let file = self.file;
        let name = file.spelling(member);
        let decision = file
            .context
            .mappings
            .qualified(namespace, &name, file.context.target)?;
        let node = file.tree.ast.at(member)?;
        let call = file
            .tree
            .ast
            .parent(node)
            .filter(|&p| file.kind(p) == NodeKind::Call);
        Some(Use {
            position: member,
            node,
            call,
            decision: Rc::new(decision),
        })
    }

    /// Unqualified calls of functions that a using directive makes known.
    pub(super) fn through_using(&self, uses: &mut Vec<Use<'a>>) {
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

    /// `using namespace nvcuda;` makes `wmma::` known: an alias does the same on the target.
    pub(super) fn wmma_directive(&mut self, name: NodeId) {
        let Some(directive) = self.file.tree.ast.parent(name) else {
            return;
        };
        if self.file.kind(directive) == NodeKind::UsingDirective {
            let text = "namespace wmma = rocwmma;";
            self.sink
                .replace(self.file.span(directive), text, "namespace:nvcuda");
        }
    }
}
