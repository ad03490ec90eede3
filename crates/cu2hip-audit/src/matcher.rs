//! The rules, made fit for looking up.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use rustc_hash::FxHashMap;

use crate::pattern::Pattern;
use crate::rules::{Fact, Library, Rules};

/// A library by its name.
pub(crate) type Named<'a> = (&'a str, &'a Library);

/// The rules, made fit for looking up.
pub(crate) struct Matcher<'a> {
    /// The rules themselves.
    pub(crate) rules: &'a Rules,
    /// Libraries by their name in the mapping tables.
    mapping: FxHashMap<&'a str, Named<'a>>,
    /// Libraries by namespace.
    namespaces: FxHashMap<&'a str, Named<'a>>,
    /// Libraries by module.
    modules: FxHashMap<&'a str, Named<'a>>,
    /// Libraries by package.
    packages: FxHashMap<&'a str, Named<'a>>,
    /// Libraries by string literal.
    strings: FxHashMap<&'a str, Named<'a>>,
    /// Words and beginnings of words of C++, with the number of the rule; true: before a
    /// parenthesis only.
    words: FxHashMap<&'a str, (usize, bool)>,
    beginnings: Vec<(&'a str, usize, bool)>,
    /// Parts of string literals of C++.
    texts: AhoCorasick,
    text_rules: Vec<usize>,
    /// What a C++ file must hold to be looked at.
    cpp: AhoCorasick,
    /// What a Python file must hold to be parsed.
    python: AhoCorasick,
    /// What other text must hold to be read by line.
    plain: AhoCorasick,
}

fn automaton<'a>(words: impl IntoIterator<Item = &'a str>, any_case: bool) -> AhoCorasick {
    let mut builder = AhoCorasick::builder();
    builder
        .match_kind(MatchKind::LeftmostFirst)
        .ascii_case_insensitive(any_case)
        .kind(Some(AhoCorasickKind::DFA));
    // Short words without a sign of their own always make an automaton.
    builder.build(words).unwrap_or_else(|_| empty())
}

fn empty() -> AhoCorasick {
    #[allow(clippy::unwrap_used, reason = "no words make no error")]
    AhoCorasick::new([""; 0]).unwrap()
}

/// What a C++ file holds that is compiled for a device or launches.
const DEVICE_WORDS: [&str; 6] = [
    "__global__",
    "__device__",
    "__shared__",
    "<<<",
    "cuda_runtime",
    "hip_runtime",
];
/// What a Python file holds that is looked at.
const PYTHON_WORDS: [&str; 20] = [
    "torch",
    "cuda",
    "Cuda",
    "CUDA",
    "triton",
    "cupy",
    "numba",
    "tensorrt",
    "Tensorrt",
    "nccl",
    "mpi4py",
    "jax",
    "tensorflow",
    "nvidia",
    "nvshmem",
    "cutlass",
    "flash_att",
    "deep_",
    "install_requires",
    "extras_require",
];

