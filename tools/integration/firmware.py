# SPDX-License-Identifier: BSD-3-Clause
"""Compilers, linkers and emulators for programs outside Meson's builds; reads the output of programs in examples/."""

import math
import re
from dataclasses import dataclass
from pathlib import Path

from runner.traced import stretches, trace

# For an emulated board: picolibc's startup code, output through semihosting, memory addresses of QEMU's boards.
LINKED_FOR_QEMU = (
    "--oslib=semihost",
    "--crt0=hosted",
    *(f"-Wl,--defsym=__{name}" for name in ("flash=0", "flash_size=0x80000", "ram=0x20000000", "ram_size=0x80000")),
    "-Wl,--defsym=__stack_size=0x4000",
)


@dataclass(frozen=True)
class Tools:
    """A program's compilers, linker and emulator. options: for compiler and linker."""

    cc: tuple[str, ...]
    cxx: tuple[str, ...]
    link: tuple[str, ...]
    options: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ("-Wcast-align=strict",)
    emulator: tuple[str, ...] = ()
    target: str = "portable"  # of `permkern amalgamate`


GCC = Tools(("gcc",), ("g++",), ("g++",))
CLANG = Tools(("clang",), ("clang++",), ("clang++",), warnings=("-Wcast-align",))
M4_MACHINE = "mps2-an386"
# Linked by gcc, because the programs use C++ without its library, which this toolchain may lack.
EMULATED_M4 = Tools(
    ("arm-none-eabi-gcc",),
    ("arm-none-eabi-g++", "-fno-threadsafe-statics"),
    ("arm-none-eabi-gcc", *LINKED_FOR_QEMU, "-Wl,--gc-sections"),
    ("-mthumb", "-mcpu=cortex-m4", "-specs=picolibc.specs", "-ffunction-sections", "-fdata-sections"),
    emulator=("tools/qemu-run", M4_MACHINE),
    target="cortex-m4",
)


# ---- programs that print permutes (examples/firmware/example.h) ----


@dataclass(frozen=True)
class Permute:
    name: str
    work: str  # begins with the shape: 28x28x8 (2,0,1)
    size: int  # bytes
    correct: bool
    by_hand: int  # instructions
    by_kernel: int

    @property
    def elements(self) -> int:
        return math.prod(map(int, self.work.split()[0].split("x")))


def permutes(program: Path, machine: str = M4_MACHINE) -> list[Permute]:
    """Runs a program, and returns its permutes with the counted instructions between its marks."""
    from permkern.certify.elf import read_image  # imported here, as other programs do not need its packages

    code, output, addresses = trace(machine, program)
    lines = re.findall(r"^permute (.*)\|(.*)\|(\d+)\|(\w+)$", output, re.MULTILINE)
    marks = read_image(program).functions
    empty, *counts = stretches(addresses, marks["mark_begin"].address & ~1, marks["mark_end"].address & ~1) or [0]
    figures = [count - empty for count in counts]
    wrong = any(verdict != "correct" for *_, verdict in lines)
    if not lines or len(figures) != 2 * len(lines) or (code != 0) != wrong:
        raise ValueError(f"{program} ended with {code} and {len(figures)} counts: {output[-300:]}")
    pairs = zip(lines, figures[::2], figures[1::2], strict=True)
    return [Permute(line[0], line[1], int(line[2]), line[3] == "correct", *pair) for line, *pair in pairs]
