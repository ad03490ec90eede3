//! What must change in CMake files.

use std::collections::BTreeSet;

use cu2hip_core::Diagnostic;
use cu2hip_core::diagnostic::registry::{
    ARCHITECTURE, CMAKE_LANGUAGE, CMAKE_PACKAGE, COMPILER_FLAG, LINK_LIBRARY,
};
use cu2hip_syntax::text::Span;

use super::cmake_lexer::{Argument, Command, commands};
use super::tables::{CmakeName, tables};
use super::words::{self, Word, with_fix};
use super::{Finder, edit};

/// Commands whose arguments are library names.
const LINKING: [&str; 2] = ["target_link_libraries", "link_libraries"];
/// Commands whose arguments are sources.
const BUILDING: [&str; 7] = [
    "add_executable",
    "add_library",
    "target_sources",
    "cuda_add_executable",
    "cuda_add_library",
    "set",
    "list",
];

/// Adds the findings of a CMake file.
pub(super) fn inspect(finder: &mut Finder<'_>) {
    let commands = commands(finder.text);
    let packages = packages(finder, &commands);
    let settled = settled(finder, &commands);
    for command in &commands {
        let name = lower(finder, command.name);
        match name.as_str() {
            "project" | "enable_language" | "check_language" => languages(finder, command),
            "find_package" => package(finder, command, &packages),
            "file" => sources_of_glob(finder, command, &settled),
            _ => {}
        }
        if let Some(entry) = tables().cmake.commands.get(&name) {
            let finding = Diagnostic::new(
                CMAKE_LANGUAGE,
                command.name,
                format!("`{name}` is a command of FindCUDA"),
            );
            let finding = named(finding, finder, command.name, &name, entry);
            finder.push(finding);
        }
        if BUILDING.contains(&name.as_str()) {
            sources(finder, command, &settled);
        }
        if name.starts_with("cuda_add_") {
            runtime(finder, command);
        }
        if LINKING.contains(&name.as_str()) {
            bare_libraries(finder, command);
        }
        variables(finder, command);
        all_words(finder, command);
    }
}

fn lower(finder: &Finder<'_>, span: Span) -> String {
    String::from_utf8_lossy(span.of(finder.text)).to_lowercase()
}

fn text<'a>(finder: &Finder<'a>, argument: &Argument) -> &'a str {
    std::str::from_utf8(argument.span.of(finder.text)).unwrap_or_default()
}

/// `CUDA` as a language.
fn languages(finder: &mut Finder<'_>, command: &Command) {
    for argument in &command.arguments {
        if text(finder, argument) == "CUDA" {
            let finding =
                Diagnostic::new(CMAKE_LANGUAGE, argument.span, "CUDA is built as a language")
                    .advice("write HIP, which needs CMake 3.21 or later");
            let finding = with_fix(
                finding,
                finder,
                argument.span,
                "HIP",
                true,
                ("cmake", "CUDA"),
            );
            finder.push(finding);
        }
    }
}

/// The ROCm packages of the libraries that the file links.
fn packages(finder: &Finder<'_>, commands: &[Command]) -> BTreeSet<String> {
    let mut packages = BTreeSet::from(["hip".to_owned()]);
    let choice = &finder.context.target.libraries;
    for command in commands {
        let links = LINKING.contains(&lower(finder, command.name).as_str());
        for argument in &command.arguments {
            let word = text(finder, argument);
            let variable = word.strip_prefix("${").and_then(|w| w.strip_suffix('}'));
            let by_variable =
                variable.and_then(|v| tables().cmake.variables.get(v)?.library.as_deref());
            let name = word.strip_prefix("CUDA::").or(by_variable);
            let name = name.or(Some(word).filter(|_| links));
            let library = name.and_then(|n| tables().libraries.get(n));
            let counterpart = library.and_then(|l| l.counterpart(choice));
            packages.extend(counterpart.and_then(|c| c.package.clone()));
        }
    }
    packages
}

