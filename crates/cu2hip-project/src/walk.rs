//! Finding the files of a project.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};
use rustc_hash::FxHashMap;

use crate::error::{Fault, FileError};
use crate::kind::FileKind;
use crate::settings::FILE_NAME;

/// What is looked at.
#[derive(Debug, Clone, Default)]
pub struct WalkOptions {
    /// If not empty, only files that match one of these (syntax of `.gitignore`) are taken, whatever
    /// their extension.
    pub include: Vec<String>,
    /// Files and folders that match one of these (syntax of `.gitignore`) are left out.
    pub exclude: Vec<String>,
    /// Folders that are never entered, such as the one that is written to.
    pub skip: Vec<PathBuf>,
    /// Threads; 0 for as many as there are processors.
    pub threads: usize,
    /// Endings of names, without the dot before them, that are read as C++ besides the usual ones.
    pub extensions: BTreeMap<String, FileKind>,
    /// The folder that names are kept relative to where files are written elsewhere; without it the
    /// folder that holds everything that was named.
    pub base: Option<PathBuf>,
    /// Take also the files of the project that the named ones include.
    pub follow: bool,
}

impl WalkOptions {
    /// What the file is by its name; none if it is not read as C++.
    fn kind_of(&self, path: &Path) -> Option<FileKind> {
        let name = path.file_name()?.to_str()?;
        let own = self.extensions.iter().find(|(ending, _)| {
            let before = name.strip_suffix(ending.as_str());
            before.is_some_and(|before| before.ends_with('.'))
        });
        own.map(|(_, kind)| *kind).or_else(|| FileKind::of(path))
    }
}

/// A file that is read as C++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is, by the name that the user gave.
    pub path: PathBuf,
    /// Its place after all links.
    pub target: PathBuf,
    /// Its path relative to the project root, with `/`.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
}

/// What a walk found. All lists are in order of name.
#[derive(Debug, Default)]
pub struct Walked {
    /// The folder that holds everything that was named.
    pub base: PathBuf,
    /// The project around it: the nearest folder upwards with a settings file or a repository, or
    /// else [`Walked::base`].
    pub root: PathBuf,
    /// The files that are read as C++, each once.
    pub sources: Vec<SourceFile>,
    /// All other files: build files among them.
    pub others: Vec<PathBuf>,
    /// What could not be read.
    pub errors: Vec<FileError>,
    /// What was left out on purpose and is worth saying: link loops.
    pub remarks: Vec<FileError>,
}

/// A glob that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("`{glob}` is no glob: {reason}")]
pub struct GlobError {
    /// As written.
    pub glob: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Finds the files under `paths`. Ignore rules and hidden files are respected below the named
/// paths; a named path itself is always taken.
///
/// # Errors
/// [`GlobError`] if a glob of `options` cannot be read; files that cannot be read are in the result.
pub fn walk(paths: &[PathBuf], options: &WalkOptions) -> Result<Walked, GlobError> {
    let mut walked = Walked::default();
    let mut named = Vec::new();
    for path in paths {
        match fs::canonicalize(path) {
            Ok(target) => named.push((path.clone(), target)),
            Err(error) => walked.errors.push(FileError::new(path, error)),
        }
    }
    walked.base = common_root(&named);
    if let Some(base) = &options.base {
        match fs::canonicalize(base) {
            Ok(base) => walked.base = base,
            Err(error) => walked.errors.push(FileError::new(base, error)),
        }
    }
    walked.root = project_root(&walked.base);
    let filter = Filter::new(options, &walked.base)?;
    let (folders, files): (Vec<_>, Vec<_>) = named.into_iter().partition(|(_, t)| t.is_dir());
    let mut found: Vec<Found> = files
        .into_iter()
        .map(|(path, target)| Found {
            kind: Some(options.kind_of(&path).unwrap_or(FileKind::Source)),
            path,
            target,
        })
        .collect();
    let folders: Vec<PathBuf> = folders.into_iter().map(|(path, _)| path).collect();
    if !folders.is_empty() {
        walk_folders(&folders, options, filter, &mut walked, &mut found);
    }
    sort_out(found, &mut walked);
    walked.errors.sort_by(|a, b| a.path.cmp(&b.path));
    walked.remarks.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(walked)
}

/// A file with its place after all links.
struct Found {
    path: PathBuf,
    target: PathBuf,
    kind: Option<FileKind>,
}

/// Walks folders on all threads; what is found is not yet in order.
fn walk_folders(
    folders: &[PathBuf],
    options: &WalkOptions,
    filter: Filter,
    walked: &mut Walked,
    found: &mut Vec<Found>,
) {
    let Some((first, rest)) = folders.split_first() else {
        return;
    };
    let mut builder = WalkBuilder::new(first);
    for folder in rest {
        builder.add(folder);
    }
    let root = walked.base.clone();
    let skip: Vec<PathBuf> = options
        .skip
        .iter()
        .filter_map(|s| fs::canonicalize(s).ok())
        .collect();
    let includes = filter.include.clone();
    builder
        .threads(options.threads)
        .require_git(false)
        .follow_links(true)
        .filter_entry(move |entry| enters(entry, &root, &skip, &filter));
    let (sender, receiver) = mpsc::channel();
    builder.build_parallel().run(|| {
        let sender = sender.clone();
        Box::new(move |entry| {
            // The receiver outlives the walk.
            let _ = sender.send(entry);
            WalkState::Continue
        })
    });
    drop(sender);
    let mut folders = FxHashMap::default();
    for entry in receiver {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|t| t.is_file()) => {
                match target_of(&entry, &mut folders) {
                    Ok(target) => {
                        found.push(found_file(&entry, target, includes.as_ref(), options));
                    }
                    Err(error) => walked
                        .errors
                        .push(FileError::new(clean(entry.path()), error)),
                }
            }
            Ok(_) => {}
            Err(error) => sort_error(error, walked),
        }
    }
}

