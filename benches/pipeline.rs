//! The stages of a translation over generated input: `cargo bench --bench pipeline`.

#![allow(missing_docs, reason = "a benchmark has no interface")]
#![allow(clippy::unwrap_used, reason = "a benchmark may end early")]

use std::fmt::Write;
use std::ops::ControlFlow;

use cu2hip::core::gather_facts;
use cu2hip::project::patch::patch;
use cu2hip::project::write::write_file;
use cu2hip::project::{Project, Setup, WalkOptions};
use cu2hip::syntax::oracle::NoOracle;
use cu2hip::syntax::{Tree, token};
use cu2hip::{Converter, Mappings, Options, Target};
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Files of the generated tree.
const FILES: usize = 200;
/// Kernels in a file of the size that projects have, and in a large one.
const SIZES: [usize; 2] = [10, 400];

/// A file with `kernels` kernels, their launches and the calls around them.
fn source(kernels: usize) -> Vec<u8> {
    let mut text = String::from("#include <cuda_runtime.h>\n#include <cublas_v2.h>\n\n");
    for n in 0..kernels {
        write!(
            text,
            "// Kernel number {n}: cudaMalloc in a comment.\n\
             __global__ void scale{n}(float* data, float factor, int count) {{\n\
             \x20 int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
             \x20 if (i < count) data[i] *= factor * __shfl_down_sync(0xffffffff, data[i], 1);\n\
             }}\n\n\
             cudaError_t run{n}(float* host, int count, cudaStream_t stream) {{\n\
             \x20 float* data = nullptr;\n\
             \x20 cudaError_t error = cudaMalloc(&data, count * sizeof(float));\n\
             \x20 if (error != cudaSuccess) return error;\n\
             \x20 cudaMemcpyAsync(data, host, count * sizeof(float), cudaMemcpyHostToDevice, stream);\n\
             \x20 scale{n}<<<(count + 255) / 256, 256, 0, stream>>>(data, 2.0f, count);\n\
             \x20 printf(\"%s\\n\", cudaGetErrorString(cudaGetLastError()));\n\
             \x20 return cudaFree(data);\n\
             }}\n\n"
        )
        .unwrap();
    }
    text.into_bytes()
}

#[divan::bench(args = SIZES)]
fn lex(bencher: Bencher<'_, '_>, kernels: usize) {
    let text = source(kernels);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| token::lex(black_box(&text)));
}

#[divan::bench(args = SIZES)]
fn parse(bencher: Bencher<'_, '_>, kernels: usize) {
    let text = source(kernels);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| Tree::parse(black_box(&text), &NoOracle).ast);
}

#[divan::bench(args = SIZES)]
fn index(bencher: Bencher<'_, '_>, kernels: usize) {
    let (text, mappings) = (source(kernels), Mappings::builtin());
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| gather_facts("a.cu", black_box(&text), &mappings));
}

#[divan::bench(args = SIZES)]
fn translate(bencher: Bencher<'_, '_>, kernels: usize) {
    let (text, converter) = (source(kernels), Converter::new());
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| converter.translate("a.cu", black_box(&text)));
}

#[divan::bench(args = SIZES)]
fn print_patch(bencher: Bencher<'_, '_>, kernels: usize) {
    let text = source(kernels);
    let edits = Converter::new().translate("a.cu", &text).edits;
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench(|| patch(b"a.cu", black_box(&text), &edits));
}

#[divan::bench(sample_count = 10)]
fn tree_to_patch(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().unwrap();
    let text = source(SIZES[0]);
    for n in 0..FILES {
        write_file(&folder.path().join(format!("{n}.cu")), &text).unwrap();
    }
    let (mappings, target, options) = (Mappings::builtin(), Target::default(), Options::default());
    let setup = Setup {
        mappings: &mappings,
        target: &target,
        policy: None,
        options: &options,
        renames: None,
        mark: false,
        semantics: None,
    };
    let paths = [folder.path().to_path_buf()];
    bencher
        .counter(BytesCount::new(text.len() * FILES))
        .bench(|| {
            let walk = WalkOptions::default();
            let project = Project::open(&paths, &walk, &[], &mappings).unwrap();
            let mut printed = Vec::new();
            project.translate_each(
                setup,
                |outcome| {
                    let outcome = outcome.unwrap();
                    let name = outcome.source.name.as_bytes();
                    patch(name, &outcome.text, &outcome.translation.edits)
                },
                |patch| {
                    printed.extend(patch);
                    ControlFlow::Continue(())
                },
            );
            printed
        });
}
