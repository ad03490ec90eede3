//! The sources in `mappings/`: what an entry holds, and that the blob was made from them.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

use cu2hip_mappings::api::read_rows;
use cu2hip_mappings::compile::{ApiFacts, compile};
use cu2hip_mappings::source::{Source, WhenEntry};

fn base() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../mappings")
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        // These tables have schemas of their own.
        let others = ["build", "ptx", "compat", "api", "audit"];
        let other = path
            .file_name()
            .is_some_and(|name| others.iter().any(|other| name == *other));
        if path.is_dir() && !other {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    collect(&base(), &mut files);
    files.sort();
    let read = |file: &PathBuf| {
        let name = file
            .strip_prefix(base())
            .unwrap()
            .to_string_lossy()
            .into_owned();
        Source::parse(&name, &fs::read_to_string(file).unwrap()).unwrap()
    };
    files.iter().map(read).collect()
}

#[test]
fn the_blob_is_what_the_sources_make() {
    let rows = |name: &str| {
        let text = fs::read_to_string(base().join("api").join(name)).unwrap();
        read_rows(&text).unwrap()
    };
    let facts = ApiFacts::new(rows("cuda.tsv"), rows("rocm.tsv"));
    let blob = compile(&sources(), &facts).unwrap();
    let built_in = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tables.bin")).unwrap();
    assert!(blob == built_in, "run `cargo xtask generate`");
}

#[test]
fn every_entry_decides_something() {
    for source in sources() {
        for entry in &source.file.entry {
            let names = entry.cuda.names();
            assert!(!names.is_empty(), "{}", source.name);
            let whens: Vec<&WhenEntry> = entry.rule.iter().map(|r| &r.when).collect();
            assert!(entry.template.is_some() || !whens.is_empty(), "{names:?}");
            let writes =
                entry.template.is_some() || entry.rule.iter().any(|r| r.template.is_some());
            let shown = entry.example.is_some();
            assert!(
                shown || !writes,
                "{}: {names:?} has no example",
                source.name
            );
            let sourced = entry.source.is_some() || source.file.source.is_some();
            assert!(
                sourced || !writes,
                "{}: {names:?} has no source",
                source.name
            );
        }
    }
}

#[test]
fn lists_are_sorted() {
    for source in sources() {
        let stays = &source.file.stays;
        assert!(stays.is_sorted(), "{}: stays are not sorted", source.name);
    }
}
