#!/usr/bin/env python3
"""Translates the programs of this folder, runs them on the CPU, and compares with their results.

    run.py --tool target/release/cu2hip [--compiler clang++-19] [PROGRAM...]

Each program is a CUDA program that prints PASS or FAIL. It is translated, compiled against the
stand-in of hip/ with wavefronts of 64 and of 32 lanes, and run. A program may say what is to be
found in it (`// expect: CH2006@8`); anything else of severity warning or error is a finding on
code that is right. Prints a line for each program and three numbers; the exit status is 1 if a
program is wrong and not flagged, or right and flagged.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WIDTHS = (64, 32)


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **options)


def translate(tool, source):
    """The translation of a program, and its findings as (code, line, severity)."""
    done = run([tool, "convert", "--launch", "hip", "--message-format", "json", "--stdout", str(source)])
    if done.returncode:
        raise SystemExit(f"{source.name}: the translation failed: {done.stderr}")
    checked = run([tool, "check", "--launch", "hip", "--message-format", "json", str(source)])
    found = []
    for line in checked.stdout.splitlines():
        entry = json.loads(line)
        if "code" in entry:
            found.append((entry["code"], entry["line"], entry["severity"]))
    return done.stdout, found


def execute(compiler, folder, name, text, width):
    """True if the program says that it is right."""
    source = folder / f"{name}.{width}.cpp"
    source.write_text(text)
    program = folder / f"{name}.{width}"
    options = ["-std=c++17", "-O1", "-w", "-ffp-contract=off", f"-DWAVEFRONT={width}", f"-I{HERE}"]
    built = run([compiler, *options, str(source), "-o", str(program)])
    if built.returncode:
        print(built.stderr[:2000])
        return False
    try:
        done = run([str(program)], timeout=120)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode or "PASS" not in done.stdout:
        print(done.stdout[:2000])
    return done.returncode == 0 and "PASS" in done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--compiler", default="clang++-19", help="a C++ compiler (clang)")
    parser.add_argument("programs", nargs="*", help="names without .cu; default all")
    arguments = parser.parse_args()
    names = arguments.programs or sorted(p.stem for p in (HERE / "programs").glob("*.cu"))
    silent = flagged = nagged = missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            source = HERE / "programs" / f"{name}.cu"
            text, found = translate(arguments.tool, source)
            expected = set(re.findall(r"CH\d+@\d+", " ".join(re.findall(r"// expect: (.*)", source.read_text()))))
            places = {f"{code}@{line}" for code, line, _ in found}
            heavy = {f"{code}@{line}" for code, line, severity in found if severity != "note"}
            right = {w: execute(arguments.compiler, Path(folder), name, text, w) for w in WIDTHS}
            for width, good in right.items():
                silent += good and not heavy
                nagged += good and bool(heavy)
                flagged += not good and bool(heavy)
                missed += not good and not heavy
            lacking = expected - places
            missed += bool(lacking)
            shown = ", ".join(f"{w}: {'right' if good else 'WRONG'}" for w, good in right.items())
            print(f"  {name:18} {shown}  {' '.join(sorted(places))}{'  LACKS ' + ' '.join(sorted(lacking)) if lacking else ''}")
    print(f"right and silent {silent}, wrong and flagged {flagged}, right and flagged {nagged}, wrong and silent {missed}")
    return 1 if nagged or missed else 0


if __name__ == "__main__":
    sys.exit(main())
