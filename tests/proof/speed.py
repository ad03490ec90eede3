#!/usr/bin/env python3
"""How fast a tree is translated, beside a plain search for the same names.

    speed.py --tool target/release/cu2hip [FOLDER]

Without a folder the corpus is copied fifty times. Printed are the seconds of processor time (user
and system, since other work on the machine stretches the time of day) and the peak memory of
`cu2hip convert -j1` (the patch is thrown away) and of `rg -j1 -c` with the stems of CUDA's names,
their ratio, and the time of day that starting up takes. Best of several runs; nothing is asserted.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
COPIES = 50
#: Beginnings and parts of the names that a translation looks for.
STEMS = """cuda CUDA cublas CUBLAS cudnn CUDNN cufft CUFFT curand CURAND cusparse CUSPARSE cusolver CUSOLVER nccl NCCL
 nvrtc NVRTC nvtx cub:: thrust:: cooperative_groups __global__ __device__ __shared__ __constant__ __host__ <<< warpSize
 __shfl __ballot __syncwarp __launch_bounds__ cuCtx cuMem cuModule cuLaunch cuDevice CUdevice CUresult CUstream cuComplex
 __half __nv_bfloat16 asm""".split()


def measure(command, runs, output=subprocess.DEVNULL):
    """Least seconds (of the clock, of the processor) and most resident megabytes of a command; exits if it fails."""
    best, least, peak = None, None, 0
    for _ in range(runs):
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE)
        message = process.stderr.read()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        elapsed = time.monotonic() - begin
        if process.returncode != 0:
            raise SystemExit(f"{command[0]}: exit status {process.returncode}: {message.decode(errors='replace')[-500:]}")
        best = elapsed if best is None else min(best, elapsed)
        used = usage.ru_utime + usage.ru_stime
        least = used if least is None else min(least, used)
        peak = max(peak, usage.ru_maxrss / 1024)
    return best, least, peak


def size_of(tree):
    """Files and bytes below a folder."""
    sizes = [p.stat().st_size for p in tree.rglob("*") if p.is_file()]
    return len(sizes), sum(sizes)


def compare(tool, tree, runs):
    files, size = size_of(tree)
    search = ["rg", "-j1", "-c", "--fixed-strings"]
    for stem in STEMS:
        search += ["-e", stem]
    # Not to /dev/null: a search that finds it there may stop at the first match.
    with tempfile.TemporaryFile() as output:
        _, found, _ = measure([*search, str(tree)], runs, output)
    _, ours, peak = measure([tool, "convert", str(tree), "-j1", "--quiet", "--color", "never"], runs)
    print(f"{files} files, {size / 1e6:.1f} MB")
    print(f"  convert -j1   {ours:8.3f} s   {size / ours / 1e6:7.1f} MB/s   peak {peak:.0f} MB")
    print(f"  rg -j1 -c     {found:8.3f} s   {size / found / 1e6:7.1f} MB/s   {len(STEMS)} stems")
    print(f"  ratio         {ours / found:8.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="cu2hip", help="the cu2hip binary")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the best counts")
    parser.add_argument("tree", nargs="?", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    start, _, peak = measure([arguments.tool, "--version"], 20)
    print(f"start-up: {start * 1e3:.1f} ms, {peak:.0f} MB")
    if arguments.tree:
        compare(arguments.tool, arguments.tree, arguments.runs)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        for n in range(COPIES):
            shutil.copytree(CORPUS, tree / f"copy{n}")
        compare(arguments.tool, tree, arguments.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
