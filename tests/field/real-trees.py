#!/usr/bin/env python3
"""Translates public CUDA trees and compiles a fixed sample of their files against ROCm's headers.

    real-trees.py --tool BINARY --sysroot FOLDER --sources FOLDER --report FILE [TREE...]
    real-trees.py --sources FOLDER --list          prints what files.tsv should hold

SOURCES holds one checkout a tree, named as in files.tsv, at the commit that is given there. The
sample is every fifth .cu file by sorted path (of the trees of LIBRARY_TREES: every fifth source that
names a library); it is fixed in files.tsv, so that two versions of the
translator are compared on the same files. For each tree: one translation (its exit status counts),
one run over the result (which must make no edit), then each file of the sample for host and
device. The report has one line a file: tree, path, class, first error.

The exit status is 1 if a second run edits something. Files that fail are the result, not an error:
compare the counts with those of the version before.
"""

import argparse
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "proof"))
import hipcheck  # noqa: E402

COMMITS = {
    "cuda-samples": "c94ff366aed18c797b8a85dfaac7817b0228b420",
    "HeCBench": "f27000a5188f8ac79bd43fc95a1b3f890c18823d",
    "ggml": "d99724f2b141fed9e1a9f402213506c081433465",
    "gpu-rodinia": "9c10d3ea16ddba2ba057cc3951a9efc4c2cc18a4",
    "cutlass": "7107b05535f8977f5ecb9d01ee203205b1fd9bc4",
    "flash-attention": "0251105a2fb19d2957484b7f023cd8c115286ced",
    "faiss": "02dbb4e42f49aa2ce57cd78977b0e47a11f7cb91",
    "CUDALibrarySamples": "34377293fb148e90aad16fd762fa2445f941be55",
    "llm.c": "f1e2ace651495b74ae22d45d1723443fd00ecd3a",
    "nccl-tests": "a0b82b2260cf5152b9f8c061bbf7eaf0ba096432",
    "darknet": "f6afaabcdf85f77e7aff2ec55c020c0e297c77f9",
    "CTranslate2": "0d8bcd362ac75ef860ef161d6f0efad0ae439ff0",
    "caffe": "9b891540183ddc834a02b2bd81b31afae71b2153",
    "AMGX": "3188dce5bdc22e96407d609e398925bed6aa010d",
}
#: Trees that are here for the libraries they use: sources for the host count too.
LIBRARY_TREES = {"CUDALibrarySamples", "llm.c", "nccl-tests", "darknet", "CTranslate2", "caffe", "AMGX"}
SOURCES = {".cu", ".cpp", ".cc", ".cxx", ".c"}
LIBRARY = re.compile(rb"\b(cublas|cudnn|nccl|cufft|curand|cusolver|cusparse|cutensor|nvtx|nvjpeg|cub::|thrust::|npp[is])", re.I)
#: Include folders of a tree besides the file's own.
INCLUDES = {
    "cuda-samples": ["Common"],
    "ggml": ["include", "src", "src/ggml-cuda"],
    "cutlass": ["include", "tools/util/include", "tools/library/include", "tools/profiler/include",
                "examples/common", "test"],
    "flash-attention": ["csrc/flash_attn", "csrc/flash_attn/src", "csrc/layer_norm", "hopper",
                        "csrc/cutlass/include"],
    "faiss": ["."],
    "CUDALibrarySamples": [],
    "llm.c": ["."],
    "nccl-tests": ["src", "verifiable", "os"],
    "darknet": ["include", "src"],
    "CTranslate2": ["include", "src"],
    "caffe": ["include", "src"],  # with what protoc makes of src/caffe/proto in include/caffe/proto
    "AMGX": ["include", "external/rapidjson/include"],
}
#: Trees that have a switch for AMD: code behind it is HIP already and its CUDA twin is left alone.
DEFINITIONS = {
    "faiss": ["-DUSE_AMD_ROCM"], "ggml": ["-DGGML_USE_HIP"], "darknet": ["-DGPU", "-DCUDNN"],
    "CTranslate2": ["-DCT2_WITH_CUDA", "-DCT2_USE_HIP"], "caffe": ["-DUSE_CUDNN"],
    "nccl-tests": ["-DNCCL_OS_LINUX"],
    "AMGX": ["-DTHRUST_CUB_WRAPPED_NAMESPACE=amgx", "-DRAPIDJSON_DEFINED"],
}
#: Folders that are translated, where not the whole tree is CUDA.
PARTS = {"gpu-rodinia": ["cuda", "common"], "ggml": ["include", "src"]}
HEADERS = {".h", ".hpp", ".cuh", ".hxx", ".inl", ".cu", ".inc"}
#: Larger files are data.
LARGEST = 4 << 20


