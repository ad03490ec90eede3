//! The facts on both interfaces, reduced to what the tables need.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use cu2hip_mappings::Kind;
use cu2hip_mappings::api::{ApiRow, write_rows};
use cu2hip_mappings::compile::ApiFacts;

use super::table::{Row, Table};
use crate::paths;

/// CUDA libraries whose names are covered by rules on their beginning.
const FAMILIES: [&str; 9] = [
    "npp",
    "nvshmem",
    "cupti",
    "nvml",
    "nccl-device",
    "cufile",
    "nvjpeg",
    "nvblas",
    "nvfatbin",
];

/// ROCm libraries that no translation aims at.
const NO_TARGET: [&str; 6] = [
    "amd-smi",
    "rocm-smi",
    "rpp",
    "rocshmem",
    "hipdnn-legacy",
    "hipfile",
];

/// ROCm libraries of which the names are enough.
const NAMES_ONLY: [&str; 3] = ["rocsolver", "rocfft", "rocprim"];

/// Beginnings of names of MIOpen that its header hides unless `MIOPEN_BETA_API` is defined, in 6.4 and
/// in 7.2: a translation cannot count on them.
const BETA: [&str; 15] = [
    "miopenBackend",
    "miopenNormMode_t",
    "miopenPointwiseMode_t",
    "miopenRngDistribution_t",
    "miopenAlphaBetaCase_t",
    "miopenSetTensorDescriptorV2",
    "MIOPEN_ATTR_",
    "MIOPEN_BACKEND_",
    "MIOPEN_CONVOLUTION_",
    "MIOPEN_ELEMENTWISE_",
    "MIOPEN_HEUR_",
    "MIOPEN_POINTWISE_",
    "MIOPEN_RNG_",
    "MIOPEN_TYPE_",
    "MIOPEN_WEIGHT_",
];

/// Names that 6.4 hides in the same way and 7.2 has no more.
const BETA_BEFORE_7: [&str; 2] = ["miopenFloat8", "miopenBFloat8"];

/// Writes `mappings/api/` and returns its content.
pub(crate) fn import(dir: &Path) -> Result<ApiFacts> {
    let cuda = Table::read(&dir.join("cuda-api.tsv"))?;
    let rocm = Table::read(&dir.join("rocm-api.tsv"))?;
    let old_nccl: BTreeSet<String> = cuda
        .rows()
        .filter(|r| r.get("library") == "nccl" && r.get("first") == "11.8")
        .map(|r| r.get("name").to_owned())
        .collect();
    let mut cuda_rows: Vec<ApiRow> = cuda.rows().filter_map(|r| cuda_row(&r)).collect();
    let mut rocm_rows: Vec<ApiRow> = rocm
        .rows()
        .filter_map(|r| rocm_row(&r, &old_nccl))
        .collect();
    merge(&mut cuda_rows);
    merge(&mut rocm_rows);
    let base = paths::mappings().join("api");
    paths::write(
        &base.join("cuda.tsv"),
        write_rows(&mut cuda_rows).as_bytes(),
    )?;
    paths::write(
        &base.join("rocm.tsv"),
        write_rows(&mut rocm_rows).as_bytes(),
    )?;
    Ok(ApiFacts::new(cuda_rows, rocm_rows))
}

fn kind(text: &str) -> Option<Kind> {
    Some(match text {
        "function" => Kind::Function,
        "device-function" => Kind::DeviceFunction,
        "type" => Kind::Type,
        "enum-constant" => Kind::Enumerator,
        "macro" => Kind::Macro,
        "variable" => Kind::Variable,
        "struct-field" => Kind::Field,
        _ => return None,
    })
}

fn row(from: &Row<'_>, library: &str, versions: u8) -> Option<ApiRow> {
    let kind = kind(from.get("kind"))?;
    let space = from.get("namespace");
    let name = from.get("name");
    let value = match kind {
        Kind::Enumerator | Kind::Macro => from.get("value"),
        _ => "",
    };
    Some(ApiRow {
        name: if space.is_empty() {
            name.to_owned()
        } else {
            format!("{space}::{name}")
        },
        kind,
        library: library.to_owned(),
        header: from.get("header").to_owned(),
        versions,
        ret: from.get("ret").to_owned(),
        params: from.get("params").to_owned(),
        value: value.chars().take(60).collect(),
        under: from.get("under").to_owned(),
    })
}

fn cuda_row(from: &Row<'_>) -> Option<ApiRow> {
    let library = from.get("library");
    if FAMILIES.contains(&library) {
        return None;
    }
    let labels = [("11.8", 1), ("12.9", 2), ("13.5", 4)];
    let library = if from.get("header") == "library_types.h" {
        "datatype"
    } else {
        library
    };
    row(from, library, mask(from.get("versions"), &labels))
}

fn rocm_row(from: &Row<'_>, old_nccl: &BTreeSet<String>) -> Option<ApiRow> {
    let library = from.get("library");
    let name = from.get("name");
    let hidden = library == "miopen"
        && (BETA.iter().any(|b| name.starts_with(b)) || BETA_BEFORE_7.contains(&name));
    if hidden || NO_TARGET.contains(&library) {
        return None;
    }
    // The snapshots of hipTensor and rocWMMA are as old as 6.4.
    let snapshot = u8::from(matches!(library, "hiptensor" | "rocwmma"));
    let labels = [("6.4", 1), ("7.2", 2), ("10.0", 4), ("snap", snapshot)];
    let mut versions = mask(from.get("versions"), &labels);
    // The packages called 6.4 hold an older RCCL than that release: it follows NCCL 2.22, which
    // has all that NCCL 2.21 had.
    if library == "rccl" && versions & 2 != 0 && old_nccl.contains(from.get("name")) {
        versions |= 1;
    }
    let mut row = row(from, library, versions)?;
    if versions == 0 {
        return None;
    }
    if NAMES_ONLY.contains(&library) {
        row.ret.clear();
        row.params.clear();
    }
    Some(row)
}

fn mask(text: &str, labels: &[(&str, u8)]) -> u8 {
    text.split(',')
        .filter_map(|v| labels.iter().find(|l| l.0 == v))
        .fold(0, |m, l| m | l.1)
}

/// Joins rows that differ in their releases only.
fn merge(rows: &mut Vec<ApiRow>) {
    let mut by_rest: BTreeMap<String, ApiRow> = BTreeMap::new();
    for row in rows.drain(..) {
        let key = format!(
            "{}\t{}\t{}\t{:?}\t{}\t{}\t{}\t{}",
            row.library, row.header, row.name, row.kind, row.ret, row.params, row.value, row.under
        );
        by_rest
            .entry(key)
            .and_modify(|r| r.versions |= row.versions)
            .or_insert(row);
    }
    rows.extend(by_rest.into_values());
}
