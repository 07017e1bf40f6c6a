# SPDX-License-Identifier: BSD-3-Clause
"""src/move/permkern_way.h moves planes as kernels/ways.py says: every small shape, width, gap and record of code."""

import ctypes
from ctypes import Structure, byref, c_bool, c_size_t, c_uint, c_uint8, c_uint32
from itertools import product
from pathlib import Path

import pytest
from clib import Library, compile_c, include_flags
from commands import ROOT
from permkern.kernels import ways
from permkern.kernels.layouts import Folded
from permkern.kernels.permutation import WIDTHS, Work, all_forms
from permkern.kernels.places import Plane, axes_of
from permkern.kernels.ways import Way, Ways, way_of

pytestmark = pytest.mark.ci

MOST = 24
GAPS = (0, 1, 3, 40)
RECORDS = {f"{name}-{bits}": can for name, width in ways.WAYS.items() for bits, can in width.items()}


class CWays(Structure):
    _fields_ = (
        ("shift", c_uint8),
        ("tile", c_uint8),
        ("pixels", c_uint8),
        ("channels", c_uint32),
        ("few", c_bool),
    )


class CPlanes(Structure):
    _fields_ = (("most", c_size_t), ("gap", c_size_t * len(GAPS)))


def record(can: Ways) -> CWays:
    channels = sum(1 << count for count in can.channels)
    return CWays(WIDTHS.index(can.bits), can.tile, can.pixels, channels, can.few)


@pytest.fixture(scope="module")
def decisions(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    path = tmp_path_factory.mktemp("ways") / "ways.so"
    source = Path(__file__).with_name("ways.c")
    compile_c("-O2", "-std=c11", "-shared", "-fPIC", *include_flags(ROOT / "generated"), source, "-o", path)
    return ctypes.CDLL(str(path))


def planes(can: Ways) -> list[tuple[Plane, bool]]:
    """Each plane, and whether words of tiles fit, in the order of ways.c."""
    size = can.bits // 8
    return [
        (Plane(can.bits, rows, cols, (cols + in_gap) * size, (rows + out_gap) * size), fit)
        for rows, cols in product(range(1, MOST + 1), repeat=2)
        for in_gap, out_gap in product(GAPS, repeat=2)
        for fit in (False, True)
    ]


@pytest.mark.parametrize("can", dict.fromkeys(RECORDS.values()), ids=str)
def test_c_chooses_ways_as_python_does(decisions: ctypes.CDLL, can: Ways) -> None:
    asked = planes(can)
    way = (c_uint8 * len(asked))()
    decisions.ways_of(byref(record(can)), byref(CPlanes(MOST, (c_size_t * len(GAPS))(*GAPS))), way)
    wrong = [
        (plane, fit, Way(c))
        for (plane, fit), c in zip(asked, way, strict=True)
        if way_of(plane, can, tiles_fit=fit) is not Way(c)
    ]
    assert wrong == []


@pytest.mark.parametrize("bits", WIDTHS)
def test_c_finds_inner_axes_as_python_does(decisions: ctypes.CDLL, library: Library, bits: int) -> None:
    """What the generic routine moves at once, of every folded permutation to rank 5: extents around all limits."""
    seen = set()
    for perm in sorted(all_forms(5)):
        extents = (2, 3, 4, 15, 16, 17)[:: 1 if len(perm) < 4 else 2 if len(perm) == 4 else 5]
        for shape in product(extents, repeat=len(perm)):
            work = Work(shape, perm, bits)
            axes = library.plan_for(shape, perm, bits).axis
            for has_plane, fit in product((False, True), repeat=2):
                inner = ways.inner_axes(Folded(axes_of(work), bits), has_plane=has_plane, tiles_fit=fit)
                rank, shift = c_uint(len(perm)), c_uint(WIDTHS.index(bits))
                c = decisions.ways_inner(axes, rank, shift, c_bool(has_plane), c_bool(fit))
                assert (c & 15, c >> 4 & 15, c >> 8) == (*inner.axes, inner.plane), (work, has_plane, fit)
                seen.add((inner.plane, has_plane, perm[inner.axes[1]] == inner.axes[1]))
    assert {(plane, has) for plane, has, _ in seen} == {(False, False), (False, True), (True, True)}


def test_every_way_is_chosen_somewhere() -> None:
    assert {way_of(plane, can, tiles_fit=fit) for can in ways.WORDS.values() for plane, fit in planes(can)} == set(Way)
