//! How deep a code base is bound to CUDA, at which layer, and which ways lead out.
//!
//! [`audit`] takes the inventory of a tree (C++ through the translator's front end, Python through a
//! parser, build, dependency and job files by line), joins files to components, decides six
//! dimensions by the rules of [`Rules`], and returns all of it as data. Nothing is printed, nothing
//! in the tree changes. No number is without its places: see [`document::Evidence`].

mod builds;
mod compare;
mod component;
mod conditional;
mod counts;
pub mod document;
mod effort;
mod file;
mod git;
mod inventory;
mod matcher;
mod paths;
mod pattern;
pub mod rules;
mod scan;
mod score;
mod usage;
mod verdict;
mod whole;

use std::fs;
use std::path::{Path, PathBuf};

pub use counts::{Condition, Counts, grouped};
pub use document::Audit;
pub use pattern::Pattern;
pub use rules::{Level, Rules, RulesError};

use document::Moment;
use matcher::Matcher;
use whole::Whole;

/// An audit that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The folder cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is no folder.
    #[error("{} is no folder", .0.display())]
    NoFolder(PathBuf),
    /// A glob cannot be read.
    #[error(transparent)]
    Glob(#[from] cu2hip_project::walk::GlobError),
    /// Git does not answer.
    #[error("git: {0}")]
    Git(String),
    /// The earlier audit is none.
    #[error("this is no audit that `--format json` wrote")]
    NoAudit,
}

/// What is asked of an audit.
#[derive(Debug, Clone, Default)]
pub struct AuditOptions {
    /// Threads; 0 for as many as there are processors.
    pub threads: usize,
    /// Files and folders that are left out (as in `.gitignore`).
    pub exclude: Vec<String>,
    /// AMD architectures.
    pub architectures: Vec<String>,
    /// Number of people who write kernels, where it is known.
    pub team: Option<u64>,
    /// All places of all dimensions instead of a few.
    pub all_evidence: bool,
    /// Findings for wavefronts of 64 and of 32 lanes are compared.
    pub compare_targets: bool,
}

/// Audits the tree at `folder`.
///
/// # Errors
/// [`AuditError`] if the folder or a glob cannot be read. Files that cannot be read are in
/// [`Audit::errors`].
pub fn audit(folder: &Path, options: &AuditOptions, rules: &Rules) -> Result<Audit, AuditError> {
    let root = fs::canonicalize(folder)?;
    if !root.is_dir() {
        return Err(AuditError::NoFolder(folder.to_path_buf()));
    }
    let mut inventory = inventory::take(&root, options, rules)?;
    let components = component::components(&mut inventory, rules);
    let matcher = Matcher::new(rules);
    let usages = usage::usages(&inventory, &components, &matcher);
    let stops = verdict::stops(&inventory, &components, &usages, rules);
    let whole = Whole {
        inventory: &inventory,
        components: &components,
        usages: &usages,
        stops: &stops,
        rules,
        options,
        root: &root,
    };
    Ok(whole.document())
}

/// Audits `number` commits of the history, evenly spread, the oldest first.
///
/// # Errors
/// [`AuditError`] if there is no history or a tree cannot be read.
pub fn history(
    folder: &Path,
    number: usize,
    options: &AuditOptions,
    rules: &Rules,
) -> Result<Vec<Moment>, AuditError> {
    let root = fs::canonicalize(folder)?;
    let mut moments = Vec::new();
    for commit in git::commits(&root, number)? {
        let tree = git::export(&root, &commit.hash)?;
        let audit = audit(tree.path(), options, rules)?;
        let mut counts = Counts::default();
        for (_, dimension) in audit.dimensions.all() {
            counts.extend(&dimension.counts);
        }
        let mut hard_stops: Vec<String> = audit
            .hard_stops
            .iter()
            .filter(|stop| !stop.optional)
            .map(|stop| stop.name.clone())
            .collect();
        hard_stops.sort();
        hard_stops.dedup();
        let levels = audit.dimensions.all();
        moments.push(Moment {
            commit: commit.hash,
            date: commit.date,
            high: audit.score.high,
            levels: levels
                .iter()
                .map(|(name, d)| ((*name).to_owned(), d.level))
                .collect(),
            counts,
            hard_stops,
        });
    }
    Ok(moments)
}

/// Notes in `audit` what changed since the audit whose JSON is `old`.
///
/// # Errors
/// [`AuditError::NoAudit`] if `old` is none.
pub fn compare_with(audit: &mut Audit, old: &str) -> Result<(), AuditError> {
    let old = serde_json::from_str(old).map_err(|_| AuditError::NoAudit)?;
    audit.comparison = Some(compare::compare(&old, audit).ok_or(AuditError::NoAudit)?);
    Ok(())
}
