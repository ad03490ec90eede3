//! A project: its files, the joined facts, and the translation of each file.

use std::collections::BTreeSet;
use std::fs;
use std::hash::Hasher;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cu2hip_core::{
    Context, Options, ProjectIndex, Semantics, Translation, gather_facts, translate,
};
use cu2hip_mappings::{Mappings, Target};
use rayon::prelude::*;

use crate::error::{Fault, FileError};
use crate::mark::mark;
use crate::policy::Policy;
use crate::reach;
use crate::rename::Renames;
use crate::settings::FILE_NAME;
use crate::walk::{GlobError, SourceFile, WalkOptions, Walked, walk};

/// Files that are held in memory at a time.
const BATCH: usize = 256;

/// What a translation aims at, for all files.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// The tables.
    pub mappings: &'a Mappings,
    /// The release and libraries aimed at.
    pub target: &'a Target,
    /// Choices.
    pub options: &'a Options,
    /// What differs by path.
    pub policy: Option<&'a Policy>,
    /// Files that get another name.
    pub renames: Option<&'a Renames>,
    /// Leave a comment line for each finding that waits for a person.
    pub mark: bool,
    /// What a compiler says of the sources, if one was asked.
    pub semantics: Option<&'a dyn Semantics>,
}

/// The files of a project and what is known of them before any is translated.
#[derive(Debug)]
pub struct Project {
    walked: Walked,
    index: ProjectIndex,
}

/// One file with its translation.
#[derive(Debug)]
pub struct FileOutcome<'a> {
    /// Which file.
    pub source: &'a SourceFile,
    /// Its bytes.
    pub text: Vec<u8>,
    /// What becomes of it.
    pub translation: Translation,
}

impl Project {
    /// Finds the files under `paths` and gathers their facts; includes are also looked for in
    /// `include_dirs`. Where single files are named, the files that include their headers are known
    /// as well, so that a header is translated as in a run over the whole tree. What cannot be read is in [`Project::errors`]; the other files go on.
    ///
    /// # Errors
    /// [`GlobError`] if a glob of `options` cannot be read.
    pub fn open(
        paths: &[PathBuf],
        options: &WalkOptions,
        include_dirs: &[PathBuf],
        mappings: &Mappings,
    ) -> Result<Self, GlobError> {
        let mut walked = walk(paths, options)?;
        let facts: Vec<_> = walked
            .sources
            .par_iter()
            .map(|source| {
                let text = read_source(&source.path)?;
                Ok(gather_facts(&source.name, &text, mappings))
            })
            .collect();
        let mut known = Vec::with_capacity(facts.len());
        let mut unreadable = Vec::new();
        for (number, result) in facts.into_iter().enumerate() {
            match result {
                Ok(facts) => known.push(facts),
                Err(error) => {
                    walked.errors.push(error);
                    unreadable.push(number);
                }
            }
        }
        let mut number = 0;
        walked.sources.retain(|_| {
            number += 1;
            unreadable.binary_search(&(number - 1)).is_err()
        });
        walked.errors.sort_by(|a, b| a.path.cmp(&b.path));
        let folders = reach::include_folders(&walked.root, include_dirs);
        reach::includes(&walked.root, &folders, mappings, &mut known);
        if options.follow {
            reach::take(&mut walked, &known);
        }
        if paths.iter().all(|path| !path.is_dir()) {
            reach::includers(&walked, options, mappings, &mut known)?;
            reach::includes(&walked.root, &folders, mappings, &mut known);
        }
        Ok(Self {
            walked,
            index: ProjectIndex::with_include_dirs(known, folders),
        })
    }

    /// The folder that holds everything that was named, after all links: what a mirror mirrors.
    pub fn base(&self) -> &Path {
        &self.walked.base
    }

    /// The project around it, to which names are relative.
    pub fn root(&self) -> &Path {
        &self.walked.root
    }

    /// The files that are read as C++, in order of name.
    pub fn sources(&self) -> &[SourceFile] {
        &self.walked.sources
    }

    /// All other files.
    pub fn others(&self) -> &[PathBuf] {
        &self.walked.others
    }

    /// What could not be read so far.
    pub fn errors(&self) -> &[FileError] {
        &self.walked.errors
    }

    /// What could not be read so far, without the project.
    pub fn into_errors(self) -> Vec<FileError> {
        self.walked.errors
    }

    /// What was left out on purpose and is worth saying.
    pub fn remarks(&self) -> &[FileError] {
        &self.walked.remarks
    }

