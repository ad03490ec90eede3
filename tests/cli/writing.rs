//! What is left on disk.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::work::{SOURCE, Work};

#[test]
fn in_place_needs_a_clean_tree() {
    let work = Work::with(&["a.cu", "b.cu"]);
    let after = work.translated("a.cu");
    let run = work.run(&["convert", "-i"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains("not under version control"),
        "{}",
        run.stderr
    );

    work.commit();
    work.write("a.cu", format!("{SOURCE}// more\n"));
    let run = work.run(&["convert", "-i"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains("a.cu: has uncommitted changes"),
        "{}",
        run.stderr
    );
    assert_eq!(
        work.read("b.cu"),
        SOURCE.as_bytes(),
        "nothing is written at all"
    );

    let run = work.run(&["convert", "-i", "--allow-dirty"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(work.read("b.cu"), after);
}

#[test]
fn a_committed_tree_is_converted_and_a_second_run_changes_nothing() {
    let work = Work::with(&["a.cu", "sub/b.cu"]);
    work.commit();
    let after = work.translated("a.cu");
    assert_eq!(work.run(&["convert", "-i"]).status, Some(0));
    assert_eq!(work.read("sub/b.cu"), after);
    assert_eq!(work.files(), ["a.cu", "sub/b.cu"]);
    let again = work.run(&["convert", "-i", "--exit-code", "--allow-dirty"]);
    assert_eq!(again.status, Some(0), "{}", again.stderr);
}

#[test]
fn a_backup_keeps_the_original() {
    let work = Work::with(&["a.cu"]);
    assert_eq!(work.run(&["convert", "-i", "--backup"]).status, Some(0));
    assert_eq!(work.read("a.cu.orig"), SOURCE.as_bytes());
    assert_ne!(work.read("a.cu"), SOURCE.as_bytes());
    work.write("a.cu", format!("// again\n{SOURCE}"));
    let run = work.run(&["convert", "-i", "--backup"]);
    assert_eq!(run.status, Some(2), "an older backup is not overwritten");
    assert_eq!(work.run(&["convert", "-i", "--backup=.2"]).status, Some(0));
    assert!(work.path("a.cu.2").exists());
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_refused_and_links_are_written_through() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let work = Work::with(&["ro.cu", "real/a.cu"]);
    symlink("real/a.cu", work.path("link.cu")).unwrap();
    fs::set_permissions(work.path("ro.cu"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(work.path("real/a.cu"), fs::Permissions::from_mode(0o640)).unwrap();
    let run = work.run(&[
        "convert",
        "-i",
        "--allow-no-vcs",
        "ro.cu",
        "link.cu",
        "real",
    ]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("ro.cu: is read-only"), "{}", run.stderr);
    assert_eq!(work.read("ro.cu"), SOURCE.as_bytes());
    assert!(
        fs::symlink_metadata(work.path("link.cu"))
            .unwrap()
            .is_symlink()
    );
    assert_ne!(work.read("real/a.cu"), SOURCE.as_bytes());
    let mode = fs::metadata(work.path("real/a.cu"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_tree_is_not_followed() {
    let outside = Work::with(&["far.cu"]);
    let work = Work::with(&["src/a.cu"]);
    std::os::unix::fs::symlink(outside.path("far.cu"), work.path("src/far.cu")).unwrap();
    let run = work.run(&["convert", "-i", "--allow-no-vcs", "src"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("lies outside"), "{}", run.stderr);
    assert_eq!(outside.read("far.cu"), SOURCE.as_bytes());
}

#[test]
fn a_mirror_holds_everything_or_the_changes_only() {
    let work = Work::project();
    let run = work.run(&["convert", "-o", "out"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(work.read("out/src/main.cu"), work.translated("src/main.cu"));
    assert_eq!(work.read("out/Makefile"), work.read("Makefile"));
    let run = work.run(&["convert", "-o", "few", "--only-changed", "src"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(work.path("few/main.cu").exists() && !work.path("few/host.cpp").exists());
    assert!(!work.path("out/out").exists());

    work.write("file", "x");
    let run = work.run(&["convert", "-o", "file/out", "src"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("file/out"), "{}", run.stderr);
}

#[test]
fn renamed_sources_are_found_by_includes_and_told_for_build_files() {
    let work = Work::project();
    work.commit();
    let run = work.run(&["convert", "-i", "--rename"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(
        run.text()
            .contains("CH6008 `src/main.cu` has another name now"),
        "{}",
        run.text()
    );
    let main = String::from_utf8(work.read("src/main.hip")).unwrap();
    assert!(main.contains("#include \"kernel.hip\""), "{main}");
    assert!(!work.path("src/main.cu").exists());
}

#[test]
fn a_kill_leaves_every_file_old_or_new_in_full() {
    const FILES: usize = 150;
    let before = format!(
        "{SOURCE}{}",
        "// filler to make the file longer\n".repeat(1000)
    );
    let work = Work::new();
    work.write("x.cu", &before);
    let after = work.translated("x.cu");
    assert!(after != before.as_bytes());
    fs::remove_file(work.path("x.cu")).unwrap();
    let mut between = 0;
    for round in 0..6_u64 {
        for number in 0..FILES {
            work.write(format!("{number}.cu"), &before);
        }
        let mut child = work
            .command(&["convert", "-i", "-q", "--allow-no-vcs"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Rounds wait for ever more written files, so that the kill falls into the writing.
        let wanted = round as usize * FILES / 8;
        // A loaded machine may take its time before the first file is written.
        while child.try_wait().unwrap().is_none() {
            let is_new = |n: usize| {
                fs::metadata(work.path(format!("{n}.cu")))
                    .is_ok_and(|d| d.len() == after.len() as u64)
            };
            if (0..FILES).step_by(9).filter(|&n| is_new(n)).count() * 9 >= wanted.max(1) {
                break;
            }
            sleep(Duration::from_micros(200));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let mut written = 0;
        for number in 0..FILES {
            let bytes = work.read(format!("{number}.cu"));
            assert!(
                bytes == before.as_bytes() || bytes == after,
                "{number}.cu is torn"
            );
            written += usize::from(bytes == after);
        }
        between += usize::from(0 < written && written < FILES);
    }
    assert!(between > 0, "no kill fell into the writing");
}
