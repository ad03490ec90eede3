//! The one entry point of the engine, and what goes in and out.

use std::collections::BTreeSet;

use cu2hip_mappings::{Mappings, Target};
use cu2hip_syntax::text::Span;

use crate::diagnostic::Diagnostic;
use crate::edit::EditSet;
use crate::engine;
use crate::index::{ProjectIndex, gather_facts};

/// A CUDA release, compared by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CudaVersion {
    /// Major number.
    pub major: u16,
    /// Minor number.
    pub minor: u16,
}

/// How kernel launches are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LaunchStyle {
    /// `<<<...>>>`, which is valid HIP.
    #[default]
    Chevron,
    /// `hipLaunchKernelGGL`.
    Macro,
}

/// What the user chose, beyond the target.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// CUDA release that the project is written for, if stated.
    pub cuda: Option<CudaVersion>,
    /// AMD architectures (`gfx942`, ...); empty if not known.
    pub architectures: Vec<String>,
    /// Launch syntax.
    pub launch: LaunchStyle,
    /// Report also what is only suspicious.
    pub pedantic: bool,
    /// Path, relative to the project root, of the header that holds the functions which HIP lacks; none
    /// if each file gets the definitions of those that it uses.
    pub compat_header: Option<String>,
}

/// What a compiler knows of the sources, where it was asked. The engine asks for what syntax leaves open
/// and does without where there is no answer.
pub trait Semantics: std::fmt::Debug + Sync {
    /// The type of the expression that stands at `span` of the file `path`, as CUDA's headers spell it:
    /// without qualifiers, `*` for each pointer or array.
    fn type_of(&self, path: &str, span: Span) -> Option<&str>;
}

/// Everything a translation may look at besides the file itself.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The tables.
    pub mappings: &'a Mappings,
    /// The release and libraries aimed at.
    pub target: &'a Target,
    /// Choices.
    pub options: &'a Options,
    /// Facts about the whole project (may be empty).
    pub index: &'a ProjectIndex,
    /// Path of the file relative to the project root, with `/`.
    pub path: &'a str,
    /// What a compiler says, if one was asked.
    pub semantics: Option<&'a dyn Semantics>,
}

/// Numbers for the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Uses of names that the tables decide (calls, types, enumerators, headers).
    pub names_seen: u32,
    /// Of these, renamed or rewritten.
    pub names_changed: u32,
    /// Of these, left alone because HIP has the same name.
    pub names_kept: u32,
    /// Of these, left in CUDA spelling with a finding.
    pub names_flagged: u32,
    /// Calls of CUDA functions.
    pub calls_seen: u32,
    /// Of these, translated or right as they are.
    pub calls_translated: u32,
    /// Kernel launches.
    pub launches: u32,
}

impl Statistics {
    /// Adds the numbers of another file.
    pub fn add(&mut self, other: &Self) {
        self.names_seen += other.names_seen;
        self.names_changed += other.names_changed;
        self.names_kept += other.names_kept;
        self.names_flagged += other.names_flagged;
        self.calls_seen += other.calls_seen;
        self.calls_translated += other.calls_translated;
        self.launches += other.launches;
    }
}

/// The result for one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Translation {
    /// What changes.
    pub edits: EditSet,
    /// What needs a person, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// Numbers for the summary.
    pub statistics: Statistics,
    /// The functions that the file takes from the header of `Options::compat_header`.
    pub compat: BTreeSet<&'static str>,
}

/// Translates one file. Never fails and never panics, whatever the bytes are.
pub fn translate(text: &[u8], context: &Context<'_>) -> Translation {
    if text.len() >= u32::MAX as usize {
        return Translation::default();
    }
    if context.index.file(context.path).is_some() {
        return engine::run(text, context);
    }
    // A text from outside the project: its own facts are all that is known.
    let facts = gather_facts(context.path, text, context.mappings);
    let index = ProjectIndex::new(vec![facts]);
    engine::run(
        text,
        &Context {
            index: &index,
            ..*context
        },
    )
}
