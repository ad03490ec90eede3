//! Facts, weights and decision rules: data of `mappings/audit/`, compiled in, to be overridden by
//! files of the same name in a folder of the user's.

mod code;
mod levels;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::counts::Condition;
use crate::pattern::Pattern;

pub use code::{
    Backends, BuildWords, Code, CppRule, FortranRule, Guards, Place, Programs, PythonRule,
    StringRule,
};
pub use levels::{Band, Dimension, LevelRule, Levels, Score};

/// Rules that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// A file does not say what such a file says.
    #[error("{file}: {error}")]
    Form {
        /// The file.
        file: String,
        /// The reason.
        error: Box<toml::de::Error>,
    },
    /// The folder holds a file that overrides nothing.
    #[error("{} has a name of its own: rule files are {}", .0.display(), FILES.map(|f| f.0).join(", "))]
    Unknown(PathBuf),
}

/// How deep something binds.
#[derive(
    Default, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, serde::Serialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Level {
    /// It cannot be told.
    #[default]
    #[serde(rename = "unknown")]
    Unknown,
    /// Weeks.
    Low,
    /// Months.
    Medium,
    /// 6 to 12 months.
    High,
}

impl Level {
    /// As a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Low => "Low",
            Self::Medium => "Medium",
            Self::High => "High",
        }
    }
}

/// What is known of a package, header, program, variable or image.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// One of the five layers.
    pub layer: String,
    /// native, fork, counterpart, partial or none.
    pub state: String,
    /// What to use on ROCm.
    pub counterpart: Option<String>,
    /// What to know.
    pub note: Option<String>,
    /// Year of the fact.
    pub year: u16,
    /// Where it is from.
    pub source: String,
    /// high, medium or low.
    pub confidence: String,
}

/// A library that decides a level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// Its weight.
    pub level: Level,
    /// One of the five layers.
    pub layer: String,
    /// native, fork, counterpart, partial or none.
    pub state: String,
    /// What takes its place.
    pub counterpart: Option<String>,
    /// Libraries of the mapping tables.
    #[serde(default)]
    pub mapping: Vec<String>,
    /// Namespaces of C++.
    #[serde(default)]
    pub namespaces: Vec<String>,
    /// Modules of Python.
    #[serde(default)]
    pub modules: Vec<String>,
    /// Names in dependency files.
    #[serde(default)]
    pub packages: Vec<String>,
    /// Whole string literals of Python.
    #[serde(default)]
    pub strings: Vec<String>,
    /// Packages and link libraries of CMake.
    #[serde(default)]
    pub cmake: Vec<Pattern>,
    /// Its name as a hard stop.
    pub stop: Option<String>,
    /// The way out of the hard stop.
    pub way_out: Option<String>,
    /// stay or rewrite.
    pub path: Option<String>,
    /// Where the state is from.
    pub source: String,
    /// high (where not given), medium or low.
    pub confidence: Option<String>,
}

/// How a repository falls into components.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// Files that make a folder a component.
    pub markers: Vec<String>,
    /// Folders that only hold others.
    pub containers: Vec<String>,
    /// Folders with code of others.
    pub vendored: Vec<String>,
    /// Files with code of others.
    pub vendored_files: Vec<String>,
    /// Beginnings of names of files that are no part of the work.
    pub side_files: Vec<String>,
    /// Folders with tests.
    pub tests: Vec<String>,
    /// Folders with samples, benchmarks and helpers.
    pub samples: Vec<String>,
    /// Folders whose job scripts tell how the work runs.
    pub jobs: Vec<String>,
    /// Names of folders and files for AMD.
    pub amd: Vec<Pattern>,
    /// Names of folders for CUDA.
    pub cuda: Vec<Pattern>,
    /// What takes the place of `cuda` in the name of a folder beside it for AMD.
    pub amd_words: Vec<String>,
    /// What stands behind the name of a folder beside it for AMD.
    pub amd_endings: Vec<String>,
    /// Commands of CMake, in small letters, that declare a target.
    pub target_commands: Vec<Pattern>,
    /// Most targets that a folder falls into.
    pub max_targets: usize,
    /// Share of all that makes a component fall apart.
    pub split_share: f64,
    /// Most parts of a component's path.
    pub max_depth: usize,
    /// Hidden folders and files that are read.
    pub hidden: Vec<String>,
    /// Where pipelines are described.
    pub pipelines: Vec<String>,
}

