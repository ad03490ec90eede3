#!/usr/bin/env python3
"""Translates a use of every name of the tables and compiles the translation against ROCm's headers.

    cargo xtask calls FOLDER
    calls.py --tool target/release/cu2hip --units FOLDER --sysroot FOLDER [--sysroot FOLDER] [LIBRARY...]

The units hold one use a line: a call with arguments of the prototype's types, a variable of a type,
a constant of an enumerator's type, a read of a field. For each library and preset this prints how
many of how many compile; of the others a finding of severity error must stand at the line. The
exit status is 1 if one has none and calls-open.txt does not name it, or names one that has.
"""

import argparse
import hashlib
import re
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import hipcheck  # noqa: E402
from compile import definitions_for, release_of  # noqa: E402

#: What --libs gives, by the name that is printed.
PRESETS = {"default": [], "hip": ["--libs", "hip"], "roc": ["--libs", "roc"]}
USE = re.compile(r"// @(\d+) (\w+) (\S+)$")
COMPILED, FLAGGED, FAULT, UNSEEN = "compiled", "flagged", "fault", "no header"
#: Libraries whose headers Debian does not package, not whole, or not for that release.
UNPACKAGED = {
    "6.4": {"cutensor", "wmma", "cufftw", "cusparselt", "thrust", "fp4", "fp6"},
    "7.2": {"cutensor", "wmma"},
}
#: Packages that are older than the release: RCCL 5.4 stands among those of 6.4.
OLDER = {"6.4": {"nccl"}, "7.2": set()}
#: Faults that are known: release, library, kind and name, one a line.
OPEN = Path(__file__).with_name("calls-open.txt")


