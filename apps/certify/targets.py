# SPDX-License-Identifier: BSD-3-Clause
"""The cores that certificates support, by name."""

from __future__ import annotations

from collections.abc import Mapping

from . import isa_aarch64, isa_arm, isa_riscv, isa_x86
from .processor import Target


def _xtensa_lacks(text: str, raw: bytes) -> str:  # noqa: ARG001
    return "writes a special register" if text.startswith(("wsr", "xsr", "rsil")) else ""


TARGETS: Mapping[str, Target] = {
    **isa_arm.TARGETS,
    **isa_riscv.TARGETS,
    **isa_aarch64.TARGETS,
    **isa_x86.TARGETS,
    "esp32": Target(
        "Xtensa:LE:32:default",
        "Xtensa, ABI call0",
        arguments=tuple(f"a{k}" for k in range(2, 8)),
        returned="a2",
        stack_pointer="a1",
        saved=("a12", "a13", "a14", "a15"),
        scratch=("a0", *(f"a{k}" for k in range(2, 12)), "SAR", "PS"),  # PS: Ghidra's CALL0 clears CALLINC
        refuses=_xtensa_lacks,
        link="a0",
        stack_align=16,
        even_pairs=True,
    ),
}