/// A hard stop that is no library.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Counts that show it.
    #[serde(default)]
    pub counts: Vec<String>,
    /// Codes of findings that show it.
    #[serde(default)]
    pub codes: Vec<String>,
    /// The way out.
    pub way_out: String,
    /// stay or rewrite.
    pub path: String,
}

/// A rule that chooses a path.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathRule {
    /// The path.
    pub path: String,
    /// All must hold.
    pub when: Vec<Condition>,
    /// For it.
    pub because: String,
    /// Against it.
    pub against: String,
}

/// The rules of paths.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paths {
    /// Ways on which a component runs on AMD devices as it is.
    pub free: Vec<String>,
    /// Libraries that are a framework.
    pub frameworks: Vec<String>,
    /// The first that holds decides.
    pub rule: Vec<PathRule>,
    /// All that hold are listed beside it.
    pub also: Vec<PathRule>,
    /// For the whole repository.
    pub whole: Vec<PathRule>,
}

/// Hours for each of a count.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerCount {
    /// Least and most.
    pub hours: [f64; 2],
    /// For people.
    pub what: String,
    /// Most that are counted.
    pub most: Option<u64>,
}

/// Assumptions of the estimate.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffortRules {
    /// Hours of work in a week.
    pub hours_per_week: f64,
    /// Share of the cost of the first finding of a kind in a further file.
    pub elsewhere: f64,
    /// Share of the cost of a further finding of a kind in a file.
    pub repeat: f64,
    /// Codes of findings that are counted by files instead.
    pub skip: Vec<String>,
    /// Hours by class of effort.
    pub classes: BTreeMap<String, [f64; 2]>,
    /// Hours by count.
    pub per: BTreeMap<String, PerCount>,
}

/// Facts of an ecosystem by name.
pub type Facts = BTreeMap<String, BTreeMap<String, Fact>>;

/// Everything that an audit goes by.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "each is described at its type")]
pub struct Rules {
    pub facts: Facts,
    pub libraries: BTreeMap<String, Library>,
    pub code: Code,
    pub components: Components,
    pub levels: Levels,
    pub stops: BTreeMap<String, Stop>,
    pub paths: Paths,
    pub effort: EffortRules,
}

/// The files of the rules and what is compiled in.
const FILES: [(&str, &str); 10] = [
    (
        "facts-python.toml",
        include_str!("../data/facts-python.toml"),
    ),
    (
        "facts-native.toml",
        include_str!("../data/facts-native.toml"),
    ),
    ("facts-tools.toml", include_str!("../data/facts-tools.toml")),
    ("libraries.toml", include_str!("../data/libraries.toml")),
    ("code.toml", include_str!("../data/code.toml")),
    ("components.toml", include_str!("../data/components.toml")),
    ("levels.toml", include_str!("../data/levels.toml")),
    ("stops.toml", include_str!("../data/stops.toml")),
    ("paths.toml", include_str!("../data/paths.toml")),
    ("effort.toml", include_str!("../data/effort.toml")),
];

impl Rules {
    /// The rules that are compiled in.
    ///
    /// # Errors
    /// [`RulesError::Form`], which a test excludes.
    pub fn builtin() -> Result<Self, RulesError> {
        Self::new(None)
    }

