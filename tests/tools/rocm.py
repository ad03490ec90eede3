"""A folder that looks like ROCm to build systems and can compile, made of a release's headers.

`tests/proof/rocm-sysroot.sh` makes the headers; clang compiles the host side to an object and the
device side to machine code. Nothing can be linked: a link step makes an empty file.
"""

import tomllib
from pathlib import Path

from work import ROOT

#: The compiler as build systems call it. HIP is compiled in two steps, since the libraries of device
#: code that a link of the device side would need are not there.
COMPILER = r"""#!/bin/bash
root=@ROOT@
real=${HIP_CLANG:-clang++-19}
as=$(basename "$0")
log=$(dirname "$(dirname "$0")")/compiled
hip= compile= archs=() rest=() host=()
while [ $# -gt 0 ]; do
    case $1 in
    -x) [ "$2" = hip ] && hip=1; rest+=("$1" "$2"); shift ;;
    -xhip) hip=1; rest+=("$1") ;;
    -c) compile=1; host+=(-c) ;;
    -o) host+=(-o "$2"); shift ;;
    --offload-arch=*) archs+=("$1") ;;
    -MD | -MMD | -MP) host+=("$1") ;;
    -MF | -MT | -MQ) host+=("$1" "$2"); shift ;;
    --cuda-host-only) host+=("$1") ;;
    --hip-link) ;;
    *) rest+=("$1") ;;
    esac
    shift
done
if [ "$as" = hipcc ] && [ -z "$hip" ]; then
    case " ${rest[*]} " in
    *.cu\ * | *.hip\ * | *.cpp\ * | *.cc\ * | *.cxx\ * | *.c\ *) hip=1; rest=(-x hip "${rest[@]}") ;;
    esac
fi
# What is compiled and linked at once is compiled one by one, and the link makes an empty file.
if [ -n "$hip" ] && [ -z "$compile" ] && [ "$as" = hipcc ]; then
    sources=() flags=()
    for one in "${rest[@]}"; do
        case $one in
        *.cu | *.hip | *.cpp | *.cc | *.cxx | *.c) sources+=("$one") ;;
        -l* | -L* | *.o | *.a | *.so) ;;
        *) flags+=("$one") ;;
        esac
    done
    for one in "${sources[@]}"; do "$0" "${flags[@]}" "${archs[@]}" -c "$one" -o /dev/null || exit 1; done
    exec touch "${host[1]:-a.out}"
fi
if [ -z "$hip" ]; then
    [ "$as" = hipcc ] && exec touch "${host[1]:-a.out}"
    exec "$real" "${rest[@]}" "${host[@]}" "${archs[@]}"
fi
[ ${#archs[@]} -gt 0 ] || archs=(--offload-arch=gfx90a)
common=(--rocm-path="$root/usr" --hip-path="$root/usr" -nogpulib -idirafter "$(dirname "$log")/omp" -D__HIP_PLATFORM_AMD__=1 -Wno-unused-command-line-argument)
case " ${host[*]} " in
*" --cuda-host-only "*) ;;
*)
    if [ -n "$compile" ]; then
        for arch in "${archs[@]}"; do
            device=()
            for one in "${rest[@]}"; do [ "$one" = -fgpu-rdc ] || device+=("$one"); done
            "$real" "${common[@]}" "${device[@]}" --cuda-device-only "$arch" -S -Xclang -emit-obj -o /dev/null ||
                { echo "failed ${rest[-1]}" >>"$log"; exit 1; }
        done
        host+=(--cuda-host-only)
    fi ;;
esac
"$real" "${common[@]}" "${rest[@]}" "${host[@]}" "${archs[0]}" || { echo "failed ${rest[-1]}" >>"$log"; exit 1; }
[ -z "$compile" ] || echo "ok ${rest[-1]}" >>"$log"
"""

#: ROCm's compiler brings omp.h; what is declared here is enough to compile.
OMP = """#pragma once
extern "C" {
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
void omp_set_num_threads(int);
double omp_get_wtime(void);
}
"""

