//! Words that mean the same in every kind of build file: compilers, flags, libraries, paths.

use cu2hip_core::Diagnostic;
use cu2hip_core::diagnostic::registry::{
    ARCHITECTURE, COMPILER, COMPILER_FLAG, HOST_DEFINITION, LINK_LIBRARY, RENAMED_SOURCE,
    TOOLKIT_PATH,
};
use cu2hip_syntax::text::Span;

use super::tables::{Flag, tables};
use super::{BuildKind, Finder, edit};
use crate::walk::normalize;

/// Where the toolkit is usually installed.
const TOOLKIT: &str = "/usr/local/cuda";
/// Where ROCm is.
const ROCM: &str = "/opt/rocm";
/// What HIP's headers want to be defined.
const PLATFORM: &str = "__HIP_PLATFORM_AMD__";
/// Flags whose value names NVIDIA architectures.
const ARCHITECTURE_FLAGS: [&str; 8] = [
    "-arch",
    "--gpu-architecture",
    "-code",
    "--gpu-code",
    "-gencode",
    "--gencode",
    "--generate-code",
    "-gpu-architecture",
];

/// A word with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
    /// It fills a quoted string of its own, so that it cannot be taken out without its quotes.
    pub(super) alone: bool,
}

/// Adds the words of `span`: parts between bytes that `separates`.
pub(super) fn split<'a>(
    text: &'a [u8],
    span: Span,
    separates: impl Fn(u8) -> bool,
    out: &mut Vec<Word<'a>>,
) {
    let mut start = span.start;
    for at in span.start..=span.end {
        let ends = at == span.end || text.get(at as usize).is_none_or(|&b| separates(b));
        if !ends {
            continue;
        }
        let part = Span::new(start, at);
        if let Ok(word) = std::str::from_utf8(part.of(text))
            && !word.is_empty()
        {
            out.push(Word {
                text: word,
                span: part,
                alone: false,
            });
        }
        start = at + 1;
    }
}

/// Finds what must change among words that follow each other.
pub(super) fn inspect(finder: &mut Finder<'_>, words: &[Word<'_>]) {
    let mut at = 0;
    let mut architectures = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1);
        if let Some(taken) = architecture(finder, word, next, &mut architectures) {
            at += taken;
            continue;
        }
        if let Some(flag) = tables().flags.get(word.text) {
            let argument = next.filter(|_| flag.argument || flag.pass);
            let value = argument.map(|argument| argument.text);
            push_flag(finder, word, value, argument, flag);
            at += 1 + usize::from(argument.is_some());
            continue;
        }
        if let Some((name, value)) = word.text.split_once('=')
            && let Some(flag) = tables().flags.get(name).filter(|f| f.argument || f.pass)
        {
            push_flag(finder, word, Some(value), None, flag);
            at += 1;
            continue;
        }
        if !compiler(finder, word) && !library(finder, word) {
            platform(finder, word, next);
            path(finder, word);
            renamed(finder, word);
        }
        at += 1;
    }
}

/// A flag that names NVIDIA architectures: how many words it takes.
fn architecture(
    finder: &mut Finder<'_>,
    word: &Word<'_>,
    next: Option<&Word<'_>>,
    seen: &mut usize,
) -> Option<usize> {
    let (flag, value) = match word.text.split_once('=') {
        Some((flag, value)) => (flag, Some(value)),
        None => (word.text, None),
    };
    if !ARCHITECTURE_FLAGS.contains(&flag) {
        return None;
    }
    let names_nvidia = |text: &str| {
        ["sm_", "compute_", "native", "all", "$"]
            .iter()
            .any(|part| text.contains(part))
    };
    let next = next.filter(|_| value.is_none());
    let value = value.or(next.map(|n| n.text))?;
    if !names_nvidia(value) {
        return None;
    }
    let span = next.map_or(word.span, |n| word.span.join(n.span));
    let message = format!("`{}` names an NVIDIA architecture", shown(finder, span));
    let finding = Diagnostic::new(ARCHITECTURE, span, message);
    let names = finder.context.architectures;
    *seen += 1;
    let finding = if names.is_empty() {
        finding.advice("write --offload-arch= with the AMD architecture (gfx942: MI300, gfx90a: MI200, gfx1100: RX 7900), or leave it out: the compiler then takes the GPU of the machine")
    } else {
        let flags: Vec<String> = names
            .iter()
            .map(|a| format!("--offload-arch={a}"))
            .collect();
        let text = if *seen == 1 {
            flags.join(" ")
        } else {
            String::new()
        };
        let advice = if *seen == 1 {
            format!("write {text}")
        } else {
            "leave it out: --offload-arch stands before".to_owned()
        };
        let exact = !word.alone || (names.len() == 1 && *seen == 1);
        with_fix(
            finding.advice(advice),
            finder,
            span,
            &text,
            exact,
            ("flags", flag),
        )
    };
    finder.push(finding);
    Some(1 + usize::from(next.is_some()))
}

