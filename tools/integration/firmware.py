# SPDX-License-Identifier: BSD-3-Clause
"""Compilers, linkers and emulators of programs that Meson does not build."""

from dataclasses import dataclass

# A program on an emulated board: picolibc's start, output by semihosting, memory where QEMU's boards have it.
LINKED_FOR_QEMU = (
    "--oslib=semihost",
    "--crt0=hosted",
    *(f"-Wl,--defsym=__{name}" for name in ("flash=0", "flash_size=0x80000", "ram=0x20000000", "ram_size=0x80000")),
    "-Wl,--defsym=__stack_size=0x4000",
)


@dataclass(frozen=True)
class Tools:
    """Compilers and linker of a program, and its emulator. options: for compiling and linking."""

    name: str
    cc: tuple[str, ...]
    cxx: tuple[str, ...]
    link: tuple[str, ...]
    options: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ("-Wcast-align=strict",)
    emulator: tuple[str, ...] = ()


GCC = Tools("gcc", ("gcc",), ("g++",), ("g++",))
CLANG = Tools("clang", ("clang",), ("clang++",), ("clang++",), warnings=("-Wcast-align",))
M4_MACHINE = "mps2-an386"
# Linked by gcc: programs are C++ without its library, which this toolchain need not have.
EMULATED_M4 = Tools(
    "cortex-m4",
    ("arm-none-eabi-gcc",),
    ("arm-none-eabi-g++", "-fno-threadsafe-statics"),
    ("arm-none-eabi-gcc", *LINKED_FOR_QEMU, "-Wl,--gc-sections"),
    ("-mthumb", "-mcpu=cortex-m4", "-specs=picolibc.specs", "-ffunction-sections", "-fdata-sections"),
    emulator=("tools/qemu-run", M4_MACHINE),
)
