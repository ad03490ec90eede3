//! The clean-tree rule: what git knows of the files that are to be written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Fault, FileError};

/// Files per call of git, so that its command line stays short.
const BATCH: usize = 400;

/// How a file stands with version control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Committed as it is.
    Clean,
    /// Changed or not yet committed.
    Dirty,
    /// In no repository, ignored by it, or git is not there.
    Unknown,
}

/// What is allowed although the rule speaks against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Allowed {
    /// Files with uncommitted changes may be written.
    pub dirty: bool,
    /// Files that no version control holds may be written.
    pub no_vcs: bool,
}

/// The files that must not be written in place, each with the reason.
pub fn refusals(files: &[PathBuf], allowed: Allowed) -> Vec<FileError> {
    if allowed.dirty && allowed.no_vcs {
        return Vec::new();
    }
    let standings = standings(files);
    files
        .iter()
        .zip(standings)
        .filter_map(|(path, standing)| match standing {
            Standing::Dirty if !allowed.dirty => Some(FileError::new(path, Fault::Dirty)),
            Standing::Unknown if !allowed.no_vcs => Some(FileError::new(path, Fault::NoVcs)),
            _ => None,
        })
        .collect()
}

/// How each of `files` (absolute paths) stands with version control.
pub fn standings(files: &[PathBuf]) -> Vec<Standing> {
    let mut roots: BTreeMap<PathBuf, Option<PathBuf>> = BTreeMap::new();
    let mut result = vec![Standing::Unknown; files.len()];
    let mut by_root: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        let Some(folder) = file.parent() else {
            continue;
        };
        let root = roots
            .entry(folder.to_path_buf())
            .or_insert_with(|| repository_of(folder));
        if let Some(root) = root {
            by_root.entry(root.clone()).or_default().push(number);
        }
    }
    for (root, numbers) in by_root {
        for batch in numbers.chunks(BATCH) {
            let names: Vec<&Path> = batch
                .iter()
                .filter_map(|&n| files[n].strip_prefix(&root).ok())
                .collect();
            let Some(output) = status(&root, &names) else {
                continue;
            };
            for (&number, name) in batch.iter().zip(&names) {
                result[number] = standing_in(&output, name);
            }
        }
    }
    result
}

/// The nearest folder upwards that holds a `.git`.
fn repository_of(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .find(|a| a.join(".git").exists())
        .map(Path::to_path_buf)
}

/// The path from the root of the repository to `folder`, with a `/` at its end; empty at the root
/// and outside of any repository.
pub fn prefix(folder: &Path) -> Vec<u8> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["rev-parse", "--show-prefix"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.success() => output.stdout.trim_ascii_end().to_vec(),
        _ => Vec::new(),
    }
}

/// The output of `git status` on `names`; none if git is absent or fails.
fn status(root: &Path, names: &[&Path]) -> Option<Vec<u8>> {
    let output = Command::new("git")
        .arg("--literal-pathspecs")
        .arg("-C")
        .arg(root)
        .args(["status", "--porcelain", "-z", "--ignored", "--no-renames"])
        .arg("--untracked-files=all")
        .arg("--")
        .args(names)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then_some(output.stdout)
}

/// Reads the standing of `name` out of `XY name NUL ...`. An entry that ends with `/` stands for
/// a folder with all that is in it.
fn standing_in(output: &[u8], name: &Path) -> Standing {
    let name = name.as_os_str().as_encoded_bytes();
    let entry = output.split(|&b| b == 0).find(|entry| {
        entry.get(3..).is_some_and(|listed| {
            listed == name || (listed.ends_with(b"/") && name.starts_with(listed))
        })
    });
    match entry {
        None => Standing::Clean,
        Some(entry) if entry.starts_with(b"!!") => Standing::Unknown,
        Some(_) => Standing::Dirty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read() {
        let output = b" M src/a.cu\0?? new.cu\0!! build/\0";
        let standing = |name: &str| standing_in(output, Path::new(name));
        assert_eq!(standing("src/a.cu"), Standing::Dirty);
        assert_eq!(standing("new.cu"), Standing::Dirty);
        assert_eq!(standing("build/x.cu"), Standing::Unknown);
        assert_eq!(standing("a.cu"), Standing::Clean);
    }

    #[test]
    fn a_file_outside_any_repository_is_unknown() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.cu");
        let refused = refusals(std::slice::from_ref(&file), Allowed::default());
        assert!(matches!(refused[0].fault, Fault::NoVcs));
        let allowed = Allowed {
            no_vcs: true,
            ..Allowed::default()
        };
        assert!(refusals(&[file], allowed).is_empty());
    }
}
