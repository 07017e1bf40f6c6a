# SPDX-License-Identifier: BSD-3-Clause
"""Additions of parts of words on Arm's M-profile, and SEL, which Ghidra describes wrong: on known numbers.

Source: Armv7-M Architecture Reference Manual (DDI 0403), A7.7, SADD8 to UHSUB16 and SEL.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .labels import Instruction, Refused, Value, cells_of, not_followed, number, value_of

if TYPE_CHECKING:
    from .machine import Block, Machine

REGISTERS = (*(f"r{k}" for k in range(13)), "sp", "lr", "pc")
KINDS = {0: "add8", 1: "add16", 2: "asx", 4: "sub8", 5: "sub16", 6: "sax"}
PREFIXES = ("s", "q", "sh", "", "u", "uq", "uh")


def _parts(kind: int, signed: bool, a: int, b: int) -> Iterator[tuple[int, bool]]:
    """Yields sums or differences of the parts of two words, and whether each is a difference. By kind as encoded."""
    size = 2 if kind & 3 else 1
    of = (
        [int.from_bytes(x.to_bytes(4, "little")[k : k + size], "little", signed=signed) for k in range(0, 4, size)]
        for x in (a, b)
    )
    left, right = of
    crossed = kind & 3 == 2  # ASX, SAX: the other half, of which one is subtracted
    for k, one in enumerate(left):
        minus = (k == 0) != (kind == 6) if crossed else kind > 3
        other = right[1 - k] if crossed else right[k]
        yield (one - other if minus else one + other), minus


def _added(kind: int, prefix: int, a: int, b: int) -> tuple[Value, list[Value]]:
    """Returns the result, and the four GE flags. prefix: 0 plain, 1 saturates, 2 halves; 4 more without signs."""
    bits, signed = 16 if kind & 3 else 8, prefix < 4
    least, most = (-1 << bits - 1, (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    word, flags = 0, list[Value]()
    for k, (part, minus) in enumerate(_parts(kind, signed, a, b)):
        flags += [int(part >= (0 if signed or minus else 1 << bits))] * (bits // 8)
        part = (part, min(max(part, least), most), part >> 1)[prefix & 3]
        word |= (part & (1 << bits) - 1) << k * bits
    return word, flags


def own(machine: Machine, address: int) -> Block | None:
    """Returns one of these instructions; None for others."""
    from .machine import Block  # machine.py imports this file

    raw = machine.image.code(address)
    first, second = int.from_bytes(raw[:2], "little"), int.from_bytes(raw[2:4], "little")
    kind, prefix, selects = first >> 4 & 7, second >> 4 & 7, first & 0xFFF0 == 0xFAA0 and second & 0xF0F0 == 0xF080
    adds = first & 0xFF80 == 0xFA80 and second & 0xF080 == 0xF000 and kind in KINDS and prefix & 3 < 3
    if not (adds or selects) or machine.target.refuses_bytes(raw):
        return None
    n, m, d = (REGISTERS[of & 15] for of in (first, second, second >> 8))
    name = "sel" if selects else f"{PREFIXES[prefix]}{KINDS[kind]}"
    instruction = Instruction(address, 4, f"{name} {d},{n},{m}")
    if machine.is_conditional(address):
        raise Refused("is conditional, which is not followed").of(instruction)

    def run(registers: list[Value]) -> int:  # noqa: ARG001
        a, b = machine.get_register(n), machine.get_register(m)
        if selects:
            chosen = [number(machine.get_register(f"GE{k}")) & 1 for k in range(1, 5)]
            pairs = zip(chosen, cells_of(a, 4), cells_of(b, 4), strict=True)
            machine.set_register(d, value_of(tuple(x if one else y for one, x, y in pairs)))
            return address + 4
        word: Value = not_followed(4, a, b)
        flags: list[Value] = [not_followed(1, a, b)] * 4
        if isinstance(a, int) and isinstance(b, int):
            word, flags = _added(kind, prefix, a, b)
        machine.set_register(d, word)
        for k, flag in enumerate(flags if prefix & 3 == 0 else (), 1):
            machine.set_register(f"GE{k}", flag)
        return address + 4

    return Block(run, (instruction,))
