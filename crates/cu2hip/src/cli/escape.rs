//! Text from files and file names on its way to a terminal.

use std::fmt::Write;

use cu2hip_project::patch::is_unsafe;

/// Adds `bytes` with controls, direction marks and bytes that are no UTF-8 made visible. Tabs stay.
pub(super) fn push(out: &mut String, bytes: &[u8]) {
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\t' => out.push('\t'),
                c if is_unsafe(c) => out.extend(c.escape_default()),
                c => out.push(c),
            }
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
}

/// One line of escaped text; line ends are made visible as well.
pub(super) fn line(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    push(&mut out, bytes);
    out
}

/// Escaped text of several lines.
pub(super) fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|l| line(l.as_bytes())).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_made_visible() {
        assert_eq!(line(b"a\tb\x1b[31m\r\n"), "a\tb\\u{1b}[31m\\r\\n");
        assert_eq!(line(b"caf\xe9"), "caf\\xe9");
        assert_eq!(line("\u{202e}x\u{e9}".as_bytes()), "\\u{202e}x\u{e9}");
        assert_eq!(lines("a\n\x07b"), "a\n\\u{7}b");
    }
}
