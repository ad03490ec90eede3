//! One header of a project with the functions that HIP lacks.

use crate::work::Work;

const KERNEL: &str = "__device__ unsigned f(unsigned a) { return __vadd2(a, a); }\n";
const HEADER: &str =
    "#pragma once\n__device__ inline unsigned g(unsigned a) { return __vmaxs2(a, a); }\n";

fn project() -> Work {
    let work = Work::with(&[]);
    work.write("src/a.cu", KERNEL);
    work.write("src/sub/b.cuh", HEADER);
    work
}

fn text(work: &Work, name: &str) -> String {
    String::from_utf8(work.read(name)).unwrap()
}

#[test]
fn files_share_one_definition_and_a_second_run_changes_nothing() {
    let work = project();
    work.commit();
    let run = work.run(&["convert", "-i", "--compat-dir", "include"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let files = work.files();
    assert_eq!(
        files,
        ["include/cu2hip_compat.h", "src/a.cu", "src/sub/b.cuh"]
    );
    assert!(
        text(&work, "src/a.cu").contains("\n#include \"../include/cu2hip_compat.h\"\n__device__")
    );
    assert!(
        text(&work, "src/sub/b.cuh")
            .contains("\n#include \"../../include/cu2hip_compat.h\"\n__device__")
    );
    let header = text(&work, "include/cu2hip_compat.h");
    for name in [
        "unsigned cu2hip_parts(",
        "unsigned cu2hip_vadd2(",
        "unsigned cu2hip_vmaxs2(",
    ] {
        assert_eq!(header.matches(name).count(), 1, "{name}");
    }
    assert!(!header.contains("cu2hip_vsub2"), "only what is used");
    for flags in [&["--compat-dir", "include"][..], &[]] {
        let again = [&["convert", "--exit-code"], flags].concat();
        let again = work.run(&again);
        assert_eq!(
            (again.status, again.text().as_str()),
            (Some(0), ""),
            "{}",
            again.stderr
        );
    }
}

#[test]
fn the_header_grows_with_the_project() {
    let work = project();
    work.commit();
    assert_eq!(
        work.run(&["convert", "-i", "--compat-dir", "."]).status,
        Some(0)
    );
    work.write(
        "c.cu",
        "__device__ unsigned h(unsigned a) { return __vsub2(a, 1); }\n",
    );
    work.commit();
    let run = work.run(&["convert", "-i", "c.cu", "--compat-dir", "."]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(text(&work, "c.cu").contains("#include \"cu2hip_compat.h\"\n"));
    let header = text(&work, "cu2hip_compat.h");
    assert!(header.contains("cu2hip_vadd2(") && header.contains("cu2hip_vsub2("));
}

#[test]
fn the_patch_and_the_mirror_hold_the_header() {
    let work = project();
    let run = work.run(&["convert", "--compat-dir", "src"]);
    assert!(
        run.text()
            .contains("--- /dev/null\n+++ b/src/cu2hip_compat.h\n@@ -0,0 +1,"),
        "{}",
        run.text()
    );
    assert!(run.text().contains("+#include \"../cu2hip_compat.h\"\n"));
    let run = work.run(&["convert", "src", "-o", "out", "--compat-dir", "src"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(text(&work, "out/cu2hip_compat.h").contains("cu2hip_vadd2("));
    assert!(text(&work, "out/a.cu").contains("#include \"cu2hip_compat.h\"\n"));
    let run = work.run(&["convert", "src", "-o", "more", "--compat-dir", "include"]);
    assert_eq!(
        run.status,
        Some(2),
        "a header outside of the tree has no place in its mirror"
    );
}

#[test]
fn a_file_of_somebody_else_is_not_written_over() {
    let work = project();
    work.write("cu2hip_compat.h", "int mine;\n");
    let run = work.run(&["convert", "--compat-dir", "."]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains("cu2hip has not written it"),
        "{}",
        run.stderr
    );
    assert_eq!(work.read("cu2hip_compat.h"), b"int mine;\n");
}

#[test]
fn the_setting_names_a_folder_below_its_file() {
    let work = project();
    work.write("cu2hip.toml", "compat-dir = \"include\"\n");
    work.commit();
    assert_eq!(work.run(&["convert", "-i"]).status, Some(0));
    assert!(text(&work, "include/cu2hip_compat.h").contains("cu2hip_vadd2("));
    work.write("cu2hip.toml", "compat-dir = \"../elsewhere\"\n");
    let run = work.run(&["convert"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("does not lie below"), "{}", run.stderr);
}
