#!/usr/bin/env python3
"""Time is linear: twice the input costs at most about twice the instructions.

    linear.py --tool target/release/cu2hip [--native] [--limit 2.2] [SHAPE...]

Each shape is a text that grows in one way. It is translated at two sizes, one with twice the
repetitions of the other, under valgrind, which counts instructions; what starting up costs is taken
off. The exit status is 1 if a ratio is above the limit, or if the tool fails. --native measures
seconds and asserts nothing: for a search with a large --bytes.
"""

import argparse
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
COLLECTED = re.compile(r"Collected : (\d+)")
RUNTIME = "#include <cuda_runtime.h>\n"

#: How much larger than the others the text made of real programs is.
REALISTIC_WEIGHT = 10
#: name -> text for a number of repetitions
SHAPES = {}


def shape(function):
    """Registers a generator under its name."""
    SHAPES[function.__name__.replace("_", " ")] = function
    return function


def kernel(body):
    return f"{RUNTIME}__global__ void k(int* a) {{\n{body}\n}}\n"


def host(body):
    return f"{RUNTIME}void f(int* a) {{\n{body}\n}}\n"


def lines(n, form):
    return "\n".join(form.format(i=i, j=i + 1) for i in range(n)) + "\n"


# Nesting.

@shape
def nested_parentheses(n):
    return RUNTIME + "int x = " + "(" * n + "1" + ")" * n + ";\n"


@shape
def nested_parentheses_in_a_kernel(n):
    return kernel("a[0] = " + "(" * n + "1" + ")" * n + ";")


@shape
def nested_blocks_in_a_kernel(n):
    return kernel("{" * n + "int x = 1;" + "}" * n)


@shape
def brackets_without_partner(n):
    return kernel("a[0] = " + "([{" * n)


@shape
def nested_angles(n):
    return kernel("a<" * n + "1" + ">" * n + " x;")


@shape
def angles_without_partner(n):
    return kernel("a[0] = " + "b < " * n + "1;")


@shape
def nested_calls(n):
    return host("cudaFree(" * n + "a" + ")" * n + ";")


@shape
def nested_template_calls(n):
    return host("cudaMallocHost(" * n + "&a, 4" + ")" * n + ";")


@shape
def nested_launches(n):
    return host("k<<<" * n + "1, 1" + ">>>(a)" * n + ";")


@shape
def nested_lambdas(n):
    return host("[&] { cudaFree(a); " * n + "}();" * n)


@shape
def nested_namespaces(n):
    return RUNTIME + "".join(f"namespace n{i} {{ " for i in range(n)) + "int cudaFoo;" + "}" * n + "\n"


@shape
def nested_scopes_with_locals(n):
    return kernel("".join(f"{{ int v{i} = 0; " for i in range(n)) + "v0 = 1;" + "}" * n)


@shape
def nested_conditionals(n):
    return RUNTIME + lines(n, "#if A{i}") + "void f(int* a) { cudaFree(a); }\n" + "#endif\n" * n


@shape
def chain_of_else_if(n):
    return kernel("".join(f"if (a[0] == {i}) a[1] = {i}; else " for i in range(n)) + "a[2] = 0;")


@shape
def chain_of_questions(n):
    return kernel("a[0] = " + "".join(f"a[1] == {i} ? {i} : " for i in range(n)) + "0;")


@shape
def chain_of_casts(n):
    return kernel("a[0] = " + "(int)" * n + "1;")


@shape
def chain_of_signs(n):
    return kernel("a[0] = " + "!-~" * n + "1;")


@shape
def chain_of_members(n):
    return kernel("a[0] = b" + ".b" * n + ";")


@shape
def chain_of_sums(n):
    return kernel("a[0] = 1" + " + a[1]" * n + ";")


@shape
def chain_of_assignments(n):
    return kernel("a[0] = " * n + "1;")


@shape
def chain_of_qualifiers(n):
    return RUNTIME + "using namespace x;\nint y = " + "a::" * n + "cudaFree;\n"


# Length.

