//! The patch of a file with its findings, in a form that `git apply` and `patch` skip.

use cu2hip_core::{Applicability, Diagnostic, EditSet};
use cu2hip_project::patch::{self, Hunk};

use super::finding::{self, Place};
use super::terminal;

/// How a patch is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    /// With findings.
    pub(super) annotate: bool,
    /// For a terminal: text is escaped.
    pub(super) terminal: bool,
    /// With colour.
    pub(super) color: bool,
}

/// The file of a patch, by its old and new path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paths<'a> {
    /// As it is.
    pub(super) old: &'a [u8],
    /// After the patch, if that is another one.
    pub(super) new: Option<&'a [u8]>,
}

/// Adds the patch of a file and its findings to `out`.
pub(super) fn push(
    out: &mut Vec<u8>,
    paths: Paths<'_>,
    place: &Place<'_>,
    edits: &EditSet,
    findings: &[Diagnostic],
    style: Style,
) {
    let hunks = patch::hunks(place.text, edits, patch::CONTEXT_LINES);
    let mut header = Vec::new();
    match paths.new {
        Some(new) => patch::push_rename_header(&mut header, paths.old, new, !hunks.is_empty()),
        None if hunks.is_empty() => {}
        None => patch::push_file_header(&mut header, paths.old),
    }
    terminal::push_file_header(out, &header, style);
    let mut told = vec![false; findings.len()];
    for hunk in &hunks {
        let mut heading = hunk.header();
        if style.annotate {
            for name in names_beside(hunk, findings, &mut told) {
                heading.push(' ');
                heading.push_str(&name);
            }
        }
        terminal::push_hunk(out, &heading, hunk, style);
    }
    if style.annotate {
        for (finding, _) in findings.iter().zip(told).filter(|(_, told)| !told) {
            finding::push(out, place, finding, style.color);
        }
    }
}

/// Adds the patch of a file that is not there yet.
pub(super) fn push_new(
    out: &mut Vec<u8>,
    path: &[u8],
    place: &Place<'_>,
    edits: &EditSet,
    style: Style,
) {
    let mut header = Vec::new();
    patch::push_new_file_header(&mut header, path);
    terminal::push_file_header(out, &header, style);
    for hunk in &patch::hunks(place.text, edits, patch::CONTEXT_LINES) {
        terminal::push_hunk(out, &hunk.header(), hunk, style);
    }
}

/// Names of the findings that are told in the heading of `hunk`: those beside an edit that was made.
fn names_beside(hunk: &Hunk<'_>, findings: &[Diagnostic], told: &mut [bool]) -> Vec<String> {
    let mut names = Vec::new();
    for (finding, told) in findings.iter().zip(told) {
        let written = finding.applicability != Applicability::Manual;
        let inside = hunk.span.start <= finding.span.start && finding.span.start < hunk.span.end;
        if written && inside && !*told {
            *told = true;
            let name = format!("{} {}", finding.code, finding.code.name());
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}
