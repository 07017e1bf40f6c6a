# SPDX-License-Identifier: BSD-3-Clause
"""
A step of tools/test: permkern_plan has the same layout whatever compiler and options the caller uses.

Library and caller are compiled with different options, by different compilers, as C and as C++. For each pair the
linked program must run and print the same size of a plan; pairs that disagree on the layout must not link.
"""

import itertools
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from configurations.callers import LINKED, Compiled, Linked
from steps import BUILD, ROOT, Count, Log, StepFailed

CALLER = ROOT / "tests" / "plan_canary.c"
SET = "minimal"  # a set of profile speed, which uses all members of a plan


def compile_file(log: Log, how: Compiled, source: Path, to: Path, paths: Sequence[str]) -> Path:
    log.must([*how.command, *how.options, *paths, "-c", source, "-o", to])
    return to


def runs_here(how: Compiled) -> bool:
    return not how.cpu or how.cpu in Path("/proc/cpuinfo").read_text(encoding="utf-8").split()


def check_target(log: Log, folder: Path, amalgam: Path, target: Linked) -> Count:
    """Links every caller with every library and runs the programs."""
    place = folder / target.name
    place.mkdir()
    paths = [f"-I{amalgam}"]

    def caller_of(number: int, how: Compiled) -> Path:
        return compile_file(log, how, CALLER, place / f"caller-{number}.o", paths)

    libraries = []
    for number, how in enumerate(target.libraries):
        made = compile_file(log, how, amalgam / "permkern.c", place / f"library-{number}.o", paths)
        libraries.append(made.with_suffix(".a"))
        log.must([target.archiver, "rcs", libraries[-1], made])
    callers = [caller_of(number, how) for number, how in enumerate(target.callers)]
    refused = [caller_of(len(callers) + number, how) for number, how in enumerate(target.refused)]
    count = Count()
    beyond = {caller for caller, how in zip(callers, target.callers, strict=True) if not runs_here(how)}
    for library, caller in itertools.product(libraries, (*callers, *refused)):
        program = place / f"{library.stem}-{caller.stem}"
        code, output = log.run([*target.link, caller, library, "-o", program])
        if caller in refused:
            right = code != 0 and re.search("permkern_prepare|incompatible|architecture", output) is not None
        elif caller in beyond and code == 0:
            log.note(f"not run, this CPU lacks what it is compiled for: {program.name}")
            count += Count(0, 0, 1)
            continue
        else:
            code, output = log.run([*target.emulator, program]) if code == 0 else (code, output)
            right = code == 0 and f"plan {target.plan} bytes, canary intact" in output
        if not right:
            log.note(f"FAIL {target.name}: {library.name} and {caller.name}")
        count += Count(1, 0) if right else Count(0, 1)
    return count


def plan_layout(log: Log) -> Count:
    folder = BUILD / "plan-layout"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log.must([sys.executable, "-B", "tools/permkern.py", "amalgamate", "-o", folder / "one", SET])
    count = sum((check_target(log, folder, folder / "one", target) for target in LINKED), Count())
    if count.passed + count.failed + count.skipped < 20:
        raise StepFailed("not all pairs of library and caller were tested")
    return count
