//! One pass over a tree: every file is translated and shown, and all is counted.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Result;
use cu2hip_core::Diagnostic;
use cu2hip_project::plan::Change;
use cu2hip_project::project::with_threads;
use cu2hip_project::{FileError, FileOutcome, Project};
use cu2hip_syntax::text::LineIndex;
use indicatif::ProgressBar;

use super::annotate::{self, Style};
use super::args::{OutputArgs, TreeArgs};
use super::finding::{self, Place};
use super::session::{self, Session};
use super::summary::{Counts, Summary};
use super::{escape, json};

/// What is printed of each file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    /// The patch, with findings as the style says.
    Patch(Style),
    /// Findings as text.
    Findings {
        /// With colour.
        color: bool,
    },
    /// Findings as JSON lines.
    Json,
}

/// A tree after the pass.
#[derive(Debug)]
pub(super) struct Tree {
    /// The project.
    pub(super) project: Project,
    /// The files that change.
    pub(super) changes: Vec<Change>,
}

/// The result of one file, made in parallel.
struct Piece {
    shown: Vec<u8>,
    counts: Counts,
    change: Option<Change>,
    error: Option<FileError>,
}

/// Opens the tree, translates and shows every file.
pub(super) fn pass(
    session: &Session,
    tree: &TreeArgs,
    output: &OutputArgs,
    show: Show,
    summary: &mut Summary,
) -> Result<Tree> {
    with_threads(session.walk.threads, || {
        let paths = session::paths(tree);
        let project = Project::open(&paths, &session.walk, session.setup().mappings)?;
        for error in project.errors() {
            summary.fail(error);
        }
        if output.verbose {
            for remark in project.remarks() {
                summary.remark(&remark.to_string());
            }
        }
        let mut stdout = BufWriter::new(io::stdout());
        let bar = progress(output, project.sources().len());
        let changes = translate(session, &project, output, show, summary, &mut stdout, &bar);
        bar.finish_and_clear();
        let changes = changes?;
        stdout.flush()?;
        Ok(Tree { project, changes })
    })
}

fn translate(
    session: &Session,
    project: &Project,
    output: &OutputArgs,
    show: Show,
    summary: &mut Summary,
    stdout: &mut BufWriter<Stdout>,
    bar: &ProgressBar,
) -> io::Result<Vec<Change>> {
    let current = session::current_folder();
    let mut changes = Vec::new();
    let mut result = Ok(());
    project.translate_each(
        session.setup(),
        |outcome| {
            let piece = piece(outcome, current.as_deref(), show);
            bar.inc(1);
            piece
        },
        |piece| {
            summary.counts.add(&piece.counts);
            if let Some(error) = &piece.error {
                bar.suspend(|| summary.fail(error));
            }
            if let Some(change) = piece.change {
                if output.verbose {
                    bar.suspend(|| summary.remark(&format!("changes {}", change.path.display())));
                }
                changes.push(change);
            }
            match stdout.write_all(&piece.shown) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    result = Err(error);
                    ControlFlow::Break(())
                }
            }
        },
    );
    result.map(|()| changes)
}

fn piece(outcome: Result<FileOutcome<'_>, FileError>, current: Option<&Path>, show: Show) -> Piece {
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            return Piece {
                shown: Vec::new(),
                counts: Counts::default(),
                change: None,
                error: Some(error),
            };
        }
    };
    let translation = &outcome.translation;
    let path = session::shown_path(outcome.source, current);
    Piece {
        shown: shown(&outcome, &path, show),
        counts: Counts::of(translation),
        change: (!translation.edits.is_empty()).then(|| Change::new(&outcome, None)),
        error: None,
    }
}

fn shown(outcome: &FileOutcome<'_>, path: &Path, show: Show) -> Vec<u8> {
    let mut out = Vec::new();
    let translation = &outcome.translation;
    if translation.edits.is_empty() && translation.diagnostics.is_empty() {
        return out;
    }
    let lines = LineIndex::new(&outcome.text);
    if let Show::Patch(style) = show {
        let bytes = path.as_os_str().as_encoded_bytes();
        let bytes = bytes.strip_prefix(b"/").unwrap_or(bytes);
        let name = escape::line(bytes);
        let place = Place {
            name: &name,
            text: &outcome.text,
            lines: &lines,
        };
        annotate::push(
            &mut out,
            bytes,
            &place,
            &translation.edits,
            &translation.diagnostics,
            style,
        );
    } else {
        push_findings(
            &mut out,
            path,
            &outcome.text,
            &lines,
            &translation.diagnostics,
            show,
        );
    }
    out
}

/// Adds findings in the form that `show` asks for.
pub(super) fn push_findings(
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

/// A bar on standard error, only where a person watches and nothing else is printed to the screen.
fn progress(output: &OutputArgs, files: usize) -> ProgressBar {
    let watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    if output.quiet || !watched {
        ProgressBar::hidden()
    } else {
        ProgressBar::new(files as u64)
    }
}
