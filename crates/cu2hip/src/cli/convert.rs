//! `cu2hip convert`.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Result, bail};
use cu2hip_project::plan::{self, Change, InPlace, Written};
use cu2hip_project::vcs::Allowed;
use cu2hip_project::write::write_file;
use cu2hip_project::{FileError, depfile};

use super::annotate::Style;
use super::args::{Convert, MessageFormat};
use super::session::{self, Session};
use super::summary::Summary;
use super::tree::{Pass, Show, Tree};
use super::{Status, single};

/// Runs the command.
pub(super) fn run(command: &Convert) -> Result<Status> {
    let mut session = Session::new(&command.target, &command.tree)?;
    if session::reads_stdin(&command.tree) || command.stdout {
        if command.in_place || command.out_dir.is_some() {
            bail!("standard input has no file to write to: leave out -i and -o");
        }
        return single::convert(&session, command);
    }
    session.walk.skip.extend(command.out_dir.clone());
    session.walk.base.clone_from(&command.base);
    session.walk.follow = command.follow_includes;
    let mut summary = Summary::new(command.output.quiet);
    let pass = Pass {
        session: &session,
        tree: &command.tree,
        output: &command.output,
        show: show(command),
        rename: command.rename,
        mark: command.mark,
        build_block: true,
        write_build: command.build_files,
        compat_dir: command
            .compat_dir
            .as_deref()
            .or(session.compat_dir.as_deref()),
        record: false,
    };
    let tree = pass.run(&mut summary)?;
    let written = write(command, &tree, &mut summary);
    if let (Some(stamp), Some(written)) = (&command.stamp, &written)
        && summary.status(command.fail_on, false) == Status::Done
    {
        finish(command, &tree, written, stamp)?;
    }
    summary.print(next_step(command, &tree, written.as_ref()).as_deref());
    Ok(summary.status(command.fail_on, command.exit_code))
}

fn show(command: &Convert) -> Show {
    let color = session::wants_color(command.output.color, &io::stdout());
    let format = command.output.message_format;
    if format != MessageFormat::Text || command.in_place || command.out_dir.is_some() {
        Show::findings(format, color)
    } else {
        Show::Patch(Style {
            annotate: !command.no_annotate,
            terminal: io::stdout().is_terminal(),
            color,
        })
    }
}

/// Writes what the flags ask for; none if nothing is written.
fn write(command: &Convert, tree: &Tree, summary: &mut Summary) -> Option<Written> {
    let mut written = if command.in_place {
        plan::write_in_place(tree.project.base(), &tree.changes, &in_place(command))
    } else {
        let folder = command.out_dir.as_deref()?;
        let base = tree.project.base();
        if command.follow_includes {
            plan::write_files(base, &tree.changes, folder)
        } else {
            plan::write_mirror(base, &tree.changes, folder, command.only_changed)
        }
    };
    if let (Some((header, text)), true) = (&tree.header, written.errors.is_empty()) {
        let put = match &command.out_dir {
            Some(folder) => header.write_mirror(text, tree.project.base(), folder),
            None => header.write_in_place(text, &in_place(command)),
        };
        match put {
            Ok(path) => written.files.push(path),
            Err(error) => written.errors.push(error),
        }
    }
    for error in &written.errors {
        summary.fail(error);
    }
    Some(written)
}

fn in_place(command: &Convert) -> InPlace {
    InPlace {
        allowed: Allowed {
            dirty: command.allow_dirty,
            no_vcs: command.allow_no_vcs,
        },
        backup: command.backup.clone(),
    }
}

/// Writes the depfile and then the stamp, which is always new.
fn finish(command: &Convert, tree: &Tree, written: &Written, stamp: &Path) -> Result<()> {
    if let Some(folder) = &command.out_dir {
        plan::renew_sources(&tree.project, written, folder)?;
    }
    if let Some(path) = &command.depfile {
        let rule = depfile::rule(stamp, &tree.project.inputs());
        write_file(path, &rule).map_err(|fault| FileError::new(path, fault))?;
    }
    // An equal file would not be written and would stay older than what was read.
    let _ = std::fs::remove_file(stamp);
    write_file(stamp, b"").map_err(|fault| FileError::new(stamp, fault))?;
    Ok(())
}

fn next_step(command: &Convert, tree: &Tree, written: Option<&Written>) -> Option<String> {
    match (written, command.out_dir.as_deref()) {
        (Some(written), _) if !written.errors.is_empty() => None,
        (Some(written), Some(folder)) => Some(format!(
            "{} files written; build {} with the HIP compiler",
            written.files.len(),
            Path::new(folder).display()
        )),
        (Some(written), None) => {
            let count = written.files.len();
            Some(format!(
                "{count} files written; read the difference (git diff), then build"
            ))
        }
        (None, _) if tree.changes.iter().all(Change::is_empty) => None,
        (None, _) => Some("cu2hip convert -i writes this to the files, -o DIR to a copy".into()),
    }
}
