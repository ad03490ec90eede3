//! `cargo xtask docs`: reference pages and schemas of what users write, made from the types that
//! read it.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cu2hip::document::{Document, FORMAT};
use cu2hip_audit::Audit;
use cu2hip_audit::document::FORMAT as AUDIT_FORMAT;
use cu2hip_core::diagnostic::{all_codes, page};
use cu2hip_project::settings::Settings;
use serde_json::Value;

use crate::{coverage, paths, support};

/// The table of contents up to the pages of the findings.
const CONTENTS: &str = "\
# Summary

[cu2hip](README.md)

- [From CUDA to compiled HIP](tutorial.md)

# How to

- [Translate in a CMake build](how-to/cmake.md)
- [Translate in a build.rs](how-to/build-rs.md)
- [Translate in a setup.py](how-to/setup-py.md)
- [Flag untranslatable calls before a commit](how-to/pre-commit.md)
- [A gate in CI](how-to/ci.md)
- [Rules of a project](how-to/rules.md)
- [Audit a code base](how-to/audit.md)

# Explanation

- [Findings](explanation/findings.md)
- [Wavefronts](explanation/wavefronts.md)
- [Choosing libraries](explanation/libraries.md)
- [How an audit judges](explanation/audit.md)

# Reference

- [Command line](reference/command-line.md)
- [Settings](reference/settings.md)
- [JSON report](reference/report.md)
- [JSON audit](reference/audit.md)
- [Codes](hazards/README.md)
";

/// All pages by path.
fn pages() -> Result<Vec<(PathBuf, String)>> {
    let folder = paths::root().join("docs/reference");
    let schema = serde_json::to_value(schemars::schema_for!(Settings))?;
    let document = serde_json::to_value(schemars::schema_for!(Document))?;
    let audited = serde_json::to_value(schemars::schema_for!(Audit))?;
    let mut pages = vec![
        (paths::root().join("docs/SUMMARY.md"), contents()),
        (folder.join("settings.md"), settings(&schema)?),
        (folder.join("report.md"), report(&document)?),
        (folder.join("audit.md"), audit(&audited)?),
        (
            folder.join("audit.schema.json"),
            serde_json::to_string_pretty(&audited)? + "\n",
        ),
        (
            folder.join("report.schema.json"),
            serde_json::to_string_pretty(&document)? + "\n",
        ),
        (
            folder.join("cu2hip.schema.json"),
            serde_json::to_string_pretty(&schema)? + "\n",
        ),
    ];
    pages.extend(support::pages());
    pages.push(coverage::page()?);
    Ok(pages)
}

/// Writes the pages.
pub(crate) fn run() -> Result<()> {
    for (path, text) in pages()? {
        paths::write(&path, text.as_bytes())?;
    }
    Ok(())
}

/// Fails if a page is not what the types make.
pub(crate) fn check() -> Result<()> {
    for (path, text) in pages()? {
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        ensure!(
            found == text,
            "{} is stale: run `cargo xtask docs`",
            path.display()
        );
    }
    Ok(())
}

/// The table of contents of the book.
fn contents() -> String {
    let mut text = CONTENTS.to_owned();
    for code in all_codes() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "    - [{code} {}](hazards/{})",
            code.name(),
            page::file_name(code)
        );
    }
    text.push_str(&support::contents());
    text + "\n# Inside\n\n- [Architecture](ARCHITECTURE.md)\n"
}

/// The page of the settings file.
fn settings(schema: &Value) -> Result<String> {
    let mut page = String::from(
        "# Settings\n\n\
         A file `cu2hip.toml`, found in the folder of the first input and upwards, says once what a project\n\
         needs; flags of the command line win. `cu2hip init` writes one. An unknown key is an error. The file is\n\
         only read: nothing in it runs a program or names a place that is written to.\n\n\
         Editors check it with the JSON schema [cu2hip.schema.json](cu2hip.schema.json).\n\n\
         ## Keys\n\n",
    );
    keys(&mut page, schema, schema)?;
    page.push_str("\n## Keys of `[[override]]`\n\n");
    let part = schema
        .pointer("/$defs/Override")
        .context("no schema of overrides")?;
    keys(&mut page, part, schema)?;
    Ok(page)
}

