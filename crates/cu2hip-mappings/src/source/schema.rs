//! The schema of a mapping source.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// One mapping file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SourceFile {
    /// Library that the names belong to (`runtime`, `cublas`, ...).
    pub library: Option<String>,
    /// CUDA namespace that the names stand in, as in `cub`.
    pub within: Option<String>,
    /// Finding code for the names of the file that have no translation.
    pub code: Option<String>,
    /// What to do about the names of the file that have no translation and no advice of their own.
    pub advice: Option<String>,
    /// Where the decisions of the file come from; an entry may have a source of its own.
    pub source: Option<String>,
    /// True for files written by `cargo xtask import`: hand-written files override them.
    pub generated: bool,
    /// True if the names are older than the oldest CUDA release whose headers are known.
    pub older: bool,
    /// Names that HIP declares too, with the same meaning.
    pub stays: Vec<String>,
    /// Pure renames.
    pub rename: Sided<String>,
    /// Names without translation.
    pub unsupported: Sided<Unsupported>,
    /// Names without translation of which the same is to be said.
    pub missing: Vec<MissingEntry>,
    /// Remarks on names that are translated.
    pub note: Vec<NoteEntry>,
    /// Names that are decided per call.
    pub entry: Vec<CallEntry>,
    /// Headers.
    pub header: Vec<HeaderEntry>,
    /// Namespaces.
    pub namespace: Vec<NamespaceEntry>,
    /// Rules for names by their beginning.
    pub family: Vec<FamilyEntry>,
    /// Macros (or patterns with `*`) that are set for AMD devices only.
    pub amd: Vec<String>,
    /// Macros (or patterns with `*`) that are set for AMD devices only, and there in one compilation
    /// of several: what stands where they are not set is for AMD too.
    pub amd_device: Vec<String>,
    /// Macros (or patterns with `*`) that are set for CUDA only.
    pub cuda: Vec<String>,
    /// Macros that CUDA headers without a counterpart define: never set on AMD.
    pub absent: Vec<String>,
    /// Include guards of CUDA headers, with the guard of the header that takes the place.
    pub guard: Sided<String>,
    /// Version macros, each with what to do about a test of it.
    pub version: BTreeMap<String, String>,
    /// Target names that no header declares (compiler built-ins, predefined macros), each with
    /// the first ROCm release that has it.
    pub builtin: BTreeMap<String, String>,
    /// Whole texts with their translation; `cu2hip test-rules` checks those of a project.
    pub example: Vec<TextExample>,
}

/// A table of names, the same for both target sides or with one table a side.
#[derive(Debug)]
pub struct Sided<T> {
    /// Entries for both sides.
    pub both: BTreeMap<String, T>,
    /// Entries for the hip* wrapper only.
    pub hip: BTreeMap<String, T>,
    /// Entries for the roc* library (or MIOpen) only.
    pub roc: BTreeMap<String, T>,
}

impl<T> Default for Sided<T> {
    fn default() -> Self {
        Self {
            both: BTreeMap::new(),
            hip: BTreeMap::new(),
            roc: BTreeMap::new(),
        }
    }
}

struct SidedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SidedVisitor<T> {
    type Value = Sided<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of CUDA names, or tables `hip` and `roc` of CUDA names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Sided<T>, A::Error> {
        let mut sided = Sided::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "hip" => sided.hip = map.next_value()?,
                "roc" => sided.roc = map.next_value()?,
                _ => {
                    sided.both.insert(key, map.next_value()?);
                }
            }
        }
        Ok(sided)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sided<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SidedVisitor(PhantomData))
    }
}

/// One name or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl OneOrMany {
    /// The names.
    pub fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Many(names) => names,
        }
    }
}

/// Why a name is not translated: advice, or the details.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Unsupported {
    /// Advice only; the reason follows from the facts.
    Advice(String),
    /// Everything.
    Detail(UnsupportedDetail),
}

/// The details of a name without translation.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnsupportedDetail {
    /// `never-in-hip`, `removed-from-cuda`, `needs-newer-rocm`, `other-target-has-it` or
    /// `differs`; without it the facts decide between the first two.
    pub reason: Option<String>,
    /// Release, library choice or difference that belongs to the reason.
    pub detail: Option<String>,
    /// What a person should do.
    pub advice: Option<String>,
    /// Nearest name of the target.
    pub nearest: Option<String>,
    /// `minutes`, `hours`, `days` or `none`.
    pub effort: Option<String>,
    /// Finding code.
    pub code: Option<String>,
}

/// Names without translation of which the same is to be said.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissingEntry {
    /// The names.
    pub cuda: OneOrMany,
    /// `hip` or `roc`: only for this side.
    #[serde(default)]
    pub side: Option<String>,
    /// Why, and what to do.
    pub why: Unsupported,
}

/// A remark.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteText {
    /// Finding code; `CH1006` without one.
    #[serde(default)]
    pub code: Option<String>,
    /// `note`, `warning` or `error`; `note` without one.
    #[serde(default)]
    pub severity: Option<String>,
    /// What differs.
    pub message: String,
    /// What to do about it.
    #[serde(default)]
    pub advice: Option<String>,
    /// ROCm releases that it is about, as in `<7`.
    #[serde(default)]
    pub rocm: Option<String>,
}

