//! The sources in `mappings/`: examples, and that the blob was made from them.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

use cu2hip_mappings::api::read_rows;
use cu2hip_mappings::compile::{ApiFacts, compile};
use cu2hip_mappings::source::{CallEntry, Source, WhenEntry};
use cu2hip_mappings::{Action, LibraryChoice, Mappings, Side, Target, Template};

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

/// Splits `name(a, b)` into its parts; commas inside brackets do not separate.
fn call(text: &str) -> (&str, Vec<&str>) {
    let (name, rest) = text.split_once('(').unwrap();
    let inner = rest.strip_suffix(')').unwrap();
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner.trim().is_empty() {
        parts.push(inner[start..].trim());
    }
    (name, parts)
}

fn holds(when: &cu2hip_mappings::Condition<'_>, arguments: &[&str]) -> bool {
    let count = when.args.is_none_or(|n| usize::from(n) == arguments.len());
    let is = when
        .arg_is
        .iter()
        .all(|(n, text)| arguments.get(usize::from(*n) - 1) == Some(text));
    count && is && when.arg_type.is_empty() && when.cuda_min.is_none() && when.cuda_below.is_none()
}

#[test]
fn examples_come_out_as_written() {
    let mappings = Mappings::builtin();
    let sources = sources();
    let entries: Vec<&CallEntry> = sources.iter().flat_map(|s| &s.file.entry).collect();
    let mut seen = 0;
    for entry in entries {
        let Some(example) = &entry.example else {
            continue;
        };
        let (name, arguments) = call(&example.cuda);
        let mut target = Target::default();
        if let (Some(side), Some(library)) = (
            entry.side.as_deref(),
            sources
                .iter()
                .find(|s| s.file.entry.iter().any(|e| std::ptr::eq(e, entry)))
                .and_then(|s| s.file.library.as_deref()),
        ) {
            let side = if side == "hip" { Side::Hip } else { Side::Roc };
            target.libraries = LibraryChoice::default().with(library, side);
        }
        let decision = mappings.decide(name.as_bytes(), &target).unwrap();
        let got = match decision.action {
            Action::Call { rules, .. } => {
                let rule = rules.iter().find(|r| holds(&r.when, &arguments)).unwrap();
                Template::parse(rule.template.unwrap())
                    .unwrap()
                    .render(&arguments)
            }
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(got, example.hip, "{name}");
        seen += 1;
    }
    assert!(seen > 20, "{seen} examples");
}

#[test]
fn every_entry_decides_something() {
    for source in sources() {
        for entry in &source.file.entry {
            let names = entry.cuda.names();
            assert!(!names.is_empty(), "{}", source.name);
            let whens: Vec<&WhenEntry> = entry.rule.iter().map(|r| &r.when).collect();
            assert!(entry.template.is_some() || !whens.is_empty(), "{names:?}");
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