def wanted(tree, path):
    """True if a .cu file of a tree belongs to the set that the sample is taken from."""
    parts = path.split("/")
    if tree == "HeCBench":
        return parts[0] == "src" and parts[1].endswith("-cuda")
    if tree == "ggml":
        return path.startswith("src/ggml-cuda/")
    return True


def sample(sources, tree):
    """Every fifth .cu file (or source that names a library) by sorted path."""
    root = sources / tree
    if tree in LIBRARY_TREES:
        found = (p for p in root.rglob("*") if p.suffix in SOURCES and p.is_file())
        files = [p for p in found if LIBRARY.search(p.read_bytes())]
    else:
        files = [p for p in root.rglob("*.cu") if p.is_file()]
    paths = sorted(p.relative_to(root).as_posix() for p in files)
    return [p for p in paths if wanted(tree, p)][4::5]


def read_list():
    """Paths by tree."""
    result = {}
    for line in (HERE / "files.tsv").read_text().splitlines()[1:]:
        tree, commit, path = line.split("\t")
        if COMMITS[tree] != commit:
            raise SystemExit(f"files.tsv names another commit of {tree}")
        result.setdefault(tree, []).append(path)
    return result


def program_options(folder):
    """-I and -D of a program's Makefile: (folders relative to the program, definitions)."""
    makefile = next((folder / name for name in ("Makefile", "makefile") if (folder / name).is_file()), None)
    if makefile is None:
        return [], []
    text = makefile.read_text(errors="replace").replace("\\\n", " ")
    # Plain variables; what calls a function of make stays and is not found.
    values = dict(re.findall(r"^(\w+)[ \t]*[:?]?=[ \t]*([^\s#$]+)[ \t]*$", text, re.M))
    text = re.sub(r"\$[({](\w+)[)}]", lambda m: values.get(m[1], m[0]), text)
    folders = [f for f in re.findall(r"(?<!\S)-I\s*([^\s$]+)", text)]
    definitions = [d for d in re.findall(r"(?<!\S)(-D[A-Za-z_]\w*(?:=[^\s$\"']+)?)", text) if d != "-DDEBUG"]
    return folders, definitions


def folders_of(sources, tree, paths):
    """What is copied and translated: relative folders of the tree."""
    if tree == "HeCBench":
        chosen = set()
        for path in paths:
            program = "/".join(path.split("/")[:2])
            chosen.add(program)
            for include in program_options(sources / tree / program)[0]:
                other = (sources / tree / program / include).resolve()
                base = (sources / tree / "src").resolve()
                if other.is_relative_to(base) and other != base:
                    chosen.add("src/" + other.relative_to(base).parts[0])
        return sorted(chosen)
    return PARTS.get(tree, ["."])


def stage(source, folders, target):
    """Copies the folders without data, so that the tree is as a user would have it."""
    def leave_out(folder, names):
        return [n for n in names if n == ".git" or ((Path(folder) / n).is_file() and (Path(folder) / n).stat().st_size > LARGEST)]

    for folder in folders:
        if (source / folder).is_dir():
            shutil.copytree(source / folder, target / folder, ignore=leave_out, symlinks=True,
                            ignore_dangling_symlinks=True, dirs_exist_ok=True)


def options_for(sources, out, tree, path):
    """Compiler options of one file of the translated tree."""
    file = out / path
    options = [f"-I{file.parent}", *DEFINITIONS.get(tree, [])]
    for folder in INCLUDES.get(tree, []):
        options.append(f"-I{out / folder}")
    if tree == "cuda-samples":
        options += [f"-I{p}" for p in file.parent.glob("inc*") if p.is_dir()]
    if tree == "caffe":
        # What protoc makes is in .gitignore, so that no translation holds it.
        options.append(f"-I{sources / tree / 'include'}")
    if tree == "CUDALibrarySamples":
        # What a sample shares with others of its library stands beside or above it.
        around = [folder for folder in file.parents if folder.is_relative_to(out)]
        shared = [folder / name for folder in around for name in ("utils", "Common", "common", "include")]
        options += [f"-I{p}" for p in [*around[1:2], *shared] if p.is_dir()]
    if tree == "gpu-rodinia":
        program = out / "/".join(path.split("/")[:2])
        options += [f"-I{program}", f"-I{out / 'common' / 'inc'}", f"-I{program / 'include'}"]
        options += sorted({f"-I{header.parent}" for header in program.rglob("*.h")})
    if tree == "HeCBench":
        program = out / "/".join(path.split("/")[:2])
        folders, definitions = program_options(program)
        options.append(f"-I{program}")
        for folder in folders:
            inside = (program / folder).resolve()
            original = sources / tree / "/".join(path.split("/")[:2]) / folder
            options.append(f"-I{inside if inside.is_dir() else original}")
        options += definitions
    return options


