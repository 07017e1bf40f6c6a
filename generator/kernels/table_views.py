# SPDX-License-Identifier: BSD-3-Clause
"""Selects the rows of an inventory's tables for the templates of headers and tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from .cfragments import braces, literal, word
from .inventory import NEAR_SLOTS, Inventory, Pinned, PinnedEntry
from .permutation import WIDTHS, Work, slot

GENERIC = "permkern_generic"
# Contiguous works up to rank 3 fold to these permutations, in the order of src/base/permkern_table.h.
CONTIGUOUS = ((0,), (1, 0), (0, 2, 1), (1, 0, 2), (2, 1, 0))


def cpp_views(inventory: Inventory) -> tuple[Pinned, ...]:
    """Returns the pinned kernels for C++: for each work, the kernel with the least alignment.

    C++ requests have no reversed axes, orders, gaps, sub-byte elements or XOR constants, so kernels with any of these
    are left out.
    """
    by_work: dict[Work, Pinned] = {}
    for entry in sorted(inventory.pinned, key=lambda entry: entry.request.align):
        if entry.xor is None and entry.work.is_plain:
            by_work.setdefault(entry.work, entry)
    return tuple(sorted(by_work.values(), key=lambda entry: entry.symbol))


@dataclass(frozen=True)
class Width:
    """The kernels of one width in the dispatch table.

    The first kernels are the generic routine and those for contiguous works of up to three axes.
    """

    bits: int
    kernels: tuple[str, ...]
    places: tuple[int, ...]  # for each slot up to rank 4, the index of its kernel
    slots: int  # slots with a kernel, up to the last one
    far: tuple[tuple[int, str], ...]  # slots of higher ranks, with their kernels
    core: str  # the tile kernel for any permutation; empty: none


def _width(inventory: Inventory, bits: int) -> Width:
    every = sorted((slot(form.perm), form.symbol) for form in inventory.slot_forms if form.bits == bits)
    near = {number: name for number, name in every if number < NEAR_SLOTS}
    first = (GENERIC, *(near.get(slot(perm), GENERIC) for perm in CONTIGUOUS))
    kernels = (*first, *(name for name in dict.fromkeys(near.values()) if name not in first))
    places = tuple(kernels.index(near.get(number, GENERIC)) for number in range(max(near, default=0) + 1))
    core = next((kernel.name for kernel in inventory.tile_cores if kernel.bits == bits), "")
    return Width(bits, kernels, places, len(places) if near else 0, tuple(every[len(near) :]), core)


def widths(inventory: Inventory) -> tuple[Width, ...]:
    return tuple(_width(inventory, bits) for bits in WIDTHS)


def entry_rows(entries: Iterable[PinnedEntry], *, reverses: bool) -> list[str]:
    """Returns table rows. reverses: each row lists its reversed axes."""
    return [
        braces(
            entry.pinned.symbol,
            braces(*map(literal, entry.extents)),
            entry.slot,
            entry.shift,
            entry.pinned.request.align - 1,
            *((entry.flips,) if reverses else ()),
        )
        for entry in entries
    ]


def mask_rows(inventory: Inventory) -> list[str]:
    """Returns a row for each XOR constant: its table, the table's entry count, and the constant's halves."""
    xors = [entry.xor for entry in inventory.pinned_entries]
    return [
        braces(f"masked_{number}", xors.count(halves), braces(*map(word, halves)))
        for number, halves in enumerate(inventory.xors)
    ]
