//! `cargo xtask generate`: what is made from sources and checked in.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use cu2hip_mappings::api::read_rows;
use cu2hip_mappings::compile::{ApiFacts, compile};

use crate::paths;

/// Writes the parsers and the blob.
pub(crate) fn run() -> Result<()> {
    for path in parser_paths() {
        paths::write(&path, parser(&path)?.as_bytes())?;
    }
    paths::write(&blob_path(), &blob()?)
}

/// The blob in the crate.
pub(crate) fn blob_path() -> PathBuf {
    paths::root().join("crates/cu2hip-mappings/src/tables.bin")
}

/// The parsers that lalrpop makes of the grammars beside them: call templates and `#if` conditions.
pub(crate) fn parser_paths() -> [PathBuf; 2] {
    [
        "crates/cu2hip-mappings/src/template/grammar.rs",
        "crates/cu2hip-core/src/condition/grammar.rs",
    ]
    .map(|path| paths::root().join(path))
}

/// The facts of `mappings/api/`.
pub(crate) fn facts() -> Result<ApiFacts> {
    let rows = |name: &str| {
        let path = paths::mappings().join("api").join(name);
        read_rows(&paths::read(&path)?).map_err(|line| anyhow!("{}:{line}", path.display()))
    };
    Ok(ApiFacts::new(rows("cuda.tsv")?, rows("rocm.tsv")?))
}

/// The blob as the sources make it.
pub(crate) fn blob() -> Result<Vec<u8>> {
    let sources = paths::sources()?;
    Ok(compile(&sources, &facts()?)?)
}

/// A parser as its grammar makes it.
pub(crate) fn parser(path: &Path) -> Result<String> {
    let out = std::env::temp_dir().join(format!("cu2hip-grammar-{}", std::process::id()));
    std::fs::create_dir_all(&out)?;
    let grammar = path.with_extension("lalrpop");
    let made = lalrpop::Configuration::new()
        .set_out_dir(&out)
        .emit_rerun_directives(false)
        .force_build(true)
        .log_quiet()
        .process_file(&grammar)
        .map_err(|e| anyhow!("{}: {e}", grammar.display()))
        .and_then(|()| {
            let mut found = Vec::new();
            rust_files(&out, &mut found)?;
            let file = found.first().context("no parser was generated")?;
            paths::read(file)
        });
    let _ = std::fs::remove_dir_all(&out);
    made
}

fn rust_files(dir: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    Ok(())
}
