# SPDX-License-Identifier: BSD-3-Clause
"""A set with pinned kernels of every kind, and a check of one against numpy: directly, dispatched, in shares.

As a program it checks all of them in a library of its own build: `pinned.py LIBRARY SET.toml`.
"""

import runpy
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np
from clib import OK, ROOT, UNSIGNED, Array, CPlan, Library, aligned, asked, described, folded

if "permkern" not in sys.modules:
    runpy.run_path(str(ROOT / "tools" / "permkern.py"))

from permkern.manifest import load_set
from permkern.permutation import WIDTHS, Perm, Shape, Work, fold
from permkern.plan import Pinned, Plan, make_plan

GUARD = 256

# Of each strategy, with and without tails on either side, to rank 8; widened, and folding to the same as another.
SHAPES: tuple[tuple[Shape, Perm], ...] = (
    ((1,), (0,)),
    ((37,), (0,)),
    ((5, 6), (0, 1)),
    ((3, 4, 5), (1, 0, 2)),
    ((3, 4, 2, 16), (2, 1, 0, 3)),
    ((8, 12), (1, 0)),
    ((12, 8), (1, 0)),
    ((8, 1, 12), (2, 1, 0)),
    ((9, 7), (1, 0)),
    ((5, 14), (1, 0)),
    ((13, 8), (1, 0)),
    ((4, 11), (1, 0)),
    ((3, 9), (1, 0)),
    ((9, 3), (1, 0)),
    ((2, 257), (1, 0)),
    ((10, 10, 3), (2, 0, 1)),
    ((3, 10, 10), (1, 2, 0)),
    ((25, 3), (1, 0)),
    ((3, 100), (1, 0)),
    ((2, 22, 3), (0, 2, 1)),
    ((2, 3, 21), (0, 2, 1)),
    ((19, 2), (1, 0)),
    ((2, 40), (1, 0)),
    ((20, 44), (1, 0)),
    ((28, 40), (1, 0)),
    ((52, 4), (1, 0)),
    ((3, 12, 36), (2, 0, 1)),
    ((8, 1604), (1, 0)),
    ((1604, 8), (1, 0)),
    ((7, 3, 6), (2, 1, 0)),
    ((8, 3, 12), (0, 2, 1)),
    ((4, 3, 6, 5), (3, 1, 0, 2)),
    ((4, 8, 2), (1, 0, 2)),
    ((4, 9, 4), (1, 0, 2)),
    ((8, 8, 8), (1, 0, 2)),
    ((2, 3, 2, 5, 2), (4, 3, 2, 1, 0)),
    ((2, 3, 2, 3, 2, 5, 2, 4), (7, 6, 5, 4, 3, 2, 1, 0)),
)

# The same with reversed axes: rows, columns and both of planes by tiles, pairs of words, channels, elements, lines and
# far tiles; axes outside of planes and of runs; runs that turn round, short and long, pixels of three bytes in a row.
FLIPPED: tuple[tuple[Shape, Perm, tuple[int, ...]], ...] = (
    ((6,), (0,), (0,)),
    ((37,), (0,), (0,)),
    ((5, 6), (0, 1), (0, 1)),
    ((5, 6), (0, 1), (1,)),
    ((5, 6), (0, 1), (0,)),
    ((4, 21), (0, 1), (1,)),
    ((7, 3), (0, 1), (1,)),
    ((12, 3), (0, 1), (0,)),
    ((3, 9, 3), (0, 1, 2), (1,)),
    ((3, 9, 3), (0, 1, 2), (0, 1)),
    ((5, 9, 3), (1, 0, 2), (1,)),
    ((5, 9, 3), (1, 0, 2), (0,)),
    ((9, 8, 4), (1, 0, 2), (1,)),
    ((3, 4, 5), (1, 0, 2), (0, 1)),
    ((3, 4, 5), (1, 0, 2), (0, 2)),
    ((8, 12), (1, 0), (1,)),
    ((8, 12), (1, 0), (0,)),
    ((12, 8), (1, 0), (0, 1)),
    ((9, 7), (1, 0), (1,)),
    ((5, 14), (1, 0), (0,)),
    ((13, 11), (1, 0), (0, 1)),
    ((3, 9), (1, 0), (1,)),
    ((3, 9), (1, 0), (0,)),
    ((9, 3), (1, 0), (0,)),
    ((9, 3), (1, 0), (1,)),
    ((2, 257), (1, 0), (0,)),
    ((2, 257), (1, 0), (1,)),
    ((10, 10, 3), (2, 0, 1), (0,)),
    ((10, 10, 3), (2, 0, 1), (1,)),
    ((3, 10, 10), (1, 2, 0), (0, 2)),
    ((20, 44), (1, 0), (1,)),
    ((8, 1604), (1, 0), (1,)),
    ((1604, 8), (1, 0), (0,)),
    ((8, 1604), (1, 0), (0,)),
    ((7, 3, 6), (2, 1, 0), (1,)),
    ((7, 4, 9), (2, 1, 0), (0, 1, 2)),
    ((4, 3, 6, 5), (3, 1, 0, 2), (1, 3)),
    ((4, 1, 6, 1), (2, 1, 3, 0), (0, 1, 2, 3)),
    ((2, 3, 2, 5, 2), (4, 3, 2, 1, 0), (0, 2, 4)),
    ((2, 3, 4, 3, 2), (0, 3, 2, 1, 4), (1, 3)),
)


