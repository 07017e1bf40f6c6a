# SPDX-License-Identifier: BSD-3-Clause
"""
Runs suites on this machine with the choices of targets that have no emulator. The target's own compiler confirms every
choice of permkern_target.h. A word that is not aligned traps where the target's would.
"""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from runner.configurations import named
from runner.programs import fresh, includes, library
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each, total
from runner.targets import targets

from verify.static.build import cross, verdict

STEP = "unemulated"
NAMES = ("arc-em", "arc-hs")  # of a file of cross/ and of the configuration that runs for it
SUITES = ("core", "sweeps", "integers", "fold", "xor", "in_place", "kernels", "mli_permute", "mli_subtensor")
CI_SUITES = {"arc-em": ("sweeps", "kernels"), "arc-hs": ()}
HEADER = ROOT / "src/base/permkern_target.h"
CHOICE = re.compile(r"^ *# *define (PERMKERN_\w+)(?= )", re.MULTILINE)
TRAPS = ("-fsanitize=alignment", "-fsanitize-trap=alignment")  # needs no library of the sanitizer's


def choices(log: Log, command: Sequence[str | Path], probe: Path) -> dict[str, str]:
    """Returns the value of each macro of permkern_target.h that is defined."""
    names = dict.fromkeys(CHOICE.findall(HEADER.read_text(encoding="utf-8")))
    lines = "".join(f'choice "{name}" = {name}\n' for name in names)
    probe.write_text(f'#include "base/permkern_target.h"\n{lines}', encoding="utf-8")
    found = re.findall(r'^choice "(\w+)" = (.*)$', log.must([*command, "-E", "-P", probe]), re.MULTILINE)
    return {name: value for name, value in found if name != value}


def same_choices(log: Log, target: Sequence[str | Path], host: Sequence[str | Path], place: Path) -> Count:
    wanted = choices(log, target, place / "target.c")
    here = choices(log, host, place / "host.c")
    if "PERMKERN_UNALIGNED" not in wanted:
        raise StepFailed("the target's compiler has no choices")
    differ = [
        f"{macro} is {wanted.get(macro)} on the target and {here.get(macro)} here"
        for macro in sorted(wanted.keys() | here.keys())
        if wanted.get(macro) != here.get(macro)
    ]
    return verdict(log, f"{place.name}: {len(wanted)} choices", differ)


def run_suite(log: Log, command: Sequence[str | Path], place: Path, suite: str) -> Count:
    program = place / suite
    log.must([*command, ROOT / "tests" / f"check_{suite}.c", *place.rglob("*.o"), "-o", program])
    code, output = log.run([program], env={"PERMKERN_EVERY": "97"}, timeout=600)
    cases = re.findall(r"^1\.\.(\d+)", output, re.MULTILINE)
    return Count.of(code == 0 and cases != [] and int(cases[0]) > 0)


def stand_in(log: Log, depth: Depth, name: str) -> Count:
    configuration = named(name)
    place = fresh(f"{STEP}/{name}")
    traps = TRAPS if "PERMKERN_UNALIGNED=0" in configuration.macros else ()
    clang = ("clang-19", "-O1", *traps)
    _, arguments = library(log, place, configuration, clang)
    host = (*clang, "-std=gnu11", *arguments)
    plain = includes(named("host"), place / "generated")
    target = (*cross(name).compiler, "-std=c11", "-O2", *plain)
    count = same_choices(log, target, host, place)
    suites = SUITES if depth.whole else CI_SUITES[name]
    if suites:
        log.must([*host, "-c", ROOT / "tests" / "harness.c", ROOT / "tests" / "plain_check" / "check.c"], cwd=place)
    return count + total(run_suite(log, host, place, suite) for suite in suites)


def unemulated(log: Log, depth: Depth) -> Count:
    without = sorted(target.name for target in targets() if "\nexe_wrapper = " not in target.text)
    if without != sorted(NAMES):
        raise StepFailed(f"targets without an emulator: {without}")
    return total(each(partial(stand_in, log, depth), [name for name in NAMES if depth.takes(name)]))


def steps() -> tuple[Step, ...]:
    needs = ("jinja2", "arc", "clang-19", "libc-32")
    return (Step(STEP, "choices of targets without an emulator, run here", needs, unemulated),)
