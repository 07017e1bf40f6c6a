# SPDX-License-Identifier: BSD-3-Clause
"""Writes the table of README.md from bench/gate.toml: `tools/bench readme --save`; `--check` compares them."""

import argparse
import sys
from collections.abc import Sequence

import gate
import held
from builds import ROOT
from firmware import cell, requests

BLOCK = held.Block(ROOT / "README.md", "tools/bench readme")
TARGET = "cortex-m4"
COLUMNS = {"checked": "permkern, checked", "pinned": "permkern, pinned"}
# Rows of bench/firmware/cases.toml, as readers know them.
ROWS = {
    "hwc_8": "HWC to CHW, 28x28x8",
    "chw_8": "CHW to HWC, 8x28x28",
    "square_8": "32x32",
    "rgb_8": "RGB to planes, 16x16x3",
    "small_8": "2x4x8, whole call",
}
FLASH = {
    "mli": "the MLI interface with kernels of set mli",
    "tiny": "without kernels",
    "pinned": "one pinned shape alone",
}


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def block(figures: gate.Gate) -> str:
    """Returns the text: how it was counted, the table, the sizes."""
    rows = requests("cases")
    counts = figures.counts[TARGET]
    heads = ("case", "best peer", *COLUMNS.values())
    lines, ratios = [], []
    for name, label in ROWS.items():
        peer, count = min(figures.peers[name].items(), key=lambda one: one[1])
        ours = [cell(rows[name], counts[name][column]) for column in COLUMNS]
        ratios.append(float(ours[0]) / count)
        lines.append(line((label, f"{count} {peer}", *ours)))
    small = ratios.pop()
    sizes = ", ".join(f"{figures.sizes['flash'][name]} {what}" for name, what in FLASH.items())
    return (
        f"Checked calls take {min(ratios):.0%} to {max(ratios):.0%} of the best peer's instructions, "
        f"{small:.0%} for the smallest array.\n"
        f"Instructions an element, on a Cortex-M4 (not cycles), 8 bits, {figures.compilers[TARGET]} -O2, call "
        "included:\n\n"
        f"{line(heads)}{line(['---'] * len(heads)).replace(' ', '')}{''.join(lines)}\n"
        f"Flash, -Os, in bytes: {sizes}.\n"
        "Peers: TensorFlow Lite Micro, CMSIS-NN and embARC MLI 1.1, counted once from their public sources.\n"
    )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench readme", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="exit code 1 where README.md differs")
    how.add_argument("--save", action="store_true", help="write the table into README.md")
    options = parser.parse_args(arguments)
    text = block(gate.read())
    print(text.strip())
    if options.save:
        BLOCK.save(text)
    elif options.check and not BLOCK.holds(text):
        print("bench: README.md has other figures than bench/gate.toml: tools/bench readme --save", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
