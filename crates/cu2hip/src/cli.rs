//! Flags in, text and exit status out. Nothing is decided in here about C++.

mod annotate;
mod args;
mod ast;
mod check;
mod convert;
mod escape;
mod explain;
mod finding;
mod init;
mod json;
mod query;
mod report;
mod session;
mod single;
mod summary;
mod terminal;
mod test_rules;
mod tree;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};

/// How a run ended, as the exit status tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Done.
    Done,
    /// There are findings at or above the chosen severity, or something would change.
    Findings,
    /// Some of the work could not be done.
    Failed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Done => Self::SUCCESS,
            Status::Findings => Self::from(1),
            Status::Failed => Self::from(2),
        }
    }
}

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Convert(ref command) => convert::run(command),
        Command::Check(ref command) => check::run(command),
        Command::Explain(ref command) => explain::run(command),
        Command::Query(ref command) => query::run(command),
        Command::Ast(ref command) => ast::run(command),
        Command::Init(ref command) => init::run(command),
        Command::TestRules(ref command) => test_rules::run(command),
    };
    match result {
        Ok(status) => status.into(),
        // The reader has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let message = escape::line(format!("{error:#}").as_bytes());
            // Without a standard error there is no one to tell.
            let _ = writeln!(io::stderr(), "cu2hip: error: {message}");
            Status::Failed.into()
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of = |e: &(dyn std::error::Error + 'static)| {
        e.downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(of)
}
