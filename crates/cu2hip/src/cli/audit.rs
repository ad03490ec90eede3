//! `cu2hip audit`.

mod html;
mod markdown;
mod sarif;
mod text;

use std::fs;
use std::io::{self, Write};

use anyhow::{Context as _, Result};
use cu2hip_audit::{Audit, AuditOptions, Level, Rules};
use cu2hip_project::write::write_file;

use super::args::{Audit as Command, AuditFormat, DimensionName, When};
use super::report::pretty;
use super::{Status, escape, session};

/// Runs the command.
pub(super) fn run(command: &Command) -> Result<Status> {
    let rules = match &command.rules {
        Some(folder) => Rules::with_folder(folder)?,
        None => Rules::builtin()?,
    };
    let options = AuditOptions {
        threads: command.threads,
        exclude: command.exclude.clone(),
        team: command.team,
        all_evidence: command.why.is_some(),
        compare_targets: command.format == AuditFormat::Html,
        ..AuditOptions::default()
    };
    let folder = &command.folder;
    let mut audit = cu2hip_audit::audit(folder, &options, &rules)
        .with_context(|| folder.display().to_string())?;
    if let Some(number) = command.history {
        let plain = AuditOptions {
            compare_targets: false,
            ..options
        };
        audit.history = cu2hip_audit::history(folder, number, &plain, &rules)?;
    }
    if let Some(path) = &command.compare {
        let named = || path.display().to_string();
        let old = fs::read_to_string(path).with_context(named)?;
        cu2hip_audit::compare_with(&mut audit, &old).with_context(named)?;
    }
    let color = match &command.output {
        Some(_) => command.color == When::Always,
        None => session::wants_color(command.color, &io::stdout()),
    };
    let text = match (command.why, command.format) {
        (Some(name), _) => text::colored(text::why(&audit, key(name)), color),
        (None, AuditFormat::Text) => text::colored(text::page(&audit), color),
        (None, AuditFormat::Json) => pretty(&audit),
        (None, AuditFormat::Markdown) => markdown::page(&audit),
        (None, AuditFormat::Sarif) => pretty(&sarif::log(&audit)),
        (None, AuditFormat::Html) => html::page(&audit),
    };
    match &command.output {
        Some(path) => {
            write_file(path, text.as_bytes()).with_context(|| path.display().to_string())?;
        }
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    for error in &audit.errors {
        // Without a standard error there is no one to tell.
        let _ = writeln!(io::stderr(), "cu2hip: {}", escape::line(error.as_bytes()));
    }
    Ok(status(command, &audit))
}

/// Whether a part is needed, and where known what it takes to have it.
fn part(optional: bool, only_with: Option<&str>) -> String {
    match (optional, only_with) {
        (false, _) => "needed".to_owned(),
        (true, None) => "optional".to_owned(),
        (true, Some(option)) => format!("optional, only with {option}"),
    }
}

fn status(command: &Command, audit: &Audit) -> Status {
    let too_high = command
        .fail_above
        .is_some_and(|most| audit.score.high > most);
    let compared = audit
        .comparison
        .as_ref()
        .filter(|_| command.fail_above.is_some());
    let rose = compared.is_some_and(|c| {
        c.levels
            .iter()
            .any(|[_, _, now]| now == Level::High.as_str())
    });
    if !audit.errors.is_empty() {
        Status::Failed
    } else if too_high || rose {
        Status::Findings
    } else {
        Status::Done
    }
}

fn key(name: DimensionName) -> &'static str {
    match name {
        DimensionName::Kernels => "kernels",
        DimensionName::Libraries => "libraries",
        DimensionName::Framework => "framework",
        DimensionName::Distributed => "distributed",
        DimensionName::Toolchain => "toolchain",
        DimensionName::Team => "team",
    }
}
