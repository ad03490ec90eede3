//! C++, CUDA and HIP: kernels, launches, device code, names of libraries, PTX, guards.

use std::collections::BTreeSet;

use cu2hip_core::ProjectIndex;
use cu2hip_core::index::DeclaredKind;
use cu2hip_mappings::{Kind, MacroRole, Mappings, Target};
use cu2hip_syntax::ast::{Flags, NodeKind};
use cu2hip_syntax::directive::{Directive, DirectiveKind, Preprocessor, read_include};
use cu2hip_syntax::oracle::{NameClass, Oracle};
use cu2hip_syntax::text::LineIndex;
use cu2hip_syntax::token::{TokenKind, lex};
use cu2hip_syntax::word::Word;
use cu2hip_syntax::{Depth, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::file::{FileInventory, Guard, line_count};
use crate::matcher::Matcher;
use crate::pattern;

/// What all C++ files of a run share.
pub(crate) struct CppScan<'a> {
    pub(crate) matcher: &'a Matcher<'a>,
    pub(crate) mappings: &'a Mappings,
    pub(crate) target: &'a Target,
    pub(crate) index: &'a ProjectIndex,
    /// Modules of the repository itself.
    pub(crate) own: &'a FxHashSet<String>,
    /// Macros that an option of the build defines.
    pub(crate) macros: &'a FxHashSet<String>,
}

/// Tells the parser what the project's macros stand for.
struct Macros<'a>(&'a ProjectIndex);

impl Oracle for Macros<'_> {
    fn classify(&self, name: &[u8]) -> NameClass {
        NameClass {
            hot: false,
            known: false,
            shape: self.0.macro_shape(name),
        }
    }

    fn arity(&self, _name: &[u8]) -> Option<(u8, u8)> {
        None
    }

    fn is_type(&self, _name: &[u8]) -> bool {
        false
    }
}

/// What a name is to an audit.
#[derive(Debug, Clone, Copy, Default)]
struct Meaning<'a> {
    library: Option<&'a str>,
    runtime: bool,
    nccl: bool,
    rule: Option<(usize, bool)>,
    text: &'a str,
    namespace: Option<&'a str>,
}

/// One file while it is read.
struct File<'a> {
    scan: &'a CppScan<'a>,
    path: &'a str,
    tree: Tree<'a>,
    lines: LineIndex,
    found: FileInventory,
    /// What a branch stands behind, by group and branch.
    guards: FxHashMap<(u32, u32), Guard>,
}

impl CppScan<'_> {
    /// The inventory of a text. `path`: its name in the index. `is_cuda`: its name says so.
    /// `mentions`: it holds names of CUDA.
    pub(crate) fn read(
        &self,
        name: &str,
        path: &str,
        text: &[u8],
        is_cuda: bool,
        mentions: bool,
    ) -> FileInventory {
        let mut found = FileInventory::new(name);
        found.lines = line_count(text);
        if !is_cuda && !mentions && !self.matcher.may_count_in_cpp(text) {
            return found;
        }
        let tokens = lex(text);
        let pp = Preprocessor::new(text, &tokens);
        let tree = Tree::of_tokens(text, tokens, pp, &Macros(self.index), Depth::Outline);
        let mut file = File {
            scan: self,
            path,
            lines: LineIndex::new(text),
            tree,
            found,
            guards: FxHashMap::default(),
        };
        file.functions();
        file.names();
        file.directives();
        let device = file.found.counts.get("kernel_definitions")
            + file.found.counts.get("device_lines")
            + file.found.counts.get("launches");
        if is_amd_file(&file, name) && file.found.counts.get("runtime_calls") == 0 {
            return file.for_amd();
        }
        if is_cuda || device > 0 {
            file.found
                .file_hit("cuda_files", "CUDA source", 1, b"", false);
        }
        file.found
    }
}

/// True if the file's place says that it is for AMD.
fn is_amd_file(file: &File<'_>, name: &str) -> bool {
    let patterns = &file.scan.matcher.rules.components.amd;
    name.split('/').any(|part| pattern::any(patterns, part))
}

impl<'a> File<'a> {
    fn line(&self, offset: u32) -> u32 {
        self.lines.line_of(offset) as u32 + 1
    }

