//! What is known of the whole project before any file is translated.

mod gather;
mod handed;
mod macros;
mod mapped;

use cu2hip_syntax::ast::Flags;
use cu2hip_syntax::oracle::MacroShape;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::includes::has_extension;

pub use gather::gather_facts;
pub use handed::HandedFact;

/// An `#include` as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludeFact {
    /// The text between the delimiters.
    pub path: String,
    /// True for `<...>`.
    pub angled: bool,
}

/// How a macro uses one of its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ParameterUse {
    /// As it is.
    pub plain: bool,
    /// Next to `##`.
    pub pasted: bool,
    /// After `#`.
    pub stringified: bool,
}

/// A macro that matters beyond its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroFact {
    /// Its name.
    pub name: String,
    /// How it uses its parameters; none for an object-like macro.
    pub parameters: Option<Vec<ParameterUse>>,
    /// True if its last parameter is `...`.
    pub variadic: bool,
    /// Execution space and other specifiers in its body.
    pub flags: Flags,
    /// True if its body is nothing but specifiers.
    pub only_specifiers: bool,
    /// Macros that its body names beside specifiers.
    pub unresolved: Vec<String>,
    /// True if its body opens a function and leaves the brace open.
    pub opens_function: bool,
}

/// What a declared name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeclaredKind {
    /// A function.
    Function,
    /// A type or alias.
    Type,
    /// A variable or enumerator.
    Value,
    /// A macro.
    Macro,
}

/// A declaration of a name of, or like, the CUDA interfaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredFact {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: DeclaredKind,
    /// True if it is at global scope (macros always are).
    pub global: bool,
    /// True for a definition.
    pub definition: bool,
    /// True for a macro that stands for one name of HIP: `#define cudaFree hipFree`.
    pub hip_alias: bool,
}

/// Small facts about one file; its text is not kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// Path relative to the project root, with `/`.
    pub path: String,
    /// False if it holds nothing of the tables outside of its comments.
    pub mentions_cuda: bool,
    /// True if something in it counts as CUDA.
    pub is_cuda: bool,
    /// True if it includes the CUDA (or HIP) runtime header itself.
    pub brings_runtime: bool,
    /// Its includes.
    pub includes: Vec<IncludeFact>,
    /// Its macros that matter.
    pub macros: Vec<MacroFact>,
    /// Its declarations of names of, or like, the CUDA interfaces.
    pub declared: Vec<DeclaredFact>,
    /// Number of functions of the CUDA interface that it defines at global scope.
    pub api_definitions: u32,
    /// Number of uses of warp functions with a mask.
    pub warp_sync_uses: u32,
    /// What it hands to calls of libraries that share names, and what takes their results.
    pub handed: Vec<HandedFact>,
}

/// A name that is handed to calls, and whether it is that of a function that gets their results.
type Handed = (Vec<u8>, bool);

/// The facts of all files, joined.
#[derive(Debug, Clone, Default)]
pub struct ProjectIndex {
    files: Vec<FileFacts>,
    include_dirs: Vec<String>,
    by_path: FxHashMap<String, u32>,
    by_file_name: FxHashMap<String, Vec<u32>>,
    macros: FxHashMap<Vec<u8>, MacroEntry>,
    /// The bytes with which names of macros begin that have a syntactic role: a set of bits.
    shapes_begin: [u64; 4],
    declared: FxHashMap<Vec<u8>, Vec<(u32, DeclaredFact)>>,
    /// Files and libraries by the name that is handed, and by whether it is a function's.
    handed: FxHashMap<Handed, Vec<(u32, &'static str)>>,
    includers: Vec<Vec<u32>>,
    included: Vec<Vec<u32>>,
    /// Files from which the runtime header is reached through project includes.
    reaches_runtime: FxHashSet<u32>,
    /// Where headers hold that map names of CUDA to HIP.
    mapped: mapped::Mapped,
}

#[derive(Debug, Clone, Default)]
struct MacroEntry {
    shape: MacroShape,
    parameters: Vec<ParameterUse>,
    variadic: bool,
}

/// Number of interface functions that make a file an implementation of the interface.
const IMPLEMENTATION_SIZE: u32 = 8;

impl ProjectIndex {
    /// Joins the facts of all files; the order of `files` does not matter.
    pub fn new(files: Vec<FileFacts>) -> Self {
        Self::with_include_dirs(files, Vec::new())
    }

    /// Joins the facts of all files; includes are also looked up in `include_dirs` (relative to
    /// the project root, with `/`).
    pub fn with_include_dirs(mut files: Vec<FileFacts>, include_dirs: Vec<String>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut this = Self {
            files,
            include_dirs,
            ..Self::default()
        };
        for (index, file) in this.files.iter().enumerate() {
            this.by_path.insert(file.path.clone(), index as u32);
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            this.by_file_name
                .entry(name.to_owned())
                .or_default()
                .push(index as u32);
            for fact in &file.declared {
                let entry = this
                    .declared
                    .entry(fact.name.clone().into_bytes())
                    .or_default();
                entry.push((index as u32, fact.clone()));
            }
            for fact in &file.handed {
                let key = (fact.name.clone(), fact.is_function);
                let entry = this.handed.entry(key).or_default();
                entry.push((index as u32, fact.library));
            }
        }
        this.set_macros(macros::join(this.files.iter().flat_map(|f| &f.macros)));
        this.link_includes();
        this.mapped = mapped::Mapped::of(&this);
        this
    }

