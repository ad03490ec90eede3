//! The flags, with the help that people read.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cu2hip_core::Severity;

const EXAMPLES: &str = "\
Examples:
  cu2hip convert src                  show what would change, as a patch
  cu2hip convert -i src               change the files
  cu2hip convert -o build/hip .       write the translated tree to another folder
  cu2hip convert src | git apply      the same as -i, through git
  cu2hip check --fail-on warning      for hooks and CI: findings only
  cu2hip explain CH2004               what a finding means and what to do
  cu2hip query cublasSgemm            what becomes of a name

Exit status: 0 done, 1 findings (see --fail-on, --exit-code), 2 some of the work could not be done.";

/// Translates CUDA C++ to HIP C++ and says what it could not translate.
#[derive(Debug, Parser)]
#[command(name = "cu2hip", version, after_help = EXAMPLES, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Translate: print a patch, or write files with -i or -o
    Convert(Box<Convert>),
    /// Report findings and change nothing
    Check(Box<Check>),
    /// Measure how deep a code base is bound to CUDA, and which ways lead out
    Audit(Box<Audit>),
    /// Explain a finding code
    Explain(Explain),
    /// Show what becomes of a CUDA name
    Query(Query),
    /// Show the syntax tree of a file
    Ast(Ast),
    /// Write a commented cu2hip.toml for a project
    Init(Init),
    /// Check the examples of the project's own rules
    TestRules(TestRules),
    /// Print what helps other programs: completions, the manual page, the module for CMake
    Setup(SetupFile),
}

/// Without -i, -o or --stdout nothing is changed: the patch goes to standard output. Findings are
/// part of it, in a form that `git apply` and `patch` skip.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Convert {
    #[command(flatten)]
    pub(super) tree: TreeArgs,
    /// Write the translation over the files; each file is replaced whole or not at all
    #[arg(short, long, conflicts_with_all = ["out_dir", "stdout"], help_heading = "Writing")]
    pub(super) in_place: bool,
    /// Write the translated tree to DIR; files that do not change are copied
    #[arg(
        short,
        long,
        value_name = "DIR",
        conflicts_with = "stdout",
        help_heading = "Writing"
    )]
    pub(super) out_dir: Option<PathBuf>,
    /// With -o: leave out files that do not change
    #[arg(long, requires = "out_dir", help_heading = "Writing")]
    pub(super) only_changed: bool,
    /// Print the translation of one file; findings go to standard error
    #[arg(long, help_heading = "Writing")]
    pub(super) stdout: bool,
    /// Give .cu files the name .hip, in the includes that name them as well
    #[arg(long, conflicts_with = "stdout", help_heading = "Writing")]
    pub(super) rename: bool,
    /// Change CMake files, makefiles and setup.py as well, where the change is exact
    #[arg(long, conflicts_with_all = ["no_build_files", "stdout"], help_heading = "Writing")]
    pub(super) build_files: bool,
    /// Write the functions that HIP lacks once, into a header in DIR that the files include; without
    /// it each file gets the definitions of those that it uses
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with = "stdout",
        help_heading = "Writing"
    )]
    pub(super) compat_dir: Option<PathBuf>,
    /// Leave a comment line above each open finding; the next run brings them up to date
    #[arg(long, help_heading = "Writing")]
    pub(super) mark: bool,
    /// With -i: write files that have uncommitted changes
    #[arg(long, help_heading = "Writing")]
    pub(super) allow_dirty: bool,
    /// With -i: write files that git does not hold
    #[arg(long, help_heading = "Writing")]
    pub(super) allow_no_vcs: bool,
    /// With -i: keep a copy of each file that is written [default suffix: .orig]
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true,
          default_missing_value = ".orig", requires = "in_place", help_heading = "Writing")]
    pub(super) backup: Option<String>,
    /// With -o: write the named files and the project's files that they include, and nothing else
    #[arg(long, requires = "out_dir", conflicts_with_all = ["only_changed", "build_files"],
          help_heading = "Build systems")]
    pub(super) follow_includes: bool,
    /// With -o: names are kept relative to DIR [default: the folder that holds all that is named]
    #[arg(
        long,
        value_name = "DIR",
        requires = "out_dir",
        help_heading = "Build systems"
    )]
    pub(super) base: Option<PathBuf>,
    /// Write a makefile rule that names every file that was read
    #[arg(
        long,
        value_name = "FILE",
        requires = "stamp",
        help_heading = "Build systems"
    )]
    pub(super) depfile: Option<PathBuf>,
    /// Write FILE last, if nothing failed; it is the target of the rule in the depfile
    #[arg(
        long,
        value_name = "FILE",
        requires = "out_dir",
        help_heading = "Build systems"
    )]
    pub(super) stamp: Option<PathBuf>,
    /// Print the bare patch, without findings
    #[arg(long, help_heading = "Output")]
    pub(super) no_annotate: bool,
    /// Exit with 1 if something changes or would change
    #[arg(long, help_heading = "Output")]
    pub(super) exit_code: bool,
    /// Exit with 1 if there is a finding of this severity or above
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "never",
        help_heading = "Output"
    )]
    pub(super) fail_on: FailOn,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// For hooks and CI.
