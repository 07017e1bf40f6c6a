# SPDX-License-Identifier: BSD-3-Clause
"""Vectors of every length, and strides at every limit of an offset, one more and one less, on emulated cores."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from builds import Build
from configurations.hazards import LIMITS, MODELLED_VECTORS, Limits, ModelledVectors
from configurations.targets import target
from steps import ROOT, Count, Log, StepFailed

from verify.folders import fresh
from verify.programs import Part, run_parts, run_program
from verify.step import Depth, Outcome, Step

STEP = "limits"
INCLUDED = "permkern_limits.inc"
SECONDS = 120  # of a modelled program, which takes one or two; without a step forward, it takes for ever
SANITIZED = ("-std=gnu11", "-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def machines_of(on: Limits, depth: Depth) -> tuple[str, ...]:
    return on.machines if depth.full else on.quick


def on_target(log: Log, listed: str, on: Limits, depth: Depth) -> Count:
    """
    Builds a target once, and runs it on each of its machines. Without debug information: Clang 19 writes it for RISC-V
    with relocations that binutils 2.40, Debian 12's, do not know.
    """
    options = (f"--cross-file={target(on.target).path}", "-Ddebug=false")
    clang = {"CLANG_CROSS": on.clang} if on.clang else {}
    build = Build(f"verify/{STEP}/{on.target}", options, "", clang, suites=("limits",), benchmarks=True)
    build.set_up(log)
    (build.directory / INCLUDED).write_text(listed, encoding="utf-8")
    count = Count()
    for machine in machines_of(on, depth):
        options_of = {"QEMU_RUN_OPTIONS": f"-cpu {machine}"} if machine else {}
        count += replace(build, environment={**clang, **options_of}).test(log)
    return count


def modelled(log: Log, folder: Path, vectors: ModelledVectors) -> Count:
    """Compiles RISC-V's planes and runs for this machine, against a model of the intrinsics with long vectors."""
    folder.mkdir()
    (folder / INCLUDED).touch()
    places = (ROOT / "verify" / STEP, folder, ROOT / "include", ROOT / "src", ROOT / "generated")
    options = [*SANITIZED, *vectors.defines, f'-DPERMKERN_LIMITS="{INCLUDED}"', *(f"-I{place}" for place in places)]
    tests = ROOT / "tests"
    programs = {"planes": (tests / "check_planes.c",), "runs": (tests / "check_runs.c", ROOT / "src" / "copy.c")}
    count = Count()
    for name, units in programs.items():
        log.must(["gcc", *options, *units, "-o", folder / name])
        count += run_program(log, [folder / name], seconds=SECONDS)
    return count


def parts(log: Log, listed: str, depth: Depth) -> Iterator[Part]:
    folder = fresh(STEP)
    for on in LIMITS:
        if machines_of(on, depth):
            yield Part(on.target, partial(on_target, log, listed, on, depth))
    for vectors in MODELLED_VECTORS:
        name = f"model-{vectors.bits}"
        yield Part(name, partial(modelled, log, folder / name, vectors))


def limits(log: Log, depth: Depth) -> Outcome:
    listed = log.must([sys.executable, "-B", "verify/limits/list.py"])
    if "PERMKERN_LIMIT(" not in listed:
        raise StepFailed("the records name no limit")
    count, builds = run_parts(parts(log, listed, depth), depth)
    machines = sum(len(machines_of(on, depth)) for on in LIMITS)
    figure = f"{builds} builds on {machines} emulated machines and {len(MODELLED_VECTORS)} modelled ones"
    return Outcome(count, "cases", (figure,))


def steps() -> tuple[Step, ...]:
    needs = ("arm", "qemu-arm", "riscv", "qemu-riscv", "clang-cross", "clang-19")
    return (Step(STEP, "every length of vectors, every limit of offsets", needs, limits),)
