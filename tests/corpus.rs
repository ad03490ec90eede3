//! The translation of every corpus program, findings and build files included, as a snapshot: what
//! a change of engine or tables does to real code shows up here.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test helper fails the test by panicking"
)]

use std::path::Path;
use std::process::Command;

/// What `cu2hip convert` prints for a program of the corpus.
fn converted(root: &Path, program: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cu2hip"))
        .current_dir(root)
        .args(["convert", "--color", "never", "-q"])
        .arg(format!("corpus/{program}"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_program_translates_as_reviewed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs: Vec<String> = std::fs::read_dir(root.join("corpus"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    programs.sort();
    assert!(
        programs.len() >= 25,
        "the corpus has {} programs",
        programs.len()
    );
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        for program in programs {
            insta::assert_snapshot!(program.clone(), converted(root, &program));
        }
    });
}
