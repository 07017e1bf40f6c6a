# SPDX-License-Identifier: BSD-3-Clause
"""Makes README.md's kernel, and its table from figures in bench/gate.toml."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from builds import ROOT
from firmware import Figures, cell, requests
from permkern.certify.cores import CORES
from permkern.certify.programs import FLAGS, command

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


CAMERA = "format = 1\npinned = [{name = 'camera', shape = [96, 96, 3], perm = [2, 0, 1], bits = 8}]\n"


def _permkern(*words: str | Path) -> str:
    return command([sys.executable, "-B", ROOT / "tools" / "permkern.py", *words])


def kernel() -> str:
    """Returns the camera's kernel, with the last function that it calls, and the certificate of its machine code."""
    folder = ROOT / "build" / "bench" / "readme"
    folder.mkdir(parents=True, exist_ok=True)
    made, program = folder / "product.toml", folder / "camera.elf"
    made.write_text(CAMERA, encoding="utf-8")
    _permkern("amalgamate", "--target", TARGET, "-o", folder / "made", made)
    source = folder / "made" / "permkern.c"
    command([*CORES[TARGET].cc, "-O2", *FLAGS, "-nostdlib", "-Wl,-epermkern_pin_camera", source, "-o", program])
    text, otherwise, _ = source.read_text(encoding="utf-8").rpartition(" ---- */\n")[2].partition("#else /*")
    text = "\n\n".join(text.split("\n#endif\n\n", 1)) + f"{otherwise} the definition, for any compiler and core */\n"
    return f"```C\n{text}```\n\n```console\n{_permkern('certify', program, '--set', made)}```\n"


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def block(peers: Mapping[str, Mapping[str, float]], counts: Figures, flash: Mapping[str, int], compiler: str) -> str:
    """Returns the text: a kernel, a summary, the table, the sizes. Arguments: the gate's figures for TARGET."""
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
        f"The kernel, and what `permkern certify` proves and counts in its machine code, {compiler} -O2:\n\n"
        f"{kernel()}\n"
        f"Checked calls take {min(ratios):.0%} to {max(ratios):.0%} of the best peer's instructions, "
        f"{small:.0%} for the smallest array.\n"
        f"Instructions an element, on a Cortex-M4 (not cycles), 8 bits, {compiler} -O2, call included:\n\n"
        f"{line(heads)}{line(['---'] * len(heads)).replace(' ', '')}{''.join(lines)}\n"
        f"Flash, -Os, in bytes: {sizes}.\n"
        "Peers: TensorFlow Lite Micro, CMSIS-NN and embARC MLI 1.1, counted once from their public sources.\n"
    )
