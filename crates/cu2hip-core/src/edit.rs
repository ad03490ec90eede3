//! Byte-exact edits, kept sorted and disjoint.

use std::borrow::Cow;
use std::ops::Range;

use cu2hip_syntax::text::Span;

/// One replacement of a span of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go; empty for an insertion.
    pub span: Span,
    /// The bytes that come.
    pub text: Vec<u8>,
    /// Id of the mapping or rule that made the edit.
    pub origin: Cow<'static, str>,
}

impl Edit {
    /// Replaces `span` by `text`.
    pub fn replace(
        span: Span,
        text: impl Into<Vec<u8>>,
        origin: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            span,
            text: text.into(),
            origin: origin.into(),
        }
    }

    /// Inserts `text` before the byte at `offset`.
    pub fn insert(
        offset: u32,
        text: impl Into<Vec<u8>>,
        origin: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::replace(Span::at(offset), text, origin)
    }
}

/// Two edits that cannot both be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("edit of {} at {:?} overlaps the edit of {} at {:?}", .refused.origin, .refused.span, .kept.origin, .kept.span)]
pub struct Conflict {
    /// The edit that was there first.
    pub kept: Edit,
    /// The edit that was not taken.
    pub refused: Edit,
}

/// The edits of one file: sorted by place, never overlapping.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditSet {
    edits: Vec<Edit>,
}

impl EditSet {
    /// Adds an edit. An identical one is merged; insertions at one place keep their order.
    ///
    /// # Errors
    /// [`Conflict`] with both parties if it overlaps an edit that is there.
    pub fn push(&mut self, edit: Edit) -> Result<(), Box<Conflict>> {
        let at = self
            .edits
            .partition_point(|e| (e.span.start, e.span.end) <= (edit.span.start, edit.span.end));
        let neighbours = self
            .edits
            .get(at.wrapping_sub(1))
            .into_iter()
            .chain(self.edits.get(at));
        for other in neighbours {
            if *other == edit && !edit.span.is_empty() {
                return Ok(());
            }
            let same_place = other.span == edit.span && !edit.span.is_empty();
            let inside = |a: Span, b: Span| a.is_empty() && b.start < a.start && a.start < b.end;
            if same_place
                || other.span.overlaps(edit.span)
                || inside(other.span, edit.span)
                || inside(edit.span, other.span)
            {
                let kept = other.clone();
                return Err(Box::new(Conflict {
                    kept,
                    refused: edit,
                }));
            }
        }
        self.edits.insert(at, edit);
        Ok(())
    }

    /// Takes out and returns all edits that lie wholly inside `span`.
    pub fn take_within(&mut self, span: Span) -> Vec<Edit> {
        let range = self.within(span);
        self.edits.drain(range).collect()
    }

    /// The places of the edits that lie wholly inside `span`.
    fn within(&self, span: Span) -> Range<usize> {
        let from = self.edits.partition_point(|e| e.span.start < span.start);
        let inside = self.edits[from..].iter();
        from..from + inside.take_while(|e| span.contains(e.span)).count()
    }

    /// Takes out the edits inside `span`, but for what is inserted before its start or behind its end.
    pub(crate) fn take_between(&mut self, span: Span) {
        let Range { mut start, mut end } = self.within(span);
        // Edits come in order of place.
        while start < end && self.edits[start].span == Span::at(span.start) {
            start += 1;
        }
        while start < end && self.edits[end - 1].span == Span::at(span.end) {
            end -= 1;
        }
        self.edits.drain(start..end);
    }

    /// Ends the lines of the edits as `text` does at their places: what passes and rules write has
    /// `\n`.
    pub(crate) fn fit_line_ends(&mut self, text: &[u8]) {
        let Some(last) = memchr::memrchr(b'\n', text) else {
            return;
        };
        // The line end that holds for an edit: the first behind its start, else the last one.
        // Edits come in order of place.
        let mut at = 0;
        for edit in self.edits.iter_mut().filter(|e| e.text.contains(&b'\n')) {
            let start = (edit.span.start as usize).min(last);
            if at < start || text[at] != b'\n' {
                at = memchr::memchr(b'\n', &text[start..]).map_or(last, |found| start + found);
            }
            if text[..at].ends_with(b"\r") {
                edit.text = with_two(&edit.text);
            }
        }
    }

    /// The edits in order of place.
    pub fn iter(&self) -> std::slice::Iter<'_, Edit> {
        self.edits.iter()
    }

    /// Number of edits.
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// True if nothing changes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The text with all edits made.
    pub fn apply(&self, text: &[u8]) -> Vec<u8> {
        apply_edits(text, Span::new(0, text.len() as u32), &self.edits)
    }
}

impl<'a> IntoIterator for &'a EditSet {
    type Item = &'a Edit;
    type IntoIter = std::slice::Iter<'a, Edit>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// `text` with `\r\n` at the end of every line.
fn with_two(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 16);
    for &byte in text {
        if byte == b'\n' && out.last() != Some(&b'\r') {
            out.push(b'\r');
        }
        out.push(byte);
    }
    out
}

/// The bytes of `span` with `edits` (sorted, disjoint, inside `span`) made.
pub fn apply_edits(text: &[u8], span: Span, edits: &[Edit]) -> Vec<u8> {
    let grown: usize = edits.iter().map(|e| e.text.len()).sum();
    let mut out = Vec::with_capacity(span.byte_len() as usize + grown);
    let mut at = span.start;
    for edit in edits {
        out.extend_from_slice(Span::new(at, edit.span.start).of(text));
        out.extend_from_slice(&edit.text);
        at = edit.span.end;
    }
    out.extend_from_slice(Span::new(at, span.end).of(text));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(edits: &[(u32, u32, &str)]) -> EditSet {
        let mut set = EditSet::default();
        for &(start, end, text) in edits {
            set.push(Edit::replace(Span::new(start, end), text, "test"))
                .unwrap();
        }
        set
    }

    #[test]
    fn edits_are_applied_in_order_of_place() {
        let set = set(&[(4, 7, "two"), (0, 3, "one"), (3, 3, "!"), (3, 3, "?")]);
        assert_eq!(set.apply(b"abc def"), b"one!? two");
    }

    #[test]
    fn an_overlap_names_both_parties() {
        let mut set = set(&[(0, 3, "x")]);
        for span in [
            Span::new(2, 4),
            Span::new(0, 3),
            Span::new(0, 2),
            Span::at(1),
        ] {
            let conflict = set.push(Edit::replace(span, "y", "other")).unwrap_err();
            assert_eq!(
                (conflict.kept.text.as_slice(), conflict.refused.span),
                (&b"x"[..], span)
            );
        }
        assert_eq!(set.len(), 1);
    }

    #[test]
    fn an_identical_edit_is_merged() {
        let mut set = set(&[(0, 3, "x")]);
        set.push(Edit::replace(Span::new(0, 3), "x", "test"))
            .unwrap();
        assert_eq!(set.len(), 1);
    }
}
