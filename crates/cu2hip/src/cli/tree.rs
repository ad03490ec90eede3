//! One pass over a tree: every file is translated and shown, and all is counted.

mod printed;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::document::{self, Aim, Document, Totals};
use anyhow::Result;
use cu2hip_core::{Diagnostic, EditSet, Translation};
use cu2hip_project::baseline::{Baseline, Matched};
use cu2hip_project::build_files::{self, BuildContext, BuildReport};
use cu2hip_project::plan::Change;
use cu2hip_project::project::with_threads;
use cu2hip_project::walk::slashed;
use cu2hip_project::{CompatHeader, FileError, FileOutcome, Project, Renames, Setup, vcs};
use cu2hip_syntax::text::LineIndex;
use indicatif::ProgressBar;

use super::annotate::{self, Paths, Style};
use super::args::{MessageFormat, OutputArgs, TreeArgs};
use super::escape;
use super::finding::Place;
use super::report::Wanted;
use super::semantic;
use super::session::{self, Session};
use super::summary::{Counts, Summary};

pub(super) use printed::push_findings;
use printed::{push_build_block, push_build_patch, push_header_patch, unrooted};

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
    /// Findings as annotations of GitHub's actions.
    Github,
}

impl Show {
    /// How findings are printed in `format`, where they are printed alone.
    pub(super) fn findings(format: MessageFormat, color: bool) -> Self {
        match format {
            MessageFormat::Text => Self::Findings { color },
            MessageFormat::Json => Self::Json,
            MessageFormat::Github => Self::Github,
        }
    }
}

/// What a pass does.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
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
    /// Change build files.
    pub(super) write_build: bool,
    /// Folder of the header with the functions that HIP lacks.
    pub(super) compat_dir: Option<&'a Path>,
    /// Make a baseline of the findings.
    pub(super) record: bool,
}

/// A tree after the pass.
#[derive(Debug)]
pub(super) struct Tree {
    /// The project.
    pub(super) project: Project,
    /// What becomes of each file, also where nothing does.
    pub(super) changes: Vec<Change>,
    /// The header with the functions that HIP lacks, and its new text, if it gets one.
    pub(super) header: Option<(CompatHeader, String)>,
    /// The findings, where a baseline is made of them.
    pub(super) recorded: Baseline,
}

/// What is gathered from all files.
#[derive(Default)]
struct Gathered {
    changes: Vec<Change>,
    /// For reports.
    files: Vec<document::File>,
    recorded: Baseline,
    matched: Matched,
    /// Functions that files take from the header.
    compat: BTreeSet<&'static str>,
    header: Option<(CompatHeader, String)>,
}

/// The result of one file, made in parallel.
#[derive(Default)]
struct Piece {
    shown: Vec<u8>,
    counts: Counts,
    change: Option<Change>,
    /// Functions that the file takes from the header.
    compat: BTreeSet<&'static str>,
    error: Option<FileError>,
    matched: Matched,
    /// For reports.
    file: Option<document::File>,
    /// A baseline of this file alone.
    recorded: Option<Baseline>,
}