/// False for what is excluded and for links that lead out of the root.
fn enters(entry: &DirEntry, root: &Path, skip: &[PathBuf], filter: &Filter) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    let is_folder = entry.file_type().is_some_and(|t| t.is_dir());
    if filter.excludes(entry.path(), is_folder) {
        return false;
    }
    if !is_folder || (skip.is_empty() && !entry.path_is_symlink()) {
        return true;
    }
    // A link loop is let through: the walk itself reports it.
    fs::canonicalize(entry.path())
        .is_ok_and(|target| target.starts_with(root) && !skip.contains(&target))
}

/// Where an entry leads after all links. Each folder is asked for once.
fn target_of(
    entry: &DirEntry,
    folders: &mut FxHashMap<PathBuf, PathBuf>,
) -> std::io::Result<PathBuf> {
    let path = entry.path();
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return fs::canonicalize(path);
    };
    if entry.path_is_symlink() || folder.as_os_str().is_empty() {
        return fs::canonicalize(path);
    }
    if let Some(known) = folders.get(folder) {
        return Ok(known.join(name));
    }
    let target = fs::canonicalize(folder)?;
    let file = target.join(name);
    folders.insert(folder.to_owned(), target);
    Ok(file)
}

/// The file of an entry of the walk; of no kind if the include globs leave it out.
fn found_file(
    entry: &DirEntry,
    target: PathBuf,
    include: Option<&Matcher>,
    options: &WalkOptions,
) -> Found {
    let path = clean(entry.path());
    let kind = match include {
        None => options.kind_of(&path),
        Some(globs) if globs.matches(entry.path(), false) => {
            Some(options.kind_of(&path).unwrap_or(FileKind::Source))
        }
        Some(_) => None,
    };
    Found { path, target, kind }
}

/// The path without `.` parts.
fn clean(path: &Path) -> PathBuf {
    let cleaned: PathBuf = path
        .components()
        .filter(|c| *c != Component::CurDir)
        .collect();
    if cleaned.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        cleaned
    }
}

/// Puts an error of the walk into the right list.
fn sort_error(error: ignore::Error, walked: &mut Walked) {
    let (mut path, mut error) = (PathBuf::from("."), error);
    loop {
        error = match error {
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                *err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                *err
            }
            ignore::Error::Loop { ancestor, child } => {
                let remark = FileError::new(clean(&child), Fault::Loop(clean(&ancestor)));
                walked.remarks.push(remark);
                return;
            }
            other => {
                let fault = Fault::Other(other.to_string());
                let fault = other.into_io_error().map_or(fault, Fault::Io);
                walked.errors.push(FileError::new(clean(&path), fault));
                return;
            }
        };
    }
}

