//! `cu2hip check`.

use std::io;

use anyhow::Result;

use super::args::{Check, MessageFormat};
use super::session::{self, Session};
use super::summary::Summary;
use super::tree::{Pass, Show};
use super::{Status, single};

/// Runs the command.
pub(super) fn run(command: &Check) -> Result<Status> {
    let session = Session::new(&command.target, &command.tree)?;
    let show = match command.output.message_format {
        MessageFormat::Json => Show::Json,
        MessageFormat::Text => Show::Findings {
            color: session::wants_color(&command.output, &io::stdout()),
        },
    };
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
    };
    pass.run(&mut summary)?;
    summary.print(Some("cu2hip explain CODE tells more about a finding"));
    Ok(summary.status(command.fail_on, false))
}
