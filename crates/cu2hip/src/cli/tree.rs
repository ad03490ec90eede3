//! One pass over a tree: every file is translated and shown, and all is counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Result;
use cu2hip_core::{Code, Diagnostic};
use cu2hip_project::build_files::{self, BuildContext, BuildReport};
use cu2hip_project::plan::Change;
use cu2hip_project::project::with_threads;
use cu2hip_project::{FileError, FileOutcome, Project, Renames, Setup, vcs};
use cu2hip_syntax::text::LineIndex;
use indicatif::ProgressBar;

use super::annotate::{self, Paths, Style};
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

/// What a pass does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pass<'a> {
    /// Target and choices.
    pub(super) session: &'a Session,
    /// Files.
    pub(super) tree: &'a TreeArgs,
    /// Colour and so on.
    pub(super) output: &'a OutputArgs,
    /// What is printed.
    pub(super) show: Show,
    /// Give `.cu` files another name.
    pub(super) rename: bool,
    /// Leave comment lines.
    pub(super) mark: bool,
    /// Findings in build files as one block with a line for each.
    pub(super) build_block: bool,
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
#[derive(Default)]
struct Piece {
    shown: Vec<u8>,
    counts: Counts,
    change: Option<Change>,
    error: Option<FileError>,
}

/// What all files of a pass share.
struct Shared<'a> {
    show: Show,
    renames: Option<&'a Renames>,
    /// The current folder after all links.
    current: Option<PathBuf>,
    /// Its path in the repository, where the patch names files from there.
    prefix: Vec<u8>,
}

impl Pass<'_> {
    /// Opens the tree, translates and shows every file, and looks at the build files.
    pub(super) fn run(&self, summary: &mut Summary) -> Result<Tree> {
        with_threads(self.session.walk.threads, || {
            let paths = session::paths(self.tree);
            let walk = &self.session.walk;
            let project = Project::open(
                &paths,
                walk,
                &self.session.include_dirs,
                self.session.setup().mappings,
            )?;
            for error in project.errors() {
                summary.fail(error);
            }
            if self.output.verbose {
                for remark in project.remarks() {
                    summary.remark(&remark.to_string());
                }
            }
            let mut stdout = BufWriter::new(io::stdout());
            let changes = self.translate(&project, summary, &mut stdout)?;
            stdout.flush()?;
            Ok(Tree { project, changes })
        })
    }

    fn translate(
        &self,
        project: &Project,
        summary: &mut Summary,
        stdout: &mut BufWriter<Stdout>,
    ) -> io::Result<Vec<Change>> {
        let renames = self.rename.then(|| Renames::new(project.sources()));
        let setup = Setup {
            renames: renames.as_ref(),
            mark: self.mark,
            ..self.session.setup()
        };
        let shared = Shared::new(self.show, setup.renames);
        let bar = self.progress(project.sources().len());
        let mut changes = Vec::new();
        let mut result = Ok(());
        project.translate_each(
            setup,
            |outcome| {
                let piece = shared.piece(outcome);
                bar.inc(1);
                piece
            },
            |piece| {
                bar.suspend(|| self.tell(&piece, summary));
                changes.extend(piece.change);
                result = stdout.write_all(&piece.shown);
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            },
        );
        bar.finish_and_clear();
        result?;
        if !self.tree.no_build_files {
            self.build_files(project, &shared, summary, stdout)?;
        }
        Ok(changes)
    }

    /// Counts a file and names it where asked to.
    fn tell(&self, piece: &Piece, summary: &mut Summary) {
        summary.counts.add(&piece.counts);
        if let Some(error) = &piece.error {
            summary.fail(error);
        }
        if let Some(change) = piece.change.as_ref().filter(|_| self.output.verbose) {
            summary.remark(&format!("changes {}", change.path.display()));
        }
    }

    fn build_files(
        &self,
        project: &Project,
        shared: &Shared<'_>,
        summary: &mut Summary,
        stdout: &mut BufWriter<Stdout>,
    ) -> io::Result<()> {
        let setup = self.session.setup();
        let none = BTreeMap::new();
        let context = BuildContext {
            target: setup.target,
            architectures: &setup.options.architectures,
            renamed: shared.renames.map_or(&none, |r| r.map()),
        };
        let (mut reports, errors) = build_files::inspect_all(project, &context);
        for error in &errors {
            summary.fail(error);
        }
        for report in &mut reports {
            let target = std::fs::canonicalize(&report.path).unwrap_or_default();
            self.session.policy.weigh(&target, &mut report.findings);
            report.path = session::shown_path(&report.path, &target, shared.current.as_deref());
            summary.counts.add_findings(&report.findings);
        }
        if matches!(self.show, Show::Patch(style) if !style.annotate) {
            return Ok(());
        }
        let mut shown = Vec::new();
        if self.build_block && self.show != Show::Json {
            push_build_block(&mut shown, &reports);
        } else {
            for BuildReport {
                path,
                text,
                findings,
            } in &reports
            {
                push_findings(
                    &mut shown,
                    path,
                    text,
                    &LineIndex::new(text),
                    findings,
                    self.show,
                );
            }
        }
        stdout.write_all(&shown)
    }

    /// A bar on standard error, only where a person watches and nothing else is printed to the
    /// screen.
    fn progress(&self, files: usize) -> ProgressBar {
        let watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
        if self.output.quiet || !watched {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(files as u64)
        }
    }
}

