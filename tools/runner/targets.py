# SPDX-License-Identifier: BSD-3-Clause
"""The library's targets besides this machine, one for each file in cross/."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from runner.step import ROOT

CROSS = ROOT / "cross"


@dataclass(frozen=True)
class Target:
    """name: its file in cross/, without .ini."""

    name: str

    @property
    def family(self) -> str:
        """Returns the group in runner/needs.py with its compiler; also a file in cross/family/, except for AArch64."""
        begin = self.name.partition("-")[0]
        return "arm" if begin == "cortex" else "riscv" if begin.startswith("rv") else begin

    @property
    def is_bare(self) -> bool:
        """True for firmware without an operating system."""
        return self.family in ("arm", "arc", "riscv")

    @property
    def files(self) -> list[Path]:
        """Returns its Meson cross files. Later ones replace values."""
        paths = (CROSS / "family" / f"{self.family}.ini", CROSS / f"{self.name}.ini")
        return [path for path in paths if path.is_file()]

    @property
    def options(self) -> tuple[str, ...]:
        """Returns Meson's options for it."""
        return tuple(f"--cross-file={path}" for path in self.files)

    @property
    def machine(self) -> str:
        """Returns its machine name for tools/qemu-run; empty without an emulator."""
        found = re.search(
            r"^exe_wrapper = \[.*qemu-run', '([\w-]+)'\]", self.files[-1].read_text("utf-8"), re.MULTILINE
        )
        return found[1] if found else ""

    @property
    def needs(self) -> tuple[str, ...]:
        """Returns the groups in runner/needs.py with its compiler and emulator."""
        emulator = (f"qemu-{self.family}",) if self.family in ("arm", "riscv") else ()
        clang = ("clang-cross",) if self.name.endswith("-clang") else ()
        return "meson", self.family, *emulator, *clang


def targets() -> Iterator[Target]:
    """Yields a target for each file in cross/, sorted by name."""
    for path in sorted(CROSS.glob("*.ini")):
        yield Target(path.stem)
