"""Translating a tree and compiling its files as HIP: what the proof scripts share.

Python's standard library only. Nothing is linked or run: the device side goes down to machine
code, since some faults (left-over PTX) show only there, the host side is checked for types.
"""

import json
import re
import subprocess
from pathlib import Path

#: What can come of one file.
COMPILED = "compiled"
FLAGGED = "failed, flagged"
UNFLAGGED = "failed, unflagged"
FOREIGN = "foreign header"
FRAGMENT = "part of others"
TIMEOUT = "time limit"
CLASSES = (COMPILED, FLAGGED, UNFLAGGED, FOREIGN, FRAGMENT, TIMEOUT)

ERROR = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>.*)$", re.M)
MISSING = re.compile(r"'([^']+)' file not found")

#: Headers of CUDA's libraries: one that is left in a translation is a fault, not a missing package.
CUDA_HEADER = re.compile(
    r"^(cuda|cublas|cufft|curand|cusparse|cusolver|cudnn|cupti|cutensor|cuComplex|nvrtc|nvml|nvToolsExt|nvJitLink|nppi?|npp"
    r"|nccl|nvtx3/|cub/|cooperative_groups|mma\.h|device_launch_parameters|texture_|surface_|vector_types|builtin_types"
    r"|device_functions|device_atomic_functions|sm_\d+_|crt/|thrust/system/cuda|cudaGL|cuda/)"
)
#: Third-party templates for NVIDIA devices that are no part of the CUDA toolkit.
FOREIGN_TEMPLATE = re.compile(r"^(cutlass|cute|cudf|raft|rmm|flashinfer)/")


def run(command, seconds=600, **options):
    """Output, errors and exit status of a command; status None if the time was up."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds, **options)
        return done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired:
        return "", "", None


def program(tool):
    """The tool as it is found from any folder."""
    return str(Path(tool).resolve()) if "/" in tool else tool


def convert(tool, tree, out, extra=()):
    """Translates a whole tree into `out`; returns what the tool printed."""
    stdout, stderr, status = run([program(tool), "convert", str(tree), "-o", str(out), *extra], 1800)
    if status not in (0, 1) or "panicked at" in stderr:
        raise SystemExit(f"convert {tree}: exit status {status}\n{stderr[-2000:]}")
    return stdout + stderr


def count_edits(tool, tree, extra=()):
    """Files that a run on a translated tree would still change."""
    command = [program(tool), "convert", ".", "--no-annotate", "--color", "never", *extra]
    stdout, stderr, status = run(command, 1800, cwd=tree)
    if status is None or status > 1:
        raise SystemExit(f"second run on {tree}: exit status {status}\n{stderr[-2000:]}")
    return re.findall(r"^--- (?:a/)?(\S+)", stdout, re.M)


def findings(tool, tree, extra=()):
    """All findings by the path of the file relative to the tree."""
    command = [program(tool), "check", ".", "--message-format", "json", "--fail-on", "never", *extra]
    stdout, stderr, status = run(command, 1800, cwd=tree)
    if status != 0:
        raise SystemExit(f"check {tree}: exit status {status}\n{stderr[-2000:]}")
    result = {}
    for line in stdout.splitlines():
        one = json.loads(line) if line.startswith("{") else {}
        if "code" in one:
            result.setdefault(Path(one["file"]).as_posix(), []).append(one)
    return result


def weighty(found):
    """Those that say that something in the source may fail (6xxx speak of the build)."""
    return [
        one
        for one in found
        if one["severity"] in ("error", "warning") and not one["code"].startswith("CH6")
    ]


class Compiler:
    """clang with one release's headers."""

    def __init__(self, sysroot, architectures, clang="clang++-19", standard="c++17"):
        self.sysroot = Path(sysroot)
        self.architectures = architectures
        self.clang = clang
        self.standard = standard

    def release(self):
        """HIP's version as the packages name it."""
        for line in (self.sysroot / "PACKAGES").read_text().splitlines():
            if line.startswith("libamdhip64-dev "):
                return line.split()[1]
        return "unknown"

    def command(self, source, options):
        rocm = self.sysroot / "usr"
        if Path(source).suffix == ".c":
            return [self.clang.replace("++", ""), "-x", "c", "-fsyntax-only", f"-I{rocm / 'include'}", "-w", "-ferror-limit=0",
                    "-D__HIP_PLATFORM_AMD__", *options, str(source)]
        return [self.clang, "-x", "hip", f"--rocm-path={rocm}", f"--hip-path={rocm}", "-nogpulib", "-w",
                "-ferror-limit=0", f"-std={self.standard}", "-D__HIP_PLATFORM_AMD__", *options, str(source)]

    def compile(self, source, options=(), seconds=240, device=True):
        """The errors of the host side and of each device, as (file, line, text); None at a time limit."""
        errors = []
        sides = [["--cuda-host-only", "-fsyntax-only", f"--offload-arch={self.architectures[0]}"]]
        if Path(source).suffix == ".c":
            sides, device = [[]], False
        for arch in self.architectures if device else []:
            sides.append(["--cuda-device-only", f"--offload-arch={arch}", "-S", "-Xclang", "-emit-obj", "-o", "/dev/null"])
        for side in sides:
            _, stderr, status = run(self.command(source, [*side, *options]), seconds)
            if status is None:
                return None
            found = [(m["file"], int(m["line"]), m["text"]) for m in ERROR.finditer(stderr)]
            if status != 0 and not found:
                found = [(str(source), 0, (stderr.strip().splitlines() or ["the compiler failed"])[-1])]
            errors += found
            if found and side is sides[0] and MISSING.search(found[0][2]):
                break  # what follows a missing header says nothing
        return list(dict.fromkeys(errors))


def missing_header(errors):
    """The header that is missing, if that is what failed."""
    for _, _, text in errors:
        match = MISSING.search(text)
        if match:
            return match[1]
    return None


def is_foreign(header, project_headers):
    """True if a header is of no package that a translation could name."""
    if header in project_headers or Path(header).name in project_headers:
        return False
    if header.startswith(("rocm-core/", "hiptensor/")):
        return True  # of packages that the sysroot does not hold
    if re.match(r"^(hip|rocblas|hipblas|rocm|roc|hipcub|rccl|miopen|thrust|rocprim)", header):
        return False
    return not CUDA_HEADER.match(header) or bool(FOREIGN_TEMPLATE.match(header))


def classify(errors, flags, project_headers, reached):
    """The class of a file.

    `flags` maps paths to findings, `reached` are the paths (as in `flags`) of the file itself and
    of the project's files in which its errors lie: a finding in a header explains an error there.
    """
    if errors is None:
        return TIMEOUT
    if not errors:
        return COMPILED
    header = missing_header(errors)
    if header and is_foreign(header, project_headers):
        return FOREIGN
    return FLAGGED if any(weighty(flags.get(path, [])) for path in reached) else UNFLAGGED
