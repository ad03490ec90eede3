//! The tables with what the settings put over them.

use std::fs;
use std::path::Path;

use cu2hip_mappings::Mappings;
use serde::Serialize;

use super::{Found, SettingsError};

/// The part of a mapping source that settings write.
#[derive(Serialize)]
struct Written<'a> {
    library: &'a str,
    stays: &'a [String],
    amd: &'a [String],
    cuda: &'a [String],
}

impl Found {
    /// The rule files that the settings name, each with its text.
    ///
    /// # Errors
    /// [`SettingsError`] if one lies outside the folder of the settings or cannot be read.
    pub fn rule_files(&self) -> Result<Vec<(String, String)>, SettingsError> {
        let root = fs::canonicalize(self.folder()).unwrap_or_else(|_| self.folder().to_path_buf());
        let mut files = Vec::new();
        for file in &self.settings.rules {
            let shown = file.display().to_string();
            let path = fs::canonicalize(root.join(file))
                .map_err(|error| self.error(&shown, format!("`{shown}`: {error}")))?;
            if !path.starts_with(&root) {
                let message = format!("`{shown}` lies outside the folder of the settings");
                return Err(self.error(&shown, message));
            }
            files.push((shown, self.read_rules(&path, file)?));
        }
        Ok(files)
    }

    fn read_rules(&self, path: &Path, name: &Path) -> Result<String, SettingsError> {
        let shown = name.display().to_string();
        fs::read_to_string(path).map_err(|error| self.error(&shown, format!("`{shown}`: {error}")))
    }

    /// The compiled-in tables under the rules, the macros and the names to keep of the settings.
    ///
    /// # Errors
    /// [`SettingsError`] with the file, line and key of the first rule that is wrong.
    pub fn mappings(&self) -> Result<Mappings, SettingsError> {
        let settings = &self.settings;
        let own = Written {
            library: "user",
            stays: &settings.keep,
            amd: &settings.amd_macros,
            cuda: &settings.cuda_macros,
        };
        let mut files = self.rule_files()?;
        if [own.stays, own.amd, own.cuda]
            .iter()
            .any(|list| !list.is_empty())
        {
            let text = toml::to_string(&own).unwrap_or_default();
            files.push((super::FILE_NAME.to_owned(), text));
        }
        if files.is_empty() {
            return Ok(Mappings::builtin());
        }
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        Mappings::builtin()
            .with_user_rules(&files)
            .map_err(|error| SettingsError {
                path: self.folder().join(&error.file),
                line: error.line,
                message: match &error.key {
                    Some(key) => format!("`{key}`: {}", error.message),
                    None => error.message.clone(),
                },
            })
    }
}
