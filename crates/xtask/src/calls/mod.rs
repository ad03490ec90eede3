//! `cargo xtask calls DIR`: one translation unit for each CUDA library, with a use of every name
//! that the tables decide: a call with arguments of the prototype's types, a variable of the type,
//! a constant of the enumerator's type, a read of the field.
//!
//! Every use ends with a comment `// @NUMBER KIND NAME`, by which `tests/proof/calls.py` finds it
//! again in the translation.

mod declared;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use cu2hip_mappings::api::ApiRow;
use cu2hip_mappings::{Kind, Mappings, Target};

use crate::{generate, paths};
use declared::Types;

/// The libraries, and what a program that uses them includes.
const UNITS: [(&str, &[&str]); 27] = [
    ("runtime", &["cuda_runtime.h", "cuda_profiler_api.h"]),
    ("driver", &["cuda.h", "cudaProfiler.h"]),
    ("device", &["cuda_runtime.h"]),
    ("texture", &["cuda_runtime.h"]),
    ("complex", &["cuComplex.h"]),
    ("fp16", &["cuda_fp16.h"]),
    ("bf16", &["cuda_bf16.h"]),
    ("fp8", &["cuda_fp8.h"]),
    ("fp6", &["cuda_fp6.h"]),
    ("fp4", &["cuda_fp4.h"]),
    ("cooperative-groups", &["cooperative_groups.h"]),
    ("wmma", &["mma.h"]),
    ("nvrtc", &["nvrtc.h"]),
    ("datatype", &["library_types.h"]),
    ("cublas", &["cublas_v2.h", "cuda_fp16.h", "cuda_bf16.h"]),
    ("cublas-legacy", &["cublas.h"]),
    ("cublaslt", &["cublasLt.h"]),
    ("cublasxt", &["cublasXt.h"]),
    ("cudnn", &["cudnn.h"]),
    ("cufft", &["cufft.h", "cufftXt.h"]),
    ("cufftw", &["cufftw.h"]),
    ("curand", &["curand.h"]),
    (
        "curand-device",
        &["curand_kernel.h", "curand_mtgp32_host.h"],
    ),
    (
        "cusolver",
        &[
            "cusolverDn.h",
            "cusolverSp.h",
            "cusolverRf.h",
            "cusolverMg.h",
        ],
    ),
    ("cusparse", &["cusparse.h"]),
    ("nccl", &["nccl.h"]),
    ("cub", &["cub/cub.cuh"]),
];

/// Libraries of templates without prototypes in the facts, or that few packages bring.
const MORE: [(&str, &[&str]); 3] = [
    ("cusparselt", &["cusparseLt.h"]),
    ("cutensor", &["cutensor.h"]),
    ("thrust", &THRUST),
];

/// Headers of Thrust that bring all others.
const THRUST: [&str; 51] = [
    "thrust/adjacent_difference.h",
    "thrust/binary_search.h",
    "thrust/complex.h",
    "thrust/copy.h",
    "thrust/count.h",
    "thrust/device_allocator.h",
    "thrust/device_delete.h",
    "thrust/device_free.h",
    "thrust/device_malloc.h",
    "thrust/device_malloc_allocator.h",
    "thrust/device_new.h",
    "thrust/device_new_allocator.h",
    "thrust/device_vector.h",
    "thrust/equal.h",
    "thrust/extrema.h",
    "thrust/fill.h",
    "thrust/find.h",
    "thrust/for_each.h",
    "thrust/gather.h",
    "thrust/generate.h",
    "thrust/host_vector.h",
    "thrust/inner_product.h",
    "thrust/iterator/discard_iterator.h",
    "thrust/iterator/tabulate_output_iterator.h",
    "thrust/logical.h",
    "thrust/merge.h",
    "thrust/mismatch.h",
    "thrust/partition.h",
    "thrust/random.h",
    "thrust/reduce.h",
    "thrust/remove.h",
    "thrust/replace.h",
    "thrust/reverse.h",
    "thrust/scan.h",
    "thrust/scatter.h",
    "thrust/sequence.h",
    "thrust/set_operations.h",
    "thrust/sort.h",
    "thrust/swap.h",
    "thrust/system/cuda/memory.h",
    "thrust/system/cuda/vector.h",
    "thrust/tabulate.h",
    "thrust/transform.h",
    "thrust/transform_reduce.h",
    "thrust/transform_scan.h",
    "thrust/uninitialized_copy.h",
    "thrust/unique.h",
    "thrust/universal_allocator.h",
    "thrust/universal_ptr.h",
    "thrust/universal_vector.h",
    "thrust/zip_function.h",
];

/// Headers whose declarations need another package (OpenGL, EGL, VDPAU).
const GRAPHICS: [&str; 6] = [
    "cuda_gl_interop.h",
    "cuda_egl_interop.h",
    "cuda_vdpau_interop.h",
    "cudaGL.h",
    "cudaEGL.h",
    "cudaVDPAU.h",
];

/// Libraries that programs use in device code; what they declare for both sides is proven there.
const DEVICE: [&str; 6] = ["device", "fp16", "bf16", "fp8", "fp6", "fp4"];

/// Uses that no program has, with the reason.
const ODD: [(&str, &str, &str); 2] = [
    // CUDA's header types the plan as that of the other precision: there they are one type.
    (
        "fftwf_execute",
        "const fftw_plan plan",
        "programs pass an fftwf_plan",
    ),
    // A template whose parameter is named at each call.
    ("cudaCreateChannelDesc", "", "needs a template argument"),
];