    /// All files that a translation looks at, after all links, in order: those that are translated,
    /// those that they include, and the settings.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let root = &self.walked.root;
        let known = self
            .index
            .files()
            .iter()
            .map(|facts| root.join(&facts.path));
        let named = self
            .walked
            .sources
            .iter()
            .map(|source| source.target.clone());
        let settings = root
            .ancestors()
            .map(|folder| folder.join(FILE_NAME))
            .find(|f| f.is_file());
        let all: BTreeSet<PathBuf> = known.chain(named).chain(settings).collect();
        all.into_iter().collect()
    }

    /// The joined facts.
    pub fn index(&self) -> &ProjectIndex {
        &self.index
    }

    /// Translates every file on all threads of the current pool. `map` sees each file in parallel,
    /// `sink` receives its results one by one in order of name, whatever the number of threads, until
    /// it breaks off.
    pub fn translate_each<T: Send>(
        &self,
        setup: Setup<'_>,
        map: impl Fn(Result<FileOutcome<'_>, FileError>) -> T + Sync,
        mut sink: impl FnMut(T) -> ControlFlow<()>,
    ) {
        for batch in self.walked.sources.chunks(BATCH) {
            let results: Vec<T> = batch
                .par_iter()
                .map(|source| map(self.translate_file(source, setup)))
                .collect();
            if results.into_iter().try_for_each(&mut sink).is_break() {
                return;
            }
        }
    }

    /// True for a file that is translated: a CUDA source, or one with names of the tables.
    pub fn holds_cuda(&self, source: &SourceFile) -> bool {
        source.kind.is_cuda() || self.mentions_cuda(&source.name)
    }

    /// True if the tables have something to say about a file, as far as is known.
    fn mentions_cuda(&self, name: &str) -> bool {
        self.index
            .file(name)
            .is_none_or(|facts| facts.mentions_cuda)
    }

    fn translate_file<'a>(
        &self,
        source: &'a SourceFile,
        setup: Setup<'_>,
    ) -> Result<FileOutcome<'a>, FileError> {
        let text = read_source(&source.path)?;
        let mut translation = Translation::default();
        if self.holds_cuda(source) {
            let choices =
                |policy: &Policy| policy.choices(&source.target, setup.target, setup.options);
            let own = setup.policy.and_then(choices);
            let (target, options) = match &own {
                Some((target, options)) => (target, options),
                None => (setup.target, setup.options),
            };
            let context = Context {
                mappings: setup.mappings,
                target,
                options,
                index: &self.index,
                path: &source.name,
                semantics: setup.semantics,
            };
            translation = translate(&text, &context);
        }
        if let Some(policy) = setup.policy {
            policy.weigh(&source.target, &mut translation.diagnostics);
        }
        if let Some(renames) = setup.renames {
            renames.update_includes(&self.index, &source.name, &text, &mut translation.edits);
        }
        if setup.mark {
            for edit in mark(&text, &translation.diagnostics) {
                // Where the engine changed the very place, its edit holds.
                let _ = translation.edits.push(edit);
            }
        }
        Ok(FileOutcome {
            source,
            text,
            translation,
        })
    }
}

/// Runs `work` on `threads` threads; 0 for as many as there are processors.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // Without threads of its own the work runs on the shared ones.
        Err(_) => work(),
    }
}

/// The bytes of a file that is small enough for spans.
///
/// # Errors
/// [`FileError`] names the file and the reason.
pub fn read_source(path: &Path) -> Result<Vec<u8>, FileError> {
    let text = fs::read(path).map_err(|error| FileError::new(path, error))?;
    if u32::try_from(text.len()).is_ok_and(|len| len < u32::MAX) {
        Ok(text)
    } else {
        Err(FileError::new(path, Fault::TooLarge))
    }
}

/// A number that stands for the bytes of a text, to see whether a file changed meanwhile.
pub fn fingerprint(text: &[u8]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(text);
    hasher.write_usize(text.len());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::write_file;

    #[test]
    fn included_files_are_known_and_not_translated() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            write_file(&path, text).unwrap();
        };
        write("cu2hip.toml", b"");
        write(
            "src/a.cu",
            b"#include \"b.h\"\n#include <c.h>\n#include <none.h>\n",
        );
        write("src/b.h", b"#include \"a.cu\"\n#include \"../inc/c.h\"\n");
        write("inc/c.h", b"#include \"../../out.h\"\n");
        let paths = [folder.path().join("src/a.cu")];
        let include_dirs = [folder.path().join("inc")];
        let mappings = Mappings::builtin();
        let project =
            Project::open(&paths, &WalkOptions::default(), &include_dirs, &mappings).unwrap();
        let known: Vec<_> = project
            .index()
            .files()
            .iter()
            .map(|f| f.path.as_str())
            .collect();
        assert_eq!(known, ["inc/c.h", "src/a.cu", "src/b.h"]);
        assert_eq!(project.sources().len(), 1);
    }

    #[test]
    fn results_come_in_order_of_name_at_any_thread_count() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..600 {
            let path = folder.path().join(format!("{:03}.cu", (number * 7) % 600));
            write_file(&path, b"int x;\n").unwrap();
        }
        let run = |threads| {
            with_threads(threads, || {
                let (mappings, target, options) =
                    (Mappings::builtin(), Target::default(), Options::default());
                let paths = [folder.path().to_path_buf()];
                let project =
                    Project::open(&paths, &WalkOptions::default(), &[], &mappings).unwrap();
                let setup = Setup {
                    mappings: &mappings,
                    target: &target,
                    options: &options,
                    policy: None,
                    renames: None,
                    mark: false,
                    semantics: None,
                };
                let mut names = Vec::new();
                project.translate_each(
                    setup,
                    |outcome| outcome.unwrap().source.name.clone(),
                    |name| {
                        names.push(name);
                        ControlFlow::Continue(())
                    },
                );
                names
            })
        };
        let names = run(1);
        assert_eq!(names.len(), 600);
        assert!(names.is_sorted());
        assert_eq!(names, run(8));
    }
}
