#!/usr/bin/env python3
"""The hooks, run by the real pre-commit on repositories made here.

    pre_commit.py --pre-commit PROGRAM --tool cu2hip [--from-repository] [--wheel FILE]

The hooks run as `language: system` with the given tool; with --from-repository also as pre-commit
installs them from this repository (language: rust, which builds), with --wheel also as a Python hook
that pip installs.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

from work import CLEAN, FLAWED, ROOT, Folder, check, main, run



def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pre-commit", required=True, type=lambda text: str(Path(text).absolute()))
    parser.add_argument("--tool", required=True, type=lambda text: str(Path(text).resolve()))
    parser.add_argument("--from-repository", action="store_true")
    parser.add_argument("--wheel", type=lambda text: str(Path(text).resolve()))
    return parser.parse_args()


OPTIONS = arguments()


def entries():
    """The entries of the hooks as the repository offers them, by id."""
    found, name = {}, None
    for line in (ROOT / ".pre-commit-hooks.yaml").read_text().splitlines():
        if line.startswith("- id: "):
            name = line.removeprefix("- id: ")
        if line.startswith("  entry: "):
            found[name] = line.removeprefix("  entry: ")
    return found


def local(hook, language="system", extra=""):
    """A configuration with one hook of the repository's entry."""
    entry = entries()[hook]
    if language == "system":
        entry = entry.replace("cu2hip", OPTIONS.tool, 1)
    return f"""repos:
- repo: local
  hooks:
  - id: {hook}
    name: {hook}
    entry: {entry}
    language: {language}
    types_or: [c, c++, cuda]
    require_serial: true
{extra}"""


def repository(folder, config):
    folder.write(".pre-commit-config.yaml", config)
    folder.git("init", "-q")
    folder.git("add", "-A")
    run([OPTIONS.pre_commit, "install"], cwd=folder.path)


def commit(folder, status=0):
    """Commits what is staged; the output of the hooks."""
    environment = {"PRE_COMMIT_HOME": str(folder.path.parent / "cu2hip-pre-commit"), "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.com",
                   "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.com"}
    return run(["git", "commit", "-q", "-m", "x"], cwd=folder.path, status=status, env=environment).output


def check_hook():
    """clean, failing, fixed and partly staged files"""
    with Folder() as folder:
        repository(folder, local("cu2hip-check"))
        commit(folder)
        check(True, "a first commit without sources passes")
        folder.write("src/a.cu", CLEAN)
        folder.git("add", "-A")
        commit(folder)
        check(True, "a file whose calls all translate passes")
        folder.write("src/b.cu", FLAWED)
        folder.git("add", "-A")
        output = commit(folder, status=1)
        check("error[CH1001 no-counterpart]" in output and "src/b.cu:2" in output, "what cannot be translated fails at its place", output)
        folder.write("src/b.cu", CLEAN)
        folder.git("add", "-A")
        commit(folder)
        check(True, "the repaired file passes")
        path = folder.write("src/b.cu", CLEAN + "int x;\n")
        folder.git("add", "-A")
        path.write_text(FLAWED)
        commit(folder)
        check(path.read_text() == FLAWED, "what is not staged is neither looked at nor lost")


def convert_hook():
    """files are translated, and the second commit takes them"""
    with Folder() as folder:
        repository(folder, local("cu2hip-convert"))
        path = folder.write("a.cu", CLEAN)
        other = folder.write("b.cu", CLEAN)
        folder.git("add", "a.cu")
        output = commit(folder, status=1)
        check("files were modified" in output, "a translated file stops the commit", output)
        check("hipFree" in path.read_text() and "cudaFree" in other.read_text(), "only staged files are translated")
        folder.git("add", "a.cu")
        commit(folder)
        check(True, "the translated file passes")


def header_hook():
    """a header alone is translated as its includers want it"""
    with Folder() as folder:
        repository(folder, local("cu2hip-convert"))
        header = "#pragma once\nvoid f(cudaStream_t s);\n"
        folder.write("k.cu", '#include <cuda_runtime.h>\n#include "k.h"\n')
        folder.write("k.h", header)
        run([OPTIONS.tool, "convert", "-q", "-o", folder.path.parent / (folder.path.name + "-all"), "."], cwd=folder.path)
        whole = (folder.path.parent / (folder.path.name + "-all") / "k.h").read_text()
        folder.git("add", "k.h")
        commit(folder, status=1)
        seen = (folder.path / "k.h").read_text()
        check("hipStream_t" in seen and seen == whole, "the header alone comes out as in a run over the tree", seen)


def own_time():
    """the tool's own time on ten staged files, in a project of three hundred"""
    with Folder() as folder:
        folder.git("init", "-q")
        body = CLEAN + "__global__ void k(float* x, int n) {\n" + "  x[threadIdx.x] += n;\n" * 60 + "}\n"
        for number in range(290):
            folder.write(f"src/f{number}.cu", f'#include "h{number % 10}.cuh"\n{body}')
        for number in range(10):
            folder.write(f"src/h{number}.cuh", f"#pragma once\n{body}")
        cases = [("sources", [f"src/f{n}.cu" for n in range(10)]),
                 ("headers that all others include", [f"src/h{n}.cuh" for n in range(10)])]
        for what, names in cases:
            command = [OPTIONS.tool, "check", "--no-build-files", "--quiet", *names]
            times = []
            for _ in range(15):
                begin = time.perf_counter()
                run(command, cwd=folder.path)
                times.append((time.perf_counter() - begin) * 1000)
            middle = statistics.median(times)
            # Printed, not judged: a loaded machine says nothing of the tool.
            print(f"  ten {what}: {middle:.1f} ms")


def from_repository():
    """pre-commit builds the hook from this repository"""
    with Folder() as folder:
        revision = run(["git", "rev-parse", "HEAD"], cwd=ROOT).output.strip()
        repository(folder, f"repos:\n- repo: {ROOT}\n  rev: {revision}\n  hooks:\n  - id: cu2hip-check\n")
        folder.write("b.cu", FLAWED)
        folder.git("add", "-A")
        output = commit(folder, status=1)
        check("error[CH1001 no-counterpart]" in output, "the built hook flags the file", output)


def from_wheel():
    """pip installs the hook from a wheel"""
    with Folder() as folder:
        extra = f"    additional_dependencies: ['{OPTIONS.wheel}']\n"
        repository(folder, local("cu2hip-check", "python", extra))
        folder.write("b.cu", FLAWED)
        folder.git("add", "-A")
        output = commit(folder, status=1)
        check("error[CH1001 no-counterpart]" in output, "the installed hook flags the file", output)


TESTS = [check_hook, convert_hook, header_hook, own_time]
if OPTIONS.wheel:
    TESTS.append(from_wheel)
if OPTIONS.from_repository:
    TESTS.append(from_repository)
sys.exit(main(TESTS))