#[derive(Debug, Args)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) tree: TreeArgs,
    /// Write all findings to FILE, as those that are known from now on
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "baseline",
        help_heading = "Output"
    )]
    pub(super) write_baseline: Option<PathBuf>,
    /// Exit with 1 if there is a finding of this severity or above
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "error",
        help_heading = "Output"
    )]
    pub(super) fail_on: FailOn,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Takes the inventory of a repository (CUDA, Python, notebooks, builds, dependencies, images, jobs,
/// pipelines), decides six dimensions by stated rules, and says which way fits which part. Nothing is
/// changed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cu2hip audit .                             a summary that fits a screen
  cu2hip audit . --format html -o audit.html  for a board
  cu2hip audit . --why kernels               every place behind a level
  cu2hip audit . --compare last.json         what changed since
  cu2hip audit . --fail-above 2              for CI: fail from three High dimensions on")]
pub(super) struct Audit {
    /// The repository or a folder of it
    #[arg(default_value = ".")]
    pub(super) folder: PathBuf,
    /// How the audit is written
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "Output"
    )]
    pub(super) format: AuditFormat,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
    /// Colour of the text
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    pub(super) color: When,
    /// Every place behind one dimension, with the rule that decided
    #[arg(long, value_name = "DIMENSION", help_heading = "Output", conflicts_with_all = ["format", "history"])]
    pub(super) why: Option<DimensionName>,
    /// Say what changed since the audit that FILE holds (--format json)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) compare: Option<PathBuf>,
    /// Exit with 1 if more than N dimensions are High, or if --compare finds one that rose
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(super) fail_above: Option<u64>,
    /// Audit N commits of the history as well, evenly spread
    #[arg(long, value_name = "N", help_heading = "What is looked at")]
    pub(super) history: Option<usize>,
    /// Number of people whose work is CUDA kernels [default: estimated from git]
    #[arg(long, value_name = "N", help_heading = "What is looked at")]
    pub(super) team: Option<u64>,
    /// Facts, weights and rules in DIR over the built-in ones (files as in mappings/audit)
    #[arg(long, value_name = "DIR", help_heading = "What is looked at")]
    pub(super) rules: Option<PathBuf>,
    /// Leave out files and folders that match GLOB (as in .gitignore)
    #[arg(long, value_name = "GLOB", help_heading = "What is looked at")]
    pub(super) exclude: Vec<String>,
    /// Threads [default: all processors]
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "What is looked at"
    )]
    pub(super) threads: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AuditFormat {
    Text,
    Json,
    Markdown,
    Sarif,
    Html,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DimensionName {
    Kernels,
    Libraries,
    Framework,
    Distributed,
    Toolchain,
    Team,
}

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A code (CH2004) or its name (mask-width); without one, all are listed
    pub(super) code: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cu2hip query cudaMallocHost
  cu2hip query cub::BlockReduce --rocm 6.4
  cu2hip query cudaDeviceProp.major
  cu2hip query cublas_v2.h --libs cublas=hip")]
pub(super) struct Query {
    /// A CUDA name
    pub(super) name: String,
    /// How the answer is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) message_format: AnswerFormat,
    #[command(flatten)]
    pub(super) target: TargetArgs,
}

#[derive(Debug, Args)]
pub(super) struct Ast {
    /// A source file; `-` is standard input
    pub(super) file: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Init {
    /// The project
    #[arg(default_value = ".")]
    pub(super) folder: PathBuf,
    /// Print the settings and write nothing
    #[arg(long)]
    pub(super) stdout: bool,
}

/// Rules of a project say what becomes of its own wrappers, in the schema of mappings/. Each can
/// have examples; this command translates them and compares.
#[derive(Debug, Args)]
pub(super) struct TestRules {
    /// Rule files beside those that cu2hip.toml names
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) target: TargetArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cu2hip setup bash > ~/.local/share/bash-completion/completions/cu2hip
  cu2hip setup man > ~/.local/share/man/man1/cu2hip.1
  cu2hip setup cmake > cmake/cu2hip.cmake")]
pub(super) struct SetupFile {
    /// What is printed
    pub(super) what: Printed,
}

/// What `cu2hip setup` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Printed {
    /// Completions for Bash
    Bash,
    /// Completions for Fish
    Fish,
    /// Completions for Zsh
    Zsh,
    /// Completions for `PowerShell`
    Powershell,
    /// Completions for Elvish
    Elvish,
    /// The manual page
    Man,
    /// The module `cu2hip.cmake`
    Cmake,
    /// This help, for all commands, as Markdown
    Markdown,
}

#[derive(Debug, Args)]
pub(super) struct TreeArgs {
    /// Files and folders; `-` is standard input [default: .]
    pub(super) paths: Vec<PathBuf>,
    /// Name of the file that comes on standard input
    #[arg(long, value_name = "NAME", help_heading = "Files")]
    pub(super) stdin_filename: Option<String>,
    /// Ask libclang, where it is installed, for the types that syntax leaves open
    #[cfg(feature = "semantic")]
    #[arg(long, help_heading = "Files")]
    pub(super) semantic: bool,
    /// Look for includes in DIR, as the compiler does
    #[arg(short = 'I', value_name = "DIR", help_heading = "Files")]
    pub(super) include_dirs: Vec<PathBuf>,
    /// Take only files that match GLOB (as in .gitignore), whatever their extension
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub(super) include: Vec<String>,
    /// Leave out files and folders that match GLOB (as in .gitignore)
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub(super) exclude: Vec<String>,
    /// Do not look at CMake files, makefiles and other build files
    #[arg(long, help_heading = "Files")]
    pub(super) no_build_files: bool,
    /// Threads [default: all processors]
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "Files"
    )]
    pub(super) threads: usize,
}

