# SPDX-License-Identifier: BSD-3-Clause
"""What certificates know of a core: its calling convention, the accesses that trap, the instructions that it lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .labels import Byte, Instruction, Refused

if TYPE_CHECKING:
    from .machine import Block, Machine

Named = Callable[..., tuple[Byte, ...]]  # from the result's bytes, and the operands


@dataclass(frozen=True)
class Target:
    language: str  # of Ghidra's processor description
    arguments: tuple[str, ...]  # registers
    returned: str
    stack_pointer: str
    saved: tuple[str, ...]  # registers that a function gives back
    scratch: tuple[str, ...]  # other registers that a function may change
    constant: Mapping[str, int] = field(default_factory=dict)  # registers that hold this at every call and return
    link: str = ""  # register of the return address; otherwise it is on the stack
    pointer: int = 4  # bytes
    code_align: int = 1  # of instructions' addresses; others trap
    stack_align: int = 8  # of the stack pointer at a call
    stack_unit: int = 1  # the stack is accessed only while its pointer is a multiple of so many bytes
    timed_products: int = 0  # bytes of products that take time by their factors
    even_pairs: bool = False  # an argument of 64 bits begins at an even word
    red_zone: int = 0  # bytes below the stack pointer that a function may use
    jump_mask: int = -1  # bits of an address that is jumped to
    context: Mapping[str, int] = field(default_factory=dict)
    fixed: tuple[str, str] = ("", "")  # a register that holds the address of a symbol, which nobody changes
    temporary: tuple[str, ...] = ()  # registers of the description that hold nothing between instructions
    mode: tuple[str, str] = ("", "")  # operation of jumps that selects Thumb, if this register is 1
    cores: Mapping[str, Sequence[int]] = field(default_factory=dict)  # registers with a number that depends on the core
    named: Mapping[str, Named] = field(default_factory=dict)
    own: Callable[[Machine, int], Block | None] | None = None  # instructions that the description lacks
    alignment: Callable[[str, int], int] = lambda _text, size: (
        size
    )  # that an instruction's access of so many bytes needs
    decoder: str = ""  # of the modes of decoder.py: the second one; empty: there is none
    refuses_bytes: Callable[[bytes], str] = lambda _raw: ""  # why bytes are not decoded
    # The name and size of an instruction that changes no value.
    idle: Callable[[bytes], tuple[str, int] | None] = lambda _raw: None
    # An instruction of the same size and effect that Ghidra describes right, and statements that its description lacks.
    described: Callable[[bytes], bytes] = lambda raw: raw
    mended: Callable[[Machine, str], Iterable[str]] = lambda _machine, _text: ()
    # Why the core does not have an instruction, by its text and bytes.
    refuses: Callable[[str, bytes], str] = lambda _text, _raw: ""
    # Registers that an instruction leaves undefined, by its text and bytes.
    undefined: Callable[[str, bytes], Iterable[str]] = lambda _text, _raw: ()
    # What does an instruction in place of its description, with the machine's registers and memory.
    performs: Callable[[Machine, Instruction], Callable[[], None] | None] = lambda _machine, _instruction: None
    # The addresses of the instructions in an IT block.
    covers: Callable[[Instruction, bytes], Iterable[int]] = lambda _it, _raw: ()

    def address(self, space: str, address: str) -> str:
        if space not in ("ram", "mem"):
            raise Refused(f"accesses {space}")
        return address
