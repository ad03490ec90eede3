//! Notebooks: the code cells as one Python text, its lines led back to the file's.

use serde_json::Value;

use crate::file::{FileInventory, Package};
use crate::scan::dependencies::requirement_name;
use crate::scan::python::PythonScan;

/// The inventory of a notebook; empty if it is none.
pub(crate) fn read(scan: &PythonScan<'_>, name: &str, text: &[u8]) -> FileInventory {
    let Ok(notebook) = serde_json::from_slice::<Value>(text) else {
        return FileInventory::new(name);
    };
    let source = code(&notebook);
    let mut found = scan.read(name, source.as_bytes(), true);
    installed(&source, &mut found);
    let places = places(&source, text);
    let place = |line: u32| {
        places
            .get(line.saturating_sub(1) as usize)
            .copied()
            .unwrap_or(1)
    };
    for hit in &mut found.hits {
        hit.line = place(hit.line);
    }
    for library in found.libraries.values_mut() {
        library.line = place(library.line);
    }
    for package in &mut found.packages {
        package.line = place(package.line);
    }
    found
}

/// All code cells, one after the other.
fn code(notebook: &Value) -> String {
    let mut out = String::new();
    let cells = notebook["cells"].as_array();
    for cell in cells
        .into_iter()
        .flatten()
        .filter(|c| c["cell_type"] == "code")
    {
        match &cell["source"] {
            Value::String(text) => out.push_str(text),
            Value::Array(lines) => lines
                .iter()
                .filter_map(Value::as_str)
                .for_each(|l| out.push_str(l)),
            _ => {}
        }
        out.push('\n');
    }
    out
}

/// Packages of `!pip install` lines.
fn installed(source: &str, found: &mut FileInventory) {
    for (number, line) in source.lines().enumerate() {
        let Some((_, words)) = line.split_once("pip install ") else {
            continue;
        };
        if !line.trim_start().starts_with(['!', '%']) {
            continue;
        }
        let names = words
            .split_whitespace()
            .filter(|word| !word.starts_with('-'));
        for name in names.filter_map(requirement_name) {
            found.packages.push(Package {
                ecosystem: "pypi",
                name,
                line: number as u32 + 1,
                optional: true,
            });
        }
    }
}

/// The line of the file for each line of the code: the next one that holds it as JSON writes it.
fn places(source: &str, text: &[u8]) -> Vec<u32> {
    let raw: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
    let (mut at, mut places) = (0, Vec::new());
    for line in source.lines() {
        let json = Value::from(line).to_string();
        let wanted = &json.as_bytes()[1..json.len() - 1];
        let holds = |raw: &&[u8]| {
            !wanted.is_empty() && raw.windows(wanted.len()).any(|part| part == wanted)
        };
        if let Some(next) = raw[at..].iter().take(400).position(holds) {
            at += next;
        }
        places.push(at as u32 + 1);
    }
    places
}
