#!/usr/bin/env python3
"""How many compile errors of translated public files are told by a finding.

    recall.py --tool BINARY --sysroot FOLDER --sources FOLDER [--draw N --seed S] [--report FILE]

Takes the files of files.tsv, or N of them drawn by a seed, translates their trees, and compiles
each file for host and devices (gfx90a and gfx1100, down to machine code). An erroring line is
*predicted* if a finding of severity error or warning stands on that line, or if the finding names
or underlines a name that the error quotes (the declaration or macro from which it comes). Errors in
files with a foreign header that is missing are counted apart, as are those outside of the project.
Prints each file as it is done and the totals at the end.
"""

import argparse
import difflib
import json
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib import util
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "proof"))
import hipcheck  # noqa: E402

SPEC = util.spec_from_file_location("real_trees", HERE / "real-trees.py")
trees = util.module_from_spec(SPEC)
SPEC.loader.exec_module(trees)

QUOTED = re.compile(r"'([^']+)'")
NAME = re.compile(r"[A-Za-z_]\w*")
#: Names that say nothing of where an error comes from.
COMMON = {"int", "unsigned", "float", "double", "void", "const", "char", "long", "bool", "size_t", "auto", "T", "std", "type"}


def findings(tool, tree):
    """Weighty findings of a translated tree, {path: [(line, code, words)]}, and files that are parts of others."""
    stdout, _, _ = hipcheck.run([tool, "check", "--message-format", "json", str(tree)], 1800)
    found, fragments = {}, set()
    for line in stdout.splitlines():
        entry = json.loads(line)
        if entry.get("code") == "CH5010":
            fragments.add(str(Path(entry["file"]).resolve()))
        if entry.get("severity") not in ("error", "warning") or "line" not in entry:
            continue
        path = Path(entry["file"]).resolve()
        words = set(NAME.findall(entry["message"]))
        found.setdefault(str(path), []).append((entry["line"], entry["code"], words))
    return found, fragments


def moved(staged, out, path, some):
    """Findings of a file with their lines in its translation."""
    before = Path(path).read_text(errors="replace").splitlines()
    target = out / Path(path).relative_to(staged)
    after = target.read_text(errors="replace").splitlines() if target.is_file() else before
    lines = {}
    for _, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        lines.update({n + 1: min(c + n - a, max(d - 1, c)) + 1 for n in range(a, b)})
    return [(lines.get(line, line), code, words) for line, code, words in some]


def predicted(error, found, lines):
    """The code of the finding that tells an error, if one does."""
    file, line, text = error
    here = found.get(file, [])
    for at, code, _ in here:
        if at == line:
            return code
    names = {n for q in QUOTED.findall(text) for n in NAME.findall(q)} - COMMON
    for path, some in found.items():
        for at, code, words in some:
            if names & words:
                return code
            text_there = lines(path, at)
            if names & set(NAME.findall(text_there)) and path == file:
                return code
    return None


def examine(arguments, tree, paths, report, totals):
    sources = Path(arguments.sources).resolve()
    compiler = hipcheck.Compiler(arguments.sysroot, arguments.arch.split(","))
    with tempfile.TemporaryDirectory(dir=arguments.work) as folder:
        staged, out = Path(folder).resolve() / tree, Path(folder).resolve() / "out"
        staged.mkdir()
        trees.stage(sources / tree, trees.folders_of(sources, tree, paths), staged)
        hipcheck.convert(arguments.tool, staged, out)
        found, fragments = findings(arguments.tool, staged)
        found = {str(out / Path(p).relative_to(staged)): moved(staged, out, p, some) for p, some in found.items()}
        fragments = {str(out / Path(p).relative_to(staged)) for p in fragments}
        headers = {p.name for p in out.rglob("*") if p.suffix in trees.HEADERS}
        texts = {}

        def lines(path, number):
            if path not in texts:
                texts[path] = Path(path).read_text(errors="replace").splitlines()
            return texts[path][number - 1] if 0 < number <= len(texts[path]) else ""

        def one(path):
            options = trees.options_for(sources, out, tree, path)
            errors = compiler.compile(out / path, options, arguments.seconds)
            return path, errors

        with ThreadPoolExecutor(arguments.jobs) as pool:
            for path, errors in pool.map(one, paths):
                if errors is None:
                    totals["time limit"] += 1
                    print(tree, path, "time limit", sep="\t", file=report, flush=True)
                    continue
                if errors and str(out / path) in fragments:
                    totals["part of others"] += 1
                    print(tree, path, "part of others", sep="\t", file=report, flush=True)
                    continue
                header = hipcheck.missing_header(errors)
                if header and hipcheck.is_foreign(header, headers):
                    totals["foreign"] += 1
                    print(tree, path, "foreign header", header, sep="\t", file=report, flush=True)
                    continue
                totals["files"] += 1
                totals["compiled"] += not errors
                places = {}
                for file, line, text in errors:
                    where = Path(file).resolve()
                    if where.is_relative_to(out):
                        places.setdefault((str(where), line), text)
                    else:
                        places.setdefault((str(out / path), 0), text)
                told = {k: predicted((*k, t), found, lines) for k, t in places.items()}
                totals["lines"] += len(told)
                totals["predicted"] += sum(1 for code in told.values() if code)
                state = "compiled" if not errors else f"{sum(1 for c in told.values() if c)}/{len(told)}"
                print(tree, path, state, sep="\t", file=report, flush=True)
                for (file, line), code in sorted(told.items()):
                    if not code:
                        name = Path(file).relative_to(out)
                        print("", f"{name}:{line}", places[file, line], sep="\t", file=report, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--sysroot", required=True, help="folder made by rocm-sysroot.sh")
    parser.add_argument("--sources", required=True, help="folder with the checkouts")
    parser.add_argument("--report", default="-", help="where the lines go; - is standard output")
    parser.add_argument("--work", help="folder for temporary trees")
    parser.add_argument("--arch", default="gfx90a,gfx1100", help="AMD architectures")
    parser.add_argument("--jobs", type=int, default=2, help="compilers at a time")
    parser.add_argument("--seconds", type=int, default=240, help="time limit of one compilation")
    parser.add_argument("--draw", type=int, help="number of files to draw; default all")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("trees", nargs="*", help="names of trees; default all")
    arguments = parser.parse_args()
    listed = [(tree, path) for tree, paths in trees.read_list().items() for path in paths
              if not arguments.trees or tree in arguments.trees]
    if arguments.draw:
        listed = sorted(random.Random(arguments.seed).sample(listed, arguments.draw))
    totals = dict.fromkeys(("files", "compiled", "foreign", "part of others", "time limit", "lines", "predicted"), 0)
    report = sys.stdout if arguments.report == "-" else open(arguments.report, "w")
    for tree in dict.fromkeys(tree for tree, _ in listed):
        examine(arguments, tree, [p for t, p in listed if t == tree], report, totals)
    print(", ".join(f"{value} {name}" for name, value in totals.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