def examine(arguments, tree, paths, report):
    """Translates one tree and compiles its sample; returns true if a second run would edit."""
    sources = Path(arguments.sources).resolve()
    compiler = hipcheck.Compiler(arguments.sysroot, arguments.arch.split(","))
    with tempfile.TemporaryDirectory(dir=arguments.work) as folder:
        staged, out = Path(folder).resolve() / tree, Path(folder).resolve() / "out"
        staged.mkdir()
        stage(sources / tree, folders_of(sources, tree, paths), staged)
        hipcheck.convert(arguments.tool, staged, out)
        left = hipcheck.count_edits(arguments.tool, out)
        flags = hipcheck.findings(arguments.tool, staged)
        headers = {p.name for p in out.rglob("*") if p.suffix in HEADERS}

        def one(path):
            options = options_for(sources, out, tree, path)
            fragment = any(one["code"] == "CH5010" for one in flags.get(path, []))
            if fragment:
                # A part of other files, which bring the header that nvcc would add.
                options += ["-include", "hip/hip_runtime.h"]
            errors = compiler.compile(out / path, options, arguments.seconds)
            files = {out / path} | {Path(e[0]).resolve() for e in errors or []}
            reached = {p.relative_to(out).as_posix() for p in files if p.is_relative_to(out)}
            kind = hipcheck.classify(errors, flags, headers, reached)
            if fragment and kind == hipcheck.UNFLAGGED:
                kind = hipcheck.FRAGMENT  # it need not stand alone
            text = ""
            if errors:
                where = Path(errors[0][0])
                place = where.relative_to(out).as_posix() if where.is_relative_to(out) else where.name
                text = f"{place}:{errors[0][1]}: {errors[0][2]}"
            return path, kind, text

        rows = []
        with ThreadPoolExecutor(arguments.jobs) as pool:
            for row in pool.map(one, paths):
                rows.append(row)
                print(tree, *row, sep="\t", file=report, flush=True)
    counts = ", ".join(f"{sum(r[1] == kind for r in rows)} {kind}" for kind in hipcheck.CLASSES)
    print(f"{tree}: {len(rows)} files: {counts}; second run: {len(left)} files change")
    for path in left[:10]:
        print(f"  second run changes {path}")
    sys.stdout.flush()
    return bool(left)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--sysroot", help="folder made by rocm-sysroot.sh")
    parser.add_argument("--sources", required=True, help="folder with the checkouts")
    parser.add_argument("--report", default="-", help="where the lines go; - is standard output")
    parser.add_argument("--work", help="folder for temporary trees")
    parser.add_argument("--arch", default="gfx90a", help="AMD architectures")
    parser.add_argument("--jobs", type=int, default=2, help="compilers at a time")
    parser.add_argument("--seconds", type=int, default=240, help="time limit of one compilation")
    parser.add_argument("--first", type=int, help="only the first N files of each tree, for a quick look")
    parser.add_argument("--again", type=Path, metavar="REPORT", help="only files that this report has as failed")
    parser.add_argument("--list", action="store_true", help="print the sample instead")
    parser.add_argument("trees", nargs="*", metavar="TREE")
    arguments = parser.parse_args()
    if arguments.list:
        print("tree", "commit", "path", sep="\t")
        for tree, commit in COMMITS.items():
            for path in sample(Path(arguments.sources), tree):
                print(tree, commit, path, sep="\t")
        return 0
    if not arguments.sysroot:
        parser.error("--sysroot is needed")
    report = sys.stdout if arguments.report == "-" else open(arguments.report, "w", encoding="utf-8")
    failed = {tuple(line.split("\t")[:2]) for line in arguments.again.read_text().splitlines()
              if line.split("\t")[2] in (hipcheck.FLAGGED, hipcheck.UNFLAGGED, hipcheck.TIMEOUT)} if arguments.again else None
    edited = False
    for tree, paths in read_list().items():
        if arguments.trees and tree not in arguments.trees:
            continue
        if failed is not None:
            paths = [path for path in paths if (tree, path) in failed]
        edited = examine(arguments, tree, paths[: arguments.first], report) or edited
    return 1 if edited else 0


if __name__ == "__main__":
    sys.exit(main())
