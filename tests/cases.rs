//! Translation cases kept as data, and whole files with their right translation.
//!
//! `tests/cases/field/*.toml` holds what users of CUDA-to-HIP tools ran into, one topic a file;
//! `tests/cases/golden/NAME.cu` and `.hip` hold a file and its translation, byte for byte. Every
//! case is also translated a second time, which must change nothing. `tests/cases/README.md`
//! tells how a case is written.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test helper fails the test by panicking"
)]

#[path = "cases/check.rs"]
mod check;
#[path = "cases/format.rs"]
mod format;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use format::{Case, Topic};

/// Where the case files are.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(name)
}

/// Names without extension of the files in a folder that have the extension.
fn stems(name: &str, extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder of the cases");
    entries
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect()
}

/// Fails with the whole list, so that one run shows everything that is wrong.
fn report(failures: &[String], total: usize) {
    assert!(
        failures.is_empty(),
        "{} failures in {total} cases:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Runs all cases of one topic.
fn run_topic(name: &str) {
    let path = folder("field").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).expect("a case file");
    let topic: Topic = match toml::from_str(&text) {
        Ok(topic) => topic,
        Err(error) => panic!("{name}.toml: {error}"),
    };
    let asserted = topic.case.iter().filter(|case| case.later.is_none());
    let failures: Vec<String> = asserted.flat_map(check::failures).collect();
    report(&failures, topic.case.len());
}

/// One test for each topic file, and one that finds files without a test.
macro_rules! topics {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { run_topic(stringify!($name)); })*

        #[test]
        fn every_topic_file_is_run() {
            let listed: BTreeSet<String> = [$(stringify!($name)),*].map(str::to_owned).into();
            assert_eq!(listed, stems("field", "toml"));
        }
    };
}

topics! {
    device,
    everyday,
    headers,
    libraries,
    launch,
    names,
    preprocessor,
    runtime,
    text,
    warp,
}

/// Ids are quoted in reports and other lists, so each names one case. The releases are those that
/// there are headers for.
#[test]
fn cases_are_well_formed() {
    let mut seen = BTreeSet::new();
    for name in stems("field", "toml") {
        let path = folder("field").join(format!("{name}.toml"));
        let text = std::fs::read_to_string(path).expect("a case file");
        let topic: Topic = toml::from_str(&text).expect("a well-formed case file");
        for case in topic.case {
            let known = |release: &String| ["6.4", "7.2"].contains(&release.as_str());
            assert!(
                case.compiles.iter().all(known),
                "{}: {:?}",
                case.id,
                case.compiles
            );
            assert!(seen.insert(case.id.clone()), "{} stands twice", case.id);
        }
    }
}

/// People translate files that they are just writing: whatever is missing at the end, the
/// translation neither panics nor edits twice.
#[test]
fn inputs_that_are_cut_off_are_handled() {
    const CUTS: usize = 6;
    let mut failures = Vec::new();
    let mut total = 0;
    for name in stems("field", "toml") {
        let path = folder("field").join(format!("{name}.toml"));
        let text = std::fs::read_to_string(path).expect("a case file");
        let topic: Topic = toml::from_str(&text).expect("a well-formed case file");
        for case in &topic.case {
            let length = case.bytes().len();
            for cut in (1..=CUTS).map(|part| length * part / (CUTS + 1)) {
                total += 1;
                failures.extend(check::failures(&case.cut_off(cut)));
            }
        }
    }
    report(&failures, total);
}

/// Files from Windows keep their line ends, also in what is written anew.
#[test]
fn line_ends_are_those_of_the_file() {
    let mut failures = Vec::new();
    let mut total = 0;
    for name in stems("field", "toml") {
        let path = folder("field").join(format!("{name}.toml"));
        let text = std::fs::read_to_string(path).expect("a case file");
        let topic: Topic = toml::from_str(&text).expect("a well-formed case file");
        for case in topic.case.iter().filter(|case| case.input.is_some()) {
            total += 1;
            failures.extend(check::line_end_failures(case));
        }
    }
    report(&failures, total);
}

#[test]
fn golden_files_come_out_byte_for_byte() {
    let names = stems("golden", "cu");
    assert_eq!(names, stems("golden", "hip"), "pairs in tests/cases/golden");
    let mut failures = Vec::new();
    for name in &names {
        let read = |extension: &str| {
            let path = folder("golden").join(format!("{name}.{extension}"));
            std::fs::read_to_string(path).expect("a golden file")
        };
        let case = Case::golden(name, read("cu"), read("hip"));
        failures.extend(check::failures(&case));
    }
    report(&failures, names.len());
}
