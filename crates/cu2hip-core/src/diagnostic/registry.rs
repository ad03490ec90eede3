//! The registry of finding codes: `CH####`, never reused.
//!
//! Families: 1xxx API without counterpart or changed; 2xxx kernel language;
//! 3xxx types and numerics; 4xxx libraries and their borders; 5xxx preprocessor
//! and versions; 6xxx build; 7xxx text; 8xxx what compiles and cannot run.

mod api;
mod build;
mod kernel;
mod library;
mod preprocessor;
mod runtime;
mod text;
mod types;

use super::{Effort, Severity};

/// A finding code.
#[derive(Clone, Copy)]
pub struct Code(&'static CodeInfo);

/// All there is to say about a code; also the source of its page.
#[derive(Debug)]
pub struct CodeInfo {
    /// `CH` and four digits.
    pub code: &'static str,
    /// Kebab-case name, usable wherever the code is.
    pub name: &'static str,
    /// Default weight.
    pub severity: Severity,
    /// Default cost.
    pub effort: Effort,
    /// One line: what it is.
    pub title: &'static str,
    /// Why it matters, in a few sentences.
    pub explanation: &'static str,
    /// What to do in general.
    pub advice: &'static str,
    /// A small CUDA input that has the finding (build codes: the build file).
    pub before: &'static str,
    /// What a person makes of it.
    pub after: &'static str,
}

impl Code {
    /// Everything about the code.
    pub fn info(self) -> &'static CodeInfo {
        self.0
    }

    /// `CH####`.
    pub fn as_str(self) -> &'static str {
        self.0.code
    }

    /// The kebab-case name.
    pub fn name(self) -> &'static str {
        self.0.name
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.0.code == other.0.code
    }
}

impl Eq for Code {}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.code.cmp(other.0.code)
    }
}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.code.hash(state);
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0.code, self.0.name)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.code)
    }
}

/// Declares the codes of one family.
macro_rules! codes {
    ($( $constant:ident = $code:literal $name:literal $severity:ident $effort:ident {
        title: $title:literal, explanation: $explanation:literal, advice: $advice:literal,
        before: $before:literal, after: $after:literal $(,)?
    } )*) => {
        $(
            #[doc = $title]
            #[allow(clippy::doc_markdown, reason = "titles are also shown on terminals")]
            pub const $constant: $crate::diagnostic::registry::Code =
                $crate::diagnostic::registry::Code(&$crate::diagnostic::registry::CodeInfo {
                    code: $code, name: $name,
                    severity: $crate::diagnostic::Severity::$severity,
                    effort: $crate::diagnostic::Effort::$effort,
                    title: $title, explanation: $explanation, advice: $advice,
                    before: $before, after: $after,
                });
        )*
        pub(super) const ALL: &[$crate::diagnostic::registry::Code] = &[$($constant),*];
    };
}
pub(crate) use codes;

pub use api::*;
pub use build::*;
pub use kernel::*;
pub use library::*;
pub use preprocessor::*;
pub use runtime::*;
pub use text::*;
pub use types::*;

/// All codes in order.
#[allow(
    unused_qualifications,
    reason = "the glob re-exports make every family's ALL look in scope"
)]
pub fn all_codes() -> impl Iterator<Item = Code> {
    [
        api::ALL,
        kernel::ALL,
        types::ALL,
        library::ALL,
        preprocessor::ALL,
        build::ALL,
        text::ALL,
        runtime::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// The code with this number (`CH2004`, any case) or name (`mask-width`).
pub fn find_code(text: &str) -> Option<Code> {
    all_codes().find(|c| c.as_str().eq_ignore_ascii_case(text) || c.name() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_sorted_and_well_formed() {
        let codes: Vec<_> = all_codes().collect();
        assert!(
            codes.windows(2).all(|w| w[0] < w[1]),
            "codes must be in order, without repeats"
        );
        let mut names: Vec<_> = codes.iter().map(|c| c.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), codes.len());
        for code in codes {
            assert!(
                code.as_str().len() == 6 && code.as_str().starts_with("CH"),
                "{code}"
            );
            assert!(
                code.name()
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            );
            assert!(!code.info().explanation.is_empty() && !code.info().advice.is_empty());
        }
    }

    #[test]
    fn a_code_is_found_by_number_and_by_name() {
        let first = all_codes().next().unwrap();
        assert_eq!(find_code(&first.as_str().to_lowercase()), Some(first));
        assert_eq!(find_code(first.name()), Some(first));
        assert_eq!(find_code("CH0000"), None);
    }
}
