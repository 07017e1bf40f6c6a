# SPDX-License-Identifier: BSD-3-Clause
"""Arm M-profile instructions that Ghidra describes wrong: parallel additions, SEL, LDRD from a label, PLD.

Source: Armv7-M Architecture Reference Manual (DDI 0403), A7.7. Additions are exact for known numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from .labels import Instruction, Refused, Value, cells_of, not_followed, number, value_of
from .processor import Processor

REGISTERS = (*(f"r{k}" for k in range(13)), "sp", "lr", "pc")


def _parts(kind: int, signed: bool, a: int, b: int) -> Iterator[tuple[int, bool]]:
    """Yields a sum or difference for each part of two words, and True for a difference. kind: op1 as encoded."""
    size = 2 if kind & 3 else 1
    of = (
        [int.from_bytes(x.to_bytes(4, "little")[k : k + size], "little", signed=signed) for k in range(0, 4, size)]
        for x in (a, b)
    )
    left, right = of
    crossed = kind & 3 == 2  # ASX, SAX: halves cross; one is added, one subtracted
    for k, one in enumerate(left):
        minus = (k == 0) != (kind == 6) if crossed else kind > 3
        other = right[1 - k] if crossed else right[k]
        yield (one - other if minus else one + other), minus


def _added(kind: int, prefix: int, a: int, b: int) -> tuple[Value, list[Value]]:
    """Returns the result and the four GE flags. prefix: 0 wraps, 1 saturates, 2 halves; plus 4 if unsigned."""
    bits, signed = 16 if kind & 3 else 8, prefix < 4
    least, most = (-1 << bits - 1, (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    word, flags = 0, list[Value]()
    for k, (part, minus) in enumerate(_parts(kind, signed, a, b)):
        flags += [int(part >= (0 if signed or minus else 1 << bits))] * (bits // 8)
        part = (part, min(max(part, least), most), part >> 1)[prefix & 3]
        word |= (part & (1 << bits) - 1) << k * bits
    return word, flags


def _sum(processor: Processor, first: int, second: int) -> None:
    a, b, d = (
        processor.get_register(REGISTERS[first & 15]),
        processor.get_register(REGISTERS[second & 15]),
        second >> 8 & 15,
    )
    kind, prefix = first >> 4 & 7, second >> 4 & 7
    word: Value = not_followed(4, a, b)
    flags: list[Value] = [not_followed(1, a, b)] * 4
    if isinstance(a, int) and isinstance(b, int):
        word, flags = _added(kind, prefix, a, b)
    processor.set_register(REGISTERS[d], word)
    for k, flag in enumerate(flags if prefix & 3 == 0 else (), 1):
        processor.set_register(f"GE{k}", flag)


def _select(processor: Processor, first: int, second: int) -> None:
    a, b = (cells_of(processor.get_register(REGISTERS[of & 15]), 4) for of in (first, second))
    chosen = [number(processor.get_register(f"GE{k}")) & 1 for k in range(1, 5)]
    found = tuple(x if one else y for one, x, y in zip(chosen, a, b, strict=True))
    processor.set_register(REGISTERS[second >> 8 & 15], value_of(found))


def _load_pair(processor: Processor, start: int, second: int) -> None:
    for word, at in enumerate((12, 8)):
        processor.set_register(REGISTERS[second >> at & 15], processor.load(start + 4 * word, 4, 4))


def performs(processor: Processor, instruction: Instruction) -> Callable[[], None] | None:
    """Returns the function that runs an instruction; None: use Ghidra's description."""
    raw = processor.image.code(instruction.address)
    first, second = (int.from_bytes(raw[at : at + 2], "little") for at in (0, 2))
    if first & 0xFE70 == 0xF810 and second >> 12 == 15:  # PLD, PLI
        has_index = first & 0x80 == 0 and second & 0xFC0 == 0 and first & 15 != 15
        named = (first & 15, second & 15)[: 1 + has_index]
        return lambda: processor.fetch(*(processor.get_register(REGISTERS[one]) for one in named if one != 15))
    if first & 0xFF80 == 0xFA80 and second & 0xF080 == 0xF000:
        found = partial(_sum, processor, first, second)
    elif first & 0xFFF0 == 0xFAA0 and second & 0xF0F0 == 0xF080:
        found = partial(_select, processor, first, second)
    elif first == 0xE9DF:  # LDRD from a label after it
        found = partial(_load_pair, processor, (instruction.address & ~3) + 4 + 4 * (second & 255), second)
    else:
        return None
    if processor.is_conditional(instruction.address):
        raise Refused("is conditional, which is not followed").of(instruction)
    return found
