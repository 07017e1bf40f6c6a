# SPDX-License-Identifier: BSD-3-Clause
"""
Puts figures into README.md that the firmware bench has found: `tools/bench readme`; `--check` compares them. Counts are
those of bench/baseline.json, sizes those of docs/performance.md, peers' figures those that the bench recorded.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import held
import tomlreader
from firmware_goals import RECORDED
from firmware_report import Case

ROOT = Path(__file__).resolve().parent.parent
BLOCK = held.Block(ROOT / "README.md", "tools/bench readme")
BASELINE = ROOT / "bench" / "baseline.json"
CASES = ROOT / "bench" / "firmware" / "cases.toml"
PERFORMANCE = ROOT / "docs" / "performance.md"
TARGET = "cortex-m4"
PEERS = ("TFLM", "CMSIS-NN", "MLI 1.1")
COLUMNS = {"checked": "permkern, checked", "pinned": "permkern, pinned"}
# Rows: what a case of CASES is to readers.
ROWS = {
    "hwc_8": "HWC to CHW, 28x28x8",
    "chw_8": "CHW to HWC, 8x28x28",
    "square_8": "32x32",
    "rgb_8": "RGB to planes, 16x16x3",
    "small_8": "2x4x8, whole call",
}
# Sizes: what a row of PERFORMANCE begins with, and what it is to readers.
SIZES = {
    "flash, -Os, set mli, rank 4": "the MLI interface with kernels of set mli",
    "flash, -Os, profile tiny": "without kernels",
    "flash, -Os, only the pinned": "one pinned shape alone",
}


class ReadmeError(Exception):
    """A figure is not there; the message says which."""


def counted() -> tuple[str, Mapping[str, Mapping[str, int]]]:
    """Returns the compiler, and of each case the instructions by column."""
    document = json.loads(BASELINE.read_text(encoding="utf-8"))
    for key, cases in document.items():
        target, _, compiler = key.partition(", ")
        if target == TARGET:
            return compiler, cases
    raise ReadmeError(f"{BASELINE.name} has no counts of {TARGET}")


def cases() -> dict[str, Case]:
    document = tomlreader.loads(CASES.read_text(encoding="utf-8"))
    rows = document["pinned"]
    return {row["name"]: Case(row["name"], tuple(row["shape"]), tuple(row["perm"]), row["bits"]) for row in rows}


def size(begins: str) -> int:
    rows = re.findall(
        rf"^\| {TARGET} \| {re.escape(begins)}[^|]*\| \d+ \| (\d+) \|", PERFORMANCE.read_text("utf-8"), re.M
    )
    if len(rows) != 1:
        raise ReadmeError(f"docs/performance.md has {len(rows)} rows of {TARGET} that begin with: {begins}")
    return int(rows[0])


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def block() -> str:
    """Returns the text: how it was counted, the table, the sizes."""
    compiler, counts = counted()
    shapes = cases()
    heads = ("case", *PEERS, *COLUMNS.values())
    rows = []
    for name, label in ROWS.items():
        peers = [f"{RECORDED[TARGET, name][peer]}" for peer in PEERS]
        ours = [shapes[name].cell(counts[name][column]) for column in COLUMNS]
        rows.append(line((label, *peers, *ours)))
    sizes = ", ".join(f"{size(begins)} {what}" for begins, what in SIZES.items())
    return (
        f"Cortex-M4, {compiler} -O2, 8-bit, instructions an element on QEMU (not cycles), call included:\n\n"
        f"{line(heads)}{line(['---'] * len(heads)).replace(' ', '')}{''.join(rows)}\n"
        f"Flash, -Os, in bytes: {sizes}.\n"
    )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench readme", description=" ".join(__doc__.split()))
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 where README.md differs")
    options = parser.parse_args(arguments)
    try:
        text = block()
        current = BLOCK.holds(text)
    except (ReadmeError, held.HeldError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    if options.check and not current:
        print("bench: README.md has other figures than the bench: tools/bench readme", file=sys.stderr)
        return 1
    if not options.check:
        BLOCK.save(text)
    print(text.strip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