def set_of(works: Iterable[tuple[Shape, Perm, tuple[int, ...]]], *, least: bool = False) -> str:
    """Every shape at every width, with the element's alignment, with words', with more, and for direct calls only.

    ``least``: with the element's alignment alone.
    """
    entries = []
    for bits, (number, (shape, perm, flips)) in product(WIDTHS, enumerate(works)):
        for align in [bits // 8] if least else sorted({bits // 8, 4, 8, 128}):
            if align >= bits // 8:
                keys = {
                    "name": f'"s{number}_{bits}_a{align}"',
                    "shape": list(shape),
                    "perm": list(perm),
                    "bits": bits,
                }
                extra = {"align": align, "dispatch": "false"} if align == 128 else {"align": align}
                turned = {"flip": list(flips)} if flips else {}
                entries.append(_entry(keys | turned | extra))
    return "format = 1\n" + _tables(entries)


def _tables(entries: Iterable[str]) -> str:
    return "".join(f"\n[[pinned]]\n{entry}" for entry in entries)


def _entry(keys: dict[str, object]) -> str:
    return "".join(f"{key} = {value}\n" for key, value in keys.items())


def _xor_entries(works: Iterable[tuple[Shape, Perm, tuple[int, ...]]]) -> list[str]:
    """Every shape at 8 bits and at another width, with a constant of different bytes, and at 8 bits with the sign."""
    entries = []
    for number, (shape, perm, flips) in enumerate(works):
        for bits, xor, align in ((8, 0x80, 1), (8, 0x80, 4), (16 << number % 3, 0xFEDC_BA98_7654_3210, 8)):
            keys = {"name": f'"xor{number}_{bits}_a{align}"', "shape": list(shape), "perm": list(perm), "bits": bits}
            turned = {"flip": list(flips)} if flips else {}
            entries.append(_entry(keys | turned | {"align": align, "xor": xor % 2**bits}))
    return entries


def set_text() -> str:
    """Every shape at every width, and each with a constant that elements are exclusive-ored with."""
    return set_of([(shape, perm, ()) for shape, perm in SHAPES]) + _tables(
        _xor_entries([(s, p, ()) for s, p in SHAPES])
    )


def flips_text() -> str:
    return set_of(FLIPPED) + _tables(_xor_entries(FLIPPED))


def contents(work: Work) -> bytes:
    return np.random.default_rng(work.elements).bytes(work.bytes)


def expected(work: Work, xor: int) -> bytes:
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
        out = self.out[GUARD:-GUARD]
        assert out.tobytes() == expected(self.work, self.xor), (
            f"{self.work}, {self.work.bits}-bit {how}: wrong elements"
        )
        assert (self.out[:GUARD] == 0xA5).all(), f"{self.work} {how}: wrote before the output"
        assert (self.out[-GUARD:] == 0xA5).all(), f"{self.work} {how}: wrote behind the output"
        assert self.given[: self.work.bytes].tobytes() == contents(self.work), f"{self.work} {how}: changed the input"
        self.clear()


def rows(plan: Plan) -> dict[tuple[Work, tuple[int, int] | None], str]:
    """The symbol that the dispatcher finds for a folded work and the halves of a constant."""
    return {(row.pinned.body.best.work, row.xor): row.pinned.symbol for row in plan.pinned_entries}


def prepared_for(library: Library, work: Work) -> CPlan:
    """A plan for a contiguous work: what it reverses runs backwards in the input."""
    plain = np.zeros(work.shape, UNSIGNED[work.bits])
    view = np.flip(plain, tuple(work.perm[k] for k in work.reversed_axes))
    return library.plan(described(view, contiguous=not work.flips), work.perm, asked(work.out_shape, work.bits))


def check_pinned(library: Library, plan: Plan, entry: Pinned) -> None:
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
    for align in (entry.request.align, work.bits // 8):
        run(library, prepared, Buffers(work, align, xor))


def run(library: Library, plan: CPlan, buffers: Buffers) -> None:
    assert library.run(plan, *buffers.addresses) == OK
    buffers.check("dispatched")
    for part in range(3):
        assert library.run_part(plan, *buffers.addresses, part, 3) == OK
    buffers.check("in three shares")


def check_others(library: Library) -> None:
    """Works that no pinned kernel knows, some of them nearly: 8 x 12 is known, forwards or with an axis reversed."""
    for shape, perm, bits in (
        ((8, 13), (1, 0), 8),
        ((12, 9), (1, 0), 16),
        ((3, 4, 6), (1, 0, 2), 32),
        ((38,), (0,), 64),
    ):
        prepared = library.plan_for(shape, perm, bits)
        assert not prepared.pinned, folded(prepared)
        run(library, prepared, Buffers(Work(shape, perm, bits), bits // 8))
    strided = asked((8, 12), 8, 8 * 16)
    strided.strides = (strided.strides._type_ * 2)(16, 1)
    assert not library.plan(strided, (1, 0), asked((12, 8), 8)).pinned, "the input has padding"


def main(library: str, permutation_set: str) -> int:
    loaded = Library(Path(library))
    plan = make_plan(load_set(permutation_set))
    for entry in plan.pinned:
        check_pinned(loaded, plan, entry)
    check_others(loaded)
    print(f"{len(plan.pinned)} pinned kernels are right")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