fn package(finder: &mut Finder<'_>, command: &Command, packages: &BTreeSet<String>) {
    let Some(name) = command.arguments.first() else {
        return;
    };
    let word = text(finder, name);
    let Some(to) = tables().cmake.packages.get(word) else {
        return;
    };
    let required = command
        .arguments
        .iter()
        .any(|a| text(finder, a) == "REQUIRED");
    let ending = if required { " REQUIRED)" } else { ")" };
    let mut lines: Vec<String> = if to == "hip" {
        packages
            .iter()
            .map(|p| format!("find_package({p}{ending}"))
            .collect()
    } else {
        vec![format!("find_package({to}{ending}")]
    };
    // FindCUDA has commands of its own and needs no language.
    if word == "CUDA" {
        lines.insert(0, "enable_language(HIP)".to_owned());
    }
    let finding = Diagnostic::new(
        CMAKE_PACKAGE,
        name.span,
        format!("the package {word} is looked for"),
    )
    .advice(format!("write {}", lines.join(", ")));
    let finding = finding.fix(vec![edit(command.span, lines.join("\n"), "cmake", word)]);
    finder.push(finding);
}

/// Files and variables whose language is said to be HIP.
fn settled<'a>(finder: &Finder<'a>, commands: &[Command]) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for command in commands {
        let words: Vec<&str> = command.arguments.iter().map(|a| text(finder, a)).collect();
        let says_hip = words.windows(2).any(|pair| pair == ["LANGUAGE", "HIP"]);
        if says_hip && lower(finder, command.name) == "set_source_files_properties" {
            names.extend(words.into_iter().take_while(|word| *word != "PROPERTIES"));
        }
    }
    names
}

/// `.cu` files of a target: their language must be said.
fn sources(finder: &mut Finder<'_>, command: &Command, settled: &BTreeSet<&str>) {
    let is_kept = |argument: &&Argument| {
        let word = text(finder, argument);
        word.strip_suffix(".cu").is_some()
            && finder.context.renamed.is_empty()
            && !settled.contains(word)
    };
    let files: Vec<&Argument> = command.arguments.iter().filter(is_kept).collect();
    let Some(first) = files.first() else {
        return;
    };
    let names: Vec<&str> = files.iter().map(|a| text(finder, a)).collect();
    let line = format!(
        "set_source_files_properties({} PROPERTIES LANGUAGE HIP)",
        names.join(" ")
    );
    push_property(finder, command, first.span, &line);
}

/// `file(GLOB VARIABLE *.cu)`: the same for the variable.
fn sources_of_glob(finder: &mut Finder<'_>, command: &Command, settled: &BTreeSet<&str>) {
    let words: Vec<&str> = command.arguments.iter().map(|a| text(finder, a)).collect();
    let [kind, variable, ..] = words.as_slice() else {
        return;
    };
    let pattern = words.iter().position(|w| w.ends_with("*.cu"));
    let (true, Some(at)) = (kind.starts_with("GLOB"), pattern) else {
        return;
    };
    let names = [format!("${{{variable}}}"), format!("${{{variable}_HIP}}")];
    let is_settled = names.iter().any(|name| settled.contains(name.as_str()));
    if is_settled || !finder.context.renamed.is_empty() {
        return;
    }
    let others = words[2..]
        .iter()
        .any(|w| w.contains('*') && !w.ends_with("*.cu"));
    let line = if others {
        format!(
            "set({variable}_HIP ${{{variable}}})\nlist(FILTER {variable}_HIP INCLUDE REGEX \"\\\\.cu$\")\n\
             set_source_files_properties(${{{variable}_HIP}} PROPERTIES LANGUAGE HIP)"
        )
    } else {
        format!("set_source_files_properties(${{{variable}}} PROPERTIES LANGUAGE HIP)")
    };
    push_property(finder, command, command.arguments[at].span, &line);
}

