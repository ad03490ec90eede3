//! Functions that HIP lacks: the text of those that a file uses is written into it, in front of
//! the first use. A guard keeps it to one definition where several files have it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use cu2hip_syntax::ast::NodeId;
use cu2hip_syntax::directive::{Directive, DirectiveKind, TokenIndex};
use serde::Deserialize;

use crate::file::File;
use crate::sink::Sink;

/// How the names of the functions begin.
pub(crate) const PREFIX: &str = "cu2hip_";

/// A function of the table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Function {
    text: String,
    /// Functions of the table that the text calls.
    #[serde(default)]
    needs: Vec<String>,
}

/// The files of the table.
const TEXTS: [&str; 2] = [
    include_str!("../compat/functions.toml"),
    include_str!("../compat/simd.toml"),
];

fn functions() -> &'static BTreeMap<String, Function> {
    static TABLE: LazyLock<BTreeMap<String, Function>> = LazyLock::new(|| {
        let read = |text| toml::from_str::<BTreeMap<_, _>>(text).unwrap_or_default();
        TEXTS.into_iter().flat_map(read).collect()
    });
    &TABLE
}

/// The functions that a file uses, with the tokens of their uses.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    uses: BTreeMap<String, Vec<TokenIndex>>,
}

impl Needs {
    /// Remembers that the text at a node uses a function.
    pub(crate) fn add(&mut self, file: &File<'_>, function: &str, node: NodeId) {
        let token = file.tree.stream.token(file.node(node).start);
        self.add_token(function, token);
    }

    /// Remembers that a token uses a function, and with it those that the function calls.
    pub(crate) fn add_token(&mut self, function: &str, token: TokenIndex) {
        let uses = self.uses.entry(function.to_owned()).or_default();
        uses.push(token);
        let called = functions().get(function).map(|f| f.needs.as_slice());
        for name in called.unwrap_or_default() {
            self.add_token(name, token);
        }
    }

    /// The functions in an order in which each stands behind those that it calls.
    fn in_order(&self) -> Vec<(&'static str, &'static Function)> {
        fn visit(name: &str, out: &mut Vec<(&'static str, &'static Function)>) {
            let Some((name, function)) = functions().get_key_value(name) else {
                return;
            };
            if out.iter().any(|(done, _)| done == name) {
                return;
            }
            for called in &function.needs {
                visit(called, out);
            }
            out.push((name, function));
        }
        let mut order = Vec::new();
        for name in self.uses.keys() {
            visit(name, &mut order);
        }
        order
    }

    /// Writes the definitions.
    pub(crate) fn write(&self, file: &File<'_>, sink: &mut Sink) {
        let mut at: BTreeMap<u32, String> = BTreeMap::new();
        for (name, function) in self.in_order() {
            let Some(uses) = self.uses.get(name) else {
                continue;
            };
            // A text that was translated before has it.
            if memchr::memmem::find(file.text(), guard(name).as_bytes()).is_some() {
                continue;
            }
            // A definition serves what stands behind it in the same branch or deeper.
            let mut served: Vec<(u32, Vec<(u32, u32)>)> = Vec::new();
            let mut uses = uses.clone();
            uses.sort_unstable();
            for token in uses {
                let place = place_of(file, token);
                let branches = branches_of(file, place.1);
                if served.iter().any(|(_, path)| branches.starts_with(path)) {
                    continue;
                }
                at.entry(place.0)
                    .or_default()
                    .push_str(&guarded(name, &function.text));
                served.push((place.0, branches));
            }
        }
        for (offset, text) in at {
            sink.insert(offset, text, "compat");
        }
    }
}

/// The definition with its guard; an include has one of its own.
fn guarded(name: &str, text: &str) -> String {
    let text = text.trim_start();
    if text.starts_with("#include") {
        return text.to_owned();
    }
    let guard = guard(name);
    format!("#ifndef {guard}\n#define {guard}\n{text}#endif\n")
}

fn guard(name: &str) -> String {
    format!("CU2HIP_{}", name.to_uppercase())
}

/// Tokens of the definitions, guards included, that an earlier run has written into the text.
pub(crate) fn written(file: &File<'_>) -> Vec<Range<TokenIndex>> {
    let (tokens, preprocessor) = (&file.tree.tokens, &file.tree.preprocessor);
    let is_guard = |directive: &Directive| {
        directive.kind == DirectiveKind::Ifndef
            && directive.arguments(tokens).next().is_some_and(|name| {
                let name = tokens.name(name as usize, file.text());
                functions()
                    .keys()
                    .any(|function| *name == *guard(function).as_bytes())
            })
    };
    if memchr::memmem::find(file.text(), b"CU2HIP_").is_none() {
        return Vec::new();
    }
    preprocessor
        .conditionals
        .iter()
        .filter_map(|group| {
            let first = group.branches.first()?;
            let opening = &preprocessor.directives[first.directive as usize];
            let closing = &preprocessor.directives[group.endif? as usize];
            is_guard(opening).then_some(opening.hash..closing.end)
        })
        .collect()
}

/// Start of the line of the outermost declaration (or directive) around a token, and that token.
fn place_of(file: &File<'_>, token: TokenIndex) -> (u32, TokenIndex) {
    let preprocessor = &file.tree.preprocessor;
    let directive = preprocessor
        .directives
        .iter()
        .find(|d| d.hash <= token && token < d.end);
    let first = match directive {
        Some(directive) => directive.hash,
        None => outermost(file, token),
    };
    let offset = file.tree.tokens.span(first as usize).start;
    let before = &file.text()[..offset as usize];
    let line = memchr::memrchr(b'\n', before).map_or(0, |n| n + 1);
    let blank = before[line..].iter().all(u8::is_ascii_whitespace);
    (if blank { line as u32 } else { offset }, first)
}

/// First token of the outermost declaration around a token.
fn outermost(file: &File<'_>, token: TokenIndex) -> TokenIndex {
    let (ast, stream) = (&file.tree.ast, &file.tree.stream);
    let Some(&root) = ast.roots().first() else {
        return token;
    };
    ast.children(root)
        .map(|child| file.node(child))
        .find(|node| stream.token(node.start) <= token && token <= stream.token(node.end - 1))
        .map_or(token, |node| stream.token(node.start))
}

/// The branches of conditionals around a token, outermost first.
fn branches_of(file: &File<'_>, token: TokenIndex) -> Vec<(u32, u32)> {
    let groups = &file.tree.preprocessor.conditionals;
    let mut path: Vec<(u32, u32)> = Vec::new();
    for (group, conditional) in groups.iter().enumerate() {
        for (branch, range) in conditional.branches.iter().enumerate() {
            if range.start <= token && token < range.end {
                path.push((group as u32, branch as u32));
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let read = |text| toml::from_str::<BTreeMap<String, Function>>(text).unwrap();
        let table: BTreeMap<String, Function> = TEXTS.into_iter().flat_map(read).collect();
        assert!(table.contains_key("bfe_u32") && table.contains_key("vadd2"));
        for (name, function) in &table {
            assert!(
                function.needs.iter().all(|n| table.contains_key(n)),
                "{name}"
            );
            // What the rules write calls it by this name, or by its name in a namespace of HIP.
            let text = &function.text;
            let is_named = text.contains(&format!("cu2hip_{name}"))
                || text.starts_with("namespace cooperative_groups {")
                || text.starts_with("#include <hip/");
            assert!(is_named && text.ends_with('\n'), "{name}");
            assert_eq!(
                text.matches('{').count(),
                text.matches('}').count(),
                "{name}"
            );
        }
    }
}
