//! Conversions in a build script: CUDA sources of a crate become HIP sources in `OUT_DIR`.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use cu2hip_core::{Diagnostic, Severity};
use cu2hip_project::project::read_source;
use cu2hip_project::write::write_file;
use cu2hip_project::{FileError, depfile};
use cu2hip_syntax::text::LineIndex;

use crate::converter::{Converter, Error};

/// Converts CUDA sources in a build script.
///
/// The files and the project's headers that they include are translated to `OUT_DIR/hip`, by their
/// paths below the crate. Cargo is told every file that was read, so that the script runs again when
/// one of them changes and not otherwise; findings become warnings of cargo, or an error.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), cu2hip::BuildError> {
///     let built = cu2hip::Build::new().file("kernels/saxpy.cu").run()?;
///     println!("cargo::rustc-env=SAXPY={}", built.files[0].display());
///     Ok(())
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Build {
    converter: Converter,
    files: Vec<PathBuf>,
    fail_on: Option<Severity>,
    out_dir: Option<PathBuf>,
}

/// What a build made.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Built {
    /// The folder of the translation: the compiler's `-I` for headers that are included by their
    /// path below the crate.
    pub folder: PathBuf,
    /// The translations of the files that were given, in their order.
    pub files: Vec<PathBuf>,
    /// Every file that was read.
    pub inputs: Vec<PathBuf>,
    /// Findings that did not stop the build, as `file:line:column: CODE name: message`.
    pub warnings: Vec<String>,
}

/// Why a build stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// An environment variable that cargo sets is missing.
    #[error("{0} is not set: is this a build script?")]
    Environment(&'static str),
    /// The conversion could not start.
    #[error(transparent)]
    Start(#[from] Error),
    /// Files could not be read or written.
    #[error("{}", lines(.0))]
    Files(Vec<FileError>),
    /// Something cannot be translated; each finding with its file, place and code.
    #[error("{}", lines(.0))]
    Findings(Vec<String>),
}

fn lines(list: &[impl fmt::Display]) -> String {
    let lines: Vec<String> = list.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

impl Default for Build {
    fn default() -> Self {
        Self::new()
    }
}

impl Build {
    /// A build with all defaults, without files.
    pub fn new() -> Self {
        Self {
            converter: Converter::new(),
            files: Vec::new(),
            fail_on: Some(Severity::Error),
            out_dir: None,
        }
    }

    /// Sets target and choices: everything of `converter` is taken but its paths.
    #[must_use]
    pub fn converter(mut self, converter: Converter) -> Self {
        self.converter = converter;
        self
    }

    /// Adds a source, relative to the crate.
    #[must_use]
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Adds sources, relative to the crate.
    #[must_use]
    pub fn files<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.files.extend(paths.into_iter().map(Into::into));
        self
    }

    /// The weight of findings that stop the build; errors without this call. `None` lets all pass
    /// as warnings.
    #[must_use]
    pub fn fail_on(mut self, severity: Option<Severity>) -> Self {
        self.fail_on = severity;
        self
    }

    /// Writes to another folder than `OUT_DIR/hip`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Translates, writes, and tells cargo.
    ///
    /// # Errors
    /// [`BuildError`] names the file, and the code where something cannot be translated.
    pub fn run(&self) -> Result<Built, BuildError> {
        let crate_folder = variable("CARGO_MANIFEST_DIR")?;
        let out = match &self.out_dir {
            Some(folder) => folder.clone(),
            None => variable("OUT_DIR")?.join("hip"),
        };
        // Told first, so that the script runs again also after a fault.
        for file in &self.files {
            tell(
                "rerun-if-changed",
                &crate_folder.join(file).to_string_lossy(),
            );
        }
        let built = self.convert(&crate_folder, &out);
        if let Ok(built) = &built {
            for input in &built.inputs {
                tell("rerun-if-changed", &input.to_string_lossy());
            }
            for warning in &built.warnings {
                tell("warning", warning);
            }
        }
        built
    }

    /// The same without cargo: `base` is the folder of the sources, `out` that of the translation.
    ///
    /// # Errors
    /// [`BuildError`], as [`Build::run`].
    pub fn convert(&self, base: &Path, out: &Path) -> Result<Built, BuildError> {
        let mut converter = self
            .converter
            .clone()
            .base(base)
            .follow_includes(true)
            .build_files(false);
        converter = converter.paths(self.files.iter().map(|file| base.join(file)));
        let report = converter.run()?;
        if !report.errors.is_empty() {
            return Err(BuildError::Files(report.errors));
        }
        let (mut warnings, mut grave) = (Vec::new(), Vec::new());
        for file in report
            .files
            .iter()
            .filter(|file| !file.diagnostics().is_empty())
        {
            let text = read_source(file.path()).map_err(|error| BuildError::Files(vec![error]))?;
            let index = LineIndex::new(&text);
            for finding in file.diagnostics() {
                let line = line(file.name(), finding, &text, &index);
                if self.fail_on.is_some_and(|least| finding.severity >= least) {
                    grave.push(line);
                } else if finding.severity > Severity::Note {
                    warnings.push(line);
                }
            }
        }
        if !grave.is_empty() {
            return Err(BuildError::Findings(grave));
        }
        let written = report.write_files_to(out);
        if !written.errors.is_empty() {
            return Err(BuildError::Files(written.errors));
        }
        let built = Built {
            folder: out.to_path_buf(),
            files: self.files.iter().map(|file| out.join(file)).collect(),
            inputs: report.inputs,
            warnings,
        };
        let rule = depfile::rule(out, &built.inputs);
        let path = out.with_extension("d");
        write_file(&path, &rule)
            .map_err(|fault| BuildError::Files(vec![FileError::new(path, fault)]))?;
        Ok(built)
    }
}

fn variable(name: &'static str) -> Result<PathBuf, BuildError> {
    env::var_os(name)
        .map(PathBuf::from)
        .ok_or(BuildError::Environment(name))
}

/// A line for cargo.
fn tell(key: &str, value: &str) {
    let value = value.replace(['\n', '\r'], " ");
    println!("cargo::{key}={value}");
}

/// One finding as one line.
fn line(name: &str, finding: &Diagnostic, text: &[u8], index: &LineIndex) -> String {
    let at = index.line_column(finding.span.start, text);
    let (code, message, advice) = (finding.code, &finding.message, &finding.advice);
    let place = format!("{name}:{}:{}", at.line, at.column);
    let line = format!("{place}: {code} {}: {message}: {advice}", code.name());
    line.replace(['\n', '\r'], " ")
}
