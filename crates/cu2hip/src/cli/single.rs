//! One text in, its translation out: standard input, and `--stdout`.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use cu2hip_core::Translation;
use cu2hip_project::mark::mark;
use cu2hip_project::walk::slashed;
use cu2hip_project::{Project, Setup};
use cu2hip_syntax::text::LineIndex;

use super::Status;
use super::args::{Check, Convert, TreeArgs};
use super::semantic;
use super::session::{self, Session};
use super::summary::{Counts, Summary};
use super::tree::{self, Show};

/// Name of a text from standard input that was given none: translated as a CUDA source.
const UNNAMED: &str = "stdin.cu";

/// A text with its translation.
struct Single {
    path: PathBuf,
    text: Vec<u8>,
    translation: Translation,
}

/// Prints the translation to standard output and the findings to standard error.
pub(super) fn convert(session: &Session, command: &Convert) -> Result<Status> {
    let mut single = read(session, &command.tree)?;
    if command.mark {
        single.mark();
    }
    let mut summary = Summary::new(command.output.quiet);
    single.count(&mut summary);
    let mut stdout = io::stdout().lock();
    stdout.write_all(&single.translation.edits.apply(&single.text))?;
    stdout.flush()?;
    let color = session::wants_color(command.output.color, &io::stderr());
    let show = Show::findings(command.output.message_format, color);
    io::stderr().write_all(&single.findings(show))?;
    Ok(summary.status(command.fail_on, command.exit_code))
}

/// Prints the findings to standard output.
pub(super) fn check(session: &Session, command: &Check, show: Show) -> Result<Status> {
    let single = read(session, &command.tree)?;
    let mut summary = Summary::new(command.output.quiet);
    single.count(&mut summary);
    io::stdout().write_all(&single.findings(show))?;
    Ok(summary.status(command.fail_on, false))
}

fn read(session: &Session, tree: &TreeArgs) -> Result<Single> {
    let [path] = tree.paths.as_slice() else {
        bail!("give exactly one file, or `-` for standard input");
    };
    if path.as_os_str() == "-" {
        read_stdin(session, tree.stdin_filename.as_deref().unwrap_or(UNNAMED))
    } else {
        read_file(session, tree, path)
    }
}

/// A text without a project around it.
fn read_stdin(session: &Session, path: &str) -> Result<Single> {
    let mut text = Vec::new();
    io::stdin()
        .read_to_end(&mut text)
        .context("standard input")?;
    if u32::try_from(text.len()).is_err() {
        bail!("standard input: larger than 4 GiB");
    }
    let name = slashed(Path::new(path.trim_start_matches('/')));
    let translation = session.translate(&name, &text);
    Ok(Single {
        path: PathBuf::from(path),
        text,
        translation,
    })
}

/// A file with what is known of its project, exactly as a run over the tree sees it.
fn read_file(session: &Session, tree: &TreeArgs, path: &Path) -> Result<Single> {
    if path.is_dir() {
        bail!("{} is a folder: give exactly one file", path.display());
    }
    let (setup, named) = (session.setup(), [path.to_path_buf()]);
    let project = Project::open(&named, &session.walk, &session.include_dirs, setup.mappings)?;
    let semantics = semantic::ask(session, tree, &project);
    let setup = Setup {
        semantics: semantics.as_deref(),
        ..setup
    };
    let mut single = None;
    project.translate_each(
        setup,
        |outcome| outcome.map(|outcome| (outcome.text, outcome.translation)),
        |result| {
            single = Some(result);
            ControlFlow::Break(())
        },
    );
    match (single, project.into_errors().pop()) {
        (Some(result), _) => {
            let (text, translation) = result?;
            Ok(Single {
                path: path.to_path_buf(),
                text,
                translation,
            })
        }
        (None, Some(error)) => Err(error.into()),
        (None, None) => bail!("{} was not read", path.display()),
    }
}

impl Single {
    fn mark(&mut self) {
        for edit in mark(&self.text, &self.translation.diagnostics) {
            // Where the engine changed the very place, its edit holds.
            let _ = self.translation.edits.push(edit);
        }
    }

    fn count(&self, summary: &mut Summary) {
        summary.counts.add(&Counts::of(&self.translation));
    }

    fn findings(&self, show: Show) -> Vec<u8> {
        let mut out = Vec::new();
        let lines = LineIndex::new(&self.text);
        let findings = &self.translation.diagnostics;
        tree::push_findings(&mut out, &self.path, &self.text, &lines, findings, show);
        out
    }
}
