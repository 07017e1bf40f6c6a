# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the static steps: compilers from cross/, firmware configurations, public function names."""

import ast
import configparser
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from runner.configurations import Configuration
from runner.programs import includes
from runner.step import Count, Log
from runner.targets import Target

# meson.build's flags for the library. Warnings are errors here, because tests do not compile each set with each
# compiler, and a warning may break a user's build.
FLAGS = (
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
    "-Wundef",
    "-Wdate-time",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Werror",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-stack-protector",
    "-fvisibility=hidden",
)
PUBLIC_HEADERS = ("permkern.h", "permkern_mli.h", "permkern_kernels.h")

# Firmware configurations. MLI has at most four axes.
DEFAULT = Configuration("default")
MLI = Configuration("mli", macros=("PERMKERN_MAX_RANK=4",), permutations="mli")
TINY = Configuration("tiny", macros=("PERMKERN_MAX_RANK=4",), permutations="tiny")


@dataclass(frozen=True)
class Toolchain:
    """A compiler with its arguments, and the tools for its objects. prefix: name prefix of nm, size and readelf."""

    name: str
    compiler: tuple[str, ...]
    linker: tuple[str, ...] = ("ld",)
    prefix: str = ""

    def compile(self, level: str) -> tuple[str, ...]:
        return (*self.compiler, *FLAGS, f"-O{level}")


HOST = Toolchain("host", ("gcc",))


def words(text: str, constants: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Returns a Meson cross file value as strings. The value joins strings, lists and constants by `+`."""
    found: list[str] = []
    for term in re.split(r"\s\+\s", text.strip()):
        value = constants[term] if term in constants else ast.literal_eval(term)
        found += [value] if isinstance(value, str) else value
    return tuple(found)


def cross(name: str) -> Toolchain:
    """Returns the toolchain in the target's cross files."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(Target(name).files, encoding="utf-8")
    constants: dict[str, Sequence[str]] = {}
    if parser.has_section("constants"):
        for key, text in parser.items("constants"):
            constants[key] = words(text, constants)
    binaries = {key: words(text, constants) for key, text in parser.items("binaries")}
    arguments = parser.get("built-in options", "c_args", fallback="[]")
    compiler = (*binaries["c"], *words(arguments, constants))
    return Toolchain(name, compiler, binaries.get("ld", ("ld",)), binaries["nm"][0].removesuffix("nm"))


def verdict(log: Log, name: str, problems: Sequence[str]) -> Count:
    """Counts one case, which passes without problems. Logs the problems."""
    for problem in problems:
        log.note(f"{name}: {problem}")
    log.note(f"{'FAIL' if problems else 'ok  '} {name}")
    return Count.of(not problems)


def public_names(log: Log, compiler: Sequence[str], configuration: Configuration, generated: Path) -> frozenset[str]:
    """Returns the functions that the preprocessed public headers declare but do not define."""
    headers = [argument for header in PUBLIC_HEADERS for argument in ("-include", header)]
    command = [*compiler, *includes(configuration, generated), *headers, "-E", "-P", "-x", "c", "/dev/null"]
    statements = re.split(r"[;{}]", log.must(command))
    plain = [text for text in statements if not re.search(r"\b(typedef|static|return)\b", text)]
    declared = (re.search(r"\b((?:permkern|mli)_\w+)\s*\(", text) for text in plain)
    return frozenset(found[1] for found in declared if found)
