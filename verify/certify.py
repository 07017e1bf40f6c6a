# SPDX-License-Identifier: BSD-3-Clause
"""
Certifies pinned kernels of tests/pinned.toml in linked programs, for each core, compiler and level of optimisation.
The step runs this program for each: `python -m verify.certify PROGRAM SET.toml TARGET LEVEL BLOCKS FLIPS`.
"""

import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from runner.configurations import PINNED, named
from runner.programs import fresh, generate, library
from runner.step import ROOT, Count, Depth, Log, Step, each, total

from generator.kernels.inventory import make_inventory
from generator.kernels.manifest import load_set

MOST_BYTES = 200  # of the shapes that CI takes: a few tiles, what is left next to them, rounds of channels


@dataclass(frozen=True)
class Core:
    """
    target: as certificates name it. tools: the prefix of GCC's and of the linker's commands. triplet: Clang's name of
    the target. levels: the values of permkern_cpu by name, where kernels depend on the CPU that runs them.
    """

    target: str
    tools: str
    triplet: str
    flags: tuple[str, ...] = ()
    levels: tuple[str, ...] = ("",)
    nightly: bool = False


def _cortex(name: str, *more: str, nightly: bool = False) -> Core:
    return Core(name, "arm-none-eabi-", "arm-none-eabi", (f"-mcpu={name}", "-mthumb", *more), nightly=nightly)


def _riscv(bits: int, abi: str, nightly: bool = False) -> Core:
    flags = (f"-march=rv{bits}imac", f"-mabi={abi}")
    return Core(f"rv{bits}imac", "riscv64-unknown-elf-", f"riscv{bits}-unknown-elf", flags, nightly=nightly)


CORES = (
    _cortex("cortex-m0"),
    _cortex("cortex-m4"),
    _cortex("cortex-m55", "-mfloat-abi=hard"),
    _riscv(32, "ilp32"),
    Core("aarch64", "aarch64-linux-gnu-", "aarch64-linux-gnu"),
    Core("x86-64", "", "x86_64-linux-gnu", levels=("sse2", "avx2")),
    _cortex("cortex-m3", nightly=True),
    _cortex("cortex-m33", nightly=True),
    _riscv(64, "lp64", nightly=True),
)
LEVELS = {"sse2": 2, "avx2": 3}  # PERMKERN_CPU_SSE2 and so on, of src/base/permkern_target.h


@dataclass(frozen=True)
class Program:
    core: Core
    compiler: str  # gcc or clang
    options: tuple[str, ...]

    @property
    def name(self) -> str:
        return "".join((self.core.target, "-", self.compiler, *self.options))


def programs(depth: Depth) -> Iterator[Program]:
    for core in CORES:
        if depth.takes(core.target) and (depth.whole or not core.nightly):
            yield Program(core, "gcc", ("-O2",))
            yield Program(core, "clang", ("-Os",))
            if depth.whole:
                yield Program(core, "clang", ("-O2",))
                yield from (Program(core, "gcc", options) for options in (("-Os",), ("-O3",), ("-Os", "-flto")))
                yield Program(core, "clang", ("-O3",))


def pinned_set(folder: Path, whole: bool) -> Path:
    """Writes the set's kernels of small shapes, or all of them, to a file of its own, and returns its path."""
    entries = make_inventory(load_set(str(ROOT / PINNED))).all_pinned
    small = {one.request.name for one in entries if whole or one.work.bytes <= MOST_BYTES}
    pinned, _, _ = (ROOT / PINNED).read_text(encoding="utf-8").partition("[[permute]]")
    lines = [
        line for line in pinned.splitlines() if (name := re.search(r'name = "(\w+)"', line)) is None or name[1] in small
    ]
    path = folder / "pinned.toml"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def build(log: Log, folder: Path, generated: Path, symbols: Sequence[str], program: Program) -> Path:
    core, linked = program.core, folder / f"{program.name}.elf"
    gcc = (f"{core.tools}gcc", "-ffreestanding", *core.flags, *program.options)
    clang = ("clang-19", f"--target={core.triplet}", *gcc[1:])
    compiler = gcc if program.compiler == "gcc" else clang
    objects, _ = library(log, folder / program.name, named("pinned"), compiler, generated=generated)
    # For -flto; and Clang 19 copies a structure of request.c by memcpy on RV64. A kernel that called it is refused.
    kept = [*(f"-Wl,-u,{symbol}" for symbol in symbols), "-Wl,--unresolved-symbols=ignore-all"]
    log.must([*gcc, "-nostdlib", "-static", "-Wl,-e,0", *kept, *objects, "-o", linked])
    return linked


def check(log: Log, folder: Path, permutations: Path, symbols: Sequence[str], whole: bool, one: Program) -> Count:
    """Certifies a program's kernels, and compares those of one level of optimisation with an emulator's runs."""
    linked = build(log, folder, folder / "generated", symbols, one)
    blocks, flips = (1000, 500) if whole else (50, 50 if one.core.target == "cortex-m4" else 0)
    sample = (blocks, flips if one.compiler == "gcc" else 0) if one.options == ("-O2",) else (0, 0)
    command = (sys.executable, "-B", "-m", "verify.certify", linked, permutations, one.core.target)
    emulated = one.core.target != "cortex-m55"  # Unicorn has neither Helium nor AVX
    samples = (sample if emulated and level != "avx2" else (0, 0) for level in one.core.levels)
    return total(
        log.counted([*command, level, *map(str, numbers)])
        for level, numbers in zip(one.core.levels, samples, strict=True)
    )


def run(log: Log, depth: Depth) -> Count:
    folder = fresh("certify")
    permutations = pinned_set(folder, depth.whole)
    generate(log, permutations, folder / "generated")
    symbols = [entry.symbol for entry in make_inventory(load_set(str(permutations))).all_pinned]
    return total(each(partial(check, log, folder, permutations, symbols, depth.whole), programs(depth)))


def main(program: Path, permutations: str, target: str, level: str, blocks: int, flips: int) -> int:
    """Certifies a program's kernels. permkern_cpu is what a CPU of a level would say."""
    from generator.certify.certificate import certify
    from generator.certify.elf import read_image
    from generator.certify.machine import Machine
    from generator.certify.requests import pinned
    from generator.certify.targets import TARGETS

    image = read_image(program)
    machine = Machine(TARGETS[target], image.with_number("permkern_cpu", LEVELS[level], 4) if level else image)
    requests = [entry.request for entry in make_inventory(load_set(permutations)).all_pinned]
    verdicts = [certify(machine, pinned(request).call) for request in requests]
    for one in verdicts:
        if one.refused:
            at = one.refused.instruction
            print(f"{one.call.symbol}: {one.refused}{f', at {at.address:#x}: {at.text}' if at else ''}")
    certified = [one for one in verdicts if not one.refused]
    print(f"{program.stem} {level}: {len(certified)} certified, {time.process_time():.1f} processor seconds")
    passed, failed = len(certified), len(verdicts) - len(certified)
    if blocks:
        from verify.certify_emulated import compare

        same, different = compare(machine, target, certified, blocks, flips)
        passed, failed = passed + same, failed + different
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


def steps() -> tuple[Step, ...]:
    needs = ("jinja2", "certify", "arm", "riscv", "aarch64", "host", "clang-19")
    return (Step("certify", "machine code of pinned kernels, for all contents", needs, run, more=("arm-full",)),)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:5], *map(int, sys.argv[5:7])))  # type: ignore[arg-type]
