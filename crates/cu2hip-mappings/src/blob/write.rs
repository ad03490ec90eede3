//! Writing the blob.

use rustc_hash::FxHashMap;

use super::{
    FIELDS, FILTER, LENGTH_BITS, LONGEST_STRING, MAGIC, beginning, filter_bit, fingerprint, hash,
    unmarked,
};

/// Collects strings and records.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    strings: Vec<u8>,
    known_strings: FxHashMap<String, u32>,
    data: Vec<u8>,
    known_records: FxHashMap<Vec<u8>, u32>,
    /// Filter of the names that belong to CUDA wherever they stand.
    belonging: Vec<u8>,
}

/// Bytes of one record.
#[derive(Debug, Default)]
pub(crate) struct Record(Vec<u8>);

impl Record {
    pub(crate) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn word(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn half(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn long(&mut self, value: i64) {
        self.0.extend(value.to_le_bytes());
    }
}

impl Writer {
    pub(crate) fn new() -> Self {
        let mut writer = Self::default();
        // Offset 0 is the empty string and the record that says "nothing".
        writer.strings.extend([0, 0]);
        writer.known_strings.insert(String::new(), 0);
        writer.data.push(0);
        writer.belonging.resize(FILTER, 0);
        writer
    }

    /// The offset of a string; one that is longer than a record can say is cut.
    pub(crate) fn string(&mut self, text: &str) -> u32 {
        if let Some(at) = self.known_strings.get(text) {
            return *at;
        }
        let at = self.strings.len() as u32;
        let text = &text[..text.floor_char_boundary(LONGEST_STRING)];
        // The whole pool is text: the bytes of a length are of ASCII.
        let low = text.len() & ((1 << LENGTH_BITS) - 1);
        self.strings
            .extend([low as u8, (text.len() >> LENGTH_BITS) as u8]);
        self.strings.extend(text.as_bytes());
        self.known_strings.insert(text.to_owned(), at);
        at
    }

    pub(crate) fn optional(&mut self, text: Option<&str>) -> u32 {
        text.map_or(0, |t| self.string(t))
    }

    /// The offset of a record; equal records are stored once.
    pub(crate) fn record(&mut self, record: Record) -> u32 {
        if let Some(at) = self.known_records.get(&record.0) {
            return *at;
        }
        let at = self.data.len() as u32;
        self.data.extend(&record.0);
        self.known_records.insert(record.0, at);
        at
    }

    /// Makes names that begin so pass for names of CUDA, to be looked at in full.
    pub(crate) fn belongs(&mut self, name: &[u8]) {
        let (byte, bit) = filter_bit(beginning(name));
        self.belonging[byte] |= bit;
    }

    /// The whole blob. `names` and `facts` are the contents of the hash tables,
    /// `patterns` the offset of a list record.
    pub(crate) fn finish(
        self,
        names: &[(String, u32)],
        facts: &[(String, u32)],
        patterns: u32,
    ) -> Vec<u8> {
        let mut filter = [0_u8; FILTER];
        for (key, _) in names {
            let (byte, bit) = filter_bit(beginning(unmarked(key.as_bytes())));
            filter[byte] |= bit;
        }
        let (names_log, names) = table(names);
        let (facts_log, facts) = table(facts);
        let strings_at = (MAGIC.len() + FIELDS * 4 + 2 * FILTER) as u32;
        let data_at = strings_at + self.strings.len() as u32;
        let names_at = data_at + self.data.len() as u32;
        let facts_at = names_at + names.len() as u32;
        let mut out = Vec::from(MAGIC);
        let fields: [u32; FIELDS] = [
            strings_at, data_at, names_at, names_log, facts_at, facts_log, patterns,
        ];
        for field in fields {
            out.extend(field.to_le_bytes());
        }
        out.extend(filter);
        out.extend(self.belonging);
        out.extend(self.strings);
        out.extend(self.data);
        out.extend(names);
        out.extend(facts);
        out
    }
}

/// A hash table, at most half full: the fingerprints, then the offsets.
fn table(entries: &[(String, u32)]) -> (u32, Vec<u8>) {
    let size = (entries.len() * 2 + 2).next_power_of_two();
    let mut prints = vec![0_u8; size];
    let mut slots = vec![0_u32; size];
    for (key, offset) in entries {
        let h = hash(key.as_bytes());
        let mut at = h as usize & (size - 1);
        while prints[at] != 0 {
            at = (at + 1) & (size - 1);
        }
        prints[at] = fingerprint(h);
        slots[at] = *offset;
    }
    let mut out = prints;
    out.extend(slots.iter().flat_map(|s| s.to_le_bytes()));
    (size.trailing_zeros(), out)
}