/// Brings what was found into order, each file once: a file that is reached by several names
/// counts under the name that needs no link.
fn sort_out(found: Vec<Found>, walked: &mut Walked) {
    let mut sources: BTreeMap<PathBuf, SourceFile> = BTreeMap::new();
    for Found { path, target, kind } in found {
        let Some(kind) = kind else {
            walked.others.push(path);
            continue;
        };
        let name = slashed(target.strip_prefix(&walked.root).unwrap_or(&path));
        let direct = |p: &Path| fs::symlink_metadata(p).is_ok_and(|d| !d.is_symlink());
        let file = SourceFile {
            path,
            target,
            name,
            kind,
        };
        match sources.get_mut(&file.target) {
            None => {
                sources.insert(file.target.clone(), file);
            }
            Some(other) => {
                let rank = |f: &SourceFile| (!direct(&f.path), f.path.clone());
                if rank(&file) < rank(other) {
                    *other = file;
                }
            }
        }
    }
    walked.sources = sources.into_values().collect();
    walked.sources.sort_by(|a, b| a.name.cmp(&b.name));
    walked.others.sort();
    walked.others.dedup();
}

/// A relative path as text, with `/`.
pub fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// `folder/path` without `.` and `..`; none if it leads out of the root.
pub(crate) fn normalize(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The deepest folder that holds all of `named` (pairs of given path and target).
fn common_root(named: &[(PathBuf, PathBuf)]) -> PathBuf {
    let folder_of = |(path, target): &(PathBuf, PathBuf)| {
        if target.is_dir() {
            return target.clone();
        }
        // The folder of a link, not of what it points to: the link is what was named.
        let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
        fs::canonicalize(parent.unwrap_or(Path::new("."))).unwrap_or_else(|_| target.clone())
    };
    let mut folders = named.iter().map(folder_of);
    let Some(first) = folders.next() else {
        return PathBuf::from(".");
    };
    folders.fold(first, |root, folder| {
        let shared = root.components().zip(folder.components());
        shared.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    })
}

/// The nearest folder upwards that holds a settings file or a repository.
fn project_root(base: &Path) -> PathBuf {
    let is_root = |folder: &&Path| folder.join(FILE_NAME).is_file() || folder.join(".git").exists();
    base.ancestors().find(is_root).unwrap_or(base).to_path_buf()
}

/// The globs of a walk.
struct Filter {
    include: Option<Matcher>,
    exclude: Option<Matcher>,
}

/// Globs in the syntax of `.gitignore`, relative to the root.
#[derive(Clone)]
struct Matcher {
    globs: Gitignore,
    root: PathBuf,
}

impl Filter {
    fn new(options: &WalkOptions, root: &Path) -> Result<Self, GlobError> {
        Ok(Self {
            include: Matcher::new(&options.include, root)?,
            exclude: Matcher::new(&options.exclude, root)?,
        })
    }

    fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        self.exclude
            .as_ref()
            .is_some_and(|e| e.matches(path, is_folder))
    }
}

impl Matcher {
    fn new(globs: &[String], root: &Path) -> Result<Option<Self>, GlobError> {
        if globs.is_empty() {
            return Ok(None);
        }
        let bad = |glob: &str, error: ignore::Error| GlobError {
            glob: glob.to_owned(),
            reason: error.to_string(),
        };
        let mut builder = GitignoreBuilder::new(root);
        for glob in globs {
            builder.add_line(None, glob).map_err(|e| bad(glob, e))?;
        }
        let globs = builder.build().map_err(|e| bad(&globs.join(" "), e))?;
        Ok(Some(Self {
            globs,
            root: root.to_path_buf(),
        }))
    }

