//! What a run came to, for the end of standard error and the exit status.

use std::io::{self, Write};
use std::time::Instant;

use cu2hip_core::{Diagnostic, EditSet, Effort, Severity, Statistics, Translation};
use cu2hip_project::FileError;

use super::Status;
use super::args::FailOn;
use super::escape;

const SEVERITIES: [(Severity, &str); 3] = [
    (Severity::Error, "error"),
    (Severity::Warning, "warning"),
    (Severity::Note, "note"),
];
const EFFORTS: [Effort; 4] = [Effort::Minutes, Effort::Hours, Effort::Days, Effort::None];

/// Counts of one file or of all.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    /// Files.
    pub(super) files: usize,
    /// Of these, with edits.
    pub(super) changed: usize,
    /// Edits.
    pub(super) edits: usize,
    /// Numbers of the engine.
    pub(super) statistics: Statistics,
    /// Findings by severity and effort.
    findings: [[usize; 4]; 3],
}

impl Counts {
    /// The counts of one translated file.
    pub(super) fn of(translation: &Translation) -> Self {
        let mut counts = Self {
            files: 1,
            changed: usize::from(!translation.edits.is_empty()),
            edits: translation.edits.len(),
            statistics: translation.statistics,
            findings: [[0; 4]; 3],
        };
        counts.add_findings(&translation.diagnostics);
        counts
    }

    /// Counts findings.
    pub(super) fn add_findings(&mut self, findings: &[Diagnostic]) {
        for finding in findings {
            let row = SEVERITIES.iter().position(|(s, _)| *s == finding.severity);
            let column = EFFORTS.iter().position(|e| *e == finding.effort);
            if let (Some(row), Some(column)) = (row, column) {
                self.findings[row][column] += 1;
            }
        }
    }

    /// Counts a build file that was looked at.
    pub(super) fn add_build_file(&mut self, edits: &EditSet) {
        self.changed += usize::from(!edits.is_empty());
        self.edits += edits.len();
    }

    /// Adds the counts of another file.
    pub(super) fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.changed += other.changed;
        self.edits += other.edits;
        self.statistics.add(&other.statistics);
        for (row, others) in self.findings.iter_mut().zip(&other.findings) {
            for (count, other) in row.iter_mut().zip(others) {
                *count += other;
            }
        }
    }

    /// True if a finding makes the run fail.
    pub(super) fn fails(&self, fail_on: FailOn) -> bool {
        let rows = SEVERITIES.iter().zip(&self.findings);
        rows.filter(|((severity, _), _)| fail_on.covers(*severity))
            .any(|(_, row)| row.iter().any(|&n| n > 0))
    }
}

/// A run under way.
#[derive(Debug)]
pub(super) struct Summary {
    /// The counts so far.
    pub(super) counts: Counts,
    failed: usize,
    quiet: bool,
    started: Instant,
}

impl Summary {
    /// Starts the clock.
    pub(super) fn new(quiet: bool) -> Self {
        Self {
            counts: Counts::default(),
            failed: 0,
            quiet,
            started: Instant::now(),
        }
    }

    /// Names a file that could not be handled.
    pub(super) fn fail(&mut self, error: &FileError) {
        self.failed += 1;
        say(&format!("cu2hip: error: {error}"));
    }

    /// Says something that is no failure.
    pub(super) fn remark(&self, text: &str) {
        if !self.quiet {
            say(&format!("cu2hip: {text}"));
        }
    }

    /// The exit status.
    pub(super) fn status(&self, fail_on: FailOn, exit_code: bool) -> Status {
        if self.failed > 0 {
            Status::Failed
        } else if self.counts.fails(fail_on) || (exit_code && self.counts.changed > 0) {
            Status::Findings
        } else {
            Status::Done
        }
    }

    /// Prints the closing lines; `next` says what to do now.
    pub(super) fn print(&self, next: Option<&str>) {
        if self.quiet {
            return;
        }
        let counts = &self.counts;
        say(&format!(
            "cu2hip: {} with {}, of {} read, in {:.2} s",
            plural(counts.changed, "file"),
            plural(counts.edits, "edit"),
            counts.files,
            self.started.elapsed().as_secs_f64(),
        ));
        let seen = counts.statistics.calls_seen;
        if seen > 0 {
            let done = counts.statistics.calls_translated;
            let share = f64::from(done) * 100.0 / f64::from(seen);
            say(&format!(
                "calls: {done} of {seen} translated ({share:.1} %)"
            ));
        }
        for ((_, name), row) in SEVERITIES.iter().zip(&counts.findings) {
            if let Some(line) = finding_line(name, row) {
                say(&line);
            }
        }
        if self.failed > 0 {
            say(&format!(
                "{} could not be handled",
                plural(self.failed, "file")
            ));
        }
        if let Some(next) = next {
            say(&format!("next: {next}"));
        }
    }
}

/// `3 errors, by effort of each: minutes: 2, days: 1`; none without findings.
fn finding_line(name: &str, row: &[usize; 4]) -> Option<String> {
    let total: usize = row.iter().sum();
    let parts: Vec<String> = EFFORTS
        .iter()
        .zip(row)
        .filter(|(_, count)| **count > 0)
        .map(|(effort, count)| format!("{}: {count}", effort.as_str()))
        .collect();
    (total > 0).then(|| {
        format!(
            "{}, by effort of each: {}",
            plural(total, name),
            parts.join(", ")
        )
    })
}

fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// One line to standard error.
fn say(text: &str) {
    // Without a standard error there is no one to tell.
    let _ = writeln!(io::stderr(), "{}", escape::line(text.as_bytes()));
}
