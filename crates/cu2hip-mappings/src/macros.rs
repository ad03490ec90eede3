//! Macros that tell the platform.

use crate::blob::{Blob, Record, Writer};
use crate::decision::MacroRole;
use crate::source::Source;
use crate::target::{Side, Target};

const AMD: u8 = 0;
const CUDA: u8 = 1;
const GUARD: u8 = 2;
const VERSION: u8 = 3;
const ABSENT: u8 = 4;
const AMD_DEVICE: u8 = 5;

/// Key of the record with the patterns.
const PATTERNS: &str = "!*";

/// Writes the macros of all sources; returns the records by key.
pub(crate) fn encode(writer: &mut Writer, sources: &[Source]) -> Vec<(String, u32)> {
    let mut out = Vec::new();
    let mut patterns = Vec::new();
    for source in sources {
        let file = &source.file;
        let lists = [
            (AMD, &file.amd),
            (AMD_DEVICE, &file.amd_device),
            (CUDA, &file.cuda),
            (ABSENT, &file.absent),
        ];
        for (role, list) in lists {
            for name in list {
                if name.contains('*') {
                    patterns.push((role, name));
                } else {
                    out.push(record(writer, name, role, [None, None]));
                }
            }
        }
        for (name, to) in &file.guard.both {
            out.push(record(writer, name, GUARD, [Some(to), Some(to)]));
        }
        for (name, hip) in &file.guard.hip {
            let roc = file.guard.roc.get(name).unwrap_or(hip);
            out.push(record(writer, name, GUARD, [Some(hip), Some(roc)]));
        }
        for (name, advice) in &file.version {
            out.push(record(writer, name, VERSION, [Some(advice), Some(advice)]));
        }
    }
    let mut list = Record::default();
    list.word(writer.string(PATTERNS));
    list.half(patterns.len() as u16);
    for (role, pattern) in patterns {
        list.byte(role);
        list.word(writer.string(pattern));
    }
    out.push((PATTERNS.to_owned(), writer.record(list)));
    out
}

fn record(writer: &mut Writer, name: &str, role: u8, texts: [Option<&String>; 2]) -> (String, u32) {
    let key = format!("!{name}");
    if !matches!(role, AMD | AMD_DEVICE) {
        writer.belongs(name.as_bytes());
    }
    let mut record = Record::default();
    record.word(writer.string(&key));
    record.byte(role);
    for text in texts {
        record.word(writer.optional(text.map(String::as_str)));
    }
    (key, writer.record(record))
}

/// True for a macro by which a text may tell that it is compiled as CUDA, for a release of it, or
/// that it has seen a header of it.
pub(crate) fn tells_cuda(blob: Blob<'_>, name: &[u8]) -> bool {
    blob.name_of(&[b"!", name]).is_some_and(|mut at| {
        let _key = at.string();
        !matches!(at.byte(), AMD | AMD_DEVICE)
    })
}

/// What a macro tells.
pub(crate) fn role<'a>(blob: Blob<'a>, name: &[u8], target: &Target) -> Option<MacroRole<'a>> {
    if let Some(mut at) = blob.name_of(&[b"!", name]) {
        let _key = at.string();
        let role = at.byte();
        let texts = [at.string(), at.string()];
        let text = match target.side_of(library_of(name)) {
            Side::Hip => texts[0],
            Side::Roc => texts[1],
        };
        return Some(match role {
            AMD => MacroRole::AmdOnly,
            AMD_DEVICE => MacroRole::AmdDevice,
            CUDA => MacroRole::CudaOnly,
            ABSENT => MacroRole::Absent,
            GUARD => MacroRole::Guard(text),
            _ => MacroRole::Version(text),
        });
    }
    let mut at = blob.name(PATTERNS.as_bytes())?;
    let _key = at.string();
    let count = at.half();
    for _ in 0..count {
        let role = at.byte();
        let pattern = at.string();
        if fits(pattern.as_bytes(), name) {
            return Some(match role {
                AMD => MacroRole::AmdOnly,
                AMD_DEVICE => MacroRole::AmdDevice,
                ABSENT => MacroRole::Absent,
                _ => MacroRole::CudaOnly,
            });
        }
    }
    None
}

/// The library whose choice decides a guard.
fn library_of(name: &[u8]) -> &'static str {
    let has = |word: &str| name.windows(word.len()).any(|w| w == word.as_bytes());
    ["CUBLAS", "CURAND", "CUSPARSE"]
        .into_iter()
        .zip(["cublas", "curand", "cusparse"])
        .find(|(word, _)| has(word))
        .map_or("runtime", |(_, library)| library)
}

/// True if a pattern with `*` for any text fits the whole name.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let mut parts = pattern.split(|c| *c == b'*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = find(rest, part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    text.windows(part.len()).position(|w| w == part)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, fit) in [
            ("*ROCM*", "USE_ROCM", true),
            ("*ROCM*", "ROCM_VERSION", true),
            ("__gfx*__", "__gfx942__", true),
            ("__gfx*__", "__gfx942", false),
            ("*USE_CUDA", "FOO_USE_CUDA", true),
            ("*USE_CUDA", "FOO_USE_CUDA_X", false),
            ("A*B*C", "AxBxC", true),
            ("A*B*C", "AxCxB", false),
        ] {
            assert_eq!(
                fits(pattern.as_bytes(), name.as_bytes()),
                fit,
                "{pattern} {name}"
            );
        }
    }
}
