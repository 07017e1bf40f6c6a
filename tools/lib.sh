# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Set-up that the commands in tools/ share: source it. It makes what is missing and takes no time when nothing is.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv

say() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
}

die() {
    say "$@"
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# ---- system packages ----

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_knows() {
    apt-cache show "$1" >/dev/null 2>&1
}

# The first of some package names that this release has.
package_of() {
    local name
    for name in "$@"; do
        if apt_knows "$name"; then
            printf '%s\n' "$name"
            return
        fi
    done
    printf '%s\n' "$1"
}

# install_packages WHAT_FOR PACKAGE...: names the packages, then installs them. Fails where that cannot be done.
install_packages() {
    local what=$1
    shift
    if ! have apt-get; then
        say "missing for $what: $* (Debian's names). There is no apt-get here: install them by hand."
        return 1
    fi
    if [ "$(id -u)" != 0 ] && ! have sudo; then
        say "missing for $what: $*. Install them as root: apt-get install $*"
        return 1
    fi
    say "installing for $what, with apt-get: $*"
    local log=$root/build/apt.log
    mkdir -p "$root/build"
    apt_install "$@" >"$log" 2>&1 && return
    if ! as_root apt-get update >"$log" 2>&1 || ! apt_install "$@" >>"$log" 2>&1; then
        tail -n 5 "$log" >&2
        say "apt-get could not install for $what: $*"
        return 1
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@" </dev/null
}

# True when a compiler driver finds a file of its own, like a specs file or a runtime library.
finds() {
    local path
    path=$("$1" "-print-file-name=$2" 2>/dev/null) && [ "$path" != "$2" ] && [ -e "$path" ]
}

# need GROUP: the tools of one group are there, installed if they were not. Groups: host, checks, clang, lld, lint,
# make, cmake, packers, oldest-meson, arm, riscv, arc, aarch64, clang-cross, newlib, qemu-arm, qemu-riscv, libc-32;
# wasm32, with wasmtime in .venv/; chromium, with selenium in .venv/; for tools/release: release; for tools/bench
# cycles: verilator; for tools/bench mca: mca; for the peers of tools/bench host: eigen, onednn; for tools/verify:
# frama-c, clang-19, qemu-user, valgrind, cppcheck, abigail, big-endian.
need() {
    local missing=()
    case $1 in
    host)
        have cc && [ -e /usr/include/stdio.h ] || missing+=(gcc libc6-dev)
        have pkg-config || missing+=(pkg-config)
        ;;
    checks) # permkern.hpp is tested as C++
        need host || return
        pkg-config --exists check || missing+=(check)
        have g++ || have clang++ || missing+=(g++)
        ;;
    clang)
        need_clang || return
        ;;
    lld) have ld.lld || missing+=(lld) ;;
    lint)
        have clang-tidy || missing+=(clang-tidy)
        have shellcheck || missing+=(shellcheck)
        ;;
    make) have make || missing+=(make) ;;
    cmake) have cmake || missing+=(cmake) ;;
    packers)
        need_packers
        return
        ;;
    oldest-meson)
        need_oldest_meson
        return
        ;;
    arm)
        have arm-none-eabi-gcc || missing+=(gcc-arm-none-eabi)
        finds arm-none-eabi-gcc picolibc.specs || missing+=(picolibc-arm-none-eabi)
        ;;
    riscv)
        have riscv64-unknown-elf-gcc || missing+=(gcc-riscv64-unknown-elf)
        finds riscv64-unknown-elf-gcc picolibc.specs || missing+=(picolibc-riscv64-unknown-elf)
        ;;
    arc) have arc-linux-gnu-gcc || missing+=(gcc-arc-linux-gnu) ;;
    aarch64)
        have aarch64-linux-gnu-gcc || missing+=(gcc-aarch64-linux-gnu)
        [ -e /usr/aarch64-linux-gnu/include/stdio.h ] || missing+=(libc6-dev-arm64-cross)
        have qemu-aarch64 || have qemu-aarch64-static || missing+=(qemu-user)
        ;;
    big-endian)
        have s390x-linux-gnu-gcc || missing+=(gcc-s390x-linux-gnu)
        [ -e /usr/s390x-linux-gnu/include/stdio.h ] || missing+=(libc6-dev-s390x-cross)
        have powerpc64-linux-gnu-gcc || missing+=(gcc-powerpc64-linux-gnu)
        [ -e /usr/powerpc64-linux-gnu/include/stdio.h ] || missing+=(libc6-dev-ppc64-cross)
        have qemu-s390x || missing+=(qemu-user)
        ;;
    release)
        install_requirements requirements-docs.txt && install_requirements requirements-release.txt
        return
        ;;
    wasm32)
        have clang-19 || missing+=(clang-19)
        have llvm-nm-19 || missing+=(llvm-19)
        have wasm-ld-19 || missing+=(lld-19)
        [ -e /usr/include/wasm32-wasi/stdio.h ] || missing+=(wasi-libc)
        [ -e "$(clang-19 --print-resource-dir 2>/dev/null)/lib/wasi/libclang_rt.builtins-wasm32.a" ] ||
            missing+=(libclang-rt-19-dev-wasm32)
        install_requirements requirements-wasm.txt || return
        ;;
    mca)
        have clang-19 || missing+=(clang-19)
        have llvm-mca-19 || missing+=(llvm-19)
        ;;
    newlib) finds arm-none-eabi-gcc libc.a || missing+=(libnewlib-arm-none-eabi) ;;
    clang-cross)
        "$root/tools/clang-cross" any --version >/dev/null 2>&1 ||
            missing+=("$(package_of clang-{16,2{2,1,0},1{9,8,7}})")
        ;;
    eigen)
        have c++ || missing+=(g++)
        have pkg-config || missing+=(pkg-config)
        pkg-config --exists eigen3 || missing+=(libeigen3-dev)
        ;;
    onednn) [ -e /usr/include/oneapi/dnnl/dnnl.h ] || missing+=(libdnnl-dev) ;;
    frama-c)
        have frama-c || missing+=(frama-c-base)
        have why3 || missing+=(why3)
        have z3 || missing+=(z3)
        have cvc4 || missing+=(cvc4)
        ;;
    clang-19)
        have clang-19 || missing+=(clang-19)
        have llvm-cov-19 || missing+=(llvm-19)
        finds clang-19 "libclang_rt.fuzzer-$(uname -m).a" ||
            [ -e "$(clang-19 --print-runtime-dir 2>/dev/null)/libclang_rt.fuzzer.a" ] ||
            missing+=(libclang-rt-19-dev)
        ;;
    valgrind) have valgrind || missing+=(valgrind) ;;
    cppcheck) have cppcheck || missing+=(cppcheck) ;;
    abigail) have abidiff || missing+=(abigail-tools) ;;
    chromium)
        have chromium || missing+=(chromium)
        have chromedriver || missing+=(chromium-driver)
        install_requirements requirements-browser.txt || return
        ;;
    libc-32) [ -e /usr/lib32/crt1.o ] || missing+=(libc6-dev-i386) ;;
    qemu-user) have qemu-x86_64 || missing+=(qemu-user) ;;
    qemu-arm) have qemu-system-arm || missing+=(qemu-system-arm) ;;
    verilator)
        have verilator || missing+=(verilator)
        have g++ || missing+=(g++)
        have make || missing+=(make)
        ;;
    qemu-riscv) have qemu-system-riscv32 || missing+=("$(package_of qemu-system-riscv qemu-system-misc)") ;;
    *) die "no such group of tools: $1" ;;
    esac
    [ ${#missing[@]} -eq 0 ] || install_packages "$1" "${missing[@]}"
}

# own_venv FOLDER REQUIREMENT...: a virtual environment beside .venv/, for what would not stand other versions there.
own_venv() {
    local place=$root/$1 python want
    shift
    # A copied checkout carries scripts that point to where it was.
    want="$root $*"
    [ -x "$place/bin/python3" ] && [ "$(cat "$place/stamp" 2>/dev/null)" = "$want" ] && return
    python=$(find_python) || return
    say "installing into ${place##*/}/: $*"
    rm -rf "$place"
    if ! { "$python" -m venv "$place" &&
        "$place/bin/python3" -m pip --quiet --disable-pip-version-check install "$@"; }; then
        say "pip could not install into ${place##*/}/: $*"
        return 1
    fi
    printf '%s' "$want" >"$place/stamp"
}

# The packers of other registries: their many dependencies have other versions.
need_packers() {
    local packers
    mapfile -t packers < <(grep -v '^#' "$root/tools/requirements-packers.txt")
    own_venv .venv-packers "${packers[@]}"
}

# The oldest Meson that meson.build promises to do with. It asks for distutils, which setuptools has since Python 3.12.
need_oldest_meson() {
    local oldest setuptools
    oldest=$(sed -n "s/.*meson_version: '>=\([0-9.]*\)'.*/\1/p" "$root/meson.build")
    setuptools=$(grep '^setuptools==' "$root/tools/requirements-test.txt")
    own_venv .venv-oldest-meson "meson==$oldest" "$setuptools"
}

# Clang with the sanitizers' runtime, which is a package of its own, named after Clang's version.
need_clang() {
    have clang || install_packages clang clang || return
    local runtime
    runtime=libclang_rt.asan-$(uname -m).a
    finds clang "$runtime" || [ -e "$(clang --print-runtime-dir)/$runtime" ] ||
        [ -e "$(clang --print-runtime-dir)/libclang_rt.asan.a" ] ||
        install_packages "Clang's sanitizers" "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
}

# The groups that a cross file needs.
need_cross() {
    case $1 in *-clang) need clang-cross || return ;; esac
    case $1 in
    cortex-*) need arm && need qemu-arm ;;
    rv32* | rv64*) need riscv && need qemu-riscv ;;
    arc-*) need arc ;;
    aarch64*) need aarch64 ;;
    wasm32*) need wasm32 ;;
    esac
}

