//! What is known of the whole project before any file is translated.

use cu2hip_mappings::Mappings;

/// Small facts about one file; its text is not kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// Path relative to the project root, with `/`.
    pub path: String,
    /// True if something in it counts as CUDA.
    pub is_cuda: bool,
}

/// The facts of all files, joined.
#[derive(Debug, Clone, Default)]
pub struct ProjectIndex {
    files: Vec<FileFacts>,
}

/// Reads the facts of one file. Pure and total.
pub fn gather_facts(path: &str, text: &[u8], mappings: &Mappings) -> FileFacts {
    let _ = (text, mappings);
    FileFacts {
        path: path.to_owned(),
        is_cuda: false,
    }
}

impl ProjectIndex {
    /// Joins the facts of all files; the order of `files` does not matter.
    pub fn new(mut files: Vec<FileFacts>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Self { files }
    }

    /// The files, by path.
    pub fn files(&self) -> &[FileFacts] {
        &self.files
    }
}
