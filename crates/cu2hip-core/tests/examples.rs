//! The examples of the mapping tables come out as they are written there.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

use cu2hip_core::{Context, CudaVersion, Options, ProjectIndex, gather_facts, translate};
use cu2hip_mappings::source::{CallEntry, Source};
use cu2hip_mappings::{Kind, LibraryChoice, Mappings, Side, Target};

/// The mapping files that hold entries of calls.
fn sources() -> Vec<Source> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../mappings");
    let folders = |path: &PathBuf| {
        fs::read_dir(path)
            .into_iter()
            .flatten()
            .map(|e| e.unwrap().path())
    };
    let files = folders(&base).flat_map(|folder| folders(&folder));
    let texts = files.filter(|f| f.extension().is_some_and(|e| e == "toml"));
    // Tables of other schemas do not parse as this one.
    texts
        .filter_map(|file| {
            let text = fs::read_to_string(&file).unwrap();
            Source::parse(&file.to_string_lossy(), &text).ok()
        })
        .collect()
}

/// What the engine makes of the call of an example.
fn translated(mappings: &Mappings, library: Option<&str>, entry: &CallEntry) -> String {
    let example = entry.example.as_ref().unwrap();
    let mut target = Target::default();
    if let (Some(side), Some(library)) = (entry.side.as_deref(), library) {
        let side = if side == "hip" { Side::Hip } else { Side::Roc };
        target.libraries = LibraryChoice::default().with(library, side);
    }
    let name = example.cuda.split('(').next().unwrap();
    let decision = mappings.decide(name.as_bytes(), &target).unwrap();
    let device = if decision.kind == Kind::DeviceFunction || decision.unprefixed {
        "__device__ "
    } else {
        ""
    };
    // Names that are ordinary words count in device code, where their header is included.
    let text = format!(
        "#include <cuda_bf16.h>\n{device}void f() {{\n{};\n}}\n",
        example.cuda
    );
    let release = example.release.as_deref().map(|release| {
        let (major, minor) = release.split_once('.').unwrap();
        CudaVersion {
            major: major.parse().unwrap(),
            minor: minor.parse().unwrap(),
        }
    });
    let options = Options {
        cuda: release,
        ..Options::default()
    };
    let index = ProjectIndex::new(vec![gather_facts("a.cu", text.as_bytes(), mappings)]);
    let context = Context {
        mappings,
        target: &target,
        options: &options,
        index: &index,
        path: "a.cu",
        semantics: None,
    };
    let edits = translate(text.as_bytes(), &context).edits;
    String::from_utf8(edits.apply(text.as_bytes())).unwrap()
}

#[test]
fn examples_come_out_as_written() {
    let mappings = Mappings::builtin();
    let mut seen = 0;
    let mut wrong = Vec::new();
    for source in sources() {
        for entry in source.file.entry.iter().filter(|e| e.example.is_some()) {
            let got = translated(&mappings, source.file.library.as_deref(), entry);
            let wanted = &entry.example.as_ref().unwrap().hip;
            if !got.contains(&format!("\n{wanted};\n")) {
                wrong.push(format!("{wanted}\n{got}"));
            }
            seen += 1;
        }
    }
    assert!(seen >= 200, "{seen} examples");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
