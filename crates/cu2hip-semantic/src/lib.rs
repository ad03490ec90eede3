//! Types of expressions as a compiler sees them, where syntax leaves them open.
//!
//! [`Analysis::read`] parses CUDA sources with libclang: host code only, every type and function of CUDA
//! from headers that are made of the mapping tables. It needs neither CUDA nor code that compiles; what
//! it does not see stays open. libclang is loaded when an analysis is asked for.

mod stubs;

use std::path::{Path, PathBuf};

use clang::{
    Clang, CompilationDatabase, Entity, EntityKind, EntityVisitResult, Index, Type, TypeKind,
};
use cu2hip_core::Semantics;
use cu2hip_mappings::Mappings;
use cu2hip_syntax::text::Span;
use rustc_hash::FxHashMap;

use stubs::Stubs;

/// Why there is no analysis.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// libclang could not be loaded.
    #[error("libclang was not found: install it, or set LIBCLANG_PATH to its folder")]
    Missing,
    /// No folder could be made for the headers.
    #[error("no temporary folder: {0}")]
    Folder(#[from] std::io::Error),
}

/// A file to read.
#[derive(Debug, Clone)]
pub struct Input {
    /// Name in the project.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// Types of the expressions of many files.
#[derive(Debug, Default)]
pub struct Analysis {
    files: FxHashMap<String, FxHashMap<(u32, u32), String>>,
}

impl Semantics for Analysis {
    fn type_of(&self, path: &str, span: Span) -> Option<&str> {
        let types = self.files.get(path)?;
        types.get(&(span.start, span.end)).map(String::as_str)
    }
}

impl Analysis {
    /// Reads sources. Includes are looked for in `include_dirs`, and as the file
    /// `compile_commands.json` of the folder `root` says. `cuda` is the release whose types are taken,
    /// `None` for a middle one. What cannot be parsed has no types.
    ///
    /// # Errors
    /// [`Error::Missing`] if libclang is not installed.
    pub fn read(
        inputs: &[Input],
        root: &Path,
        include_dirs: &[PathBuf],
        cuda: Option<u16>,
        mappings: &Mappings,
    ) -> Result<Self, Error> {
        let clang = Clang::new().map_err(|_| Error::Missing)?;
        let release = match cuda {
            Some(..=11) => "11.8",
            Some(13..) => "13.5",
            _ => "12.9",
        };
        let reader = Reader {
            stubs: Stubs::new(mappings, release),
            folder: tempfile::tempdir()?,
            database: database(root),
            include_dirs,
        };
        let index = Index::new(&clang, false, false);
        let mut analysis = Self::default();
        for input in inputs {
            if let Some(types) = reader.types(&index, &input.path) {
                analysis.files.insert(input.name.clone(), types);
            }
        }
        Ok(analysis)
    }

    /// Number of expressions whose type is known.
    pub fn len(&self) -> usize {
        self.files.values().map(FxHashMap::len).sum()
    }

    /// True if no type is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The compile database of a folder. libclang prints what it does not find.
fn database(root: &Path) -> Option<CompilationDatabase> {
    let file = root.join("compile_commands.json").is_file();
    file.then(|| CompilationDatabase::from_directory(root).ok())?
}

struct Reader<'a> {
    stubs: Stubs,
    /// An empty folder: its files are in memory only.
    folder: tempfile::TempDir,
    database: Option<CompilationDatabase>,
    include_dirs: &'a [PathBuf],
}

impl Reader<'_> {
    fn types(&self, index: &Index<'_>, path: &Path) -> Option<FxHashMap<(u32, u32), String>> {
        let folder = self.folder.path();
        let unsaved: Vec<clang::Unsaved> = self
            .stubs
            .files
            .iter()
            .map(|(name, text)| clang::Unsaved::new(folder.join(name), text))
            .collect();
        let parsed = index
            .parser(path)
            .arguments(&self.arguments(path))
            .unsaved(&unsaved)
            .keep_going(true)
            .parse()
            .ok()?;
        let mut types = FxHashMap::default();
        parsed.get_entity().visit_children(|entity, _| {
            let here = entity.get_location().is_some_and(|l| l.is_in_main_file());
            if !here && entity.get_kind() != EntityKind::LinkageSpec {
                return EntityVisitResult::Continue;
            }
            self.take(entity, &mut types);
            EntityVisitResult::Recurse
        });
        Some(types)
    }

