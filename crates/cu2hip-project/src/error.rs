//! What can go wrong outside: always with the name of the file.

use std::io;
use std::path::PathBuf;

/// A file that could not be handled, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct FileError {
    /// The file, as it was named.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub fault: Fault,
}

impl FileError {
    /// A fault of the file `path`.
    pub fn new(path: impl Into<PathBuf>, fault: impl Into<Fault>) -> Self {
        Self {
            path: path.into(),
            fault: fault.into(),
        }
    }
}

/// Why a file could not be handled.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The operating system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A symbolic link leads back to a folder above it.
    #[error("symbolic link loop: it leads back to {}", .0.display())]
    Loop(PathBuf),
    /// More bytes than a span can name.
    #[error("larger than 4 GiB")]
    TooLarge,
    /// The file lies outside the tree that was named.
    #[error("lies outside {}, not written", .0.display())]
    OutsideRoot(PathBuf),
    /// Someone else changed the file between reading and writing.
    #[error("changed while it was converted, not written")]
    Changed,
    /// The permission bits forbid writing.
    #[error("is read-only, not written")]
    ReadOnly,
    /// A file that would be overwritten is not ours.
    #[error("exists already: {0}")]
    Exists(&'static str),
    /// Uncommitted changes would be mixed with the translation.
    #[error("has uncommitted changes: commit them first, or say --allow-dirty or --backup")]
    Dirty,
    /// No version control could bring the file back.
    #[error("is not under version control: say --allow-no-vcs or --backup")]
    NoVcs,
    /// Anything else that names its reason.
    #[error("{0}")]
    Other(String),
}
