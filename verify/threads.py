# SPDX-License-Identifier: BSD-3-Clause
"""Runs verify/threads/race.c, many threads at once, under ThreadSanitizer."""

from functools import partial

from runner.configurations import named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, each, total

STEP = "threads"
TESTS = tuple(ROOT / "tests" / name for name in ("harness.c", "plain_check/check.c"))
SANITIZED = ("clang-19", "-O1", "-g1", "-fsanitize=thread", "-fno-sanitize-recover=all")
SECONDS = 300  # a deadlock must fail
CONFIGURATIONS = ("host", "words")


def run(log: Log, name: str) -> Count:
    folder = fresh(f"{STEP}/{name}")
    objects, arguments = library(log, folder, named(name), SANITIZED)
    program = folder / "race"
    units = (ROOT / "verify/threads/race.c", *TESTS)
    log.must([*SANITIZED, "-std=gnu11", "-pthread", *arguments, *units, *objects, "-o", program])
    return log.counted([program], env={"TSAN_OPTIONS": "halt_on_error=1"}, timeout=SECONDS)


def threads(log: Log, depth: Depth) -> Count:
    return total(each(partial(run, log), [name for name in CONFIGURATIONS if depth.takes(name)]))


def steps() -> tuple[Step, ...]:
    return (Step(STEP, "threads, the first call", ("jinja2", "clang-19"), threads, "nightly"),)
