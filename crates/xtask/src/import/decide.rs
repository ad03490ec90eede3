//! What follows from the facts for each CUDA name.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::Result;
use cu2hip_mappings::Kind;
use cu2hip_mappings::api::ApiRow;
use cu2hip_mappings::compile::ApiFacts;

use super::nearest::Nearest;
use super::table::Table;

/// What follows for one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Rename(String),
    Stay,
    /// The prototypes differ: what differs, and the target.
    Differs(String, String),
    /// Nothing; the nearest name of the target.
    Nothing(Option<String>),
}

/// A decided name.
#[derive(Debug)]
pub(crate) struct Decided {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) library: String,
    pub(crate) space: String,
    pub(crate) section: String,
    pub(crate) hip: Outcome,
    pub(crate) roc: Outcome,
}

/// Namespaces whose names are decided one by one, with their target.
pub(crate) const SPACES: [(&str, &str); 6] = [
    ("cooperative_groups", "cooperative_groups"),
    ("cub", "hipcub"),
    ("nvcuda::wmma", "rocwmma"),
    ("thrust", "thrust"),
    ("thrust::cuda", "thrust::hip"),
    ("thrust::random", "thrust::random"),
];

#[derive(Default)]
struct Targets {
    hip: String,
    roc: String,
    library: String,
    section: String,
}

struct Facts<'a> {
    api: &'a ApiFacts,
    targets: HashMap<String, Targets>,
    candidates: HashMap<String, Vec<String>>,
    verdicts: HashMap<(String, String), Vec<Compared>>,
}

/// One comparison of prototypes.
struct Compared {
    cuda: String,
    releases: String,
    good: bool,
    detail: String,
}

/// Decides every name that has no rule on its beginning.
pub(crate) fn decide(dir: &Path, api: &ApiFacts) -> Result<Vec<Decided>> {
    let facts = Facts {
        api,
        targets: targets(&Table::read(&dir.join("map.tsv"))?),
        candidates: candidates(&Table::read(&dir.join("candidates.tsv"))?),
        verdicts: verdicts(&Table::read(&dir.join("signature-diff.tsv"))?),
    };
    let nearest = Nearest::new(api);
    let mut by_name: BTreeMap<&str, Vec<&ApiRow>> = BTreeMap::new();
    for row in &api.cuda {
        by_name.entry(&row.name).or_default().push(row);
    }
    let mut out = Vec::new();
    for (name, rows) in by_name {
        out.extend(facts.one(name, &rows, &nearest));
    }
    Ok(out)
}