/// A target of `FindCUDA` is linked to the runtime without being asked.
fn runtime(finder: &mut Finder<'_>, command: &Command) {
    let Some(target) = command.arguments.first() else {
        return;
    };
    let line = format!("target_link_libraries({} hip::host)", text(finder, target));
    let finding = Diagnostic::new(
        LINK_LIBRARY,
        target.span,
        "FindCUDA links the runtime by itself",
    )
    .advice(format!("add {line}"))
    .fix(vec![edit(
        Span::at(command.span.end),
        format!("\n{line}"),
        "cmake",
        "cuda_add",
    )]);
    finder.push(finding);
}

fn push_property(finder: &mut Finder<'_>, command: &Command, span: Span, line: &str) {
    let finding = Diagnostic::new(CMAKE_LANGUAGE, span, "CMake takes .cu files for CUDA")
        .advice(format!("add {line}"))
        .fix(vec![edit(
            Span::at(command.span.end),
            format!("\n{line}"),
            "cmake",
            "LANGUAGE",
        )]);
    finder.push(finding);
}

/// `cublas` as it stands among linked libraries.
fn bare_libraries(finder: &mut Finder<'_>, command: &Command) {
    for argument in command.arguments.iter().skip(1) {
        let word = text(finder, argument);
        words::named_library(finder, argument.span, word, |c| c.target.clone());
    }
}

/// Names of variables and properties, as arguments and in `${...}`.
fn variables(finder: &mut Finder<'_>, command: &Command) {
    for (number, argument) in command
        .arguments
        .iter()
        .enumerate()
        .filter(|(_, a)| !a.bracket)
    {
        let word = text(finder, argument);
        if let Some(entry) = tables().cmake.variables.get(word) {
            variable(finder, argument.span, argument.span, word, entry);
            if entry.list {
                joined(finder, command, number, entry);
            }
            if entry.architectures {
                architectures(finder, &command.arguments[number + 1..]);
            }
        }
        let mut from = 0;
        while let Some(at) = word[from..].find('$') {
            let start = from + at + 2;
            if !word[start - 1..].starts_with('{') {
                from = start - 1;
                continue;
            }
            let Some(length) = word[start..].find(['}', '$']) else {
                break;
            };
            let name = &word[start..start + length];
            if let Some(entry) = tables().cmake.variables.get(name) {
                let offset = argument.span.start + start as u32;
                let inner = Span::new(offset, offset + length as u32);
                let outer = Span::new(inner.start - 2, inner.end + 1);
                variable(finder, inner, outer, name, entry);
            }
            from = start + length;
        }
    }
}

/// A list of flags that `set` or `list` changes becomes one text again.
fn joined(finder: &mut Finder<'_>, command: &Command, number: usize, entry: &CmakeName) {
    let place = match lower(finder, command.name).as_str() {
        "set" => 0,
        "list" => 1,
        _ => return,
    };
    let last = finder.found.last_mut().filter(|_| number == place);
    if let (Some(finding), Some(to)) = (last, &entry.to) {
        let line = format!("\nstring(REPLACE \";\" \" \" {to} \"${{{to}}}\")");
        finding
            .fix
            .push(edit(Span::at(command.span.end), line, "cmake", "list"));
    }
}

/// One name; `inner` is the name itself, `outer` the reference to it.
fn variable(finder: &mut Finder<'_>, inner: Span, outer: Span, name: &str, entry: &CmakeName) {
    let choice = &finder.context.target.libraries;
    let library = entry
        .library
        .as_ref()
        .and_then(|l| tables().libraries.get(l));
    if let Some(counterpart) = library.and_then(|l| l.counterpart(choice)) {
        let to = counterpart.target.clone();
        let finding = Diagnostic::new(LINK_LIBRARY, outer, format!("`{name}` is a CUDA library"))
            .advice(format!("link {to}"));
        let finding = with_fix(finding, finder, outer, &to, inner != outer, ("cmake", name));
        finder.push(finding);
        return;
    }
    let code = if entry.architectures {
        ARCHITECTURE
    } else if name.contains("FLAGS") {
        COMPILER_FLAG
    } else {
        CMAKE_LANGUAGE
    };
    let finding = Diagnostic::new(code, inner, format!("`{name}` belongs to a CUDA build"));
    let finding = named(finding, finder, inner, name, entry);
    finder.push(finding);
}

