# SPDX-License-Identifier: BSD-3-Clause
"""
Certifies linked programs for each core, compiler and optimisation level: set default with the pinned kernels of
tests/pinned.toml, and set mli with a maximum rank of 4. Each program's pinned kernels are certified, and calls of the
checked functions: all calls nightly, a sample in CI.
The step runs this for each: `python -m verify.certify PROGRAM SET.toml TARGET KERNELS FIRST EVERY BLOCKS FLIPS`.
"""

import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from permkern.certify.cores import CORES as MEASURED
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import load_set
from runner.configurations import PINNED
from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, Step, each, total

FIRST, EVERY = 27, 256  # CI certifies one call in FIRST of the first program, one in EVERY of each other one
MOST_BYTES = 128  # CI certifies pinned shapes up to this size: a few tiles, the rest of a plane, channel loops


@dataclass(frozen=True)
class Core:
    """
    target: the name in certificates. tools: the prefix of GCC and linker commands. triplet: Clang's target name.
    levels: more targets to certify this program for. emulated: Unicorn has the instructions. nightly: not in CI.
    """

    target: str
    tools: str
    triplet: str
    flags: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    compilers: tuple[str, ...] = ("gcc", "clang")
    emulated: bool = True
    nightly: bool = False


def _core(name: str, nightly: bool = False, like: str = "") -> Core:
    """Returns a core of permkern.certify.cores, or one with the flags of core `like` under its own name."""
    gcc, *flags = (flag.replace(like, name) if like else flag for flag in MEASURED[like or name].cc)
    triplet = "arm-none-eabi" if name.startswith("cortex") else f"riscv{name[2:4]}-unknown-elf"
    compilers = ("clang",) if name.endswith("v") else ("gcc", "clang")  # GCC has RISC-V vectors from version 14 on
    emulated = name != "cortex-m55" and not name.endswith(("v", "zbkb"))
    return Core(name, gcc.removesuffix("gcc"), triplet, tuple(flags), (), compilers, emulated, nightly)


CORES = (
    *map(_core, ("cortex-m0", "cortex-m4", "cortex-m55", "rv32imac", "rv32imacv")),
    Core("aarch64", "aarch64-linux-gnu-", "aarch64-linux-gnu"),
    Core("x86-64", "", "x86_64-linux-gnu", levels=("x86-64-avx2",), nightly=True),
    Core("esp32", "xtensa-lx106-elf-", "", compilers=("gcc",), emulated=False),
    *(_core(name, nightly=True) for name in ("cortex-m3", "cortex-m33", "rv32imac-zbkb", "rv64imac")),
    _core("rv64imacv", nightly=True, like="rv64imac"),
    _core("cortex-m23", nightly=True, like="cortex-m33"),
)


# Entry points that -flto would remove.
KEPT = "permute prepare run run_part xor run_in_place in_place_bytes bits8x8 mli_permute_fx"
KEPT += " mli_permute_fx8 mli_permute_fx16"
MACROS = {"mli": ("-DPERMKERN_MAX_RANK=4",), "mli-1.1": ("-DPERMKERN_MLI_MEM_STRIDE=1",)}


@dataclass(frozen=True)
class Program:
    core: Core
    compiler: str  # gcc or clang
    options: tuple[str, ...]
    library: str  # a set; "mli-1.1": with MLI 1.1's headers

    @property
    def name(self) -> str:
        return "".join((self.core.target, "-", self.library, "-", self.compiler, *self.options))

    @property
    def permutations(self) -> str:
        return self.library.partition("-")[0]


@dataclass(frozen=True)
class Row:
    """A program's result for a target."""

    program: Program
    target: str
    count: Count
    printed: str


def programs(depth: Depth) -> Iterator[Program]:
    """Yields the programs for CI or nightly, filtered by the names in `depth`."""
    more = ("gcc", ("-Os",)), ("gcc", ("-O3",)), ("gcc", ("-Os", "-flto")), ("clang", ("-O2",)), ("clang", ("-O3",))
    for core in CORES:
        if core.nightly and not depth.whole:
            continue
        found = [Program(core, compiler, options, "default") for compiler, options in (more if depth.whole else ())]
        found.append(Program(core, "gcc", ("-O2",), "default"))
        if depth.whole or core.target in ("cortex-m4", "rv32imacv"):
            found.append(Program(core, "clang", ("-Os",), "default"))
        if depth.whole or core.target == "cortex-m0":
            found.append(Program(core, "gcc", ("-Os",), "mli"))
        if depth.whole or core.target == "cortex-m4":
            found.append(Program(core, "clang", ("-Os",), "mli-1.1"))
        yield from (
            one
            for one in found
            if one.compiler in core.compilers and (depth.takes(core.target) or depth.takes(one.name))
        )


def write_sets(folder: Path, whole: bool) -> None:
    """Writes default.toml and mli.toml to `folder`. default.toml has all pinned kernels, or only small ones."""
    entries = make_inventory(load_set(str(ROOT / PINNED))).all_pinned
    small = {one.request.name for one in entries if whole or one.work.bytes <= MOST_BYTES}
    pinned, _, _ = (ROOT / PINNED).read_text(encoding="utf-8").partition("[[permute]]")
    lines = [
        line for line in pinned.splitlines() if (name := re.search(r'name = "(\w+)"', line)) is None or name[1] in small
    ]
    shipped = {
        one: (ROOT / "generator" / "sets" / f"{one}.toml").read_text(encoding="utf-8") for one in ("default", "mli")
    }
    _, _, forms = shipped["default"].partition("[[permute]]")
    for one, text in {**shipped, "default": "\n".join([*lines, "[[permute]]" + forms])}.items():
        (folder / f"{one}.toml").write_text(text, encoding="utf-8")


