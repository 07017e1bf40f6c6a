# SPDX-License-Identifier: BSD-3-Clause
"""
Builds and runs a firmware in examples/firmware/, or a client in examples/clients/, on an emulated core. Shows the
instructions of each permute, by hand and by permkern. Counts are exact and repeatable; they are not cycles. For the
example oled, also draws the display's picture.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from permkern.kernels.documents import plural
from runner.step import BUILD, StepFailed
from runner.targets import Target

from integration.firmware import Permute, permutes
from integration.measure import CLIENTS, example, new_log

M4 = "cortex-m4"
FIRMWARE = {"microphone": M4, "camera": "cortex-m55", "motion": "rv32imac", "rotate": M4, "oled": M4}
PROGRAM = Path("examples/firmware/example")
OF_CLIENTS = {client.name: client for client in CLIENTS}


def firmware(name: str, target: Target) -> list[Permute]:
    """Builds and runs an example. Meson configures it only once."""
    directory = BUILD / "example" / name
    log = new_log(directory.with_suffix(".logs"))
    if not (directory / "build.ninja").is_file():
        options = [f"-Dpermutation_set=examples/firmware/{name}.toml", "-Dtests=disabled", "-Dbuildtype=release"]
        log.must(["meson", "setup", directory, *options, "-Doptimization=2", *target.options])
    log.must(["meson", "compile", "-C", directory])
    return permutes(directory / PROGRAM, target.machine)


def show(target: Target, found: list[Permute]) -> None:
    print(f"{'permute':<24} {'shape, permutation':<30} {'bytes':>8} {'by hand':>10} {'permkern':>10} {'ratio':>6}")
    for permute in found:
        told = (f"{permute.by_hand:,}", f"{permute.by_kernel:,}", f"{permute.by_hand / permute.by_kernel:.1f}")
        name = permute.name if permute.correct else f"{permute.name} WRONG"
        print(f"{name:<24} {permute.work:<30} {permute.size:>8} {told[0]:>10} {told[1]:>10} {told[2]:>6}")
    print(f"\nInstructions, exact, on an emulated {target.name} (QEMU {target.machine}, -O2); not cycles.")


# ---- the display in the example oled ----

Picture = list[list[int]]  # rows of pixels: 1 is lit


def braille(picture: Picture) -> str:
    """Draws a picture as Braille text lines; a character has four rows of two dots."""
    dots = (1, 8, 2, 16, 4, 32, 64, 128)
    columns = range(0, len(picture[0]), 2)
    lines = []
    for y in range(0, len(picture), 4):
        cells = (sum(dot * picture[y + k // 2][x + k % 2] for k, dot in enumerate(dots)) for x in columns)
        lines.append("".join(chr(0x2800 + cell) for cell in cells))
    return "\n".join(lines)


def show_display(program: Path, target: Target) -> None:
    """
    Draws a program's output lines `pages NAME|WIDTH|MEMORY` as a display does: each byte is eight pixels in a column,
    with the lowest bit on top.
    """
    done = subprocess.run(["tools/qemu-run", target.machine, program], capture_output=True, text=True, check=True)
    for name, columns, digits in re.findall(r"^pages (\w+)\|(\d+)\|(\w+)$", done.stdout, re.MULTILINE):
        width, memory = int(columns), bytes.fromhex(digits)
        pages = range(0, len(memory), width)
        picture = [[memory[page + x] >> bit & 1 for x in range(width)] for page in pages for bit in range(8)]
        print(f"\nThe display {name} the permute:\n{braille(picture)}")
    print()


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/example", description=__doc__)
    parser.add_argument("example", choices=[*FIRMWARE, *OF_CLIENTS])
    name = parser.parse_args().example
    target = Target(FIRMWARE.get(name, M4))
    client = OF_CLIENTS.get(name)
    try:
        found = firmware(name, target) if client is None else example(client, BUILD / "example" / name)
    except (StepFailed, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if client is None:
        print(f"examples/firmware/{name}.toml, its kernels and the firmware with them: in build/example/{name}\n")
    show(target, found)
    if name == "oled":
        show_display(BUILD / "example" / name / PROGRAM, target)
    correct = sum(permute.correct for permute in found)
    print(f"{plural(len(found), 'permute')}, {correct} correct")
    return 0 if correct == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
