//! Baselines, reports, and what helps other programs.

use crate::work::Work;

const FLAWED: &str =
    "#include <cuda_runtime.h>\nvoid f() { cudaGraphConditionalHandleCreate(0, 0); }\n";

#[test]
fn only_findings_that_are_new_fail() {
    let work = Work::new();
    work.write("a.cu", FLAWED);
    assert_eq!(work.run(&["check", "-q"]).status, Some(1));
    assert_eq!(
        work.run(&["check", "--write-baseline", "known.toml"])
            .status,
        Some(0)
    );
    assert_eq!(
        work.run(&["check", "-q", "--baseline", "known.toml"])
            .status,
        Some(0)
    );
    work.write("cu2hip.toml", "baseline = \"known.toml\"\n");
    work.write("a.cu", format!("// moved\n\n{FLAWED}"));
    let run = work.run(&["check"]);
    assert_eq!(run.status, Some(0), "{}", run.text());
    assert!(
        run.stderr.contains("1 known findings left out, 0 are gone"),
        "{}",
        run.stderr
    );
    work.write("b.cu", FLAWED);
    let run = work.run(&["check"]);
    assert_eq!(run.status, Some(1));
    assert!(
        run.text().contains("b.cu:2") && !run.text().contains("a.cu:4"),
        "{}",
        run.text()
    );
    let run = work.run(&["check", "--baseline", "none.toml"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("none.toml"), "{}", run.stderr);
}

#[test]
fn the_ending_chooses_the_report() {
    let work = Work::new();
    work.write("a.cu", FLAWED);
    let run = work.run(&[
        "check", "-q", "--report", "r.json", "--report", "r.md", "--report", "r.html", "--report",
        "r.sarif",
    ]);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    let text = |name: &str| String::from_utf8(work.read(name)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text("r.json")).unwrap();
    assert_eq!(json["format"], 1);
    assert_eq!(json["totals"]["severities"]["error"], 1);
    assert_eq!(json["files"][0]["findings"][0]["place"]["line"], 2);
    let sarif: serde_json::Value = serde_json::from_str(&text("r.sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "CH1001");
    assert!(text("r.md").contains("| errors |"), "{}", text("r.md"));
    assert!(text("r.html").starts_with("<!DOCTYPE html>"));
    let run = work.run(&["check", "--report", "r.txt"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains(".html, .md, .sarif or .json"),
        "{}",
        run.stderr
    );
}

#[test]
fn build_files_are_written_where_asked_for() {
    let work = Work::project();
    work.commit();
    let run = work.run(&[
        "convert",
        "-i",
        "--build-files",
        "--arch",
        "gfx90a,gfx1100",
        "-q",
    ]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let text = String::from_utf8(work.read("CMakeLists.txt")).unwrap();
    assert!(
        text.contains("LANGUAGES CXX HIP") && text.contains("roc::rocblas"),
        "{text}"
    );
    assert!(
        text.contains("set(CMAKE_HIP_ARCHITECTURES gfx90a;gfx1100)"),
        "{text}"
    );
    assert!(
        text.contains("set_source_files_properties(src/main.cu PROPERTIES LANGUAGE HIP)"),
        "{text}"
    );
}

#[test]
fn a_patch_of_build_files_applies() {
    let work = Work::project();
    work.commit();
    let patch = work
        .run(&["convert", "--build-files", "--arch", "gfx90a"])
        .stdout;
    work.write("p.patch", patch);
    work.git(&["apply", "p.patch"]);
    let text = String::from_utf8(work.read("CMakeLists.txt")).unwrap();
    assert!(text.contains("HIP"), "{text}");
}

#[test]
fn named_files_and_what_they_include_are_written() {
    let work = Work::new();
    work.write(
        "src/a.cu",
        "#include \"a.cuh\"\nvoid f() { cudaFree(0); }\n",
    );
    work.write("src/a.cuh", "#include <cuda_runtime.h>\n");
    work.write("src/other.cu", "void g() { cudaFree(0); }\n");
    work.write("cu2hip.toml", "");
    let arguments = [
        "convert",
        "-q",
        "--base",
        ".",
        "--follow-includes",
        "-o",
        "out",
        "--depfile",
        "out.d",
        "--stamp",
        "stamp",
        "src/a.cu",
    ];
    assert_eq!(work.run(&arguments).status, Some(0));
    let files: Vec<String> = work
        .files()
        .into_iter()
        .filter(|f| f.starts_with("out"))
        .collect();
    assert_eq!(files, ["out.d", "out/src/a.cu", "out/src/a.cuh"]);
    let rule = String::from_utf8(work.read("out.d")).unwrap();
    assert!(
        rule.starts_with("stamp:") && rule.contains("src/a.cuh") && rule.contains("cu2hip.toml"),
        "{rule}"
    );
    work.write("src/a.cu", FLAWED);
    let run = work.run(&[&arguments[..], &["--fail-on", "error"]].concat());
    assert_eq!(run.status, Some(1));
}

#[test]
fn what_other_programs_want_is_printed() {
    let work = Work::new();
    for (what, part) in [
        ("bash", "complete -F"),
        ("fish", "complete -c cu2hip"),
        ("zsh", "#compdef cu2hip"),
        ("man", ".SH \"CU2HIP CONVERT\""),
        ("cmake", "function(cu2hip_convert target)"),
    ] {
        let text = work.run(&["setup", what]).text();
        assert!(text.contains(part), "{what}: {text}");
    }
    let page = work.run(&["setup", "markdown"]).text();
    assert_eq!(
        include_str!("../../docs/reference/command-line.md"),
        page,
        "write it anew: cu2hip setup markdown > docs/reference/command-line.md"
    );
}

#[test]
fn mistyped_flags_and_commands_are_suggested() {
    let work = Work::new();
    let flag = work.run(&["check", "--fail-onn", "error"]);
    assert_eq!(flag.status, Some(2));
    assert!(flag.stderr.contains("--fail-on"), "{}", flag.stderr);
    let command = work.run(&["chekc"]);
    assert!(command.stderr.contains("check"), "{}", command.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_part_of_a_file() {
    use std::process::{Command, Stdio};
    let work = Work::new();
    for number in 0..300 {
        work.write(format!("src/f{number}.cu"), crate::work::SOURCE.repeat(200));
    }
    let mut child = work
        .command(&["convert", "-q", "-o", "out", "src"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = std::time::Instant::now();
    while !work.path("out").exists() && begin.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let status = child.wait().unwrap().code();
    assert!(matches!(status, Some(0 | 130)), "{status:?}");
    let whole = work.translated("src/f0.cu");
    for name in work
        .files()
        .into_iter()
        .filter(|name| name.starts_with("out/"))
    {
        assert!(!name.contains(".tmp"), "{name} is left over");
        assert_eq!(work.read(&name), whole, "{name}");
    }
}
