# SPDX-License-Identifier: BSD-3-Clause
"""Makes README.md's table from figures in bench/gate.toml."""

from collections.abc import Mapping, Sequence

from firmware import Figures, cell, requests

TARGET = "cortex-m4"
COLUMNS = {"checked": "permkern, checked", "pinned": "permkern, pinned"}
# Labels for rows of bench/firmware/cases.toml.
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


def block(peers: Mapping[str, Mapping[str, float]], counts: Figures, flash: Mapping[str, int], compiler: str) -> str:
    """Returns the text: a summary, the table, the sizes. Arguments: the gate's figures for TARGET."""
    rows = requests("cases")
    heads = ("case", "best peer", *COLUMNS.values())
    lines, ratios = [], []
    for name, label in ROWS.items():
        peer, count = min(peers[name].items(), key=lambda one: one[1])
        ours = [cell(rows[name], counts[name][column]) for column in COLUMNS]
        ratios.append(float(ours[0]) / count)
        lines.append(line((label, f"{count} {peer}", *ours)))
    small = ratios.pop()
    sizes = ", ".join(f"{flash[name]} {what}" for name, what in FLASH.items())
    return (
        f"Checked calls take {min(ratios):.0%} to {max(ratios):.0%} of the best peer's instructions, "
        f"{small:.0%} for the smallest array.\n"
        f"Instructions an element, on a Cortex-M4 (not cycles), 8 bits, {compiler} -O2, call included:\n\n"
        f"{line(heads)}{line(['---'] * len(heads)).replace(' ', '')}{''.join(lines)}\n"
        f"Flash, -Os, in bytes: {sizes}.\n"
        "Peers: TensorFlow Lite Micro, CMSIS-NN and embARC MLI 1.1, counted once from their public sources.\n"
    )
