# SPDX-License-Identifier: BSD-3-Clause
"""Turns an inventory into frozen views for the templates of headers and tables."""

from dataclasses import dataclass

from .cfragments import array, braces, literal, word
from .inventory import NEAR_SLOTS, Form, Inventory, Pinned, PinnedEntry, PinnedInPlace, perm_digits
from .permutation import WIDTHS, Work, slot

# ---- headers, kernel list ----


@dataclass(frozen=True)
class CppView:
    """A pinned kernel in permkern.hpp."""

    symbol: str
    bits: int
    shape: str
    axes: str
    align: int


def cpp_views(inventory: Inventory) -> tuple[CppView, ...]:
    """Returns the pinned kernels for C++: for each work, the kernel with the least alignment.

    C++ requests have no reversed axes, gaps, sub-byte elements or XOR constants, so kernels with any of these are left
    out.
    """
    by_work: dict[Work, Pinned] = {}
    for entry in sorted(inventory.pinned, key=lambda entry: entry.request.align):
        if entry.xor is None and not entry.work.flips and not entry.work.has_gaps and entry.work.bits >= WIDTHS[0]:
            by_work.setdefault(entry.work, entry)
    return tuple(
        CppView(
            entry.symbol,
            work.bits,
            ", ".join(map(literal, work.shape)),
            ", ".join(map(str, work.perm)),
            entry.request.align,
        )
        for work, entry in sorted(by_work.items(), key=lambda item: item[1].symbol)
    )


@dataclass(frozen=True)
class FormView:
    """A form in the test list. Without a tile, the tile size is one element."""

    bits: int
    digits: str
    kernel: str
    strategy: str
    tile_rows: int
    tile_cols: int


def form_view(form: Form) -> FormView:
    tile = form.choice.tile
    sides = (tile.rows, tile.cols) if tile else (1, 1)
    return FormView(form.bits, perm_digits(form.perm), form.symbol, form.choice.strategy.value, *sides)


@dataclass(frozen=True)
class PinView:
    """A pinned kernel in the test list."""

    symbol: str
    bits: int
    shape: str  # with gaps, the strides of both sides follow
    digits: str
    flips: str  # digits of the reversed output axes
    align: int
    count: int
    dispatch: int
    low: str  # halves of the XOR constant, repeated to 64 bits
    high: str


def pin_view(entry: Pinned | PinnedInPlace) -> PinView:
    work, request = entry.work, entry.request
    numbers = [work.shape, *((work.in_steps, work.out_steps) if work.has_gaps else ())]
    low, high = (entry.xor.low, entry.xor.high) if isinstance(entry, Pinned) and entry.xor else (0, 0)
    return PinView(
        symbol=entry.symbol,
        bits=work.bits,
        shape=" ".join("x".join(map(str, each)) for each in numbers),
        digits=perm_digits(work.perm),
        flips=perm_digits(work.reversed_axes),
        align=request.align,
        count=request.count,
        dispatch=int(request.dispatch),
        low=word(low),
        high=word(high),
    )


# ---- dispatcher tables ----


# Contiguous works up to rank 3 fold to these permutations, in the order of src/base/permkern_table.h.
CONTIGUOUS = ((0,), (1, 0), (0, 2, 1), (1, 0, 2), (2, 1, 0))


@dataclass(frozen=True)
class WidthView:
    """One width of the dispatch table: an array for near slots, a sorted list for far ones."""

    bits: int
    near: str  # array definitions of this width; empty if no width has kernels by slot
    far: str
    entry: str


def _near_arrays(bits: int, kernels: dict[int, str]) -> str:
    """Returns the kernel array, and the array that maps each slot to a kernel index.

    The first kernels are the generic routine and the kernels for contiguous works of up to three axes.
    """
    generic = "permkern_generic"
    first = [generic, *(kernels.get(slot(perm), generic) for perm in CONTIGUOUS)]
    names = [*first, *(name for name in dict.fromkeys(kernels.values()) if name not in first)]
    of_slots = [str(names.index(kernels.get(number, generic))) for number in range(max(kernels, default=0) + 1)]
    return array(f"static permkern_kernel *const kernels_x{bits}[]", names) + array(
        f"static const uint8_t places_x{bits}[]", of_slots
    )