@shape
def one_long_line(n):
    return host("cudaFree(a); int b; " * n)


@shape
def one_long_line_without_calls(n):
    return RUNTIME + "int x; /* y */ " * n + "\n"


@shape
def one_long_argument_list(n):
    return host("cudaMalloc(" + ", ".join(["a"] * n) + ");")


@shape
def one_long_argument_list_of_names(n):
    return host("g(" + ", ".join(["cudaMemcpyHostToDevice"] * n) + ");")


@shape
def one_long_macro_argument_list(n):
    return RUNTIME + "#define M(a, ...) a\n" + host("M(" + ", ".join(["cudaSuccess"] * n) + ");")


@shape
def one_long_template_argument_list(n):
    return host("t<" + ", ".join(["cudaStream_t"] * n) + "> x;")


@shape
def one_long_sum_of_names(n):
    return host("int x = " + " | ".join(["cudaHostAllocMapped"] * n) + ";")


@shape
def one_long_comma_chain(n):
    return host("cudaFree(a)" + ", cudaFree(a)" * n + ";")


@shape
def one_long_switch(n):
    return host("switch (a[0]) { " + "case cudaErrorInvalidValue: return; " * n + "}")


@shape
def one_long_declaration(n):
    return host("cudaStream_t " + ", ".join(f"s{i}" for i in range(n)) + ";\n" + lines(n, "cudaStreamDestroy(s{i});"))


@shape
def one_long_launch(n):
    return host("k<<<1, 1>>>(" + ", ".join(["cudaFoo(a)"] * n) + ");")


@shape
def one_long_macro(n):
    return RUNTIME + "#define M(a) " + "cudaFree(a); \\\n" * n + "\nvoid f(int* a) { M(a) }\n"


@shape
def one_long_initialiser(n):
    return RUNTIME + "int t[] = {" + ", ".join(["cudaErrorInvalidValue"] * n) + "};\n"


@shape
def spliced_lines(n):
    return host("cuda\\\nFree(a);" * n)


@shape
def one_long_string(n):
    return RUNTIME + 'const char* s = "' + "cudaMalloc " * n + '";\n'


@shape
def many_strings_in_a_row(n):
    return RUNTIME + "const char* s = " + '"cudaMalloc" ' * n + ";\n"


@shape
def unclosed_comments_and_strings(n):
    return RUNTIME + "' \" R\"x( \n" * n


@shape
def one_long_asm(n):
    return kernel('asm volatile("' + "mov.u32 %0, %%laneid;\\n" * n + '" : "=r"(a[0]));')


@shape
def asm_with_many_operands(n):
    return kernel('asm volatile("mov.u32 %0, 1;" : ' + ", ".join(['"=r"(a[0])'] * n) + ");")


# Number.

@shape
def many_declarations_of_one_name(n):
    return RUNTIME + "int cudaFoo(int a);\n" * n + "void f() { cudaFoo(1); }\n"


@shape
def many_declarations_and_uses_of_one_name(n):
    return RUNTIME + "struct s { int cudaFree; };\nvoid f(s x) { x.cudaFree = 1; cudaFree(0); }\n" * n


@shape
def many_locals_of_one_name(n):
    return kernel("int v = 0; v += 1; " * n)


@shape
def many_locals(n):
    return kernel(lines(n, "unsigned m{i} = __ballot_sync(0xffffffff, a[{i}]); a[{i}] = __popc(m{i});"))


@shape
def many_kernels_and_launches(n):
    return RUNTIME + lines(n, "__global__ void k{i}(int* a) {{ a[{i}] = warpSize; }}") + host(lines(n, "k{i}<<<1, 32>>>(a);"))


@shape
def many_launches_of_one_kernel(n):
    return kernel("") + host("k<<<dim3(1), dim3(1)>>>(a);\n" * n)


@shape
def many_macros(n):
    return RUNTIME + lines(n, "#define M{j}(a) M{i}(a); cudaFree(a)") + "void f(int* a) { M1(a); }\n"


