# SPDX-License-Identifier: BSD-3-Clause
"""
An amalgamation is the library: for every target, its compiler's preprocessor leaves the same functions and tables of
both, token for token. Nothing is compiled, so that targets without an emulator are looked at as well.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from configurations.targets import targets
from steps import ROOT, Count, Log

from generator.instruction_sets import TARGETS
from verify.folders import fresh, sources
from verify.static.build import HOST, Target, cross_target, includes, verdict
from verify.step import Depth, Outcome, each

SETS = ("gtcrn", "default")  # with pinned kernels; with a kernel of every kind. --quick takes the first
# A function with its body, and a table with its entries: both begin at a line's first column.
FUNCTION = re.compile(r"^(?![#\s}])[^\n;{}]*?\b(\w+)\([^;{}]*?\)\s*\n?\{.*?^\}", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^(?![#\s}])[^\n;{}()=]*?\b(\w+)(?:\[[^=;]*\])? = \{.*?\};", re.MULTILINE | re.DOTALL)

Code = Mapping[str, frozenset[str]]  # the texts of each function and table, of which sources may have more than one


def code_of(preprocessed: str) -> Code:
    made: dict[str, frozenset[str]] = {}
    for pattern in (FUNCTION, TABLE):
        for found in pattern.finditer(preprocessed):
            made[found[1]] = made.get(found[1], frozenset()) | {" ".join(found[0].split())}
    return made


def differences(own: Code, amalgamated: Code, *, trimmed: bool) -> list[str]:
    """Names what differs. trimmed: the amalgamation leaves out what nothing in it names."""
    named = {word for texts in amalgamated.values() for text in texts for word in re.findall(r"\w+", text)}
    missing = {name for name in own.keys() - amalgamated.keys() if not trimmed or name in named}
    return [
        *(f"{name} is not in the amalgamation" for name in sorted(missing)),
        *(f"{name} is in the amalgamation alone" for name in sorted(amalgamated.keys() - own.keys())),
        *(
            f"{name} is another in the amalgamation"
            for name in sorted(own.keys() & amalgamated.keys())
            if (not amalgamated[name] <= own[name] if trimmed else own[name] != amalgamated[name])
        ),
    ]


def target_name(machine: str) -> str:
    """Returns what `permkern amalgamate --target` calls a machine of cross/; portable: one without vectors."""
    names = (name for name in TARGETS if machine.replace("rv64", "rv32").startswith(name))
    return max(names, key=len, default="portable")


@dataclass(frozen=True)
class Comparison:
    """A machine, and the targets that amalgamations of the set are made for which it is compared with; none: all."""

    machine: Target
    permutation_set: str
    made_for: tuple[str, ...]


def preprocessed(log: Log, machine: Target, flags: Sequence[str | Path], files: Sequence[Path], to: Path) -> Code:
    """Returns what the machine's preprocessor leaves of files."""
    command = [*machine.compiler, "-std=c11", "-O2", *flags, "-E", "-P", *files]
    log.must(["sh", "-c", '"$@" >"$0"', to, *command])
    return code_of(to.read_text(encoding="utf-8"))


def folder_of(directory: Path, permutation_set: str, made_for: str) -> Path:
    return directory / f"{permutation_set}-{made_for or 'all'}"


def compare(log: Log, directory: Path, asked: Comparison) -> Count:
    folder = directory / asked.permutation_set
    name = f"{asked.machine.name}-{asked.permutation_set}"
    own = preprocessed(log, asked.machine, includes(folder), sources(folder), directory / f"{name}-own")
    count = Count()
    for made_for in ("", *asked.made_for):
        source = folder_of(directory, asked.permutation_set, made_for) / "permkern.c"
        to = directory / f"{name}-{made_for or 'all'}"
        found = differences(own, preprocessed(log, asked.machine, (), [source], to), trimmed=made_for != "")
        count += verdict(log, not found and len(own) > 100, f"{to.name}, {len(own)} functions and tables", found)
    return count


def amalgam(log: Log, depth: Depth) -> Outcome:
    """--quick: one machine of each kind, and those with vectors."""
    directory = fresh("amalgam")
    generator: list[str | Path] = [sys.executable, "-B", ROOT / "tools" / "permkern.py"]
    named = {target.name: target_name(target.name) for target in targets()}
    chosen = [target.name for target in targets() if depth.full or target.levels or TARGETS[named[target.name]]]
    machines = {HOST: "x86-64", **{cross_target(name): named[name] for name in chosen}}
    sets = SETS if depth.full else SETS[:1]
    for name in sets:
        log.must([*generator, "generate", "-o", directory / name, name])
        for made_for in ("", *sorted(set(machines.values()))):
            options = ["--target", made_for, "--api", "mli"] if made_for else []
            log.must([*generator, "amalgamate", "-o", folder_of(directory, name, made_for), *options, name])
    asked = [Comparison(machine, name, (target,)) for machine, target in machines.items() for name in sets]
    count = sum(each(partial(compare, log, directory), asked), Count())
    return Outcome(count, "comparisons", (f"{len(machines)} machines",))
