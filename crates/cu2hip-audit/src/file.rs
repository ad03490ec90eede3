//! What is seen in one file.

use std::collections::BTreeMap;

use crate::builds::OnlyWith;
use crate::counts::Counts;

/// Places of one kind that are kept with their text; further ones are counted.
const KEPT: u64 = 400;
/// The same where the file counts once.
const KEPT_OF_FILE: usize = 5;
/// Characters of a line that are kept.
const WIDTH: usize = 160;

/// Whose a file is and what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Role {
    /// The work itself.
    #[default]
    Main,
    /// Tests, samples, benchmarks, helpers.
    Side,
    /// Code of others.
    Vendored,
}

/// What a place stands behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Guard {
    /// Nothing that would leave it out.
    #[default]
    Not,
    /// A test of a release: older ones do without.
    Release,
    /// An option of the build.
    Option,
}

/// One place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The count or the library that it belongs to.
    pub(crate) key: String,
    /// Line, from 1.
    pub(crate) line: u32,
    /// The line's text.
    pub(crate) text: String,
    /// What it is.
    pub(crate) what: String,
    /// How many of its kind it stands for.
    pub(crate) number: u64,
    /// Behind an option or a test of the vendor.
    pub(crate) guarded: bool,
}

/// A use of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Use {
    /// Places.
    pub(crate) places: u64,
    /// A place without a guard.
    pub(crate) needed: bool,
    /// A place behind an option of the build.
    pub(crate) optional: bool,
    /// First line.
    pub(crate) line: u32,
}

/// A package that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    /// pypi, conda, crates, ...
    pub(crate) ecosystem: &'static str,
    /// Its name, in small letters.
    pub(crate) name: String,
    /// Line, from 1.
    pub(crate) line: u32,
    /// Only for an extra, a group or a test.
    pub(crate) optional: bool,
}

/// A finding of the translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its code.
    pub(crate) code: &'static str,
    /// Its effort.
    pub(crate) effort: cu2hip_core::Effort,
    /// Line, from 1.
    pub(crate) line: u32,
}

/// What is seen in one file.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileInventory {
    /// Its path from the root, with `/`.
    pub(crate) name: String,
    /// Whose it is.
    pub(crate) role: Role,
    /// Lines.
    pub(crate) lines: u64,
    /// The numbers.
    pub(crate) counts: Counts,
    /// The places.
    pub(crate) hits: Vec<Hit>,
    /// Libraries by name.
    pub(crate) libraries: BTreeMap<String, Use>,
    /// Packages.
    pub(crate) packages: Vec<Package>,
    /// Findings of the translation.
    pub(crate) findings: Vec<Found>,
    /// Places for AMD: tests of its macros, names of HIP.
    pub(crate) amd: u64,
    /// A build file that builds for AMD.
    pub(crate) amd_build: bool,
    /// Words of a build file for AMD that bring all CUDA sources to AMD.
    pub(crate) hipifies: bool,
    /// Counts whose constructs the device is asked for before use.
    pub(crate) asked: Vec<String>,
    /// Headers of the project that are included behind a test, by their name in the index.
    pub(crate) guarded_includes: Vec<(String, Guard)>,
    /// Lines with a finding that a person must look at.
    pub(crate) open_lines: u64,
    /// The target of CMake that it is a source of.
    pub(crate) target: Option<usize>,
    /// The option of CMake without which it is not built.
    pub(crate) only_with: Option<OnlyWith>,
}

impl FileInventory {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Notes a place and counts it.
    pub(crate) fn hit(&mut self, key: &str, what: &str, line: u32, text: &[u8], guarded: bool) {
        self.counts.add(key, 1);
        self.note(key, what, line, text, guarded);
    }

    /// Notes a place, unless a few are noted already; the file counts once.
    pub(crate) fn file_hit(
        &mut self,
        key: &str,
        what: &str,
        line: u32,
        text: &[u8],
        guarded: bool,
    ) {
        if self.counts.get(key) == 0 {
            self.counts.add(key, 1);
        }
        let known = self.hits.iter().filter(|hit| hit.key == key);
        // The first place without a guard decides what is needed.
        let first_open = !guarded && known.clone().all(|hit| hit.guarded);
        if first_open || known.count() < KEPT_OF_FILE {
            self.note(key, what, line, text, guarded);
        }
    }

    /// Notes a place without counting.
    pub(crate) fn note(&mut self, key: &str, what: &str, line: u32, text: &[u8], guarded: bool) {
        let same = self.hits.iter().filter(|hit| hit.key == key).count() as u64;
        if same >= KEPT {
            if let Some(last) = self.hits.iter_mut().rev().find(|hit| hit.key == key) {
                last.number += 1;
            }
            return;
        }
        self.hits.push(Hit {
            key: key.to_owned(),
            line,
            text: shown(text),
            what: what.to_owned(),
            number: 1,
            guarded,
        });
    }

    /// Notes a place that stands for `number` lines, and counts them.
    pub(crate) fn lines_hit(&mut self, key: &str, what: &str, line: u32, text: &[u8], number: u64) {
        self.counts.add(key, number);
        self.hits.push(Hit {
            key: key.to_owned(),
            line,
            text: shown(text),
            what: what.to_owned(),
            number,
            guarded: false,
        });
    }

    /// Notes a use of a library; the first place is kept.
    pub(crate) fn library(&mut self, name: &str, line: u32, text: &[u8], guarded: bool) {
        let known = self.libraries.entry(name.to_owned()).or_default();
        known.places += 1;
        let first_needed = !guarded && !known.needed;
        if known.places == 1 {
            known.line = line;
        } else if !first_needed {
            return;
        }
        known.needed |= !guarded;
        let key = format!("library:{name}");
        self.note(&key, name, line, text, guarded);
    }

    /// True if there is nothing to tell.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts.iter().next().is_none()
            && self.libraries.is_empty()
            && self.packages.is_empty()
            && self.findings.is_empty()
            && !self.amd_build
            && self.amd == 0
    }
}

/// True if a part of the path `folder` has one of these names.
pub(crate) fn lies_in(folder: &str, names: &[String]) -> bool {
    let named = |part: &str| names.iter().any(|name| name.eq_ignore_ascii_case(part));
    folder.split('/').any(named)
}

/// A line as it is shown: without blanks around, not too long.
pub(crate) fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let text = text.trim();
    let mut out: String = text.chars().take(WIDTH).collect();
    if out.len() < text.len() {
        out.push_str("...");
    }
    out
}

/// Number of lines.
pub(crate) fn line_count(text: &[u8]) -> u64 {
    let ends = memchr::memchr_iter(b'\n', text).count();
    (ends + usize::from(text.last().is_some_and(|last| *last != b'\n'))) as u64
}

/// Lines of a text with their numbers.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let lines = text.split(|b| *b == b'\n');
    (1..).zip(lines)
}
