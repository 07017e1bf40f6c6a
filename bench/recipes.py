# SPDX-License-Identifier: BSD-3-Clause
"""
Counts the kernels of docs/recipes.md on four cores: `tools/bench recipes`. A column has instructions for each byte of
one side, the kernel's bytes of flash, and after a slash the instructions of the best other code, where one is recorded.
Exit code 1 if a kernel takes more than that. --save writes the figures of the Cortex-M4 into the page.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from itertools import zip_longest

from builds import ROOT
from runner.step import processors

from generator.certify import measure as measuring
from generator.certify.cores import CORES, Core
from generator.certify.elf import read_image
from generator.kernels.inventory import make_inventory
from generator.kernels.manifest import SetError, parse_set

PAGE = ROOT / "docs" / "recipes.md"
ON = (
    *(CORES[name] for name in ("cortex-m4", "cortex-m0", "rv32imac")),
    Core("esp32", ("xtensa-lx106-elf-gcc",), "xtensa"),
)
# The best other code on these cores, by GCC and Clang at each level (Xtensa: GCC -O2), counted once
# as the kernels are: a loop over bits, one that gathers each byte by eight shifts, and where they do the same LVGL's
# lv_draw_sw_i1_convert_to_vtiled, FastLED's transposes of 8 and 16 strips, its transpose8x1_MSB.
OTHERS = {
    "ssd1306": (37.71, 57.72, 44.54, 61.18),
    "vertical_lsb": (34.67, 58.34, 44.72, 61.22),
    "vertical_msb": (34.67, 63.97, 44.72, 68.22),
    "epaper_90": (34.78, 60.18, 44.22, 61.42),
    "epaper_180": (38.50, 53.00, 56.00, 60.00),
    "epaper_270": (34.50, 61.26, 44.15, 67.29),
    "grey_90": (17.87, 30.37, 24.20, 28.29),
    "grey_planes": (22.65, 44.76, 44.01, 90.04),
    "lanes_8": (6.60, 11.89, 8.73, 14.53),
    "lanes_16": (10.19, 17.25, 14.52, 25.83),
    "symbols_8": (4.26, 7.14, 6.27, 6.65),
    "hub75": (34.52, 46.39, 43.11, 61.15),
    "planes": (32.16, 43.62, 42.04, 59.09),
    "int4_chw": (9.65, 11.61, 12.10, 16.06),
    "int4_hwc": (10.88, 13.51, 11.40, 16.75),
}


def count(page: str, core: Core) -> dict[str, tuple[float, int]]:
    """Returns each kernel's instructions for a byte, and its flash."""
    lines = re.findall(r"`(name = [^`]+)`", page)
    text = "".join(f"{{ {line} }},\n" for line in lines)
    inventory = make_inventory(parse_set(f"format = 1\npinned = [{text}]\n", PAGE.name, "recipes"))
    folder = ROOT / "build" / "bench" / f"recipes-{core.name}"
    program = measuring.compile_library(inventory, folder, (*core.cc, "-O2"), jobs=processors()).linked("all")
    asked = [(entry, ("pinned",)) for entry in inventory.all_pinned]
    functions = read_image(program).functions
    found = {}
    for (entry, _), row in zip(asked, measuring.measure(core, program, asked, processors()), strict=True):
        taken = row["pinned"]
        if isinstance(taken, str):
            raise SetError(f"{core.name}, {entry.request.name}: {taken}")
        flash = measuring.own_flash(entry, functions)
        found[entry.request.name] = taken.instructions / entry.work.bytes, flash
    return found


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="tools/bench recipes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--save", action="store_true", help="writes the figures of the Cortex-M4 into the page")
    save = parser.parse_args(arguments).save
    page = PAGE.read_text(encoding="utf-8")
    try:
        counts = [count(page, core) for core in ON]
    except SetError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print(f"{'':<14}" + "".join(f"{core.name:<22}" for core in ON))
    behind = 0
    for name in counts[0]:
        cells = []
        for (instructions, flash), other in zip_longest((one[name] for one in counts), OTHERS.get(name, ())):
            behind += bool(other and instructions > other)
            cells.append(f"{instructions:.2f} ({flash})" + (f" / {other:.2f}" if other else ""))
        print(f"{name:<14}" + "".join(f"{cell:<22}" for cell in cells))
        instructions, flash = counts[0][name]
        page = re.sub(rf'(`name = "{name}".*\| )[^|]+( \|\n)', rf"\g<1>{instructions:.1f} ({flash})\2", page)
    print(f"{behind} of {len(OTHERS) * len(ON)} take more than the best other code")
    if save:
        PAGE.write_text(page, encoding="utf-8")
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
