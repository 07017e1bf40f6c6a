# SPDX-License-Identifier: BSD-3-Clause
"""Inspects folders of generated files: the command that wrote them, and files that do not belong there."""

import os
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from ..kernels.documents import OUTPUTS
from ..kernels.manifest import SetError, find_set
from ..kernels.targets import parse_targets

_SOURCES = frozenset(".c .cc .cpp .cxx .h .hh .hpp .hxx .inc .inl .s .S .m .mm".split())
# Build files may be in the folder, as in permkern's own generated/.
_BUILD = frozenset(("meson.build", "CMakeLists.txt", "Makefile", "Kconfig", "BUILD", "BUILD.bazel", "SConscript"))
_BUILD_SUFFIXES = frozenset((".cmake", ".mk", ".d"))
_FILES = {"generate": OUTPUTS, "amalgamate": ("permkern.c", "permkern.h")}  # by the verb that writes them
_COMMAND = re.compile(r"run `permkern (generate|amalgamate) ([^`]*)`")


@dataclass(frozen=True)
class Command:
    """The command that wrote a folder. api: None if it was the default."""

    verb: str = "generate"
    targets: tuple[str, ...] = ()
    api: str | None = None
    cpp: bool = False


@dataclass(frozen=True)
class Strays:
    """Files that do not belong to a folder's set: files that a build would compile, and others."""

    compiled: tuple[str, ...]
    others: tuple[str, ...]


def strays(directory: Path, files: Collection[str], verb: str) -> Strays:
    """Finds strays in a folder of generated files. Hidden files and build files are no strays.

    A build names the source file of an amalgamation, so next to an amalgamation only permkern's files are strays.
    """
    names = sorted(path.name for path in directory.iterdir() if path.is_file() and path.name not in files)
    if verb == "amalgamate":
        names = [name for name in names if _COMMAND.search(_banner(directory / name))]
    names = [name for name in names if not name.startswith(".") and name not in _BUILD]
    compiled = tuple(name for name in names if name.startswith("permkern") or Path(name).suffix in _SOURCES)
    others = tuple(name for name in names if name not in compiled and Path(name).suffix not in _BUILD_SUFFIXES)
    return Strays(compiled, others)


def _banner(path: Path) -> str:
    """Returns a file's leading comments; empty if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            text = file.read(4000)
    except (OSError, ValueError):
        return ""
    return " ".join(re.sub(r"^ \* ?", "", text, flags=re.MULTILINE).split("#", 1)[0].split())


def _written_by(verb: str, directory: Path) -> str:
    """Returns a file that ``verb`` wrote into the folder; empty if there is none."""
    return next((name for name in _FILES[verb] if f"run `permkern {verb} " in _banner(directory / name)), "")


def refuse_other(directory: Path, verb: str) -> None:
    """Raises SetError if the folder has files of the other verb, since a build would compile both."""
    other = next(each for each in _FILES if each != verb)
    found = _written_by(other, directory)
    if found:
        raise SetError(
            f"{directory}: holds {found}, which `permkern {other}` wrote, and a build would take both; "
            f"{verb} into another folder"
        )


def command_of(directory: Path) -> Command:
    """Returns the command that wrote a folder, from the first banner found."""
    banners = (_banner(directory / name) for names in _FILES.values() for name in names)
    found = next(filter(None, map(_COMMAND.search, banners)), None)
    if found is None:
        return Command()
    options = found[2].split(" -o DIR ")[0]
    api = re.search(r"--api (\S+)", options)
    try:
        targets = parse_targets(re.findall(r"--target (\S+)", options))
    except SetError:  # targets of another permkern version: all files differ then
        targets = ()
    return Command(found[1], targets, api[1] if api else None, "--cpp" in options)


def check_arguments(directory: Path, argument: str) -> None:
    """Raises SetError if the arguments of `check` are not a folder and a set."""
    if not os.path.isdir(directory):
        is_set = directory.suffix == ".toml" or find_set(str(directory)) != directory
        if is_set and Path(argument).suffix != ".toml":
            right = f"permkern check {argument} {directory}"
            raise SetError(f"{directory}: a set where the folder belongs; exchange the two: {right}")
        what = "a file, no folder" if os.path.exists(directory) else "no such folder"
        raise SetError(f"{directory}: {what}; give one that `permkern generate` or `permkern amalgamate` wrote")
