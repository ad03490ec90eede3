//! The translation engine: CUDA C++ bytes in, edits and diagnostics out.
//!
//! [`translate`] is pure and total: it reads no file, prints nothing, and no
//! input makes it fail. What it cannot translate it reports.

mod borders;
mod branch;
mod calls;
pub mod compat;
mod condition;
pub mod diagnostic;
pub mod edit;
mod engine;
mod file;
mod gates;
mod includes;
pub mod index;
mod launches;
mod names;
mod ptx;
mod rules;
mod scope;
mod sink;
mod suppress;
pub mod translation;
mod uses;

pub use diagnostic::{Applicability, Code, Diagnostic, Effort, Severity};
pub use edit::{Conflict, Edit, EditSet};
pub use index::{FileFacts, ProjectIndex, gather_facts};
pub use translation::{
    Context, CudaVersion, LaunchStyle, Options, Semantics, Statistics, Translation, translate,
};
