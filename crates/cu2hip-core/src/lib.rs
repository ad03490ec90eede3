//! The translation engine: CUDA C++ bytes in, edits and diagnostics out.
//!
//! [`translate`] is pure and total: it reads no file, prints nothing, and no
//! input makes it fail. What it cannot translate it reports.

pub mod diagnostic;
pub mod edit;
pub mod index;
pub mod translation;

pub use diagnostic::{Applicability, Code, Diagnostic, Effort, Severity};
pub use edit::{Conflict, Edit, EditSet};
pub use index::{FileFacts, ProjectIndex, gather_facts};
pub use translation::{
    Context, CudaVersion, LaunchStyle, Options, Statistics, Translation, translate,
};
