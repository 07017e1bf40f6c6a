# SPDX-License-Identifier: BSD-3-Clause
"""Lists the builds in which `tools/bench firmware` counts."""

from dataclasses import dataclass
from pathlib import Path

from permkern.certify.cores import CORES, Core

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "bench" / "firmware"  # cases.toml and models.toml
RISCV_CLANG = ("riscv64-unknown-elf", "--target=riscv32-unknown-elf")
# For bare-metal Arm, Clang assumes int-sized enums, and that unaligned words trap, as on Cortex-M0.
M0_CLANG = ("arm-none-eabi", "--target=arm-none-eabi", "-fshort-enums")
ARM_CLANG = (*M0_CLANG, "-munaligned-access")


@dataclass(frozen=True)
class Build:
    """core: a key of CORES. rows: a file in bench/firmware/, or recipes.

    clang: arguments of tools/clang-cross; empty: GCC.
    """

    core: str
    rows: str = "cases"
    profile: str = "speed"
    clang: tuple[str, ...] = ()
    level: str = "-O2"

    @property
    def name(self) -> str:
        parts = (
            self.core,
            *(["clang"] if self.clang else ()),
            *([self.rows] if self.rows != "cases" else ()),
            *(["size"] if self.profile == "size" else ["os"] if self.level == "-Os" else ()),
        )
        return "-".join(parts)

    @property
    def on(self) -> Core:
        return CORES[self.core]

    @property
    def cc(self) -> tuple[str, ...]:
        compiler = (str(ROOT / "tools" / "clang-cross"), *self.clang) if self.clang else self.on.cc[:1]
        return (*compiler, *self.on.cc[1:], self.level)

    @property
    def link(self) -> tuple[str, ...]:
        """Returns the link command. rv32imacv links as rv32imac, because GCC for RISC-V knows no vectors."""
        return CORES["rv32imac"].cc if self.core == "rv32imacv" else self.on.cc

    @property
    def needs(self) -> tuple[str, ...]:
        """Returns the groups in runner/needs.py that install its compiler."""
        gcc = "arm" if self.core.startswith("cortex") else "xtensa" if self.core == "esp32" else "riscv"
        return ("jinja2", "certify", gcc, *(("clang-cross",) if self.clang else ()))


COUNTED = {
    build.name: build
    for build in (
        *(
            Build(core, rows)
            for core in ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m0plus", "rv32imac", "rv32imac-zbkb")
            for rows in ("cases", "models")
        ),
        *(Build("cortex-m55", rows) for rows in ("cases", "models")),
        Build("cortex-m55", clang=ARM_CLANG),
        *(Build(core, "models", clang=ARM_CLANG) for core in ("cortex-m4", "cortex-m55")),
        Build("cortex-m0", "models", clang=M0_CLANG),
        *(Build("rv32imacv", rows, clang=RISCV_CLANG) for rows in ("cases", "models")),
        Build("rv32imac", "models", clang=RISCV_CLANG),
        *(Build("cortex-m4", rows, "size", level="-Os") for rows in ("cases", "models")),
        *(Build(core, "recipes") for core in ("cortex-m4", "cortex-m0", "rv32imac", "esp32")),
        *(Build(core, "models", level="-Os") for core in ("cortex-m4", "cortex-m0", "cortex-m55", "rv32imac")),
    )
}
