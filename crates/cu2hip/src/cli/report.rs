//! Reports: one document, written in several forms.

pub(super) mod chart;
mod github;
pub(super) mod html;
pub(super) mod markdown;
pub(super) mod sarif;

use std::path::{Path, PathBuf};

use crate::document::Document;
use anyhow::{Result, bail};
use cu2hip_project::FileError;
use cu2hip_project::write::write_file;

pub(super) use github::annotations;

/// A form, chosen by the ending of the file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Sarif,
    Markdown,
    Html,
}

/// A report that was asked for.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    path: PathBuf,
    form: Form,
}

impl Wanted {
    /// The report for a file name.
    ///
    /// # Errors
    /// If the ending names no form.
    pub(super) fn new(path: &Path) -> Result<Self> {
        let ending = path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default();
        let form = match ending {
            "json" => Form::Json,
            "sarif" => Form::Sarif,
            "md" => Form::Markdown,
            "html" => Form::Html,
            _ => bail!(
                "{}: the ending says which report it is: .html, .md, .sarif or .json",
                path.display()
            ),
        };
        Ok(Self {
            path: path.to_path_buf(),
            form,
        })
    }

    /// Writes the report.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be written.
    pub(super) fn write(&self, document: &Document) -> Result<(), FileError> {
        let text = match self.form {
            Form::Json => pretty(document),
            Form::Sarif => pretty(&sarif::log(document)),
            Form::Markdown => markdown::page(document),
            Form::Html => html::page(document),
        };
        write_file(&self.path, text.as_bytes())
            .map_err(|fault| FileError::new(&self.path, fault))?;
        Ok(())
    }
}

pub(super) fn pretty(value: &impl serde::Serialize) -> String {
    // Texts, numbers and lists always serialise.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
