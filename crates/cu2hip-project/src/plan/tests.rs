use cu2hip_core::{Edit, Translation};
use cu2hip_syntax::text::Span;

use super::*;
use crate::walk::{WalkOptions, walk};

/// A folder with `files`, and a change of the first byte of each to `X`.
fn tree(files: &[&str]) -> (tempfile::TempDir, PathBuf, Vec<Change>) {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_file(&path, file.as_bytes()).unwrap();
    }
    let walked = walk(&[folder.path().to_path_buf()], &WalkOptions::default()).unwrap();
    let changes = walked.sources.iter().map(|source| {
        let mut translation = Translation::default();
        let edit = Edit::replace(Span::new(0, 1), "X", "test");
        translation.edits.push(edit).unwrap();
        let text = fs::read(&source.path).unwrap();
        Change::new(
            &FileOutcome {
                source,
                text,
                translation,
            },
            None,
        )
    });
    let changes = changes.collect();
    (folder, walked.base, changes)
}

fn free() -> InPlace {
    InPlace {
        allowed: Allowed {
            dirty: true,
            no_vcs: true,
        },
        backup: None,
    }
}

#[test]
fn a_tree_without_version_control_is_refused_as_a_whole() {
    let (folder, root, changes) = tree(&["a.cu", "b.cu"]);
    let written = write_in_place(&root, &changes, &InPlace::default());
    assert_eq!((written.files.len(), written.errors.len()), (0, 2));
    assert_eq!(fs::read(folder.path().join("a.cu")).unwrap(), b"a.cu");
}

#[test]
fn in_place_with_backup_keeps_the_first_original() {
    let (folder, root, changes) = tree(&["a.cu"]);
    let how = InPlace {
        backup: Some(".orig".into()),
        ..InPlace::default()
    };
    let written = write_in_place(&root, &changes, &how);
    assert!(written.errors.is_empty(), "{:?}", written.errors);
    assert_eq!(fs::read(folder.path().join("a.cu")).unwrap(), b"X.cu");
    assert_eq!(fs::read(folder.path().join("a.cu.orig")).unwrap(), b"a.cu");

    let again = Change {
        fingerprint: fingerprint(b"X.cu"),
        ..changes[0].clone()
    };
    write_file(&folder.path().join("a.cu.orig"), b"precious").unwrap();
    let written = write_in_place(&root, &[again], &how);
    assert!(matches!(written.errors[0].fault, Fault::Exists(_)));
}

#[test]
fn a_file_that_changed_meanwhile_is_left_alone() {
    let (folder, root, changes) = tree(&["a.cu"]);
    write_file(&folder.path().join("a.cu"), b"new").unwrap();
    let written = write_in_place(&root, &changes, &free());
    assert!(matches!(written.errors[0].fault, Fault::Changed));
}

#[test]
fn a_file_outside_the_root_is_refused() {
    let (folder, _, changes) = tree(&["a.cu"]);
    let written = write_in_place(&folder.path().join("sub"), &changes, &free());
    assert!(matches!(written.errors[0].fault, Fault::OutsideRoot(_)));
}

#[test]
fn a_renamed_file_takes_the_place_of_the_old_one() {
    let (folder, root, mut changes) = tree(&["a.cu"]);
    changes[0].new_name = Some("a.hip".into());
    let written = write_in_place(&root, &changes, &free());
    assert!(written.files[0].ends_with("a.hip"));
    assert!(!folder.path().join("a.cu").exists());
    assert_eq!(fs::read(folder.path().join("a.hip")).unwrap(), b"X.cu");
}

#[test]
fn a_mirror_holds_the_whole_tree_or_the_changes_only() {
    let (folder, root, changes) = tree(&["s/a.cu", "s/README.md", ".clang-format"]);
    let out = tempfile::tempdir().unwrap();
    let written = write_mirror(&root, &changes, &out.path().join("all"), false);
    assert_eq!((written.files.len(), written.errors.len()), (3, 0));
    assert_eq!(fs::read(out.path().join("all/s/a.cu")).unwrap(), b"X/a.cu");
    assert_eq!(fs::read(folder.path().join("s/a.cu")).unwrap(), b"s/a.cu");
    assert!(out.path().join("all/.clang-format").exists());

    let written = write_mirror(&root, &changes, &out.path().join("few"), true);
    assert_eq!(written.files, [out.path().join("few/s/a.cu")]);
    let again = write_mirror(&root, &changes, &out.path().join("few"), true);
    assert!(again.files.is_empty(), "equal bytes are not written again");
}

#[test]
fn a_mirror_inside_the_tree_does_not_mirror_itself() {
    let (folder, root, changes) = tree(&["a.cu"]);
    let out = folder.path().join("out");
    for _ in 0..2 {
        assert!(write_mirror(&root, &changes, &out, false).errors.is_empty());
    }
    assert!(!out.join("out").exists());
    let itself = write_mirror(&root, &changes, folder.path(), false);
    assert_eq!(itself.errors.len(), 1);
}
