//! What is read: `mappings/api/units.toml`.

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::paths;

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Units {
    pub(super) unit: Vec<Unit>,
    #[serde(default)]
    pub(super) explained: Vec<Explained>,
}

/// CUDA or ROCm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Vendor {
    Cuda,
    Rocm,
}

/// Headers that are read together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unit {
    pub(super) side: Vendor,
    pub(super) libraries: Vec<String>,
    pub(super) include: Vec<String>,
    #[serde(default)]
    pub(super) folders: Vec<String>,
    #[serde(default = "host")]
    pub(super) passes: Vec<Pass>,
    #[serde(default)]
    pub(super) names: bool,
    #[serde(default)]
    pub(super) older: Vec<String>,
    /// Beginnings of names that are of no use to a program.
    #[serde(default)]
    pub(super) internal: Vec<String>,
    /// Macros that are defined first, as `NAME` or `NAME=VALUE`.
    #[serde(default)]
    pub(super) define: Vec<String>,
}

/// How headers are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pass {
    /// Plain C++.
    Host,
    /// Device code of HIP or CUDA.
    Device,
}

fn host() -> Vec<Pass> {
    vec![Pass::Host]
}

/// A difference that stays.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Explained {
    pub(super) library: String,
    /// Name, or its beginning followed by `*`.
    pub(super) name: String,
    /// Why the tables do not follow the headers; read by people.
    #[allow(dead_code, reason = "for those who read the file")]
    pub(super) reason: String,
}

impl Explained {
    /// True for a name of the library that this is about.
    pub(super) fn holds_for(&self, library: &str, name: &str) -> bool {
        self.library == library
            && match self.name.strip_suffix('*') {
                Some(beginning) => name.starts_with(beginning),
                None => self.name == name,
            }
    }
}

/// Reads the file.
pub(super) fn read() -> Result<Units> {
    let path = paths::mappings().join("api/units.toml");
    toml::from_str(&paths::read(&path)?).with_context(|| format!("in {}", path.display()))
}
