//! `cu2hip.toml`: what a project says once instead of on every command line.
//!
//! The file is untrusted: nothing in it runs a program. Files that it names are only read, and only
//! below its own folder; the one place that it names for writing is a header of cu2hip's own, there too.

mod hint;
mod rules;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cu2hip_core::CudaVersion;
use serde::Deserialize;

use crate::kind::FileKind;

pub use hint::nearest;

/// Name of the file.
pub const FILE_NAME: &str = "cu2hip.toml";

/// The fields of `cu2hip.toml`. Where there is a flag of the same name, it wins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Settings {
    /// ROCm release aimed at, as in `"7.2"`.
    pub rocm: Option<String>,
    /// CUDA release that the project is written for, as in `"12.4"`.
    pub cuda: Option<String>,
    /// Folder of the one header with the functions that HIP lacks, relative to this file and below its
    /// folder; without it each file gets the definitions of those that it uses.
    pub compat_dir: Option<PathBuf>,
    /// AMD architectures, as in `["gfx942"]`. They decide how wide a wavefront is.
    pub arch: Vec<String>,
    /// Library targets: `"hip"`, `"roc"` or a list such as `"cublas=hip,torch=keep"`.
    pub libs: Option<String>,
    /// How launches are written.
    pub launch: Option<Launch>,
    /// Report also what is only suspicious.
    pub pedantic: bool,
    /// Take only files that match one of these (syntax of `.gitignore`), whatever their extension.
    pub include: Vec<String>,
    /// Leave out files and folders that match one of these (syntax of `.gitignore`).
    pub exclude: Vec<String>,
    /// Endings of file names that are read as C++ besides the usual ones, as in
    /// `{ "cuda.in" = "cuda", kernel = "header" }`.
    pub extensions: BTreeMap<String, FileKind>,
    /// Folders where includes are looked for, relative to this file.
    pub include_dirs: Vec<PathBuf>,
    /// Weight of findings, by code or name, as in `{ mask-width = "error", CH1006 = "off" }`.
    pub severity: BTreeMap<String, Weight>,
    /// Macros of the project that are set for AMD devices only, as in `["MYLIB_USE_ROCM"]`; `*`
    /// stands for any text. Their branches are HIP already and stay as they are.
    pub amd_macros: Vec<String>,
    /// Macros of the project that are set for CUDA only.
    pub cuda_macros: Vec<String>,
    /// CUDA names that stay as they are, without a finding.
    pub keep: Vec<String>,
    /// Files with rules of the project, in the schema of the mappings, relative to this file.
    pub rules: Vec<PathBuf>,
    /// A file with the findings that are known, relative to this file: only others fail a check.
    pub baseline: Option<PathBuf>,
    /// Other settings for some files; of several that match, each field of a later one wins.
    #[serde(rename = "override")]
    pub overrides: Vec<Override>,
}

/// Settings for the files that match `paths`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Override {
    /// Which files (syntax of `.gitignore`), relative to this file.
    pub paths: Vec<String>,
    /// As above.
    pub cuda: Option<String>,
    /// As above.
    pub arch: Option<Vec<String>>,
    /// As above; replaces the choice above as a whole.
    pub libs: Option<String>,
    /// As above.
    pub launch: Option<Launch>,
    /// As above.
    pub pedantic: Option<bool>,
    /// As above; codes that are not named keep their weight.
    pub severity: BTreeMap<String, Weight>,
}

/// How launches are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Launch {
    /// `<<<...>>>` stays: it is HIP.
    Keep,
    /// `hipLaunchKernelGGL`.
    Hip,
}

/// Weight of a kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// Not reported.
    Off,
    /// Worth knowing.
    Note,
    /// Depends on the target.
    Warning,
    /// Cannot compile or is wrong.
    Error,
}

/// A settings file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}:{line}: {message}", path.display())]
pub struct SettingsError {
    /// The file.
    pub path: PathBuf,
    /// Line of the fault, from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong, with the key.
    pub message: String,
}

/// Settings with the place that they come from.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// What the file says; all defaults where there is none.
    pub settings: Settings,
    /// The file; none if there is none.
    pub path: Option<PathBuf>,
    /// Its text.
    text: String,
}

impl Found {
    /// The folder that the paths of the settings are relative to.
    pub fn folder(&self) -> &Path {
        self.path
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(Path::new("."))
    }

    /// The folders of `include-dirs`.
    pub fn include_dirs(&self) -> Vec<PathBuf> {
        let folders = self.settings.include_dirs.iter();
        folders.map(|folder| self.folder().join(folder)).collect()
    }

    /// An error about `key`, at the line that holds it first.
    pub(crate) fn error(&self, key: &str, message: impl Into<String>) -> SettingsError {
        let at = self.text.find(key).unwrap_or(0);
        SettingsError {
            path: self.path.clone().unwrap_or_else(|| FILE_NAME.into()),
            line: line_at(&self.text, at),
            message: message.into(),
        }
    }
}

impl Settings {
    /// Looks for a settings file in `folder` and upwards and reads the nearest; all defaults if
    /// there is none.
    ///
    /// # Errors
    /// [`SettingsError`] if it cannot be read or holds an unknown key.
    pub fn discover(folder: &Path) -> Result<Found, SettingsError> {
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let file = folder
            .ancestors()
            .map(|a| a.join(FILE_NAME))
            .find(|f| f.is_file());
        file.map_or_else(|| Ok(Found::default()), |path| Self::read(&path))
    }

    /// Reads a settings file.
    ///
    /// # Errors
    /// [`SettingsError`] if it cannot be read or holds an unknown key.
    pub fn read(path: &Path) -> Result<Found, SettingsError> {
        let fail = |line, message| SettingsError {
            path: path.to_path_buf(),
            line,
            message,
        };
        let text = fs::read_to_string(path).map_err(|error| fail(1, error.to_string()))?;
        let settings = toml::from_str(&text).map_err(|error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            fail(line_at(&text, at), hint::explain(error.message()))
        })?;
        Ok(Found {
            settings,
            path: Some(path.to_path_buf()),
            text,
        })
    }
}

fn line_at(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    1 + memchr::memchr_iter(b'\n', before).count()
}

/// Reads a CUDA release such as `12.4` or `12`; none if the text is no such number.
pub fn parse_cuda(text: &str) -> Option<CudaVersion> {
    let mut parts = text.split('.').map(str::parse);
    let major = parts.next()?.ok()?;
    let minor = parts.next().transpose().ok()?.unwrap_or(0);
    parts
        .all(|part| part.is_ok())
        .then_some(CudaVersion { major, minor })
}

#[cfg(test)]
mod tests;
