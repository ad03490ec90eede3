//! What is seen in code, and what it counts as.

use serde::Deserialize;

use crate::pattern::Pattern;

/// Something in C++ that counts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CppRule {
    /// The count.
    pub count: String,
    /// What it is.
    pub what: String,
    /// Files are counted, not places.
    #[serde(default)]
    pub files: bool,
    /// Identifiers.
    #[serde(default)]
    pub words: Vec<Pattern>,
    /// Identifiers that ask the device whether it can: what is used then is no need.
    #[serde(default)]
    pub asks: Vec<Pattern>,
    /// Identifiers before a parenthesis.
    #[serde(default)]
    pub calls: Vec<Pattern>,
    /// Parts of string literals.
    #[serde(default)]
    pub texts: Vec<String>,
}

/// Where a Python name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Called.
    Call,
    /// Before a function or class.
    Decorator,
    /// Anywhere.
    Reference,
    /// Imported.
    Import,
}

/// A Python name that counts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PythonRule {
    /// The count.
    pub count: String,
    /// What it is.
    pub what: String,
    /// Where it stands.
    pub on: Place,
    /// Dotted names; `.*` at the end for all below.
    pub names: Vec<Pattern>,
    /// Files are counted, not places.
    #[serde(default)]
    pub files: bool,
}

/// A string literal of Python that counts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringRule {
    /// The count.
    pub count: String,
    /// What it is.
    pub what: String,
    /// Parts of the literal.
    #[serde(default)]
    pub contains: Vec<String>,
    /// The whole literal.
    #[serde(default)]
    pub is: Vec<String>,
    /// Files are counted, not places.
    #[serde(default)]
    pub files: bool,
}

/// Words of Fortran that count.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortranRule {
    /// The count.
    pub count: String,
    /// What it is.
    pub what: String,
    /// Files are counted, not places.
    #[serde(default)]
    pub files: bool,
    /// In small letters.
    pub words: Vec<String>,
}

/// Where a back end of `torch.distributed` is named.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backends {
    /// The string.
    pub values: Vec<String>,
    /// Functions that take it.
    pub functions: Vec<String>,
    /// Parts of names of arguments and variables that hold it.
    pub words: Vec<String>,
}

/// What makes a test one of vendor or option.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guards {
    /// Macros.
    pub cpp: Vec<Pattern>,
    /// Macros that tell a release: constructs behind a test of them have their way without.
    pub releases: Vec<Pattern>,
    /// Macros that are none.
    pub not_cpp: Vec<Pattern>,
    /// Names of Python.
    pub python: Vec<Pattern>,
    /// Options of CMake that open the work as a whole.
    pub not_cmake: Vec<Pattern>,
}

/// Programs and settings in text files.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programs {
    /// Profilers and checkers.
    pub profilers: Vec<String>,
    /// Other tools.
    pub tools: Vec<String>,
    /// Compilers.
    pub compilers: Vec<String>,
    /// Parts of names of images.
    pub nvidia_images: Vec<String>,
    /// Parts of names of images.
    pub amd_images: Vec<String>,
    /// Flags that are followed by a number of nodes.
    pub multinode: Vec<String>,
    /// Words that stand for several nodes.
    pub multinode_words: Vec<String>,
    /// Beginnings of environment variables.
    pub environment_prefixes: Vec<String>,
    /// Requests for a device.
    pub requests: Vec<String>,
}

/// What shows in a build file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildWords {
    /// AMD is built for.
    pub amd: Vec<String>,
    /// CUDA is built for.
    pub cuda: Vec<String>,
}

/// What is seen in code.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each is described at its type")]
pub struct Code {
    pub cpp: Vec<CppRule>,
    pub python: Vec<PythonRule>,
    pub python_string: Vec<StringRule>,
    pub fortran: Vec<FortranRule>,
    pub backends: Backends,
    pub guards: Guards,
    pub programs: Programs,
    pub build: BuildWords,
}