impl Facts<'_> {
    fn one(&self, key: &str, rows: &[&ApiRow], nearest: &Nearest<'_>) -> Option<Decided> {
        let known = self.targets.get(key);
        let wanted = known.map(|t| t.library.as_str()).unwrap_or_default();
        let row = rows
            .iter()
            .min_by_key(|r| (r.library != wanted, r.kind as u8))?;
        if row.kind == Kind::Field {
            return self.field(key, row);
        }
        // Rules on the beginning cover these.
        if matches!(row.library.as_str(), "nvtx" | "nvjitlink") {
            return None;
        }
        let (space, name) = key.rsplit_once("::").unwrap_or(("", key));
        let target_space = match SPACES.iter().find(|s| s.0 == space) {
            Some(found) => found.1,
            None if space.is_empty() && !name.starts_with("PFN_") => "",
            None if space.is_empty() => return None,
            None => return None,
        };
        if space.is_empty() && is_internal(name, row) {
            return None;
        }
        let library = row.library.clone();
        let hip = if target_space.is_empty() {
            self.target(key, known.map(|t| t.hip.as_str()), "hip")
        } else {
            let full = format!("{target_space}::{name}");
            let there = self.api.rocm_rows(&full).next().is_some();
            there.then_some(Outcome::Stay)
        };
        let hip = hip.or_else(|| self.candidate(key));
        let lonely = || {
            let internal = target_space.is_empty();
            Outcome::Nothing(internal.then(|| nearest.of(row)).flatten())
        };
        // Ordinary words without a counterpart: a project's own are far likelier.
        let word = !name.starts_with("__") && !is_prefixed(name) && !name.starts_with("atomic");
        if hip.is_none() && space.is_empty() && word {
            return None;
        }
        let roc = known.filter(|_| has_second_side(&library)).and_then(|t| {
            let kind = if library == "cudnn" { "miopen" } else { "roc" };
            self.target(key, Some(t.roc.as_str()), kind)
        });
        Some(Decided {
            name: name.to_owned(),
            kind: row.kind,
            space: space.to_owned(),
            section: known.map(|t| t.section.clone()).unwrap_or_default(),
            hip: hip.unwrap_or_else(lonely),
            roc: roc.unwrap_or(Outcome::Nothing(None)),
            library,
        })
    }

    /// The outcome for a target that a table names; a name without one may be the same in HIP.
    fn target(&self, key: &str, named: Option<&str>, kind: &str) -> Option<Outcome> {
        let to = match named {
            Some(to) if !to.is_empty() => to,
            _ if kind == "hip" => key,
            _ => return None,
        };
        let to = to.split(' ').next().unwrap_or(to);
        self.api.rocm_rows(to).next()?;
        // The same word in ROCm counts only where it is the same kind of thing.
        if named.is_none_or(str::is_empty) && !self.is_same_kind(key, to) {
            return None;
        }
        let compared = self.verdicts.get(&(kind.to_owned(), to.to_owned()));
        let mine: Vec<&Compared> = compared
            .into_iter()
            .flatten()
            .filter(|c| c.cuda == key)
            .collect();
        let good = mine.is_empty()
            || ["11.8", "12.9", "13.5"].iter().all(|release| {
                let of_release: Vec<_> = mine
                    .iter()
                    .filter(|c| c.releases.split(',').any(|r| r == *release))
                    .collect();
                of_release.is_empty() || of_release.iter().any(|c| c.good)
            });
        Some(if good && to == key {
            Outcome::Stay
        } else if good {
            Outcome::Rename(to.to_owned())
        } else {
            let worst = mine.iter().find(|c| !c.good);
            let detail = worst.map(|c| c.detail.clone()).unwrap_or_default();
            Outcome::Differs(detail, to.to_owned())
        })
    }

    fn is_same_kind(&self, key: &str, to: &str) -> bool {
        let function = |k: Kind| matches!(k, Kind::Function | Kind::DeviceFunction | Kind::Macro);
        self.api.cuda_rows(key).any(|c| {
            self.api
                .rocm_rows(to)
                .any(|r| r.kind == c.kind || (function(r.kind) && function(c.kind)))
        })
    }

    /// A name that differs from the target's in its prefix only.
    fn candidate(&self, key: &str) -> Option<Outcome> {
        let names = self.candidates.get(key)?;
        let there = |n: &&String| self.api.rocm_rows(n).next().is_some();
        let driver = names.iter().find(|n| n.starts_with("hipDrv"));
        let to = driver.into_iter().chain(names).find(there)?;
        Some(Outcome::Rename(to.clone()))
    }

    /// A member of a struct whose counterpart is known.
    fn field(&self, key: &str, row: &ApiRow) -> Option<Decided> {
        let (record, field) = key.rsplit_once("::")?;
        if record.contains("::") || !record.starts_with("cu") && !record.starts_with("CU") {
            return None;
        }
        let known = self.targets.get(record)?;
        let hip = self.member(&known.hip, field);
        let roc = match row.library.as_str() {
            "cublas" | "curand" | "cusparse" | "cudnn" => self.member(&known.roc, field),
            _ => None,
        };
        Some(Decided {
            name: key.to_owned(),
            kind: Kind::Field,
            library: row.library.clone(),
            space: String::new(),
            section: "fields".to_owned(),
            hip: hip?,
            roc: roc.unwrap_or(Outcome::Nothing(None)),
        })
    }

    fn member(&self, record: &str, field: &str) -> Option<Outcome> {
        let mut record = record.to_owned();
        for _ in 0..3 {
            let prefix = format!("{record}::");
            let has_fields = self
                .api
                .rocm
                .iter()
                .any(|r| r.kind == Kind::Field && r.name.starts_with(&prefix));
            if has_fields {
                let full = format!("{prefix}{field}");
                let there = self.api.rocm_rows(&full).next().is_some();
                return Some(if there {
                    Outcome::Stay
                } else {
                    Outcome::Nothing(None)
                });
            }
            let under = self.api.rocm_rows(&record).find(|r| r.kind == Kind::Type)?;
            record = under.under.split_once(':')?.1.to_owned();
        }
        None
    }
}

fn has_second_side(library: &str) -> bool {
    matches!(
        library,
        "cublas" | "cudnn" | "curand" | "curand-device" | "cusparse" | "datatype"
    )
}

/// True if a name begins as CUDA's names do.
fn is_prefixed(name: &str) -> bool {
    [
        "cu", "CU", "nccl", "pnccl", "NCCL", "nvrtc", "NVRTC", "fftw", "FFTW", "make_cu",
    ]
    .iter()
    .any(|p| name.starts_with(p))
}

