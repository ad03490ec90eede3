//! What the tables say of one name, for one target.

use serde::Serialize;

/// What kind of thing a CUDA name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A host function (or one that is callable from both sides).
    Function,
    /// A function for device code only.
    DeviceFunction,
    /// A type, struct tag, enum or class.
    Type,
    /// An enumerator.
    Enumerator,
    /// A preprocessor macro.
    Macro,
    /// A variable, such as `warpSize`.
    Variable,
    /// A member of a struct.
    Field,
}

/// Why a name has no translation on the chosen target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// No ROCm release has a counterpart.
    NeverInHip,
    /// CUDA itself removed it; the field `detail` of the flag names the release.
    RemovedFromCuda,
    /// A later ROCm release has it; `detail` names the release.
    NeedsNewerRocm,
    /// Another target library has it; `detail` names the `--libs` choice.
    OtherTargetHasIt,
    /// The counterpart differs in a way that a rename would hide.
    Differs,
}

/// Advice on a name that is not translated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flag<'a> {
    /// Why there is no translation.
    pub reason: Reason,
    /// Release, library choice or concrete difference that belongs to `reason`.
    pub detail: Option<&'a str>,
    /// What a person should do.
    pub advice: Option<&'a str>,
    /// Nearest name that does exist on the target.
    pub nearest: Option<&'a str>,
    /// Rough cost of the manual work: `minutes`, `hours`, `days` or `none`.
    pub effort: &'a str,
    /// Diagnostic code such as `CH4005`, where not the general one.
    pub code: Option<&'a str>,
}

/// A remark on a name that is translated but not quite the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note<'a> {
    /// Diagnostic code, `CH1006` unless the entry says otherwise.
    pub code: &'a str,
    /// `note`, `warning` or `error`.
    pub severity: &'a str,
    /// What differs.
    pub message: &'a str,
    /// What to do about it.
    pub advice: Option<&'a str>,
}

/// When a call rule applies. All given parts must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Condition<'a> {
    /// Exact number of arguments.
    pub args: Option<u8>,
    /// `(argument number from 1, name)`: the argument is exactly this identifier or literal.
    pub arg_is: Vec<(u8, &'a str)>,
    /// `(argument number from 1, type name)`: the argument is known to have this CUDA type.
    pub arg_type: Vec<(u8, &'a str)>,
    /// The project's CUDA version is at least this `(major, minor)`.
    pub cuda_min: Option<(u16, u16)>,
    /// The project's CUDA version is below this `(major, minor)`.
    pub cuda_below: Option<(u16, u16)>,
}

/// One way to write a call on the target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CallRule<'a> {
    /// When it applies; the first rule of an entry that applies is taken.
    pub when: Condition<'a>,
    /// Source text of the call template; none means that such a call is flagged.
    pub template: Option<&'a str>,
    /// Headers that the result needs.
    pub include: Option<&'a str>,
    /// What is reported when the rule is used (always present without a template).
    pub note: Option<Note<'a>>,
    /// True if it also applies where an earlier rule could not be decided.
    pub default: bool,
}

/// What is done with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action<'a> {
    /// Replace the identifier, nothing else changes.
    Rename(&'a str),
    /// HIP has the identical name with the same meaning.
    Stay,
    /// Decided per call. `bare` is the name outside calls (address taken), where a rename is exact.
    Call {
        /// Rules in order.
        rules: Vec<CallRule<'a>>,
        /// Replacement where the name is not called.
        bare: Option<&'a str>,
    },
    /// Left in CUDA spelling and reported.
    Flag(Flag<'a>),
}

/// A number that differs between an enumerator and its counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ValueChange {
    /// Value in CUDA.
    pub cuda: i64,
    /// Value on the target.
    pub target: i64,
}

/// Everything the engine needs to know of one CUDA name for one target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decision<'a> {
    /// The CUDA name.
    pub name: &'a str,
    /// What it is.
    pub kind: Kind,
    /// Library it belongs to, as spelled in the tables (`runtime`, `cublas`, ...).
    pub library: &'a str,
    /// What to do.
    pub action: Action<'a>,
    /// Fewest and most arguments of the CUDA prototypes; none if unknown or variadic.
    pub arity: Option<(u8, u8)>,
    /// Remark reported at each use.
    pub note: Option<Note<'a>>,
    /// Enumerators and macros whose number differs.
    pub value: Option<ValueChange>,
    /// True if the name is an ordinary word (`half`, `min`, `dim3`) that counts only where lookup
    /// finds nothing else.
    pub unprefixed: bool,
    /// Id of the deciding entry, for the origin of an edit: `runtime/memory.toml:cudaMalloc`.
    pub id: &'a str,
}

/// What becomes of an `#include`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeaderDecision<'a> {
    /// Headers that take its place, without delimiters; empty: the line goes (its content is
    /// brought by the HIP runtime header).
    pub to: Vec<&'a str>,
    /// True if it stays exactly as it is.
    pub stays: bool,
    /// True if it brings the HIP runtime header with it or is it.
    pub is_runtime: bool,
    /// True if what takes its place does not compile as C.
    pub is_cxx: bool,
    /// Library it belongs to.
    pub library: &'a str,
    /// Macros to define in front of the headers that take its place.
    pub defines: Vec<Define<'a>>,
    /// Reported in place of a translation.
    pub flag: Option<Flag<'a>>,
}

/// A macro that changes what a target header declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Define<'a> {
    /// Its name; it has no value.
    pub name: &'a str,
    /// Needed only with names of this library (`complex`).
    pub with: Option<&'a str>,
}

/// What becomes of a namespace such as `cub` or `nvcuda::wmma`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamespaceDecision<'a> {
    /// Library it belongs to.
    pub library: &'a str,
    /// Its name on the target; none if it keeps its name.
    pub to: Option<&'a str>,
    /// Reported at each use, in place of a translation.
    pub flag: Option<Flag<'a>>,
}

/// What a macro tells about the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MacroRole<'a> {
    /// Set for AMD devices only.
    AmdOnly,
    /// Set in one of the compilations for AMD only, as that of device code.
    AmdDevice,
    /// Set for CUDA only.
    CudaOnly,
    /// Set by a CUDA header that has no counterpart: never set on AMD.
    Absent,
    /// Include guard of a CUDA header; the guard of the header that takes its place.
    Guard(&'a str),
    /// Version of CUDA or one of its libraries; what to do about a test of it.
    Version(&'a str),
}
