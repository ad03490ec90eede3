#!/usr/bin/env python3
"""The module cu2hip.cmake in a real build, with Ninja and with Make.

    cmake.py --tool cu2hip --sysroot FOLDER
"""

import argparse
import re
import sys
import time
from pathlib import Path

from rocm import Rocm
from work import FLAWED, Folder, check, main, run

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--tool", required=True, type=lambda text: str(Path(text).resolve()))
parser.add_argument("--sysroot", required=True)
OPTIONS = parser.parse_args()

LISTS = """cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES CXX HIP)
include(cu2hip.cmake)
add_library(kernels STATIC)
cu2hip_convert(kernels SOURCES src/a.cu src/b.cu INCLUDE_DIRS include)
"""
KERNEL = """#include <cuda_runtime.h>
#include <shared.cuh>
__global__ void k{0}(float* x) {{ x[threadIdx.x] *= SCALE; }}
void run{0}(float* x) {{ k{0}<<<1, 64>>>(x); cudaDeviceSynchronize(); }}
"""


def builds(generator):
    """First build, no work, a source edit, a header edit, a flaw."""
    with Folder() as folder:
        rocm = Rocm(OPTIONS.sysroot, folder.path / "rocm")
        module = run([OPTIONS.tool, "setup", "cmake"]).output
        folder.write("project/cu2hip.cmake", module)
        folder.write("project/CMakeLists.txt", LISTS)
        header = folder.write("project/include/shared.cuh", "#pragma once\n#define SCALE 2.0f\ninline cudaError_t sync() { return cudaDeviceSynchronize(); }\n")
        source = folder.write("project/src/a.cu", KERNEL.format("a"))
        folder.write("project/src/b.cu", KERNEL.format("b"))
        build = folder.path / "build"
        run(["cmake", "-S", folder.path / "project", "-B", build, "-G", generator,
             f"-DCU2HIP_EXECUTABLE={OPTIONS.tool}", *rocm.cmake()])

        def make(status=0):
            time.sleep(1.1)  # the clock of make counts seconds on some file systems
            return run(["cmake", "--build", build, "-v"], status=status).output

        def compiled(seen):
            return sorted(name for name in ("a", "b") if re.search(rf"-o \S*src/{name}\.cu\.o .*-c ", seen))

        seen = make()
        text = (build / "cu2hip/kernels/src/a.cu").read_text()
        check("hip/hip_runtime.h" in text and compiled(seen) == ["a", "b"], "a first build translates and compiles", seen)
        check("hipDeviceSynchronize" in (build / "cu2hip/kernels/include/shared.cuh").read_text(), "headers are translated")
        check(source.read_text() == KERNEL.format("a"), "the sources stay")
        seen = make()
        check(compiled(seen) == [] and "--follow-includes" not in seen, "a second build does no work", seen)
        source.write_text(KERNEL.format("a") + "int more;\n")
        check(compiled(make()) == ["a"], "a source edit compiles that source alone")
        header.write_text(header.read_text().replace("2.0f", "3.0f"))
        seen = make()
        check(compiled(seen) == ["a", "b"], "a header edit is followed", seen)
        source.write_text(FLAWED)
        seen = make(status=None)
        check("CH1001 no-counterpart" in seen and compiled(seen) == [], "what cannot be translated stops the build", seen)
        source.write_text(KERNEL.format("a"))
        check(compiled(make()) == ["a"], "and the repaired source builds")


def ninja():
    """the module with Ninja"""
    builds("Ninja")


def make():
    """the module with Make"""
    builds("Unix Makefiles")


sys.exit(main([ninja, make]))
