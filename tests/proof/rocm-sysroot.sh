#!/bin/bash
# Makes a small folder with ROCm's headers, so that clang can compile HIP code without ROCm.
#
#   rocm-sysroot.sh [--release 6.4|7.2] [--force | --check] FOLDER
#
#   --release  ROCm release wanted, default 7.2
#   --force    make it anew
#   --check    only test the folder; exit status 0 if it is usable
#
# Made are (about 40 MB; 4 MB of packages and 11 MB of package lists are fetched):
#   FOLDER/usr/include, FOLDER/usr/share/hip   headers of the runtime and of all libraries
#   FOLDER/bin/hip-check FILE [options]        compiles FILE for host and device, writes nothing
#   FOLDER/PACKAGES                            the packages and their versions
#
# The headers come out of Debian's packages, unpacked and not installed; none of the big GPU
# libraries is fetched, so nothing can be linked or run. The archive is the one of this machine's
# apt sources. apt runs with a state of its own. The compiler is the package clang-19, the LLVM
# that ROCm 6.4 is built on; it is installed if it is missing and the user is root.
#
# Environment: ROCM_SUITES  Debian suites to look in, first match wins
#              HIP_CLANG    compiler, default clang++-19
set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive

REQUIRED="libamdhip64-dev libhsa-runtime-dev librocblas-dev libhipblas-dev libhipblas-common-dev
 libhipblaslt-dev librccl-dev libmiopen-dev libhipsparse-dev librocsparse-dev libhipsolver-dev
 librocsolver-dev libhipfft-dev librocfft-dev libhiprand-dev librocrand-dev libhipcub-dev
 librocthrust-dev librocprim-dev libroctx-dev"
OPTIONAL="libhiprtc-dev libhipsparselt-dev librocwmma-dev librocm-smi-dev libamd-smi-dev"

say() { printf 'rocm-sysroot: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

usage() { sed -n '2,/^set -e/p' "$0" | sed '$d; s/^# \{0,1\}//'; }

# Prints "ARCHIVE KEYRING" for each plain Debian archive in this machine's apt sources.
list_archives() {
    local file
    shopt -s nullglob
    for file in /etc/apt/sources.list.d/*.sources; do
        awk 'BEGIN { RS = ""; FS = "\n" }
             { uri = ""; key = "-"; types = ""
               for (i = 1; i <= NF; i++) {
                   split($i, word, /[ \t]+/)
                   if ($i ~ /^Types:/) types = $i
                   if ($i ~ /^URIs:/) uri = word[2]
                   if ($i ~ /^Signed-By:/) key = word[2]
               }
               if (types ~ /deb/ && uri ~ /\/debian\/?$/) print uri, key }' "$file"
    done
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$file" ] || continue
        sed -n 's/#.*//; s/^[ \t]*deb[ \t]\{1,\}\(\[[^]]*\]\)\{0,1\}[ \t]*\([^ \t]*\).*/\2 \1/p' "$file" |
            awk '$1 ~ /\/debian\/?$/ {
                     key = "-"
                     if (match($0, /signed-by=[^] \t]*/)) key = substr($0, RSTART + 10, RLENGTH - 10)
                     print $1, key }'
    done
}

# apt with a state of its own, so that the machine's is not touched.
private_apt() {
    local command=$1
    shift
    "$command" -o Dir::State="$work/state" -o Dir::State::status="$work/status" \
        -o Dir::Cache="$work/cache" -o Dir::Etc::sourcelist="$work/sources.list" \
        -o Dir::Etc::sourceparts=- -o Dir::Etc::preferences=/dev/null \
        -o Dir::Etc::preferencesparts=/dev/null -o Acquire::Check-Valid-Until=false \
        -o Acquire::Check-Date=false -o Acquire::Languages=none -o Acquire::Retries=3 \
        -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
        -o APT::Sandbox::User=root "$@"
}

# Reads the package lists of one suite and prints the version of HIP that it has.
read_suite() {
    echo "deb [signed-by=$keyring] $archive $1 main" >"$work/sources.list"
    rm -rf "$work/state/lists"
    mkdir -p "$work/state/lists/partial"
    private_apt apt-get update -qq >&2 || { say "no package lists of $1"; return 0; }
    private_apt apt-cache policy libamdhip64-dev | awk '/Candidate:/ && $2 != "(none)" { print $2 }'
}

install_compiler() {
    command -v "$clang" >/dev/null && return
    [ "$(id -u)" = 0 ] || die "no $clang: install the package clang-19, or set HIP_CLANG"
    say "installing clang-19"
    apt-get install -y -qq --no-install-recommends clang-19 >/dev/null 2>&1 ||
        { apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends clang-19 >/dev/null; } ||
        die "clang-19 could not be installed"
}

write_hip_check() {
    mkdir -p "$1/bin"
    cat >"$1/bin/hip-check" <<EOF
#!/bin/sh
# hip-check FILE [clang options]: compiles FILE as HIP for the host and for the device down to
# machine code, writes nothing. HIP_ARCH: device (gfx90a). HIP_CLANG: compiler ($clang).
# HIP_SYNTAX_ONLY=1: types only, in a quarter of the time; left-over PTX is not found.
root=\$(dirname "\$(dirname "\$(readlink -f "\$0")")")
set -- -x hip --offload-arch=\${HIP_ARCH:-gfx90a} --rocm-path="\$root/usr" --hip-path="\$root/usr" \\
    -nogpulib -std=c++17 "\$@"
clang=\${HIP_CLANG:-$clang}
[ "\${HIP_SYNTAX_ONLY:-0}" = 1 ] && exec "\$clang" "\$@" -fsyntax-only
"\$clang" "\$@" --cuda-host-only -fsyntax-only &&
    exec "\$clang" "\$@" --cuda-device-only -S -Xclang -emit-obj -o /dev/null
EOF
    chmod 755 "$1/bin/hip-check"
}