def uses(text):
    """The number, kind and name of the use at each line."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = USE.search(line)
        if match:
            found[number] = (int(match[1]), match[2], match[3])
    return found


def prove(tool, units, sysroot, preset, release, work, jobs, only):
    """By library: by use (number, kind, name) the class, and the first error of the faults."""
    out = work / f"{release}-{preset}"
    target = ["--rocm", release, *PRESETS[preset]]
    hipcheck.convert(tool, units, out, target)
    flags = hipcheck.findings(tool, units, target)
    compiler = Compiler(sysroot, release)
    files = [f for f in sorted(units.glob("*.cu")) if not only or f.stem in only]
    with ThreadPoolExecutor(jobs) as pool:
        errors = list(pool.map(lambda f: compiler.errors(out / f.name, reported_headers(f, flags)), files))
    result = {}
    for file, found in zip(files, errors):
        result[file.stem] = judge(file.read_text(), (out / file.name).read_text(), flags.get(file.name, []), found)
    return result


def reported_headers(file, flags):
    """Headers of a unit that have no translation and a finding that says so."""
    lines = file.read_text().splitlines()
    reported = {f["line"] for f in flags.get(file.name, []) if f["severity"] == "error"}
    includes = ((n, re.match(r"#include <(.*)>", line)) for n, line in enumerate(lines, 1))
    return [match[1] for number, match in includes if match and number in reported]


def judge(before, after, flags, errors):
    """The class of each use."""
    original = uses(before)
    reported = {f["line"] for f in flags if f["severity"] == "error"}
    explained = {use for line, use in original.items() if line in reported}
    # Of some codes one finding a file and name is given.
    names = {name for f in flags if f["severity"] == "error" for name in re.findall(r"`([^`]+)`", f["message"])}
    lines = uses(after)
    failed = defaultdict(list)
    for line, text in errors:
        failed[lines.get(line, (0, "unit", f"line {line}"))].append(text)
    classes = {}
    if any(hipcheck.MISSING.search(text) for _, text in errors):
        # What follows a missing header was not looked at.
        return {use: (UNSEEN, errors[0][1]) for use in original.values()}
    for use in [*original.values(), *(u for u in failed if u[0] == 0)]:
        if use not in failed:
            classes[use] = (COMPILED, "flagged all the same" if use in explained else "")
        elif use in explained or names & set(re.findall(r"'([^']+)'", failed[use][0])):
            classes[use] = (FLAGGED, "")
        else:
            classes[use] = (FAULT, failed[use][0])
    return classes


class Compiler(hipcheck.Compiler):
    """Checks types only, for host and device, and each text once."""

    def __init__(self, sysroot, release):
        super().__init__(sysroot, ["gfx90a"])
        self.release_name = release

    known = {}

    def errors(self, file, stubs):
        """(line, text) of each error; `stubs` are headers that are taken to be empty."""
        key = (self.release_name, hashlib.sha256(file.read_bytes()).digest())
        if key not in self.known:
            # Looking for near spellings of unknown names would take most of the time.
            options = ["-fsyntax-only", "--offload-arch=gfx90a", "-fno-spell-checking", *definitions_for(self.release_name)]
            empty = file.parent / f"{file.stem}.empty"
            for stub in stubs:
                (empty / stub).parent.mkdir(parents=True, exist_ok=True)
                (empty / stub).touch()
            options.append(f"-I{empty}")
            _, stderr, status = hipcheck.run(self.command(file, options), 600)
            found = [(int(m["line"]) if m["file"] == str(file) else 0, m["text"]) for m in hipcheck.ERROR.finditer(stderr)]
            if status is None or (status != 0 and not found):
                found = [(0, (stderr.strip().splitlines() or ["the compiler failed"])[-1])]
            missing = [e for e in found if hipcheck.MISSING.search(e[1])]
            self.known[key] = missing or found
        return self.known[key]


def table(results):
    """Prints how many of how many, by library and preset."""
    presets = list(results)
    print(f"  {'':20}" + "".join(f"{p:>34}" for p in presets))
    print(f"  {'':20}" + "".join(f"{'uses  comp.  flag. fault  n.h.':>34}" for _ in presets))
    totals = defaultdict(lambda: [0, 0, 0, 0, 0])
    libraries = sorted({lib for r in results.values() for lib in r})
    for library in libraries:
        cells = []
        for preset in presets:
            classes = [c for c, _ in results[preset][library].values()]
            row = [len(classes), *(classes.count(c) for c in (COMPILED, FLAGGED, FAULT, UNSEEN))]
            totals[preset] = [a + b for a, b in zip(totals[preset], row)]
            cells.append("%6d %6d %6d %5d %5d" % tuple(row))
        print(f"  {library:20}" + "".join(f"{c:>34}" for c in cells))
    print(f"  {'all':20}" + "".join(f"{'%6d %6d %6d %5d %5d' % tuple(totals[p]):>34}" for p in presets))


def report(results, release, known, idle):
    """Prints the faults that are not known; returns all, as the file of the known ones names them."""
    found, seen = set(), set()
    for preset, libraries in results.items():
        for library, classes in libraries.items():
            if any(c == UNSEEN for c, _ in classes.values()) and library not in UNPACKAGED[release]:
                found.add((release, library, "header", "missing"))
                print(f"  a header of {library} is missing")
            for (_, kind, name), (result, text) in classes.items():
                one = (release, library, kind, name.replace(" ", "-"))
                if result == FAULT and library not in OLDER[release]:
                    found.add(one)
                shown = result == FAULT and one in found - known or idle and result == COMPILED and text
                if shown and (one, text) not in seen:
                    seen.add((one, text))
                    print(f"  {result} ({preset}) {library} {kind} {name}: {text}"[:260])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--units", required=True, type=Path, help="folder written by `cargo xtask calls`")
    parser.add_argument("--sysroot", action="append", required=True, help="folder made by rocm-sysroot.sh; repeatable")
    parser.add_argument("--jobs", type=int, default=2, help="compilers at a time")
    parser.add_argument("--preset", action="append", choices=sorted(PRESETS), help="default all")
    parser.add_argument("--idle", action="store_true", help="also print uses that compile and have an error finding")
    parser.add_argument("libraries", nargs="*", help="default all")
    arguments = parser.parse_args()

    known = {tuple(line.split()) for line in OPEN.read_text().splitlines() if line and not line.startswith("#")}
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        for sysroot in arguments.sysroot:
            release = release_of(sysroot)
            results = {
                preset: prove(arguments.tool, arguments.units, sysroot, preset, release, Path(folder), arguments.jobs,
                              arguments.libraries)
                for preset in arguments.preset or PRESETS
            }
            print(f"\nROCm {release}")
            table(results)
            found = report(results, release, known, arguments.idle)
            looked_at = {library for libraries in results.values() for library in libraries}
            mended = {k for k in known - found if k[0] == release and k[1] in looked_at}
            for fault in sorted(mended):
                print(f"  no fault any more, take it out of {OPEN.name}: {' '.join(fault)}")
            bad = bad or bool(mended) or bool(found - known)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
