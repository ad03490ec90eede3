//! The blob: everything the tables know in one byte string that is read in place.
//!
//! It holds a string pool, a pool of records, and two open-addressing hash
//! tables from names to records: one for decisions (names, headers after `#`,
//! namespaces after `@`), one for facts. All numbers are little-endian. A
//! reader that meets bytes it does not understand answers as if the name were
//! not there.

mod read;
mod write;

pub(crate) use read::{Blob, Cursor, Layout};
pub(crate) use write::{Record, Writer};

/// The first eight bytes.
const MAGIC: [u8; 8] = *b"CU2HIP01";

/// Number of `u32` fields after the magic.
const FIELDS: usize = 8;

/// Longest key that can be found.
const LONGEST_KEY: usize = 192;

/// Hash of a key: eight bytes at a time, multiplied and folded.
fn hash(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = (bytes.len() as u64).wrapping_mul(K);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        h = (h.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(K);
    }
    let rest = chunks.remainder();
    let mut word = [0; 8];
    word[..rest.len()].copy_from_slice(rest);
    h = (h.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(K);
    h ^ (h >> 29)
}

/// The byte that stands for a key in the first, small part of a hash table; never zero.
fn fingerprint(hash: u64) -> u8 {
    (hash >> 57) as u8 | 0x80
}
