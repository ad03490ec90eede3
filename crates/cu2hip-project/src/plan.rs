//! Which bytes go to which file, and putting them there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cu2hip_core::EditSet;
use ignore::WalkBuilder;
use rayon::prelude::*;

use crate::build_files::BuildReport;
use crate::error::{Fault, FileError};
use crate::kind::FileKind;
use crate::project::{FileOutcome, Project, fingerprint, read_source};
use crate::vcs::{self, Allowed};
use crate::write::{copy_file, write_file};

/// What becomes of one file. The text is not kept: it is read again when the file is written.
#[derive(Debug, Clone)]
pub struct Change {
    /// The file by the name that the user gave.
    pub path: PathBuf,
    /// Its place after all links.
    pub target: PathBuf,
    /// New name of the file in the same folder, if it is renamed.
    pub new_name: Option<String>,
    /// The edits.
    pub edits: EditSet,
    fingerprint: u64,
}

impl Change {
    /// The change of a translated file.
    pub fn new(outcome: &FileOutcome<'_>, new_name: Option<String>) -> Self {
        Self {
            path: outcome.source.path.clone(),
            target: outcome.source.target.clone(),
            new_name,
            edits: outcome.translation.edits.clone(),
            fingerprint: fingerprint(&outcome.text),
        }
    }

    /// The change of a build file.
    pub fn of_build_file(report: &BuildReport) -> Self {
        Self {
            path: report.path.clone(),
            target: fs::canonicalize(&report.path).unwrap_or_else(|_| report.path.clone()),
            new_name: None,
            edits: report.edits.clone(),
            fingerprint: fingerprint(&report.text),
        }
    }

    /// True if the file is left as it is.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.new_name.is_none()
    }

    /// The new bytes.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be read or is no longer what was translated.
    pub fn bytes(&self) -> Result<Vec<u8>, FileError> {
        let text = read_source(&self.target)?;
        if fingerprint(&text) != self.fingerprint {
            return Err(FileError::new(&self.path, Fault::Changed));
        }
        Ok(self.edits.apply(&text))
    }

    /// Where the new bytes go inside the folder of the file.
    fn destination(&self) -> PathBuf {
        match &self.new_name {
            Some(name) => self.target.with_file_name(name),
            None => self.target.clone(),
        }
    }
}

/// How files are written in place.
#[derive(Debug, Clone, Default)]
pub struct InPlace {
    /// What is allowed although the clean-tree rule speaks against it.
    pub allowed: Allowed,
    /// Suffix of the copy that is made of each file before it is written.
    pub backup: Option<String>,
}

/// What was written.
#[derive(Debug, Default)]
pub struct Written {
    /// The files whose bytes are new.
    pub files: Vec<PathBuf>,
    /// What could not be written.
    pub errors: Vec<FileError>,
}

impl Written {
    fn take_all(&mut self, results: Vec<Result<Option<PathBuf>, FileError>>) {
        for result in results {
            match result {
                Ok(Some(path)) => self.files.push(path),
                Ok(None) => {}
                Err(error) => self.errors.push(error),
            }
        }
    }
}

/// Writes the changes over the files they were made from. If the clean-tree rule refuses one file,
/// none is written: a tree is converted as a whole.
pub fn write_in_place(root: &Path, changes: &[Change], how: &InPlace) -> Written {
    let mut written = Written::default();
    let changes: Vec<&Change> = changes.iter().filter(|c| !c.is_empty()).collect();
    if how.backup.is_none() {
        let targets: Vec<PathBuf> = changes.iter().map(|c| c.target.clone()).collect();
        let mut refused: BTreeMap<PathBuf, Fault> = vcs::refusals(&targets, how.allowed)
            .into_iter()
            .map(|error| (error.path, error.fault))
            .collect();
        for change in &changes {
            if let Some(fault) = refused.remove(&change.target) {
                written.errors.push(FileError::new(&change.path, fault));
            }
        }
        if !written.errors.is_empty() {
            return written;
        }
    }
    let results: Vec<_> = changes
        .par_iter()
        .map(|change| replace(root, change, how.backup.as_deref()))
        .collect();
    written.take_all(results);
    written
}

fn replace(
    root: &Path,
    change: &Change,
    backup: Option<&str>,
) -> Result<Option<PathBuf>, FileError> {
    let fail = |fault: Fault| FileError::new(&change.path, fault);
    if !change.target.starts_with(root) {
        return Err(fail(Fault::OutsideRoot(root.to_path_buf())));
    }
    let bytes = change.bytes()?;
    let destination = change.destination();
    if destination != change.target && fs::read(&destination).is_ok_and(|old| old != bytes) {
        return Err(FileError::new(
            destination,
            Fault::Exists("remove it first"),
        ));
    }
    if let Some(suffix) = backup {
        let copy = with_suffix(&change.target, suffix);
        if copy.exists() && !same_bytes(&copy, &change.target) {
            let fault = Fault::Exists("it is the backup of an earlier run, choose another suffix");
            return Err(FileError::new(copy, fault));
        }
        copy_file(&change.target, &copy).map_err(fail)?;
    }
    let is_new = write_file(&destination, &bytes).map_err(fail)?;
    if destination != change.target {
        keep_permissions(&change.target, &destination).map_err(fail)?;
        fs::remove_file(&change.target).map_err(|e| fail(e.into()))?;
    }
    Ok(is_new.then(|| match &change.new_name {
        Some(name) => change.path.with_file_name(name),
        None => change.path.clone(),
    }))
}

fn keep_permissions(from: &Path, to: &Path) -> Result<(), Fault> {
    Ok(fs::set_permissions(to, fs::metadata(from)?.permissions())?)
}

