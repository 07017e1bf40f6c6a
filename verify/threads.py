# SPDX-License-Identifier: BSD-3-Clause
"""Many threads at once under ThreadSanitizer, and calls executed one instruction at a time: verify/threads/."""

from functools import partial

from runner.configurations import named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, each, total

STEP = "threads"
TESTS = tuple(ROOT / "tests" / name for name in ("harness.c", "plain_check/check.c"))
SANITIZED = ("clang-19", "-O1", "-g1", "-fsanitize=thread", "-fno-sanitize-recover=all")
PLAIN = ("gcc", "-O2")
SECONDS = 300  # threads that wait for each other for ever are a failure
# By name: source, compiler, configuration.
PARTS = {
    "race-host": ("race.c", SANITIZED, "host"),
    "race-words": ("race.c", SANITIZED, "words"),
    "stepped": ("stepped.c", PLAIN, "host"),
}


def run(log: Log, depth: Depth, part: str) -> Count:
    source, compiler, name = PARTS[part]
    folder = fresh(f"{STEP}/{part}")
    objects, arguments = library(log, folder, named(name), compiler)
    program = folder / "program"
    units = (ROOT / "verify" / STEP / source, *TESTS)
    log.must([*compiler, "-std=gnu11", "-pthread", *arguments, *units, *objects, "-o", program])
    env = {"TSAN_OPTIONS": "halt_on_error=1"} | ({} if depth.whole else {"PERMKERN_EVERY": "4"})
    return log.counted([program], env=env, timeout=SECONDS)


def threads(log: Log, depth: Depth) -> Count:
    parts = [part for part in PARTS if depth.takes(part)]
    return total(each(partial(run, log, depth), parts))


def steps() -> tuple[Step, ...]:
    return (Step(STEP, "threads, fences, the first call", ("host", "jinja2", "clang-19"), threads, "nightly"),)
