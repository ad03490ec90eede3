//! The examples of the registry are true: `before` has the finding, `after` does not.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test helper fails the test by panicking"
)]

use std::collections::BTreeMap;

use cu2hip::core::diagnostic::registry::{EXTENSION_BUILD, RENAMED_SOURCE};
use cu2hip::core::diagnostic::{CodeInfo, all_codes};
use cu2hip::project::build_files::{BuildContext, BuildKind, inspect};
use cu2hip::{Code, Converter, LaunchStyle, Target};

/// A conversion with the flags under which a finding can come.
fn converter(code: Code) -> Converter {
    match code.as_str() {
        "CH1003" => Converter::new().rocm("6.4").expect("a release"),
        "CH2012" => Converter::new().launch(LaunchStyle::Macro),
        _ => Converter::new(),
    }
}

/// The codes of the findings that a text has as a CUDA source.
fn codes_of(code: Code, text: &str) -> Vec<Code> {
    let translation = converter(code).translate("a.cu", text.as_bytes());
    translation.diagnostics.iter().map(|f| f.code).collect()
}

fn is_build(code: Code) -> bool {
    code.as_str().starts_with("CH6")
}

/// The codes of the findings that a text has as a build file of the fitting format.
fn codes_of_build(code: Code, text: &str) -> Vec<Code> {
    let kind = if code == EXTENSION_BUILD {
        BuildKind::Python
    } else if text.contains('(') {
        BuildKind::CMake
    } else {
        BuildKind::Make
    };
    let target = Target::default();
    let renamed = BTreeMap::from([("main.cu".to_owned(), "main.hip".to_owned())]);
    let none = BTreeMap::new();
    let context = BuildContext {
        target: &target,
        architectures: &["gfx90a".to_owned()],
        renamed: if code == RENAMED_SOURCE {
            &renamed
        } else {
            &none
        },
        write: false,
    };
    let findings = inspect(kind, format!("{text}\n").as_bytes(), "", &context);
    findings.iter().map(|f| f.code).collect()
}

fn found(code: Code, text: &str) -> Vec<Code> {
    if is_build(code) {
        codes_of_build(code, text)
    } else {
        codes_of(code, text)
    }
}

/// Asserts that `wrong` finds nothing in any entry; names all that it finds.
fn every_code(wrong: impl Fn(Code, &'static CodeInfo) -> Option<String>) {
    let failures: Vec<String> = all_codes()
        .filter_map(|code| Some(format!("{code}: {}", wrong(code, code.info())?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_example_before_has_its_finding() {
    every_code(|code, info| {
        let codes = found(code, info.before);
        (!info.before.is_empty() && !codes.contains(&code)).then(|| format!("has {codes:?}"))
    });
}

#[test]
fn no_example_after_has_the_finding_still() {
    every_code(|code, info| {
        // Advice in words is a comment; the torch route leaves the text as it is.
        let same = info.after == info.before || code.as_str() == "CH4007";
        let codes = found(code, info.after);
        (!same && codes.contains(&code)).then(|| "is still there".to_owned())
    });
}

#[test]
fn an_example_after_never_stands_alone() {
    every_code(|_, info| {
        (info.before.is_empty() != info.after.is_empty()).then(|| "one side is missing".to_owned())
    });
}