/// Names that only the headers themselves use.
fn is_internal(name: &str, row: &ApiRow) -> bool {
    let guard = row.kind == Kind::Macro
        && (name.ends_with("_H") || name.ends_with("_H_") || name.ends_with("_H__"));
    let reserved = name.starts_with('_')
        && (row.kind == Kind::Macro || name.starts_with("__cuda") || name.starts_with("__nv_"))
        && !name.starts_with("__CUDA")
        && !name.starts_with("__nv_bfloat")
        && !name.starts_with("__nv_fp")
        && !name.starts_with("__nv_cvt");
    let plain_macro = row.kind == Kind::Macro
        && !name.starts_with('_')
        && !["CU", "cu", "NV", "nv", "NCCL", "FFTW"]
            .iter()
            .any(|p| name.starts_with(p));
    let inner = [
        "__internal",
        "__device_builtin",
        "__cr_",
        "__get_",
        "__uni_",
        "__sin2",
        "__cos2",
        "__sincos2",
        "__signbitl",
        "curnand_",
    ]
    .iter()
    .any(|p| name.starts_with(p))
        || name.ends_with("_internal")
        || name.contains("_simpl_")
        || name.contains("VDPAU");
    let plain_enum = row.kind == Kind::Enumerator && row.library == "nvtx";
    let compiler = row.kind == Kind::Macro
        && (name.starts_with("NV_")
            || matches!(
                row.library.as_str(),
                "device" | "fp16" | "bf16" | "fp8" | "fp6" | "fp4"
            ))
        && !name.starts_with("CUDART_");
    guard || (reserved && row.library != "fp8") || plain_macro || inner || plain_enum || compiler
}

fn targets(map: &Table) -> HashMap<String, Targets> {
    let mut out = HashMap::new();
    for row in map.rows() {
        let roc = match row.get("miopen") {
            "" => row.get("roc"),
            miopen => miopen,
        };
        let entry = Targets {
            hip: row.get("hip").to_owned(),
            roc: roc.to_owned(),
            library: row.get("library").to_owned(),
            section: row.get("section").to_owned(),
        };
        let old: &mut Targets = out.entry(row.get("cuda").to_owned()).or_default();
        if old.hip.is_empty() {
            *old = entry;
        }
    }
    out
}

fn candidates(table: &Table) -> HashMap<String, Vec<String>> {
    let mut out: HashMap<String, Vec<String>> = HashMap::new();
    for row in table.rows() {
        let proven = matches!(row.get("result"), "equal" | "equal-canonical");
        let no_function = !matches!(row.get("kind"), "function" | "device-function");
        let bindings = row.get("target_versions") == "10.0";
        if proven || (row.get("result").is_empty() && (no_function || bindings)) {
            let list = out.entry(row.get("cuda").to_owned()).or_default();
            list.push(row.get("candidate").to_owned());
        }
    }
    out
}

fn verdicts(table: &Table) -> HashMap<(String, String), Vec<Compared>> {
    let mut out: HashMap<(String, String), Vec<Compared>> = HashMap::new();
    let rows: Vec<_> = table
        .rows()
        .filter(|r| matches!(r.get("kind"), "function" | "device-function"))
        .collect();
    let mut newest: HashMap<(&str, &str), bool> = HashMap::new();
    for row in &rows {
        let entry = newest
            .entry((row.get("cuda"), row.get("target")))
            .or_default();
        *entry |= row.get("target_versions").contains("7.2");
    }
    for row in rows {
        let has_newest = newest.get(&(row.get("cuda"), row.get("target"))) == Some(&true);
        if has_newest && !row.get("target_versions").contains("7.2") {
            continue;
        }
        let same_name = row.get("cuda") == row.get("target");
        let good = match row.get("result") {
            "equal"
            | "equal-canonical"
            | "converts"
            | "extra-default-args"
            | "fewer-args-defaulted" => true,
            "return" => same_name || !row.get("diff").contains("enum-type"),
            "overload-missing" | "type" | "order-by-name" if same_name => true,
            "type" => row.get("diff").split("; ").all(is_harmless),
            _ => false,
        };
        let key = (
            row.get("target_kind").to_owned(),
            row.get("target").to_owned(),
        );
        out.entry(key).or_default().push(Compared {
            cuda: row.get("cuda").to_owned(),
            releases: row.get("cuda_versions").to_owned(),
            good,
            detail: row.get("diff").to_owned(),
        });
    }
    out
}

/// A difference that does not keep usual arguments from converting: `const` that the target does
/// not state, and types that are one with the definitions that ROCm's build files set.
fn is_harmless(part: &str) -> bool {
    let Some((what, change)) = part.split_once(": ") else {
        return false;
    };
    let complex = change.contains("_complex") && what.ends_with("pointee");
    let datatype = change.contains("rocblas_datatype -> rocsparse_datatype")
        || change.contains("rocblas_datatype * -> rocsparse_datatype *");
    what.ends_with(" const") || what.ends_with(" arith") || complex || datatype
}
