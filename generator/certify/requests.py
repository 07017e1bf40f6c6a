# SPDX-License-Identifier: BSD-3-Clause
"""The calls that are certified: pinned kernels, and functions that check their arguments first, with bad ones, too."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from ..kernels.inventory import Inventory
from ..kernels.manifest import PinnedRequest
from ..kernels.permutation import Work
from .certificate import FIRST, Address, Argument, Buffer, Call
from .labels import Byte, xor_byte

# permkern_status of include/permkern.h.
OK, NULL, RANK, BITS, PERM, SHAPE, CAPACITY, ALIGN, OVERLAP = 0, 1, 2, 3, 4, 5, 8, 10, 12
IN, OUT = ("the input", 0), ("the output", 0)
# Extents of requests that no kernel is pinned for: below, at and above the sides of tiles.
EXTENTS = ((3, 4, 5, 2), (8, 9, 2, 3), (17, 4, 3, 2), (1, 16, 7, 2))


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
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    found: list[Byte] = []
    for index in product(*(range(shape[axis]) for axis in perm)):
        ahead = (shape[axis] - 1 - at if flip else at for axis, at, flip in zip(perm, index, flips, strict=True))
        element = sum(strides[axis] * at for axis, at in zip(perm, ahead, strict=True))
        found += [xor_byte(FIRST + element * size + k, constant[k]) for k in range(size)]
    return found


def pinned(request: PinnedRequest) -> Claim:
    """Returns the call of a pinned kernel, at any buffers that are aligned as its set promises."""
    arguments = (("the data", 0),) if request.in_place else (IN, OUT)
    return Claim(request.name, Call(request.symbol, arguments, _buffers(request)), request.work, request.xor)


def _buffers(request: PinnedRequest) -> tuple[Buffer, ...]:
    after = definition(request.work, request.xor)
    before = range(FIRST, FIRST + len(after))
    if request.in_place:
        return (Buffer("the data", before, after, request.align),)
    return Buffer(IN[0], before, None, request.align), Buffer(OUT[0], (None,) * len(after), after, request.align)


def _unchanged(call: Call, status: int) -> Call:
    """Returns a call that fails: nothing may be written."""
    buffers = (one if one.after is None else replace(one, after=tuple(one.before)) for one in call.buffers)
    return replace(call, buffers=tuple(buffers), returned=status)


def checked(inventory: Inventory, functions: Container[str], pointer: int) -> Iterator[Claim]:
    """Yields calls of the checked functions that a program has: right ones, and wrong ones with their status."""
    for entry in inventory.all_pinned:
        if entry.request.checked in functions:
            yield from _tried(entry.request)
    if "permkern_permute" in functions:
        works = [entry.work for entry in inventory.pinned if not any(entry.work.flips) and not entry.xor]
        works += [
            Work(extents[: len(form.perm)], form.perm, form.bits, ())
            for form in inventory.forms
            for extents in EXTENTS
            if len(form.perm) <= len(extents)
        ]
        for work in dict.fromkeys(works):
            yield _permute(work, pointer)
        if works:
            yield from _special(works[0], pointer)


def _tried(request: PinnedRequest) -> Iterator[Claim]:
    buffers = _buffers(request)
    size = len(buffers[0].before)
    name = request.checked
    data = [("the data", 0)] if request.in_place else [IN, OUT]
    right = Call(name, tuple(part for one in data for part in (one, size)), buffers, OK)
    wrong = {"": right}
    for number, one in enumerate(data):
        words = list(right.arguments)
        words[2 * number + 1] = size - 1
        wrong[f" {one[0]} short"] = _unchanged(replace(right, arguments=tuple(words)), CAPACITY)
        words = list(right.arguments)
        words[2 * number] = 0
        wrong[f" {one[0]} NULL"] = _unchanged(replace(right, arguments=tuple(words)), NULL)
    yield from (Claim(f"{name}{why}", call, request.work, request.xor) for why, call in wrong.items())


# ---- permkern_permute ----


def _words(pointer: int, *values: Argument) -> tuple[Byte | Address, ...]:
    """Returns words of memory: numbers, and addresses of bytes of buffers."""
    found: list[Byte | Address] = []
    for value in values:
        if isinstance(value, int):
            found += value.to_bytes(pointer, "little")
        else:
            found += [Address(*value, number) for number in range(pointer)]
    return tuple(found)


def _permute(work: Work, pointer: int, **changed: object) -> Claim:
    """permkern_permute of contiguous arrays. changed: what is given in place of the right arguments, by their names."""
    after = definition(work)
    given: dict[str, Any] = {
        "rank": len(work.shape),
        "bits": work.bits,
        "perm": work.perm,
        "in": IN,
        "out": OUT,
        "in_bytes": len(after),
        "out_bytes": len(after),
        "arrays": _arrays(len(after), after, work.bits // 8),
        **changed,
    }
    ends = (given["rank"], given["bits"])
    buffers = (
        Buffer("the input's layout", _words(pointer, ("the shape", 0), 0, 0, given["in_bytes"], *ends), None, pointer),
        Buffer("the output's layout", _words(pointer, 0, 0, 0, given["out_bytes"], *ends), None, pointer),
        Buffer("the shape", _words(pointer, *work.shape), None, pointer),
        Buffer("the permutation", given["perm"], None, 1),
        *given["arrays"],
    )
    layouts = ("the input's layout", 0), ("the output's layout", 0)
    arguments = (layouts[0], given["in"], ("the permutation", 0), layouts[1], given["out"])
    shape = f"{'x'.join(map(str, work.shape))} ({','.join(map(str, work.perm))}) {work.bits}"
    return Claim(f"permkern_permute {shape}", Call("permkern_permute", arguments, buffers, OK), work)


def _arrays(size: int, after: Sequence[Byte], align: int) -> tuple[Buffer, ...]:
    return Buffer(IN[0], range(FIRST, FIRST + size), None, align), Buffer(OUT[0], (None,) * size, after, align)


def _special(work: Work, pointer: int) -> Iterator[Claim]:
    after, element = definition(work), work.bits // 8
    size = len(after)
    given = range(FIRST, FIRST + size)
    behind = Buffer(IN[0], (*given, *(None,) * size), (*given, *after), element)
    before = Buffer(IN[0], (*(None,) * size, *given), (*after, *given), element)
    cases: tuple[tuple[str, int, dict[str, Any]], ...] = (
        ("touching, input first", OK, {"arrays": (behind,), "out": (IN[0], size)}),
        ("touching, output first", OK, {"arrays": (before,), "in": (IN[0], size), "out": IN}),
        ("rank 9", RANK, {"rank": 9}),
        ("bits 7", BITS, {"bits": 7}),
        ("an axis twice", PERM, {"perm": (0,) * len(work.perm)}),
        ("the input short", CAPACITY, {"in_bytes": size - 1}),
        ("the output short", CAPACITY, {"out_bytes": size - 1}),
        ("the input NULL", NULL, {"in": 0}),
        ("the output NULL", NULL, {"out": 0}),
        ("overlapping", OVERLAP, {"arrays": (behind,), "out": (IN[0], size - element)}),
    )
    for why, status, changed in cases:
        claim = _permute(work, pointer, **changed)
        call = claim.call if status == OK else _unchanged(claim.call, status)
        yield replace(claim, name=f"{claim.name}, {why}", call=call)
