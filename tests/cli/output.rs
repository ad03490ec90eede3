//! What is printed, and the exit status.

use std::io::Read;
use std::process::Stdio;

use crate::work::Work;

/// Standard error without what differs between runs.
fn steady(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(", in ") {
        Some((before, _)) => format!("{before}, in TIME"),
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn help_teaches() {
    let work = Work::new();
    insta::assert_snapshot!("help", work.run(&["--help"]).text());
    insta::assert_snapshot!("help_convert", work.run(&["convert", "--help"]).text());
    insta::assert_snapshot!("explain", work.run(&["explain", "cmake-language"]).text());
}

#[test]
fn a_patch_with_findings_as_people_read_it() {
    let work = Work::project();
    let run = work.run(&["convert"]);
    insta::assert_snapshot!("convert", run.text());
    insta::assert_snapshot!("convert_summary", steady(&run.stderr));
    insta::assert_snapshot!("check", work.run(&["check"]).text());
}

#[test]
fn the_exit_status_follows_the_findings() {
    let work = Work::project();
    let status = |arguments: &[&str]| work.run(arguments).status;
    assert_eq!(
        status(&["check", "-q"]),
        Some(0),
        "warnings are below the default"
    );
    assert_eq!(status(&["check", "-q", "--fail-on", "warning"]), Some(1));
    assert_eq!(
        status(&["check", "-q", "--fail-on", "warning", "--no-build-files"]),
        Some(0)
    );
    assert_eq!(status(&["convert", "-q"]), Some(0));
    assert_eq!(status(&["convert", "-q", "--exit-code"]), Some(1));
    assert_eq!(
        status(&["convert", "-q", "--exit-code", "src/host.cpp"]),
        Some(0)
    );
    assert_eq!(status(&["explain", "CH9999"]), Some(2));
}

#[test]
fn an_unknown_code_gets_a_suggestion() {
    let run = Work::new().run(&["explain", "cmake-langauge"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("did you mean CH6001"), "{}", run.stderr);
}

#[test]
fn json_lines_have_all_fields() {
    let work = Work::project();
    let run = work.run(&["check", "--message-format", "json"]);
    assert!(!run.stdout.is_empty());
    let keys = [
        "file",
        "line",
        "column",
        "end_line",
        "end_column",
        "code",
        "name",
        "severity",
        "effort",
        "message",
        "advice",
        "applicability",
        "reason",
    ];
    for line in run.text().lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let object = value.as_object().unwrap();
        for key in keys {
            assert!(object.contains_key(key), "{key} is missing in {line}");
        }
        assert!(object["line"].as_u64().unwrap() >= 1 && object["column"].as_u64().unwrap() >= 1);
        assert!(["note", "warning", "error"].contains(&object["severity"].as_str().unwrap()));
        let applicability = object["applicability"].as_str().unwrap();
        assert!(["safe", "review", "manual"].contains(&applicability));
    }
    let first: serde_json::Value =
        serde_json::from_str(run.text().lines().last().unwrap()).unwrap();
    assert_eq!(first["file"], "Makefile");
}

#[test]
fn the_output_is_the_same_at_any_number_of_threads() {
    let names: Vec<String> = (0..300).map(|n| format!("d{}/{n}.cu", n % 7)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let work = Work::with(&names);
    work.write("Makefile", "NVCC = nvcc\n");
    let outputs = ["1", "2", "8"].map(|threads| {
        let patch = work.run(&["convert", "-q", "-j", threads]).stdout;
        let check = work
            .run(&["check", "-q", "-j", threads, "--message-format", "json"])
            .stdout;
        (patch, check)
    });
    assert!(!outputs[0].0.is_empty() && !outputs[0].1.is_empty());
    assert!(outputs[0] == outputs[1] && outputs[1] == outputs[2]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let work = Work::new();
    for number in 0..200 {
        work.write(format!("d{number}/Makefile"), "NVCC = nvcc\n".repeat(200));
    }
    let mut child = work
        .command(&["check", "-q"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn names_and_sources_reach_a_terminal_escaped() {
    let work = Work::new();
    work.write("e\x1b[31m/Makefile", "NVCC = nvcc # \x1b]0;title\x07\n");
    let run = work.run(&["check", "-q"]);
    assert!(!run.stdout.contains(&0x1b), "{}", run.text());
    assert!(run.text().contains("\\u{1b}"), "{}", run.text());
    let run = work.run(&["convert", "e\x1bx.cu"]);
    assert!(!run.stderr.contains('\x1b'), "{}", run.stderr);
}

#[test]
fn a_query_shows_the_decision() {
    let work = Work::new();
    let run = work.run(&["query", "cudaMalloc"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(run.text().contains("hipMalloc"), "{}", run.text());
    assert_eq!(work.run(&["query", "zzzNothing"]).status, Some(2));
}

#[test]
fn the_syntax_tree_is_shown() {
    let work = Work::with(&["a.cu"]);
    let run = work.run(&["ast", "a.cu"]);
    assert!(run.text().contains("Function `release`"), "{}", run.text());
    let run = work.run(&["ast", "--json", "a.cu"]);
    assert!(serde_json::from_slice::<serde_json::Value>(&run.stdout).is_ok());
}
