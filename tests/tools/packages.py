#!/usr/bin/env python3
"""Each crate is built from the files of its package alone.

    packages.py [--target-dir DIR]

`cargo package` would do it too, but not where crates come from a mirror: there it finds no package of
this workspace. So the files that it lists are laid out as a workspace of their own, and that is built.
"""

import argparse
import json
import os
import re
import shutil
import sys
from pathlib import Path

from work import ROOT, check, main, run

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--target-dir", type=Path, default=Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")))
OPTIONS = parser.parse_args()

#: What `cargo package` lists and makes itself.
MADE = {".cargo_vcs_info.json", "Cargo.toml", "Cargo.lock"}


def published():
    """Name and folder of each crate that is published."""
    text = run(["cargo", "metadata", "--no-deps", "--format-version", "1", "-q"], cwd=ROOT).output
    packages = json.loads(text[text.index("{"):])["packages"]
    return {p["name"]: Path(p["manifest_path"]).parent for p in packages if p["publish"] is None}


def lay_out(name, source, into):
    """Copies the files of a package; the manifest as it is written, without the workspace's part."""
    # Warnings stand in the same output, in lines that name no file.
    listed = run(["cargo", "package", "--list", "--allow-dirty", "-q", "-p", name], cwd=ROOT).output.splitlines()
    files = [one for one in listed if one not in MADE and (source / one).is_file()]
    for one in files:
        path = into / one
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / one, path)
    manifest = (source / "Cargo.toml").read_text()
    (into / "Cargo.toml").write_text(manifest[manifest.index("[package]\n"):])
    return len(files)


def workspace(names):
    """The workspace's part of the manifest, for folders that stand side by side."""
    manifest = (ROOT / "Cargo.toml").read_text()
    head = manifest[:manifest.index("[package]\n")]
    head = re.sub(r"members = \[.*?\]", f"members = {json.dumps(sorted(names))}", head, count=1, flags=re.S)
    return head.replace('path = "crates/', 'path = "')


def packages():
    """the packages, side by side and without the repository around them"""
    crates = published()
    check("cu2hip" in crates and "cu2hip-core" in crates, f"{len(crates)} crates are published")
    target = OPTIONS.target_dir.resolve()
    into = target / "packed"
    shutil.rmtree(into, ignore_errors=True)
    for name, source in crates.items():
        print(f"  {name}: {lay_out(name, source, into / name)} files", flush=True)
    (into / "Cargo.toml").write_text(workspace(crates))
    shutil.copyfile(ROOT / "Cargo.lock", into / "Cargo.lock")
    build = ["cargo", "build", "-q", "--workspace", "--manifest-path", into / "Cargo.toml", "--target-dir", target]
    check(run(build, cwd=into).output == "", "they are built without a warning")


if __name__ == "__main__":
    sys.exit(main([packages]))
