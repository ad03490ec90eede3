//! The nearest name of the target library for a name without translation.

use std::collections::HashMap;

use cu2hip_mappings::Kind;
use cu2hip_mappings::api::ApiRow;
use cu2hip_mappings::compile::ApiFacts;

/// Target names by library and kind, with the part that counts in a comparison.
pub(crate) struct Nearest<'a> {
    names: HashMap<(&'a str, u8), Vec<(String, &'a str)>>,
}

/// The target libraries of a CUDA library.
fn libraries(library: &str) -> &'static [&'static str] {
    match library {
        "runtime" | "driver" => &["hip-runtime"],
        "cublas" | "cublasxt" | "cublas-legacy" => &["hipblas"],
        "cublaslt" => &["hipblaslt"],
        "cudnn" => &["miopen"],
        "cufft" => &["hipfft"],
        "curand" | "curand-device" => &["hiprand", "hiprand-device"],
        "cusparse" => &["hipsparse"],
        "cusolver" => &["hipsolver"],
        "nccl" => &["rccl"],
        "nvrtc" => &["hiprtc"],
        "device" => &["hip-device"],
        "fp16" => &["hip-fp16"],
        "bf16" => &["hip-bf16"],
        "fp8" => &["hip-fp8"],
        "cutensor" => &["hiptensor"],
        "cusparselt" => &["hipsparselt"],
        _ => &[],
    }
}

impl<'a> Nearest<'a> {
    /// Indexes the target names.
    pub(crate) fn new(api: &'a ApiFacts) -> Self {
        let mut names: HashMap<_, Vec<_>> = HashMap::new();
        for row in &api.rocm {
            let list: &mut Vec<(String, &str)> = names
                .entry((row.library.as_str(), group(row.kind)))
                .or_default();
            if list.last().is_none_or(|l| l.1 != row.name) {
                list.push((bare(&row.name), row.name.as_str()));
            }
        }
        Self { names }
    }

    /// The nearest name, none if nothing is near.
    pub(crate) fn of(&self, row: &ApiRow) -> Option<String> {
        let wanted = bare(&row.name);
        let limit = wanted.len() / 5;
        let mut best: Option<(usize, &str)> = None;
        for library in libraries(&row.library) {
            let all = self.names.get(&(*library, group(row.kind)));
            for (text, name) in all.into_iter().flatten() {
                let most = best.map_or(limit, |b| b.0.saturating_sub(1));
                if text.len().abs_diff(wanted.len()) > most {
                    continue;
                }
                let distance = distance(text.as_bytes(), wanted.as_bytes());
                if distance <= most {
                    best = Some((distance, name));
                }
            }
        }
        best.map(|b| b.1.to_owned())
    }
}

fn group(kind: Kind) -> u8 {
    match kind {
        Kind::DeviceFunction => Kind::Function as u8,
        other => other as u8,
    }
}

/// The name without the prefix of its interface and without case and underscores.
pub(crate) fn bare(name: &str) -> String {
    let lower = name.to_lowercase().replace('_', "");
    let prefixes = [
        "hip", "cuda", "cu", "roc", "miopen", "nccl", "nvrtc", "hiprtc",
    ];
    let rest = prefixes.iter().find_map(|p| lower.strip_prefix(p));
    rest.map_or(lower.clone(), str::to_owned)
}

/// Edit distance.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let next = (diagonal + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}
