//! Build files. Every place that must change for HIP becomes a finding at its exact span, with the
//! edit as a fix where one text is right; where writing is asked for, these edits are made.
//!
//! Each format is tokenised by its own rules; names of flags, libraries and variables are data in
//! `mappings/build/`.

mod cmake;
mod cmake_facts;
mod cmake_lexer;
mod make;
mod script;
mod tables;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use cmake_facts::{CMakeFacts, CMakeTarget, Needing, Switch, cmake_facts};

use cu2hip_core::diagnostic::registry::{HOST_DEFINITION, WARP_SYNC_DEFINE};
use cu2hip_core::{Applicability, Diagnostic, Edit, EditSet};
use cu2hip_mappings::{RocmVersion, Target};
use cu2hip_syntax::text::Span;

use crate::error::FileError;
use crate::kind::FileKind;
use crate::project::{Project, read_source};
use crate::walk::SourceFile;

/// The release from which the `_sync` functions need no definition.
const WARP_SYNC_DEFAULT: RocmVersion = RocmVersion { major: 7, minor: 0 };
/// Files named in a message.
const NAMED_FILES: usize = 3;

/// The format of a build file, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildKind {
    /// `CMakeLists.txt`, `*.cmake`.
    CMake,
    /// `Makefile`, `*.mk`.
    Make,
    /// `setup.py`, `pyproject.toml`.
    Python,
    /// `meson.build`.
    Meson,
    /// `BUILD`, `BUILD.bazel`, `*.bzl`.
    Bazel,
}

impl BuildKind {
    /// The format of a file with this name; none if it is no build file.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        match name {
            "CMakeLists.txt" => return Some(Self::CMake),
            "Makefile" | "makefile" | "GNUmakefile" => return Some(Self::Make),
            "setup.py" | "pyproject.toml" => return Some(Self::Python),
            "meson.build" => return Some(Self::Meson),
            "BUILD" | "BUILD.bazel" => return Some(Self::Bazel),
            _ => {}
        }
        match path.extension()?.to_str()? {
            "cmake" => Some(Self::CMake),
            "mk" | "mak" => Some(Self::Make),
            "bzl" => Some(Self::Bazel),
            _ => None,
        }
    }
}

/// What the findings depend on besides the file.
#[derive(Debug, Clone, Copy)]
pub struct BuildContext<'a> {
    /// The release and libraries aimed at.
    pub target: &'a Target,
    /// AMD architectures; empty if not known.
    pub architectures: &'a [String],
    /// Sources that get another name: paths relative to the project root, old to new.
    pub renamed: &'a BTreeMap<String, String>,
    /// Make the edits instead of reporting them.
    pub write: bool,
}

/// What the sources need of the build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// Files for a host compiler that include HIP headers after translation.
    pub host_files: Vec<String>,
    /// A file that uses a `_sync` function.
    pub warp_sync: Option<String>,
}

impl Needs {
    /// The needs of a project.
    pub fn of(project: &Project) -> Self {
        let index = project.index();
        let is_host = |source: &&SourceFile| {
            source.kind == FileKind::Source && index.reaches_runtime(&source.name)
        };
        let uses_sync = |source: &&SourceFile| {
            index
                .file(&source.name)
                .is_some_and(|facts| facts.warp_sync_uses > 0)
        };
        let sources = project.sources().iter();
        Self {
            host_files: sources
                .clone()
                .filter(is_host)
                .map(|s| s.name.clone())
                .collect(),
            warp_sync: sources.clone().find(uses_sync).map(|s| s.name.clone()),
        }
    }
}

/// A build file with its findings.
#[derive(Debug)]
pub struct BuildReport {
    /// The file by the name that the user gave.
    pub path: PathBuf,
    /// Its bytes.
    pub text: Vec<u8>,
    /// What must change and is not written, in order of place.
    pub findings: Vec<Diagnostic>,
    /// What is written.
    pub edits: EditSet,
}

impl BuildReport {
    /// Makes edits of the fixes of all findings. What is left are findings without a fix, and
    /// those with a fix that wants a look.
    fn write(&mut self) {
        let edits = &mut self.edits;
        self.findings.retain_mut(|finding| {
            let written = finding.applicability;
            finding.applicability = Applicability::Manual;
            if finding.fix.is_empty() {
                return true;
            }
            let mut tried = edits.clone();
            if finding
                .fix
                .iter()
                .any(|edit| tried.push(edit.clone()).is_err())
            {
                return true;
            }
            *edits = tried;
            finding.applicability = written;
            written == Applicability::Review
        });
    }

