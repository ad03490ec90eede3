//! The binary as people and scripts meet it: flags, output, exit status, and what it leaves on disk.

#![allow(clippy::unwrap_used, reason = "a test may end early")]

#[path = "cli/work.rs"]
mod work;

#[path = "cli/audit.rs"]
mod audit;
#[path = "cli/compat_header.rs"]
mod compat_header;
#[path = "cli/output.rs"]
mod output;
#[path = "cli/patches.rs"]
mod patches;
#[path = "cli/reports.rs"]
mod reports;
#[cfg(feature = "semantic")]
#[path = "cli/semantic.rs"]
mod semantic;
#[path = "cli/settings.rs"]
mod settings;
#[path = "cli/trees.rs"]
mod trees;
#[path = "cli/writing.rs"]
mod writing;