# A right file passes, wrong ones (for the front end, for the back end) do not.
self_test() {
    local folder status=0 wrong
    folder=$(mktemp -d)
    cat >"$folder/right.hip" <<'EOF'
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hiprtc.h>
#include <hipblas/hipblas.h>
#include <hiprand/hiprand_kernel.h>
#include <rccl/rccl.h>
__global__ void k(float* x) { x[threadIdx.x] = __shfl_xor(x[0], 1); }
int main() {
    float* d;
    if (hipMalloc(&d, 4) != hipSuccess) return 1;
    k<<<1, 64>>>(d);
    hipblasHandle_t handle;
    return hipblasCreate(&handle) != HIPBLAS_STATUS_SUCCESS;
}
EOF
    cat >"$folder/name.hip" <<'EOF'
#include <hip/hip_runtime.h>
__global__ void k() { no_such_name(); }
EOF
    cat >"$folder/ptx.hip" <<'EOF'
#include <hip/hip_runtime.h>
__global__ void k(unsigned* p) { unsigned r; asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); *p = r; }
EOF
    "$target/bin/hip-check" "$folder/right.hip" || status=1
    for wrong in name ptx; do
        if "$target/bin/hip-check" "$folder/$wrong.hip" >/dev/null 2>&1; then
            say "a wrong file passed: $wrong"
            status=1
        fi
    done
    rm -rf "$folder"
    return $status
}

release=7.2 force=0 check=0
while [ $# -gt 0 ]; do
    case $1 in
    --release) release=${2:?--release needs a number}; shift 2 ;;
    --force) force=1; shift ;;
    --check) check=1; shift ;;
    -h | --help) usage; exit 0 ;;
    -*) die "unknown option $1" ;;
    *) break ;;
    esac
done
[ $# -eq 1 ] || die "one folder is needed; see --help"
case $release in
6.*) suites=${ROCM_SUITES:-sid testing} ;;
*) suites=${ROCM_SUITES:-experimental sid} ;;
esac
clang=${HIP_CLANG:-clang++-19}
mkdir -p "$1"
target=$(cd "$1" && pwd)

if [ $check = 1 ]; then
    self_test
    exit
fi
exec 9>"$target/.lock"
flock 9
if [ $force = 0 ] && [ -s "$target/PACKAGES" ] && self_test 2>/dev/null; then
    say "whole already: $(grep '^libamdhip64-dev ' "$target/PACKAGES")"
    exit 0
fi
install_compiler

read -r archive keyring < <(list_archives | head -1) || true
[ -n "${archive:-}" ] || die "this machine's apt sources name no Debian archive"
case $keyring in
/*) ;;
*) keyring=/usr/share/keyrings/debian-archive-keyring.gpg ;;
esac
[ -r "$keyring" ] || die "no keyring: install the package debian-archive-keyring"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/cache/archives/partial" "$work/debs" "$work/root"
: >"$work/status"

found='' fallback='' version=''
for suite in $suites; do
    version=$(read_suite "$suite")
    say "$suite has HIP ${version:-not at all}"
    case $version in
    "$release"*) found=$suite; break ;;
    '') ;;
    *) fallback=${fallback:-$suite} ;;
    esac
done
if [ -z "$found" ]; then
    [ -n "$fallback" ] || die "no suite of '$suites' has libamdhip64-dev"
    found=$fallback
    version=$(read_suite "$found")
    say "*******************************************************************"
    say "WARNING: ROCm $release was not found. $found has $version: what is"
    say "proved with this folder is proved for $version, not for $release."
    say "*******************************************************************"
fi

# shellcheck disable=SC2086  # the lists are words
available=$(private_apt apt-cache show $REQUIRED $OPTIONAL 2>/dev/null | awk '/^Package:/ { print $2 }' | sort -u)
packages=()
for package in $REQUIRED $OPTIONAL; do
    if printf '%s\n' "$available" | grep -qx -- "$package"; then
        packages+=("$package")
    else
        say "WARNING: $found has no $package; it is left out"
    fi
done
(cd "$work/debs" && private_apt apt-get download -qq "${packages[@]}") || die "the download failed"
for deb in "$work"/debs/*.deb; do dpkg-deb -x "$deb" "$work/root"; done
# Only headers and the version file are needed.
rm -rf "$work/root/usr/share/doc" "$work/root/usr/lib"
write_hip_check "$work/root"

rm -rf "$target/usr" "$target/bin" "$target/PACKAGES"
cp -r "$work/root/usr" "$work/root/bin" "$target/"
self_test || die "the self-test failed"
for deb in "$work"/debs/*.deb; do
    echo "$(dpkg-deb -f "$deb" Package) $(dpkg-deb -f "$deb" Version)"
done | sort >"$target/PACKAGES"
cat "$target/PACKAGES"
say "done: HIP $version, $("$clang" --version | head -1)"
