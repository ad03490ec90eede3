//! The mapping sources: the TOML files of `mappings/` and of users.

mod schema;

pub use schema::{
    CallEntry, Example, FamilyEntry, HeaderEntry, NamespaceEntry, NoteEntry, NoteText, OneOrMany,
    RuleEntry, Sided, SourceFile, TextExample, Unsupported, UnsupportedDetail, WhenEntry,
};

use crate::error::MappingError;

/// A parsed source with its text, which error messages point into.
#[derive(Debug)]
pub struct Source {
    /// File name relative to `mappings/`, or as the user gave it.
    pub name: String,
    /// The TOML text.
    pub text: String,
    /// What it says.
    pub file: SourceFile,
}

impl Source {
    /// Reads one source.
    ///
    /// # Errors
    /// [`MappingError`] with line and key if the text is no TOML of the schema.
    pub fn parse(name: &str, text: &str) -> Result<Self, MappingError> {
        match toml::from_str(text) {
            Ok(file) => Ok(Self {
                name: name.to_owned(),
                text: text.to_owned(),
                file,
            }),
            Err(error) => Err(located(name, text, &error)),
        }
    }

    /// An error about `key` of this source.
    pub(crate) fn error(&self, key: &str, message: impl Into<String>) -> MappingError {
        MappingError::about(&self.name, &self.text, key, message)
    }
}

/// Turns the parser's error into one with a line and, where the line has one, a key.
fn located(name: &str, text: &str, error: &toml::de::Error) -> MappingError {
    let at = error.span().map_or(0, |s| s.start.min(text.len()));
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let line_text = text[start..].lines().next().unwrap_or_default();
    let key = line_text
        .split_once('=')
        .map(|(k, _)| k.trim().trim_matches('"').to_owned())
        .filter(|k| !k.is_empty());
    MappingError {
        file: name.to_owned(),
        line: text[..at].matches('\n').count() + 1,
        key,
        message: error.message().to_owned(),
    }
}
