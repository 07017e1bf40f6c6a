# SPDX-License-Identifier: BSD-3-Clause
"""RISC-V, in certificates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from . import semantics_riscv as riscv
from .target import Target

if TYPE_CHECKING:
    from .machine import Block, Machine


def _riscv(pointer: int, own: Callable[[Machine, int], Block | None] | None = None) -> Target:
    return Target(
        f"RISCV:LE:{8 * pointer}:RV{8 * pointer}GC",
        arguments=tuple(f"a{k}" for k in range(8)),
        returned="a0",
        stack_pointer="sp",
        saved=tuple(f"s{k}" for k in range(12)),
        scratch=("ra", *(f"a{k}" for k in range(8)), *(f"t{k}" for k in range(7))),
        decoder=f"rv{8 * pointer}",
        fixed=("gp", "__global_pointer$"),
        link="ra",
        pointer=pointer,
        stack_align=16,
        jump_mask=~1,
        cores={riscv.LENGTH: (64, 32, 16), riscv.HALVES: (1, 0)},
        own=own,
    )


TARGETS: Mapping[str, Target] = {
    "rv32imac": _riscv(4),
    "rv64imac": _riscv(8),
    "rv32imac-zbkb": _riscv(4, riscv.zbkb),
    "rv32imacv": _riscv(4, riscv.vectors),
    "rv64imacv": _riscv(8, riscv.vectors),
}
