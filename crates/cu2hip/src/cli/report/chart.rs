//! Charts of a page: bars made of plain elements, which need no script.

use std::fmt::Write as _;

use super::html::escape;

/// One bar.
pub(in crate::cli) struct Bar<'a> {
    /// What it counts.
    pub(in crate::cli) label: &'a str,
    /// How many.
    pub(in crate::cli) count: usize,
    /// Class of its colour.
    pub(in crate::cli) class: &'a str,
}

/// A chart with one bar a line; the longest fills the width.
pub(in crate::cli) fn bars(title: &str, bars: &[Bar<'_>]) -> String {
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    let mut out = format!(
        "<figure class=\"chart\"><figcaption>{}</figcaption>",
        escape(title)
    );
    for bar in bars {
        let width = bar.count * 100 / most;
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<div class=\"bar\"><span class=\"label\">{}</span><span class=\"track\">\
             <span class=\"fill {}\" style=\"width:{width}%\"></span></span>\
             <span class=\"count\">{}</span></div>",
            escape(bar.label),
            bar.class,
            bar.count
        );
    }
    out.push_str("</figure>");
    out
}