    fn link_includes(&mut self) {
        let mut included = vec![Vec::new(); self.files.len()];
        self.includers = vec![Vec::new(); self.files.len()];
        for (index, file) in self.files.iter().enumerate() {
            for include in &file.includes {
                if let Some(target) = self.resolve_index(&file.path, &include.path, include.angled)
                {
                    included[index].push(target);
                    self.includers[target as usize].push(index as u32);
                }
            }
        }
        self.included = included;
        // Spread "reaches the runtime header" from included to including files.
        let files = (0..).zip(&self.files);
        let bring = files.filter(|(_, f)| f.brings_runtime).map(|(at, _)| at);
        self.reaches_runtime = mapped::closure(&self.includers, bring.collect());
    }

    /// The files, by path.
    pub fn files(&self) -> &[FileFacts] {
        &self.files
    }

    /// The facts of the file at `path`.
    pub fn file(&self, path: &str) -> Option<&FileFacts> {
        self.by_path.get(path).map(|&i| &self.files[i as usize])
    }

    /// The project file that an include in the file `from` names, looked up as a compiler does:
    /// beside `from` (quoted only), then in the include directories, then, for a quoted path, by
    /// its unique place in the project.
    pub fn resolve(&self, from: &str, include: &str, angled: bool) -> Option<&str> {
        self.resolve_index(from, include, angled)
            .map(|i| self.files[i as usize].path.as_str())
    }

    fn resolve_index(&self, from: &str, include: &str, angled: bool) -> Option<u32> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = (!angled).then_some(folder);
        let dirs = beside
            .into_iter()
            .chain(self.include_dirs.iter().map(String::as_str));
        for dir in dirs {
            if let Some(&found) = normalize(dir, include).and_then(|p| self.by_path.get(&p)) {
                return Some(found);
            }
        }
        let name = include.rsplit('/').next().unwrap_or(include);
        let candidates = self.by_file_name.get(name)?;
        let suffix = normalize("", include.trim_start_matches("../"))?;
        let mut fitting = candidates.iter().filter(|&&i| {
            let path = &self.files[i as usize].path;
            path.strip_suffix(&suffix)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        });
        // A lone file name is only looked up this way if it cannot be meant for the toolkit.
        let first = fitting.next()?;
        (fitting.next().is_none() && (include.contains('/') || !angled)).then_some(*first)
    }

    /// True if the CUDA runtime header is reached from the project file at `path`.
    pub fn reaches_runtime(&self, path: &str) -> bool {
        self.by_path
            .get(path)
            .is_some_and(|i| self.reaches_runtime.contains(i))
    }

    /// True if one of `headers` is included by a file that is reached from `path`.
    pub fn reaches_include(&self, path: &str, headers: &[&str]) -> bool {
        self.reaches(path, |include| headers.contains(&include))
    }

    /// True if `wanted` holds for an include of a file that is reached from `path`.
    pub fn reaches(&self, path: &str, wanted: impl Fn(&str) -> bool) -> bool {
        let Some(&start) = self.by_path.get(path) else {
            return false;
        };
        let mut visited = vec![false; self.files.len()];
        let mut work = vec![start];
        while let Some(index) = work.pop() {
            if std::mem::replace(&mut visited[index as usize], true) {
                continue;
            }
            let file = &self.files[index as usize];
            if file.includes.iter().any(|i| wanted(&i.path)) {
                return true;
            }
            work.extend(&self.included[index as usize]);
        }
        false
    }

    /// Paths of the files that include the file at `path` directly.
    pub fn includers(&self, path: &str) -> impl Iterator<Item = &str> {
        let list = self
            .by_path
            .get(path)
            .map_or(&[][..], |&i| &self.includers[i as usize]);
        list.iter().map(|&i| self.files[i as usize].path.as_str())
    }

