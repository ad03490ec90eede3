//! `cu2hip ast`.

use std::io::{self, Read, Write};

use anyhow::{Context as _, Result};
use cu2hip_project::project::read_source;
use cu2hip_syntax::Tree;
use cu2hip_syntax::oracle::NoOracle;

use super::args::Ast;
use super::{Status, escape};

/// Runs the command.
pub(super) fn run(command: &Ast) -> Result<Status> {
    let text = if command.file.as_os_str() == "-" {
        let mut text = Vec::new();
        io::stdin()
            .read_to_end(&mut text)
            .context("standard input")?;
        text
    } else {
        read_source(&command.file)?
    };
    let tree = Tree::parse(&text, &NoOracle);
    let mut shown = if command.json {
        serde_json::to_string(&tree.dump())?
    } else {
        escape::lines(&tree.dump_text())
    };
    shown.push('\n');
    io::stdout().write_all(shown.as_bytes())?;
    Ok(Status::Done)
}
