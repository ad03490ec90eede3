//! Facts as the compiler of the sources needs them.

use rustc_hash::FxHashMap;

use crate::api::ApiRow;
use crate::blob::Blob;
use crate::decision::Kind;

/// The facts on both interfaces.
#[derive(Debug)]
pub struct ApiFacts {
    /// Declarations of CUDA.
    pub cuda: Vec<ApiRow>,
    /// Declarations of ROCm.
    pub rocm: Vec<ApiRow>,
    by_cuda: FxHashMap<String, Vec<usize>>,
    by_rocm: FxHashMap<String, Vec<usize>>,
}

/// What is known of a CUDA name.
#[derive(Debug, Clone)]
pub(super) struct CudaFact {
    pub(super) kind: Kind,
    pub(super) library: String,
    pub(super) arity: Option<(u8, u8)>,
    pub(super) versions: u8,
    pub(super) value: Option<i64>,
}

/// Where facts come from: the tables, or the compiled-in blob.
pub(super) trait Facts {
    /// What is known of a CUDA name, preferably as a part of `library`.
    fn cuda(&self, name: &str, library: &str) -> Option<CudaFact>;
    /// Releases that declare a target name, and its number.
    fn rocm(&self, name: &str) -> Option<(u8, Option<i64>)>;
}

impl ApiFacts {
    /// Indexes the declarations of both sides.
    pub fn new(cuda: Vec<ApiRow>, rocm: Vec<ApiRow>) -> Self {
        let index = |rows: &[ApiRow]| {
            let mut map: FxHashMap<String, Vec<usize>> = FxHashMap::default();
            for (at, row) in rows.iter().enumerate() {
                map.entry(row.name.clone()).or_default().push(at);
            }
            map
        };
        Self {
            by_cuda: index(&cuda),
            by_rocm: index(&rocm),
            cuda,
            rocm,
        }
    }

    /// The declarations of a CUDA name.
    pub fn cuda_rows(&self, name: &str) -> impl Iterator<Item = &ApiRow> {
        rows(&self.cuda, self.by_cuda.get(name))
    }

    /// The declarations of a ROCm name.
    pub fn rocm_rows(&self, name: &str) -> impl Iterator<Item = &ApiRow> {
        rows(&self.rocm, self.by_rocm.get(name))
    }
}

fn rows<'a>(all: &'a [ApiRow], at: Option<&'a Vec<usize>>) -> impl Iterator<Item = &'a ApiRow> {
    at.into_iter().flatten().filter_map(|n| all.get(*n))
}

impl Facts for ApiFacts {
    fn cuda(&self, name: &str, library: &str) -> Option<CudaFact> {
        let all: Vec<&ApiRow> = self.cuda_rows(name).collect();
        let best = all
            .iter()
            .min_by_key(|r| (r.library != library, r.kind as u8))?;
        let mut arity: Option<(u8, u8)> = None;
        let functions = all
            .iter()
            .filter(|r| matches!(r.kind, Kind::Function | Kind::DeviceFunction));
        for row in functions {
            match (row.arity(), arity) {
                (None, _) => {
                    arity = None;
                    break;
                }
                (Some(one), None) => arity = Some(one),
                (Some(one), Some(two)) => arity = Some((one.0.min(two.0), one.1.max(two.1))),
            }
        }
        Some(CudaFact {
            kind: best.kind,
            library: best.library.clone(),
            arity,
            versions: all.iter().fold(0, |m, r| m | r.versions),
            value: all.iter().rev().find_map(|r| r.number()),
        })
    }

    fn rocm(&self, name: &str) -> Option<(u8, Option<i64>)> {
        let mask = self.rocm_rows(name).fold(0, |m, r| m | r.versions);
        let value = self.rocm_rows(name).find_map(ApiRow::number);
        (mask != 0).then_some((mask, value))
    }
}

impl Facts for Blob<'_> {
    fn cuda(&self, name: &str, _library: &str) -> Option<CudaFact> {
        let mut record = crate::read::NameRecord::read(self.name(name.as_bytes())?);
        Some(CudaFact {
            kind: record.kind,
            library: record.library.to_owned(),
            arity: record.arity.take(),
            versions: 0,
            value: None,
        })
    }

    fn rocm(&self, name: &str) -> Option<(u8, Option<i64>)> {
        let mask = crate::read::rocm_mask(*self, name.as_bytes());
        (mask != 0).then_some((mask, None))
    }
}
