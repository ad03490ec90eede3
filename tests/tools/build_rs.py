#!/usr/bin/env python3
"""A crate that converts CUDA in its build script, built by the real cargo.

    build_rs.py --sysroot FOLDER --target-dir FOLDER
"""

import argparse
import shutil
import sys
from pathlib import Path

from rocm import Rocm
from work import FLAWED, ROOT, Folder, check, main, run

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--sysroot", required=True)
parser.add_argument("--target-dir", required=True, type=lambda text: str(Path(text).resolve()))
OPTIONS = parser.parse_args()
EXAMPLE = ROOT / "crates/cu2hip/examples/build_script"


def example():
    """the example: first build, no work, a header edit, a flaw"""
    with Folder() as folder:
        rocm = Rocm(OPTIONS.sysroot, folder.path / "rocm")
        crate = folder.path / "crate"
        shutil.copytree(EXAMPLE, crate, ignore=shutil.ignore_patterns("target", "Cargo.lock"))
        manifest = crate / "Cargo.toml"
        manifest.write_text(manifest.read_text().replace("../../../..", str(ROOT)))
        environment = {"CARGO_TARGET_DIR": OPTIONS.target_dir, "HIPCC": str(rocm.hipcc), "CARGO_PROFILE_DEV_DEBUG": "0"}

        def cargo(status=0):
            return run(["cargo", "run", "-v"], cwd=crate, env=environment, status=status).output

        def script_ran(seen):
            return any("Running" in line and "build-script-build" in line for line in seen.splitlines())

        seen = cargo()
        lines = seen.splitlines()
        source, built = Path(lines[-2]), Path(lines[-1])
        text = source.read_text()
        check("#include <hip/hip_runtime.h>" in text and "hipGetLastError" in text, "the kernel is converted", text)
        check((source.parent / "saxpy.cuh").is_file(), "its header stands beside it")
        check(built.suffix == ".o" and built.stat().st_size > 0, "the HIP compiler makes an object", seen)
        depfile = next(folder for folder in source.parents if folder.name == "out") / "hip.d"
        check("saxpy.cuh" in depfile.read_text(), "the depfile names the header")
        check(not script_ran(cargo()), "a second build does no work")
        header = crate / "kernels/saxpy.cuh"
        header.write_text(header.read_text().replace("256", "128"))
        seen = cargo()
        check(script_ran(seen) and "128" in (source.parent / "saxpy.cuh").read_text(), "a header edit is followed", seen)
        kernel = crate / "kernels/saxpy.cu"
        good = kernel.read_text()
        kernel.write_text(good + FLAWED)
        seen = cargo(status=101)
        check("kernels/saxpy.cu:" in seen and "CH1001 no-counterpart" in seen, "an error names file and code", seen)
        kernel.write_text(good.replace("return cuda", "cudaDeviceSynchronize();\n    return cuda"))
        check("hipDeviceSynchronize" in Path(cargo().splitlines()[-2]).read_text(), "and the repaired kernel builds")


sys.exit(main([example]))
