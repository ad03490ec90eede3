//! `cargo xtask import`: the mechanical mapping tables from `mappings/api/` and tables of known
//! counterparts and compared prototypes.
//!
//! Only files that say `generated = true` are written; what is decided by hand
//! stands in other files and overrides them, so that an import can be repeated.

mod decide;
mod emit;
mod nearest;
mod table;

use std::path::Path;

use anyhow::Result;

pub(crate) use nearest::bare;

use crate::generate;

/// Reads the fact tables in `dir` and writes the generated mapping files.
pub(crate) fn run(dir: &Path) -> Result<()> {
    let facts = generate::facts()?;
    let decisions = decide::decide(dir, &facts)?;
    emit::write(&decisions)
}
