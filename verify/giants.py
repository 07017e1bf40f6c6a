# SPDX-License-Identifier: BSD-3-Clause
"""Strides, offsets and shares beyond 32 bits, in address space that takes next to no memory: verify/giants/."""

import sys
from functools import partial

from runner.configurations import named
from runner.programs import compile_arrays, fresh, generate, includes, library
from runner.step import ROOT, Count, Depth, Log, Step, each, total

STEP = "giants"
HERE = ROOT / "verify" / STEP
TESTS = tuple(ROOT / "tests" / name for name in ("harness.c", "plain_check/check.c"))
CONFIGURATIONS = ("host", "words", "size")
SECONDS = 600  # a wrong extent may loop for ever
GCC = ("gcc", "-O1")


def in_c(log: Log, name: str) -> Count:
    """Runs the requests of giants.c, with each instruction set."""
    folder = fresh(f"{STEP}/{name}")
    objects, arguments = library(log, folder, named(name), GCC)
    program = folder / "giants"
    units = (HERE / "giants.c", *TESTS)
    log.must([*GCC, "-std=gnu11", *arguments, *units, *objects, "-o", program])
    return log.counted([program], timeout=SECONDS)


def in_cpp(log: Log) -> Count:
    folder = fresh(f"{STEP}/c++")
    arguments = includes(named("host"), generate(log, "minimal", folder / "generated"), "tests/cpp")
    program = folder / "giants"
    source = HERE / "giants.cpp"
    log.must(["g++", "-std=c++17", *arguments, source, "-o", program])
    return log.counted([program])


def in_python(log: Log) -> Count:
    compile_arrays()
    return log.counted([sys.executable, "-B", HERE / "giants.py"], timeout=SECONDS)


def giants(log: Log, depth: Depth) -> Count:
    chosen = [name for name in CONFIGURATIONS if depth.takes(name)]
    others = [run for name, run in (("c++", in_cpp), ("python", in_python)) if depth.takes(name)]
    return total(each(partial(in_c, log), chosen)) + total(run(log) for run in others)


def steps() -> tuple[Step, ...]:
    needs = ("check", "jinja2", "python-test")
    return (Step(STEP, "strides, offsets and shares beyond 32 bits", needs, giants, "nightly"),)
