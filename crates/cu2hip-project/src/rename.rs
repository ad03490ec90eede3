//! `.cu` files that become `.hip`, and the includes that name them.
//!
//! Headers keep their names: `.cuh` says nothing to a compiler.

use std::collections::BTreeMap;
use std::path::Path;

use cu2hip_core::{Edit, EditSet, ProjectIndex};
use cu2hip_syntax::directive::{Preprocessor, read_include};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::lex;
use memchr::memmem;

use crate::kind::FileKind;
use crate::walk::SourceFile;

const OLD: &str = "cu";
const NEW: &str = "hip";

/// The renamed files of a project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renames {
    map: BTreeMap<String, String>,
}

impl Renames {
    /// All `.cu` files of `sources`.
    pub fn new(sources: &[SourceFile]) -> Self {
        let is_plain = |s: &&SourceFile| FileKind::of(Path::new(&s.name)) == Some(FileKind::Cuda);
        let renamed = sources.iter().filter(is_plain);
        Self {
            map: renamed
                .map(|s| (s.name.clone(), new_name(&s.name)))
                .collect(),
        }
    }

    /// Old to new paths, relative to the project root.
    pub fn map(&self) -> &BTreeMap<String, String> {
        &self.map
    }

    /// The new name of a file in its folder, if it gets one.
    pub fn file_name(&self, name: &str) -> Option<String> {
        let new = self.map.get(name)?;
        Some(new.rsplit('/').next().unwrap_or(new).to_owned())
    }

    /// Adds the edits of the includes in the file `from` that name a renamed file, looked up in
    /// `index`.
    pub fn update_includes(
        &self,
        index: &ProjectIndex,
        from: &str,
        text: &[u8],
        edits: &mut EditSet,
    ) {
        // Most files include no source at all.
        if memmem::find(text, b".cu").is_none() {
            return;
        }
        let tokens = lex(text);
        for directive in &Preprocessor::new(text, &tokens).directives {
            let Some(include) = read_include(text, &tokens, directive) else {
                continue;
            };
            let Ok(path) = std::str::from_utf8(include.path.of(text)) else {
                continue;
            };
            let found = index.resolve(from, path, include.angled);
            let is_renamed = found.is_some_and(|name| self.map.contains_key(name));
            if is_renamed {
                let end = include.path.end;
                let extension = Span::new(end - OLD.len() as u32, end);
                // Where the engine changed the include itself, its edit holds.
                let _ = edits.push(Edit::replace(extension, NEW, "rename"));
            }
        }
    }
}

fn new_name(name: &str) -> String {
    let stem = &name[..name.len() - OLD.len()];
    format!("{stem}{NEW}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_core::FileFacts;
    use std::path::PathBuf;

    fn source(name: &str) -> SourceFile {
        SourceFile {
            path: PathBuf::from(name),
            target: PathBuf::from(name),
            name: name.to_owned(),
            kind: FileKind::of(Path::new(name)).unwrap(),
        }
    }

    #[test]
    fn sources_are_renamed_and_includes_follow() {
        let sources = ["a/k.cu", "a/k.cuh", "b/main.cpp"].map(source);
        let renames = Renames::new(&sources);
        let facts = sources.iter().map(|s| FileFacts {
            path: s.name.clone(),
            ..FileFacts::default()
        });
        let index = ProjectIndex::new(facts.collect());
        assert_eq!(renames.file_name("a/k.cu").as_deref(), Some("k.hip"));
        assert_eq!(renames.file_name("a/k.cuh"), None);
        let text = b"#include \"../a/k.cu\"\n#include \"../a/k.cuh\"\n// #include \"../a/k.cu\"\n#include <other.cu>\n";
        let mut edits = EditSet::default();
        renames.update_includes(&index, "b/main.cpp", text, &mut edits);
        assert_eq!(edits.len(), 1);
        assert!(
            edits
                .apply(text)
                .starts_with(b"#include \"../a/k.hip\"\n#include \"../a/k.cuh\"")
        );
    }
}
