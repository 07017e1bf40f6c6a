# SPDX-License-Identifier: BSD-3-Clause
"""Chooses host vector kernels for pinned kernels."""

from collections.abc import Iterable
from dataclasses import replace

from .moves import Choice, Host, HostAxes, Strategy, UnitIndex
from .permutation import Work
from .places import axes_of
from .strategy import is_small

INDEX_ROOM = 64  # the largest PERMKERN_INDEX_ROOM in src/base/permkern_plan.h


def choose_vector_widths(profile: str, moved: Iterable[tuple[int, Choice]]) -> frozenset[int]:
    """Returns the element bits that vector kernels move: in profile speed, all widths with more than copies."""
    return frozenset(bits for bits, choice in moved if not is_small(profile) and choice.strategy is not Strategy.COPY)


def _index_unit(work: Work) -> int | None:
    """Returns the unit in bytes for an index, as in src/vector/small.c; None if the work is too large.

    The unit is the smallest that fits the index, and at most an element: AVX-512 permutes 1, 2 and 4 bytes.
    """
    size = work.bits // 8
    return next((unit for unit in (1, 2, 4) if unit <= size and work.elements * size <= INDEX_ROOM * unit), None)


def _unit_index(work: Work, unit: int) -> UnitIndex:
    axes = axes_of(work)
    places = [sum(axis.in_first for axis in axes)]
    for axis in axes:
        places = [place + k * axis.in_stride for place in places for k in range(axis.extent)]
    index = [(place + part) // unit for place in places for part in range(0, work.bits // 8, unit)]
    padded = (*index, *(0,) * (INDEX_ROOM - len(index)))
    return UnitIndex("permkern_vector_small", 8 * unit, len(index), padded)


def _host_axes(work: Work) -> HostAxes:
    """Returns the axes as kernels take them: reversed columns run backwards in the output, other axes in the input.

    So if the innermost axes of the two sides differ, their elements are contiguous and in order.
    """
    size, last = work.bits // 8, len(work.perm) - 1
    axes = axes_of(work)
    in_first, out_first = sum(axis.in_first for axis in axes), 0
    inner = axes[work.perm.index(last)]
    if inner.in_stride < 0 and work.perm[-1] != last:
        in_first -= inner.in_first
        out_first = (inner.extent - 1) * inner.out_stride
        turned = replace(inner, in_stride=size, out_stride=-inner.out_stride)
        axes = tuple(turned if axis is inner else axis for axis in axes)
    return HostAxes("permkern_vector_pinned", work.bits, axes, in_first, out_first)


def choose_host(work: Work) -> Host | None:
    """Returns the host vector kernel that a pinned kernel tries first; small works move by an index.

    None: the kernel's own words are at least as fast on every host.
    """
    if not work.has_rows or work.order:
        return None
    if work.elements <= INDEX_ROOM and not work.has_gaps:
        unit = _index_unit(work)
        return _unit_index(work, unit) if unit else None
    return _host_axes(work)