    fn arguments(&self, path: &Path) -> Vec<String> {
        let folder = self.folder.path().display();
        let mut words: Vec<String> = [
            "-xcuda",
            "--cuda-host-only",
            "-nocudainc",
            "-nocudalib",
            "-w",
        ]
        .map(str::to_owned)
        .into();
        words.extend(["-std=c++17".to_owned(), "-ferror-limit=0".to_owned()]);
        words.extend(self.flags(path));
        words.extend(["-isystem".to_owned(), folder.to_string()]);
        words.extend(["-include".to_owned(), format!("{folder}/{}", stubs::ALL)]);
        words.extend(
            self.include_dirs
                .iter()
                .map(|d| format!("-I{}", d.display())),
        );
        words
    }

    /// The flags of the compile database that bear on types.
    fn flags(&self, path: &Path) -> Vec<String> {
        let commands = self
            .database
            .as_ref()
            .and_then(|d| d.get_compile_commands(path).ok());
        let Some(commands) = commands else {
            return Vec::new();
        };
        let commands = commands.get_commands();
        let Some(command) = commands.first() else {
            return Vec::new();
        };
        let folder = command.get_directory();
        let mut flags = Vec::new();
        let mut words = command.get_arguments().into_iter();
        while let Some(word) = words.next() {
            let kept = ["-I", "-D", "-U", "-isystem"]
                .into_iter()
                .find(|k| word.starts_with(k));
            let Some(kept) = kept else {
                continue;
            };
            let value = match &word[kept.len()..] {
                "" => words.next().unwrap_or_default(),
                value => value.to_owned(),
            };
            let value = if matches!(kept, "-I" | "-isystem") {
                folder.join(value).to_string_lossy().into_owned()
            } else {
                value
            };
            flags.push(format!("{kept}{value}"));
        }
        flags
    }

    fn take(&self, entity: Entity<'_>, types: &mut FxHashMap<(u32, u32), String>) {
        // A conversion that is not written has the place of what it converts.
        let written = matches!(
            entity.get_kind(),
            EntityKind::DeclRefExpr
                | EntityKind::MemberRefExpr
                | EntityKind::CallExpr
                | EntityKind::ArraySubscriptExpr
                | EntityKind::UnaryOperator
                | EntityKind::BinaryOperator
                | EntityKind::ConditionalOperator
                | EntityKind::ThisExpr
        );
        let (Some(range), Some(ty)) = (entity.get_range(), entity.get_type()) else {
            return;
        };
        if !written {
            return;
        }
        let start = range.get_start().get_file_location();
        let end = range.get_end().get_file_location();
        if start.offset >= end.offset || start.file != end.file {
            return;
        }
        if let Some(text) = self.spelled(ty) {
            types.insert((start.offset, end.offset), text);
        }
    }

    /// A type as CUDA's headers spell it: without qualifiers, with `*` for pointers and arrays,
    /// aliases of others followed. None for what depends on a template parameter.
    fn spelled(&self, ty: Type<'_>) -> Option<String> {
        match ty.get_kind() {
            TypeKind::LValueReference | TypeKind::RValueReference | TypeKind::Pointer => {
                let inner = self.spelled(ty.get_pointee_type()?)?;
                let pointer = ty.get_kind() == TypeKind::Pointer;
                let text = if pointer { inner + "*" } else { inner };
                Some(self.stubs.handles.get(&text).cloned().unwrap_or(text))
            }
            TypeKind::ConstantArray | TypeKind::IncompleteArray => {
                Some(self.spelled(ty.get_element_type()?)? + "*")
            }
            TypeKind::Elaborated => self.spelled(ty.get_elaborated_type()?),
            TypeKind::Typedef => {
                let declared = ty.get_declaration()?;
                let name = declared.get_name()?;
                if self.stubs.types.contains(&name) || name.ends_with("_t") && is_integer(ty) {
                    return Some(name);
                }
                self.spelled(declared.get_typedef_underlying_type()?)
            }
            TypeKind::Record | TypeKind::Enum => ty.get_declaration()?.get_name(),
            TypeKind::Auto => {
                let canonical = ty.get_canonical_type();
                let shown = plain(&ty.get_display_name());
                if self.stubs.types.contains(&shown) {
                    return Some(shown);
                }
                (canonical.get_kind() != TypeKind::Auto).then(|| self.spelled(canonical))?
            }
            TypeKind::Unexposed => {
                let canonical = ty.get_canonical_type();
                let known = !matches!(canonical.get_kind(), TypeKind::Unexposed | TypeKind::Auto);
                known.then(|| self.spelled(canonical))?
            }
            TypeKind::FunctionPrototype | TypeKind::FunctionNoPrototype | TypeKind::Dependent => {
                None
            }
            _ => Some(plain(&ty.get_display_name())),
        }
    }
}

fn is_integer(ty: Type<'_>) -> bool {
    ty.get_canonical_type().is_integer()
}

fn plain(text: &str) -> String {
    let words = text.split_whitespace();
    let kept = words.filter(|w| !matches!(*w, "const" | "volatile" | "struct" | "enum" | "&"));
    kept.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