    /// Shows the files that include the file at `path`, each once: those that do so directly, and
    /// those behind a file at which `goes_on` says so.
    pub fn walk_includers<'i>(&'i self, path: &'i str, mut goes_on: impl FnMut(&'i str) -> bool) {
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut work = vec![path];
        while let Some(path) = work.pop() {
            for includer in self.includers(path) {
                if seen.insert(includer) && goes_on(includer) {
                    work.push(includer);
                }
            }
        }
    }

    /// Libraries to whose calls the files that include `declaring` hand the variable `name`, or (with
    /// `is_function`) whose results they hand to the function; its own calls count for a function.
    pub(crate) fn handed(
        &self,
        name: &[u8],
        is_function: bool,
        declaring: &str,
    ) -> Vec<&'static str> {
        let Some(facts) = self.handed.get(&(name.to_vec(), is_function)) else {
            return Vec::new();
        };
        let mut paths: FxHashSet<&str> = FxHashSet::default();
        self.walk_includers(declaring, |path| {
            paths.insert(path);
            true
        });
        if is_function {
            paths.insert(declaring);
        }
        let seen = |file: u32| paths.contains(self.files[file as usize].path.as_str());
        let fitting = facts.iter().filter(|(file, _)| seen(*file));
        fitting.map(|(_, library)| *library).collect()
    }

    /// True unless what the file `declaring` declares cannot be seen in the file `using`: a source
    /// file that nothing includes, and that does not include `using`, is a world of its own.
    pub fn may_see(&self, using: &str, declaring: &str) -> bool {
        const SOURCES: [&str; 6] = ["c", "cc", "cpp", "cu", "cxx", "hip"];
        let is_known = self.file(declaring).is_some() && self.file(using).is_some();
        if !is_known
            || !has_extension(declaring, &SOURCES)
            || self.includers(declaring).next().is_some()
        {
            return true;
        }
        let mut is_reached = declaring == using;
        self.walk_includers(using, |path| {
            is_reached |= path == declaring;
            !is_reached
        });
        is_reached
    }

    /// Syntactic role of a macro of the project.
    #[inline]
    pub fn macro_shape(&self, name: &[u8]) -> MacroShape {
        // Asked for every name of a text; hardly any macro has a role.
        let has = |byte: u8| self.shapes_begin[usize::from(byte / 64)] >> (byte % 64) & 1 != 0;
        if !name.first().is_some_and(|byte| has(*byte)) {
            return MacroShape::None;
        }
        self.macros.get(name).map_or(MacroShape::None, |m| m.shape)
    }

    /// An index that knows but the macros of one file.
    fn of_macros(macros: &[MacroFact]) -> Self {
        let mut this = Self::default();
        this.set_macros(macros::join(macros.iter()));
        this
    }

    fn set_macros(&mut self, macros: FxHashMap<Vec<u8>, MacroEntry>) {
        let with_shape = macros.iter().filter(|(_, m)| m.shape != MacroShape::None);
        for &byte in with_shape.filter_map(|(name, _)| name.first()) {
            self.shapes_begin[usize::from(byte / 64)] |= 1 << (byte % 64);
        }
        self.macros = macros;
    }

    /// How the macro `name` uses its parameter with the 0-based number `argument`.
    pub fn parameter_use(&self, name: &[u8], argument: usize) -> Option<ParameterUse> {
        let entry = self.macros.get(name)?;
        let last = entry.parameters.len().checked_sub(1)?;
        entry
            .parameters
            .get(argument)
            .or_else(|| entry.variadic.then(|| &entry.parameters[last]))
            .copied()
    }

    /// Declarations of `name` in the project, with the path of their file.
    pub fn declarations(&self, name: &[u8]) -> impl Iterator<Item = (&str, &DeclaredFact)> {
        let list = self.declared.get(name).map_or(&[][..], Vec::as_slice);
        list.iter()
            .map(|(i, fact)| (self.files[*i as usize].path.as_str(), fact))
    }

    /// True if the file implements the CUDA interface rather than using it.
    pub fn implements_api(&self, path: &str) -> bool {
        self.file(path)
            .is_some_and(|f| f.api_definitions >= IMPLEMENTATION_SIZE)
    }
}

/// Joins a folder and a relative path, resolving `.` and `..`; none if it leaves the project.
fn normalize(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, includes: &[(&str, bool)], brings_runtime: bool) -> FileFacts {
        FileFacts {
            path: path.into(),
            brings_runtime,
            includes: includes
                .iter()
                .map(|(p, angled)| IncludeFact {
                    path: (*p).into(),
                    angled: *angled,
                })
                .collect(),
            ..FileFacts::default()
        }
    }

    #[test]
    fn includes_are_resolved_as_a_compiler_does() {
        let index = ProjectIndex::with_include_dirs(
            vec![
                file("src/a.cu", &[], false),
                file("src/cuda.h", &[], false),
                file("include/lib/x.h", &[], false),
            ],
            vec!["include".into()],
        );
        assert_eq!(
            index.resolve("src/a.cu", "cuda.h", false),
            Some("src/cuda.h")
        );
        assert_eq!(index.resolve("src/a.cu", "cuda.h", true), None);
        assert_eq!(
            index.resolve("src/a.cu", "lib/x.h", true),
            Some("include/lib/x.h")
        );
        assert_eq!(
            index.resolve("src/a.cu", "../src/./cuda.h", false),
            Some("src/cuda.h")
        );
    }

    #[test]
    fn cycles_of_includes_are_harmless() {
        let index = ProjectIndex::new(vec![
            file("a.cuh", &[("b.cuh", false)], false),
            file("b.cuh", &[("a.cuh", false), ("c.h", false)], false),
            file("c.h", &[], true),
        ]);
        assert!(index.reaches_runtime("a.cuh") && index.reaches_runtime("b.cuh"));
        assert_eq!(index.includers("c.h").collect::<Vec<_>>(), ["b.cuh"]);
    }
}
