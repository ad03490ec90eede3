#!/usr/bin/env python3
"""Converts real projects with their build files and compiles them as HIP, with no edit by hand.

    ports.py --tool cu2hip --sysroot FOLDER --sources FOLDER [--only TREE]

`ports.tsv` names the projects. For each: sources that the build compiled, and each error of the
compiler or of the build, with whether a finding of cu2hip stands in the same file.
"""

import argparse
import csv
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))
from rocm import Rocm  # noqa: E402

ERROR = re.compile(r"^(?P<file>[^:\n ]+):(?P<line>\d+)(:\d+)?: (?:fatal )?error: (?P<text>.*)$", re.M)


def run(command, cwd=None, env=None):
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=env, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def convert(options, project, out):
    """Converts a project; its findings by file."""
    report = out.parent / "report.json"
    status, text = run([options.tool, "convert", "-q", "--build-files", "--arch", "gfx90a", "-o", out,
                        "--report", report, project])
    if status == 2:
        raise SystemExit(f"convert {project}: {text}")
    files = json.loads(report.read_text())["files"]
    return {file["path"]: file["findings"] for file in files if file["findings"]}


def build(rocm, row, out, work):
    """Configures and compiles as far as it goes; the output."""
    import os
    environment = {**os.environ, "PATH": f"{rocm.root}/bin:{os.environ['PATH']}"}
    if row["build"] == "cmake":
        status, text = run(["cmake", "-S", out, "-B", work / "build", *rocm.cmake()], env=environment)
        if status == 0:
            text += run(["cmake", "--build", work / "build", "--", "-k"], env=environment)[1]
        return text
    variables = [f"{name}={rocm.root}" for name in ("CUDA_PATH", "CUDA_HOME", "CUDA_DIR", "ROCM_PATH")]
    return run(["make", "-k", *shlex.split(row["goal"]), *variables], cwd=out, env=environment)[1]


def project(options, row, work):
    name = f"{row['tree']}/{row['folder']}".removesuffix("/.")
    print(f"== {name} ({row['build']})", flush=True)
    rocm = Rocm(options.sysroot, work / "rocm")
    out = work / "port"
    tree, source = options.sources / row["tree"], work / "source"
    for folder in filter(None, (row["folder"], row["needs"])):
        shutil.copytree(tree / folder, source / folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git"))
    found = convert(options, source, out)
    text = build(rocm, row, out / row["folder"], work)
    (work / "log").write_text(text)
    log = (rocm.root / "compiled").read_text().splitlines() if (rocm.root / "compiled").exists() else []
    compiled = sorted({Path(line.split(" ", 1)[1]).name for line in log if line.startswith("ok ")})
    failed = sorted({Path(line.split(" ", 1)[1]).name for line in log if line.startswith("failed ")})
    errors = sorted({(Path(m["file"]).name, m["line"], m["text"]) for m in ERROR.finditer(text)})
    flagged = {Path(path).name for path, findings in found.items() if any(f["severity"] != "note" for f in findings)}
    print(f"compiled {len(compiled)}: {' '.join(compiled)}")
    print(f"failed {len(failed)}: {' '.join(failed)}")
    for file, line, message in errors[:12]:
        print(f"  {'flagged' if file in flagged else 'UNFLAGGED'} {file}:{line}: {message}")
    for path, findings in found.items():
        for one in findings:
            if one["code"].startswith("CH6") or one["severity"] == "error":
                print(f"  told {Path(path).name}:{one['place']['line']}: {one['severity']} {one['code']} {one['message']}")
    if not compiled:
        print("  " + "\n  ".join(text.splitlines()[-15:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, type=lambda text: Path(text).resolve())
    parser.add_argument("--sysroot", required=True)
    parser.add_argument("--sources", required=True, type=Path)
    parser.add_argument("--only")
    options = parser.parse_args()
    lines = [line for line in (HERE / "ports.tsv").read_text().splitlines() if not line.startswith("#")]
    rows = csv.DictReader(lines, fieldnames=["tree", "folder", "repository", "build", "goal", "needs"], delimiter="\t")
    for row in rows:
        if options.only in (None, row["tree"]):
            with tempfile.TemporaryDirectory(prefix="cu2hip-port-") as work:
                project(options, row, Path(work))


main()