/// The finding with the advice and the fix of a table entry.
fn named(
    finding: Diagnostic,
    finder: &Finder<'_>,
    span: Span,
    name: &str,
    entry: &CmakeName,
) -> Diagnostic {
    match (&entry.to, &entry.advice) {
        (Some(to), more) => {
            let advice = more
                .as_ref()
                .map_or(format!("write {to}"), |m| format!("write {to}: {m}"));
            with_fix(
                finding.advice(advice),
                finder,
                span,
                to,
                entry.exact || more.is_none(),
                ("cmake", name),
            )
        }
        (None, Some(advice)) => finding.advice(advice.clone()),
        (None, None) => finding,
    }
}

/// The values of a list of architectures.
fn architectures(finder: &mut Finder<'_>, values: &[Argument]) {
    let is_value = |a: &&Argument| {
        let word = text(finder, a);
        let parts = word
            .split(';')
            .map(|p| p.trim_end_matches("-real").trim_end_matches("-virtual"));
        let is_number = |p: &str| p.trim_end_matches(['a', 'f']).parse::<u16>().is_ok();
        let is_word = |p: &str| matches!(p, "native" | "all" | "all-major" | "OFF");
        parts.clone().all(|p| is_number(p) || is_word(p))
    };
    let values: Vec<&Argument> = values.iter().take_while(is_value).collect();
    let (Some(first), Some(last)) = (values.first(), values.last()) else {
        return;
    };
    let span = first.span.join(last.span);
    let shown = String::from_utf8_lossy(span.of(finder.text)).into_owned();
    let finding = Diagnostic::new(
        ARCHITECTURE,
        span,
        format!("`{shown}` are NVIDIA architectures"),
    );
    let names = finder.context.architectures.join(";");
    let finding = if names.is_empty() {
        finding.advice("list AMD architectures, as in gfx90a;gfx942, or leave it out: CMake takes the GPU of the machine")
    } else {
        let advice = format!("write {names}");
        with_fix(
            finding.advice(advice),
            finder,
            span,
            &names,
            true,
            ("cmake", "architectures"),
        )
    };
    finder.push(finding);
}

/// Flags, libraries, compilers and generator expressions in all arguments.
fn all_words(finder: &mut Finder<'_>, command: &Command) {
    let mut words: Vec<Word<'_>> = Vec::new();
    let separates = |b: u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b';' | b'>' | b'"' | b'\\');
    for argument in command.arguments.iter().filter(|a| !a.bracket) {
        generator_texts(finder, argument);
        words::split(finder.text, argument.span, separates, &mut words);
    }
    for word in &mut words {
        // `$<LINK_ONLY:x>`, and `:x` behind the `>` of a condition.
        let cut = match word.text.strip_prefix("$<") {
            Some(rest) => rest
                .find(':')
                .map_or(word.text.len(), |at| at + "$<:".len()),
            None => usize::from(word.text.starts_with(':')),
        };
        word.text = &word.text[cut..];
        word.span.start += cut as u32;
    }
    words.retain(|word| !word.text.is_empty());
    words::inspect(finder, &words);
}

fn generator_texts(finder: &mut Finder<'_>, argument: &Argument) {
    let word = text(finder, argument);
    for (from, to) in &tables().cmake.texts {
        for (at, _) in word.match_indices(from.as_str()) {
            let start = argument.span.start + at as u32;
            let span = Span::new(start, start + from.len() as u32);
            let finding = Diagnostic::new(CMAKE_LANGUAGE, span, format!("`{from}` asks for CUDA"))
                .advice(format!("write {to}"));
            let finding = with_fix(finding, finder, span, to, true, ("cmake", from));
            finder.push(finding);
        }
    }
}
