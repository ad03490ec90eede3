//! Where things are in the repository, and how they are read and written.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cu2hip_mappings::source::Source;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The mapping sources.
pub(crate) fn mappings() -> PathBuf {
    root().join("mappings")
}

/// Writes a file by way of a temporary one beside it; leaves an equal file alone.
pub(crate) fn write(path: &Path, text: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let dir = path.parent().context("a file has a folder")?;
    fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let beside = path.with_extension("new");
    #[allow(clippy::disallowed_methods, reason = "renamed into place below")]
    fs::write(&beside, text).with_context(|| format!("cannot write {}", beside.display()))?;
    fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// All TOML files of `mappings/` in order of their names.
pub(crate) fn sources() -> Result<Vec<Source>> {
    let base = mappings();
    let mut files = Vec::new();
    collect(&base, &mut files)?;
    files.sort();
    files
        .iter()
        .map(|file| {
            let name = file.strip_prefix(&base)?.to_string_lossy().into_owned();
            Ok(Source::parse(&name, &read(file)?)?)
        })
        .collect()
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let path = entry?.path();
        // The tables of build files, of PTX, of compatibility functions, of facts and of the audit are of
        // another kind.
        let others = ["build", "ptx", "compat", "api", "audit"];
        let other = path
            .file_name()
            .is_some_and(|name| others.iter().any(|other| name == *other));
        if path.is_dir() && !other {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
    Ok(())
}
