# SPDX-License-Identifier: BSD-3-Clause
"""Offsets, counts and shares beyond 32 bits, on address space that takes next to no memory: verify/giants/."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import configurations
from configurations.hazards import GIANTS, Giants
from configurations.uses import Configuration
from steps import ROOT, Count, Log

from verify.folders import fresh, kernels, sources
from verify.programs import Part, run_parts, run_program
from verify.step import Depth, Outcome, Step

STEP = "giants"
HERE = ROOT / "verify" / STEP
TESTS = ("harness.c", "plain_check/check.c")
SECONDS = 600  # a wrong extent may take for ever


def run(log: Log, command: list[str | Path], isa: str = "", *, sample: bool = False) -> Count:
    env = {"PERMKERN_ISA": isa} if isa else {}
    sampled = {"PERMKERN_TEST": "sample"} if sample else {}
    return run_program(log, command, env | sampled, SECONDS)


def objects_of(log: Log, folder: Path, configuration: Configuration) -> tuple[list[str | Path], list[Path]]:
    """Returns what compilers are told of a configuration, and the library's objects."""
    folder.mkdir()
    generated = kernels(log, configuration.permutations, folder / "generated")
    places = (generated, *(ROOT / name for name in ("include", "src", "tests", "tests/plain_check", "verify/giants")))
    common: list[str | Path] = [*configuration.defines, *(f"-I{place}" for place in places)]
    log.must(["gcc", "-std=gnu11", "-O1", *common, "-c", *sources(generated)], cwd=folder)
    return common, sorted(folder.glob("*.o"))


def c_programs(log: Log, folder: Path, use: Giants, depth: Depth) -> Count:
    """Runs verify/giants/*.c with each instruction set, and once what moves spans as a whole."""
    common, objects = objects_of(log, folder, configurations.named(use.configuration))
    units = [*sorted(HERE.glob("*.c")), *(ROOT / "tests" / name for name in TESTS)]
    program = folder / "giants"
    log.must(["gcc", "-std=gnu11", "-O1", *common, *units, *objects, "-o", program])
    sample = use.sampled and not depth.full
    count = sum(
        (run(log, [program], isa, sample=sample) for isa in (use.isas if depth.full else use.isas[:1])), Count()
    )
    whole = use.whole and (depth.full or not use.sampled)
    return count + run(log, [program, "whole"], sample=not depth.full) if whole else count


def cpp_program(log: Log, folder: Path) -> Count:
    common, objects = objects_of(log, folder, configurations.named("host"))
    memory = folder / "memory.o"
    log.must(["gcc", "-std=gnu11", "-O1", *common, "-c", HERE / "memory.c", "-o", memory])
    program = folder / "giants"
    common += [f"-I{ROOT / 'tests' / 'cpp'}"]
    log.must(["g++", "-std=c++17", "-O1", *common, HERE / "giants.cpp", memory, *objects, "-o", program])
    return run(log, [program])


def python_program(log: Log) -> Count:
    return run(log, [sys.executable, "-B", HERE / "giants.py"])


def parts(log: Log, folder: Path, depth: Depth) -> Iterator[Part]:
    for use in GIANTS:
        yield Part(use.configuration, partial(c_programs, log, folder / use.configuration, use, depth))
    yield Part("c++", partial(cpp_program, log, folder / "c++"))
    yield Part("python", partial(python_program, log))


def giants(log: Log, depth: Depth) -> Outcome:
    folder = fresh(STEP)
    count, builds = run_parts(parts(log, folder, depth), depth)
    return Outcome(count, "cases", (f"{builds} builds",))


def steps() -> tuple[Step, ...]:
    return (Step(STEP, "offsets, counts and shares beyond 32 bits", ("checks",), giants),)
