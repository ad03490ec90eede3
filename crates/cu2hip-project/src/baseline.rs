//! The findings that a project knows: only others make a check fail.
//!
//! A finding is recognised by its file, its code and the text of its line without blanks, so that
//! it is still known where lines above it come or go.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cu2hip_core::Diagnostic;
use cu2hip_syntax::text::LineIndex;
use serde::{Deserialize, Serialize};

use crate::error::{Fault, FileError};
use crate::write::write_file;

const HEAD: &str =
    "# Findings that are known. Made by `cu2hip check --write-baseline`; do not edit.\n";
const VERSION: u32 = 1;

/// How often each finding of a file is known, by code and print of the line.
type Known = BTreeMap<String, u32>;

/// The known findings of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u32,
    /// By path relative to the project root, with `/`.
    #[serde(default)]
    files: BTreeMap<String, Known>,
}

impl Default for Baseline {
    fn default() -> Self {
        Self {
            version: VERSION,
            files: BTreeMap::new(),
        }
    }
}

/// What a baseline did to the findings of one file or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Matched {
    /// Findings that are known and were left out.
    pub known: usize,
    /// Findings of the baseline that the file no longer has.
    pub gone: usize,
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be read or was not made by this version.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let text = fs::read_to_string(path).map_err(|error| FileError::new(path, error))?;
        let fail = |message: String| FileError::new(path, Fault::Other(message));
        let baseline: Self =
            toml::from_str(&text).map_err(|error| fail(format!("is no baseline: {error}")))?;
        if baseline.version == VERSION {
            Ok(baseline)
        } else {
            Err(fail(format!(
                "has version {}, not {VERSION}",
                baseline.version
            )))
        }
    }

    /// Writes the baseline.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        // Maps of texts and numbers always serialise.
        let text = HEAD.to_owned() + &toml::to_string(self).unwrap_or_default();
        write_file(path, text.as_bytes()).map_err(|fault| FileError::new(path, fault))?;
        Ok(())
    }

    /// Adds the findings of the file `name`.
    pub fn add(&mut self, name: &str, text: &[u8], findings: &[Diagnostic]) {
        if findings.is_empty() {
            return;
        }
        let known = self.files.entry(name.to_owned()).or_default();
        for print in prints(text, findings) {
            *known.entry(print).or_default() += 1;
        }
    }

    /// Adds the findings of another baseline, of other files.
    pub fn merge(&mut self, other: Self) {
        self.files.extend(other.files);
    }

    /// Leaves only the findings of the file `name` that are not known.
    pub fn filter(&self, name: &str, text: &[u8], findings: &mut Vec<Diagnostic>) -> Matched {
        let Some(known) = self.files.get(name) else {
            return Matched::default();
        };
        let mut left = known.clone();
        let mut prints = prints(text, findings).into_iter();
        let before = findings.len();
        findings.retain(|_| {
            let print = prints.next().unwrap_or_default();
            match left.get_mut(&print).filter(|count| **count > 0) {
                Some(count) => {
                    *count -= 1;
                    false
                }
                None => true,
            }
        });
        Matched {
            known: before - findings.len(),
            gone: left.values().map(|count| *count as usize).sum(),
        }
    }
}

/// Code and print of the line of each finding.
fn prints(text: &[u8], findings: &[Diagnostic]) -> Vec<String> {
    let lines = LineIndex::new(text);
    let print = |finding: &Diagnostic| {
        let line = lines.line_span(lines.line_of(finding.span.start), text);
        format!("{}-{:016x}", finding.code, hash(line.of(text)))
    };
    findings.iter().map(print).collect()
}

/// FNV-1a over the bytes that are no blanks: the same on every machine and in every version.
fn hash(line: &[u8]) -> u64 {
    let bytes = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_core::diagnostic::all_codes;
    use cu2hip_syntax::text::Span;

    /// A finding at each `!`.
    fn findings(text: &str) -> Vec<Diagnostic> {
        let code = all_codes().next().unwrap();
        let at = text.match_indices('!').map(|(at, _)| at as u32);
        at.map(|at| Diagnostic::new(code, Span::new(at, at + 1), "m"))
            .collect()
    }

    fn left(baseline: &Baseline, name: &str, text: &str) -> (usize, Matched) {
        let mut found = findings(text);
        let matched = baseline.filter(name, text.as_bytes(), &mut found);
        (found.len(), matched)
    }

    #[test]
    fn moved_and_indented_lines_are_known_and_new_ones_are_not() {
        let text = "f(!);\ng(!);\n";
        let mut baseline = Baseline::default();
        baseline.add("a.cu", text.as_bytes(), &findings(text));
        let matched = |known, gone| Matched { known, gone };
        assert_eq!(left(&baseline, "a.cu", text), (0, matched(2, 0)));
        assert_eq!(
            left(&baseline, "a.cu", "\n\n  g( !);\nx\nf(!);\n"),
            (0, matched(2, 0))
        );
        assert_eq!(
            left(&baseline, "a.cu", "f(!);\nf(!);\n"),
            (1, matched(1, 1))
        );
        assert_eq!(left(&baseline, "a.cu", "h(!);\n"), (1, matched(0, 2)));
        assert_eq!(left(&baseline, "b.cu", text), (2, matched(0, 0)));
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known.toml");
        let mut baseline = Baseline::default();
        baseline.add("d/a \"x\".cu", b"f(!);", &findings("f(!);"));
        baseline.write(&path).unwrap();
        assert_eq!(Baseline::read(&path).unwrap(), baseline);
        write_file(&path, b"version = 2\n").unwrap();
        assert!(
            Baseline::read(&path)
                .unwrap_err()
                .to_string()
                .contains("version 2")
        );
        write_file(&path, b"[[file]]\n").unwrap();
        assert!(Baseline::read(&path).is_err());
    }
}
