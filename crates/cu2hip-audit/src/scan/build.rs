//! Build files: whether they build for CUDA, and whether for AMD as well.

use cu2hip_project::build_files::BuildKind;

use crate::file::{FileInventory, lines};
use crate::matcher::Matcher;

/// Adds what a build file says.
pub(crate) fn read(matcher: &Matcher<'_>, text: &[u8], found: &mut FileInventory) {
    let words = &matcher.rules.code.build;
    for (number, line) in lines(text) {
        let code = line.split(|b| *b == b'#').next().unwrap_or_default();
        if code.is_empty() {
            continue;
        }
        // `FIND_PACKAGE ( CUDA` is `find_package(CUDA`.
        let plain = String::from_utf8_lossy(code)
            .replace(" (", "(")
            .replace("( ", "(");
        let small = plain.to_ascii_lowercase();
        let holds = |words: &[String]| {
            words
                .iter()
                .any(|word| has_word(&small, &word.to_ascii_lowercase()))
        };
        if holds(&words.cuda) && found.counts.get("nvcc_build_files") == 0 {
            found.file_hit("nvcc_build_files", "built with nvcc", number, line, false);
        }
        if holds(&words.amd) {
            found.hipifies |= small.contains("hipify");
            if !found.amd_build {
                found.amd_build = true;
                found.file_hit("amd_build_files", "built for AMD", number, line, false);
            }
        }
    }
}

/// True for a file that is read as a build file.
pub(crate) fn kind(name: &str) -> Option<BuildKind> {
    let kind = BuildKind::of(std::path::Path::new(name))?;
    (!name.ends_with("pyproject.toml")).then_some(kind)
}

/// True if `word` stands in `text` and is no part of a longer word at its start.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let closed = word.chars().next_back().is_none_or(|c| !part(c));
        let opened = word.chars().next().is_none_or(|c| !part(c));
        (opened || before.is_none_or(|c| !part(c))) && (closed || after.is_none_or(|c| !part(c)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn comments_do_not_build() {
        let rules = Rules::builtin().unwrap();
        let matcher = Matcher::new(&rules);
        let of = |text: &str| {
            let mut found = FileInventory::new("CMakeLists.txt");
            read(&matcher, text.as_bytes(), &mut found);
            (found.counts.get("nvcc_build_files"), found.amd_build)
        };
        assert_eq!(of("# find_package(CUDA)\nproject(x CXX)\n"), (0, false));
        assert_eq!(of("FIND_PACKAGE (CUDA REQUIRED)\n"), (1, false));
        assert_eq!(
            of("find_package(CUDAToolkit)\nenable_language(HIP)\n"),
            (1, true)
        );
        assert_eq!(of("%.o: %.cu\n\tnvcc -c $<\n"), (1, false));
        assert_eq!(
            of("project(x LANGUAGES CXX)\n# nvccless\nset(my_nvcc_free 1)\n"),
            (0, false)
        );
    }
}