#[derive(Debug, Args)]
pub(super) struct TargetArgs {
    /// ROCm release to translate for [default: 7.2]
    #[arg(long, value_name = "VERSION", help_heading = "Target")]
    pub(super) rocm: Option<String>,
    /// CUDA release that the code is written for [default: decided per call]
    #[arg(long, value_name = "VERSION", help_heading = "Target")]
    pub(super) cuda: Option<String>,
    /// AMD architectures, as in gfx942,gfx1100: they decide how wide a wavefront is
    #[arg(
        long,
        value_name = "ARCH",
        value_delimiter = ',',
        help_heading = "Target"
    )]
    pub(super) arch: Vec<String>,
    /// Libraries: hip, roc, or FAMILY=hip|roc as in cublas=hip,torch=keep
    #[arg(long, value_name = "CHOICE", help_heading = "Target")]
    pub(super) libs: Option<String>,
    /// Kernel launches: keep <<<>>> (which is HIP) or write hipLaunchKernelGGL
    #[arg(long, value_name = "STYLE", help_heading = "Target")]
    pub(super) launch: Option<Launch>,
    /// Report also what is only suspicious
    #[arg(long, help_heading = "Target")]
    pub(super) pedantic: bool,
}

#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Leave out the findings that FILE holds, as --write-baseline wrote them
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) baseline: Option<PathBuf>,
    /// Write a report as well; the ending chooses: .html, .md, .sarif or .json
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) report: Vec<PathBuf>,
    /// How findings are written; json: one object a line, github: annotations; both without a patch
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "Output"
    )]
    pub(super) message_format: MessageFormat,
    /// Colour
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    pub(super) color: When,
    /// No summary and no progress
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub(super) quiet: bool,
    /// Name each file that changes, and what was left out
    #[arg(short, long, help_heading = "Output")]
    pub(super) verbose: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Launch {
    Keep,
    Hip,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    Text,
    Json,
    Github,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AnswerFormat {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    /// True if a finding of this severity makes the run fail.
    pub(super) fn covers(self, severity: Severity) -> bool {
        match self {
            Self::Error => severity >= Severity::Error,
            Self::Warning => severity >= Severity::Warning,
            Self::Note => true,
            Self::Never => false,
        }
    }
}
