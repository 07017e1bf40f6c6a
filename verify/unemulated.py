# SPDX-License-Identifier: BSD-3-Clause
"""
What targets without an emulator choose is run on this machine: a configuration has the target's choices, all of them,
as the target's own compiler says, and what it says of types; the suites run on it, and a word that is not aligned traps
where the target takes it for unsafe. What is left is the target's compiler, and the core itself.
"""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import configurations
from configurations.targets import targets
from configurations.uses import Configuration, Run, StandIn
from steps import BUILD, ROOT, Count, Log, StepFailed

from verify.folders import fresh, kernels, sources
from verify.static.build import cross_target, verdict
from verify.step import Depth, Outcome, Step, each

HEADER = ROOT / "src" / "permkern_target.h"
CHOICE = re.compile(r"^ *# *define (PERMKERN_\w+)(?= )", re.MULTILINE)
# What code may depend on that no macro says. The last: whether char is signed.
FACTS = (
    "sizeof(void *)",
    "sizeof(size_t)",
    "sizeof(enum fact)",
    "_Alignof(uint64_t)",
    "_Alignof(uint16_t)",
    "(char)-1 < 0",
)
TYPES = "#include <stddef.h>\n#include <stdint.h>\nenum fact { FACT };\n"
# An access that is not aligned ends the program, without a library of the sanitizer's.
TRAPS = ("-fsanitize=alignment", "-fsanitize-trap=alignment")


def includes(folder: Path) -> tuple[str, ...]:
    return tuple(f"-I{path}" for path in (ROOT / "include", folder, ROOT / "src", ROOT / "tests" / "plain_check"))


def compiler(chosen: Configuration, folder: Path) -> tuple[str, ...]:
    traps = TRAPS if chosen.traps_unaligned else ()
    return ("clang-19", "-std=c11", "-O1", *chosen.flags, *chosen.defines, *traps, *includes(folder))


def choices(log: Log, command: Sequence[str], probe: Path) -> dict[str, str]:
    """Returns what each macro of permkern_target.h comes to; those that are not defined are left out."""
    names = dict.fromkeys(CHOICE.findall(HEADER.read_text(encoding="utf-8")))
    lines = "".join(f'choice "{name}" = {name}\n' for name in names)
    probe.write_text(f'#include "permkern_target.h"\n{lines}', encoding="utf-8")
    found = re.findall(r'^choice "(\w+)" = (.*)$', log.must([*command, "-E", "-P", probe]), re.MULTILINE)
    return {name: value for name, value in found if name != value}


def same_choices(log: Log, target: Sequence[str], host: Sequence[str], place: Path, name: str) -> Count:
    wanted = choices(log, target, place / "target.c")
    had = choices(log, host, place / "host.c")
    differ = [
        f"{macro} is {wanted.get(macro)} on {name}, and {had.get(macro)} in what is run for it"
        for macro in sorted(wanted.keys() | had.keys())
        if wanted.get(macro) != had.get(macro)
    ]
    return verdict(log, not differ and "PERMKERN_UNALIGNED" in wanted, f"{name}: {len(wanted)} choices", differ)


def same_types(log: Log, target: Sequence[str], host: Sequence[str], place: Path, name: str) -> Count:
    """Asks the program that runs here, and has the target's compiler agree."""
    asks = "".join(f'    printf("%d\\n", (int)({fact}));\n' for fact in FACTS)
    source = place / "facts.c"
    source.write_text(f"{TYPES}#include <stdio.h>\nint main(void)\n{{\n{asks}    return 0;\n}}\n", encoding="utf-8")
    log.must([*host, source, "-o", place / "facts"])
    values = log.must([place / "facts"]).split()
    count = Count()
    for fact, value in zip(FACTS, values, strict=True):
        source.write_text(f'{TYPES}_Static_assert(({fact}) == {value}, "");\n', encoding="utf-8")
        code, _ = log.run([*target, "-fsyntax-only", source])
        count += verdict(log, code == 0, f"{name}: {fact} is {value}")
    return count


def run_suite(log: Log, command: Sequence[str], place: Path, run: Run) -> Count:
    program = place / run.suite
    log.must([*command, ROOT / "tests" / f"{run.suite}.c", *sorted(place.glob("*.o")), "-o", program])
    code, output = log.run([program], env={"PERMKERN_TEST": "sample"})
    cases = re.findall(r"^1\.\.(\d+)", output, re.MULTILINE)
    return verdict(log, code == 0 and cases != [] and int(cases[0]) > 0, f"{place.name}: {run.suite}")


def stand_in(log: Log, asked: tuple[Configuration, StandIn]) -> Count:
    chosen, use = asked
    place = BUILD / "verify" / "unemulated" / chosen.name
    place.mkdir(parents=True)
    folder = kernels(log, chosen.permutations, place / "kernels")
    machine = cross_target(use.target)
    target = (*machine.compiler, "-std=c11", "-O2", *includes(folder))
    host = compiler(chosen, folder)
    count = same_choices(log, target, host, place, chosen.name) + same_types(log, target, host, place, chosen.name)
    log.must([*host, "-c", *sources(folder), ROOT / "tests" / "harness.c"], cwd=place)
    log.must([*host, "-c", ROOT / "tests" / "plain_check" / "check.c", "-o", place / "plain_check.o"])
    return count + sum((run_suite(log, host, place, run) for run in use.runs), Count())


def unemulated(log: Log, depth: Depth) -> Outcome:
    del depth
    fresh("unemulated")
    asked = list(configurations.used(StandIn))
    without = {target.name for target in targets() if "\nexe_wrapper = " not in target.text}
    stood_for = {use.target for _, use in asked}
    if without != stood_for:
        raise StepFailed(f"targets without an emulator: {sorted(without)}; with configurations: {sorted(stood_for)}")
    count = sum(each(partial(stand_in, log), asked), Count())
    return Outcome(count, "checks", (f"{len(asked)} configurations for {len(without)} targets",))


def steps() -> tuple[Step, ...]:
    needs = ("arc", "clang-19", "libc-32")
    return (Step("unemulated", "choices of targets without an emulator, run here", needs, unemulated),)
