# SPDX-License-Identifier: BSD-3-Clause
"""
Every place of the vector kernels of other machines is executed, on emulators: QEMU lists the instructions that it
translates, which it does when they are first run, and debug information says which place of a kernel each stands for.
"""

import json
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from builds import Build
from configurations.targets import COVERED, CoveredTarget, target
from steps import ROOT, Count, Log, StepFailed

from verify.covmap import Item, merge
from verify.folders import fresh
from verify.step import Depth, Outcome, Step, each

TRANSLATED = re.compile(r"^0x([0-9a-f]+):", re.MULTILINE)
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s", re.MULTILINE)
# A function whose body is more than a statement: compilers leave nothing of shorter ones where they inline them.
FUNCTION = re.compile(r"^[A-Za-z][^;{}]*?\b(\w+)\([^;{}]*\)\n\{\n(?:(?!}).*\n){2,}}$", re.MULTILINE)


@dataclass(frozen=True)
class Executed:
    """Places of kernels that a program has, each executed or not, and the functions that they are in."""

    places: Mapping[Item, bool]
    functions: frozenset[str]


def frames(symbols: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yields address and frame from the output of llvm-symbolizer, inlined functions and what they are inlined into."""
    for line in symbols.splitlines():
        record = json.loads(line)
        for frame in record.get("Symbol", []):
            yield int(record["Address"], 16), frame


def executed(symbols: str, translated: Set[int], folder: Path) -> Executed:
    """Joins instructions to places: one is executed if any of its instructions is, wherever it is inlined."""

    def places() -> Iterator[tuple[Item, bool]]:
        for address, frame in of_folder:
            name = f"{folder.relative_to(ROOT)}/{Path(str(frame['FileName'])).name}"
            yield Item(name, int(str(frame["Line"])), int(str(frame["Column"])), "place"), address in translated

    ours = f"/src/arch/{folder.name}/"
    of_folder = [pair for pair in frames(symbols) if ours in str(pair[1]["FileName"])]
    return Executed(
        merge(place for place in places() if place[0].line != 0),
        frozenset(str(frame["FunctionName"]) for _, frame in of_folder),
    )


def run(log: Log, machine: str, program: Path, folder: Path) -> Executed:
    listed = program.with_suffix(".translated")
    environment = {"QEMU_RUN_OPTIONS": f"-d in_asm -D {listed}", "QEMU_RUN_TIMEOUT": "300", "PERMKERN_TEST": "sample"}
    log.must([ROOT / "tools" / "qemu-run", machine, program], env=environment)
    translated = frozenset(int(number, 16) for number in TRANSLATED.findall(listed.read_text(encoding="utf-8")))
    listed.unlink()
    code = program.with_suffix(".code")
    log.must(["sh", "-c", 'llvm-objdump-19 -d --no-show-raw-insn "$1" >"$0"', code, program])
    addresses = INSTRUCTION.findall(code.read_text(encoding="utf-8"))
    asked = program.with_suffix(".asked")
    asked.write_text("".join(f"0x{address}\n" for address in addresses), encoding="utf-8")
    symbols = program.with_suffix(".symbols")
    ask = 'llvm-symbolizer-19 "--obj=$1" --inlines --output-style=JSON <"$2" >"$0"'
    log.must(["sh", "-c", ask, symbols, program, asked])
    return executed(symbols.read_text(encoding="utf-8"), translated, folder)


def cover(log: Log, covered: CoveredTarget) -> tuple[int, list[str]]:
    """Returns how many places are executed, and a text for each that is not, and for each function without code."""
    chosen = target(covered.target)
    machine = re.search(r"^exe_wrapper = \['qemu-run', '(.*)'\]$", chosen.text, re.MULTILINE)
    if machine is None:
        raise StepFailed(f"cross/{chosen.name}.ini names no machine of tools/qemu-run")
    folder = ROOT / "src" / "arch" / covered.arch
    options = (f"--cross-file={chosen.path}", "-Ddebug=true", f"-Doptimization={covered.level}", *covered.options)
    build = Build(f"verify/coverage-targets/{chosen.name}", options)
    build.set_up(log)
    log.must(["meson", "compile", "-C", build.directory, *covered.programs])
    runs = [run(log, machine[1], build.directory / "tests" / name, folder) for name in covered.programs]
    places = merge(place for each_run in runs for place in each_run.places.items())
    functions = frozenset[str]().union(*(each_run.functions for each_run in runs))
    missed = [f"{chosen.name}: {item}: never executed" for item, hit in sorted(places.items()) if not hit]
    for path in sorted(folder.glob("*.[ch]")):
        named = FUNCTION.findall(path.read_text(encoding="utf-8"))
        missed += [f"{chosen.name}: {name}(): not in any program" for name in named if name not in functions]
    return sum(places.values()), missed


def cover_targets(log: Log, depth: Depth) -> Outcome:
    fresh("coverage-targets")
    chosen = [covered for covered in COVERED if covered.quick or depth.full]
    found = each(partial(cover, log), chosen)
    for text in (text for _, missed in found for text in missed):
        log.note(text)
    count = Count(sum(passed for passed, _ in found), sum(len(missed) for _, missed in found))
    return Outcome(count, "places", (f"{len(chosen)} targets: {', '.join(covered.target for covered in chosen)}",))


def steps() -> tuple[Step, ...]:
    needs = tuple(dict.fromkeys(group for covered in COVERED for group in target(covered.target).needs))
    return (Step("coverage-targets", "vector kernels executed on emulators", ("clang-19", *needs), cover_targets),)
