//! `cu2hip check`.

use std::io;

use anyhow::Result;

use super::args::{Check, FailOn};
use super::session::{self, Session};
use super::summary::Summary;
use super::tree::{Pass, Show};
use super::{Status, single};

/// Runs the command.
pub(super) fn run(command: &Check) -> Result<Status> {
    let session = Session::new(&command.target, &command.tree)?;
    let color = session::wants_color(command.output.color, &io::stdout());
    let show = Show::findings(command.output.message_format, color);
    if session::reads_stdin(&command.tree) {
        return single::check(&session, command, show);
    }
    let mut summary = Summary::new(command.output.quiet);
    let pass = Pass {
        session: &session,
        tree: &command.tree,
        output: &command.output,
        show,
        rename: false,
        mark: false,
        build_block: false,
        write_build: false,
        compat_dir: None,
        record: command.write_baseline.is_some(),
    };
    let tree = pass.run(&mut summary)?;
    if let Some(path) = &command.write_baseline {
        tree.recorded.write(path)?;
        summary.print(Some(
            "give this file to --baseline, or name it in cu2hip.toml",
        ));
        return Ok(summary.status(FailOn::Never, false));
    }
    summary.print(Some("cu2hip explain CODE tells more about a finding"));
    Ok(summary.status(command.fail_on, false))
}