/// A remark on one or several names.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteEntry {
    /// The names.
    pub cuda: OneOrMany,
    /// `hip` or `roc`: only for this side.
    #[serde(default)]
    pub side: Option<String>,
    /// Finding code; `CH1006` without one.
    #[serde(default)]
    pub code: Option<String>,
    /// `note`, `warning` or `error`; `note` without one.
    #[serde(default)]
    pub severity: Option<String>,
    /// What differs.
    pub message: String,
    /// What to do about it.
    #[serde(default)]
    pub advice: Option<String>,
    /// ROCm releases that it is about, as in `<7`.
    #[serde(default)]
    pub rocm: Option<String>,
}

/// A name that is decided per call.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallEntry {
    /// The names; `$name` in the templates stands for the rename of each.
    pub cuda: OneOrMany,
    /// `hip` or `roc`: only for this side.
    #[serde(default)]
    pub side: Option<String>,
    /// Replacement where the name is not called.
    #[serde(default)]
    pub bare: Option<String>,
    /// Template of the only rule, where there is no condition.
    #[serde(default)]
    pub template: Option<String>,
    /// Header that the result needs.
    #[serde(default)]
    pub include: Option<String>,
    /// Rules in order.
    #[serde(default)]
    pub rule: Vec<RuleEntry>,
    /// Remark on each use.
    #[serde(default)]
    pub note: Option<NoteText>,
    /// Where the decision comes from.
    #[serde(default)]
    pub source: Option<String>,
    /// What a call becomes; a test checks it.
    #[serde(default)]
    pub example: Option<Example>,
}

/// What a call becomes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The CUDA call.
    pub cuda: String,
    /// What it becomes.
    pub hip: String,
    /// The CUDA release that the call is written for, where that decides.
    #[serde(default)]
    pub release: Option<String>,
}

/// What a whole text becomes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextExample {
    /// The text of a `.cu` file.
    pub cuda: String,
    /// Its translation.
    pub hip: String,
    /// Codes of the findings that it has, in order of place.
    #[serde(default)]
    pub findings: Vec<String>,
}

/// One rule of a call.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleEntry {
    /// When it applies.
    pub when: WhenEntry,
    /// The template; without one the call is flagged with `note`.
    pub template: Option<String>,
    /// Header that the result needs.
    pub include: Option<String>,
    /// Remark on use.
    pub note: Option<NoteText>,
    /// True if it also applies where an earlier rule could not be decided, since the compiler
    /// refuses the result where that one should have been taken.
    pub default: bool,
}

/// When a rule applies: all that is given must hold.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WhenEntry {
    /// Number of arguments.
    pub args: Option<u8>,
    /// Argument number to identifier or literal.
    pub arg_is: BTreeMap<String, String>,
    /// Argument number to CUDA type.
    pub arg_type: BTreeMap<String, String>,
    /// CUDA version: `>=13`, `<13` or `>=12.3 <13`.
    pub cuda: Option<String>,
    /// ROCm release, written in the same way; decided when the tables are asked.
    pub rocm: Option<String>,
}

/// A header.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HeaderEntry {
    /// The CUDA header; with `*` at the end all that begin so.
    pub cuda: String,
    /// Library it belongs to.
    pub library: String,
    /// What takes its place on both sides; an empty list drops the line.
    pub to: Option<Vec<String>>,
    /// What takes its place with the roc* library.
    pub roc: Option<Vec<String>>,
    /// True if the line stays.
    pub stays: bool,
    /// True if it brings the HIP runtime header.
    pub runtime: bool,
    /// True if what takes its place does not compile as C.
    pub cxx: bool,
    /// Macros to define in front of what takes its place.
    pub define: Vec<DefineEntry>,
    /// Why it has no translation.
    pub unsupported: Option<UnsupportedDetail>,
}

/// A macro that changes what a target header declares.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DefineEntry {
    /// Its name; it gets no value.
    pub name: String,
    /// `hip` or `roc`: only for this side.
    pub side: Option<String>,
    /// Needed only with names of this library.
    pub with: Option<String>,
    /// ROCm releases that need it, as in `<7`.
    pub rocm: Option<String>,
}

/// A namespace.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NamespaceEntry {
    /// Full path in CUDA.
    pub cuda: String,
    /// Library it belongs to.
    pub library: String,
    /// Path on the target; none if it keeps its name.
    pub to: Option<String>,
    /// Why it has no translation.
    pub unsupported: Option<UnsupportedDetail>,
}

/// A rule for names without an entry of their own.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FamilyEntry {
    /// Beginnings of the names.
    pub prefix: Vec<String>,
    /// Library.
    pub library: String,
    /// Finding code; `CH4005` without one.
    pub code: Option<String>,
    /// Nearest counterpart.
    pub nearest: Option<String>,
    /// What a person should do.
    pub advice: String,
    /// `minutes`, `hours`, `days` or `none`; `days` without one.
    pub effort: Option<String>,
}
