//! Patches: git must make of them what the tool itself writes.

use std::fs;

use crate::work::{SOURCE, Work};

/// Applies the output of `convert` and compares each file with `--stdout`.
fn applies(files: &[(&str, &[u8])], arguments: &[&str]) {
    let work = Work::new();
    for (name, bytes) in files {
        work.write(name, bytes);
    }
    work.write("Makefile", "NVCC = nvcc\n");
    let expected: Vec<Vec<u8>> = files
        .iter()
        .map(|(name, _)| work.translated(name))
        .collect();
    let patch = work.run(&[&["convert", "-q"], arguments].concat()).stdout;
    assert!(!patch.is_empty());
    work.write("the.patch", &patch);
    work.git(&["apply", "--whitespace=nowarn", "the.patch"]);
    for ((name, before), after) in files.iter().zip(expected) {
        assert!(before != &after.as_slice(), "{name} should change");
        assert!(
            work.read(name) == after,
            "{name}: {}",
            String::from_utf8_lossy(&patch)
        );
    }
}

fn cases() -> Vec<(&'static str, Vec<u8>)> {
    let crlf = SOURCE.replace('\n', "\r\n").into_bytes();
    let open = SOURCE.trim_end().as_bytes().to_vec();
    let latin = [
        b"// caf\xe9\r\n".as_slice(),
        SOURCE.as_bytes(),
        b"// \xe9t\xe9",
    ]
    .concat();
    let bom = [b"\xef\xbb\xbf".as_slice(), SOURCE.as_bytes()].concat();
    let mixed = format!("// @@ -1 +1 @@\n--- a/x\n+++ b/x\n{SOURCE}\x0c\rint x;\n").into_bytes();
    vec![
        ("plain.cu", SOURCE.as_bytes().to_vec()),
        ("crlf.cu", crlf),
        ("with blank.cu", open),
        ("sub dir/latin1.cu", latin),
        ("bom.cu", bom),
        ("q\"uo\\te.cu", mixed),
        ("\u{e9}t\u{e9}.cu", SOURCE.as_bytes().to_vec()),
        ("tab\tname.cu", SOURCE.as_bytes().to_vec()),
    ]
}

#[test]
fn git_applies_the_bare_patch() {
    let cases = cases();
    let files: Vec<(&str, &[u8])> = cases.iter().map(|(n, b)| (*n, b.as_slice())).collect();
    applies(&files, &["--no-annotate"]);
}

#[test]
fn git_applies_the_patch_with_findings() {
    let cases = cases();
    let files: Vec<(&str, &[u8])> = cases.iter().map(|(n, b)| (*n, b.as_slice())).collect();
    applies(&files, &[]);
    applies(&files, &["--pedantic", "--mark"][..1]);
}

#[test]
fn a_patch_that_renames_applies_anywhere_in_a_repository() {
    for folder in [".", "deep/er"] {
        let work = Work::new();
        let name = |file: &str| format!("{folder}/{file}");
        work.write(name("k.cu"), "__global__ void k() {}\n");
        work.write(name("main x.cu"), format!("#include \"k.cu\"\n{SOURCE}"));
        work.write(name("use.cpp"), "#include \"k.cu\"\n");
        work.commit();
        let mut command = work.command(&["convert", "-q", "--rename", "."]);
        let patch = command
            .current_dir(work.path(folder))
            .output()
            .unwrap()
            .stdout;
        work.write("the.patch", &patch);
        let text = String::from_utf8_lossy(&patch).into_owned();
        let patch_path = work.path("the.patch");
        let status = std::process::Command::new("git")
            .args(["apply", "--index"])
            .arg(&patch_path)
            .current_dir(work.path(folder))
            .status()
            .unwrap();
        assert!(status.success(), "{text}");
        assert!(
            work.path(name("k.hip")).exists() && !work.path(name("k.cu")).exists(),
            "{text}"
        );
        let main = fs::read_to_string(work.path(name("main x.hip"))).unwrap();
        assert!(main.contains("#include \"k.hip\""), "{main}");
        assert_eq!(work.read(name("use.cpp")), b"#include \"k.hip\"\n");
    }
}
