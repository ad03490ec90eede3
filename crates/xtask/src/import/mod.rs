//! `cargo xtask import`: the mechanical mapping tables from tables of facts.
//!
//! Only files that say `generated = true` are written; what is decided by hand
//! stands in other files and overrides them, so that an import can be repeated.

mod api;
mod decide;
mod emit;
mod nearest;
mod table;

use std::path::Path;

use anyhow::Result;

/// Reads the fact tables in `dir`, writes `mappings/api/` and the generated mapping files.
pub(crate) fn run(dir: &Path) -> Result<()> {
    let facts = api::import(dir)?;
    let decisions = decide::decide(dir, &facts)?;
    emit::write(&decisions)
}