/// `-Xcompiler "-Wall -fPIC"` in a makefile: from the flag to the closing quote, and what is inside.
fn quoted<'a>(
    finder: &Finder<'a>,
    word: &Word<'_>,
    argument: &Word<'_>,
) -> Option<(Span, &'a str)> {
    let line_end = |text: &[u8]| memchr::memchr(b'\n', text).unwrap_or(text.len());
    let text: &'a [u8] = finder.text;
    let open = argument.span.start as usize - 1;
    let quote = text
        .get(open)
        .filter(|b| finder.kind == BuildKind::Make && matches!(b, b'"' | b'\''))?;
    let rest = &text[open + 1..];
    let close = memchr::memchr(*quote, &rest[..line_end(rest)])?;
    let inside = std::str::from_utf8(&rest[..close]).ok()?;
    let end = open as u32 + 1 + close as u32 + 1;
    Some((Span::new(word.span.start, end), inside))
}

/// A flag with its value; `argument` is the word that the value stands in, if it is one of its own.
fn push_flag(
    finder: &mut Finder<'_>,
    word: &Word<'_>,
    value: Option<&str>,
    argument: Option<&Word<'_>>,
    flag: &Flag,
) {
    let quoted = argument
        .filter(|_| flag.pass)
        .and_then(|a| quoted(finder, word, a));
    let (span, value) = match quoted {
        Some((span, inside)) => (span, Some(inside)),
        None => (
            argument.map_or(word.span, |a| word.span.join(a.span)),
            value,
        ),
    };
    let message = format!("`{}` is a flag of nvcc", shown(finder, span));
    let passed = value.filter(|value| flag.pass && !value.contains(['"', '\'', '\\']));
    let to = match passed {
        Some(value) => Some(value.replace(',', " ")),
        None => flag.to.clone(),
    };
    let mut advice = match (&to, flag.pass) {
        (Some(to), _) => format!("write {to}"),
        (None, true) => "leave out the flag and keep what follows".to_owned(),
        (None, false) => "leave it out".to_owned(),
    };
    if let Some(more) = &flag.advice {
        advice = if to.is_none() && !flag.pass {
            more.clone()
        } else {
            format!("{advice}: {more}")
        };
    }
    // A quote that opens between the flag and its value closes behind it.
    let between = argument.map_or(Span::at(0), |a| Span::new(word.span.end, a.span.start));
    let quotes = between
        .of(finder.text)
        .iter()
        .filter(|b| matches!(b, b'"' | b'\''));
    let whole = quoted.is_some() || quotes.count() % 2 == 0;
    let decided = flag.value.is_none() || flag.value.as_deref() == value;
    let known = to.is_some() || (!flag.pass && (flag.advice.is_none() || flag.argument));
    let to = to.unwrap_or_default();
    let fits = !(word.alone && (to.is_empty() || argument.is_some() || to.contains(' ')));
    let finding = Diagnostic::new(COMPILER_FLAG, span, message).advice(advice);
    // What a flag that goes had for a purpose is to be seen by a person.
    let loses = to.is_empty() && flag.advice.is_some();
    let finding = if loses { finding.review() } else { finding };
    let exact = decided && known && fits && whole;
    let finding = with_fix(finding, finder, span, &to, exact, ("flags", word.text));
    finder.push(finding);
}

/// nvcc itself, with or without a path.
fn compiler(finder: &mut Finder<'_>, word: &Word<'_>) -> bool {
    let name = word.text.rsplit(['/', '\\']).next().unwrap_or(word.text);
    if name != "nvcc" && name != "nvcc.exe" {
        return false;
    }
    let finding = Diagnostic::new(COMPILER, word.span, format!("`{}` is called", word.text));
    let finding = with_fix(
        finding.advice("write hipcc"),
        finder,
        word.span,
        "hipcc",
        true,
        ("flags", "nvcc"),
    );
    finder.push(finding);
    true
}

/// `-lcublas` and `CUDA::cublas`.
fn library(finder: &mut Finder<'_>, word: &Word<'_>) -> bool {
    if let Some(name) = word.text.strip_prefix("-l") {
        let name = name.strip_suffix(".so").unwrap_or(name);
        return named_library(finder, word.span, name, |c| format!("-l{}", c.link));
    }
    let Some(at) = word.text.find("CUDA::") else {
        return false;
    };
    let name = &word.text[at + "CUDA::".len()..];
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    let name = &name[..end.unwrap_or(name.len())];
    let start = word.span.start + at as u32;
    let span = Span::new(start, start + ("CUDA::".len() + name.len()) as u32);
    named_library(finder, span, name, |c| c.target.clone())
}

/// A library by its name in the tables; false if they do not hold it.
pub(super) fn named_library(
    finder: &mut Finder<'_>,
    span: Span,
    name: &str,
    write: impl Fn(&super::tables::Counterpart) -> String,
) -> bool {
    let Some(library) = tables().libraries.get(name) else {
        return false;
    };
    let message = format!("`{}` is a CUDA library", shown(finder, span));
    let finding = Diagnostic::new(LINK_LIBRARY, span, message);
    let finding = match library.counterpart(&finder.context.target.libraries) {
        Some(counterpart) => {
            let text = write(counterpart);
            let advice = match &counterpart.package {
                Some(package) => format!("link {text} (package {package})"),
                None => format!("link {text}"),
            };
            with_fix(
                finding.advice(advice),
                finder,
                span,
                &text,
                true,
                ("libraries", name),
            )
        }
        None => finding.advice(library.advice.clone().unwrap_or_default()),
    };
    finder.push(finding);
    true
}