    /// The rules that are compiled in, under those of a folder: tables are merged, all else is
    /// replaced.
    ///
    /// # Errors
    /// [`RulesError`] if a file cannot be read or says what it cannot say.
    pub fn with_folder(folder: &Path) -> Result<Self, RulesError> {
        let io = |error| RulesError::Io {
            path: folder.to_path_buf(),
            error,
        };
        for entry in fs::read_dir(folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            let is_rule = path.extension().is_some_and(|e| e == "toml");
            let known = path
                .file_name()
                .is_some_and(|name| FILES.iter().any(|(file, _)| name == *file));
            if is_rule && !known {
                return Err(RulesError::Unknown(path));
            }
        }
        Self::new(Some(folder))
    }

    fn new(folder: Option<&Path>) -> Result<Self, RulesError> {
        let mut facts: Facts = BTreeMap::new();
        for file in ["facts-python.toml", "facts-native.toml", "facts-tools.toml"] {
            facts.extend(read::<Facts>(file, folder)?);
        }
        Ok(Self {
            facts,
            libraries: read("libraries.toml", folder)?,
            code: read("code.toml", folder)?,
            components: read("components.toml", folder)?,
            levels: read("levels.toml", folder)?,
            stops: read("stops.toml", folder)?,
            paths: read("paths.toml", folder)?,
            effort: read("effort.toml", folder)?,
        })
    }
}

/// One file: what is compiled in, under what the folder says.
fn read<T: DeserializeOwned>(file: &str, folder: Option<&Path>) -> Result<T, RulesError> {
    let form = |file: String| {
        move |error| RulesError::Form {
            file,
            error: Box::new(error),
        }
    };
    let text = FILES.iter().find(|(name, _)| *name == file);
    let text = text.map_or("", |(_, text)| text);
    let mut table: toml::Table = toml::from_str(text).map_err(form(file.to_owned()))?;
    let mut name = file.to_owned();
    if let Some(path) = folder.map(|f| f.join(file)).filter(|p| p.is_file()) {
        name = path.display().to_string();
        let text = fs::read_to_string(&path).map_err(|error| RulesError::Io {
            path: path.clone(),
            error,
        })?;
        merge(
            &mut table,
            toml::from_str(&text).map_err(form(name.clone()))?,
        );
    }
    T::deserialize(toml::Value::Table(table)).map_err(form(name))
}

/// Puts `over` into `under`; tables are joined.
fn merge(under: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => merge(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiled_in_rules_can_be_read() {
        let rules = Rules::builtin().unwrap();
        for (name, library) in &rules.libraries {
            assert_eq!(library.stop.is_some(), library.way_out.is_some(), "{name}");
            assert_eq!(library.stop.is_some(), library.path.is_some(), "{name}");
        }
        for facts in rules.facts.values().flat_map(BTreeMap::values) {
            assert!(
                ["native", "fork", "counterpart", "partial", "none"]
                    .contains(&facts.state.as_str())
            );
            assert!(["high", "medium", "low"].contains(&facts.confidence.as_str()));
        }
        for (_, dimension) in rules.levels.dimensions() {
            assert!(
                dimension.rule.last().unwrap().when.is_empty(),
                "{}",
                dimension.title
            );
        }
        assert!(rules.paths.rule.last().unwrap().when.is_empty());
    }

    #[test]
    fn a_folder_overrides() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("effort.toml");
        cu2hip_project::write::write_file(&path, b"repeat = 0.5\n[classes]\nhours = [2.0, 3.0]\n")
            .unwrap();
        let rules = Rules::with_folder(folder.path()).unwrap();
        assert!((rules.effort.repeat - 0.5).abs() < 1e-9);
        assert!((rules.effort.classes["hours"][1] - 3.0).abs() < 1e-9);
        assert!((rules.effort.classes["days"][0] - 8.0).abs() < 1e-9);
        let wrong = folder.path().join("weights.toml");
        cu2hip_project::write::write_file(&wrong, b"").unwrap();
        assert!(matches!(
            Rules::with_folder(folder.path()),
            Err(RulesError::Unknown(_))
        ));
    }
}
