//! Findings: what needs a person, where, why, and what to do.

pub mod page;
pub mod registry;

use serde::Serialize;

use crate::edit::Edit;
use cu2hip_syntax::text::Span;

pub use registry::{Code, CodeInfo, all_codes, find_code};

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Shown to depend on the target.
    Warning,
    /// Cannot compile, or is wrong on every listed target.
    Error,
}

impl Severity {
    /// The severity as a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Rough cost of the work that a finding leaves to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// Days.
    Days,
    /// There is no way today.
    None,
}

impl Effort {
    /// The cost as a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Minutes => "minutes",
            Self::Hours => "hours",
            Self::Days => "days",
            Self::None => "no way today",
        }
    }
}

/// What becomes of the fix of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Applicability {
    /// Written; exact.
    Safe,
    /// Written and reported: look at it.
    Review,
    /// Reported only.
    Manual,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// Its weight here (the code's default unless the rule knew better).
    pub severity: Severity,
    /// Rough cost of the manual work.
    pub effort: Effort,
    /// The offending tokens in the input, never a whole function.
    pub span: Span,
    /// What was seen, naming the token.
    pub message: String,
    /// Why it is a problem.
    pub reason: Option<String>,
    /// What to do.
    pub advice: String,
    /// What becomes of `fix`.
    pub applicability: Applicability,
    /// Edits that would settle it; already in the edit set unless `applicability` is manual.
    pub fix: Vec<Edit>,
}

impl Diagnostic {
    /// A finding of the given kind with the kind's default severity, effort and advice.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let info = code.info();
        Self {
            code,
            severity: info.severity,
            effort: info.effort,
            span,
            message: message.into(),
            reason: None,
            advice: info.advice.to_owned(),
            applicability: Applicability::Manual,
            fix: Vec::new(),
        }
    }

    /// With another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// With another effort.
    #[must_use]
    pub fn effort(mut self, effort: Effort) -> Self {
        self.effort = effort;
        self
    }

    /// With a reason.
    #[must_use]
    pub fn reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// With advice of its own.
    #[must_use]
    pub fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = advice.into();
        self
    }

    /// Marked as reported beside an edit that was made.
    #[must_use]
    pub fn review(mut self) -> Self {
        self.applicability = Applicability::Review;
        self
    }

    /// With edits that would settle it.
    #[must_use]
    pub fn fix(mut self, fix: Vec<Edit>) -> Self {
        self.fix = fix;
        self
    }
}