def build(folder: Path, program: Program) -> Path:
    from permkern.certify.programs import compile_library  # imported here, as listing steps must not need pyelftools

    core, inventory = program.core, make_inventory(load_set(str(folder / f"{program.permutations}.toml")))
    gcc = (f"{core.tools}gcc", *core.flags, *program.options)
    clang = ("clang-19", f"--target={core.triplet}", *gcc[1:])
    symbols = [*(entry.symbol for entry in inventory.all_pinned), *(f"permkern_{name}" for name in KEPT.split())]
    linker = (*gcc, "-static", "-Wl,-e,0", *(f"-Wl,-u,{symbol}" for symbol in symbols))
    compiler, macros = gcc if program.compiler == "gcc" else clang, MACROS.get(program.library, ())
    made = compile_library(inventory, folder / program.name, compiler, *macros, link=linker, jobs=1)
    return made.linked(program.name)


def check(log: Log, folder: Path, whole: bool, numbered: tuple[int, Program]) -> list[Row]:
    """Certifies a program, and compares its kernels with an emulator's runs if it is built with -O2."""
    number, one = numbered
    linked = build(folder, one)
    blocks, flips = (1000, 500) if whole else (50, 50 if one.core.target == "cortex-m4" else 0)
    command: list[str | Path] = [
        sys.executable,
        "-B",
        "-m",
        "verify.certify",
        linked,
        folder / f"{one.permutations}.toml",
    ]
    rows: list[Row] = []
    for target in (one.core.target, *one.core.levels):
        # In checked functions, compilers use vector arithmetic that certificates refuse.
        by_vectors = target.endswith(("avx2", "v"))
        every = 0 if by_vectors else 1 if whole else FIRST if number == 0 else EVERY
        emulated = one.core.emulated and not target.endswith("avx2") and one.library == "default"  # Unicorn has no AVX
        sample = (blocks, flips if one.compiler == "gcc" else 0) if emulated and one.options == ("-O2",) else (0, 0)
        kernels = 1 if whole or number == 0 else 2
        share = kernels, number % max(every, 1), every
        code, output = log.run([*command, target, *map(str, (*share, *sample))])
        printed = re.search(r": (\d+ certified.* processor seconds)$", output, re.MULTILINE)
        rows.append(Row(one, target, Count.reported(output, failed=code != 0), printed[1] if printed else "failed"))
    return rows


def table(rows: Iterable[Row]) -> str:
    """Returns the results as a table for the log."""
    cells = [
        (
            row.target,
            row.program.library,
            row.program.compiler,
            *row.program.options,
            row.printed,
        )
        for row in rows
    ]
    return "\n".join(" ".join(filter(None, cell)) for cell in sorted(cells))


def run(log: Log, depth: Depth) -> Count:
    folder = fresh("certify")
    write_sets(folder, depth.whole)
    listed = sorted(programs(depth), key=lambda one: one.core.target != "cortex-m4")
    rows = [row for found in each(partial(check, log, folder, depth.whole), enumerate(listed)) for row in found]
    log.note(table(rows))
    return total(row.count for row in rows)


def main(
    program: Path, permutations: str, target: str, kernels: int, share: Sequence[int], sample: Sequence[int]
) -> int:
    """Certifies a program's kernels, one of ``kernels``, and calls."""
    from permkern.certify.certificate import certify
    from permkern.certify.command import with_level
    from permkern.certify.elf import read_image
    from permkern.certify.machine import Machine
    from permkern.certify.requests import checked, pinned
    from permkern.certify.targets import TARGETS

    image = with_level(read_image(program), target)
    machine = Machine(TARGETS[target], image)
    inventory = make_inventory(load_set(permutations))
    claims = [pinned(entry.request) for entry in inventory.all_pinned[share[0] % kernels :: kernels]]
    count = len(claims)
    claims += checked(inventory, image.functions, machine.target.pointer, *share) if share[1] else ()
    verdicts = [certify(machine, claim.call) for claim in claims]
    for claim, one in zip(claims, verdicts, strict=True):
        if one.refused:
            at = one.refused.instruction
            print(f"{claim.name}: {one.refused}{f', at {at.address:#x}: {at.text}' if at else ''}")
    passed = sum(one.refused is None for one in verdicts)
    failed = len(verdicts) - passed
    print(f"{program.stem} {target}: {passed} certified, {failed} refused, {time.process_time():.1f} processor seconds")
    if sample[0]:
        from verify.certify_emulated import compare

        same, different = compare(machine, target, [one for one in verdicts[:count] if not one.refused], *sample)
        passed, failed = passed + same, failed + different
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


def steps() -> tuple[Step, ...]:
    needs = ("jinja2", "certify", "unicorn", "arm", "riscv", "xtensa", "aarch64", "host", "clang-19")
    return (Step("certify", "machine code of kernels and calls, for all contents", needs, run, more=("arm-full",)),)


if __name__ == "__main__":
    linked, permutations, target, *rest = sys.argv[1:]
    numbers = [int(number) for number in rest]
    sys.exit(main(Path(linked), permutations, target, numbers[0], numbers[1:3], numbers[3:]))