def _far_arrays(bits: int, kernels: dict[int, str]) -> str:
    """Returns the kernel array and the array of their slots."""
    if not kernels:
        return ""
    return array(f"static permkern_kernel *const far_kernels_x{bits}[]", [*kernels.values()]) + array(
        f"static const uint16_t far_slots_x{bits}[]", [*map(str, kernels)]
    )


def _width_view(inventory: Inventory, bits: int) -> WidthView:
    kernels = sorted((slot(form.perm), form.symbol) for form in inventory.slot_forms if form.bits == bits)
    near = [number for number, _ in kernels if number < NEAR_SLOTS]
    far = [number for number, _ in kernels if number >= NEAR_SLOTS]
    slots = near[-1] + 1 if near else 0
    core = next((kernel.name for kernel in inventory.tile_cores if kernel.bits == bits), "NULL")
    fields: list[str] = []
    if inventory.slot_forms:
        fields += [f"{name}_x{bits}" for name in ("kernels", "places")]
    if inventory.far_forms:
        fields += [f"{name}_x{bits}" if far else "NULL" for name in ("far_kernels", "far_slots")]
    fields += [core] if inventory.tile_cores else []
    fields += [str(slots)] if inventory.slot_forms else []
    fields += [str(len(far))] if inventory.far_forms else []
    return WidthView(
        bits=bits,
        near=_near_arrays(bits, dict(kernels[: len(near)])) if inventory.slot_forms else "",
        far=_far_arrays(bits, {number: name for number, name in kernels if number in far}),
        entry=braces(*fields),
    )


def width_views(inventory: Inventory) -> tuple[WidthView, ...]:
    return tuple(_width_view(inventory, bits) for bits in WIDTHS)


def _pinned_entry(entry: PinnedEntry, *, reverses: bool) -> str:
    """Returns a table entry. All entries list reversed axes if any entry has them."""
    extents = braces(*map(literal, entry.extents))
    flips = (entry.flips,) if reverses else ()
    return braces(entry.pinned.symbol, extents, entry.slot, entry.shift, entry.pinned.request.align - 1, *flips)


@dataclass(frozen=True)
class MaskedView:
    """The table of pinned shapes with one XOR constant."""

    constant: str
    entries: str


@dataclass(frozen=True)
class PinnedTables:
    """The table of plain pinned shapes, one table for each XOR constant, and their list. Missing tables are empty."""

    plain: str
    masked: tuple[MaskedView, ...]
    masks: str


def pinned_tables(inventory: Inventory) -> PinnedTables:
    declaration = "const permkern_pinned_entry permkern_pinned_entries[PERMKERN_PINNED_COUNT]"
    plain = (
        array(declaration, [_pinned_entry(entry, reverses=inventory.reverses) for entry in inventory.plain_entries])
        if inventory.plain_entries
        else ""
    )
    tables = []
    rows = []
    for number, halves in enumerate(inventory.xors):
        entries = [
            _pinned_entry(entry, reverses=inventory.reverses)
            for entry in inventory.pinned_entries
            if entry.xor == halves
        ]
        text = array(f"static const permkern_pinned_entry masked_{number}[]", entries)
        tables.append(MaskedView(f"0x{halves[1]:08x}{halves[0]:08x}", text))
        rows.append(braces(f"masked_{number}", len(entries), braces(*map(word, halves))))
    masks = array("const permkern_pinned_masked permkern_pinned_masks[PERMKERN_PINNED_MASKS]", rows) if rows else ""
    return PinnedTables(plain, tuple(tables), masks)
