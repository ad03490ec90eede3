//! A file side by side: only the lines that change or have a finding, with those around them.

use std::collections::BTreeSet;

use cu2hip_core::{Diagnostic, EditSet};
use cu2hip_project::patch::{self, LineKind};
use cu2hip_syntax::text::LineIndex;

use super::{Row, View};

/// Lines around a change or finding.
const AROUND: usize = 3;
/// Characters of a line that are kept.
const WIDTH: usize = 300;

/// The places of a file that change or have a finding.
pub(super) fn views(
    text: &[u8],
    lines: &LineIndex,
    edits: &EditSet,
    findings: &[Diagnostic],
) -> Vec<View> {
    let rows = rows(text, edits);
    let line = |finding: &Diagnostic| lines.line_of(finding.span.start) as u32 + 1;
    let found: BTreeSet<u32> = findings.iter().map(line).collect();
    let mut views: Vec<View> = Vec::new();
    // Row behind the last one that was taken.
    let mut until = 0;
    for (at, row) in rows.iter().enumerate() {
        if !row.differs && !found.contains(&row.old.0) {
            continue;
        }
        let start = at.saturating_sub(AROUND);
        let end = (at + 1 + AROUND).min(rows.len());
        if views.is_empty() || start > until {
            views.push(View::default());
            until = start;
        }
        if let Some(view) = views.last_mut() {
            view.rows.extend_from_slice(&rows[until.min(end)..end]);
        }
        until = until.max(end);
    }
    views
}

/// All lines of both sides.
fn rows(text: &[u8], edits: &EditSet) -> Vec<Row> {
    let count = text.split(|&byte| byte == b'\n').count();
    let hunks = patch::hunks(text, edits, count);
    let Some(hunk) = hunks.first() else {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        return lines
            .zip(1..)
            .map(|(line, number)| same(line, number, number))
            .collect();
    };
    let mut rows: Vec<Row> = Vec::new();
    let (mut old, mut new) = (0, 0);
    // First row of the run of changes, and how many of its lines have a new side.
    let mut run = (0, 0);
    for line in &hunk.lines {
        match line.kind {
            LineKind::Context => {
                (old, new) = (old + 1, new + 1);
                rows.push(same(&line.bytes, old, new));
                run = (rows.len(), 0);
            }
            LineKind::Removed => {
                old += 1;
                rows.push(Row {
                    old: (old, shown(&line.bytes)),
                    differs: true,
                    ..Row::default()
                });
            }
            LineKind::Added => {
                new += 1;
                let at = run.0 + run.1;
                run.1 += 1;
                if at == rows.len() {
                    rows.push(Row {
                        differs: true,
                        ..Row::default()
                    });
                }
                rows[at].new = (new, shown(&line.bytes));
            }
        }
    }
    rows
}

fn same(line: &[u8], old: u32, new: u32) -> Row {
    let text = shown(line);
    Row {
        old: (old, text.clone()),
        new: (new, text),
        differs: false,
    }
}

/// A line without its end, cut where it is very long.
fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches(['\n', '\r']);
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_core::Edit;
    use cu2hip_core::diagnostic::all_codes;
    use cu2hip_syntax::text::Span;

    fn numbers(text: &str, edits: &[(u32, u32, &str)], found: &[u32]) -> Vec<Vec<(u32, u32)>> {
        let mut set = EditSet::default();
        for &(start, end, new) in edits {
            set.push(Edit::replace(Span::new(start, end), new, "test"))
                .unwrap();
        }
        let code = all_codes().next().unwrap();
        let findings: Vec<_> = found
            .iter()
            .map(|&at| Diagnostic::new(code, Span::at(at), "m"))
            .collect();
        views(
            text.as_bytes(),
            &LineIndex::new(text.as_bytes()),
            &set,
            &findings,
        )
        .iter()
        .map(|view| view.rows.iter().map(|row| (row.old.0, row.new.0)).collect())
        .collect()
    }

    #[test]
    fn changed_lines_stand_side_by_side() {
        let rows = numbers("a\nb\nc\n", &[(2, 3, "x\ny")], &[]);
        assert_eq!(rows, [[(1, 1), (2, 2), (0, 3), (3, 4)]]);
        let rows = numbers("a\nb\nc\n", &[(2, 5, "x")], &[]);
        assert_eq!(rows, [[(1, 1), (2, 2), (3, 0)]]);
    }

    #[test]
    fn only_the_lines_around_are_taken_and_each_once() {
        let text = "x\n".repeat(30);
        let rows = numbers(&text, &[], &[20, 28, 56]);
        assert_eq!(rows.len(), 2);
        let first: Vec<u32> = rows[0].iter().map(|row| row.0).collect();
        assert_eq!(first, (8..=18).collect::<Vec<_>>());
        assert_eq!(rows[1].first(), Some(&(26, 26)));
        assert_eq!(numbers(&text, &[], &[]), Vec::<Vec<_>>::new());
    }
}
