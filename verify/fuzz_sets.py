# SPDX-License-Identifier: BSD-3-Clause
"""
Fuzzes the parser of permutation sets with verify/set_cases.py; tools/nightly also compiles some rendered sets. Compares
random pinned kernels of 1 to 32 bits, with gaps, offsets and orders, with the definition, by the self-test under UBSan.
"""

import contextlib
import random
import sys
from math import prod
from pathlib import Path

from permkern.kernels.manifest import SetError, parse_set
from runner.programs import fresh, generate
from runner.step import ROOT, Count, Depth, Log, Step, each, total

FACTOR = 10  # tools/nightly makes FACTOR times the documents
SAMPLES = 8
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")


KERNELS = 24  # random kernels; tools/nightly has fifty times as many
UBSAN = ("-Wno-error", "-fsanitize=undefined", "-fno-sanitize-recover=all")  # UBSan causes more warnings
BUILDS = (UBSAN, (*UBSAN, "-DPERMKERN_UNALIGNED=0"), (*UBSAN, "-DPERMKERN_CORE=PERMKERN_CORE_BYTES"))
EXTENTS = (1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33, 40, 49)


def _strides(draw: random.Random, shape: list[int], bits: int) -> tuple[list[int], int]:
    """Returns a side's strides with random gaps, and its elements from first to last."""
    found, reach = list[int](), 1
    for extent in reversed(shape):
        step = -(-reach * bits // 8) * 8 // bits if bits < 8 else reach
        gaps = (reach, step, 2 * step, -(-reach // 4) * 4, reach + 8 // bits if bits < 8 else reach + 1)
        wanted = draw.choice(gaps) if found else 1
        found.insert(0, wanted if wanted == reach or wanted * bits % 8 == 0 else step)
        reach = extent * found[0]
    return found, reach


def random_kernel(draw: random.Random, most_bytes: int) -> str:
    """Returns a random pinned kernel's keys but its name; empty if it is too large. The set may refuse them."""
    bits, rank = draw.choice((1, 1, 2, 4, 4, 8, 8, 16, 32)), draw.randint(1, 5)
    shape = [draw.choice(EXTENTS) for _ in range(rank)]
    if draw.random() < 0.3:
        shape[-1] = draw.choice((1, 2, 3, 4, 6))  # channels
    perm = draw.sample(range(rank), rank) if draw.random() < 0.7 else list(range(rank))
    flip = [axis for axis in range(rank) if draw.random() < 0.3]
    keys = f"shape = {shape}, perm = {perm}, bits = {bits}, align = {draw.choice((1, 1, 2, 4)) if bits < 16 else 4}"
    keys += f", flip = {flip}" * bool(flip) + f", xor = {draw.randrange(1, 2**bits)}" * (draw.random() < 0.2)
    most = 8 * most_bytes // bits
    for side, extents in (("in", shape), ("out", [shape[axis] for axis in perm])):
        strides, span = _strides(draw, extents, bits) if draw.random() < 0.5 else ([], prod(extents))
        offset = draw.randrange(1, 40) if bits < 8 and draw.random() < 0.4 else 0
        most = most if span + offset <= most else 0
        keys += f", {side}_stride = {strides[:-1]}" * bool(strides[1:]) + f", {side}_offset = {offset}" * (offset > 0)
    if bits >= 8 and 1 < shape[-1] <= 16 and draw.random() < 0.4:
        keys += f", order = {draw.sample(range(shape[-1]), shape[-1])}"
    return keys * (most > 0)


def random_set(seed: int, count: int, most_bytes: int) -> str:
    """Returns a set with `count` random pinned kernels of 1 to 32 bits, each of at most `most_bytes` bytes a side."""
    draw, lines = random.Random(seed), list[str]()
    while len(lines) < count:
        line = f'{{ name = "random_{len(lines)}", {random_kernel(draw, most_bytes)} }}'
        with contextlib.suppress(SetError):
            parse_set(f"format = 1\npinned = [{line}]\n", "random.toml", "random")
            lines.append(f"  {line},\n")
    return f"format = 1\npinned = [\n{''.join(lines)}]\n"


def run_sample(log: Log, sample: Path, *options: str) -> Count:
    """Compiles a set's kernels with the library and the self-test, then runs the self-test.

    Warnings are errors unless `options` say otherwise.
    """
    program = sample / f"selftest{options[-1] if options else ''}"
    library = [path for path in sorted((ROOT / "src").rglob("*.c")) if not path.name.startswith("mli_")]
    sources = [*library, *sorted(sample.glob("*.c")), ROOT / "tests" / "selftest.c"]
    includes = [f"-I{folder}" for folder in (sample, ROOT / "include", ROOT / "src", ROOT / "tests")]
    log.must(
        ["gcc", "-std=c11", "-O1", "-DSELFTEST_BYTES=65536", *WARNINGS, *options, *includes, *sources, "-o", program]
    )
    return log.counted([program])


def run_sets(log: Log, depth: Depth) -> Count:
    folder = fresh("fuzz-sets")
    factor, samples = (FACTOR, SAMPLES) if depth.whole else (1, 0)
    count = log.counted([sys.executable, "-B", "-m", "verify.set_cases", folder, str(factor), str(samples)])
    (folder / "random.toml").write_text(random_set(1, KERNELS * (50 if depth.whole else 1), 2048), encoding="utf-8")
    generate(log, folder / "random.toml", folder / "random")
    count += total(
        each(lambda options: run_sample(log, folder / "random", *options), BUILDS if depth.whole else BUILDS[:1])
    )
    return count + total(each(lambda sample: run_sample(log, sample), sorted(folder.glob("samples/*"))))


def steps() -> tuple[Step, ...]:
    return (Step("fuzz-sets", "Hypothesis: permutation sets", ("host", "python-test"), run_sets),)
