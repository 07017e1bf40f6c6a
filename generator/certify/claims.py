# SPDX-License-Identifier: BSD-3-Clause
"""A call with the name that a certificate has for it, what it permutes, and what it must leave in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from ..kernels.permutation import Work, strides
from .certificate import FIRST, Address, Call
from .labels import Byte, bits_of, byte_of, xor_bit, xor_byte

IN, OUT, DATA = ("the input", 0), ("the output", 0), ("the data", 0)
BEFORE = 1 << 120  # labels of bytes that a call does not move


@dataclass(frozen=True)
class Claim:
    """A call with the name that a certificate has for it, and what it permutes."""

    name: str
    call: Call
    work: Work
    xor: int = 0


def _sources(work: Work) -> Iterator[int]:
    """Yields the input's element for each of the output's: out[o] = in[i] with i[perm[k]] = o[k], reversed by flips."""
    shape, perm = work.shape, work.perm
    flips = work.flips or (False,) * len(perm)
    by_axis = strides(shape)
    for index in product(*(range(shape[axis]) for axis in perm)):
        ahead = (shape[axis] - 1 - at if flip else at for axis, at, flip in zip(perm, index, flips, strict=True))
        yield sum(by_axis[axis] * at for axis, at in zip(perm, ahead, strict=True))


def definition(work: Work, xor: int = 0) -> list[Byte]:
    """Returns the output's bytes as defined. Bits of elements that share bytes are counted from the lowest."""
    size = work.bits // 8
    if size:
        constant = xor.to_bytes(size, "little")
        return [xor_byte(FIRST + element * size + k, constant[k]) for element in _sources(work) for k in range(size)]
    labels = [bit for byte in range(work.bytes) for bit in bits_of(FIRST + byte)]
    bits = [
        xor_bit(labels[element * work.bits + k], xor >> k & 1) for element in _sources(work) for k in range(work.bits)
    ]
    return [byte_of(bits[at : at + 8]) for at in range(0, len(bits), 8)]


Make = Callable[[], Claim]


def fails(make: Make, status: int) -> Claim:
    """Returns the claim that a call ends with a status, and writes nothing."""
    claim = make()
    buffers = tuple(replace(one, after=None) for one in claim.call.buffers)
    return replace(claim, call=replace(claim.call, buffers=buffers, returned=status))


def words(size: int, *values: int | tuple[str, int]) -> tuple[Byte | Address, ...]:
    """Returns words of memory: numbers, modulo what fits, and addresses of bytes of buffers."""
    found: list[Byte | Address] = []
    for value in values:
        if isinstance(value, int):
            found += (value % (1 << 8 * size)).to_bytes(size, "little")
        else:
            found += [Address(*value, number) for number in range(size)]
    return tuple(found)


def spoken(work: Work) -> str:
    return f"{'x'.join(map(str, work.shape))} ({','.join(map(str, work.perm))}) {work.bits}"
