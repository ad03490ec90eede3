//! Fortran: MPI and CUDA Fortran by words outside of comments.

use crate::file::{FileInventory, lines};
use crate::matcher::Matcher;

/// Endings of names of Fortran files.
pub(crate) const ENDINGS: [&str; 7] = ["f", "f90", "f95", "f03", "f08", "for", "cuf"];

/// The inventory of a Fortran text.
pub(crate) fn read(matcher: &Matcher<'_>, name: &str, text: &[u8]) -> FileInventory {
    let mut found = FileInventory::new(name);
    for (number, line) in lines(text) {
        found.lines += 1;
        let code = line.split(|b| *b == b'!').next().unwrap_or_default();
        if code.is_empty() {
            continue;
        }
        let small = String::from_utf8_lossy(code).to_ascii_lowercase();
        for rule in &matcher.rules.code.fortran {
            if !rule.words.iter().any(|word| small.contains(word.as_str())) {
                continue;
            }
            if rule.files {
                if found.counts.get(&rule.count) == 0 {
                    found.file_hit(&rule.count, &rule.what, number, line, false);
                }
            } else {
                found.hit(&rule.count, &rule.what, number, line, false);
            }
        }
    }
    found
}
