//! `cargo xtask docs`: the pages of the findings under `docs/hazards`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cu2hip_core::diagnostic::{all_codes, page};

use crate::paths;

fn folder() -> PathBuf {
    paths::root().join("docs/hazards")
}

/// All files of the folder by name, as the registry makes them.
fn pages() -> BTreeMap<String, String> {
    let pages = all_codes().map(|code| (page::file_name(code), page::page(code)));
    pages
        .chain([("README.md".to_owned(), page::index())])
        .collect()
}

/// Names of the files that are there and should not be.
fn left_over(pages: &BTreeMap<String, String>) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder()).context("docs/hazards")? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !pages.contains_key(&name) {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

/// Writes the pages and removes those of codes that are gone.
pub(crate) fn run() -> Result<()> {
    let pages = pages();
    for (name, text) in &pages {
        paths::write(&folder().join(name), text.as_bytes())?;
    }
    for name in left_over(&pages)? {
        fs::remove_file(folder().join(name))?;
    }
    Ok(())
}

/// Fails if a page is not what the registry makes.
pub(crate) fn check() -> Result<()> {
    let pages = pages();
    for (name, text) in &pages {
        let found = fs::read_to_string(folder().join(name)).unwrap_or_default();
        ensure!(
            found == *text,
            "docs/hazards/{name} is stale: run `cargo xtask docs`"
        );
    }
    let left_over = left_over(&pages)?;
    ensure!(
        left_over.is_empty(),
        "docs/hazards has files of no code: {}",
        left_over.join(" ")
    );
    Ok(())
}
