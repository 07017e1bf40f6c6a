# SPDX-License-Identifier: BSD-3-Clause
"""Checks of pinned kernels against numpy: called directly, found by the dispatcher, in three shares, and in place."""

from collections.abc import Iterable

import numpy as np
from clib import OK, UNSIGNED, Array, CPlan, Library, aligned, asked, described, folded, reversed_array
from commands import ROOT
from permkern.kernels.inventory import Inventory, Pinned, PinnedInPlace
from permkern.kernels.permutation import Perm, Shape, Work, fold

GUARD = 256
SET = ROOT / "tests" / "pinned.toml"  # pinned kernels of every kind


def set_of(works: Iterable[tuple[Shape, Perm, tuple[int, ...]]], bits: int = 8) -> str:
    """Returns a set with a pinned kernel for each shape, permutation and list of reversed axes."""
    entries = [
        f'[[pinned]]\nname = "s{number}"\nshape = {list(shape)}\nperm = {list(perm)}\nbits = {bits}\n'
        + (f"flip = {list(flips)}\n" if flips else "")
        for number, (shape, perm, flips) in enumerate(works)
    ]
    return "\n".join(["format = 1\n", *entries])


def contents(work: Work) -> bytes:
    return np.random.default_rng(work.elements).bytes(work.bytes)


def expected(work: Work, xor: int = 0) -> bytes:
    array: Array = np.frombuffer(contents(work), UNSIGNED[work.bits])
    moved: Array = np.flip(array.reshape(work.shape).transpose(work.perm), work.reversed_axes)
    return np.bitwise_xor(moved, array.dtype.type(xor)).tobytes()


class Buffers:
    """An input and an output between guards, at addresses aligned to ``align`` and to no more."""

    def __init__(self, work: Work, align: int, xor: int = 0) -> None:
        self.work = work
        self.xor = xor
        self.given = aligned(work.bytes + GUARD, 256, align % 256)
        self.given[:] = 0xEE
        self.given[: work.bytes] = np.frombuffer(contents(work), np.uint8)
        self.out = aligned(work.bytes + 2 * GUARD, 256, align % 256)
        self.clear()

    def clear(self) -> None:
        self.out[:] = 0xA5

    @property
    def addresses(self) -> tuple[int, int]:
        return self.given.ctypes.data, self.out.ctypes.data + GUARD

    def check(self, how: str) -> None:
        what = f"{self.work}, {self.work.bits}-bit {how}"
        assert self.out[GUARD:-GUARD].tobytes() == expected(self.work, self.xor), f"{what}: wrong elements"
        assert (self.out[:GUARD] == 0xA5).all(), f"{what}: wrote before the output"
        assert (self.out[-GUARD:] == 0xA5).all(), f"{what}: wrote after the output"
        assert self.given[: self.work.bytes].tobytes() == contents(self.work), f"{what}: changed the input"
        self.clear()


def rows(plan: Inventory) -> dict[tuple[Work, tuple[int, int] | None], str]:
    """The symbol that the dispatcher finds for a folded work and the halves of a constant."""
    return {(row.pinned.body.best.work, row.xor): row.pinned.symbol for row in plan.pinned_entries}


def prepared_for(library: Library, work: Work) -> CPlan:
    """A plan for a contiguous work: an axis that it reverses runs backwards in the input."""
    axes = tuple(work.perm[k] for k in work.reversed_axes)
    given = reversed_array(work.shape, axes, work.bits) if work.flips else asked(work.shape, work.bits)
    return library.plan(given, work.perm, asked(work.out_shape, work.bits))


def check_pinned(library: Library, plan: Inventory, entry: Pinned) -> None:
    work = entry.work
    xor = entry.request.xor
    buffers = Buffers(work, entry.request.align, xor)
    library.pinned(entry.symbol, *buffers.addresses)
    buffers.check("called directly")

    prepared = prepared_for(library, work)
    symbols = rows(plan)
    found = symbols.get((fold(work), None))
    assert prepared.pinned == (None if found is None else library.address(found)), f"{work}: another kernel was found"
    if xor:
        halves = (entry.xor.low, entry.xor.high) if entry.xor else None
        found = symbols.get((fold(work), halves), found)
        assert library.xor(prepared, xor) == OK
        assert prepared.pinned == (None if found is None else library.address(found)), f"{work}: another was found"
    for align in {entry.request.align, work.bits // 8, 64}:
        run(library, prepared, Buffers(work, align, xor))


def run(library: Library, plan: CPlan, buffers: Buffers) -> None:
    assert library.run(plan, *buffers.addresses) == OK
    buffers.check("dispatched")
    for part in range(3):
        assert library.run_part(plan, *buffers.addresses, part, 3) == OK
    buffers.check("in three shares")


def check_in_place(library: Library, entry: PinnedInPlace) -> None:
    work = entry.work
    room: Array = aligned(work.bytes + 2 * GUARD, 256, entry.request.align)
    room[:] = 0xA5
    room[GUARD:-GUARD] = np.frombuffer(contents(work), np.uint8)
    library.pinned(entry.symbol, room.ctypes.data + GUARD)
    assert room[GUARD:-GUARD].tobytes() == expected(work), f"{work}, {work.bits}-bit: wrong elements"
    assert (room[:GUARD] == 0xA5).all(), f"{work}, {work.bits}-bit: wrote before the data"
    assert (room[-GUARD:] == 0xA5).all(), f"{work}, {work.bits}-bit: wrote after the data"


def check_others(library: Library) -> None:
    """Works that no pinned kernel knows, although it knows similar ones."""
    for shape, perm, bits in (
        ((12, 21), (1, 0), 8),
        ((8, 9), (1, 0), 16),
        ((3, 4, 6), (1, 0, 2), 32),
        ((38,), (0,), 64),
    ):
        prepared = library.plan_for(shape, perm, bits)
        assert not prepared.pinned, folded(prepared)
        run(library, prepared, Buffers(Work(shape, perm, bits), bits // 8))
    padded = described((12, 20), (32, 1), 8)
    assert not library.plan(padded, (1, 0), asked((20, 12), 8)).pinned, "the input has padding"


def check_all(library: Library, plan: Inventory) -> None:
    for entry in plan.pinned:
        check_pinned(library, plan, entry)
    for in_place in plan.in_place:
        check_in_place(library, in_place)
