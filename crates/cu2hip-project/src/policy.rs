//! What differs between the files of a project: targets and weights by path.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cu2hip_core::diagnostic::{all_codes, find_code};
use cu2hip_core::{Code, CudaVersion, Diagnostic, LaunchStyle, Options, Severity};
use cu2hip_mappings::{LibraryChoice, Target};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::settings::{Found, Launch, Override, SettingsError, Weight, nearest, parse_cuda};

/// Weights of findings that are not the registry's; none for those that are not reported.
type Weights = BTreeMap<Code, Option<Severity>>;

/// Targets and weights by path.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    weights: Weights,
    parts: Vec<Part>,
}

/// Which choices of the settings are overruled by flags.
#[derive(Debug, Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Overruled {
    /// `--cuda`.
    pub cuda: bool,
    /// `--arch`.
    pub arch: bool,
    /// `--libs`.
    pub libs: bool,
    /// `--launch`.
    pub launch: bool,
}

/// An `[[override]]`.
#[derive(Debug, Clone)]
struct Part {
    folder: PathBuf,
    globs: Gitignore,
    cuda: Option<CudaVersion>,
    arch: Option<Vec<String>>,
    libs: Option<LibraryChoice>,
    launch: Option<LaunchStyle>,
    pedantic: Option<bool>,
    weights: Weights,
}