    fn text_at(&self, offset: u32) -> &'a [u8] {
        let line = self.lines.line_of(offset);
        self.lines
            .line_span(line, self.tree.text)
            .of(self.tree.text)
    }

    fn hit(&mut self, key: &str, what: &str, files: bool, position: u32) {
        let offset = self.tree.position_span(position).start;
        let guarded = self.guard(self.tree.stream.token(position)) != Guard::Not;
        let (line, text) = (self.line(offset), self.text_at(offset));
        if files {
            self.found.file_hit(key, what, line, text, guarded);
        } else {
            self.found.hit(key, what, line, text, guarded);
        }
    }

    /// What is left of a file that is for AMD.
    fn for_amd(self) -> FileInventory {
        let mut found = FileInventory::new(self.found.name);
        found.lines = self.found.lines;
        found.amd = self.found.amd;
        found.counts.add("amd_files", 1);
        found
    }

    /// Kernels and lines of device code.
    fn functions(&mut self) {
        let mut device_lines = BTreeSet::new();
        for id in self.tree.ast.ids() {
            let node = self.tree.ast.node(id);
            if node.kind != NodeKind::Function || !node.flags.has(Flags::DEFINITION) {
                continue;
            }
            if !node.flags.has(Flags::GLOBAL) && !node.flags.has(Flags::DEVICE) {
                continue;
            }
            let span = self.tree.span(id);
            device_lines.extend(self.line(span.start)..=self.line(span.end.saturating_sub(1)));
            if node.flags.has(Flags::GLOBAL) {
                self.hit("kernel_definitions", "kernel", false, node.start);
            }
        }
        if let Some(first) = device_lines.first() {
            let offset = self.lines.line_start(*first as usize - 1, self.tree.text);
            let text = self.text_at(offset);
            self.found.lines_hit(
                "device_lines",
                "lines of device code",
                *first,
                text,
                device_lines.len() as u64,
            );
        }
    }

    /// Names, launches, asm, string literals.
    fn names(&mut self) {
        let mut known: FxHashMap<&'a [u8], Meaning<'a>> = FxHashMap::default();
        let text = self.tree.text;
        for position in 0..self.tree.stream.len() {
            match self.tree.stream.kind(position) {
                TokenKind::Identifier => {
                    match self.tree.stream.word(position) {
                        Word::Asm => {
                            self.hit("inline_asm", "inline assembly", false, position);
                            continue;
                        }
                        Word::None => {}
                        _ => continue,
                    }
                    let name = self.tree.position_span(position).of(text);
                    let meaning = *known.entry(name).or_insert_with(|| self.scan.meaning(name));
                    self.name(position, meaning);
                }
                TokenKind::LaunchOpen => self.hit("launches", "kernel launch", false, position),
                kind if kind.is_string() => {
                    let literal = self.tree.position_span(position).of(text);
                    let matcher = self.scan.matcher;
                    let rules: BTreeSet<usize> = matcher.in_text(literal).collect();
                    for number in rules {
                        let rule = &matcher.rules.code.cpp[number];
                        self.hit(&rule.count, &rule.what, rule.files, position);
                    }
                }
                _ => {}
            }
        }
    }

    fn name(&mut self, position: u32, meaning: Meaning<'a>) {
        let next = self.tree.stream.kind(position + 1);
        let called = next == TokenKind::LeftParen;
        let member = position > 0
            && matches!(
                self.tree.stream.kind(position - 1),
                TokenKind::Dot | TokenKind::Arrow
            );
        if member {
            return;
        }
        if let Some(library) = meaning
            .library
            .or(meaning.namespace.filter(|_| next == TokenKind::ColonColon))
        {
            let offset = self.tree.position_span(position).start;
            let guarded = self.guard(self.tree.stream.token(position)) == Guard::Option;
            let (line, text) = (self.line(offset), self.text_at(offset));
            self.found.library(library, line, text, guarded);
            if guarded && let Some(used) = self.found.libraries.get_mut(library) {
                used.optional = true;
            }
            if library == "CUTLASS" {
                self.found
                    .file_hit("cutlass_files", "CUTLASS or CuTe", line, text, guarded);
            }
            if library == "NVSHMEM" {
                self.found
                    .file_hit("nvshmem_files", "NVSHMEM", line, text, guarded);
            }
        }
        if meaning.nccl && called {
            self.hit("nccl_direct_files", "NCCL called directly", true, position);
        }
        if meaning.runtime && called {
            self.found.counts.add("runtime_calls", 1);
            if self.found.counts.get("runtime_files") == 0 {
                self.hit("runtime_files", "call of the CUDA runtime", true, position);
            }
        }
        if let Some((number, only_called)) = meaning.rule
            && (called || !only_called)
        {
            let rule = &self.scan.matcher.rules.code.cpp[number];
            if rule.asks.iter().any(|asked| asked.fits(meaning.text)) {
                self.found.asked.push(rule.count.clone());
            } else if rule.count == "amd_names" {
                self.found.amd += 1;
            } else {
                self.hit(&rule.count, &rule.what, rule.files, position);
            }
        }
    }

    /// Conditionals that name AMD, and kernels in macros.
    fn directives(&mut self) {
        let directives = self.tree.preprocessor.directives.clone();
        for directive in &directives {
            let conditional = matches!(
                directive.kind,
                DirectiveKind::If
                    | DirectiveKind::Ifdef
                    | DirectiveKind::Ifndef
                    | DirectiveKind::Elif
            );
            let define = directive.kind == DirectiveKind::Define;
            if directive.kind == DirectiveKind::Include {
                self.include(directive);
            }
            if !conditional && !define {
                continue;
            }
            for token in directive.arguments(&self.tree.tokens) {
                if self.tree.tokens.kind(token as usize) != TokenKind::Identifier {
                    continue;
                }
                let span = self.tree.tokens.span(token as usize);
                let name = span.of(self.tree.text);
                if conditional && self.scan.is_amd(name) {
                    self.found.amd += 1;
                }
                if define && name == b"__global__" {
                    let (line, text) = (self.line(span.start), self.text_at(span.start));
                    self.found
                        .hit("kernel_definitions", "kernel in a macro", line, text, false);
                }
            }
        }
    }

    /// A header of the project that is included behind a test.
    fn include(&mut self, directive: &Directive) {
        let guard = self.guard(directive.hash);
        if guard == Guard::Not {
            return;
        }
        let Some(include) = read_include(self.tree.text, &self.tree.tokens, directive) else {
            return;
        };
        let path = String::from_utf8_lossy(include.path.of(self.tree.text));
        let found = self.scan.index.resolve(self.path, &path, include.angled);
        let guarded = &mut self.found.guarded_includes;
        guarded.extend(found.map(|header| (header.to_owned(), guard)));
    }

    /// What the tests around a token make of it.
    fn guard(&mut self, token: u32) -> Guard {
        let mut strongest = Guard::Not;
        let mut place = self.tree.preprocessor.branch_at(token);
        while let Some(at) = place {
            let known = self.guards.get(&at).copied();
            let guard = known.unwrap_or_else(|| self.guard_of_branch(at));
            self.guards.insert(at, guard);
            strongest = strongest.max(guard);
            place = self.tree.preprocessor.conditionals[at.0 as usize].parent;
        }
        strongest
    }

    fn guard_of_branch(&self, (group, branch): (u32, u32)) -> Guard {
        let conditional = &self.tree.preprocessor.conditionals[group as usize];
        let guards = &self.scan.matcher.rules.code.guards;
        let mut strongest = Guard::Not;
        // `#else` has no names of its own: those before it decide.
        for branch in &conditional.branches[..=branch as usize] {
            let directive = &self.tree.preprocessor.directives[branch.directive as usize];
            for token in directive.arguments(&self.tree.tokens) {
                if self.tree.tokens.kind(token as usize) != TokenKind::Identifier {
                    continue;
                }
                let name = self.tree.tokens.span(token as usize).of(self.tree.text);
                let name = String::from_utf8_lossy(name);
                if self.scan.is_amd(name.as_bytes()) {
                    continue;
                }
                let option = pattern::any(&guards.cpp, &name) || self.scan.macros.contains(&*name);
                let guard = if option && !pattern::any(&guards.not_cpp, &name) {
                    Guard::Option
                } else if pattern::any(&guards.releases, &name) {
                    Guard::Release
                } else {
                    Guard::Not
                };
                strongest = strongest.max(guard);
            }
        }
        strongest
    }
}

