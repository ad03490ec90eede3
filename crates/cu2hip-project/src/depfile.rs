//! Dependencies in the form that `make`, Ninja and CMake read.

use std::path::{Path, PathBuf};

/// The rule `target: inputs`.
pub fn rule(target: &Path, inputs: &[PathBuf]) -> Vec<u8> {
    let mut out = Vec::new();
    push(&mut out, target);
    out.push(b':');
    for input in inputs {
        out.extend_from_slice(b" \\\n  ");
        push(&mut out, input);
    }
    out.push(b'\n');
    out
}

/// A path in which no sign means anything to `make`.
fn push(out: &mut Vec<u8>, path: &Path) {
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b' ' | b'#' => out.extend_from_slice(&[b'\\', byte]),
            b'$' => out.extend_from_slice(b"$$"),
            byte => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_make_are_escaped() {
        let inputs = ["/a b.cu", "/c$d#e.h"].map(PathBuf::from);
        let text = String::from_utf8(rule(Path::new("out/stamp"), &inputs)).unwrap();
        assert_eq!(text, "out/stamp: \\\n  /a\\ b.cu \\\n  /c$$d\\#e.h\n");
    }
}