/// `-I` with the headers of the toolkit in a makefile: a host compiler that reads those of HIP in
/// their place must be told the platform.
fn platform(finder: &mut Finder<'_>, word: &Word<'_>, next: Option<&Word<'_>>) {
    let Some(folder) = word
        .text
        .strip_prefix("-I")
        .filter(|_| finder.kind == BuildKind::Make)
    else {
        return;
    };
    let variable = folder
        .strip_prefix("$(")
        .or_else(|| folder.strip_prefix("${"));
    let is_toolkit = folder.starts_with(TOOLKIT)
        || variable.is_some_and(|name| name.to_ascii_uppercase().starts_with("CUDA"));
    let is_told = next.is_some_and(|next| next.text.strip_prefix("-D") == Some(PLATFORM));
    if is_told || !is_toolkit || !folder.ends_with("/include") {
        return;
    }
    let message = format!("`{}` names the headers of the CUDA toolkit", word.text);
    let define = format!(" -D{PLATFORM}");
    let finding = Diagnostic::new(HOST_DEFINITION, word.span, message)
        .advice(format!(
            "add{define}, which the HIP headers want from a host compiler"
        ))
        .fix(vec![edit(
            Span::at(word.span.end),
            define,
            "flags",
            PLATFORM,
        )]);
    finder.push(finding);
}

/// A path of the toolkit, also behind `-I` and `-L`.
fn path(finder: &mut Finder<'_>, word: &Word<'_>) {
    let Some(at) = word.text.find(TOOLKIT) else {
        return;
    };
    // `/usr/local/cuda-12.4` is the same place.
    let rest = &word.text[at + TOOLKIT.len()..];
    let version = rest.find(|c: char| c != '-' && c != '.' && !c.is_ascii_digit());
    let version = version.unwrap_or(rest.len());
    let start = word.span.start + at as u32;
    let span = Span::new(start, start + (TOOLKIT.len() + version) as u32);
    let message = format!("`{}` is a path of the CUDA toolkit", word.text);
    let folder = &rest[version..];
    let (span, text) = if folder.starts_with("/lib64") {
        (
            Span::new(span.start, span.end + "/lib64".len() as u32),
            "/opt/rocm/lib",
        )
    } else {
        (span, ROCM)
    };
    let finding = Diagnostic::new(TOOLKIT_PATH, span, message).advice(format!("write {text}"));
    let finding = with_fix(finding, finder, span, text, true, ("flags", TOOLKIT));
    finder.push(finding);
}

/// A source that has another name now.
fn renamed(finder: &mut Finder<'_>, word: &Word<'_>) {
    let renamed = finder.context.renamed;
    if renamed.is_empty() {
        return;
    }
    let pattern = word.text.ends_with("*.cu") || word.text.ends_with("%.cu");
    let direct = normalize(finder.folder, word.text).and_then(|p| renamed.get(&p));
    let by_name = || {
        let last = word.text.rsplit('/').next()?;
        let fits = |old: &str| old.rsplit('/').next() == Some(last);
        let mut matches = renamed.iter().filter(|(old, _)| fits(old));
        let only = matches.next().map(|(_, new)| new);
        only.filter(|_| word.text.contains('$') && matches.next().is_none())
    };
    if !pattern && direct.or_else(by_name).is_none() {
        return;
    }
    let tail = Span::new(word.span.end - "cu".len() as u32, word.span.end);
    let message = format!("`{}` has another name now", word.text);
    let new = word.text.strip_suffix("cu").unwrap_or(word.text);
    let finding =
        Diagnostic::new(RENAMED_SOURCE, word.span, message).advice(format!("write {new}hip"));
    let finding = with_fix(finding, finder, tail, "hip", true, ("flags", "rename"));
    finder.push(finding);
}

fn shown(finder: &Finder<'_>, span: Span) -> String {
    String::from_utf8_lossy(span.of(finder.text)).into_owned()
}

/// The finding with an edit that puts `text` in the place of `span`; an empty text takes the blank
/// before it along.
pub(super) fn with_fix(
    finding: Diagnostic,
    finder: &Finder<'_>,
    span: Span,
    text: &str,
    exact: bool,
    (table, key): (&str, &str),
) -> Diagnostic {
    if !exact {
        return finding;
    }
    let before = span
        .start
        .checked_sub(1)
        .map(|at| Span::new(at, span.start).of(finder.text));
    let blank = matches!(before, Some(b" " | b"\t"));
    let span = if text.is_empty() && blank {
        Span::new(span.start - 1, span.end)
    } else {
        span
    };
    finding.fix(vec![edit(span, text, table, key)])
}
