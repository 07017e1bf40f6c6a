# SPDX-License-Identifier: BSD-3-Clause
"""The boards that `permkern new` supports."""

from dataclasses import dataclass

_FIRMWARE = "Makefile main.c permutes.toml README.md .gitignore=gitignore"
_MAKERS = "permutes.toml=makers.toml README.md=makers.md .gitignore=gitignore"
_ESP_IDF = "CMakeLists.txt=esp_idf.cmake main/CMakeLists.txt=esp_idf_main.cmake main/main.c=makers.c"


@dataclass(frozen=True)
class Board:
    """A board and, if it is emulated, its build tools. {name}: the project's name; {folder}: its path."""

    title: str  # usual core name
    target: str  # target names for `permkern amalgamate --target`
    cross: str = ""  # compiler name prefix
    cpu: str = ""  # compiler options
    emulator: str = ""  # QEMU command
    flash: str = ""  # address
    ram: str = ""  # address
    packages: str = ""  # Debian and Ubuntu packages with the tools
    files: str = _FIRMWARE  # each with its template in templates/new/, if this has another name
    kernels: str = "third_party"  # folder for the generated C
    next: str = "cd {folder} && make run"


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
    "esp32": Board(
        "ESP32",
        "rv32imac,esp32",
        files=f"{_ESP_IDF} {_MAKERS}",
        kernels="main",
        next="cd {folder} && idf.py set-target esp32 && idf.py flash monitor",
    ),
    "arduino": Board(
        "Arduino",
        "portable",
        files=f"{{name}}.ino=makers.c {_MAKERS}",
        kernels="",
        next="open {folder}/{name}.ino in the Arduino IDE",
    ),
}
