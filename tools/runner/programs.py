# SPDX-License-Identifier: BSD-3-Clause
"""Compiles a configuration's library with compiler commands, for programs that Meson does not build."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from runner.configurations import Configuration, named
from runner.step import BUILD, ROOT, Log

PERMKERN = (sys.executable, "-B", ROOT / "tools" / "permkern.py")


def fresh(name: str) -> Path:
    """Returns build/NAME, emptied."""
    folder = BUILD / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def tracked(log: Log, *patterns: str) -> list[Path]:
    """Returns the existing tracked files that match Git's patterns."""
    listed = log.must(["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *patterns])
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def copy_tracked(log: Log, folder: Path) -> Path:
    """Copies the tracked files, with uncommitted changes, into a folder. Returns the folder."""
    for path in tracked(log):
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    return folder


def generate(log: Log, permutations: str | Path, folder: Path) -> Path:
    """Generates a set's kernels into a folder and returns it. permutations: as in Configuration, or a path."""
    log.must([*PERMKERN, "generate", "-o", folder, permutations])
    return folder


def compile_arrays() -> None:
    """Compiles the extension module of permkern.permute for NumPy arrays, without vectors, into generator/."""
    places = ("--build-temp", BUILD / "native", "--build-lib", BUILD / "native" / "lib")  # build/lib is for pip
    command = (sys.executable, "setup.py", "-q", "build_ext", "--inplace", *places)
    environment = {**os.environ, "CFLAGS": " ".join(named("words").defines)}
    subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)


def includes(configuration: Configuration, generated: Path, *more: str) -> list[str]:
    places = (generated, *(ROOT / place for place in (configuration.mli, "include", "src", *more)))
    return [*configuration.defines, *configuration.flags, *(f"-I{place}" for place in dict.fromkeys(places))]


def library(
    log: Log,
    folder: Path,
    configuration: Configuration,
    compiler: Sequence[str],
    permutations: str | Path = "",
    generated: Path | None = None,
) -> tuple[list[Path], list[str]]:
    """
    Compiles the library in a new folder. Returns its objects, and the compiler arguments for programs that use it.
    permutations: replaces the configuration's set. generated: a folder with existing kernels.
    """
    folder.mkdir(parents=True, exist_ok=True)
    generated = generated or generate(log, permutations or configuration.permutations, folder / "generated")
    arguments = includes(configuration, generated, "tests", "tests/plain_check")
    sources = sorted([*(ROOT / "src").rglob("*.c"), *generated.glob("*.c")])
    objects = folder / "objects"
    objects.mkdir()
    log.must([*compiler, "-std=gnu11", *arguments, "-c", *sources], cwd=objects)
    return sorted(objects.glob("*.o")), arguments
