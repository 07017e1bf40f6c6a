# SPDX-License-Identifier: BSD-3-Clause
"""Core descriptions for certificates: calling convention, trapping accesses, missing instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .labels import Byte, Instruction, Refused

if TYPE_CHECKING:
    from .machine import Block, Machine

Named = Callable[..., tuple[Byte, ...]]  # from the result's size in bytes and the operands' bytes


@dataclass(frozen=True)
class Target:
    language: str  # Ghidra's processor description
    arguments: tuple[str, ...]  # registers
    returned: str
    stack_pointer: str
    saved: tuple[str, ...]  # callee-saved registers
    scratch: tuple[str, ...]  # caller-saved registers
    constant: Mapping[str, int] = field(default_factory=dict)  # fixed register values at every call and return
    link: str = ""  # return address register; empty: the address is on the stack
    pointer: int = 4  # bytes
    code_align: int = 1  # instruction address alignment in bytes
    stack_align: int = 8  # stack pointer alignment at a call, in bytes
    stack_unit: int = 1  # stack accesses need a stack pointer aligned to this, in bytes
    timed_products: int = 0  # bytes of products whose time depends on the factors
    even_pairs: bool = False  # 64-bit arguments begin at an even word
    red_zone: int = 0  # bytes below the stack pointer that a function may use
    jump_mask: int = -1  # significant bits of a jump address
    context: Mapping[str, int] = field(default_factory=dict)
    fixed: tuple[str, str] = ("", "")  # a constant register, and the symbol whose address it holds
    temporary: tuple[str, ...] = ()  # description registers that are dead between instructions
    mode: tuple[str, str] = ("", "")  # jump operation that selects Thumb, and the register that must be 1
    cores: Mapping[str, Sequence[int]] = field(default_factory=dict)  # values of registers that differ between cores
    named: Mapping[str, Named] = field(default_factory=dict)
    own: Callable[[Machine, int], Block | None] | None = None  # runs instructions that the description lacks
    alignment: Callable[[str, int], int] = lambda _text, size: (
        size
    )  # alignment in bytes that an access needs, by instruction and size
    decoder: str = ""  # mode in decoder.py for the second decoder; empty: none
    refuses_bytes: Callable[[bytes], str] = lambda _raw: ""  # why bytes are refused; empty: they are not
    # Name and size of an instruction that changes no value; None for others.
    idle: Callable[[bytes], tuple[str, int] | None] = lambda _raw: None
    # An equivalent instruction of equal size that Ghidra describes right, and statements that its description lacks.
    described: Callable[[bytes], bytes] = lambda raw: raw
    mended: Callable[[Machine, str], Iterable[str]] = lambda _machine, _text: ()
    # Why the core lacks an instruction, by text and bytes; empty: it has it.
    refuses: Callable[[str, bytes], str] = lambda _text, _raw: ""
    # Registers that an instruction leaves undefined, by text and bytes.
    undefined: Callable[[str, bytes], Iterable[str]] = lambda _text, _raw: ()
    # The function that runs an instruction instead of its description; None: use the description.
    performs: Callable[[Machine, Instruction], Callable[[], None] | None] = lambda _machine, _instruction: None
    # Addresses of the instructions in an IT block.
    covers: Callable[[Instruction, bytes], Iterable[int]] = lambda _it, _raw: ()

    def address(self, space: str, address: str) -> str:
        if space not in ("ram", "mem"):
            raise Refused(f"accesses {space}")
        return address
