//! `cu2hip setup`: what helps other programs.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::Result;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::Status;
use super::args::{Arguments, Printed, SetupFile};

const CMAKE: &str = include_str!("../../cmake/cu2hip.cmake");

/// Runs the command.
pub(super) fn run(command: &SetupFile) -> Result<Status> {
    let text = match command.what {
        Printed::Bash => completions(Shell::Bash),
        Printed::Fish => completions(Shell::Fish),
        Printed::Zsh => completions(Shell::Zsh),
        Printed::Powershell => completions(Shell::PowerShell),
        Printed::Elvish => completions(Shell::Elvish),
        Printed::Man => manual()?,
        Printed::Cmake => CMAKE.as_bytes().to_vec(),
        Printed::Markdown => markdown().into_bytes(),
    };
    io::stdout().write_all(&text)?;
    Ok(Status::Done)
}

fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cu2hip", &mut text);
    text
}

/// One page with all commands.
fn manual() -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let mut command = Arguments::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for part in command
        .get_subcommands()
        .filter(|part| part.get_name() != "help")
    {
        writeln!(text, ".SH \"CU2HIP {}\"", part.get_name().to_uppercase())?;
        let man = clap_mangen::Man::new(part.clone());
        man.render_synopsis_section(&mut text)?;
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
    }
    Ok(text)
}

/// The help of all commands as one page.
fn markdown() -> String {
    let mut page = String::from("# Command line\n\nWhat `--help` prints, command by command.\n");
    let mut command = Arguments::command().term_width(100);
    command.build();
    section(&mut page, "cu2hip", &mut command);
    let names: Vec<String> = command
        .get_subcommands()
        .map(|part| part.get_name().to_owned())
        .collect();
    for name in names.iter().filter(|name| *name != "help") {
        if let Some(part) = command.find_subcommand_mut(name) {
            section(&mut page, &format!("cu2hip {name}"), part);
        }
    }
    page
}

fn section(page: &mut String, title: &str, command: &mut Command) {
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "\n## {title}\n\n```text\n{}\n```\n",
        lines.join("\n").trim_end()
    );
}
