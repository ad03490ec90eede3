//! Errors of the mapping sources.

/// A mapping source that cannot be used.
///
/// The text names the file, the line and the key, as in
/// ``rules.toml:12: `cudaFoo`: no such field``.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {}{message}", .key.as_ref().map(|k| format!("`{k}`: ")).unwrap_or_default())]
pub struct MappingError {
    /// File name as it was given.
    pub file: String,
    /// Line from 1; 0 if the whole file is meant.
    pub line: usize,
    /// Key or CUDA name at fault.
    pub key: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl MappingError {
    /// An error about `key`, at the line of `text` that holds it first.
    pub(crate) fn about(file: &str, text: &str, key: &str, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: line_of(text, key),
            key: Some(key.to_owned()),
            message: message.into(),
        }
    }
}

/// The line, from 1, on which `key` stands as a whole word first; 0 if nowhere.
fn line_of(text: &str, key: &str) -> usize {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(key)
        .find(|(at, _)| {
            !word(text[..*at].chars().next_back()) && !word(text[at + key.len()..].chars().next())
        })
        .map_or(0, |(at, _)| text[..at].matches('\n').count() + 1)
}