PACKAGE = """if(NOT TARGET hip::host)
  add_library(hip::host INTERFACE IMPORTED GLOBAL)
  set_target_properties(hip::host PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "@INCLUDE@"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1")
  add_library(hip::device INTERFACE IMPORTED GLOBAL)
endif()
set(hip_VERSION @VERSION@)
"""
TARGET = """if(NOT TARGET @TARGET@)
  add_library(@TARGET@ INTERFACE IMPORTED GLOBAL)
  set_target_properties(@TARGET@ PROPERTIES INTERFACE_LINK_LIBRARIES hip::host)
endif()
"""


class Rocm:
    """The folder, and how CMake and make are told of it."""

    def __init__(self, sysroot, folder, release="7.2"):
        sysroot, self.root = Path(sysroot).resolve(), Path(folder).resolve()
        for name in ("clang++", "hipcc"):
            path = self.root / "bin" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(COMPILER.replace("@ROOT@", str(sysroot)))
            path.chmod(0o755)
        (self.root / "include").unlink(missing_ok=True)
        (self.root / "include").symlink_to(sysroot / "usr/include")
        omp = self.root / "omp/omp.h"
        omp.parent.mkdir(exist_ok=True)
        omp.write_text(OMP)
        self._package("hip-lang", "add_library(hip-lang::device INTERFACE IMPORTED)\n")
        hip = PACKAGE.replace("@INCLUDE@", str(sysroot / "usr/include")).replace("@VERSION@", release + ".0")
        self._package("hip", hip)
        libraries = tomllib.loads((ROOT / "mappings/build/libraries.toml").read_text())
        packages = {}
        for library in libraries.values():
            for one in (library.get("hip"), library.get("roc")):
                if one and one.get("package") not in (None, "hip"):
                    packages.setdefault(one["package"], set()).add(one["target"])
        for package, targets in packages.items():
            text = "".join(TARGET.replace("@TARGET@", target) for target in sorted(targets) if "::" in target)
            self._package(package, "include(CMakeFindDependencyMacro)\nfind_dependency(hip)\n" + text)

    def _package(self, name, text):
        folder = self.root / "lib/cmake" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}-config.cmake").write_text(text)

    @property
    def hipcc(self):
        return self.root / "bin/hipcc"

    def cmake(self, architectures="gfx90a"):
        """Definitions for CMake: the compiler is known, and links make empty files."""
        link = "/usr/bin/env touch <TARGET>"
        features = ";".join(f"hip_std_{year}" for year in ("98", "11", "14", "17", "20", "23"))
        return [f"-DCMAKE_HIP_COMPILER={self.root}/bin/clang++", "-DCMAKE_HIP_COMPILER_FORCED=1",
                "-DCMAKE_HIP_COMPILER_ID_RUN=1", "-DCMAKE_HIP_COMPILER_ID=Clang", "-DCMAKE_HIP_COMPILER_VERSION=19.1",
                "-DCMAKE_HIP_STANDARD_COMPUTED_DEFAULT=17", f"-DCMAKE_HIP_COMPILE_FEATURES={features}", "-DCMAKE_HIP_EXTENSIONS_COMPUTED_DEFAULT=ON",
                f"-DCMAKE_HIP_COMPILER_ROCM_ROOT={self.root}", f"-DCMAKE_HIP_ARCHITECTURES={architectures}",
                f"-DCMAKE_PREFIX_PATH={self.root}", f"-DCMAKE_HIP_LINK_EXECUTABLE={link}",
                f"-DCMAKE_CXX_LINK_EXECUTABLE={link}", f"-DCMAKE_C_LINK_EXECUTABLE={link}",
                f"-DCMAKE_HIP_CREATE_SHARED_LIBRARY={link}", f"-DCMAKE_CXX_CREATE_SHARED_LIBRARY={link}"]
