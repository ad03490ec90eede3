#!/usr/bin/env python3
"""Translates the corpus and compiles every file of the translation against ROCm's headers.

    compile.py --tool target/release/cu2hip --sysroot FOLDER [--sysroot FOLDER] [PROGRAM...]

FOLDER is made by rocm-sysroot.sh. Prints a table and totals. The exit status is 1 if a file fails
to compile and no finding of severity error or warning says why, or if a program that the corpus
list calls clean has such a finding.
"""

import argparse
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import hipcheck  # noqa: E402

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
SOURCES = {".cu", ".cpp", ".cc", ".cxx", ".hip"}
#: A row of the corpus list: | name | what | yes/no ... |
ROW = re.compile(r"^\| (\w+) \|.*\| (yes|no)\b", re.M)


def release_of(sysroot):
    """The --rocm argument for a folder of headers."""
    version = hipcheck.Compiler(sysroot, []).release()
    match = re.match(r"(\d+\.\d+)", version)
    return match[1] if match else "7.2"


def options_for(program):
    """Include folders of a program: its own and its include folder."""
    folders = [program] + [p for p in program.rglob("include") if p.is_dir()]
    return [f"-I{folder}" for folder in folders]


def definitions_for(release):
    """Before ROCm 7 the _sync functions exist only with this definition (finding CH6009)."""
    return ["-DHIP_ENABLE_WARP_SYNC_BUILTINS"] if release.startswith("6") else []


def prove(tool, sysroot, programs, architectures, jobs):
    """Rows (program, file, class, first error) for one release, and the findings."""
    release = release_of(sysroot)
    compiler = hipcheck.Compiler(sysroot, architectures)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        target = ["--rocm", release]
        hipcheck.convert(tool, CORPUS, out, target)
        left = hipcheck.count_edits(tool, out, target)
        flags = hipcheck.findings(tool, CORPUS, target)
        headers = {p.name for p in out.rglob("*") if p.suffix in (".h", ".hpp", ".cuh", ".cu")}
        work = [(name, file) for name in programs for file in sorted((out / name).rglob("*")) if file.suffix in SOURCES]

        def one(item):
            name, file = item
            options = options_for(out / name) + definitions_for(release)
            errors = compiler.compile(file, options)
            paths = {file} | {Path(e[0]) for e in errors or []}
            reached = {p.relative_to(out).as_posix() for p in paths if p.is_relative_to(out)}
            kind = hipcheck.classify(errors, flags, headers, reached)
            text = f"{Path(errors[0][0]).name}:{errors[0][1]}: {errors[0][2]}" if errors else ""
            return name, file.relative_to(out).as_posix(), kind, text

        with ThreadPoolExecutor(jobs) as pool:
            rows = list(pool.map(one, work))
    return release, compiler.release(), rows, flags, left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--sysroot", action="append", required=True, help="folder made by rocm-sysroot.sh; repeatable")
    parser.add_argument("--arch", default="gfx90a,gfx1100", help="AMD architectures")
    parser.add_argument("--jobs", type=int, default=2, help="compilers at a time")
    parser.add_argument("programs", nargs="*", help="folders of the corpus; default all")
    arguments = parser.parse_args()

    listed = dict(ROW.findall((CORPUS / "README.md").read_text()))
    folders = sorted(p.name for p in CORPUS.iterdir() if p.is_dir())
    if sorted(listed) != folders:
        raise SystemExit(f"the list in corpus/README.md and the folders differ: {sorted(set(listed) ^ set(folders))}")
    programs = arguments.programs or folders
    bad = False
    for sysroot in arguments.sysroot:
        release, version, rows, flags, left = prove(
            arguments.tool, sysroot, programs, arguments.arch.split(","), arguments.jobs)
        print(f"\nROCm {release} (HIP {version}), {arguments.arch}")
        width = max(len(row[1]) for row in rows)
        for _, file, kind, text in rows:
            print(f"  {file:{width}}  {kind:17}  {text}"[:200].rstrip())
        totals = ", ".join(f"{sum(r[2] == kind for r in rows)} {kind}" for kind in hipcheck.CLASSES)
        print(f"  total: {len(rows)} files: {totals}")
        # Build files always need a person; "clean" speaks of the sources.
        sources = {path: hipcheck.weighty(some) for path, some in flags.items() if Path(path).suffix in SOURCES | {".h", ".cuh"}}
        flagged = {path.split("/")[0] for path, some in sources.items() if some}
        clean = [p for p in programs if p not in flagged and all(r[2] == hipcheck.COMPILED for r in rows if r[0] == p)]
        print(f"  wholly clean: {len(clean)} of {len(programs)} programs")
        for program in programs:
            if listed[program] == "yes" and program not in clean:
                codes = sorted({f["code"] for path, some in sources.items() if path.startswith(program + "/") for f in some})
                print(f"  not clean although listed so: {program} {' '.join(codes)}")
                bad = True
        if left:
            print(f"  a second run would change: {' '.join(left)}")
        bad = bad or bool(left) or any(r[2] == hipcheck.UNFLAGGED for r in rows)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
