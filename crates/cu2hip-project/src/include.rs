//! Which file of the project an `#include` names.

use std::collections::BTreeMap;

/// How an include was resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Relative to the folder of the including file.
    SameFolder,
    /// In one of the include folders that were given.
    IncludeFolder,
    /// By the only file of the tree whose path ends like this.
    Suffix,
}

/// Looks includes up as a compiler does, over the paths of a project.
#[derive(Debug)]
pub struct IncludeResolver<'a> {
    folders: Vec<String>,
    paths: BTreeMap<&'a str, usize>,
    by_name: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> IncludeResolver<'a> {
    /// A resolver over `paths` (relative to the project root, with `/`) with the include folders
    /// of the compiler, relative to the root as well.
    pub fn new(paths: impl IntoIterator<Item = &'a str>, folders: &[String]) -> Self {
        let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let paths: BTreeMap<&str, usize> =
            paths.into_iter().enumerate().map(|(n, p)| (p, n)).collect();
        for path in paths.keys() {
            by_name.entry(last_part(path)).or_default().push(path);
        }
        let folders = folders.iter().filter_map(|f| normalize("", f)).collect();
        Self {
            folders,
            paths,
            by_name,
        }
    }

    /// The number (in the order given to [`IncludeResolver::new`]) of the file that an include of
    /// `path` in the file `from` names, and how it was found.
    pub fn resolve(&self, from: &str, path: &str, quoted: bool) -> Option<(usize, Found)> {
        let near = quoted.then(|| (folder_of(from), Found::SameFolder));
        let given = self
            .folders
            .iter()
            .map(|f| (f.as_str(), Found::IncludeFolder));
        for (folder, how) in near.into_iter().chain(given) {
            let number = normalize(folder, path).and_then(|p| self.paths.get(p.as_str()));
            if let Some(&number) = number {
                return Some((number, how));
            }
        }
        self.by_suffix(path).map(|number| (number, Found::Suffix))
    }

    /// The only file whose path ends with `path`.
    fn by_suffix(&self, path: &str) -> Option<usize> {
        let path = path.trim_start_matches("./").trim_start_matches("../");
        let same_end = |candidate: &&&str| {
            candidate
                .strip_suffix(path)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let mut candidates = self.by_name.get(last_part(path))?.iter().filter(same_end);
        match (candidates.next(), candidates.next()) {
            (Some(only), None) => self.paths.get(only).copied(),
            _ => None,
        }
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `folder/path` without `.` and `..`; none if it leads out of the root.
pub fn normalize(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let start = if path.starts_with('/') { "" } else { folder };
    for part in start.split('/').chain(path.split('/')) {
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

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 6] = [
        "a/k.cu",
        "a/k.cuh",
        "inc/k.cuh",
        "inc/only.h",
        "b/dup.h",
        "c/dup.h",
    ];

    fn resolve(from: &str, path: &str, quoted: bool) -> Option<(&'static str, Found)> {
        let resolver = IncludeResolver::new(PATHS, &["./inc".to_owned()]);
        let (number, how) = resolver.resolve(from, path, quoted)?;
        Some((PATHS[number], how))
    }

    #[test]
    fn quoted_looks_beside_the_file_first() {
        assert_eq!(
            resolve("a/k.cu", "k.cuh", true),
            Some(("a/k.cuh", Found::SameFolder))
        );
        assert_eq!(
            resolve("a/k.cu", "../inc/only.h", true),
            Some(("inc/only.h", Found::SameFolder))
        );
    }

    #[test]
    fn angled_looks_in_include_folders_only() {
        assert_eq!(
            resolve("a/k.cu", "k.cuh", false),
            Some(("inc/k.cuh", Found::IncludeFolder))
        );
    }

    #[test]
    fn a_suffix_counts_only_if_it_is_unique() {
        assert_eq!(
            resolve("a/k.cu", "only.h", false),
            Some(("inc/only.h", Found::IncludeFolder))
        );
        assert_eq!(
            resolve("a/k.cu", "a/k.cuh", false),
            Some(("a/k.cuh", Found::Suffix))
        );
        assert_eq!(resolve("a/k.cu", "dup.h", true), None);
        assert_eq!(resolve("a/k.cu", "nly.h", true), None);
        assert_eq!(resolve("a/k.cu", "cuda_runtime.h", false), None);
    }

    #[test]
    fn a_path_out_of_the_root_is_no_file() {
        assert_eq!(normalize("a", "../../x.h"), None);
        assert_eq!(normalize("a/b", ".././x.h"), Some("a/x.h".into()));
    }
}