/// Writes the translation units into a folder.
pub(crate) fn run(dir: &Path) -> Result<()> {
    let facts = generate::facts()?;
    let types = Types::new(&facts.cuda);
    let mappings = Mappings::builtin();
    let target = Target::default();
    for (library, headers) in UNITS.iter().chain(&MORE) {
        let mut unit = Unit::new(headers, &types);
        let mut rows: BTreeMap<(&str, u8), Vec<&ApiRow>> = BTreeMap::new();
        for row in facts.cuda.iter().filter(|r| r.library == *library) {
            let decided = match row.name.rsplit_once("::") {
                Some((space, name)) if row.kind == Kind::Field => mappings
                    .field(space.as_bytes(), name.as_bytes(), &target)
                    .is_some(),
                Some((space, name)) => mappings
                    .qualified(space.as_bytes(), name.as_bytes(), &target)
                    .is_some(),
                None => mappings.decide(row.name.as_bytes(), &target).is_some(),
            };
            if decided && !GRAPHICS.contains(&row.header.as_str()) {
                rows.entry((&row.name, row.kind as u8))
                    .or_default()
                    .push(row);
            }
        }
        for ((name, _), rows) in rows {
            unit.uses(name, &rows);
        }
        paths::write(&dir.join(format!("{library}.cu")), unit.text().as_bytes())?;
    }
    Ok(())
}

/// A translation unit in the making.
struct Unit<'a> {
    headers: &'a [&'a str],
    types: &'a Types<'a>,
    body: String,
    count: usize,
    /// Names without a use, with the reason.
    left: Vec<String>,
}

impl<'a> Unit<'a> {
    fn new(headers: &'a [&'a str], types: &'a Types<'a>) -> Self {
        Self {
            headers,
            types,
            body: String::new(),
            count: 0,
            left: Vec::new(),
        }
    }

    /// Uses of one name as one kind of thing: one for each distinct declaration.
    fn uses(&mut self, name: &str, rows: &[&ApiRow]) {
        let mut texts: Vec<(&'static str, String)> = Vec::new();
        for row in rows {
            if ODD.iter().any(|odd| odd.0 == name && odd.1 == row.params) {
                continue;
            }
            match self.use_of(name, row) {
                Some(text) if texts.iter().any(|t| t.1 == text.1) => {}
                Some(text) => texts.push(text),
                None => {}
            }
        }
        if texts.is_empty() {
            self.left.push(name.to_owned());
        }
        for (kind, text) in texts {
            self.count += 1;
            let number = self.count;
            let _ = writeln!(
                self.body,
                "{} // @{number} {kind} {name}",
                text.replace('@', &number.to_string())
            );
        }
    }

    /// The text of a use, with `@` for its number.
    fn use_of(&self, name: &str, row: &ApiRow) -> Option<(&'static str, String)> {
        let space = name.contains("::") && row.kind != Kind::Field;
        if space {
            return Some(("using", format!("namespace n@ {{ using {name}; }}")));
        }
        match row.kind {
            Kind::Function if DEVICE.contains(&row.library.as_str()) => {
                self.call(name, row, "__device__ ").map(|t| ("device", t))
            }
            Kind::Function => self.call(name, row, "").map(|t| ("call", t)),
            Kind::DeviceFunction => self.call(name, row, "__device__ ").map(|t| ("device", t)),
            Kind::Type => Some(("type", format!("namespace n@ {{ extern {name} *v; }}"))),
            Kind::Enumerator => {
                let ty = self
                    .types
                    .is_known(&row.under)
                    .then_some(row.under.as_str());
                let text = match ty {
                    Some(ty) => format!("namespace n@ {{ const {ty} v = {name}; }}"),
                    None => format!("inline int f@() {{ return (int){name}; }}"),
                };
                Some(("enumerator", text))
            }
            Kind::Field => {
                let (record, field) = name.rsplit_once("::")?;
                let known = self.types.is_known(record);
                known.then(|| {
                    let text = format!("inline void f@({record} *p) {{ (void)p->{field}; }}");
                    ("field", text)
                })
            }
            Kind::Macro if row.number().is_some() => {
                let text = format!("inline long long f@() {{ return (long long)({name}); }}");
                Some(("macro", text))
            }
            Kind::Macro | Kind::Variable => None,
        }
    }

    /// A function that hands its parameters on to the called one.
    fn call(&self, name: &str, row: &ApiRow, side: &str) -> Option<String> {
        let parameters = self.types.parameters(row)?;
        let declared: Vec<String> = parameters
            .iter()
            .filter(|p| !p.declaration.is_empty())
            .map(|p| p.declaration.clone())
            .collect();
        let passed: Vec<&str> = parameters.iter().map(|p| p.argument.as_str()).collect();
        let call = format!("{name}({})", passed.join(", "));
        let returns = self.types.returned(row)?;
        let hand_on = if returns == "void" { "" } else { "return " };
        Some(format!(
            "{side}{returns} f@({}) {{ {hand_on}{call}; }}",
            declared.join(", ")
        ))
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for header in self.headers {
            let _ = writeln!(out, "#include <{header}>");
        }
        out.push_str("__device__ float device_symbol;\n__global__ void kernel(float *p) {}\n");
        out.push_str(&self.body);
        for name in &self.left {
            let _ = writeln!(out, "// not used: {name}");
        }
        out
    }
}
