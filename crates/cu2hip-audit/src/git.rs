//! What git knows: who changed device code, and earlier trees. Git is asked by its plumbing;
//! nothing in the repository changes.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use cu2hip_project::write::write_file;
use tempfile::TempDir;

use crate::AuditError;

/// Years that count as recent, in seconds.
const RECENT: i64 = 2 * 365 * 86_400;
/// Larger blobs are data.
const LARGEST: usize = 4 << 20;
/// Commits below which a history tells nothing of a team.
const SHORTEST: usize = 5;

/// Who changed device code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Team {
    pub(crate) kernel_authors: u64,
    pub(crate) kernel_commits: u64,
    pub(crate) authors: u64,
}

fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(root)
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn ask(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = git(root).args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

/// The people who changed one of `files` in the two years before the last commit; none without a
/// history.
pub(crate) fn team(root: &Path, files: &BTreeSet<String>) -> Option<Team> {
    let top = ask(root, &["rev-parse", "--show-prefix"])?;
    let prefix = top.trim_end();
    let count: usize = ask(root, &["rev-list", "--count", "HEAD"])?
        .trim()
        .parse()
        .ok()?;
    if count < SHORTEST {
        return None;
    }
    let last: i64 = ask(root, &["log", "-1", "--format=%ct"])?
        .trim()
        .parse()
        .ok()?;
    let since = format!("--since={}", last - RECENT);
    let log = ask(
        root,
        &[
            "log",
            &since,
            "--no-merges",
            "--format=%x01%aE",
            "--name-only",
            "--",
            ".",
        ],
    )?;
    let (mut authors, mut of_kernels, mut commits) = (BTreeSet::new(), BTreeSet::new(), 0);
    for commit in log.split('\u{1}').skip(1) {
        let mut lines = commit.lines();
        let author = lines.next().unwrap_or_default();
        authors.insert(author);
        let touches = |name: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|name| files.contains(name))
        };
        if lines.any(touches) {
            of_kernels.insert(author);
            commits += 1;
        }
    }
    Some(Team {
        kernel_authors: of_kernels.len() as u64,
        kernel_commits: commits,
        authors: authors.len() as u64,
    })
}

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Commit {
    pub(crate) hash: String,
    pub(crate) date: String,
}

/// `number` commits of the first-parent history, evenly spread, the oldest first.
///
/// # Errors
/// [`AuditError::Git`] without a history.
pub(crate) fn commits(root: &Path, number: usize) -> Result<Vec<Commit>, AuditError> {
    let log = ask(root, &["log", "--first-parent", "--format=%H %cs", "HEAD"]);
    let log = log.ok_or_else(|| AuditError::Git("there is no history to read".into()))?;
    let all: Vec<Commit> = log
        .lines()
        .rev()
        .filter_map(|line| line.split_once(' '))
        .map(|(hash, date)| Commit {
            hash: hash.to_owned(),
            date: date.to_owned(),
        })
        .collect();
    let last = all.len().saturating_sub(1);
    let steps = number.min(all.len());
    let place = |step: usize| {
        if steps < 2 {
            last
        } else {
            step * last / (steps - 1)
        }
    };
    Ok((0..steps).map(|step| all[place(step)].clone()).collect())
}

/// The tree of a commit below `root`, in a folder that goes when it is dropped.
///
/// # Errors
/// [`AuditError::Git`] if git does not give it, [`AuditError::Io`] if it cannot be written.
pub(crate) fn export(root: &Path, commit: &str) -> Result<TempDir, AuditError> {
    let folder = TempDir::new()?;
    let list = ask(root, &["ls-tree", "-r", "-z", commit, "."]);
    let list = list.ok_or_else(|| AuditError::Git(format!("no tree of {commit}")))?;
    let mut blobs = Vec::new();
    for entry in list.split('\0') {
        let Some((data, name)) = entry.split_once('\t') else {
            continue;
        };
        let mut data = data.split(' ');
        let (mode, _, hash) = (data.next(), data.next(), data.next());
        if let Some(hash) = hash.filter(|_| mode.is_some_and(|mode| mode.starts_with("100"))) {
            blobs.push((hash.to_owned(), name.to_owned()));
        }
    }
    let mut child = git(root)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let written = write_blobs(&mut child, &blobs, folder.path());
    child.kill().ok();
    child.wait()?;
    written.map(|()| folder)
}

fn write_blobs(
    child: &mut Child,
    blobs: &[(String, String)],
    folder: &Path,
) -> Result<(), AuditError> {
    let gone = || AuditError::Git("git stopped".into());
    let mut input = child.stdin.take().ok_or_else(gone)?;
    let mut output = BufReader::new(child.stdout.take().ok_or_else(gone)?);
    for (hash, name) in blobs {
        input.write_all(hash.as_bytes())?;
        input.write_all(b"\n")?;
        input.flush()?;
        let mut head = String::new();
        output.read_line(&mut head)?;
        let Some(size) = head
            .trim_end()
            .rsplit(' ')
            .next()
            .and_then(|size| size.parse::<usize>().ok())
        else {
            continue;
        };
        let mut bytes = vec![0; size + 1];
        output.read_exact(&mut bytes)?;
        bytes.pop();
        if let Some(path) = inside(folder, name).filter(|_| size <= LARGEST) {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            write_file(&path, &bytes).map_err(|fault| AuditError::Git(fault.to_string()))?;
        }
    }
    Ok(())
}

/// A name of the tree below the folder; none if it leads out of it.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = name
        .split('/')
        .all(|part| !part.is_empty() && part != "." && part != "..");
    plain.then(|| folder.join(name))
}
