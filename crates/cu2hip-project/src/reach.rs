//! Files beside those that were named: what they include, and what includes them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cu2hip_core::{FileFacts, gather_facts};
use cu2hip_mappings::Mappings;
use rayon::prelude::*;

use crate::kind::FileKind;
use crate::project::read_source;
use crate::settings::FILE_NAME;
use crate::walk::{GlobError, SourceFile, WalkOptions, Walked, normalize, slashed, walk};

/// Folders of the compiler's `-I` relative to the root; those outside are left out.
pub(crate) fn include_folders(root: &Path, folders: &[PathBuf]) -> Vec<String> {
    let inside = |folder: &PathBuf| {
        let target = fs::canonicalize(folder).ok()?;
        target.strip_prefix(root).ok().map(slashed)
    };
    folders.iter().filter_map(inside).collect()
}

/// Adds the facts of files that are included and were not named: headers beside a single file, or
/// in another folder of the project. They are looked at, not translated.
pub(crate) fn includes(
    root: &Path,
    folders: &[String],
    mappings: &Mappings,
    known: &mut Vec<FileFacts>,
) {
    let mut seen: BTreeSet<String> = known.iter().map(|facts| facts.path.clone()).collect();
    let mut at = 0;
    while let Some(facts) = known.get(at) {
        let own = facts.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut found = Vec::new();
        for include in &facts.includes {
            let beside = Some(own).filter(|_| !include.angled);
            let places = beside.into_iter().chain(folders.iter().map(String::as_str));
            for name in places.filter_map(|folder| normalize(folder, &include.path)) {
                if root.join(&name).is_file() {
                    found.push(name);
                    break;
                }
            }
        }
        for name in found {
            if seen.insert(name.clone())
                && let Ok(text) = read_source(&root.join(&name))
            {
                known.push(gather_facts(&name, &text, mappings));
            }
        }
        at += 1;
    }
}

/// Takes the files that are known and were not named among those that are translated.
pub(crate) fn take(walked: &mut Walked, known: &[FileFacts]) {
    let named: BTreeSet<String> = walked.sources.iter().map(|s| s.name.clone()).collect();
    for facts in known.iter().filter(|facts| !named.contains(&facts.path)) {
        let path = walked.root.join(&facts.path);
        if let Ok(target) = fs::canonicalize(&path) {
            walked.sources.push(SourceFile {
                kind: FileKind::of(&path).unwrap_or(FileKind::Header),
                path,
                target,
                name: facts.path.clone(),
            });
        }
    }
    walked.sources.sort_by(|a, b| a.name.cmp(&b.name));
}

/// A file of the project with the last parts of the paths that it includes.
struct Candidate {
    source: SourceFile,
    includes: BTreeSet<String>,
}

/// Adds the facts of the files that include a named header, by way of other headers too. Nothing is
/// done outside of a repository and a folder with settings: there the project has no known end.
///
/// # Errors
/// [`GlobError`] if a glob of `options` cannot be read.
pub(crate) fn includers(
    walked: &Walked,
    options: &WalkOptions,
    mappings: &Mappings,
    known: &mut Vec<FileFacts>,
) -> Result<(), GlobError> {
    let is_header =
        |source: &&SourceFile| matches!(source.kind, FileKind::Header | FileKind::CudaHeader);
    let headers = walked.sources.iter().filter(is_header);
    let mut wanted: BTreeSet<String> = headers.map(|s| last_part(&s.name).to_owned()).collect();
    let root = &walked.root;
    let has_end = root.join(FILE_NAME).is_file() || root.join(".git").exists();
    if wanted.is_empty() || !has_end {
        return Ok(());
    }
    let seen: BTreeSet<String> = known.iter().map(|facts| facts.path.clone()).collect();
    let mut candidates: Vec<Candidate> = walk(std::slice::from_ref(root), options)?
        .sources
        .into_par_iter()
        .filter(|source| !seen.contains(&source.name))
        .filter_map(|source| {
            let includes = included_names(&read_source(&source.path).ok()?);
            (!includes.is_empty()).then_some(Candidate { source, includes })
        })
        .collect();
    loop {
        let (taken, left): (Vec<_>, Vec<_>) = candidates
            .into_iter()
            .partition(|candidate| !candidate.includes.is_disjoint(&wanted));
        candidates = left;
        if taken.is_empty() {
            return Ok(());
        }
        wanted.extend(taken.iter().map(|c| last_part(&c.source.name).to_owned()));
        known.par_extend(taken.par_iter().filter_map(|Candidate { source, .. }| {
            let text = read_source(&source.path).ok()?;
            Some(gather_facts(&source.name, &text, mappings))
        }));
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The last parts of all paths in include lines: a quick look that may find too many.
fn included_names(text: &[u8]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for at in memchr::memmem::find_iter(text, b"include") {
        let line = &text[at + "include".len()..];
        let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
        let line = line.trim_ascii_start();
        let Some((open, rest)) = line.split_first() else {
            continue;
        };
        let close = match open {
            b'"' => b'"',
            b'<' => b'>',
            _ => continue,
        };
        if let Some(end) = memchr::memchr(close, rest)
            && let Ok(path) = std::str::from_utf8(&rest[..end])
        {
            names.insert(last_part(path).to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;
    use crate::write::write_file;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            write_file(&path, text.as_bytes()).unwrap();
        }
        folder
    }

    fn known(folder: &tempfile::TempDir, file: &str, options: &WalkOptions) -> Project {
        let paths = [folder.path().join(file)];
        Project::open(&paths, options, &[], &Mappings::builtin()).unwrap()
    }

    #[test]
    fn the_files_that_include_a_named_header_are_known() {
        let files = [
            ("inc/a.h", "int f();\n"),
            ("inc/b.h", "#  include <inc/a.h>\n"),
            ("src/k.cu", "#include \"../inc/b.h\"\n"),
            ("src/other.cu", "#include <cstdio>\n"),
        ];
        let folder = tree(&files);
        let names = |project: Project| {
            let files = project.index().files().iter();
            files.map(|f| f.path.clone()).collect::<Vec<_>>()
        };
        let options = WalkOptions::default();
        assert_eq!(names(known(&folder, "inc/a.h", &options)), ["a.h"]);
        write_file(&folder.path().join(FILE_NAME), b"").unwrap();
        let project = known(&folder, "inc/a.h", &options);
        assert_eq!(project.sources().len(), 1);
        assert_eq!(names(project), ["inc/a.h", "inc/b.h", "src/k.cu"]);
        assert_eq!(
            names(known(&folder, "src/other.cu", &options)),
            ["src/other.cu"]
        );
    }

    #[test]
    fn included_files_are_taken_where_asked_for() {
        let folder = tree(&[
            (FILE_NAME, ""),
            ("src/k.cu", "#include \"k.cuh\"\n"),
            ("src/k.cuh", "#include \"../inc/a.h\"\n"),
            ("inc/a.h", "int f();\n"),
        ]);
        let options = WalkOptions {
            follow: true,
            base: Some(folder.path().to_path_buf()),
            ..WalkOptions::default()
        };
        let project = known(&folder, "src/k.cu", &options);
        let names: Vec<_> = project.sources().iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["inc/a.h", "src/k.cu", "src/k.cuh"]);
        assert_eq!(project.base(), fs::canonicalize(folder.path()).unwrap());
    }
}
