# SPDX-License-Identifier: BSD-3-Clause
"""
Programs on emulators execute every place of other machines' vector kernels. QEMU lists the instructions that it
translates, which happens before their first execution. Debug information maps each to a line and column of a kernel.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from runner.builds import Build
from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, When, each, total
from runner.targets import Target

from verify.covmap import Item, merge

TRANSLATED = re.compile(r"^0x([0-9a-f]+):", re.MULTILINE)
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s", re.MULTILINE)
# A function whose body has at least two statements: compilers leave nothing of shorter ones where they inline them.
FUNCTION = re.compile(r"^[A-Za-z][^;{}]*?\b(\w+)\([^;{}]*\)\n\{\n(?:(?!}).*\n){2,}}$", re.MULTILINE)


@dataclass(frozen=True)
class Covered:
    """
    A target and the files of its kernels in src/, as patterns. level: of optimisation, as low as kernels compile with,
    so that every place keeps an instruction. programs: of tests/; together they reach all places.
    """

    target: Target
    files: tuple[str, ...]
    level: str
    programs: tuple[str, ...]
    options: tuple[str, ...] = ()


FIRMWARE = (
    Covered(Target("cortex-m55"), ("vector/mve*.h",), "g", ("planes",)),
    Covered(Target("rv32imacv-clang"), ("vector/rvv*.h",), "0", ("planes",)),
)
# Static, so that addresses in the program are those in its file.
AARCH64 = (
    Covered(
        Target("aarch64"),
        ("vector/neon.[ch]", *(f"vector/{body}.h" for body in ("tile", "runs", "channels", "reverse"))),
        "0",
        ("check_vector", "check_sweeps"),
        ("-Dc_link_args=-static",),
    ),
)


@dataclass(frozen=True)
class Executed:
    """The places of kernels in a program, each executed or not, and the functions that they are in."""

    places: Mapping[Item, bool]
    functions: frozenset[str]


def frames(symbols: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yields address and frame from the output of llvm-symbolizer, inlined functions and what they are inlined into."""
    for line in symbols.splitlines():
        record = json.loads(line)
        for frame in record.get("Symbol", []):
            yield int(record["Address"], 16), frame


def executed(symbols: str, translated: Set[int], files: Sequence[Path]) -> Executed:
    """Joins instructions to places: one is executed if any of its instructions is, wherever it is inlined."""

    def places() -> Iterator[tuple[Item, bool]]:
        for address, frame in of_files:
            yield (
                Item(owners[str(frame["FileName"])], int(str(frame["Line"])), int(str(frame["Column"])), "place"),
                address in translated,
            )

    found = list(frames(symbols))
    names = [str(path.relative_to(ROOT)) for path in files]
    asked = {str(frame["FileName"]) for _, frame in found}
    owners = {path: name for path in asked for name in names if path.endswith(f"/{name}")}
    of_files = [(address, frame) for address, frame in found if str(frame["FileName"]) in owners]
    return Executed(
        merge(place for place in places() if place[0].line != 0),
        frozenset(str(frame["FunctionName"]) for _, frame in of_files),
    )


def run(log: Log, machine: str, program: Path, files: Sequence[Path]) -> Executed:
    listed = program.with_suffix(".translated")
    environment = {"QEMU_RUN_OPTIONS": f"-d in_asm -D {listed}", "QEMU_RUN_TIMEOUT": "300", "PERMKERN_EVERY": "97"}
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
    return executed(symbols.read_text(encoding="utf-8"), translated, files)


def cover(log: Log, name: str, covered: Covered) -> Count:
    """Counts executed places. Writes places that are not executed, and functions without code, to the log."""
    chosen = covered.target
    if not chosen.machine:
        raise StepFailed(f"cross/{chosen.name}.ini names no machine of tools/qemu-run")
    files = sorted(path for files in covered.files for path in (ROOT / "src").glob(files))
    options = (f"--cross-file={chosen.path}", "-Ddebug=true", f"-Doptimization={covered.level}", *covered.options)
    build = Build(f"{name}/{chosen.name}", options)
    build.set_up(log)
    log.must(["meson", "compile", "-C", build.directory, *covered.programs])
    runs = [run(log, chosen.machine, build.directory / "tests" / name, files) for name in covered.programs]
    places = merge(place for each_run in runs for place in each_run.places.items())
    functions = frozenset[str]().union(*(each_run.functions for each_run in runs))
    missed = [f"{chosen.name}: {item}: never executed" for item, hit in sorted(places.items()) if not hit]
    for path in files:
        named = set(FUNCTION.findall(path.read_text(encoding="utf-8"))) - {"NAME", "PLANE", "VECTOR"}
        missed += [f"{chosen.name}: {name}(): not in any program" for name in named if name not in functions]
    for text in missed:
        log.note(text)
    return Count(sum(places.values()), len(missed))


def cover_all(name: str, measured: Sequence[Covered], log: Log, depth: Depth) -> Count:
    fresh(name)
    chosen = [covered for covered in measured if depth.takes(covered.target.name)]
    return total(each(partial(cover, log, name), chosen))


def step(name: str, title: str, measured: Sequence[Covered], when: When) -> Step:
    needs = dict.fromkeys(("clang-19", *(group for covered in measured for group in covered.target.needs)))
    return Step(name, title, tuple(needs), partial(cover_all, name, measured), when)


def steps() -> tuple[Step, ...]:
    return (
        step("coverage-targets", "places of firmware's vector kernels executed on emulators", FIRMWARE, "nightly"),
        step("coverage-aarch64", "places of NEON kernels executed on an emulator", AARCH64, "nightly"),
    )
