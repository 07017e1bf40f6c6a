# SPDX-License-Identifier: BSD-3-Clause
"""Turns a permutation set into its inventory: every kernel to generate, and the dispatcher's tables.

The inventory is the only list of kernels: headers, tables, tests and reports are rendered from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import factorial

from .blocks import variants_in_blocks
from .host_strategy import choose_host, choose_vector_widths
from .in_place import InPlace, choose_in_place
from .manifest import PLUS, PermutationSet, PinnedRequest
from .memory import Memory
from .moves import AnyShape, Choice, Host, Move, Strategy, Variants, Xor
from .permutation import WIDTHS, Perm, Work, reachable_forms, slot, wide_forms
from .strategy import (
    choose_any_shape_runs,
    choose_form,
    choose_variants,
    has_wide_forms,
    has_widening,
    is_small,
)

NEAR_SLOTS = sum(map(factorial, range(1, 5)))  # slots up to rank 4, which the dispatcher finds by array index


@dataclass(frozen=True)
class Kernel:
    """A kernel for any shape and one width.

    perms: the permutations with these loops, in slot order. Empty: every permutation that moves the innermost axis.
    """

    name: str
    bits: int
    perms: tuple[Perm, ...]
    choice: Choice
    runs: AnyShape


@dataclass(frozen=True)
class Form:
    """A requested folded permutation and width, with its kernel. None: the generic routine."""

    bits: int
    perm: Perm
    choice: Choice
    kernel: Kernel | None

    @property
    def symbol(self) -> str:
        return self.kernel.name if self.kernel else "permkern_generic"


@dataclass(frozen=True)
class Body:
    """The moves of a pinned kernel, and the host vector kernel to try first."""

    moves: Variants
    host: Host | None

    @property
    def best(self) -> Move:
        return self.moves.best

    @property
    def narrow(self) -> Move | None:
        return self.moves.narrow


@dataclass(frozen=True)
class Pinned:
    """A pinned kernel: request, work and body."""

    request: PinnedRequest
    work: Work
    body: Body
    code: str  # the function that moves the elements: this kernel, or one with an equal body that it calls

    @property
    def symbol(self) -> str:
        return self.request.symbol

    @property
    def xor(self) -> Xor | None:
        """The XOR constant."""
        return Xor(self.request.xor, self.work.bits) if self.request.xor else None


@dataclass(frozen=True)
class PinnedInPlace:
    """A pinned kernel that permutes in place: request, work and moves."""

    request: PinnedRequest
    work: Work
    moves: InPlace

    @property
    def symbol(self) -> str:
        return self.request.symbol

    @property
    def choice(self) -> Choice:
        return Choice(Strategy.IN_PLACE, self.moves.why)


@dataclass(frozen=True)
class PinnedEntry:
    """An entry of the dispatcher's pinned table. Extents are in output order.

    ``flips``: bit k is set if output axis k of the folded work is reversed.
    """

    pinned: Pinned
    shift: int
    slot: int
    flips: int
    extents: tuple[int, ...]

    @property
    def xor(self) -> tuple[int, int] | None:
        """The halves of the XOR constant, repeated to 64 bits."""
        return (self.pinned.xor.low, self.pinned.xor.high) if self.pinned.xor else None


@dataclass(frozen=True)
class Inventory:
    name: str
    profile: str
    forms: tuple[Form, ...]
    kernels: tuple[Kernel, ...]
    pinned: tuple[Pinned, ...]
    pinned_entries: tuple[PinnedEntry, ...]
    vector_widths: frozenset[int]  # element bits of the host vector kernels
    in_place: tuple[PinnedInPlace, ...] = ()
    targets: tuple[str, ...] = ()  # targets of the code; empty: all
    memory: Memory | None = None  # that ordered the loops of pinned kernels

    @property
    def sources(self) -> str:
        """The set names as command line arguments."""
        return " ".join(f"{name}.toml" for name in self.name.split(PLUS))

    @property
    def options(self) -> str:
        """The command line's target options, with a leading blank."""
        return "".join(f" --target {target}" for target in self.targets)

    @property
    def all_pinned(self) -> tuple[Pinned | PinnedInPlace, ...]:
        """Pinned kernels from buffer to buffer, then in-place ones."""
        return (*self.pinned, *self.in_place)

    @property
    def max_rank(self) -> int:
        """The largest folded rank of a form or table entry, at least 1."""
        ranks = [len(form.perm) for form in self.forms] + [len(entry.extents) for entry in self.pinned_entries]
        return max(ranks, default=1)

    @property
    def plain_entries(self) -> tuple[PinnedEntry, ...]:
        """The pinned shapes without an XOR constant."""
        return tuple(entry for entry in self.pinned_entries if entry.xor is None)

    @property
    def xors(self) -> tuple[tuple[int, int], ...]:
        """The distinct XOR constants of pinned shapes."""
        return tuple(dict.fromkeys(entry.xor for entry in self.pinned_entries if entry.xor is not None))

    @property
    def slot_forms(self) -> tuple[Form, ...]:
        """Forms with kernels that the dispatcher finds by slot."""
        return tuple(form for form in self.forms if form.kernel is not None and form.kernel.perms)

    @property
    def tile_cores(self) -> tuple[Kernel, ...]:
        """Kernels for any permutation that moves the innermost axis, at most one per width."""
        return tuple(kernel for kernel in self.kernels if not kernel.perms)

    @property
    def far_forms(self) -> tuple[Form, ...]:
        """The slot_forms of rank above 4, which the dispatcher finds by binary search."""
        return tuple(form for form in self.slot_forms if slot(form.perm) >= NEAR_SLOTS)

    @property
    def reverses(self) -> bool:
        """True if any pinned table entry has reversed axes."""
        return any(entry.flips for entry in self.pinned_entries)

    @property
    def widens(self) -> bool:
        """True if the dispatcher widens a short innermost run to one larger element."""
        return has_widening(self.profile, bool(self.pinned_entries))


