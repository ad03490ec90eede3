//! The six dimensions with the rules of their levels, and the score.

use serde::Deserialize;

use super::Level;
use crate::counts::Condition;

/// A rule of a level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRule {
    /// The level.
    pub level: Level,
    /// All must hold.
    pub when: Vec<Condition>,
    /// Said with it.
    pub text: String,
}

/// One of the six dimensions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// For people.
    pub title: String,
    /// software or networking.
    pub layer: String,
    /// The counts that belong to it.
    pub counts: Vec<String>,
    /// In order: the first that holds decides.
    pub rule: Vec<LevelRule>,
}

/// A band of the score.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Number of High dimensions from which it holds.
    pub high: u64,
    /// The time.
    pub band: String,
    /// What it takes besides.
    pub with: String,
}

/// The score.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The highest first.
    pub bands: Vec<Band>,
}

/// The dimensions and the score.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the six dimensions")]
pub struct Levels {
    pub kernels: Dimension,
    pub libraries: Dimension,
    pub framework: Dimension,
    pub distributed: Dimension,
    pub toolchain: Dimension,
    pub team: Dimension,
    pub score: Score,
}

impl Levels {
    /// The dimensions with their names, in order.
    pub fn dimensions(&self) -> [(&'static str, &Dimension); 6] {
        [
            ("kernels", &self.kernels),
            ("libraries", &self.libraries),
            ("framework", &self.framework),
            ("distributed", &self.distributed),
            ("toolchain", &self.toolchain),
            ("team", &self.team),
        ]
    }
}