@shape
def many_macros_of_one_name(n):
    return RUNTIME + "#define CHECK(x) do { cudaError_t e = (x); } while (0)\n" * n + host("CHECK(cudaFree(a));")


@shape
def many_uses_of_a_macro(n):
    return RUNTIME + "#define CHECK(x) do { cudaError_t e = (x); } while (0)\n" + host("CHECK(cudaFree(a));\n" * n)


@shape
def many_macros_that_paste(n):
    return RUNTIME + lines(n, "#define P{i}(f) p_##f = #f") + host(lines(n, "P{i}(cudaFree);"))


@shape
def many_macros_in_a_circle(n):
    return RUNTIME + lines(n, "#define M{i} M{j}") + f"#define M{n} M0\n" + host("M0; cudaFree(a);")


@shape
def many_includes(n):
    return lines(n, '#include "own{i}.h"\n#include <cuda_runtime.h>') + host("cudaFree(a);")


@shape
def many_conditionals(n):
    return RUNTIME + lines(n, "#if A{i} && __CUDA_ARCH__ >= 700\nint x{i} = cudaSuccess;\n#else\nint y{i};\n#endif")


@shape
def many_alternatives(n):
    return RUNTIME + "#if A\n" + lines(n, "#elif defined(__HIP_PLATFORM_AMD__) || B{i}\nint x{i} = cudaSuccess;") + "#endif\n"


@shape
def one_long_condition(n):
    return RUNTIME + "#if " + " && ".join(["defined(__CUDACC__)"] * n) + "\nint x = cudaSuccess;\n#endif\n"


@shape
def one_nested_condition(n):
    return RUNTIME + "#if " + "!(" * n + "A" + ")" * n + "\nint x = cudaSuccess;\n#endif\n"


@shape
def many_conditionals_in_a_call(n):
    return host("cudaMalloc(\n" + "#if A\na,\n#else\nb,\n#endif\n" * n + "4);")


@shape
def many_includes_in_extern_c(n):
    return 'extern "C" {\n#include <cuda_runtime.h>\n}\n' * n


@shape
def many_using_directives(n):
    return RUNTIME + lines(n, "namespace n{i} {{ int v; }}\nusing namespace n{i};") + host("cudaFree(a);\n" * n)


@shape
def many_aliases(n):
    return "#include <cub/cub.cuh>\n" + "namespace n0 = cub;\n" + lines(n, "namespace n{j} = n{i};") + lines(n, "typedef n{i}::BlockReduce<int, 128> T{i};")


@shape
def many_type_aliases(n):
    return RUNTIME + "typedef cudaError_t T0;\n" + lines(n, "typedef T{i} T{j};") + lines(n, "T{i} v{i} = cudaSuccess;")


@shape
def many_statuses(n):
    return ("#include <cublas_v2.h>\n#include <cublasLt.h>\nvoid f(cublasHandle_t* h, cublasLtHandle_t* l) {\n"
            + lines(n, "cublasStatus_t s{i} = cublasCreate(h); s{i} = cublasLtCreate(l);") + "}\n")


@shape
def one_status_with_many_uses(n):
    return ("#include <cublas_v2.h>\nvoid f(cublasHandle_t* h) {\ncublasStatus_t s;\n"
            + "s = cublasCreate(h); if (s != CUBLAS_STATUS_SUCCESS) return;\n" * n + "}\n")


@shape
def many_masks(n):
    return kernel("unsigned m = 0xffffffff;\n" + "a[0] = __shfl_sync(m, a[0], 0);\n" * n)


@shape
def many_allow_comments(n):
    return kernel("// cu2hip: allow(mask-width)\na[0] = __shfl_sync(0xffffffff, a[0], 0);\n" * n)


@shape
def many_off_and_on_comments(n):
    return host("// cu2hip: off\ncudaFree(a);\n// cu2hip: on\ncudaFree(a);\n" * n)


@shape
def many_members(n):
    return host("cudaDeviceProp p; cudaPointerAttributes q;\n" + "a[0] = p.major + q.memoryType;\n" * n)


