//! The blob: everything the tables know in one byte string that is read in place.
//!
//! It holds a filter by first byte and length, which answers for most words of
//! a program, a string pool, a pool of records, and two open-addressing hash
//! tables from names to records: one for decisions (names, headers after `#`,
//! namespaces after `@`), one for facts. All numbers are little-endian. A
//! reader that meets bytes it does not understand answers as if the name were
//! not there.

mod read;
mod write;

pub(crate) use read::{Blob, Cursor, Layout};
pub(crate) use write::{Record, Writer};

/// The first eight bytes.
const MAGIC: [u8; 8] = *b"CU2HIP02";

/// Number of `u32` fields after the magic.
const FIELDS: usize = 8;

/// Bytes of the filter.
const FILTER: usize = 256 * 8;

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

/// The bit of the first filter that stands for a key: by its first byte a word, by its length a
/// bit of the word.
fn filter_bit(key: &[u8]) -> (usize, u64) {
    let first = key.first().copied().unwrap_or_default();
    (usize::from(first), 1 << key.len().min(63))
}

/// The byte that stands for a key in the first, small part of a hash table; never zero.
fn fingerprint(hash: u64) -> u8 {
    (hash >> 57) as u8 | 0x80
}
