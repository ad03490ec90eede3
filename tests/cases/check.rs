//! Runs a case and lists what is not as it says.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cu2hip_core::{
    Context, CudaVersion, Diagnostic, LaunchStyle, Options, ProjectIndex, Severity, Translation,
    gather_facts, translate,
};
use cu2hip_mappings::{LibraryChoice, Mappings, RocmVersion, Target};
use cu2hip_syntax::text::LineIndex;

use crate::format::{Case, Expected};

/// One file of a case's project.
struct File<'a> {
    path: &'a str,
    text: Vec<u8>,
    expected: &'a Expected,
}

/// What all files of a case share.
struct Setting {
    mappings: Mappings,
    target: Target,
    options: Options,
}

/// Everything that is not as the case says, one text each.
pub(crate) fn failures(case: &Case) -> Vec<String> {
    catch_unwind(AssertUnwindSafe(|| run(case))).unwrap_or_else(|_| {
        vec![format!(
            "{} ({}): the translation panicked",
            case.id, case.title
        )]
    })
}

/// What is wrong with the line ends if the file comes with `\r\n`: the translation has no other.
pub(crate) fn line_end_failures(case: &Case) -> Vec<String> {
    let setting = setting(case);
    let mut text = Vec::new();
    for byte in case.bytes() {
        if byte == b'\n' && text.last() != Some(&b'\r') {
            text.push(b'\r');
        }
        text.push(byte);
    }
    let file = File {
        path: &case.file,
        text,
        expected: &case.expected,
    };
    let files = [file];
    let output = translate_all(&setting, &files)[0]
        .edits
        .apply(&files[0].text);
    let line = output
        .split_inclusive(|b| *b == b'\n')
        .find(|line| line.ends_with(b"\n") && !line.ends_with(b"\r\n"));
    line.map(|line| {
        let shown = String::from_utf8_lossy(line);
        format!(
            "- {} ({}): a line ends with \\n only: {shown}",
            case.id, case.title
        )
    })
    .into_iter()
    .collect()
}

fn run(case: &Case) -> Vec<String> {
    let setting = setting(case);
    let mut files = vec![File {
        path: &case.file,
        text: case.bytes(),
        expected: &case.expected,
    }];
    files.extend(case.files.iter().map(|other| File {
        path: &other.path,
        text: other.input.clone().into_bytes(),
        expected: &other.expected,
    }));

    let first = translate_all(&setting, &files);
    let outputs: Vec<File<'_>> = files
        .iter()
        .zip(&first)
        .map(|(file, translation)| File {
            path: file.path,
            text: translation.edits.apply(&file.text),
            expected: file.expected,
        })
        .collect();
    let second = translate_all(&setting, &outputs);

    let mut problems = Vec::new();
    for (((file, translation), output), again) in
        files.iter().zip(&first).zip(&outputs).zip(&second)
    {
        let mut wrong = check_edits(&file.text, translation);
        wrong.extend(check_output(file, &output.text));
        wrong.extend(check_findings(file, &translation.diagnostics));
        wrong.extend(check_second_run(&output.text, translation, again));
        let place = format!("{} {} ({})", case.id, file.path, case.title);
        problems.extend(wrong.into_iter().map(|text| format!("- {place}: {text}")));
    }
    problems
}

fn setting(case: &Case) -> Setting {
    let number = |text: &str| match RocmVersion::parse(text) {
        Ok(version) => version,
        Err(error) => panic!("{}: {error}", case.id),
    };
    let libraries = case.libs.as_deref().map(LibraryChoice::parse);
    let cuda = case.cuda.as_deref().map(number);
    Setting {
        mappings: Mappings::builtin(),
        target: Target {
            rocm: case.rocm.as_deref().map_or(RocmVersion::DEFAULT, number),
            libraries: libraries.map_or_else(LibraryChoice::default, |choice| {
                choice.expect("a well-formed library choice")
            }),
        },
        options: Options {
            cuda: cuda.map(|version| CudaVersion {
                major: version.major,
                minor: version.minor,
            }),
            architectures: case
                .arch
                .iter()
                .flat_map(|list| list.split(',').map(str::to_owned))
                .collect(),
            launch: match case.launch.as_deref() {
                Some("hip") => LaunchStyle::Macro,
                _ => LaunchStyle::Chevron,
            },
            ..Options::default()
        },
    }
}

fn translate_all(setting: &Setting, files: &[File<'_>]) -> Vec<Translation> {
    let facts = files
        .iter()
        .map(|file| gather_facts(file.path, &file.text, &setting.mappings));
    let index = ProjectIndex::new(facts.collect());
    let translate_one = |file: &File<'_>| {
        let context = Context {
            mappings: &setting.mappings,
            target: &setting.target,
            options: &setting.options,
            index: &index,
            path: file.path,
            semantics: None,
        };
        translate(&file.text, &context)
    };
    files.iter().map(translate_one).collect()
}

