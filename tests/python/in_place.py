# SPDX-License-Identifier: BSD-3-Clause
"""A set with kernels in place of every kind, and a check of one against numpy.

As a program it checks all of them in a library of its own build: `in_place.py LIBRARY SET.toml`.
"""

import ctypes
import runpy
import sys
from pathlib import Path

import numpy as np
from clib import ROOT, UNSIGNED, Array, Library, aligned

if "permkern" not in sys.modules:
    runpy.run_path(str(ROOT / "tools" / "permkern.py"))

from permkern.in_place import NotInPlaceError, choose_in_place
from permkern.manifest import load_set
from permkern.permutation import WIDTHS, Perm, Shape, Work
from permkern.plan import PinnedInPlace, make_plan

GUARD = 64

SHAPES: tuple[tuple[Shape, Perm], ...] = (
    # Few columns and few rows: blocks of tiles in registers, before the cycles and behind them.
    ((784, 8), (1, 0)),
    ((8, 784), (1, 0)),
    ((28, 28, 8), (2, 0, 1)),
    ((12, 4), (1, 0)),
    ((40, 8, 3), (1, 0, 2)),
    ((3, 40, 8), (0, 2, 1)),
    ((3, 8, 40), (0, 2, 1)),
    ((4, 8), (1, 0)),
    ((8, 4), (1, 0)),
    # Tiles where they lie, then words; these may be a square.
    ((576, 16), (1, 0)),
    ((16, 24), (1, 0)),
    ((4, 16), (1, 0)),
    ((16, 4), (1, 0)),
    ((3, 12, 40), (0, 2, 1)),
    ((12, 8, 4), (2, 0, 1)),
    ((4, 20, 12, 8), (3, 2, 1, 0)),
    ((8, 5, 3, 12), (3, 1, 2, 0)),
    ((8, 3, 12), (2, 1, 0)),
    # Elements that fill no words.
    ((257, 2), (1, 0)),
    ((2, 257), (1, 0)),
    ((3, 501), (1, 0)),
    ((3, 50176), (1, 0)),  # the first elements of cycles take more than 16 bits
    ((6, 7), (1, 0)),
    ((3, 5, 6), (0, 2, 1)),
    ((4, 5, 3, 6, 7), (1, 0, 2, 4, 3)),
    ((3, 3, 3), (1, 2, 0)),
    ((2, 3, 2, 5, 2), (4, 3, 2, 1, 0)),
    # Runs, of lengths that registers hold and that they do not.
    ((6, 7, 2), (1, 0, 2)),
    ((6, 7, 4), (1, 0, 2)),
    ((6, 5, 64), (1, 0, 2)),
    ((6, 5, 100), (1, 0, 2)),
    # Squares of elements, runs and batches; pairs of them.
    ((32, 32), (1, 0)),
    ((29, 29), (1, 0)),
    ((3, 3), (1, 0)),
    ((8, 8, 2), (1, 0, 2)),
    ((8, 8, 67), (1, 0, 2)),
    ((5, 9, 5), (2, 1, 0)),
    ((5, 9, 5, 3), (2, 1, 0, 3)),
    ((4, 4, 6, 6), (1, 0, 3, 2)),
    # Nothing moves.
    ((7,), (0,)),
    ((1,), (0,)),
)

# The same with the output's axes that are reversed: by 180 degrees, mirrored, squares by 90, channels in reverse.
FLIPPED: tuple[tuple[Shape, Perm, tuple[int, ...]], ...] = (
    ((121,), (0,), (0,)),
    ((6, 21), (0, 1), (0, 1)),
    ((6, 21), (0, 1), (1,)),
    ((6, 21), (0, 1), (0,)),
    ((20, 20), (1, 0), (1,)),
    ((13, 13), (1, 0), (0,)),
    ((12, 12, 3), (1, 0, 2), (1,)),
    ((9, 14, 3), (0, 1, 2), (0, 1)),
    ((9, 14, 3), (0, 1, 2), (2,)),
    ((4, 6, 6), (0, 2, 1), (0, 2)),
    ((3, 5), (1, 0), (0,)),
    ((24, 4), (1, 0), (1,)),
    # Backwards, and of a length that words of the promised alignment move.
    ((4, 4), (1, 0), (1,)),
    ((8, 8), (1, 0), (0,)),
    ((6, 4), (0, 1), (0,)),
)


def can(shape: Shape, perm: Perm, bits: int, align: int, flips: tuple[int, ...]) -> bool:
    try:
        choose_in_place(Work(shape, perm, bits, tuple(k in flips for k in range(len(perm)))), align)
    except NotInPlaceError:
        return False
    return True


def set_text() -> str:
    """Every shape at every width that has a kernel, with the element's alignment, with words' and with more."""
    entries = [
        f'name = "p{number}_{bits}_a{align}"\nshape = {list(shape)}\nperm = {list(perm)}\n'
        f"bits = {bits}\nalign = {align}\nin_place = true\n" + (f"flip = {list(flips)}\n" if flips else "")
        for bits in WIDTHS
        for number, (shape, perm, flips) in enumerate((*((*each, ()) for each in SHAPES), *FLIPPED))
        for align in sorted({bits // 8, 4, 8})
        if align >= bits // 8 and can(shape, perm, bits, align, flips)
    ]
    return "format = 1\n" + "".join(f"\n[[pinned]]\n{entry}" for entry in entries)


def check(library: Library, entry: PinnedInPlace) -> None:
    """At an address that is aligned as promised, and to no more."""
    work = entry.work
    given = np.frombuffer(np.random.default_rng(work.elements).bytes(work.bytes), UNSIGNED[work.bits])
    room: Array = aligned(work.bytes + 2 * GUARD, 256, entry.request.align)
    room[:] = 0xA5
    room[GUARD:-GUARD] = given.view(np.uint8)
    function = library.c[entry.symbol]
    function.restype = None
    function.argtypes = [ctypes.c_void_p]
    function(room.ctypes.data + GUARD)
    want = np.flip(given.reshape(work.shape).transpose(work.perm), work.reversed_axes).tobytes()
    assert room[GUARD:-GUARD].tobytes() == want, f"{work}, {work.bits}-bit: wrong elements"
    assert (room[:GUARD] == 0xA5).all(), f"{work}, {work.bits}-bit: wrote before the data"
    assert (room[-GUARD:] == 0xA5).all(), f"{work}, {work.bits}-bit: wrote behind the data"


def main(library: str, permutation_set: str) -> int:
    loaded = Library(Path(library))
    plan = make_plan(load_set(permutation_set))
    for entry in plan.in_place:
        check(loaded, entry)
    print(f"{len(plan.in_place)} kernels in place are right")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
