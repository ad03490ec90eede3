//! What a conversion came to.

use std::path::{Path, PathBuf};

use cu2hip_core::{Diagnostic, EditSet, Statistics};
use cu2hip_project::build_files::BuildReport;
use cu2hip_project::plan::{self, Change, InPlace, Written};
use cu2hip_project::project::read_source;
use cu2hip_project::{FileError, patch};

/// The result of a conversion. Nothing is written before one of its methods is asked to.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// The folder that holds everything that was named.
    pub base: PathBuf,
    /// The project around it, to which names are relative.
    pub root: PathBuf,
    /// Every file that was looked at for the translation, after all links: the files themselves, what
    /// they include of the project, and the settings.
    pub inputs: Vec<PathBuf>,
    /// The files that were read as C++, in order of name.
    pub files: Vec<FileReport>,
    /// The build files that must change, with what must change in them.
    pub build_files: Vec<BuildReport>,
    /// What could not be read.
    pub errors: Vec<FileError>,
    /// Numbers over all files.
    pub statistics: Statistics,
}

/// The result for one file.
#[derive(Debug, Clone)]
pub struct FileReport {
    pub(crate) name: String,
    pub(crate) change: Change,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl FileReport {
    /// The file by the name that it was found under.
    pub fn path(&self) -> &Path {
        &self.change.path
    }

    /// Its path relative to [`Report::root`], with `/`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What changes in it.
    pub fn edits(&self) -> &EditSet {
        &self.change.edits
    }

    /// What needs a person, in order of place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// True if its bytes or its name change.
    pub fn is_changed(&self) -> bool {
        !self.change.is_empty()
    }

    /// Its translated bytes. The file is read again.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be read or has changed since.
    pub fn bytes(&self) -> Result<Vec<u8>, FileError> {
        self.change.bytes()
    }

    /// The change as a unified diff, for `git apply` and `patch -p1` in [`Report::root`].
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be read.
    pub fn patch(&self) -> Result<Vec<u8>, FileError> {
        let text = read_source(&self.change.target)?;
        Ok(patch::patch(
            self.name.as_bytes(),
            &text,
            &self.change.edits,
        ))
    }
}

impl Report {
    /// Writes the translated tree to `folder`; files that do not change are copied.
    #[must_use = "files that could not be written are in the result"]
    pub fn write_to(&self, folder: &Path) -> Written {
        plan::write_mirror(&self.base, &self.changes(), folder, false)
    }

    /// Writes the files that change to `folder`.
    #[must_use = "files that could not be written are in the result"]
    pub fn write_changed_to(&self, folder: &Path) -> Written {
        plan::write_mirror(&self.base, &self.changes(), folder, true)
    }

    /// Writes all files that were read, changed or not, to `folder`, by their paths below
    /// [`Report::base`].
    #[must_use = "files that could not be written are in the result"]
    pub fn write_files_to(&self, folder: &Path) -> Written {
        let changes: Vec<Change> = self.files.iter().map(|file| file.change.clone()).collect();
        plan::write_files(&self.base, &changes, folder)
    }

    /// Writes the files that change in their place. Unless `how` allows it, files that version
    /// control could not bring back are refused.
    #[must_use = "files that could not be written are in the result"]
    pub fn write_in_place(&self, how: &InPlace) -> Written {
        plan::write_in_place(&self.base, &self.changes(), how)
    }

    fn changes(&self) -> Vec<Change> {
        let changed = self.files.iter().filter(|f| f.is_changed());
        let sources = changed.map(|f| f.change.clone());
        let build = self.build_files.iter().map(Change::of_build_file);
        sources
            .chain(build.filter(|change| !change.is_empty()))
            .collect()
    }
}
