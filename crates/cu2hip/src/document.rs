//! The result of a run as data: what `--report FILE.json` holds, and what all other reports are
//! made from.
//!
//! The form is versioned: within one [`FORMAT`] fields are only added. Lines and columns start at 1
//! and count characters of the input.

mod views;

use std::collections::BTreeMap;

use cu2hip_core::{Applicability, Diagnostic, Edit, EditSet, Effort, Severity, Statistics};
use cu2hip_syntax::text::{LineIndex, Span};
use serde::Serialize;

/// Version of the form.
pub const FORMAT: u32 = 1;

/// The result of a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Document {
    /// Version of the form of this document.
    pub format: u32,
    /// Version of cu2hip.
    pub version: &'static str,
    /// What was aimed at.
    pub target: Aim,
    /// Sums over all files.
    pub totals: Totals,
    /// The files with an edit or a finding, in order of path.
    pub files: Vec<File>,
}

/// What was aimed at.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Aim {
    /// ROCm release.
    pub rocm: String,
    /// AMD architectures; empty if not known.
    pub architectures: Vec<String>,
}

/// Sums over all files.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Totals {
    /// Source files that were read.
    pub files: usize,
    /// Of these, with an edit.
    pub changed: usize,
    /// Edits.
    pub edits: usize,
    /// Calls of CUDA functions.
    pub calls: u32,
    /// Of these, translated or right as they are.
    pub calls_translated: u32,
    /// Kernel launches.
    pub launches: u32,
    /// Number of findings by severity.
    pub severities: BTreeMap<&'static str, usize>,
    /// Number of findings by effort.
    pub efforts: BTreeMap<&'static str, usize>,
}

/// One file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct File {
    /// Its path as it was found.
    pub path: String,
    /// Number of edits.
    pub edits: usize,
    /// Its findings, in order of place.
    pub findings: Vec<Finding>,
    /// The places that change or have a finding, side by side.
    #[serde(skip)]
    pub views: Vec<View>,
}

/// One finding.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Code, as in `CH2004`.
    pub code: &'static str,
    /// Name of the code, as in `mask-width`.
    pub name: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// `minutes`, `hours`, `days` or `no way today`.
    pub effort: &'static str,
    /// The offending tokens.
    pub place: Region,
    /// What was seen.
    pub message: String,
    /// Why it is a problem.
    pub reason: Option<String>,
    /// What to do.
    pub advice: String,
    /// `safe` and `review`: the fix is written; `manual`: it is not.
    pub applicability: &'static str,
    /// Replacements that would settle it.
    pub fix: Vec<Replacement>,
}

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region {
    /// First line.
    pub line: u32,
    /// Column of the first character.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column behind the last character.
    pub end_column: u32,
    /// Offset of the first byte, from 0.
    pub offset: u32,
    /// Number of bytes.
    pub length: u32,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replacement {
    /// What goes; empty for an insertion.
    pub place: Region,
    /// What comes.
    pub text: String,
}

/// Lines that follow each other, old and new.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View {
    /// The rows.
    pub rows: Vec<Row>,
}

/// One line on either side; a number of 0 stands for none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Line of the input.
    pub old: (u32, String),
    /// Line of the output.
    pub new: (u32, String),
    /// True if the sides differ.
    pub differs: bool,
}

impl Totals {
    /// Adds the numbers of source files.
    pub fn add(&mut self, files: usize, changed: usize, edits: usize, statistics: &Statistics) {
        self.files += files;
        self.changed += changed;
        self.edits += edits;
        self.calls += statistics.calls_seen;
        self.calls_translated += statistics.calls_translated;
        self.launches += statistics.launches;
    }

    /// Counts findings.
    pub fn add_findings(&mut self, findings: &[Finding]) {
        for finding in findings {
            *self.severities.entry(finding.severity).or_default() += 1;
            *self.efforts.entry(finding.effort).or_default() += 1;
        }
    }
}

impl Document {
    /// A document of `files`; those without an edit and without a finding are left out.
    pub fn new(target: Aim, mut totals: Totals, mut files: Vec<File>) -> Self {
        files.retain(|file| file.edits > 0 || !file.findings.is_empty());
        for file in &files {
            totals.add_findings(&file.findings);
        }
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            target,
            totals,
            files,
        }
    }
}

impl File {
    /// The data of a file with its bytes, edits and findings.
    pub fn new(path: String, text: &[u8], edits: &EditSet, findings: &[Diagnostic]) -> Self {
        let lines = LineIndex::new(text);
        Self {
            path,
            edits: edits.len(),
            findings: findings
                .iter()
                .map(|finding| Finding::new(finding, text, &lines))
                .collect(),
            views: views::views(text, &lines, edits, findings),
        }
    }
}

impl Finding {
    /// The data of a finding in `text`.
    pub fn new(finding: &Diagnostic, text: &[u8], lines: &LineIndex) -> Self {
        let region = |span: Span| Region::new(span, text, lines);
        let replacement = |edit: &Edit| Replacement {
            place: region(edit.span),
            text: String::from_utf8_lossy(&edit.text).into_owned(),
        };
        Self {
            code: finding.code.as_str(),
            name: finding.code.name(),
            severity: finding.severity.as_str(),
            effort: finding.effort.as_str(),
            place: region(finding.span),
            message: finding.message.clone(),
            reason: finding.reason.clone(),
            advice: finding.advice.clone(),
            applicability: match finding.applicability {
                Applicability::Safe => "safe",
                Applicability::Review => "review",
                Applicability::Manual => "manual",
            },
            fix: finding.fix.iter().map(replacement).collect(),
        }
    }
}

impl Region {
    fn new(span: Span, text: &[u8], lines: &LineIndex) -> Self {
        let start = lines.line_column(span.start, text);
        let end = lines.line_column(span.end, text);
        Self {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            offset: span.start,
            length: span.byte_len(),
        }
    }
}

/// All severities, the gravest first.
pub const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];
/// All efforts, the smallest first.
pub const EFFORTS: [Effort; 4] = [Effort::Minutes, Effort::Hours, Effort::Days, Effort::None];
