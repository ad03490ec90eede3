//! The one header of a project that holds the functions which HIP lacks.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cu2hip_core::compat::{self, HEADER_NAME};

use crate::error::{Fault, FileError};
use crate::plan::InPlace;
use crate::project::Project;
use crate::vcs;
use crate::walk::slashed;
use crate::write::write_file;

/// A header at its place, which need not be there yet.
#[derive(Debug, Clone)]
pub struct CompatHeader {
    /// The file by the name that the user gave.
    pub path: PathBuf,
    /// Its place after all links.
    target: PathBuf,
    /// The same, relative to the project root, with `/`.
    name: String,
    /// Its text; none if there is no such file.
    pub old: Option<Vec<u8>>,
}

impl CompatHeader {
    /// The header in `folder`.
    ///
    /// # Errors
    /// [`FileError`] if the folder lies outside of the project, or holds a file of that name which
    /// cu2hip has not written or which cannot be read.
    pub fn open(folder: &Path, project: &Project) -> Result<Self, FileError> {
        let path = folder.join(HEADER_NAME);
        let fail = |fault: Fault| FileError::new(&path, fault);
        let target = resolve(&path).map_err(|error| fail(error.into()))?;
        let Ok(name) = target.strip_prefix(project.root()) else {
            return Err(fail(Fault::OutsideRoot(project.root().to_path_buf())));
        };
        let old = match fs::read(&target) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(fail(error.into())),
        };
        if old
            .as_ref()
            .is_some_and(|text| !text.starts_with(compat::HEADER_START.as_bytes()))
        {
            return Err(fail(Fault::Exists("cu2hip has not written it")));
        }
        let name = slashed(name);
        Ok(Self {
            path,
            target,
            name,
            old,
        })
    }

    /// Its path relative to the project root, with `/`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its new text; none if it holds `functions` already.
    pub fn with(&self, functions: &BTreeSet<&'static str>) -> Option<String> {
        compat::header(self.old.as_deref().unwrap_or_default(), functions)
    }

    /// Writes the text to its place.
    ///
    /// # Errors
    /// [`FileError`] if the clean-tree rule refuses it or it cannot be written.
    pub fn write_in_place(&self, text: &str, how: &InPlace) -> Result<PathBuf, FileError> {
        if self.old.is_some() && how.backup.is_none() {
            let refused = vcs::refusals(std::slice::from_ref(&self.target), how.allowed);
            if let Some(error) = refused.into_iter().next() {
                return Err(FileError::new(&self.path, error.fault));
            }
        }
        put(&self.target, text)
    }

    /// Writes the text into the mirror `folder` of the tree `base`.
    ///
    /// # Errors
    /// [`FileError`] if the header lies outside of the tree, or cannot be written.
    pub fn write_mirror(
        &self,
        text: &str,
        base: &Path,
        folder: &Path,
    ) -> Result<PathBuf, FileError> {
        let outside = |_| FileError::new(&self.path, Fault::OutsideRoot(base.to_path_buf()));
        let relative = self.target.strip_prefix(base).map_err(outside)?;
        put(&folder.join(relative), text)
    }
}

fn put(to: &Path, text: &str) -> Result<PathBuf, FileError> {
    let fail = |fault: Fault| FileError::new(to, fault);
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(|error| fail(error.into()))?;
    }
    write_file(to, text.as_bytes()).map_err(fail)?;
    Ok(to.to_path_buf())
}

/// A path after all links of the part of it that is there.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    for there in absolute.ancestors() {
        if let (Ok(real), Ok(rest)) = (fs::canonicalize(there), absolute.strip_prefix(there)) {
            return Ok(if rest.as_os_str().is_empty() {
                real
            } else {
                real.join(rest)
            });
        }
    }
    Ok(absolute)
}
