//! `cargo xtask check`: the sources are sound and the generated files up to date.

use std::fs;

use anyhow::{Result, ensure};

use crate::{docs, generate};

/// Checks everything.
pub(crate) fn run() -> Result<()> {
    let blob = generate::blob()?;
    ensure!(
        fs::read(generate::blob_path())? == blob,
        "the tables in crates/cu2hip-mappings are stale: run `cargo xtask generate`"
    );
    ensure!(
        fs::read_to_string(generate::parser_path())? == generate::parser()?,
        "the template parser is stale: run `cargo xtask generate`"
    );
    docs::check()
}
