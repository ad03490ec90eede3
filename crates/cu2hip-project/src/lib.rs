//! The outside of a translation: walking trees, the project index, build files,
//! and writing each file whole or not at all. No C++ is translated in here.
//!
//! The way of the data: [`walk::walk`] finds the files, [`Project::open`] joins
//! their facts, [`Project::translate_each`] hands every file with its
//! translation over in a fixed order, and [`plan`] and [`mod@write`] put results on
//! disk. [`patch`] prints the edits of a file as a unified diff.

pub mod baseline;
pub mod build_files;
pub mod compat_header;
pub mod depfile;
pub mod error;
pub mod kind;
pub mod mark;
pub mod patch;
pub mod plan;
pub mod policy;
pub mod project;
mod reach;
pub mod rename;
pub mod settings;
pub mod vcs;
pub mod walk;
pub mod write;

pub use baseline::Baseline;
pub use compat_header::CompatHeader;
pub use error::{Fault, FileError};
pub use kind::FileKind;
pub use policy::Policy;
pub use project::{FileOutcome, Project, Setup};
pub use rename::Renames;
pub use walk::{SourceFile, WalkOptions, Walked};
