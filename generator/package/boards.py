# SPDX-License-Identifier: BSD-3-Clause
"""The emulated boards that `permkern new` supports."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """An emulated board and its build tools."""

    title: str  # usual core name
    target: str  # target name for `permkern amalgamate --target`
    cross: str  # compiler name prefix
    cpu: str  # compiler options
    emulator: str  # QEMU command
    flash: str  # address
    ram: str  # address
    packages: str  # Debian and Ubuntu packages with the tools


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
