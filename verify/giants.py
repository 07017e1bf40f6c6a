# SPDX-License-Identifier: BSD-3-Clause
"""Runs verify/giants/giants.c: strides, offsets and parts beyond 32 bits, in address space that takes little memory."""

from functools import partial

from runner.configurations import named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, each, total

UNITS = tuple(ROOT / name for name in ("verify/giants/giants.c", "tests/harness.c", "tests/plain_check/check.c"))
CONFIGURATIONS = ("words", "host", "size")  # CI runs the first
SECONDS = 600  # a wrong extent may loop forever
GCC = ("gcc", "-O1")


def run(log: Log, name: str) -> Count:
    folder = fresh(f"giants/{name}")
    objects, arguments = library(log, folder, named(name), GCC)
    program = folder / "giants"
    log.must([*GCC, "-std=gnu11", *arguments, *UNITS, *objects, "-o", program])
    return log.counted([program], timeout=SECONDS)


def giants(log: Log, depth: Depth) -> Count:
    chosen = [name for name in CONFIGURATIONS if depth.takes(name)]
    return total(each(partial(run, log), chosen if depth.whole or depth.only else chosen[:1]))


def steps() -> tuple[Step, ...]:
    return (Step("giants", "strides, offsets and parts beyond 32 bits", ("host", "jinja2"), giants),)