/// Edits lie inside the text, in order, and leave every other byte alone.
fn check_edits(text: &[u8], translation: &Translation) -> Vec<String> {
    let (mut rebuilt, mut at) = (Vec::new(), 0);
    for edit in &translation.edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start < at || end < start || end > text.len() {
            return vec![format!(
                "edit of {} at {start}..{end} lies outside the text or over another edit",
                edit.origin
            )];
        }
        rebuilt.extend_from_slice(&text[at..start]);
        rebuilt.extend_from_slice(&edit.text);
        at = end;
    }
    rebuilt.extend_from_slice(&text[at..]);
    if rebuilt == translation.edits.apply(text) {
        Vec::new()
    } else {
        vec!["bytes outside the edits changed".to_owned()]
    }
}

fn check_output(file: &File<'_>, output: &[u8]) -> Vec<String> {
    let shown = String::from_utf8_lossy(output);
    let expected = file.expected;
    let mut wrong = Vec::new();
    if expected.unchanged && output != file.text {
        wrong.push(format!("expected no change, got\n{shown}"));
    }
    if let Some(whole) = expected.bytes()
        && whole != output
    {
        wrong.push(first_difference(&String::from_utf8_lossy(&whole), &shown));
    }
    for part in &expected.contains {
        if !shown.contains(part.as_str()) {
            wrong.push(format!("expected `{part}` in the output, got\n{shown}"));
        }
    }
    for part in &expected.lacks {
        if let Some(line) = shown.lines().find(|line| line.contains(part.as_str())) {
            wrong.push(format!("expected no `{part}` in the output, got `{line}`"));
        }
    }
    wrong
}

/// The first line in which two texts differ.
fn first_difference(expected: &str, got: &str) -> String {
    let (mut left, mut right) = (expected.lines(), got.lines());
    for line in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let end = "(end of the text)";
                let (a, b) = (a.unwrap_or(end), b.unwrap_or(end));
                return format!("output line {line}: expected `{a}`, got `{b}`");
            }
        }
    }
    "the outputs differ in their line ends".to_owned()
}

fn check_findings(file: &File<'_>, diagnostics: &[Diagnostic]) -> Vec<String> {
    let index = LineIndex::new(&file.text);
    let found: Vec<(String, &Diagnostic)> = diagnostics
        .iter()
        .map(|diagnostic| {
            let place = index.line_column(diagnostic.span.start, &file.text);
            let code = diagnostic.code.to_string();
            (
                format!("{code}@{}:{}", place.line, place.column),
                diagnostic,
            )
        })
        .collect();
    let list = || {
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" ")
    };
    let mut wrong = Vec::new();
    for wanted in &file.expected.findings {
        if !found.iter().any(|(name, _)| matches(name, wanted)) {
            wrong.push(format!("expected {wanted}, got [{}]", list()));
        }
    }
    for silent in &file.expected.silent {
        let hit = found.iter().find(|(name, diagnostic)| match &**silent {
            "*" => true,
            "error" => diagnostic.severity == Severity::Error,
            code => matches(name, code),
        });
        if let Some((name, diagnostic)) = hit {
            let message = &diagnostic.message;
            wrong.push(format!("expected no {silent}, got {name}: {message}"));
        }
    }
    wrong
}

/// True if a finding `CH2004@2:34` is what `CH2004`, `CH2004@2` or `CH2004@2:34` asks for.
fn matches(name: &str, wanted: &str) -> bool {
    name.strip_prefix(wanted)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['@', ':']))
}

/// A second run makes no edit and reports nothing that the first did not.
fn check_second_run(output: &[u8], first: &Translation, second: &Translation) -> Vec<String> {
    let mut wrong: Vec<String> = second
        .edits
        .iter()
        .map(|edit| {
            let old = String::from_utf8_lossy(edit.span.of(output));
            let new = String::from_utf8_lossy(&edit.text);
            let origin = &edit.origin;
            format!("second run: {origin} changes `{old}` to `{new}`")
        })
        .collect();
    let mut left: Vec<String> = codes(first);
    for code in codes(second) {
        match left.iter().position(|known| *known == code) {
            Some(at) => drop(left.swap_remove(at)),
            None => wrong.push(format!("second run: new finding {code}")),
        }
    }
    wrong
}

fn codes(translation: &Translation) -> Vec<String> {
    let diagnostics = translation.diagnostics.iter();
    diagnostics.map(|one| one.code.to_string()).collect()
}
