# SPDX-License-Identifier: BSD-3-Clause
"""A call with the name that a certificate has for it, what it permutes, and what it must leave in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from ..kernels.permutation import Work, strides
from .certificate import FIRST, Address, Call
from .labels import Byte, xor_byte

IN, OUT, DATA = ("the input", 0), ("the output", 0), ("the data", 0)
BEFORE = 1 << 120  # labels of bytes that a call does not move


@dataclass(frozen=True)
class Claim:
    """A call with the name that a certificate has for it, and what it permutes."""

    name: str
    call: Call
    work: Work
    xor: int = 0


def definition(work: Work, xor: int = 0) -> list[Byte]:
    """Returns the output's bytes as defined: out[o] = in[i] with i[perm[k]] = o[k], reversed where flips say so."""
    size, shape, perm = work.bits // 8, work.shape, work.perm
    flips = work.flips or (False,) * len(perm)
    constant = xor.to_bytes(size, "little")
    by_axis = strides(shape)
    found: list[Byte] = []
    for index in product(*(range(shape[axis]) for axis in perm)):
        ahead = (shape[axis] - 1 - at if flip else at for axis, at, flip in zip(perm, index, flips, strict=True))
        element = sum(by_axis[axis] * at for axis, at in zip(perm, ahead, strict=True))
        found += [xor_byte(FIRST + element * size + k, constant[k]) for k in range(size)]
    return found


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