# ---- Python ----

find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
        if have "$name" && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    return 1
}

make_venv() {
    local python
    python=$(find_python) || die "Python 3.10 or newer is needed"
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        install_packages "the virtual environment" python3-venv || exit 1
    fi
    say "making a virtual environment in .venv/"
    rm -rf "$venv"
    "$python" -m venv "$venv"
}

# True when the virtual environment is there and a stamp in it says what it should.
installed() {
    [ -x "$venv/bin/python3" ] && [ "$(cat "$1" 2>/dev/null)" = "$2" ]
}

# Installs a list of requirements, unless the stamp says that this very list is installed, in this very place.
install_requirements() {
    local list=$1
    local stamp=$venv/$1.stamp
    local want
    want="$root $(cat "$root/tools/$list") $(cksum <"$root/tools/requirements.lock")"
    installed "$stamp" "$want" && return
    (
        flock 9
        installed "$stamp" "$want" && exit 0
        # A copied checkout carries scripts that point to where it was.
        installed "$venv/place" "$root" || make_venv
        printf '%s' "$root" >"$venv/place"
        say "installing into .venv/: $(grep -v '^#' "$root/tools/$list" | tr '\n' ' ')"
        install_locked "$list" ||
            die "pip could not install tools/$list: is there a network?"
        printf '%s' "$want" >"$stamp"
    ) 9>"$root/.venv.lock"
}

# Installs what requirements.lock has for a list, and nothing without a hash that is there. Lists that are not locked
# (tools/lock says which) are installed by version alone.
install_locked() {
    local pip=("$venv/bin/python3" -m pip --quiet --disable-pip-version-check install)
    if grep -qF -e "-r $1" "$root/tools/requirements.lock"; then
        "$venv/bin/python3" -B "$root/tools/locked.py" "$1" >"$venv/$1.locked" &&
            "${pip[@]}" --require-hashes -r "$venv/$1.locked"
    else
        "${pip[@]}" -r "$root/tools/$1"
    fi
}

# use_venv LIST...: the virtual environment with these lists of requirements, first on PATH; tools/ last, for qemu-run.
use_venv() {
    local list
    for list in "$@"; do
        install_requirements "$list"
    done
    PATH=$venv/bin:$PATH:$root/tools
    export PATH
}

# Files of the project that match patterns: tracked, or new and not ignored.
sources() {
    git -C "$root" ls-files --cached --others --exclude-standard --deduplicate -- "$@" | while read -r file; do
        [ ! -f "$root/$file" ] || printf '%s\n' "$file"
    done
}
