//! Byte spans and the translation of byte offsets to lines and columns.

use serde::Serialize;

/// A half-open range of byte offsets into one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end`.
    #[inline]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty span at `offset`: a place for an insertion.
    pub const fn at(offset: u32) -> Self {
        Self {
            start: offset,
            end: offset,
        }
    }

    /// Number of bytes covered.
    pub const fn byte_len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// True if no byte is covered.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// True if `other` lies wholly inside `self`.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// True if at least one byte is in both spans.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The covered bytes of `text`; empty if the span lies outside.
    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// A place in a text as people count it: both numbers start at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct LineColumn {
    /// Line number, from 1.
    pub line: u32,
    /// Column number, from 1, in characters (bytes where the line is not UTF-8).
    pub column: u32,
}

/// Finds the line and column of byte offsets. Lines end with `\n`, `\r\n` or a lone `\r`.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Characters before each block, so that columns in a line of any length cost the same.
    blocks: Vec<u32>,
    /// 0-based numbers of the lines that are not UTF-8.
    foreign: Vec<u32>,
}

/// Bytes after which the characters are counted up.
const BLOCK: usize = 1024;

/// Number of bytes that begin a character of UTF-8.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&b| b & 0xc0 != 0x80).count() as u32
}

impl LineIndex {
    /// Indexes `text`.
    pub fn new(text: &[u8]) -> Self {
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', text) {
            if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') {
                continue;
            }
            starts.push(at as u32 + 1);
        }
        let blocks = text.chunks(BLOCK).scan(0, |before, block| {
            let here = *before;
            *before += characters(block);
            Some(here)
        });
        let mut index = Self {
            starts,
            blocks: blocks.collect(),
            foreign: Vec::new(),
        };
        if std::str::from_utf8(text).is_err() {
            let lines = 0..index.line_count() as u32;
            let is_foreign = |line: &u32| {
                let span = index.line_span(*line as usize, text);
                std::str::from_utf8(span.of(text)).is_err()
            };
            index.foreign = lines.filter(is_foreign).collect();
        }
        index
    }

    /// Number of characters before `offset`.
    fn characters_before(&self, offset: u32, text: &[u8]) -> u32 {
        let block = offset as usize / BLOCK;
        let Some(before) = self.blocks.get(block) else {
            // The offset is the end of a text of whole blocks.
            let last = self.blocks.len().saturating_sub(1);
            let rest = text.get(last * BLOCK..).unwrap_or_default();
            return self.blocks.last().map_or(0, |n| n + characters(rest));
        };
        before + characters(&text[block * BLOCK..offset as usize])
    }

    /// Number of lines; a text that ends with a line end has an empty last line.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// 0-based number of the line that holds `offset`.
    pub fn line_of(&self, offset: u32) -> usize {
        self.starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1)
    }

    /// Offset at which the 0-based `line` starts (the end of the text if there is no such line).
    pub fn line_start(&self, line: usize, text: &[u8]) -> u32 {
        self.starts.get(line).copied().unwrap_or(text.len() as u32)
    }

    /// Bytes of the 0-based `line`, its line end included.
    pub fn line_span(&self, line: usize, text: &[u8]) -> Span {
        Span::new(self.line_start(line, text), self.line_start(line + 1, text))
    }

    /// Line and column of `offset`, both from 1.
    pub fn line_column(&self, offset: u32, text: &[u8]) -> LineColumn {
        let line = self.line_of(offset);
        let start = self.line_start(line, text);
        let offset = offset.min(text.len() as u32);
        let column = if self.foreign.binary_search(&(line as u32)).is_ok() {
            offset - start
        } else {
            self.characters_before(offset, text) - self.characters_before(start, text)
        };
        LineColumn {
            line: line as u32 + 1,
            column: column + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let text = b"a\r\nb\rc\nd";
        let index = LineIndex::new(text);
        assert_eq!(index.line_count(), 4);
        assert_eq!(
            index.line_column(3, text),
            LineColumn { line: 2, column: 1 }
        );
        assert_eq!(
            index.line_column(5, text),
            LineColumn { line: 3, column: 1 }
        );
        assert_eq!(
            index.line_column(7, text),
            LineColumn { line: 4, column: 1 }
        );
    }

    #[test]
    fn columns_count_characters() {
        let text = "\u{e9}x".as_bytes();
        assert_eq!(
            LineIndex::new(text).line_column(2, text),
            LineColumn { line: 1, column: 2 }
        );
        let latin1 = b"\xe9x";
        assert_eq!(LineIndex::new(latin1).line_column(1, latin1).column, 2);
    }
    #[test]
    fn columns_in_long_lines() {
        for length in [BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let line = "\u{e9}".repeat(length);
            let text = format!("x\n{line}\n");
            let index = LineIndex::new(text.as_bytes());
            for (characters, column) in [(0, 1), (length / 2, length / 2 + 1), (length, length + 1)]
            {
                let offset = (2 + 2 * characters) as u32;
                let found = index.line_column(offset, text.as_bytes());
                assert_eq!((found.line, found.column), (2, column as u32));
            }
        }
        assert_eq!(LineIndex::new(b"").line_column(0, b"").column, 1);
        let whole = [b'x'; BLOCK];
        let end = LineIndex::new(&whole).line_column(BLOCK as u32, &whole);
        assert_eq!(end.column, BLOCK as u32 + 1);
    }
}
