# SPDX-License-Identifier: BSD-3-Clause
"""Puts bugs into copies of the project, and sees `tools/verify --quick` fail on every one."""

import re
import shutil
import threading
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from steps import BUILD, Count, Log, StepFailed

from verify import finders
from verify.seeding import Seed, copy_project, plant, read, run_steps
from verify.step import Depth, Outcome, Step, each

DIRECTORY = BUILD / "verify" / "seeds"


def planted(log: Log, seed: Seed) -> Path:
    """Returns a copy of the project that has the bug."""
    copy = DIRECTORY / re.sub(r"\W+", "-", seed.bug)
    copy_project(log, copy)
    plant(log, seed, copy)
    return copy


def is_seen(log: Log, copy: Path, arguments: Sequence[str]) -> bool:
    total = run_steps(log, copy, arguments)
    return total is not None and total[1] > 0


def found(log: Log, seed: Seed) -> bool:
    """Returns whether the steps that should find the bug fail in a copy that has it; the copy stays if not."""
    copy = planted(log, seed)
    seen = is_seen(log, copy, seed.arguments)
    log.note(f"{'found' if seen else 'NOT FOUND'}: {seed.bug} ({', '.join(seed.steps)})")
    if seen:
        shutil.rmtree(copy)
    return seen


def is_clean(log: Log, call: tuple[int, Sequence[str]]) -> bool:
    """Whether steps pass in a copy without a bug: so it is the bugs that they find."""
    number, arguments = call
    copy = DIRECTORY / f"control-{number}"
    copy_project(log, copy)
    total = run_steps(log, copy, arguments)
    clean = total is not None and total[1] == 0
    if not clean:
        log.note(f"FAILED in a copy without a bug: {' '.join(arguments)}")
    shutil.rmtree(copy)
    return clean


def check_controls(log: Log, calls: Iterable[tuple[str, ...]]) -> None:
    if not all(each(partial(is_clean, log), list(enumerate(sorted(set(calls)))))):
        raise StepFailed("steps fail in a copy without a bug")


def try_others(log: Log, seeds: Sequence[Seed]) -> Outcome:
    """Tries on each bug what it does not name, until one finds it, and keeps what came of it."""
    check_controls(log, (other.arguments for seed in seeds for other in finders.others(seed)))
    before = finders.read()
    known = {seed.bug: before[seed.bug] for seed in read() if seed.bug in before}
    writing = threading.Lock()

    def judge(seed: Seed) -> None:
        copy = planted(log, seed)
        tried: dict[str, bool] = {}
        for other in finders.others(seed):
            tried[other.name] = is_seen(log, copy, other.arguments)
            log.note(f"{seed.bug}: {other.name} {'finds' if tried[other.name] else 'does not find'} it")
            if tried[other.name]:
                break
        shutil.rmtree(copy)
        with writing:
            known[seed.bug] = tried
            finders.write(known)

    each(judge, seeds)
    return Outcome(Count(len(seeds)), "bugs")


def seeds(log: Log, depth: Depth) -> Outcome:
    """
    depth.only: files; the bugs of these alone. With --accept, bugs that verify/finders.json does not have are tried on
    what they do not name, and nothing else is done.
    """
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    listed = [seed for seed in read() if depth.takes(seed.file)]
    if depth.accept:
        known = finders.read()
        return try_others(log, [seed for seed in listed if seed.bug not in known])
    check_controls(log, (seed.arguments for seed in listed))
    results = each(partial(found, log), listed)
    lacking = finders.missing(read(), finders.read())
    for line in lacking:
        log.note(f"{line}: run `tools/verify --accept seeds`")
    return Outcome(Count(results.count(True), results.count(False) + len(lacking)), "bugs")


def steps() -> tuple[Step, ...]:
    return (Step("seeds", "seeded bugs make --quick fail", (), seeds, quick=False, full=False),)
