# SPDX-License-Identifier: BSD-3-Clause
"""Renders the firmware project of `permkern new`, which builds with make and runs on an emulated core."""

from dataclasses import dataclass

from ..kernels.inventory import make_inventory
from ..kernels.manifest import parse_set
from ..kernels.render import environment
from .amalgamate import amalgamate

FILES = ("Makefile", "main.c", "permutes.toml", "README.md", ".gitignore")
SET = "permutes"
KERNELS = "third_party"  # the folder of the set's C


@dataclass(frozen=True)
class Board:
    """An emulated board, and the tools to build for it."""

    title: str  # the core's usual name
    target: str  # what `permkern amalgamate --target` calls it
    cross: str  # prefix of the compiler's name
    cpu: str  # options of the compiler
    emulator: str  # QEMU's command
    flash: str  # address
    ram: str  # address
    packages: str  # of Debian and Ubuntu, with these tools


_ARM_PACKAGES = "gcc-arm-none-eabi picolibc-arm-none-eabi qemu-system-arm"
BOARDS = {
    "cortex-m4": Board(
        "Cortex-M4",
        "cortex-m4",
        "arm-none-eabi-",
        "-mthumb -mcpu=cortex-m4",
        "qemu-system-arm -M mps2-an386",
        "0",
        "0x20000000",
        _ARM_PACKAGES,
    ),
    "cortex-m55": Board(
        "Cortex-M55",
        "cortex-m55",
        "arm-none-eabi-",
        "-mthumb -mcpu=cortex-m55 -mfloat-abi=hard",
        "qemu-system-arm -M mps3-an547",
        "0",
        "0x20000000",
        _ARM_PACKAGES,
    ),
    "rv32": Board(
        "RV32IMAC",
        "rv32imac",
        "riscv64-unknown-elf-",
        "-march=rv32imac -mabi=ilp32",
        "qemu-system-riscv32 -M virt -cpu rv32 -bios none",
        "0x80000000",
        "0x80400000",
        "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf qemu-system-misc",
    ),
}


def project(name: str, board: Board) -> dict[str, str]:
    """Returns the texts of a project's files by name: its own, then the kernels of its set for its core."""
    env = environment()
    files = {file: env.get_template(f"new/{file.lstrip('.')}.j2").render(name=name, board=board) for file in FILES}
    inventory = make_inventory(parse_set(files[f"{SET}.toml"], f"{SET}.toml", SET))
    return files | {f"{KERNELS}/{file}": text for file, text in amalgamate(inventory, [board.target]).items()}
