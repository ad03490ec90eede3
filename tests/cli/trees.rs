//! Which files are read, and what happens to those that cannot be.

use crate::work::{SOURCE, Work};

#[test]
fn a_missing_path_is_named_and_the_others_go_on() {
    let work = Work::with(&["a.cu"]);
    let run = work.run(&["convert", "a.cu", "none.cu"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains("none.cu: No such file"),
        "{}",
        run.stderr
    );
    assert!(run.text().contains("+++ b/a.cu"), "{}", run.text());
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_named_and_the_others_go_on() {
    let work = Work::with(&["a.cu"]);
    std::os::unix::fs::symlink("y.cu", work.path("x.cu")).unwrap();
    std::os::unix::fs::symlink("x.cu", work.path("y.cu")).unwrap();
    let run = work.run(&["check", "."]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("x.cu:"), "{}", run.stderr);
    assert!(run.stderr.contains("of 1 read"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_loop_of_links_is_told_and_does_no_harm() {
    let work = Work::with(&["src/a.cu"]);
    std::os::unix::fs::symlink("..", work.path("src/up")).unwrap();
    let run = work.run(&["convert", "-v", "."]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("link loop"), "{}", run.stderr);
    assert_eq!(run.text().matches("+++ b/src/a.cu").count(), 1);
}

#[test]
fn ignore_rules_globs_and_single_files() {
    let work = Work::with(&["a.cu", "gen/b.cu", "third/c.cu", "d.txt"]);
    work.write(".gitignore", "gen/\n");
    let changed = |arguments: &[&str]| {
        let arguments = [&["convert", "--no-annotate"], arguments].concat();
        let text = work.run(&arguments).text();
        let names = text.lines().filter_map(|l| l.strip_prefix("+++ b/"));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(changed(&[]), ["a.cu", "third/c.cu"]);
    assert_eq!(changed(&["--exclude", "third"]), ["a.cu"]);
    assert_eq!(changed(&["--include", "*.txt"]), ["d.txt"]);
    assert_eq!(changed(&["gen/b.cu"]), ["gen/b.cu"]);
    assert_eq!(changed(&["d.txt"]), ["d.txt"]);
}

#[test]
fn settings_are_found_upwards_and_unknown_keys_are_named() {
    let work = Work::with(&["sub/a.cu", "sub/old/b.cu"]);
    work.write("cu2hip.toml", "exclude = [\"old\"]\n");
    let text = work.run(&["convert", "sub"]).text();
    assert!(
        text.contains("sub/a.cu") && !text.contains("b.cu"),
        "{text}"
    );
    work.write("cu2hip.toml", "rocm = \"7.2\"\nexclud = []\n");
    let run = work.run(&["convert", "sub"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains("cu2hip.toml:2") && run.stderr.contains("exclud"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_text_on_standard_input() {
    let work = Work::with(&["a.cu"]);
    let run = work.pipe(
        &["convert", "-", "--stdin-filename", "a.cu"],
        SOURCE.as_bytes(),
    );
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout, work.translated("a.cu"));
    assert!(run.text().contains("hipFree"), "{}", run.text());
}

#[test]
fn wrong_usage_ends_with_two() {
    let work = Work::with(&["a.cu", "b.cu"]);
    let all: [&[&str]; 6] = [
        &["convert", "--rocm", "seven", "a.cu"],
        &["convert", "--libs", "cublas=cuda", "a.cu"],
        &["convert", "--cuda", "x", "a.cu"],
        &["convert", "-i", "-o", "out", "a.cu"],
        &["convert", "--stdout", "a.cu", "b.cu"],
        &["convert", "--exclude", "a{", "."],
    ];
    for arguments in all {
        let run = work.run(arguments);
        assert_eq!(run.status, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(
            run.stderr.contains("error"),
            "{arguments:?}: {}",
            run.stderr
        );
    }
}
