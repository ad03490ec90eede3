//! Reading the blob.

use super::{
    FIELDS, FILTER, LENGTH_BITS, LONGEST_KEY, MAGIC, beginning, filter_bit, fingerprint, hash,
    unmarked,
};

/// Where the parts of a blob begin.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Layout {
    strings: usize,
    data: usize,
    names: Table,
    facts: Table,
    /// Record with the header patterns.
    pub(crate) patterns: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Table {
    at: usize,
    size: usize,
}

/// A blob with its layout.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Blob<'a> {
    bytes: &'a [u8],
    /// The pool of strings.
    strings: &'a str,
    /// Where its parts begin.
    pub(crate) layout: &'a Layout,
}

impl Layout {
    /// Reads the head of a blob; an empty layout if it is none.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        if bytes.len() < MAGIC.len() + FIELDS * 4 + 2 * FILTER || bytes[..MAGIC.len()] != MAGIC {
            return Self::default();
        }
        let field = |n: usize| word(bytes, MAGIC.len() + n * 4);
        let table = |n: usize| Table {
            at: field(n) as usize,
            size: 1_usize.checked_shl(field(n + 1)).unwrap_or(0),
        };
        Self {
            strings: field(0) as usize,
            data: field(1) as usize,
            names: table(2),
            facts: table(4),
            patterns: field(6),
        }
    }

    /// The pool of strings of a blob with this layout: looked through once, so that no string of it
    /// needs to be; empty if it is no text.
    pub(crate) fn strings(self, bytes: &[u8]) -> &str {
        let pool = bytes.get(self.strings..self.data).unwrap_or_default();
        std::str::from_utf8(pool).unwrap_or_default()
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..at + 4)
        .and_then(|b| b.try_into().ok())
        .map_or(0, u32::from_le_bytes)
}

impl<'a> Blob<'a> {
    #[inline]
    pub(crate) fn new(bytes: &'a [u8], strings: &'a str, layout: &'a Layout) -> Self {
        Self {
            bytes,
            strings,
            layout,
        }
    }

    /// The string at an offset.
    #[inline]
    pub(crate) fn string(self, at: u32) -> &'a str {
        let at = at as usize;
        let Some([low, high]) = self.strings.as_bytes().get(at..at + 2) else {
            return "";
        };
        let length = usize::from(*low) | usize::from(*high) << LENGTH_BITS;
        self.strings.get(at + 2..at + 2 + length).unwrap_or("")
    }

    /// The record of a name, header (`#`) or namespace (`@`).
    pub(crate) fn name(self, key: &[u8]) -> Option<Cursor<'a>> {
        self.may_know(unmarked(key))
            .then(|| self.find(self.layout.names, key))?
    }

    /// False if no name, header, namespace or family prefix begins like `name`.
    #[inline]
    pub(crate) fn may_know(self, name: &[u8]) -> bool {
        self.passes(MAGIC.len() + FIELDS * 4, name)
    }

    /// False if no name that belongs to CUDA wherever it stands begins like `name`.
    #[inline]
    pub(crate) fn may_belong(self, name: &[u8]) -> bool {
        self.passes(MAGIC.len() + FIELDS * 4 + FILTER, name)
    }

    #[inline]
    fn passes(self, filter: usize, name: &[u8]) -> bool {
        let (byte, bit) = filter_bit(beginning(name));
        self.bytes
            .get(filter + byte)
            .is_some_and(|found| found & bit != 0)
    }

    /// The record of a name or header given in parts.
    pub(crate) fn name_of(self, parts: &[&[u8]]) -> Option<Cursor<'a>> {
        let first = parts.iter().find(|part| !unmarked(part).is_empty())?;
        if first.len() > 2 && !self.may_know(unmarked(first)) {
            return None;
        }
        with_key(parts, |key| self.find(self.layout.names, key))
    }

    /// The keys of all names, headers and namespaces.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'a str> {
        let table = self.layout.names;
        (0..table.size).filter_map(move |n| {
            let print = self.bytes.get(table.at + n)?;
            let offset = word(self.bytes, table.at + table.size + n * 4);
            (*print != 0).then(|| self.at(offset).string())
        })
    }

    /// The record of the facts on a name.
    pub(crate) fn facts(self, key: &[u8]) -> Option<Cursor<'a>> {
        self.find(self.layout.facts, key)
    }

    /// A cursor at a record.
    pub(crate) fn at(self, offset: u32) -> Cursor<'a> {
        Cursor {
            blob: self,
            at: self.layout.data + offset as usize,
        }
    }

    fn find(self, table: Table, key: &[u8]) -> Option<Cursor<'a>> {
        let h = hash(key);
        let wanted = fingerprint(h);
        let mask = table.size.checked_sub(1)?;
        let prints = self.bytes.get(table.at..table.at + table.size)?;
        let mut at = h as usize & mask;
        // A table is at most half full, so that a run ends soon; the count bounds a damaged one.
        for _ in 0..=mask {
            let print = *prints.get(at)?;
            if print == 0 {
                return None;
            }
            if print == wanted {
                let offset = word(self.bytes, table.at + table.size + at * 4);
                let record = self.at(offset);
                if { record }.string().as_bytes() == key {
                    return Some(record);
                }
            }
            at = (at + 1) & mask;
        }
        None
    }
}

/// Calls `f` with the concatenation of `parts`, without allocating.
pub(super) fn with_key<R>(parts: &[&[u8]], f: impl FnOnce(&[u8]) -> Option<R>) -> Option<R> {
    let mut buffer = [0_u8; LONGEST_KEY];
    let mut end = 0;
    for part in parts {
        buffer.get_mut(end..end + part.len())?.copy_from_slice(part);
        end += part.len();
    }
    f(&buffer[..end])
}

/// A place in a record, moved on by each read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'a> {
    /// The blob.
    pub(crate) blob: Blob<'a>,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let bytes = self
            .blob
            .bytes
            .get(self.at..self.at + N)
            .and_then(|b| b.try_into().ok())
            .unwrap_or([0; N]);
        self.at += N;
        bytes
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    pub(crate) fn half(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    pub(crate) fn word(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    pub(crate) fn long(&mut self) -> i64 {
        i64::from_le_bytes(self.take())
    }

    pub(crate) fn string(&mut self) -> &'a str {
        let at = self.word();
        self.blob.string(at)
    }

    /// A string, none if empty.
    pub(crate) fn optional(&mut self) -> Option<&'a str> {
        match self.word() {
            0 => None,
            at => Some(self.blob.string(at)),
        }
    }

    /// The cursor after `bytes` more bytes.
    pub(crate) fn skipped(self, bytes: usize) -> Self {
        Self {
            at: self.at + bytes,
            ..self
        }
    }

    /// A record behind an offset, none if the offset is 0.
    pub(crate) fn link(&mut self) -> Option<Cursor<'a>> {
        match self.word() {
            0 => None,
            at => Some(self.blob.at(at)),
        }
    }
}
