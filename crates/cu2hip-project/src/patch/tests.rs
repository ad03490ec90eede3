use std::path::Path;
use std::process::{Command, Stdio};

use super::*;
use crate::write::write_file;

/// Start, end and text of an edit.
type Replacement = (u32, u32, &'static str);

fn set(edits: &[Replacement]) -> EditSet {
    let mut set = EditSet::default();
    for &(start, end, text) in edits {
        set.push(Edit::replace(Span::new(start, end), text, "test"))
            .unwrap();
    }
    set
}

fn shown(text: &[u8], edits: &[Replacement]) -> String {
    String::from_utf8_lossy(&patch(b"f", text, &set(edits))).into_owned()
}

/// Applies a patch with git and returns what became of `name`.
fn applied(name: &Path, text: &[u8], patch: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_file(&path, text).unwrap();
    let mut git = Command::new("git")
        .args(["apply", "--whitespace=nowarn", "-"])
        .current_dir(folder.path())
        .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    git.stdin.take().unwrap().write_all(patch).unwrap();
    assert!(
        git.wait().unwrap().success(),
        "{}",
        String::from_utf8_lossy(patch)
    );
    std::fs::read(path).unwrap()
}

#[test]
fn a_change_in_a_line() {
    let text = b"1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    assert_eq!(
        shown(text, &[(8, 9, "five")]),
        "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
    );
}

#[test]
fn inserted_and_removed_lines_stand_alone() {
    assert_eq!(
        shown(b"a\nb\n", &[(2, 2, "x\n")]),
        "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n+x\n b\n"
    );
    assert_eq!(
        shown(b"a\nb\n", &[(0, 2, "")]),
        "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-a\n b\n"
    );
    assert_eq!(
        shown(b"a\n", &[(0, 2, "")]),
        "--- a/f\n+++ b/f\n@@ -1 +0,0 @@\n-a\n"
    );
    assert_eq!(
        shown(b"", &[(0, 0, "a\n")]),
        "--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+a\n"
    );
}

#[test]
fn a_missing_line_end_is_told() {
    assert_eq!(
        shown(b"a\nb", &[(0, 1, "x")]),
        "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"
    );
}

#[test]
fn an_edit_without_effect_is_no_hunk() {
    assert_eq!(shown(b"a\nb\n", &[(0, 1, "a")]), "");
}

#[test]
fn far_changes_get_hunks_of_their_own() {
    let lines: Vec<String> = (0..40).map(|n| format!("line {n}\n")).collect();
    let text = lines.concat();
    let at = |n: usize| text.find(&format!("line {n}\n")).unwrap() as u32;
    let edits = set(&[(at(2), at(2) + 4, "x\ny"), (at(30), at(30) + 4, "z")]);
    let hunks = hunks(text.as_bytes(), &edits, CONTEXT_LINES);
    let headers: Vec<_> = hunks.iter().map(Hunk::header).collect();
    assert_eq!(headers, ["@@ -1,6 +1,7 @@", "@@ -28,7 +29,7 @@"]);
}

#[test]
fn names_are_quoted_where_they_must_be() {
    let shown = |name: &[u8]| String::from_utf8(header_path("a/", name)).unwrap();
    assert_eq!(shown(b"x.cu"), "a/x.cu");
    assert_eq!(shown(b"my x.cu"), "a/my x.cu\t");
    assert_eq!(shown("d\u{e9}.cu".as_bytes()), "a/d\u{e9}.cu");
    assert_eq!(shown(b"a\"b\x1b\xe9"), "\"a/a\\\"b\\033\\351\"");
}

#[test]
fn git_applies_what_is_printed() {
    let cases: [(&[u8], &[Replacement]); 7] = [
        (b"a\r\nb\r\nc", &[(0, 1, "x"), (6, 7, "y")]),
        (b"\xef\xbb\xbfa\n\xe9 b\n", &[(3, 4, "x"), (7, 8, "z\nq")]),
        (b"a\nb\nc\n", &[(1, 2, "")]),
        (b"a\nb", &[(3, 3, "\n")]),
        (b"a\nb\n", &[(3, 4, "")]),
        (b"a\nb\n", &[(4, 4, "c")]),
        (b"a\rb\n\n\nc\x0cd\n", &[(0, 1, "x"), (9, 9, "\n\n")]),
    ];
    let names = [
        "f.cu",
        "d/with blank.cu",
        "q\"uote\\.cu",
        "\u{e9}t\u{e9}.cu",
        "tab\there.cu",
    ];
    for (number, (text, edits)) in cases.iter().enumerate() {
        let name = names[number % names.len()];
        let set = set(edits);
        let patch = patch(name.as_bytes(), text, &set);
        assert_eq!(
            applied(Path::new(name), text, &patch),
            set.apply(text),
            "case {number}"
        );
    }
}

/// The new file as the hunks tell it: their lines, and the old lines between them.
fn rebuilt(text: &[u8], hunks: &[Hunk<'_>]) -> Vec<u8> {
    let old: Vec<&[u8]> = text.split_inclusive(|&b| b == b'\n').collect();
    let (mut out, mut at, mut new_lines) = (Vec::new(), 0, 0);
    for hunk in hunks {
        out.extend(old[at..hunk.old.start].concat());
        new_lines += hunk.old.start - at;
        assert_eq!(hunk.new.start, new_lines, "the numbers of the new file");
        let (mut removed, mut kept) = (Vec::new(), 0);
        for line in &hunk.lines {
            match line.kind {
                LineKind::Added => {}
                LineKind::Context | LineKind::Removed => removed.push(line.bytes.clone()),
            }
            if line.kind != LineKind::Removed {
                out.extend_from_slice(&line.bytes);
                kept += 1;
            }
        }
        assert_eq!(
            removed,
            &old[hunk.old.clone()],
            "the old lines stand as they are"
        );
        assert_eq!(hunk.new.len(), kept);
        new_lines += kept;
        at = hunk.old.end;
    }
    out.extend(old[at..].concat());
    out
}

proptest::proptest! {
    #[test]
    fn hunks_give_the_edited_text(
        text in "[ab\\r\\n]{0,40}",
        edits in proptest::collection::vec((0_u32..41, 0_u32..9, "[ab\\n]{0,4}"), 0..6),
        context in 0_usize..4,
    ) {
        let mut set = EditSet::default();
        for (start, length, new) in edits {
            let end = (start + length).min(text.len() as u32);
            if start <= end {
                // Overlapping edits are refused, which is not what is tested.
                let _ = set.push(Edit::replace(Span::new(start, end), new, "test"));
            }
        }
        let hunks = hunks(text.as_bytes(), &set, context);
        proptest::prop_assert_eq!(rebuilt(text.as_bytes(), &hunks), set.apply(text.as_bytes()));
    }
}