impl<'a> Matcher<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Self {
        let by = |names: fn(&Library) -> &Vec<String>| {
            let mut map: FxHashMap<&str, Named<'_>> = FxHashMap::default();
            for (name, library) in &rules.libraries {
                for key in names(library) {
                    map.insert(key.as_str(), (name.as_str(), library));
                }
            }
            map
        };
        let (mut words, mut beginnings) = (FxHashMap::default(), Vec::new());
        let (mut texts, mut text_rules) = (Vec::new(), Vec::new());
        for (number, rule) in rules.code.cpp.iter().enumerate() {
            let mut take = |pattern: &'a Pattern, called| {
                if pattern.is_exact() {
                    words.insert(pattern.stem(), (number, called));
                } else {
                    beginnings.push((pattern.stem(), number, called));
                }
            };
            rule.words.iter().for_each(|p| take(p, false));
            rule.asks.iter().for_each(|p| take(p, false));
            rule.calls.iter().for_each(|p| take(p, true));
            for text in &rule.texts {
                texts.push(text.as_str());
                text_rules.push(number);
            }
        }
        let namespaces = by(|l| &l.namespaces);
        let modules = by(|l| &l.modules);
        let cpp = DEVICE_WORDS
            .into_iter()
            .chain(namespaces.keys().copied())
            .chain(words.keys().copied())
            .chain(beginnings.iter().map(|b| b.0))
            .chain(texts.iter().copied());
        let python = PYTHON_WORDS.into_iter().chain(modules.keys().copied());
        Self {
            rules,
            mapping: by(|l| &l.mapping),
            packages: by(|l| &l.packages),
            strings: by(|l| &l.strings),
            cpp: automaton(cpp, false),
            python: automaton(python, false),
            plain: automaton(plain_words(rules), true),
            texts: automaton(texts, false),
            namespaces,
            modules,
            words,
            beginnings,
            text_rules,
        }
    }

    /// True if a C++ text may hold something that counts.
    pub(crate) fn may_count_in_cpp(&self, text: &[u8]) -> bool {
        self.cpp.is_match(text)
    }

    /// True if a Python text may hold something that counts.
    pub(crate) fn may_count_in_python(&self, text: &[u8]) -> bool {
        self.python.is_match(text)
    }

    /// True if another text may hold something that counts.
    pub(crate) fn may_count_in_text(&self, text: &[u8]) -> bool {
        self.plain.is_match(text)
    }

    /// The library of a name of the mapping tables.
    pub(crate) fn of_mapping(&self, library: &str) -> Option<Named<'a>> {
        self.mapping.get(library).copied()
    }

    /// The library of a namespace.
    pub(crate) fn of_namespace(&self, name: &str) -> Option<Named<'a>> {
        self.namespaces.get(name).copied()
    }

    /// The library of a string literal.
    pub(crate) fn of_string(&self, text: &str) -> Option<Named<'a>> {
        self.strings.get(text).copied()
    }

    /// The library of a dotted module, the longest name that fits.
    pub(crate) fn of_module(&self, module: &str) -> Option<Named<'a>> {
        let mut rest = module;
        loop {
            if let Some(found) = self.modules.get(rest) {
                return Some(*found);
            }
            rest = rest.rsplit_once('.')?.0;
        }
    }

    /// The library of a package.
    pub(crate) fn of_package(&self, package: &str) -> Option<Named<'a>> {
        let found = self.packages.get(package);
        found
            .or_else(|| self.packages.get(without_release(package)))
            .copied()
    }

    /// What is known of a package.
    pub(crate) fn fact(&self, ecosystem: &str, name: &str) -> Option<&'a Fact> {
        let facts = self.rules.facts.get(ecosystem)?;
        facts.get(name).or_else(|| {
            let bare = without_release(name);
            let same = |known: &&String| without_release(known) == bare;
            facts.keys().find(same).and_then(|known| facts.get(known))
        })
    }

    /// The rule of a C++ word, and whether it counts before a parenthesis only.
    pub(crate) fn word(&self, name: &str) -> Option<(usize, bool)> {
        self.words.get(name).copied().or_else(|| {
            let fits = |(stem, _, _): &&(&str, usize, bool)| name.starts_with(stem);
            let found = self.beginnings.iter().find(fits);
            found.map(|(_, rule, called)| (*rule, *called))
        })
    }

    /// The rules of a string literal of C++.
    pub(crate) fn in_text<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = usize> + 't {
        let found = self.texts.find_iter(text);
        found.map(|found| self.text_rules[found.pattern().as_usize()])
    }
}

/// All words that text files are looked at for.
fn plain_words(rules: &Rules) -> impl Iterator<Item = &str> {
    let programs = &rules.code.programs;
    [
        &programs.profilers,
        &programs.tools,
        &programs.compilers,
        &programs.nvidia_images,
        &programs.amd_images,
        &programs.multinode_words,
        &programs.environment_prefixes,
        &programs.requests,
        &rules.code.build.amd,
        &rules.code.build.cuda,
    ]
    .into_iter()
    .flatten()
    .map(String::as_str)
    .chain(["cuda", "nodes", "rocm", "mpi"])
}

/// A package without the CUDA release in its name: `cupy-cuda12x` is `cupy`, `x-cu12` is `x`.
fn without_release(package: &str) -> &str {
    let Some((name, release)) = package.rsplit_once('-') else {
        return package;
    };
    let digits = release
        .strip_prefix("cuda")
        .or_else(|| release.strip_prefix("cu"));
    let is_release = digits.is_some_and(|digits| {
        !digits.is_empty()
            && digits
                .trim_end_matches('x')
                .bytes()
                .all(|b| b.is_ascii_digit())
    });
    if is_release { name } else { package }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_no_part_of_a_package() {
        assert_eq!(without_release("cupy-cuda12x"), "cupy");
        assert_eq!(without_release("cudf-cu12"), "cudf");
        assert_eq!(without_release("numba-cuda"), "numba-cuda");
        assert_eq!(without_release("torch"), "torch");
    }

    #[test]
    fn the_longest_module_decides() {
        let rules = Rules::builtin().unwrap();
        let matcher = Matcher::new(&rules);
        let of = |module: &str| matcher.of_module(module).map(|m| m.0);
        assert_eq!(of("flash_attn.cute.interface"), Some("FlashAttention 4"));
        assert_eq!(of("flash_attn.bert_padding"), Some("FlashAttention 2"));
        assert_eq!(
            of("numba"),
            None,
            "numba without its CUDA part is no lock-in"
        );
        assert_eq!(of("tensorrt_llm.runtime"), Some("TensorRT-LLM"));
    }
}