    /// Marks all fixes as not written.
    fn report(&mut self) {
        for finding in &mut self.findings {
            finding.applicability = Applicability::Manual;
        }
    }
}

/// Reads the build files of a project and finds what must change, or changes it.
pub fn inspect_all(
    project: &Project,
    context: &BuildContext<'_>,
) -> (Vec<BuildReport>, Vec<FileError>) {
    let (mut reports, mut errors) = (Vec::new(), Vec::new());
    for path in project.others() {
        let Some(kind) = BuildKind::of(path) else {
            continue;
        };
        match read_source(path) {
            Ok(text) => {
                let folder = folder_below(project.root(), path);
                let findings = inspect(kind, &text, &folder, context);
                reports.push(BuildReport {
                    path: path.clone(),
                    text,
                    findings,
                    edits: EditSet::default(),
                });
            }
            Err(error) => errors.push(error),
        }
    }
    // The needs of the whole project are told once, in the build file nearest to the root.
    let depth = |report: &&mut BuildReport| report.path.components().count();
    if let Some(report) = reports.iter_mut().min_by_key(depth) {
        let place = first_line(&report.text);
        report
            .findings
            .splice(0..0, needs_findings(&Needs::of(project), context, place));
    }
    for report in &mut reports {
        if context.write {
            report.write();
        } else {
            report.report();
        }
    }
    reports.retain(|report| !report.findings.is_empty() || !report.edits.is_empty());
    (reports, errors)
}

/// The findings of one build file; `folder` is where it lies, relative to the project root.
pub fn inspect(
    kind: BuildKind,
    text: &[u8],
    folder: &str,
    context: &BuildContext<'_>,
) -> Vec<Diagnostic> {
    let mut finder = Finder {
        kind,
        text,
        folder,
        context,
        found: Vec::new(),
    };
    match kind {
        BuildKind::CMake => cmake::inspect(&mut finder),
        BuildKind::Make => make::inspect(&mut finder),
        BuildKind::Python | BuildKind::Meson | BuildKind::Bazel => {
            script::inspect(&mut finder, kind);
        }
    }
    let mut found = finder.found;
    found.sort_by_key(|finding| (finding.span, finding.code));
    found.dedup_by(|a, b| a.span == b.span && a.code == b.code);
    found
}

fn folder_below(root: &Path, path: &Path) -> String {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).unwrap_or_default();
    folder
        .strip_prefix(root)
        .map(crate::walk::slashed)
        .unwrap_or_default()
}

fn first_line(text: &[u8]) -> Span {
    let end = text.iter().position(|b| matches!(b, b'\n' | b'\r'));
    Span::new(0, end.unwrap_or(text.len()) as u32)
}

fn needs_findings(needs: &Needs, context: &BuildContext<'_>, place: Span) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if let Some(first) = needs.host_files.first() {
        let count = needs.host_files.len();
        let named = needs.host_files[..count.min(NAMED_FILES)].join(", ");
        let more = if count > NAMED_FILES { ", ..." } else { "" };
        let message = if count == 1 {
            format!("{first} includes HIP headers and is no HIP source")
        } else {
            format!("{count} files include HIP headers and are no HIP sources: {named}{more}")
        };
        findings.push(Diagnostic::new(HOST_DEFINITION, place, message));
    }
    if let Some(file) = &needs.warp_sync
        && context.target.rocm < WARP_SYNC_DEFAULT
    {
        let message = format!(
            "{file} uses _sync functions, which ROCm {} hides",
            context.target.rocm
        );
        let advice = "add -DHIP_ENABLE_WARP_SYNC_BUILTINS to the flags of all HIP sources";
        findings.push(Diagnostic::new(WARP_SYNC_DEFINE, place, message).advice(advice));
    }
    findings
}

/// Collects the findings of one file.
struct Finder<'a> {
    kind: BuildKind,
    text: &'a [u8],
    folder: &'a str,
    context: &'a BuildContext<'a>,
    found: Vec<Diagnostic>,
}

impl Finder<'_> {
    fn push(&mut self, finding: Diagnostic) {
        self.found.push(finding);
    }
}

/// An edit made from the tables of build files.
fn edit(span: Span, text: impl Into<Vec<u8>>, table: &str, key: &str) -> Edit {
    Edit::replace(span, text, format!("build/{table}.toml:{key}"))
}

#[cfg(test)]
mod tests;
