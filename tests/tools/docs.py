#!/usr/bin/env python3
"""The documentation: it builds as a book, its links lead somewhere, and its commands run.

    docs.py --mdbook PROGRAM --tool cu2hip --sysroot FOLDER --target-dir FOLDER [--pre-commit PROGRAM]

In a page, the blocks of one page share a scratch folder: a block `lang,file=NAME` is written to a file,
a block `sh,run` is run by bash and must succeed.
"""

import argparse
import os
import re
import sys
from pathlib import Path

from rocm import Rocm
from work import ROOT, Failed, Folder, check, main, run

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--mdbook", required=True)
parser.add_argument("--tool", required=True, type=lambda text: Path(text).resolve())
parser.add_argument("--sysroot", required=True)
parser.add_argument("--target-dir", required=True, type=lambda text: str(Path(text).resolve()))
parser.add_argument("--pre-commit", default="pre-commit", type=lambda text: Path(text).absolute())
OPTIONS = parser.parse_args()

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(\S+)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages():
    return sorted(DOCS.rglob("*.md"))


def book():
    """mdBook builds it"""
    seen = run([OPTIONS.mdbook, "build", DOCS]).output
    check("ERROR" not in seen and "WARN" not in seen, "without a warning", seen)
    listed = set(re.findall(r"\(([^)]+\.md)\)", (DOCS / "SUMMARY.md").read_text()))
    there = {page.relative_to(DOCS).as_posix() for page in pages()} - {"SUMMARY.md"}
    check(listed == there, "every page is in the table of contents", listed ^ there)


def anchors(page):
    """The anchors of a page, as mdBook and code hosts make them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(BLOCK, "", page.read_text()), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links():
    """every link leads somewhere"""
    count = 0
    for page in [*pages(), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SHORTCOMINGS.md"]:
        for link in LINK.findall(re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)):
            if link.startswith(("http://", "https://")):
                continue
            count += 1
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists():
                raise Failed(f"{page}: {link} leads nowhere")
            if anchor and anchor not in anchors(target):
                raise Failed(f"{page}: {link}: no such title")
    check(count > 50, f"{count} links")


def blocks():
    """the commands of every page run"""
    for page in pages():
        found = [(info.split(","), text) for info, text in BLOCK.findall(page.read_text())]
        if not any("run" in info for info, _ in found):
            continue
        with Folder() as folder:
            rocm = Rocm(OPTIONS.sysroot, folder.path / ".rocm")
            names = [definition[2:].split("=", 1) for definition in rocm.cmake()]
            toolchain = folder.write(".toolchain.cmake", "".join(f'set({name} "{value}")\n' for name, value in names))
            programs = {"cu2hip": OPTIONS.tool, "pre-commit": OPTIONS.pre_commit}
            for name, program in programs.items():
                link = folder.path / ".bin" / name
                link.parent.mkdir(exist_ok=True)
                link.symlink_to(program)
            environment = {"PATH": f"{folder.path}/.bin:{os.environ['PATH']}", "REPOSITORY": str(ROOT),
                           "CMAKE_TOOLCHAIN_FILE": str(toolchain), "CARGO_TARGET_DIR": OPTIONS.target_dir,
                           "PRE_COMMIT_HOME": str(folder.path / ".pre-commit")}
            commands = "set -euo pipefail\n"
            for info, text in found:
                file = next((part.removeprefix("file=") for part in info if part.startswith("file=")), None)
                if file:
                    # The crate is not published yet: a reader in a clone writes its path.
                    text = text.replace('version = "0.1", default', f'path = "{ROOT}", default')
                    folder.write(file, text)
                if "run" in info:
                    commands += text
            run(["bash", "-c", commands], cwd=folder.path, env=environment)
            check(True, page.relative_to(ROOT))


sys.exit(main([book, links, blocks]))
