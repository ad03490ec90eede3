//! Functions that HIP lacks: the text of those that a file uses is written into it, in front of
//! the first use, or into one header of the project that the file includes there. A guard keeps it to
//! one definition where several files have it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::LazyLock;

use cu2hip_syntax::ast::NodeId;
use cu2hip_syntax::directive::{Directive, DirectiveKind, TokenIndex, read_include};
use rustc_hash::FxHashMap;
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
const TEXTS: [&str; 3] = [
    include_str!("../compat/functions.toml"),
    include_str!("../compat/miopen.toml"),
    include_str!("../compat/simd.toml"),
];

fn functions() -> &'static BTreeMap<String, Function> {
    static TABLE: LazyLock<BTreeMap<String, Function>> = LazyLock::new(|| {
        let read = |text| toml::from_str::<BTreeMap<_, _>>(text).unwrap_or_default();
        let others = TEXTS.into_iter().flat_map(read);
        others.chain(host().functions.clone()).collect()
    });
    &TABLE
}

/// Functions that CUDA has for the host too and HIP for devices only.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Host {
    /// Those without a form.
    without: Vec<String>,
    /// Those that the C++ standard library can express.
    functions: BTreeMap<String, Function>,
}

fn host() -> &'static Host {
    static TABLE: LazyLock<Host> =
        LazyLock::new(|| toml::from_str(include_str!("../compat/host.toml")).unwrap_or_default());
    &TABLE
}

/// Whether a function that HIP has for devices only has a form for the host; none for all others.
pub(crate) fn host_form(name: &[u8]) -> Option<bool> {
    static FORMS: LazyLock<Forms> = LazyLock::new(|| {
        let with = host().functions.keys().map(|n| (n.as_bytes(), true));
        let without = host().without.iter().map(|n| (n.as_bytes(), false));
        Forms::of(with.chain(without))
    });
    FORMS.get(name)
}

/// Whether names have a form, with what most words of a text do not share with them.
struct Forms {
    by_name: FxHashMap<&'static [u8], bool>,
    /// First bytes of the names.
    begin: [bool; 256],
    longest: usize,
}

