//! The Python module `cu2hip`: the command line, and conversions for `setup.py`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cu2hip_crate::project::project::read_source;
use cu2hip_crate::syntax::text::LineIndex;
use cu2hip_crate::{Converter, Diagnostic, LaunchStyle, Report as Converted};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

pyo3::create_exception!(
    cu2hip,
    Error,
    PyException,
    "A file that could not be read or written, or a wrong option."
);

/// One finding.
#[pyclass(frozen, get_all)]
#[derive(Clone)]
struct Finding {
    /// The file by its path in the project.
    file: String,
    /// Line and column of the first character, from 1.
    line: u32,
    column: u32,
    /// `CH2004` and its name.
    code: &'static str,
    name: &'static str,
    /// `error`, `warning` or `note`.
    severity: &'static str,
    /// `minutes`, `hours`, `days` or `no way today`.
    effort: &'static str,
    message: String,
    advice: String,
}

#[pymethods]
impl Finding {
    fn __str__(&self) -> String {
        let Self {
            file,
            line,
            column,
            severity,
            code,
            name,
            message,
            ..
        } = self;
        format!("{file}:{line}:{column}: {severity} {code} {name}: {message}")
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}>", self.__str__())
    }
}

impl Finding {
    fn new(file: &str, finding: &Diagnostic, text: &[u8], lines: &LineIndex) -> Self {
        let at = lines.line_column(finding.span.start, text);
        Self {
            file: file.to_owned(),
            line: at.line,
            column: at.column,
            code: finding.code.as_str(),
            name: finding.code.name(),
            severity: finding.severity.as_str(),
            effort: finding.effort.as_str(),
            message: finding.message.clone(),
            advice: finding.advice.clone(),
        }
    }
}

/// One file that was read.
#[pyclass(frozen, get_all)]
#[derive(Clone)]
struct File {
    /// Its path as it was found.
    path: PathBuf,
    /// Its path in the project.
    name: String,
    /// True if it changes.
    changed: bool,
    /// Where the translation was written; none without `out_dir`.
    written: Option<PathBuf>,
    findings: Vec<Finding>,
}

/// What a conversion came to.
#[pyclass(frozen, get_all)]
struct Report {
    /// The files that were read as C++, in order of name.
    files: Vec<File>,
    /// The findings of all files.
    findings: Vec<Finding>,
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let changed = self.files.iter().filter(|file| file.changed).count();
        format!(
            "<Report {changed} of {} files change, {} findings>",
            self.files.len(),
            self.findings.len()
        )
    }
}

fn failed(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// A converter with the options of a call.
fn converter(options: Option<&Bound<'_, PyDict>>) -> PyResult<Converter> {
    let mut converter = Converter::new();
    let Some(options) = options else {
        return Ok(converter);
    };
    if let Some(folder) = options.get_item("settings")? {
        converter = converter
            .settings(folder.extract::<PathBuf>()?)
            .map_err(failed)?;
    }
    for (key, value) in options {
        converter = match key.extract::<String>()?.as_str() {
            "rocm" => converter
                .rocm(&value.extract::<String>()?)
                .map_err(failed)?,
            "cuda" => converter
                .cuda(&value.extract::<String>()?)
                .map_err(failed)?,
            "libs" => converter
                .libs(&value.extract::<String>()?)
                .map_err(failed)?,
            "arch" => converter.architectures(value.extract::<Vec<String>>()?),
            "launch_hip" if value.extract()? => converter.launch(LaunchStyle::Macro),
            "launch_hip" => converter.launch(LaunchStyle::Chevron),
            "include_dirs" => value
                .extract::<Vec<PathBuf>>()?
                .into_iter()
                .fold(converter, Converter::include_dir),
            "exclude" => value
                .extract::<Vec<String>>()?
                .into_iter()
                .fold(converter, Converter::exclude),
            "settings" => converter,
            other => return Err(failed(format!("there is no option `{other}`"))),
        };
    }
    Ok(converter)
}

fn file(converted: &cu2hip_crate::FileReport, written: Option<PathBuf>) -> PyResult<File> {
    let mut findings = Vec::new();
    if !converted.diagnostics().is_empty() {
        let text = read_source(converted.path()).map_err(failed)?;
        let lines = LineIndex::new(&text);
        let of = |finding| Finding::new(converted.name(), finding, &text, &lines);
        findings = converted.diagnostics().iter().map(of).collect();
    }
    Ok(File {
        path: converted.path().to_path_buf(),
        name: converted.name().to_owned(),
        changed: converted.is_changed(),
        written,
        findings,
    })
}

/// Where a mirror in `out` holds a file.
fn place(report: &Converted, path: &Path, out: &Path) -> Option<PathBuf> {
    let target = std::fs::canonicalize(path).ok()?;
    Some(out.join(target.strip_prefix(&report.base).ok()?))
}

/// Translates files and folders; with `out_dir` the translated tree is written there.
#[pyfunction]
#[pyo3(signature = (paths, out_dir=None, **options))]
#[allow(clippy::needless_pass_by_value, reason = "Python gives values")]
fn convert(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    let mut converter = converter(options)?.paths(paths);
    let out = out_dir.as_deref();
    if let Some(out) = out {
        converter = converter.skip(out);
    }
    let (report, errors) = py.detach(|| {
        let report = converter.run().map_err(failed)?;
        let written = out.map(|out| report.write_to(out));
        let all = report
            .errors
            .iter()
            .chain(written.iter().flat_map(|w| &w.errors));
        let errors: Vec<String> = all.map(ToString::to_string).collect();
        Ok::<_, PyErr>((report, errors))
    })?;
    if !errors.is_empty() {
        return Err(failed(errors.join("\n")));
    }
    let files = report.files.iter().map(|converted| {
        let written = out.and_then(|out| place(&report, converted.path(), out));
        file(converted, written)
    });
    let files = files.collect::<PyResult<Vec<File>>>()?;
    let findings = files
        .iter()
        .flat_map(|file| file.findings.clone())
        .collect();
    Ok(Report { files, findings })
}

/// The findings in files and folders.
#[pyfunction]
#[pyo3(signature = (paths, **options))]
fn check(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Finding>> {
    Ok(convert(py, paths, None, options)?.findings)
}

/// Translates one text; gives the new text and its findings. `name` tells what it is.
#[pyfunction]
#[pyo3(signature = (text, name="text.cu", **options))]
fn translate(
    text: &str,
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, Vec<Finding>)> {
    let bytes = text.as_bytes();
    let translation = converter(options)?.translate(name, bytes);
    let lines = LineIndex::new(bytes);
    let of = |finding| Finding::new(name, finding, bytes, &lines);
    let findings = translation.diagnostics.iter().map(of).collect();
    let new = translation.edits.apply(bytes);
    Ok((String::from_utf8_lossy(&new).into_owned(), findings))
}

/// The command `cu2hip`; gives its exit status.
#[pyfunction]
fn main(py: Python<'_>) -> PyResult<u8> {
    let arguments: Vec<OsString> = py.import("sys")?.getattr("argv")?.extract()?;
    Ok(py.detach(|| cu2hip_crate::cli::run(arguments)))
}

/// Translates CUDA C++ to HIP C++.
#[pymodule]
fn cu2hip(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Finding>()?;
    module.add_class::<File>()?;
    module.add_class::<Report>()?;
    module.add_function(wrap_pyfunction!(convert, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(translate, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
