# SPDX-License-Identifier: BSD-3-Clause
"""
Fuzzes the parser of permutation sets with verify/set_cases.py; tools/nightly also compiles some rendered sets. Compares
random pinned kernels of 1 to 4 bits with the definition, by the self-test under UBSan.
"""

import random
import sys
from math import prod
from pathlib import Path

from runner.programs import fresh, generate
from runner.step import ROOT, Count, Depth, Log, Step, each, total

FACTOR = 10  # tools/nightly makes FACTOR times the documents
SAMPLES = 8
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")


PACKED = 40  # random kernels of less than 8 bits; tools/nightly has fifty times as many
UBSAN = ("-Wno-error", "-fsanitize=undefined", "-fno-sanitize-recover=all")  # UBSan causes more warnings
BUILDS = (UBSAN, (*UBSAN, "-DPERMKERN_UNALIGNED=0"), (*UBSAN, "-DPERMKERN_CORE=PERMKERN_CORE_BYTES"))
EXTENTS = (1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33, 40, 49)


def packed_set(seed: int, count: int, most_bytes: int) -> str:
    """Returns a set with `count` random pinned kernels of 1, 2 and 4 bits, each of at most `most_bytes` bytes."""
    draw = random.Random(seed)
    lines: list[str] = []
    while len(lines) < count:
        bits, rank = draw.choice((1, 1, 2, 4)), draw.randint(1, 5)
        shape = [draw.choice(EXTENTS) for _ in range(rank)]
        flip = [axis for axis in range(rank) if draw.random() < 0.3]
        if prod(shape) * bits % 8 == 0 and prod(shape) * bits <= 8 * most_bytes:
            keys = f"shape = {shape}, perm = {draw.sample(range(rank), rank)}, bits = {bits}"
            keys += f", align = {draw.choice((1, 1, 2, 4))}" + f", flip = {flip}" * bool(flip)
            keys += f", xor = {draw.randrange(1, 2**bits)}" * (draw.random() < 0.2)
            lines.append(f'  {{ name = "packed_{len(lines)}", {keys} }},\n')
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
    (folder / "packed.toml").write_text(packed_set(1, PACKED * (50 if depth.whole else 1), 2048), encoding="utf-8")
    generate(log, folder / "packed.toml", folder / "packed")
    count += total(
        each(lambda options: run_sample(log, folder / "packed", *options), BUILDS if depth.whole else BUILDS[:1])
    )
    return count + total(each(lambda sample: run_sample(log, sample), sorted(folder.glob("samples/*"))))


def steps() -> tuple[Step, ...]:
    return (Step("fuzz-sets", "Hypothesis: permutation sets", ("host", "python-test"), run_sets),)
