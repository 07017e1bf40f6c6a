# SPDX-License-Identifier: BSD-3-Clause
"""Claims about calls: names, permutes, and required memory contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from permkern.kernels.permutation import Work

from .certificate import FIRST, Address, Call
from .labels import Bit, Byte, bits_of, byte_of, xor_bit, xor_byte

IN, OUT, DATA = ("the input", 0), ("the output", 0), ("the data", 0)
BEFORE = 1 << 120  # first label of bytes that a call does not move


@dataclass(frozen=True)
class Claim:
    """A call, its name in certificates, its permute, and its XOR constant."""

    name: str
    call: Call
    work: Work
    xor: int = 0


def _moves(work: Work) -> Iterator[tuple[int, int]]:
    """
    Yields each element's output offset and input offset, in elements: out[o] = in[i] with i[perm[k]] = o[k], reversed
    by flips, and along the innermost input axis in the work's order.
    """
    shape, perm = work.shape, work.perm
    flips = work.flips or (False,) * len(perm)
    ahead = [range(shape[axis])[:: -1 if flip else 1] for axis, flip in zip(perm, flips, strict=True)]
    sources = [
        work.order if work.order and axis == len(perm) - 1 else one for axis, one in zip(perm, ahead, strict=True)
    ]
    for index in product(*(range(shape[axis]) for axis in perm)):
        place = work.out_offset + sum(step * at for step, at in zip(work.out_steps, index, strict=True))
        of = (work.in_steps[axis] * source[at] for axis, source, at in zip(perm, sources, index, strict=True))
        yield place, work.in_offset + sum(of)


def definition(work: Work, xor: int = 0) -> list[Byte | None]:
    """
    Returns the output bytes by the definition; None in gaps. Bits count from a byte's lowest one. Gap bits in bytes
    with elements keep their values.
    """
    size, after = work.bits // 8, unwritten(work)
    if size:
        constant = xor.to_bytes(size, "little")
        for place, element in _moves(work):
            for k in range(size):
                after[place * size + k] = xor_byte(FIRST + element * size + k, constant[k])
        return after
    bits: list[Bit] = [None] * (8 * len(after))
    for number, byte in enumerate(after):
        bits[8 * number : 8 * number + 8] = [None] * 8 if byte is None else bits_of(byte)
    for place, element in _moves(work):
        for k in range(work.bits):
            at = element * work.bits + k
            bits[place * work.bits + k] = xor_bit(bits_of(FIRST + at // 8)[at % 8], xor >> k & 1)
    bytes_of = (bits[at : at + 8] for at in range(0, len(bits), 8))
    return [None if one[0] is None else byte_of(one) for one in bytes_of]


def unwritten(work: Work) -> list[Byte | None]:
    """
    Returns the output bytes before a call. None: unwritten, so a call may not read it first. A label: a byte with
    element bits and gap bits.
    """
    if work.bits >= 8:
        return [None] * work.out_bytes
    owned = Counter(place * work.bits // 8 for place, _ in _moves(work))
    return [BEFORE + byte if 0 < work.bits * owned[byte] < 8 else None for byte in range(work.out_bytes)]


Make = Callable[[], Claim]


def fails(make: Make, status: int) -> Claim:
    """Returns the claim that a call returns a status and writes nothing."""
    claim = make()
    buffers = tuple(replace(one, after=None) for one in claim.call.buffers)
    return replace(claim, call=replace(claim.call, buffers=buffers, returned=status))


def words(size: int, *values: int | tuple[str, int]) -> tuple[Byte | Address, ...]:
    """Returns the bytes of words of `size` bytes. A value is a number, or a buffer and an offset for an address."""
    found: list[Byte | Address] = []
    for value in values:
        if isinstance(value, int):
            found += (value % (1 << 8 * size)).to_bytes(size, "little")
        else:
            found += [Address(*value, number) for number in range(size)]
    return tuple(found)


def spoken(work: Work) -> str:
    return f"{'x'.join(map(str, work.shape))} ({','.join(map(str, work.perm))}) {work.bits}"