impl CppScan<'_> {
    fn is_amd(&self, name: &[u8]) -> bool {
        matches!(
            self.mappings.macro_role(name, self.target),
            Some(MacroRole::AmdOnly | MacroRole::AmdDevice)
        )
    }

    fn meaning<'t>(&'t self, name: &'t [u8]) -> Meaning<'t> {
        let mut meaning = Meaning::default();
        let Ok(text) = std::str::from_utf8(name) else {
            return meaning;
        };
        meaning.text = text;
        meaning.rule = self.matcher.word(text);
        let namespace = self.matcher.of_namespace(text);
        meaning.namespace = namespace.filter(|_| !self.own.contains(text)).map(|n| n.0);
        if !self.mappings.may_know(name) {
            return meaning;
        }
        let decision = self.mappings.decide(name, self.target);
        let decision = decision.or_else(|| self.mappings.family(name, self.target));
        let Some(decision) = decision.filter(|d| !d.unprefixed) else {
            return meaning;
        };
        let own = self.index.declarations(name);
        if own
            .into_iter()
            .any(|(_, fact)| fact.definition && fact.kind == DeclaredKind::Function)
        {
            return meaning;
        }
        meaning.library = self.matcher.of_mapping(decision.library).map(|n| n.0);
        meaning.nccl = decision.library == "nccl";
        meaning.runtime =
            matches!(decision.library, "runtime" | "driver") && decision.kind == Kind::Function;
        meaning
    }
}
