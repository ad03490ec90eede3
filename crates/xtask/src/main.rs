//! Repository tasks.
//!
//! - `cargo xtask import --facts DIR`: the mechanical mapping tables from `mappings/api/` and
//!   tables of facts;
//! - `cargo xtask facts`: the tables of `mappings/api/` against the headers of a release;
//! - `cargo xtask generate`: the parsers and the blob;
//! - `cargo xtask docs`: the pages of the findings, of the settings, and the schema of the settings;
//! - `cargo xtask coverage`: the names in use that no entry of their own decides;
//! - `cargo xtask calls DIR`: translation units with a use of every name of the tables, for
//!   `tests/proof/calls.py`;
//! - `cargo xtask check`: everything in `mappings/` is sound and what is generated is up to date.

mod calls;
mod check;
mod coverage;
mod docs;
mod facts;
mod generate;
mod import;
mod paths;
mod reference;
mod support;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["import", "--facts", dir] => import::run(Path::new(dir)),
        ["generate"] => generate::run(),
        ["docs"] => docs::run().and_then(|()| reference::run()),
        ["facts", rest @ ..] => facts::run(rest),
        ["coverage"] => coverage::run(),
        ["calls", dir] => calls::run(Path::new(dir)),
        ["check"] => check::run(),
        _ => bail!(
            "usage: cargo xtask import --facts DIR | facts ... | generate | docs | coverage | calls DIR | check"
        ),
    }
}
