#!/usr/bin/env python3
"""Projects of the corpus whose build files are written: they configure and compile as HIP.

    build_files.py --tool cu2hip --sysroot FOLDER
"""

import argparse
import sys
from pathlib import Path

from rocm import Rocm
from work import ROOT, Folder, check, main, run

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--tool", required=True, type=lambda text: str(Path(text).resolve()))
parser.add_argument("--sysroot", required=True)
OPTIONS = parser.parse_args()


def port(folder, project):
    """The translation of a project of the corpus in a scratch folder."""
    out = folder.path / "port"
    run([OPTIONS.tool, "convert", "-q", "--build-files", "--arch", "gfx90a,gfx1100", "-o", out, ROOT / "corpus" / project])
    return out


def cmake_project():
    """a CMake project, with Ninja and with Make"""
    with Folder() as folder:
        rocm = Rocm(OPTIONS.sysroot, folder.path / "rocm")
        out = port(folder, "cmake_project")
        for generator in ("Ninja", "Unix Makefiles"):
            build = folder.path / generator
            seen = run(["cmake", "-S", out, "-B", build, "-G", generator, *rocm.cmake("gfx90a;gfx1100")]).output
            seen += run(["cmake", "--build", build, "-v"]).output
            objects = sorted(path.name for path in build.rglob("*.o"))
            wanted = ["blur.cu.o", "device_image.cpp.o", "equalize.cu.o", "main.cpp.o"]
            check(objects == wanted, f"{generator} compiles every source", f"{objects}\n{seen}")
            check("--offload-arch=gfx1100" in seen and "-ffast-math" in seen, "with the flags of HIP", seen)


def makefile_project():
    """a makefile"""
    with Folder() as folder:
        rocm = Rocm(OPTIONS.sysroot, folder.path / "rocm")
        out = port(folder, "makefile_project")
        paths = {"PATH": f"{rocm.root}/bin:/usr/bin:/bin"}
        seen = run(["make", "-C", out, f"CUDA_PATH={rocm.root}", "nbody"], env=paths).output
        objects = sorted(path.name for path in out.glob("*.o") if path.stat().st_size > 0)
        check(objects == ["main.o", "nbody.o"], "make compiles every source", f"{objects}\n{seen}")
        check("-Wall -Wextra" in seen and "-fgpu-rdc -c" in seen, "with the flags of HIP", seen)


def twice():
    """a second run changes no build file"""
    with Folder() as folder:
        for project in ("cmake_project", "makefile_project", "torch_extension"):
            out = port(folder, project)
            patch = run([OPTIONS.tool, "convert", "-q", "--build-files", "--no-annotate", "--arch", "gfx90a,gfx1100", out]).output
            check(patch == "", f"nothing is left to do in {project}", patch)


sys.exit(main([cmake_project, makefile_project, twice]))
