//! `cu2hip.toml`: what a project says once instead of on every command line.

use std::fs;
use std::path::{Path, PathBuf};

use cu2hip_core::CudaVersion;
use serde::Deserialize;

/// Name of the file.
pub const FILE_NAME: &str = "cu2hip.toml";

/// The fields of `cu2hip.toml`. Each has a flag of the same name, which wins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Settings {
    /// ROCm release aimed at, as in `"7.2"`.
    pub rocm: Option<String>,
    /// CUDA release that the project is written for, as in `"12.4"`.
    pub cuda: Option<String>,
    /// AMD architectures, as in `["gfx942"]`.
    pub arch: Vec<String>,
    /// Library choices, as in `"cublas=hip"`.
    pub libs: Option<String>,
    /// How launches are written.
    pub launch: Option<Launch>,
    /// Only files that match.
    pub include: Vec<String>,
    /// Files that are left out.
    pub exclude: Vec<String>,
    /// Folders where includes are looked for, relative to the settings file.
    pub include_dirs: Vec<PathBuf>,
}

/// How launches are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Launch {
    /// `<<<...>>>` stays.
    Keep,
    /// `hipLaunchKernelGGL`.
    Hip,
}

/// A settings file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}:{line}: {message}", path.display())]
pub struct SettingsError {
    /// The file.
    pub path: PathBuf,
    /// Line of the fault, from 1.
    pub line: usize,
    /// What is wrong, with the key.
    pub message: String,
}

impl Settings {
    /// Looks for a settings file in `folder` and upwards and reads the nearest; none if there is
    /// none.
    ///
    /// # Errors
    /// [`SettingsError`] if it cannot be read or holds an unknown key.
    pub fn discover(folder: &Path) -> Result<Option<(PathBuf, Self)>, SettingsError> {
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let file = folder
            .ancestors()
            .map(|a| a.join(FILE_NAME))
            .find(|f| f.is_file());
        file.map(|path| Self::read(&path).map(|settings| (path, settings)))
            .transpose()
    }

    /// Reads a settings file.
    ///
    /// # Errors
    /// [`SettingsError`] if it cannot be read or holds an unknown key.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let fail = |line, message| SettingsError {
            path: path.to_path_buf(),
            line,
            message,
        };
        let text = fs::read_to_string(path).map_err(|error| fail(1, error.to_string()))?;
        toml::from_str(&text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..before]).count();
            fail(line, error.message().to_owned())
        })
    }
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
mod tests {
    use super::*;
    use crate::write::write_file;

    #[test]
    fn the_nearest_file_upwards_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).unwrap();
        let text = b"rocm = \"6.4\"\nlaunch = \"hip\"\ninclude-dirs = [\"inc\"]\n";
        write_file(&folder.path().join(FILE_NAME), text).unwrap();
        let (path, settings) = Settings::discover(&deep).unwrap().unwrap();
        assert!(path.ends_with(FILE_NAME));
        assert_eq!(settings.rocm.as_deref(), Some("6.4"));
        assert_eq!(settings.launch, Some(Launch::Hip));
        assert_eq!(settings.include_dirs, [PathBuf::from("inc")]);
    }

    #[test]
    fn an_unknown_key_is_named_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        write_file(&path, b"rocm = \"6.4\"\nrocn = \"7\"\n").unwrap();
        let error = Settings::read(&path).unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.message.contains("rocn"), "{error}");
        assert!(error.to_string().contains("cu2hip.toml:2"));
    }

    #[test]
    fn cuda_releases_are_read() {
        let version = |major, minor| Some(CudaVersion { major, minor });
        assert_eq!(parse_cuda("12.4"), version(12, 4));
        assert_eq!(parse_cuda("12"), version(12, 0));
        assert_eq!(parse_cuda("12.4.1"), version(12, 4));
        assert_eq!(parse_cuda("twelve"), None);
    }
}
