//! What is printed: patches of files that are no sources, the block of build files, findings.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use cu2hip_core::{Code, Diagnostic, Edit, EditSet};
use cu2hip_project::CompatHeader;
use cu2hip_project::build_files::BuildReport;
use cu2hip_syntax::text::{LineIndex, Span};

use super::Show;
use crate::cli::annotate::{self, Paths, Style};
use crate::cli::finding::{self, Place};
use crate::cli::{escape, json, report};
use crate::document;

pub(super) fn unrooted(path: &Path) -> &[u8] {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.strip_prefix(b"/").unwrap_or(bytes)
}

/// Adds the patch of the header with the functions that HIP lacks.
pub(super) fn push_header_patch(
    out: &mut Vec<u8>,
    header: &CompatHeader,
    text: &str,
    style: Style,
) {
    let old = header.old.as_deref().unwrap_or_default();
    let mut edits = EditSet::default();
    // The only edit: nothing can overlap it.
    let _ = edits.push(Edit::replace(
        Span::new(0, old.len() as u32),
        text,
        "compat",
    ));
    let name = escape::line(header.path.as_os_str().as_encoded_bytes());
    let place = Place {
        name: &name,
        text: old,
        lines: &LineIndex::new(old),
    };
    if header.old.is_some() {
        let paths = Paths {
            old: unrooted(&header.path),
            new: None,
        };
        annotate::push(out, paths, &place, &edits, &[], style);
    } else {
        annotate::push_new(out, unrooted(&header.path), &place, &edits, style);
    }
}

/// Adds the patch of a build file.
pub(super) fn push_build_patch(out: &mut Vec<u8>, report: &BuildReport, style: Style) {
    let name = escape::line(report.path.as_os_str().as_encoded_bytes());
    let place = Place {
        name: &name,
        text: &report.text,
        lines: &LineIndex::new(&report.text),
    };
    let paths = Paths {
        old: unrooted(&report.path),
        new: None,
    };
    annotate::push(out, paths, &place, &report.edits, &[], style);
}

/// Adds the findings in build files as one block, a line for each.
pub(super) fn push_build_block(out: &mut Vec<u8>, reports: &[BuildReport]) {
    let places: usize = reports.iter().map(|r| r.findings.len()).sum();
    if places == 0 {
        return;
    }
    let open = reports.iter().filter(|report| !report.findings.is_empty());
    let mut block = format!(
        "Build files (not written): places {places}, files {}\n",
        open.clone().count()
    );
    for report in open {
        let lines = LineIndex::new(&report.text);
        block.push_str("  ");
        escape::push(&mut block, report.path.as_os_str().as_encoded_bytes());
        block.push('\n');
        // One line for all places of a file that need the same.
        let mut groups: BTreeMap<(Code, String), Vec<String>> = BTreeMap::new();
        for finding in &report.findings {
            let at = lines.line_column(finding.span.start, &report.text);
            let text = format!("{}: {}", finding.message, finding.advice);
            let text = escape::line(text.as_bytes());
            let places = groups.entry((finding.code, text)).or_default();
            places.push(format!("{}:{}", at.line, at.column));
        }
        for ((code, text), places) in groups {
            // Writing to a string cannot fail.
            let _ = writeln!(block, "    {code} {text} ({})", places.join(", "));
        }
    }
    out.extend_from_slice(block.as_bytes());
}

/// Adds findings in the form that `show` asks for.
pub(in crate::cli) fn push_findings(
    out: &mut Vec<u8>,
    path: &Path,
    text: &[u8],
    lines: &LineIndex,
    findings: &[Diagnostic],
    show: Show,
) {
    match show {
        Show::Json => {
            let file = path.to_string_lossy();
            for finding in findings {
                json::push(out, &file, text, lines, finding);
            }
        }
        Show::Github => {
            let path = path.to_string_lossy().into_owned();
            let file = document::File::new(path, text, &EditSet::default(), findings);
            out.extend_from_slice(report::annotations(&file).as_bytes());
        }
        Show::Findings { color } | Show::Patch(Style { color, .. }) => {
            let name = escape::line(path.as_os_str().as_encoded_bytes());
            let place = Place {
                name: &name,
                text,
                lines,
            };
            for finding in findings {
                finding::push(out, &place, finding, color);
            }
        }
    }
}
