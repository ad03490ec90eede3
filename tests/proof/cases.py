#!/usr/bin/env python3
"""Compiles the translation of each case that says so, and the golden files.

    cases.py --tool target/release/cu2hip --sysroot FOLDER [--sysroot FOLDER] [ID...]

A case of tests/cases/field says `compiles = ["7.2", "6.4"]` if its translation must compile with
the headers of these releases. The exit status is 1 if one does not.
"""

import argparse
import base64
import re
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import hipcheck  # noqa: E402

CASES = Path(__file__).resolve().parents[1] / "cases"


def read_cases(ids):
    """The cases that must compile, with their text."""
    for file in sorted((CASES / "field").glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            if case.get("compiles") and "later" not in case and (not ids or case["id"] in ids):
                yield case


def text_of(case):
    if "input" in case:
        return case["input"].encode()
    return base64.b64decode(case["input_base64"])


def flags_of(case, release):
    flags = ["--rocm", release]
    for key in ("libs", "cuda", "arch", "launch"):
        if key in case:
            flags += [f"--{key}", case[key]]
    return flags


def prove_case(tool, compiler, release, case):
    """Translates one case in a folder of its own; the first error, or none."""
    with tempfile.TemporaryDirectory() as folder:
        tree, out = Path(folder) / "in", Path(folder) / "out"
        files = [(case["file"], text_of(case))]
        files += [(other["path"], other["input"].encode()) for other in case.get("files", [])]
        for path, text in files:
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_bytes(text)
        hipcheck.convert(tool, tree, out, flags_of(case, release))
        options = ["-DHIP_ENABLE_WARP_SYNC_BUILTINS"] if release.startswith("6") else []
        if case["file"].endswith(".h"):
            options.append("-Wno-pragma-once-outside-header")
        # Host files have no device side worth the time.
        return compiler.compile(out / case["file"], options, device=Path(case["file"]).suffix != ".cpp")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--sysroot", action="append", required=True, help="folder made by rocm-sysroot.sh; repeatable")
    parser.add_argument("--arch", default="gfx90a", help="AMD architectures")
    parser.add_argument("--jobs", type=int, default=2, help="compilers at a time")
    parser.add_argument("ids", nargs="*", metavar="ID")
    arguments = parser.parse_args()
    failed = 0
    for sysroot in arguments.sysroot:
        compiler = hipcheck.Compiler(sysroot, arguments.arch.split(","))
        release = re.match(r"\d+\.\d+", compiler.release())[0]
        cases = [c for c in read_cases(arguments.ids) if release in c["compiles"]]
        golden = [] if arguments.ids else sorted((CASES / "golden").glob("*.hip"))
        names = [f"{c['id']} ({c['title']})" for c in cases] + [f"golden/{p.stem}" for p in golden]
        wrong = 0
        with ThreadPoolExecutor(arguments.jobs) as pool:
            tasks = [pool.submit(prove_case, arguments.tool, compiler, release, c) for c in cases]
            tasks += [pool.submit(compiler.compile, p) for p in golden]
            for name, task in zip(names, tasks):
                errors = task.result()
                if errors != []:
                    wrong += 1
                    file, line, text = errors[0] if errors else ("", 0, "time limit")
                    print(f"{release} {name}: {Path(file).name}:{line}: {text}", flush=True)
        print(f"{release}: {len(names)} translations compiled, {wrong} failed", flush=True)
        failed += wrong
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
