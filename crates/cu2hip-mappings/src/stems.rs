//! Substrings for a fast test of whole files.

/// One of these stands in every name that the tables change or report.
pub(crate) const STEMS: &[&str] = &[];