/// The page of the JSON report.
fn report(schema: &Value) -> Result<String> {
    let mut page = format!(
        "# JSON report\n\n\
         `--report FILE.json` writes one object. Its `format` is {FORMAT}: within one number fields are only added,\n\
         and a field that goes or changes its meaning takes the next number. The JSON schema is\n\
         [report.schema.json](report.schema.json). Lines and columns start at 1 and count characters of the input.\n\n\
         `--message-format json` prints findings as they come, one object a line, with `file` and the fields of\n\
         `Finding` and `Region` side by side.\n\n\
         ## The report\n\n"
    );
    keys(&mut page, schema, schema)?;
    parts(&mut page, schema)?;
    Ok(page)
}

/// The page of the JSON audit.
fn audit(schema: &Value) -> Result<String> {
    let mut page = format!(
        "# JSON audit\n\n\
         `cu2hip audit --format json` prints one object. Its `format` is {AUDIT_FORMAT}: within one number fields are\n\
         only added. The JSON schema is [audit.schema.json](audit.schema.json). What the counts are and which rules\n\
         read them stands in `mappings/audit/`; how they are used: [How an audit judges](../explanation/audit.md).\n\n\
         ## The audit\n\n"
    );
    keys(&mut page, schema, schema)?;
    parts(&mut page, schema)?;
    Ok(page)
}

/// A section for each part of a schema.
fn parts(page: &mut String, schema: &Value) -> Result<()> {
    let parts = schema["$defs"].as_object().context("no definitions")?;
    for (name, part) in parts
        .iter()
        .filter(|(_, part)| part["properties"].is_object())
    {
        let text = part["description"].as_str().unwrap_or_default();
        write!(page, "\n## {name}\n\n{text}\n\n")?;
        keys(page, part, schema)?;
    }
    Ok(())
}

/// A table of the keys of an object.
fn keys(page: &mut String, object: &Value, schema: &Value) -> Result<()> {
    let properties = object["properties"].as_object().context("no properties")?;
    page.push_str("| key | value | meaning |\n|---|---|---|\n");
    for (key, value) in properties {
        let text = value["description"]
            .as_str()
            .unwrap_or_default()
            .replace('\n', " ");
        writeln!(page, "| `{key}` | {} | {text} |", kind(value, schema))?;
    }
    Ok(())
}

/// What kind of value a key takes, in words.
fn kind(value: &Value, schema: &Value) -> String {
    if let Some(name) = value["$ref"].as_str() {
        let definition = schema
            .pointer(name.trim_start_matches('#'))
            .unwrap_or(&Value::Null);
        let words = choices(definition);
        let last = name.rsplit('/').next().unwrap_or_default();
        return if words.is_empty() {
            last.to_owned()
        } else {
            words
        };
    }
    if let Some(parts) = value["anyOf"].as_array() {
        return parts
            .first()
            .map_or_else(String::new, |part| kind(part, schema));
    }
    let name = match &value["type"] {
        Value::Array(names) => names.first().and_then(Value::as_str),
        name => name.as_str(),
    };
    match name {
        Some("array") if value["items"]["$ref"].is_string() => {
            let name = value["items"]["$ref"]
                .as_str()
                .and_then(|name| name.rsplit('/').next());
            format!("list of {}", name.unwrap_or_default())
        }
        Some("array") => format!("list of {}", kind(&value["items"], schema)),
        Some("object") => format!("table of {}", kind(&value["additionalProperties"], schema)),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("string") => "text".to_owned(),
        other => other.unwrap_or("value").to_owned(),
    }
}

/// The words of a choice.
fn choices(definition: &Value) -> String {
    let from = |value: &Value| value.as_str().map(|word| format!("`{word}`"));
    let one_of = definition["oneOf"].as_array().into_iter().flatten();
    let words = one_of.filter_map(|part| from(&part["const"]));
    let plain = definition["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(from);
    words.chain(plain).collect::<Vec<_>>().join(", ")
}