impl Forms {
    fn of(names: impl Iterator<Item = (&'static [u8], bool)>) -> Self {
        let by_name: FxHashMap<_, _> = names.collect();
        let mut begin = [false; 256];
        for first in by_name.keys().filter_map(|n| n.first()) {
            begin[usize::from(*first)] = true;
        }
        Self {
            longest: by_name.keys().map(|n| n.len()).max().unwrap_or(0),
            by_name,
            begin,
        }
    }

    fn get(&self, name: &[u8]) -> Option<bool> {
        let first = name.first()?;
        if !self.begin[usize::from(*first)] || name.len() > self.longest {
            return None;
        }
        self.by_name.get(name).copied()
    }
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

    /// Writes the definitions, or the include of the header that holds them.
    pub(crate) fn write(&self, file: &File<'_>, sink: &mut Sink) {
        let mut at: BTreeMap<u32, String> = BTreeMap::new();
        let mut of_header = Vec::new();
        let header = file.context.options.compat_header.as_deref();
        let has_header = !self.uses.is_empty() && includes_header(file);
        for (name, function) in self.in_order() {
            let Some(uses) = self.uses.get(name) else {
                continue;
            };
            // A text that was translated before has it.
            if memchr::memmem::find(file.text(), guard(name).as_bytes()).is_some() {
                continue;
            }
            // What is called by CUDA's name was there when the include was written.
            if header.is_none() && has_header && !function.text.contains(PREFIX) {
                continue;
            }
            if header.is_some() {
                sink.compat.insert(name);
                of_header.extend(uses);
                continue;
            }
            for offset in places(file, uses.clone()) {
                at.entry(offset)
                    .or_default()
                    .push_str(&guarded(name, &function.text));
            }
        }
        if let Some(header) = header.filter(|_| !has_header) {
            let line = format!("#include \"{}\"\n", relative(file.context.path, header));
            for offset in places(file, of_header) {
                at.entry(offset).or_default().push_str(&line);
            }
        }
        for (offset, mut text) in at {
            // Directives begin lines.
            if !matches!(file.text()[..offset as usize].last(), None | Some(b'\n')) {
                text.insert(0, '\n');
            }
            sink.insert(offset, text, "compat");
        }
    }
}

/// Where a definition has to stand to serve all uses: it serves what stands behind it in the same
/// branch or deeper.
fn places(file: &File<'_>, mut uses: Vec<TokenIndex>) -> Vec<u32> {
    let mut served: Vec<(u32, Vec<(u32, u32)>)> = Vec::new();
    uses.sort_unstable();
    for token in uses {
        let place = place_of(file, token);
        let branches = branches_of(file, place.1);
        if !served.iter().any(|(_, path)| branches.starts_with(path)) {
            served.push((place.0, branches));
        }
    }
    served.into_iter().map(|(offset, _)| offset).collect()
}

/// How the text of the header begins.
pub const HEADER_START: &str = "// Functions that HIP lacks, written by cu2hip.\n";

/// Name of the header.
pub const HEADER_NAME: &str = "cu2hip_compat.h";

/// True if the file includes the header already.
fn includes_header(file: &File<'_>) -> bool {
    let directives = file.tree.preprocessor.directives.iter();
    directives
        .filter(|d| d.kind == DirectiveKind::Include)
        .filter_map(|d| read_include(file.text(), &file.tree.tokens, d))
        .any(|include| {
            let path = include.path.of(file.text());
            let name = path.rsplit(|b| *b == b'/').next();
            name == Some(HEADER_NAME.as_bytes())
        })
}

/// The path `to` as an include in the file `from` names it; both are relative to one folder.
fn relative(from: &str, to: &str) -> String {
    let folders: Vec<&str> = from.split('/').collect();
    let folders = &folders[..folders.len() - 1];
    let parts: Vec<&str> = to.split('/').collect();
    let shared = folders.iter().zip(&parts).take_while(|(a, b)| a == b);
    let shared = shared.count().min(parts.len() - 1);
    let up = std::iter::repeat_n("..", folders.len() - shared);
    up.chain(parts[shared..].iter().copied())
        .collect::<Vec<_>>()
        .join("/")
}

/// The text of the header with `functions`, and with those that the header `old` holds already; none
/// if `old` needs nothing more.
pub fn header(old: &[u8], functions: &BTreeSet<&'static str>) -> Option<String> {
    let has = |name: &str| {
        let define = format!("#define {}\n", guard(name));
        memchr::memmem::find(old, define.as_bytes()).is_some()
            || memchr::memmem::find(old, define.replace('\n', "\r\n").as_bytes()).is_some()
    };
    let is_include = |name: &str| self::functions()[name].text.trim_start().starts_with('#');
    let is_there = |name: &str| {
        let text = self::functions()[name].text.trim();
        has(name) || is_include(name) && memchr::memmem::find(old, text.as_bytes()).is_some()
    };
    if functions.iter().all(|name| is_there(name)) {
        return None;
    }
    let kept = self::functions().keys().filter(|name| has(name));
    let mut needs = Needs::default();
    for name in kept.map(String::as_str).chain(functions.iter().copied()) {
        needs.add_token(name, 0);
    }
    let (includes, definitions): (Vec<_>, Vec<_>) = needs
        .in_order()
        .into_iter()
        .partition(|(name, _)| is_include(name));
    let mut text = format!("{HEADER_START}#pragma once\n#include <hip/hip_runtime.h>\n");
    for (_, function) in includes {
        text.push_str(function.text.trim_start());
    }
    // A file that uses one of these includes the header itself.
    for (word, header) in [
        ("cooperative_groups", "hip/hip_cooperative_groups.h"),
        ("miopen", "miopen/miopen.h"),
    ] {
        if definitions.iter().any(|(_, f)| f.text.contains(word)) {
            let _ = writeln!(text, "#include <{header}>");
        }
    }
    text.push('\n');
    for (name, function) in definitions {
        text.push_str(&guarded(name, &function.text));
    }
    Some(text)
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
        let mut table: BTreeMap<String, Function> = TEXTS.into_iter().flat_map(read).collect();
        let host: Host = toml::from_str(include_str!("../compat/host.toml")).unwrap();
        assert!(host.functions.contains_key("rsqrtf") && host.without.len() > 5);
        table.extend(host.functions);
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

    #[test]
    fn paths_lead_from_the_file_to_the_header() {
        assert_eq!(relative("a.cu", "cu2hip_compat.h"), "cu2hip_compat.h");
        assert_eq!(relative("src/a/b.cu", "src/c/h.h"), "../c/h.h");
        assert_eq!(relative("src/a.cu", "include/h.h"), "../include/h.h");
        assert_eq!(relative("include/a.cuh", "include/h.h"), "h.h");
    }

    #[test]
    fn a_header_grows_and_keeps_what_it_has() {
        let first = header(b"", &BTreeSet::from(["vadd2"])).unwrap();
        assert!(first.contains("cu2hip_parts(") && first.contains("cu2hip_vadd2("));
        assert_eq!(header(first.as_bytes(), &BTreeSet::from(["vadd2"])), None);
        assert_eq!(header(first.as_bytes(), &BTreeSet::new()), None);
        let second = header(first.as_bytes(), &BTreeSet::from(["cg_reduce", "half"])).unwrap();
        for part in [
            "cu2hip_vadd2(",
            "reduce(const",
            "<hip/hip_fp16.h>",
            "hip_cooperative_groups.h",
        ] {
            assert_eq!(second.matches(part).count().min(1), 1, "{part}");
        }
        assert_eq!(second.matches("#define CU2HIP_PARTS\n").count(), 1);
    }
}
