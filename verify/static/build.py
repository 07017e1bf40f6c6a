# SPDX-License-Identifier: BSD-3-Clause
"""What the static steps share: targets as cross/ describes them, permutation sets, objects compiled without Meson."""

import ast
import configparser
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import configurations
from configurations.uses import Firmware
from steps import ROOT, Count, Log

from verify import folders
from verify.step import each

HERE = Path(__file__).resolve().parent
# As meson.build compiles the library, for users whose builds end at a warning: what a set leaves unused, only some
# compilers warn of, and tests do not compile every set by each.
FLAGS = (
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
    "-Wundef",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Werror",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-stack-protector",
    "-fvisibility=hidden",
)
PUBLIC_HEADERS = ("permkern.h", "permkern_mli.h", "permkern_kernels.h")


@dataclass(frozen=True)
class Target:
    """A compiler with its arguments, and the tools for its objects."""

    name: str
    compiler: tuple[str, ...]
    linker: tuple[str, ...] = ("ld",)
    tools: str = ""  # what the names of nm, size, objdump and readelf begin with

    def tool(self, name: str) -> str:
        return self.tools + name


@dataclass(frozen=True)
class Set:
    """A permutation set as firmware takes it; small sets have MLI's four axes."""

    name: str
    defines: tuple[str, ...] = ()


SETS = tuple(Set(chosen.permutations, chosen.defines) for chosen, _ in configurations.used(Firmware))
HOST = Target("host", ("gcc",))


@dataclass(frozen=True)
class Build:
    """A set for a target, at a level of optimisation. folder: the set's kernels, which many builds share."""

    target: Target
    chosen: Set
    level: str
    folder: Path

    @property
    def name(self) -> str:
        return f"{self.target.name}-{self.chosen.name}-O{self.level}"

    @property
    def flags(self) -> tuple[str, ...]:
        return (*self.chosen.defines, f"-O{self.level}")


def verdict(log: Log, good: bool, name: str, problems: Sequence[str] = ()) -> Count:
    """Notes a verdict in the log, with its problems, and returns it as a case."""
    for problem in problems:
        log.note(f"{name}: {problem}")
    log.note(f"{'ok  ' if good else 'FAIL'} {name}")
    return Count(1, 0) if good else Count(0, 1)


# ---- cross files ----


def value(text: str, names: Mapping[str, object]) -> object:
    """A value of a Meson cross file: a string or list of strings, constants by name, joined by `+`."""

    def walk(node: ast.expr) -> object:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.List):
            return [walk(item) for item in node.elts]
        if isinstance(node, ast.Name):
            return names[node.id]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = walk(node.left), walk(node.right)
            if isinstance(left, list) and isinstance(right, list):
                return left + right
        raise ValueError(f"a cross file's value is not understood: {text}")

    return walk(ast.parse(text.strip(), mode="eval").body)


def words(item: object) -> tuple[str, ...]:
    return tuple(map(str, item)) if isinstance(item, list) else (str(item),)


def cross_target(name: str) -> Target:
    """The target of a cross file. Its clang-cross is the one of tools/, which PATH has."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string((ROOT / "cross" / f"{name}.ini").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    if parser.has_section("constants"):
        for key, text in parser.items("constants"):
            names[key] = value(text, names)
    binaries = {key: words(value(text, names)) for key, text in parser.items("binaries")}
    options = parser["built-in options"] if parser.has_section("built-in options") else {}
    arguments = words(value(options["c_args"], names)) if "c_args" in options else ()
    return Target(name, (*binaries["c"], *arguments), binaries["ld"], binaries["nm"][0].removesuffix("nm"))


# ---- sources and objects ----


def kernels(log: Log, directory: Path, name: str) -> Path:
    """The folder of a set's kernels; rendered ones are in the directory."""
    return folders.kernels(log, name, directory / f"set-{name}")


def includes(folder: Path) -> tuple[str, ...]:
    return "-Iinclude", f"-I{folder}", "-Isrc"


def compile_objects(log: Log, target: Target, folder: Path, flags: Sequence[str], directory: Path) -> list[Path]:
    """The library's objects for the kernels in a folder."""
    directory.mkdir(parents=True)

    def build(source: Path) -> Path:
        made = directory / f"{source.stem}.o"
        log.must([*target.compiler, *FLAGS, *flags, *includes(folder), "-c", source, "-o", made])
        return made

    return each(build, folders.sources(folder))


def public_names(log: Log, target: Target, folder: Path, flags: Sequence[str]) -> frozenset[str]:
    """Functions that the public headers declare, not those they define, as this target's compiler reads them."""
    headers = [argument for header in PUBLIC_HEADERS for argument in ("-include", header)]
    command = [*target.compiler, *flags, "-Iinclude", f"-I{folder}", *headers, "-E", "-P", "-x", "c", "/dev/null"]
    statements = re.split(r"[;{}]", log.must(command))
    plain = [text for text in statements if not re.search(r"\b(typedef|static|return)\b", text)]
    declared = (re.search(r"\b((?:permkern|mli)_\w+)\s*\(", text) for text in plain)
    return frozenset(found[1] for found in declared if found)