@shape
def many_classes_with_methods(n):
    return RUNTIME + lines(n, "struct C{i} : C{j} {{ cudaStream_t s; __device__ int get() const {{ return warpSize; }} }};")


@shape
def many_template_parameters(n):
    return RUNTIME + "template <" + ", ".join(f"int T{i}" for i in range(n)) + ">\n__global__ void k(int* a) { a[0] = T0; }\n"


@shape
def many_opaque_nodes(n):
    return kernel("@ $ ` operator new [[x]] co_await\n" * n)


@shape
def random_brackets(n):
    state, out = 1, []
    for _ in range(n):
        state = (state * 1103515245 + 12345) % 2**31
        out.append(["(", ")", "{", "}", "[", "]", "<", ">", "<<<", ">>>", ",", ";", "a", "cudaFree", "=", "::"][state >> 16 & 15])
    return kernel(" ".join(out))


@shape
def realistic_text(n):
    """Files of the corpus over and over; their functions get new names."""
    texts = [p.read_text(encoding="utf-8") for p in sorted(CORPUS.rglob("*.cu"))]
    names = set(re.findall(r"__global__[^(;{]*?\b(\w+)\s*\(", "\n".join(texts)))
    pattern = re.compile(r"\b(" + "|".join(sorted(names) + ["main"]) + r")\b")
    return "\n".join(pattern.sub(rf"\1_{i}", texts[i % len(texts)]) for i in range(n))


def run(command, text, seconds):
    """Standard error of a command with the text as its input; exits if the tool failed."""
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=seconds)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return done.stderr.decode(errors="replace")


def instructions(tool, text):
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    report = run([*valgrind, *tool], text, 600)
    return int(COLLECTED.search(report)[1])


def seconds(tool, text):
    begin = time.monotonic()
    run(tool, text, 60)
    return time.monotonic() - begin


def measure(name, tool, size, native, start):
    """Bytes of the smaller input, its cost and the cost of the larger one."""
    make = SHAPES[name]
    size *= REALISTIC_WEIGHT if make is realistic_text else 1
    count = max(1, round(size / ((len(make(101)) - len(make(1))) / 100)))
    small, large = make(count), make(2 * count)
    cost = seconds if native else instructions
    return len(small), cost(tool, small) - start, cost(tool, large) - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--limit", type=float, default=2.2, help="largest ratio that passes")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time")
    parser.add_argument("--bytes", type=int, default=60_000, help="size of the smaller input")
    parser.add_argument("--native", action="store_true", help="seconds instead of instructions")
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help="names as in the table, with _ or blanks")
    arguments = parser.parse_args()
    names = [name.replace("_", " ") for name in arguments.shapes] or list(SHAPES)
    tool = [arguments.tool, "convert", "-", "--stdin-filename", "a.cu", "-j1", "--quiet"]
    start = 0 if arguments.native else instructions(tool, "\n")
    unit = "s" if arguments.native else "M instructions"
    if start:
        print(f"starting up: {start / 1e6:.1f} {unit}")
    print(f"{'shape':40} {'bytes':>9} {unit:>15} {'a byte':>8} {'twice':>6}")
    failures = 0
    with ThreadPoolExecutor(1 if arguments.native else arguments.jobs) as pool:
        tasks = {name: pool.submit(measure, name, tool, arguments.bytes, arguments.native, start) for name in names}
        for name, task in tasks.items():
            try:
                size, small, large = task.result()
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                failures += 1
                print(f"{name:40} FAILED: {error}", flush=True)
                continue
            ratio = large / max(small, 1e-9)
            wrong = ratio > arguments.limit
            failures += wrong
            shown = small if arguments.native else small / 1e6
            each = small / size * (1e9 if arguments.native else 1)
            print(f"{name:40} {size:>9} {shown:>15.2f} {each:>8.0f} {ratio:>6.2f}{'  ABOVE THE LIMIT' if wrong else ''}", flush=True)
    print(f"{len(names)} shapes, {failures} failed" if not arguments.native else f"{len(names)} shapes")
    return 1 if failures and not arguments.native else 0


if __name__ == "__main__":
    sys.exit(main())