def log2_bytes(bits: int) -> int:
    return WIDTHS.index(bits)


def perm_digits(perm: Perm) -> str:
    return "".join(map(str, perm))


def _kernel(bits: int, perms: tuple[Perm, ...], choice: Choice, runs: AnyShape) -> Kernel:
    digits = f"_p{perm_digits(perms[0])}" if perms else ""
    return Kernel(f"permkern_x{bits}{digits}_{choice.strategy.value}", bits, perms, choice, runs)


def _forms(permutation_set: PermutationSet) -> tuple[Form, ...]:
    profile = permutation_set.profile
    asked = {
        (bits, reached)
        for family in permutation_set.permute
        for perm in family.perms
        for reached in reachable_forms(perm)
        for bits in family.bits
    }
    if has_wide_forms(profile):
        asked |= {(wide, form) for bits, perm in asked for wide, form in wide_forms(bits, perm)}
    forms = sorted(asked, key=lambda pair: (pair[0], slot(pair[1])))
    choices = {form: choose_form(form[1], form[0], profile) for form in forms}
    runs = {
        (bits, perm): choose_any_shape_runs(perm, bits, profile, choice)
        for (bits, perm), choice in choices.items()
        if choice.strategy is not Strategy.GENERIC
    }
    same: dict[tuple[int, AnyShape], tuple[Perm, ...]] = {}
    for (bits, perm), one in runs.items():
        same[bits, one] = (*same.get((bits, one), ()), *(() if one.tile else (perm,)))
    kernels = {form: _kernel(form[0], same[form[0], one], choices[form], one) for form, one in runs.items()}
    return tuple(Form(*form, choices[form], kernels.get(form)) for form in forms)


def _pinned(moves: Iterable[tuple[PinnedRequest, Variants]], vector_widths: frozenset[int]) -> tuple[Pinned, ...]:
    first: dict[Body, str] = {}
    found = []
    for request, variants in moves:
        work = variants.best.work
        over_gaps = variants.best.xor is not None and work.out_strides  # the XOR constant would change gap bytes
        body = Body(variants, choose_host(work) if work.bits in vector_widths and not over_gaps else None)
        found.append(Pinned(request, request.work, body, first.setdefault(body, request.symbol)))
    return tuple(found)


def _pinned_entries(pinned: tuple[Pinned, ...]) -> tuple[PinnedEntry, ...]:
    """Returns one entry per folded work and XOR constant, for the least aligned kernel, in search order."""
    entries: dict[tuple[int, ...], PinnedEntry] = {}
    for kernel in sorted(pinned, key=lambda kernel: (kernel.request.align, kernel.request.name)):
        if not kernel.request.dispatch:
            continue
        work = kernel.body.best.work
        flips = sum(1 << k for k in work.reversed_axes)
        entry = PinnedEntry(kernel, log2_bytes(work.bits), slot(work.perm), flips, work.out_shape)
        entries.setdefault((*(entry.xor or (0, 0)), entry.shift, entry.slot, entry.flips, *entry.extents), entry)
    return tuple(entries[key] for key in sorted(entries))


def _variants(request: PinnedRequest, *, small: bool) -> Variants:
    xor = Xor(request.xor, request.work.bits) if request.xor else None
    return choose_variants(request.work, request.align, small=small, xor=xor)


def _by_name(permutation_set: PermutationSet, *, in_place: bool) -> tuple[PinnedRequest, ...]:
    found = (request for request in permutation_set.pinned if request.in_place == in_place)
    return tuple(sorted(found, key=lambda request: request.name))


def in_memory(inventory: Inventory, memory: Memory) -> Inventory:
    """Returns the inventory with the loops of its pinned kernels in the order for a memory."""

    def moved(entry: Pinned) -> Pinned:
        return replace(entry, body=replace(entry.body, moves=variants_in_blocks(entry.body.moves, memory)))

    return replace(inventory, pinned=tuple(map(moved, inventory.pinned)), memory=memory)


def make_inventory(permutation_set: PermutationSet) -> Inventory:
    profile = permutation_set.profile
    forms = _forms(permutation_set)
    kernels = {row.kernel.name: row.kernel for row in forms if row.kernel is not None}
    moves = [
        (request, _variants(request, small=is_small(profile))) for request in _by_name(permutation_set, in_place=False)
    ]
    moved = [(kernel.bits, kernel.choice) for kernel in kernels.values()]
    moved += [(variants.best.work.bits, variants.best.choice) for _, variants in moves if variants.best.work.bits >= 8]
    vector_widths = choose_vector_widths(profile, moved)
    pinned = _pinned(moves, vector_widths)
    made = Inventory(
        name=permutation_set.name,
        profile=profile,
        forms=forms,
        kernels=tuple(kernels.values()),
        pinned=pinned,
        pinned_entries=_pinned_entries(pinned),
        vector_widths=vector_widths,
        in_place=tuple(
            PinnedInPlace(request, request.work, choose_in_place(request.work, request.align))
            for request in _by_name(permutation_set, in_place=True)
        ),
    )
    return in_memory(made, permutation_set.memory) if permutation_set.memory else made
