//! The blob: everything the tables know in one byte string that is read in place.
//!
//! It holds two filters by first bytes, which answer for most words of a
//! program, a string pool, a pool of records, and two open-addressing hash
//! tables from names to records: one for decisions (names, headers after `#`,
//! namespaces after `@`, families after `~` by their first three bytes), one for
//! facts. All numbers are little-endian. A reader that meets bytes it does not
//! understand answers as if the name were not there.

mod read;
mod write;

pub(crate) use read::{Blob, Cursor, Layout};
pub(crate) use write::{Record, Writer};

/// The first eight bytes.
const MAGIC: [u8; 8] = *b"CU2HIP06";

/// Number of `u32` fields after the magic.
const FIELDS: usize = 7;

/// Bytes of a filter: one of all keys, one of the names that belong to CUDA wherever they stand.
const FILTER: usize = 8192;

/// Bits of each of the two bytes that say how long a string is.
const LENGTH_BITS: usize = 7;

/// Bytes of the longest string.
const LONGEST_STRING: usize = (1 << (2 * LENGTH_BITS)) - 1;

/// Longest key that can be found.
const LONGEST_KEY: usize = 192;

/// Hash of a key: eight bytes at a time, multiplied and folded. The last eight bytes overlap the
/// ones before, so that no byte is read one by one except in very short keys.
fn hash(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |h: u64, word: u64| (h.rotate_left(23) ^ word).wrapping_mul(K);
    let mut h = (bytes.len() as u64).wrapping_mul(K);
    if let Some(last) = bytes.last_chunk::<8>() {
        for chunk in bytes.chunks_exact(8) {
            let word = chunk
                .first_chunk::<8>()
                .map_or(0, |c| u64::from_le_bytes(*c));
            h = mix(h, word);
        }
        h = mix(h, u64::from_le_bytes(*last));
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let (low, high) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        h = mix(h, u64::from(low) | u64::from(high) << 32);
    } else {
        let word = bytes.iter().fold(0, |w, b| w << 8 | u64::from(*b));
        h = mix(h, word);
    }
    h ^ (h >> 29)
}

/// The first three bytes of a name; zeros after a shorter one.
pub(crate) type Beginning = [u8; 3];

/// The beginning of a name.
#[inline]
pub(crate) fn beginning(name: &[u8]) -> Beginning {
    match *name {
        [a, b, c, ..] => [a, b, c],
        [a, b] => [a, b, 0],
        [a] => [a, 0, 0],
        [] => [0; 3],
    }
}

/// A key without the mark that tells headers (`#`), namespaces (`@`), families (`~`) and macros
/// (`!`) from names.
fn unmarked(key: &[u8]) -> &[u8] {
    key.strip_prefix(b"#")
        .or_else(|| key.strip_prefix(b"@"))
        .or_else(|| key.strip_prefix(b"~"))
        .or_else(|| key.strip_prefix(b"!"))
        .unwrap_or(key)
}

/// Byte and bit of a filter that stand for a beginning.
#[inline]
fn filter_bit([a, b, c]: Beginning) -> (usize, u8) {
    let hash = (usize::from(a) * 31 + usize::from(b)) * 31 + usize::from(c);
    (hash / 8 % FILTER, 1 << (hash % 8))
}

/// The byte that stands for a key in the first, small part of a hash table; never zero.
fn fingerprint(hash: u64) -> u8 {
    (hash >> 57) as u8 | 0x80
}
