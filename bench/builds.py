# SPDX-License-Identifier: BSD-3-Clause
"""Lists the builds in which `tools/bench firmware` counts."""

from dataclasses import dataclass
from pathlib import Path

from generator.certify.cores import CORES, Core

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "bench" / "firmware"  # cases.toml and models.toml
# Clang takes bare-metal Arm cores for ones that trap unaligned words, and enums for ints, unless told otherwise.
ARM_CLANG = ("arm-none-eabi", "--target=arm-none-eabi", "-munaligned-access", "-fshort-enums")


@dataclass(frozen=True)
class Build:
    """core: as CORES has it. rows: a file of bench/firmware/. clang: arguments of tools/clang-cross; none: GCC."""

    core: str
    rows: str = "cases"
    profile: str = "speed"
    clang: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        rows = "" if self.rows == "cases" else f"-{self.rows}"
        return f"{self.core}{'-clang' if self.clang else ''}{rows}{'-size' if self.profile == 'size' else ''}"

    @property
    def on(self) -> Core:
        return CORES[self.core]

    @property
    def cc(self) -> tuple[str, ...]:
        level = "-Os" if self.profile == "size" else "-O2"
        compiler = (str(ROOT / "tools" / "clang-cross"), *self.clang) if self.clang else self.on.cc[:1]
        return (*compiler, *self.on.cc[1:], level)

    @property
    def link(self) -> tuple[str, ...]:
        """Returns the linker. GCC's for RISC-V knows no vectors."""
        return CORES["rv32imac"].cc if self.core == "rv32imacv" else self.on.cc

    @property
    def needs(self) -> tuple[str, ...]:
        """Returns the groups of runner/needs.py that have its compiler."""
        gcc = "arm" if self.core.startswith("cortex") else "riscv"
        return ("jinja2", "certify", gcc, *(("clang-cross",) if self.clang else ()))


COUNTED = {
    build.name: build
    for build in (
        *(
            Build(core, rows)
            for core in ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m0plus", "rv32imac", "rv32imac-zbkb")
            for rows in ("cases", "models")
        ),
        Build("cortex-m55"),
        Build("cortex-m55", clang=ARM_CLANG),
        *(
            Build("rv32imacv", rows, clang=("riscv64-unknown-elf", "--target=riscv32-unknown-elf"))
            for rows in ("cases", "models")
        ),
        *(Build("cortex-m4", rows, "size") for rows in ("cases", "models")),
    )
}
