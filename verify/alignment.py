# SPDX-License-Identifier: BSD-3-Clause
"""The alignment matrix: every way into the library, input and output aligned differently, where that would trap."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import configurations
from builds import Build
from configurations.hazards import OFFSETS_ON_HOST, OFFSETS_ON_TARGETS, OffsetsOnTarget
from configurations.targets import target
from configurations.uses import Configuration
from steps import BUILD, ROOT, Count, Log

from verify.folders import fresh, kernels, sources
from verify.programs import Part, run_parts, run_program
from verify.step import Depth, Outcome, Step

STEP = "alignment"
SANITIZED = ("-O0", "-g1", "-fsanitize=alignment", "-fno-sanitize-recover=all")


# ---- a set with pinned kernels of every kind, for every alignment that they are promised ----


@dataclass(frozen=True)
class Kind:
    """A kind of pinned kernel. shapes: by the alignment promised: the element's, a word's, that of eight bytes."""

    name: str
    line: str
    shapes: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    widest: int = 64


KINDS = (
    Kind("plane", "perm = [1, 0]", ((9, 13), (8, 16), (16, 8))),
    Kind("words", "perm = [1, 0]", ((12, 16), (16, 12), (24, 16)), 32),
    Kind("tall", "perm = [1, 0]\nin_place = true", ((5, 8), (20, 4), (24, 8)), 32),
    Kind("runs", "perm = [1, 0, 2]", ((4, 3, 5), (3, 4, 8), (5, 2, 8))),
    Kind("square", "perm = [1, 0]\nin_place = true", ((7, 7), (8, 8), (12, 12))),
    Kind("split", "perm = [1, 0]", ((25, 3), (24, 3), (32, 3)), 16),
    Kind("join", "perm = [1, 0]", ((4, 21), (4, 24), (4, 32)), 16),
    Kind("masked", "perm = [1, 0]\nxor = 0x81", ((11, 9), (12, 8), (8, 24)), 16),
    Kind("masked_run", "perm = [0]\nxor = 0x81", ((46,), (48,), (56,)), 16),
    Kind("mirror", 'mirror = "horizontal"', ((5, 13), (4, 16), (3, 24))),
)
ALIGNMENTS = (1, 4, 8)


def offsets_set() -> str:
    """Returns the set: kernels for any shape, and a pinned one of each kind, width and alignment."""
    text = "format = 1\n\n[[permute]]\nperms = [[1, 0], [0, 2, 1], [1, 0, 2], [2, 1, 0]]\nbits = [8, 16, 32, 64]\n"
    for kind in KINDS:
        for bits in (8, 16, 32, 64):
            for align, shape in zip(ALIGNMENTS, kind.shapes, strict=True):
                promised = max(align, bits // 8)
                if bits <= kind.widest and (align == 1 or align > bits // 8):
                    text += f'\n[[pinned]]\nname = "{kind.name}_x{bits}_a{promised}"\nshape = {list(shape)}\n'
                    text += f"{kind.line}\nbits = {bits}\nalign = {promised}\n"
    return text


# ---- this machine: a sanitizer stops at the first access that is less aligned than its type ----


def on_host(log: Log, folder: Path, pins: Path, configuration: Configuration, *, cpp: bool) -> Count:
    """Compiles and runs the matrix of C for a configuration; that of permkern.hpp, too, if asked."""
    folder.mkdir()
    permutations = pins if configuration.permutations == "default" else configuration.permutations
    generated = kernels(log, permutations, folder / "generated")
    includes = [f"-I{path}" for path in (generated, ROOT / "include", ROOT / "src", ROOT / "tests")]
    common = (*SANITIZED, *configuration.defines, *includes)
    log.must(["gcc", "-std=gnu11", *common, "-c", *sources(generated)], cwd=folder)
    objects = sorted(folder.glob("*.o"))
    program = sorted((ROOT / "tests").glob("offsets*.c"))
    log.must(["gcc", "-std=gnu11", *common, *program, *objects, "-o", folder / "offsets"])
    count = run_program(log, [folder / "offsets"])
    if cpp:
        source = ROOT / "tests" / "cpp" / "offsets.cpp"
        log.must(["g++", "-std=c++17", *common, source, *objects, "-o", folder / "offsets_cpp"])
        count += run_program(log, [folder / "offsets_cpp"])
    return count


# ---- emulated cores that trap ----


HELIUM = """#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

static inline void *permkern_trap_unaligned(const volatile void *p, size_t size)
{
    if ((uintptr_t)p % size != 0) {
        __builtin_trap();
    }
    return (void *)(uintptr_t)p;
}

#define PERMKERN_TRAP(p) ((__typeof__(&(p)[0]))permkern_trap_unaligned(p, sizeof *(p)))
"""


def helium_that_traps() -> str:
    """
    Returns a header in which the loads and stores of Helium's that sources call trap at a pointer that is less aligned
    than what it points to. Armv8.1-M has vectors trap there, elements being what has to be aligned; QEMU 7.2 does not.
    Loops in assembly are as they are.
    """
    places = [*(ROOT / "src").glob("*.c"), *(ROOT / "src" / "arch" / "arm").glob("*.h")]
    text = "".join(path.read_text(encoding="utf-8") for path in places)
    lines = []
    for name in sorted(set(re.findall(r"\b(v(?:ld|st)\w+_u(?:8|16|32))\(", text))):
        alone = name.startswith("vld") and "_gather_" not in name and "_z_" not in name
        more, rest = ("", "") if alone else (", ...", ", __VA_ARGS__")
        lines += [f"#undef {name}", f"#define {name}(p{more}) __arm_{name}(PERMKERN_TRAP(p){rest})"]
    return HELIUM + "\n".join(lines) + "\n"


def on_target(log: Log, folder: Path, pins: Path, on: OffsetsOnTarget) -> Count:
    core = target(on.target)
    options = [f"--cross-file={core.path}", f"-Dpermutation_set={on.permutations or pins}"]
    header = folder.with_suffix(".h")
    if on.vectors:
        header.write_text(helium_that_traps(), encoding="utf-8")
    flags = f"{on.flags} -include {header}" if on.vectors else on.flags
    if flags:
        more = folder.with_suffix(".ini")
        more.write_text(core.with_flags(flags), encoding="utf-8")
        options.append(f"--cross-file={more}")
    name = str(folder.relative_to(BUILD))
    return Build(name, tuple(options), suites=("offsets",), benchmarks=True).all(log)


def parts(log: Log, folder: Path, pins: Path, depth: Depth) -> Iterator[Part]:
    for on in OFFSETS_ON_TARGETS:
        if on.quick or depth.full:
            yield Part(on.name, partial(on_target, log, folder / on.name, pins, on))
    for here in OFFSETS_ON_HOST:
        if here.quick or depth.full:
            chosen = configurations.named(here.configuration)
            yield Part(chosen.name, partial(on_host, log, folder / chosen.name, pins, chosen, cpp=here.cpp))


def alignment(log: Log, depth: Depth) -> Outcome:
    folder = fresh(STEP)
    pins = folder / "offsets.toml"
    pins.write_text(offsets_set(), encoding="utf-8")
    count, builds = run_parts(parts(log, folder, pins, depth), depth)
    return Outcome(count, "cases", (f"{builds} builds",))


def steps() -> tuple[Step, ...]:
    needs = ("checks", "arm", "qemu-arm", "riscv", "qemu-riscv")
    return (Step(STEP, "each way in, its buffers aligned differently", needs, alignment),)