impl<'a> Shared<'a> {
    fn new(show: Show, renames: Option<&'a Renames>) -> Self {
        let current = session::current_folder();
        // A patch that renames names its files from the root of the repository, as git does.
        let prefix = match (&current, renames, show) {
            (Some(folder), Some(_), Show::Patch(_)) => vcs::prefix(folder),
            _ => Vec::new(),
        };
        Self {
            show,
            renames,
            current,
            prefix,
        }
    }

    fn piece(&self, outcome: Result<FileOutcome<'_>, FileError>) -> Piece {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                return Piece {
                    error: Some(error),
                    ..Piece::default()
                };
            }
        };
        let new_name = self.renames.and_then(|r| r.file_name(&outcome.source.name));
        let path = session::shown_path(
            &outcome.source.path,
            &outcome.source.target,
            self.current.as_deref(),
        );
        let shown = self.shown(&outcome, &path, new_name.as_deref());
        let mut counts = Counts::of(&outcome.translation);
        let change = Change::new(&outcome, new_name);
        counts.changed = usize::from(!change.is_empty());
        Piece {
            shown,
            counts,
            change: (!change.is_empty()).then_some(change),
            error: None,
        }
    }

    fn shown(&self, outcome: &FileOutcome<'_>, path: &Path, new_name: Option<&str>) -> Vec<u8> {
        let mut out = Vec::new();
        let (text, translation) = (&outcome.text, &outcome.translation);
        let findings = &translation.diagnostics;
        if translation.edits.is_empty() && findings.is_empty() && new_name.is_none() {
            return out;
        }
        let lines = LineIndex::new(text);
        let Show::Patch(style) = self.show else {
            push_findings(&mut out, path, text, &lines, findings, self.show);
            return out;
        };
        let name = escape::line(path.as_os_str().as_encoded_bytes());
        let place = Place {
            name: &name,
            text,
            lines: &lines,
        };
        let new = new_name.map(|name| self.patch_path(&path.with_file_name(name)));
        let old = match new {
            Some(_) => self.patch_path(path),
            None => unrooted(path).to_vec(),
        };
        let paths = Paths {
            old: &old,
            new: new.as_deref(),
        };
        annotate::push(&mut out, paths, &place, &translation.edits, findings, style);
        out
    }

    fn patch_path(&self, path: &Path) -> Vec<u8> {
        [self.prefix.as_slice(), unrooted(path)].concat()
    }
}

fn unrooted(path: &Path) -> &[u8] {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.strip_prefix(b"/").unwrap_or(bytes)
}

/// Adds the findings in build files as one block, a line for each.
fn push_build_block(out: &mut Vec<u8>, reports: &[BuildReport]) {
    let places: usize = reports.iter().map(|r| r.findings.len()).sum();
    if places == 0 {
        return;
    }
    let mut block = format!(
        "Build files (not written): places {places}, files {}\n",
        reports.len()
    );
    for report in reports {
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
