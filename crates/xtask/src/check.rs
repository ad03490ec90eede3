//! `cargo xtask check`: the sources are sound and the generated files up to date.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::{docs, generate, paths, reference};

/// Crates that take and give values only.
const PURE: [&str; 3] = ["cu2hip-syntax", "cu2hip-mappings", "cu2hip-core"];
/// What reaches the outside.
const OUTSIDE: [&str; 8] = [
    "std::fs",
    "std::io",
    "std::env",
    "std::net",
    "std::process",
    "std::time",
    "println!",
    "eprint",
];

/// Checks everything.
pub(crate) fn run() -> Result<()> {
    let blob = generate::blob()?;
    ensure!(
        fs::read(generate::blob_path())? == blob,
        "the tables in crates/cu2hip-mappings are stale: run `cargo xtask generate`"
    );
    for path in generate::parser_paths() {
        ensure!(
            fs::read_to_string(&path)? == generate::parser(&path)?,
            "{} is stale: run `cargo xtask generate`",
            path.display()
        );
    }
    for name in PURE {
        check_purity(&paths::root().join("crates").join(name).join("src"))?;
    }
    docs::check()?;
    reference::check()
}

/// Fails if a source below `dir` reads, writes or prints.
fn check_purity(dir: &Path) -> Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            check_purity(&path)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = paths::read(&path)?;
            let code = || text.lines().filter(|l| !l.trim_start().starts_with("//"));
            for word in OUTSIDE {
                ensure!(
                    !code().any(|line| line.contains(word)),
                    "{}: `{word}` has no place in a crate without input and output",
                    path.display()
                );
            }
        }
    }
    Ok(())
}