fn same_bytes(a: &Path, b: &Path) -> bool {
    matches!((fs::read(a), fs::read(b)), (Ok(a), Ok(b)) if a == b)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Writes the tree `root` with its changes to `folder`. Files that do not change are copied, unless
/// `only_changed`. Ignored files and those of version control are left out.
pub fn write_mirror(root: &Path, changes: &[Change], folder: &Path, only_changed: bool) -> Written {
    let mut written = Written::default();
    if let Err(error) = fs::create_dir_all(folder) {
        written.errors.push(FileError::new(folder, error));
        return written;
    }
    let out = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    if out == root {
        let fault = Fault::Other("is the tree itself: say --in-place to write there".into());
        written.errors.push(FileError::new(folder, fault));
        return written;
    }
    let by_target: BTreeMap<&Path, &Change> = changes
        .iter()
        .filter(|c| !c.is_empty())
        .map(|c| (c.target.as_path(), c))
        .collect();
    let files = mirrored_files(root, &out, &by_target, &mut written);
    let results: Vec<_> = files
        .par_iter()
        .filter_map(|relative| {
            let target = fs::canonicalize(root.join(relative)).ok()?;
            match by_target.get(target.as_path()) {
                Some(change) => Some(mirror_change(change, &out.join(relative), folder, relative)),
                None if only_changed => None,
                None => Some(mirror_copy(&target, &out.join(relative), folder, relative)),
            }
        })
        .collect();
    written.take_all(results);
    written
}

/// Writes the files of `changes`, also those that stay as they are, to `folder`, each by its path
/// below `root`.
pub fn write_files(root: &Path, changes: &[Change], folder: &Path) -> Written {
    let mut written = Written::default();
    let results: Vec<_> = changes
        .par_iter()
        .map(|change| {
            let outside = |_| FileError::new(&change.path, Fault::OutsideRoot(root.to_path_buf()));
            let relative = change.target.strip_prefix(root).map_err(outside)?;
            mirror_change(change, &folder.join(relative), folder, relative)
        })
        .collect();
    written.take_all(results);
    written
}

/// Makes the sources in `folder` new where a header was written: a build that began with the old
/// header looks at the age of the sources alone.
///
/// # Errors
/// [`FileError`] if a source in `folder` cannot be opened.
pub fn renew_sources(project: &Project, written: &Written, folder: &Path) -> Result<(), FileError> {
    let is_header = |kind: FileKind| matches!(kind, FileKind::Header | FileKind::CudaHeader);
    let sources = project.sources().iter().filter_map(|source| {
        let relative = source.target.strip_prefix(project.base()).ok()?;
        Some((is_header(source.kind), folder.join(relative)))
    });
    let (headers, units): (Vec<_>, Vec<_>) = sources.partition(|(header, _)| *header);
    if !headers.iter().any(|(_, path)| written.files.contains(path)) {
        return Ok(());
    }
    for (_, path) in units {
        let file = fs::File::options().append(true).open(&path);
        file.and_then(|file| file.set_modified(SystemTime::now()))
            .map_err(|error| FileError::new(&path, error))?;
    }
    Ok(())
}

/// Paths below `root` of everything that a mirror holds, in order.
fn mirrored_files(
    root: &Path,
    out: &Path,
    changes: &BTreeMap<&Path, &Change>,
    written: &mut Written,
) -> BTreeSet<PathBuf> {
    let (root_path, out) = (root.to_path_buf(), out.to_path_buf());
    let walk = WalkBuilder::new(root)
        .hidden(false)
        .require_git(false)
        .follow_links(true)
        .filter_entry(move |entry| {
            let follows = !entry.path_is_symlink()
                || fs::canonicalize(entry.path()).is_ok_and(|t| t.starts_with(&root_path));
            entry.file_name() != ".git" && entry.path() != out && follows
        })
        .build();
    // A changed file is in the mirror although an ignore rule names it: the user named it.
    let mut files: BTreeSet<PathBuf> = changes
        .keys()
        .filter_map(|target| target.strip_prefix(root).ok())
        .map(Path::to_path_buf)
        .collect();
    for entry in walk {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|t| t.is_file()) => {
                files.extend(entry.path().strip_prefix(root).ok().map(Path::to_path_buf));
            }
            // Loops and unreadable folders were reported by the first walk.
            Ok(_) | Err(ignore::Error::Loop { .. }) => {}
            Err(error) => {
                if let Some(error) = error.into_io_error()
                    && error.kind() != std::io::ErrorKind::NotFound
                {
                    written.errors.push(FileError::new(root, error));
                }
            }
        }
    }
    files
}

fn mirror_change(
    change: &Change,
    to: &Path,
    folder: &Path,
    relative: &Path,
) -> Result<Option<PathBuf>, FileError> {
    let (to, relative) = match &change.new_name {
        Some(name) => (to.with_file_name(name), relative.with_file_name(name)),
        None => (to.to_path_buf(), relative.to_path_buf()),
    };
    let shown = folder.join(relative);
    let bytes = change.bytes()?;
    let fail = |fault: Fault| FileError::new(&shown, fault);
    make_folder(&to).map_err(fail)?;
    let is_new = write_file(&to, &bytes).map_err(fail)?;
    keep_permissions(&change.target, &to).map_err(fail)?;
    Ok(is_new.then_some(shown))
}

fn mirror_copy(
    from: &Path,
    to: &Path,
    folder: &Path,
    relative: &Path,
) -> Result<Option<PathBuf>, FileError> {
    let shown = folder.join(relative);
    let fail = |fault: Fault| FileError::new(&shown, fault);
    make_folder(to).map_err(fail)?;
    let is_new = copy_file(from, to).map_err(fail)?;
    Ok(is_new.then_some(shown))
}

fn make_folder(file: &Path) -> Result<(), Fault> {
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