    fn matches(&self, path: &Path, is_folder: bool) -> bool {
        let Ok(absolute) = std::path::absolute(path) else {
            return false;
        };
        let inside = match absolute.strip_prefix(&self.root) {
            Ok(relative) => relative.to_path_buf(),
            // The folder was named through a link: go by the place after all links.
            Err(_) => match fs::canonicalize(path) {
                Ok(target) => match target.strip_prefix(&self.root) {
                    Ok(relative) => relative.to_path_buf(),
                    Err(_) => return false,
                },
                Err(_) => return false,
            },
        };
        self.globs
            .matched_path_or_any_parents(&inside, is_folder)
            .is_ignore()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::write_file;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            write_file(&path, b"int x;\n").unwrap();
        }
        folder
    }

    fn names(walked: &Walked) -> Vec<&str> {
        walked.sources.iter().map(|f| f.name.as_str()).collect()
    }

    fn walk_one(folder: &tempfile::TempDir, options: &WalkOptions) -> Walked {
        walk(&[folder.path().to_path_buf()], options).unwrap()
    }

    #[test]
    fn ignore_rules_hidden_files_and_extensions_decide() {
        let folder = tree(&[
            "b/k.cu",
            "a.h",
            ".hidden/x.cu",
            "gen/y.cu",
            "README.md",
            "z.cpp",
        ]);
        write_file(&folder.path().join(".gitignore"), b"gen/\n").unwrap();
        let walked = walk_one(&folder, &WalkOptions::default());
        assert_eq!(names(&walked), ["a.h", "b/k.cu", "z.cpp"]);
        assert_eq!(walked.others.len(), 1);
        assert!(walked.errors.is_empty());
    }

    #[test]
    fn globs_choose() {
        let folder = tree(&["a/k.cu", "a/m.cuda", "b/k.cu", "third/x.cu"]);
        let options = WalkOptions {
            include: vec!["*.cuda".into(), "/b/**".into(), "third".into()],
            exclude: vec!["third/".into()],
            ..WalkOptions::default()
        };
        assert_eq!(names(&walk_one(&folder, &options)), ["a/m.cuda", "b/k.cu"]);
        let bad = WalkOptions {
            exclude: vec!["a{".into()],
            ..WalkOptions::default()
        };
        assert!(walk(&[folder.path().to_path_buf()], &bad).is_err());
    }

    #[test]
    fn a_missing_path_is_an_error_and_the_others_go_on() {
        let folder = tree(&["a.cu"]);
        let paths = [folder.path().join("none"), folder.path().join("a.cu")];
        let walked = walk(&paths, &WalkOptions::default()).unwrap();
        assert_eq!(names(&walked), ["a.cu"]);
        assert!(walked.errors[0].to_string().contains("none"));
    }

    #[test]
    fn a_skipped_folder_is_not_entered() {
        let folder = tree(&["a.cu", "out/a.cu"]);
        let options = WalkOptions {
            skip: vec![folder.path().join("out")],
            ..WalkOptions::default()
        };
        assert_eq!(names(&walk_one(&folder, &options)), ["a.cu"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_count_once_and_loops_are_remarks() {
        use std::os::unix::fs::symlink;
        let folder = tree(&["src/a.cu"]);
        let outside = tree(&["far.cu"]);
        symlink("a.cu", folder.path().join("src/0.cu")).unwrap();
        symlink("..", folder.path().join("src/loop")).unwrap();
        symlink("gone.cu", folder.path().join("src/dangling.cu")).unwrap();
        symlink(outside.path(), folder.path().join("src/outside")).unwrap();
        let walked = walk_one(&folder, &WalkOptions::default());
        assert_eq!(names(&walked), ["src/a.cu"]);
        assert!(walked.sources[0].path.ends_with("src/a.cu"));
        assert_eq!(walked.remarks.len(), 1, "{:?}", walked.remarks);
        assert_eq!(walked.errors.len(), 1, "{:?}", walked.errors);
    }

    #[test]
    fn names_are_relative_to_the_project() {
        let folder = tree(&["src/a.cu", "src/b.cu"]);
        write_file(&folder.path().join(FILE_NAME), b"").unwrap();
        let walked = walk(&[folder.path().join("src/a.cu")], &WalkOptions::default()).unwrap();
        assert_eq!(names(&walked), ["src/a.cu"]);
        assert!(walked.base.ends_with("src"));
    }

    #[test]
    fn a_path_out_of_the_root_is_no_file() {
        assert_eq!(normalize("a", "../../x.h"), None);
        assert_eq!(normalize("a/b", ".././x.h"), Some("a/x.h".into()));
    }
}