impl Policy {
    /// The policy of a settings file.
    ///
    /// # Errors
    /// [`SettingsError`] if a code, release, library choice or glob in it does not exist.
    pub fn new(found: &Found, overruled: Overruled) -> Result<Self, SettingsError> {
        let parts = found.settings.overrides.iter();
        Ok(Self {
            weights: weights(found, &found.settings.severity)?,
            parts: parts
                .map(|part| Part::new(found, part, overruled))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The target and the options of the file at `path` (absolute); none where they are those of
    /// the run.
    pub fn choices(
        &self,
        path: &Path,
        target: &Target,
        options: &Options,
    ) -> Option<(Target, Options)> {
        let mut parts = self.parts_of(path).peekable();
        parts.peek()?;
        let (mut target, mut options) = (target.clone(), options.clone());
        for part in parts {
            options.cuda = part.cuda.or(options.cuda);
            if let Some(arch) = &part.arch {
                options.architectures.clone_from(arch);
            }
            if let Some(libs) = &part.libs {
                target.libraries = libs.clone();
            }
            options.launch = part.launch.unwrap_or(options.launch);
            options.pedantic = part.pedantic.unwrap_or(options.pedantic);
        }
        Some((target, options))
    }

    /// Gives the findings of the file at `path` (absolute) their weight, and drops those that are
    /// switched off.
    pub fn weigh(&self, path: &Path, findings: &mut Vec<Diagnostic>) {
        if self.weights.is_empty() && self.parts.is_empty() {
            return;
        }
        let mut weights = self.weights.clone();
        for part in self.parts_of(path) {
            weights.extend(part.weights.iter().map(|(code, weight)| (*code, *weight)));
        }
        findings.retain_mut(|finding| match weights.get(&finding.code) {
            None => true,
            Some(None) => false,
            Some(Some(severity)) => {
                finding.severity = *severity;
                true
            }
        });
    }

    fn parts_of<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = &'a Part> {
        self.parts.iter().filter(|part| part.matches(path))
    }
}

impl Part {
    fn new(found: &Found, part: &Override, overruled: Overruled) -> Result<Self, SettingsError> {
        let folder = std::fs::canonicalize(found.folder()).unwrap_or_default();
        let mut globs = GitignoreBuilder::new(&folder);
        for glob in &part.paths {
            globs
                .add_line(None, glob)
                .map_err(|error| found.error(glob, format!("`{glob}` is no glob: {error}")))?;
        }
        if part.paths.is_empty() {
            return Err(found.error(
                "[[override]]",
                "`paths` is missing: which files is it about?",
            ));
        }
        let cuda = match part.cuda.as_deref().filter(|_| !overruled.cuda) {
            Some(text) => Some(parse_cuda(text).ok_or_else(|| {
                found.error(
                    text,
                    format!("`{text}` is no CUDA release: write it as in `12.4`"),
                )
            })?),
            None => None,
        };
        let libs = part.libs.as_deref().filter(|_| !overruled.libs);
        let libs = libs
            .map(|text| LibraryChoice::parse(text).map_err(|e| found.error(text, e.to_string())))
            .transpose()?;
        Ok(Self {
            globs: globs
                .build()
                .map_err(|error| found.error("[[override]]", error.to_string()))?,
            folder,
            cuda,
            arch: part.arch.clone().filter(|_| !overruled.arch),
            libs,
            launch: part.launch.filter(|_| !overruled.launch).map(style),
            pedantic: part.pedantic,
            weights: weights(found, &part.severity)?,
        })
    }

    fn matches(&self, path: &Path) -> bool {
        path.strip_prefix(&self.folder).is_ok_and(|inside| {
            self.globs
                .matched_path_or_any_parents(inside, false)
                .is_ignore()
        })
    }
}

/// The style of launches by its word.
pub fn style(launch: Launch) -> LaunchStyle {
    match launch {
        Launch::Keep => LaunchStyle::Chevron,
        Launch::Hip => LaunchStyle::Macro,
    }
}

fn weights(found: &Found, table: &BTreeMap<String, Weight>) -> Result<Weights, SettingsError> {
    let weight = |(name, weight): (&String, &Weight)| {
        let Some(code) = find_code(name) else {
            let names = all_codes().flat_map(|code| [code.as_str(), code.name()]);
            let hint =
                nearest(name, names).map_or_else(String::new, |n| format!(": did you mean `{n}`?"));
            return Err(found.error(name, format!("there is no finding `{name}`{hint}")));
        };
        let severity = match weight {
            Weight::Off => None,
            Weight::Note => Some(Severity::Note),
            Weight::Warning => Some(Severity::Warning),
            Weight::Error => Some(Severity::Error),
        };
        Ok((code, severity))
    };
    table.iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{FILE_NAME, Settings};
    use crate::write::write_file;
    use cu2hip_syntax::text::Span;

    fn policy(text: &str) -> (tempfile::TempDir, Result<Policy, SettingsError>) {
        let folder = tempfile::tempdir().unwrap();
        write_file(&folder.path().join(FILE_NAME), text.as_bytes()).unwrap();
        let found = Settings::discover(folder.path()).unwrap();
        let policy = Policy::new(&found, Overruled::default());
        (folder, policy)
    }

    #[test]
    fn a_later_override_wins_field_by_field() {
        let (folder, policy) = policy(
            "[[override]]\npaths = [\"old/\"]\nlibs = \"cublas=hip\"\ncuda = \"11.8\"\n\
             [[override]]\npaths = [\"*.cuh\"]\ncuda = \"12.4\"\nlaunch = \"hip\"\n",
        );
        let policy = policy.unwrap();
        let (target, options) = (Target::default(), Options::default());
        let root = std::fs::canonicalize(folder.path()).unwrap();
        let choices = |name: &str| policy.choices(&root.join(name), &target, &options);
        assert!(choices("new/a.cu").is_none());
        let (own, set) = choices("old/deep/a.cuh").unwrap();
        assert_ne!(own, target);
        assert_eq!(set.cuda, parse_cuda("12.4"));
        assert_eq!(set.launch, LaunchStyle::Macro);
        let (_, set) = choices("old/a.cu").unwrap();
        assert_eq!(set.cuda, parse_cuda("11.8"));
    }

    #[test]
    fn weights_by_code_and_by_path() {
        let (folder, policy) = policy(
            "severity = { mask-width = \"note\" }\n[[override]]\npaths = [\"/a.cu\"]\nseverity = { CH2004 = \"off\" }\n",
        );
        let policy = policy.unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        let weighed = |name: &str| {
            let code = find_code("mask-width").unwrap();
            let mut findings = vec![Diagnostic::new(code, Span::at(0), "m")];
            policy.weigh(&root.join(name), &mut findings);
            findings.first().map(|finding| finding.severity)
        };
        assert_eq!(weighed("a.cu"), None);
        assert_eq!(weighed("b/a.cu"), Some(Severity::Note));
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let message = |text: &str| policy(text).1.unwrap_err().to_string();
        let code = message("[severity]\nmask-widht = \"off\"\n");
        assert!(
            code.contains(":2: there is no finding `mask-widht`: did you mean `mask-width`?"),
            "{code}"
        );
        assert!(message("[[override]]\ncuda = \"12\"\n").contains("`paths` is missing"));
        assert!(
            message("[[override]]\npaths=[\"a\"]\ncuda = \"twelve\"\n").contains("no CUDA release")
        );
        assert!(message("[[override]]\npaths=[\"a\"]\nlibs = \"cublas=best\"\n").contains("best"));
        assert!(message("[[override]]\npaths=[\"a{\"]\n").contains("no glob"));
    }
}
