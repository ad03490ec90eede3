//! Translates CUDA C++ to HIP C++ and says what it could not translate.
//!
//! One text, no files touched:
//!
//! ```
//! let converter = cu2hip::Converter::new().rocm("7.2")?;
//! let text = b"#include <cuda_runtime.h>\nvoid f(void* p) { cudaFree(p); }\n";
//! let translation = converter.translate("f.cu", text);
//! let hip: Vec<u8> = translation.edits.apply(text);
//! for finding in &translation.diagnostics {
//!     println!("{} {}", finding.code, finding.message);
//! }
//! # let _ = hip;
//! # Ok::<(), cu2hip::Error>(())
//! ```
//!
//! A tree, as a build script does it; see [`Converter`]:
//!
//! ```no_run
//! let report = cu2hip::Converter::new().rocm("7.2")?.path("src").run()?;
//! let written = report.write_to("target/hip".as_ref());
//! assert!(report.errors.is_empty() && written.errors.is_empty());
//! # Ok::<(), cu2hip::Error>(())
//! ```
//!
//! In a build script, with everything that cargo wants to be told: [`Build`].
//!
//! Nothing in here prints or exits, but for [`Build::run`], which speaks to cargo, and the command
//! line itself. Without the default feature `cli` the crate needs no
//! command-line dependencies.

mod build;
#[cfg(feature = "cli")]
pub mod cli;
mod converter;
#[cfg(feature = "cli")]
pub mod document;
mod report;

pub use build::{Build, BuildError, Built};
pub use converter::{Converter, Error};
pub use report::{FileReport, Report};

pub use cu2hip_core as core;
pub use cu2hip_core::{
    Applicability, Code, Context, CudaVersion, Diagnostic, Edit, EditSet, Effort, LaunchStyle,
    Options, ProjectIndex, Severity, Statistics, Translation, translate,
};
pub use cu2hip_mappings as mappings;
pub use cu2hip_mappings::{LibraryChoice, Mappings, RocmVersion, Target};
pub use cu2hip_project as project;
pub use cu2hip_project::plan::Written;
pub use cu2hip_project::{Fault, FileError};
pub use cu2hip_syntax as syntax;
