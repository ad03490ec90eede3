//! Where the headers hold by which a project maps names of CUDA to HIP itself.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ProjectIndex;

/// Files by the file that maps names: those that share a translation unit with it. A file that
/// nothing includes may be brought by a build's flags, and holds everywhere.
#[derive(Debug, Clone, Default)]
pub(super) struct Mapped(FxHashMap<u32, FxHashSet<u32>>);

impl Mapped {
    /// Reads the include graph of an index.
    pub(super) fn of(index: &ProjectIndex) -> Self {
        let maps = |facts: &super::FileFacts| facts.declared.iter().any(|d| d.hip_alias);
        let files = index.files.iter().enumerate();
        let mapping = files.filter(|&(at, facts)| maps(facts) && !index.includers[at].is_empty());
        Self(
            mapping
                .map(|(at, _)| (at as u32, sharing(index, at as u32)))
                .collect(),
        )
    }

    /// True if what the file `mapping` maps holds in the file `using`.
    fn holds(&self, mapping: u32, using: Option<&u32>) -> bool {
        let (Some(files), Some(using)) = (self.0.get(&mapping), using) else {
            return true;
        };
        files.contains(using)
    }
}

/// The files that share a translation unit with a file: those that include it, and all that these
/// and it include.
fn sharing(index: &ProjectIndex, file: u32) -> FxHashSet<u32> {
    let above = closure(&index.includers, FxHashSet::from_iter([file]));
    closure(&index.included, above)
}

/// The files and all that are reached from them.
pub(super) fn closure(links: &[Vec<u32>], mut files: FxHashSet<u32>) -> FxHashSet<u32> {
    let mut work: Vec<u32> = files.iter().copied().collect();
    while let Some(file) = work.pop() {
        for &next in &links[file as usize] {
            if files.insert(next) {
                work.push(next);
            }
        }
    }
    files
}

impl ProjectIndex {
    /// True if a compatibility header of the project maps the name to HIP by itself, and the file at
    /// `path` may see it.
    pub fn is_mapped_by_project(&self, name: &[u8], path: &str) -> bool {
        let Some(declarations) = self.declared.get(name) else {
            return false;
        };
        let using = self.by_path.get(path);
        let mut mapping = declarations.iter().filter(|(_, fact)| fact.hip_alias);
        mapping.any(|(file, _)| self.mapped.holds(*file, using))
    }
}
