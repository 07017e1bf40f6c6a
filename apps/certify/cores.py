# SPDX-License-Identifier: BSD-3-Clause
"""The cores for measuring kernels, and their compilers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Core:
    """cc: GCC with the core's options. target: the core's name in certificates."""

    name: str
    cc: tuple[str, ...]
    target: str

    @property
    def package(self) -> str:
        """Returns the Debian package with the compiler."""
        return f"gcc-{self.cc[0].removesuffix('-gcc')}".replace("lx106-elf", "lx106")


def _cortex(name: str, target: str = "", *more: str) -> Core:
    cc = ("arm-none-eabi-gcc", "-mthumb", f"-mcpu=cortex-{name}", *more)
    return Core(f"cortex-{name}", cc, f"cortex-{target or name}")


def _riscv(march: str, abi: str) -> Core:
    name = march.replace("_", "-")
    return Core(name, ("riscv64-unknown-elf-gcc", f"-march={march}", f"-mabi={abi}"), name)


CORES: Mapping[str, Core] = {
    core.name: core
    for core in (
        _cortex("m0"),
        _cortex("m0plus", "m0"),
        *map(_cortex, ("m3", "m4", "m7", "m33")),
        _cortex("m55", "", "-mfloat-abi=hard"),
        *(_riscv(march, "ilp32") for march in ("rv32imac", "rv32imac_zbkb", "rv32imacv")),
        _riscv("rv64imac", "lp64"),
        # Debian has no GCC for ESP32's LX6 and LX7. GCC for the ESP8266's LX106 has no ABI but call0.
        Core("esp32", ("xtensa-lx106-elf-gcc",), "esp32"),
    )
}
