//! The syntax tree as text and as data, for people and other programs.

use std::fmt::Write as _;

use serde::Serialize;

use crate::Tree;
use crate::ast::{NodeId, NodeKind, Role};
use crate::text::{LineColumn, LineIndex};

/// One node with all below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DumpNode {
    /// What it is.
    pub kind: NodeKind,
    /// What it is to its parent.
    pub role: Role,
    /// Properties that are set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<&'static str>,
    /// The declared name, member or operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its first character.
    pub start: LineColumn,
    /// One past its last character.
    pub end: LineColumn,
    /// Its text, if it has no children.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its children.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<DumpNode>,
}

impl Tree<'_> {
    /// The syntax trees of all sections as data.
    pub fn dump(&self) -> Vec<DumpNode> {
        let lines = LineIndex::new(self.text);
        self.ast
            .roots()
            .iter()
            .map(|&root| self.dump_node(root, &lines))
            .collect()
    }

    fn dump_node(&self, id: NodeId, lines: &LineIndex) -> DumpNode {
        let node = self.ast.node(id);
        let span = self.span(id);
        let children: Vec<_> = self
            .ast
            .children(id)
            .map(|c| self.dump_node(c, lines))
            .collect();
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        DumpNode {
            kind: node.kind,
            role: node.role,
            flags: node.flags.names(),
            name: node.name.map(|p| lossy(&self.spelling(p))),
            start: lines.line_column(span.start, self.text),
            end: lines.line_column(span.end, self.text),
            text: children.is_empty().then(|| lossy(span.of(self.text))),
            children,
        }
    }

    /// The syntax trees as indented text, one line a node.
    pub fn dump_text(&self) -> String {
        let mut out = String::new();
        for root in self.dump() {
            write_node(&mut out, &root, 0);
        }
        out
    }
}

fn write_node(out: &mut String, node: &DumpNode, depth: usize) {
    let kind = format!("{:?}", node.kind);
    let _ = write!(out, "{:indent$}{kind}", "", indent = depth * 2);
    if node.role != Role::Element {
        let _ = write!(out, " ({:?})", node.role);
    }
    if let Some(name) = &node.name {
        let _ = write!(out, " `{name}`");
    }
    for flag in &node.flags {
        let _ = write!(out, " +{flag}");
    }
    let _ = write!(out, " {}:{}", node.start.line, node.start.column);
    if let Some(text) = &node.text {
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = write!(out, " {one_line:?}");
    }
    out.push('\n');
    for child in &node.children {
        write_node(out, child, depth + 1);
    }
}
