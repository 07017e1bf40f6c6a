# SPDX-License-Identifier: BSD-3-Clause
"""Estimated cycles of AArch64's tiles and channels on three cores: `tools/bench mca`. An estimate, not a measurement.

The kernels are compiled by GCC and Clang, for any AArch64 and for the core, and each kernel's loop goes through
LLVM's model of the core, which knows latencies and ports, and no caches: every load is a hit. Cycles an element of the
loop's steady state, in Markdown; GCC's figure, then Clang's.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import commands
from configurations.targets import MODELLED

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "arch" / "aarch64" / "permkern_neon.c"
COMPILERS = (("aarch64-linux-gnu-gcc",), ("clang-19", "--target=aarch64-linux-gnu"))
PASSES = 100
FUNCTION = re.compile(r"^(\w+):.*?\n(.*?)^\s*\.size\s+\1\b", re.MULTILINE | re.DOTALL)
BRANCH = re.compile(r"^(?:b(?:\.?\w+)?|cbn?z\s+\w+,|tbn?z\s+\w+, *#?\d+,)\s*(\.L\w+)$")
STRIP = re.compile(r"^x(\d+)_strip_(\d+)x(\d+)_neon$")
CHANNELS = re.compile(r"^x(\d+)_(split|join)(\d)_neon$")


class EstimateError(Exception):
    """Something that an estimate needs did not work; the message says what."""


def longest_loop(body: str) -> list[str]:
    """Returns the instructions from a label to the last branch back to it, of the loop that has most; empty: none."""
    lines = [re.sub(r"//.*", "", line).strip() for line in body.splitlines()]
    labels: dict[str, int] = {}
    longest: list[str] = []
    for number, line in enumerate(lines):
        if re.match(r"\.L\w+:", line):
            labels[line.partition(":")[0]] = number
        back = BRANCH.match(line)
        if back and back[1] in labels:
            span = lines[labels[back[1]] : number + 1]
            loop = [each for each in span if each and not each.startswith(".") and not each.endswith(":")]
            longest = max(longest, loop, key=len)
    return longest


def loops(assembly: str) -> dict[str, list[str]]:
    """Returns the longest loop of each function that has one, by name."""
    found = {function[1]: longest_loop(function[2]) for function in FUNCTION.finditer(assembly)}
    return {name: loop for name, loop in found.items() if loop}


def compiled(compiler: Sequence[str], core: str) -> dict[str, list[str]]:
    """The kernels' loops, compiled for a core, or for any."""
    options = ["-O2", "-std=c11", *([f"-mcpu={core}"] if core else []), "-S", "-o", "-"]
    folders = [f"-I{ROOT / folder}" for folder in ("include", "src", "generated")]
    return loops(commands.run([*compiler, *options, *folders, SOURCE], EstimateError))


def cycles(loop: Sequence[str], core: str) -> float:
    """Cycles of one pass through a loop."""
    command = ["llvm-mca-19", "-mtriple=aarch64", f"-mcpu={core}", f"-iterations={PASSES}"]
    done = subprocess.run(command, input="\n".join(loop) + "\n", capture_output=True, text=True, check=False)
    total = re.search(r"^Total Cycles:\s+(\d+)$", done.stdout, re.MULTILINE)
    if total is None:
        raise EstimateError(f"llvm-mca-19 of {core} says nothing: {done.stderr[:300]}")
    return int(total[1]) / PASSES


@dataclass(frozen=True)
class Kernel:
    """What the name of a kernel says: the bits of an element, and how many its loop moves in one pass."""

    bits: int
    elements: int
    label: str


def kernel_of(name: str) -> Kernel | None:
    """A strip, in tiles of rows x columns; or channels, as many pixels as a register has lanes."""
    strip, channels = STRIP.match(name), CHANNELS.match(name)
    if strip:
        bits, rows, cols = map(int, strip.groups())
        return Kernel(bits, rows * cols, f"{rows}x{cols}")
    if channels:
        bits, count = int(channels[1]), int(channels[3])
        return Kernel(bits, 128 // bits * count, f"{count} channels, {channels[2]}")
    return None


def in_order(names: Iterable[str]) -> list[tuple[str, Kernel]]:
    """Kernels by width, then what moves most first."""
    found = [(name, kernel) for name in names if (kernel := kernel_of(name)) is not None]
    return sorted(found, key=lambda each: (each[1].bits, -each[1].elements, each[0]))


def table(by_column: Mapping[str, Sequence[Mapping[str, float]]]) -> Iterator[str]:
    """Lines of Markdown. by_column: for each column, what each compiler's kernels take, in cycles a pass."""
    first = next(iter(by_column.values()))[0]
    yield f"| tile | {' | '.join(by_column)} |"
    yield f"|{'---|' * (1 + len(by_column))}"
    for name, kernel in in_order(first):
        cells = (" ".join(f"{of[name] / kernel.elements:.2f}" for of in compilers) for compilers in by_column.values())
        yield f"| {kernel.bits}-bit {kernel.label} | {' | '.join(cells)} |"


def estimate(core: str, tuned: bool, pattern: str) -> list[dict[str, float]]:
    """Cycles a pass of each kernel whose name has the pattern, for each compiler."""
    return [
        {
            name: cycles(loop, core)
            for name, loop in compiled(compiler, core if tuned else "").items()
            if kernel_of(name) and re.search(pattern, name)
        }
        for compiler in COMPILERS
    ]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench mca", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--kernels", metavar="PATTERN", default=".", help="of names such as x8_strip_16x16; default: all"
    )
    options = parser.parse_args(arguments)
    columns = [(core, tuned) for core in MODELLED for tuned in (False, True)]
    try:
        with ThreadPoolExecutor() as pool:
            found = list(pool.map(lambda column: estimate(column[0], column[1], options.kernels), columns))
    except EstimateError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    named = [f"{core}{', compiled for it' if tuned else ''}" for core, tuned in columns]
    print("\n".join(table(dict(zip(named, found, strict=True)))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
