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
    def path(self) -> Path:
        return CROSS / f"{self.name}.ini"

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def machine(self) -> str:
        """Returns its machine name for tools/qemu-run; empty without an emulator."""
        found = re.search(r"^exe_wrapper = \[.*qemu-run', '([\w-]+)'\]", self.text, re.MULTILINE)
        return found[1] if found else ""

    @property
    def is_bare(self) -> bool:
        """True for firmware without an operating system."""
        return re.search(r"^system = 'none'$", self.text, re.MULTILINE) is not None

    @property
    def is_clang(self) -> bool:
        return self.name.endswith("-clang")

    @property
    def needs(self) -> tuple[str, ...]:
        """Returns the groups in runner/needs.py with its compiler and emulator."""
        clang = ("clang-cross",) if self.is_clang else ()
        if self.name.startswith("cortex-"):
            return "meson", "arm", "qemu-arm", *clang
        if self.name.startswith(("rv32", "rv64")):
            return "meson", "riscv", "qemu-riscv", *clang
        return "meson", self.name.partition("-")[0]


def targets() -> Iterator[Target]:
    """Yields a target for each file in cross/, sorted by name."""
    for path in sorted(CROSS.glob("*.ini")):
        yield Target(path.stem)