/// What all files of a pass share.
struct Shared<'a> {
    show: Show,
    renames: Option<&'a Renames>,
    baseline: Option<Baseline>,
    /// Reports are made.
    documents: bool,
    /// A baseline is made.
    record: bool,
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
            let wanted = self.output.report.iter().map(|path| Wanted::new(path));
            let wanted: Vec<Wanted> = wanted.collect::<Result<_>>()?;
            let mut stdout = BufWriter::new(io::stdout());
            let gathered = self.translate(&project, summary, &mut stdout)?;
            stdout.flush()?;
            if gathered.matched != Matched::default() {
                let Matched { known, gone } = gathered.matched;
                summary.remark(&format!(
                    "baseline: {known} known findings left out, {gone} are gone"
                ));
            }
            if !wanted.is_empty() {
                let document = self.document(summary, gathered.files);
                for error in wanted.iter().filter_map(|one| one.write(&document).err()) {
                    summary.fail(&error);
                }
            }
            Ok(Tree {
                project,
                changes: gathered.changes,
                header: gathered.header,
                recorded: gathered.recorded,
            })
        })
    }

    fn document(&self, summary: &Summary, files: Vec<document::File>) -> Document {
        let setup = self.session.setup();
        let aim = Aim {
            rocm: setup.target.rocm.to_string(),
            architectures: setup.options.architectures.clone(),
        };
        let counts = &summary.counts;
        let mut totals = Totals::default();
        totals.add(
            counts.files,
            counts.changed,
            counts.edits,
            &counts.statistics,
        );
        Document::new(aim, totals, files)
    }

    fn translate(
        &self,
        project: &Project,
        summary: &mut Summary,
        stdout: &mut BufWriter<Stdout>,
    ) -> Result<Gathered> {
        let renames = self.rename.then(|| Renames::new(project.sources()));
        let header = self
            .compat_dir
            .map(|folder| CompatHeader::open(folder, project))
            .transpose()?;
        let mut options = self.session.setup().options.clone();
        options.compat_header = header.as_ref().map(|h| h.name().to_owned());
        let semantics = semantic::ask(self.session, self.tree, project);
        let setup = Setup {
            options: &options,
            renames: renames.as_ref(),
            mark: self.mark,
            semantics: semantics.as_deref(),
            ..self.session.setup()
        };
        let shared = Shared::new(self, setup.renames)?;
        let bar = self.progress(project.sources().len());
        let mut gathered = Gathered::default();
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
                result = stdout.write_all(&piece.shown);
                gathered.take(piece);
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            },
        );
        bar.finish_and_clear();
        result?;
        if let Some(header) = header
            && let Some(text) = header.with(&gathered.compat)
        {
            let mut shown = Vec::new();
            if let Show::Patch(style) = self.show {
                push_header_patch(&mut shown, &header, &text, style);
            }
            stdout.write_all(&shown)?;
            gathered.header = Some((header, text));
        }
        if !self.tree.no_build_files {
            self.build_files(project, &shared, summary, stdout, &mut gathered)?;
        }
        Ok(gathered)
    }

    /// Counts a file and names it where asked to.
    fn tell(&self, piece: &Piece, summary: &mut Summary) {
        summary.counts.add(&piece.counts);
        if let Some(error) = &piece.error {
            summary.fail(error);
        }
        let change = piece.change.as_ref().filter(|change| !change.is_empty());
        if let Some(change) = change.filter(|_| self.output.verbose) {
            summary.remark(&format!("changes {}", change.path.display()));
        }
    }

    fn build_files(
        &self,
        project: &Project,
        shared: &Shared<'_>,
        summary: &mut Summary,
        stdout: &mut BufWriter<Stdout>,
        gathered: &mut Gathered,
    ) -> io::Result<()> {
        let setup = self.session.setup();
        let none = BTreeMap::new();
        let context = BuildContext {
            target: setup.target,
            architectures: &setup.options.architectures,
            renamed: shared.renames.map_or(&none, |r| r.map()),
            write: self.write_build,
        };
        let (mut reports, errors) = build_files::inspect_all(project, &context);
        for error in &errors {
            summary.fail(error);
        }
        let mut shown = Vec::new();
        for report in &mut reports {
            let target = std::fs::canonicalize(&report.path).unwrap_or_default();
            self.session.policy.weigh(&target, &mut report.findings);
            let name = target
                .strip_prefix(project.root())
                .map(slashed)
                .unwrap_or_default();
            let mut piece = Piece {
                change: Some(Change::of_build_file(report)),
                ..Piece::default()
            };
            report.path = session::shown_path(&report.path, &target, shared.current.as_deref());
            shared.settle(&name, &report.text, &mut report.findings, &mut piece);
            shared.describe(
                &report.path,
                &report.text,
                &report.edits,
                &report.findings,
                &mut piece,
            );
            summary.counts.add_findings(&report.findings);
            summary.counts.add_build_file(&report.edits);
            if let Show::Patch(style) = self.show {
                push_build_patch(&mut shown, report, style);
            }
            gathered.take(piece);
        }
        self.show_build_findings(&reports, &mut shown);
        stdout.write_all(&shown)
    }

    fn show_build_findings(&self, reports: &[BuildReport], shown: &mut Vec<u8>) {
        if matches!(self.show, Show::Patch(style) if !style.annotate) {
            return;
        }
        if self.build_block && !matches!(self.show, Show::Json | Show::Github) {
            push_build_block(shown, reports);
            return;
        }
        for BuildReport {
            path,
            text,
            findings,
            ..
        } in reports
        {
            push_findings(
                shown,
                path,
                text,
                &LineIndex::new(text),
                findings,
                self.show,
            );
        }
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
    fn new(pass: &Pass<'_>, renames: Option<&'a Renames>) -> Result<Self, FileError> {
        let show = pass.show;
        let named = pass
            .output
            .baseline
            .as_ref()
            .or(pass.session.baseline.as_ref());
        let baseline = named
            .filter(|_| !pass.record)
            .map(|path| Baseline::read(path))
            .transpose()?;
        let current = session::current_folder();
        // A patch that renames names its files from the root of the repository, as git does.
        let prefix = match (&current, renames, show) {
            (Some(folder), Some(_), Show::Patch(_)) => vcs::prefix(folder),
            _ => Vec::new(),
        };
        Ok(Self {
            show,
            renames,
            baseline,
            documents: !pass.output.report.is_empty(),
            record: pass.record,
            current,
            prefix,
        })
    }

    /// Takes known findings out, or makes them known.
    fn settle(&self, name: &str, text: &[u8], findings: &mut Vec<Diagnostic>, piece: &mut Piece) {
        if let Some(baseline) = &self.baseline {
            piece.matched = baseline.filter(name, text, findings);
        }
        if self.record {
            let mut recorded = Baseline::default();
            recorded.add(name, text, findings);
            piece.recorded = Some(recorded);
        }
    }

    /// Adds what reports hold of a file.
    fn describe(
        &self,
        path: &Path,
        text: &[u8],
        edits: &EditSet,
        findings: &[Diagnostic],
        piece: &mut Piece,
    ) {
        if self.documents && !(edits.is_empty() && findings.is_empty()) {
            let path = path.to_string_lossy().into_owned();
            piece.file = Some(document::File::new(path, text, edits, findings));
        }
    }

    fn piece(&self, outcome: Result<FileOutcome<'_>, FileError>) -> Piece {
        let mut outcome = match outcome {
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
        let mut piece = Piece::default();
        let findings = &mut outcome.translation.diagnostics;
        self.settle(&outcome.source.name, &outcome.text, findings, &mut piece);
        let Translation {
            edits, diagnostics, ..
        } = &outcome.translation;
        self.describe(&path, &outcome.text, edits, diagnostics, &mut piece);
        piece.shown = self.shown(&outcome, &path, new_name.as_deref());
        piece.counts = Counts::of(&outcome.translation);
        let change = Change::new(&outcome, new_name);
        piece.counts.changed = usize::from(!change.is_empty());
        piece.change = Some(change);
        piece.compat = std::mem::take(&mut outcome.translation.compat);
        piece
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

impl Gathered {
    fn take(&mut self, piece: Piece) {
        self.changes.extend(piece.change);
        self.compat.extend(piece.compat);
        self.files.extend(piece.file);
        self.matched.known += piece.matched.known;
        self.matched.gone += piece.matched.gone;
        if let Some(recorded) = piece.recorded {
            self.recorded.merge(recorded);
        }
    }
}
