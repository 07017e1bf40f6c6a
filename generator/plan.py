# SPDX-License-Identifier: BSD-3-Clause
"""Turns a permutation set into the plan: every kernel that will be generated, and the dispatcher's tables.

The plan is the only list of kernels: headers, tables, tests and reports are all rendered from it.
"""

from collections import Counter
from dataclasses import dataclass
from math import factorial

from .isa import PORTABLE, Isa
from .manifest import PermutationSet, PinnedRequest
from .permutation import WIDTHS, Perm, Work, drop_units, fold, fuse, reachable_forms, slot, wide_forms
from .strategy import Choice, Strategy, choose_any_shape, choose_shape, choose_small, choose_tiny, word_strides

NEAR_SLOTS = sum(map(factorial, range(1, 5)))  # slots of ranks 1 to 4, which the dispatcher looks up in an array


@dataclass(frozen=True)
class Kernel:
    """A kernel for any shape, one width, and one permutation or (None) any that moves the innermost axis."""

    name: str
    bits: int
    perm: Perm | None
    choice: Choice


@dataclass(frozen=True)
class Form:
    """A folded permutation and width that the set asks for, and its kernel. None stands for the generic routine."""

    bits: int
    perm: Perm
    choice: Choice
    kernel: Kernel | None


@dataclass(frozen=True)
class Move:
    """A folded work, and how a pinned kernel moves it."""

    work: Work
    choice: Choice


@dataclass(frozen=True)
class Body:
    """The code of a pinned kernel.

    ``narrow`` is what runs on targets that trap on misaligned words, if that differs from ``best``. If ``tested``,
    every stride is a multiple of a word, so the kernel tests its pointers and uses ``narrow`` only if one is
    misaligned. A move that several pinned kernels make is a routine of the name given here; None if it is inline.
    """

    best: Move
    narrow: Move | None
    best_routine: str | None
    narrow_routine: str | None
    tested: bool


@dataclass(frozen=True)
class Pinned:
    """A pinned kernel: the set's request, its work, and the code for it."""

    request: PinnedRequest
    work: Work
    body: Body

    @property
    def symbol(self) -> str:
        return self.request.symbol

    @property
    def code(self) -> str:
        """The function that contains the best move: the kernel, or the routine that it shares with others."""
        return self.body.best_routine or self.symbol


@dataclass(frozen=True)
class PinnedRow:
    """A row of the dispatcher's table of pinned shapes. Extents are in output order."""

    pinned: Pinned
    shift: int
    slot: int
    extents: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    name: str
    profile: str
    isa: Isa
    forms: tuple[Form, ...]
    kernels: tuple[Kernel, ...]
    pinned: tuple[Pinned, ...]
    pinned_rows: tuple[PinnedRow, ...]

    @property
    def max_rank(self) -> int:
        """The largest number of axes of a kernel or pinned row after folding, at least 1."""
        ranks = [len(row.perm) for row in self.forms] + [len(row.extents) for row in self.pinned_rows]
        return max(ranks, default=1)

    @property
    def slot_kernels(self) -> tuple[Kernel, ...]:
        """Kernels for one permutation each, which the dispatcher looks up by the permutation's slot."""
        return tuple(kernel for kernel in self.kernels if kernel.perm is not None)

    @property
    def tile_cores(self) -> tuple[Kernel, ...]:
        """Kernels for any permutation that moves the innermost axis, at most one for each width."""
        return tuple(kernel for kernel in self.kernels if kernel.perm is None)

    @property
    def far_kernels(self) -> tuple[Kernel, ...]:
        """Kernels for permutations of rank above 4, which the dispatcher finds by binary search."""
        return tuple(kernel for kernel in self.slot_kernels if kernel.perm and slot(kernel.perm) >= NEAR_SLOTS)

    @property
    def widens(self) -> bool:
        """Whether the dispatcher widens a short innermost run to one larger element.

        Pinned rows need it, because they are of fully folded works. Profile tiny leaves it out without them, to save
        flash: its generic routine moves a run as well as a wide element.
        """
        return self.profile != "tiny" or bool(self.pinned_rows)

    @property
    def vector_widths(self) -> frozenset[int]:
        """Element bits that vector kernels move: in profile speed, those of all kernels that do not just copy."""
        if self.profile != "speed":
            return frozenset()
        moved = [(kernel.bits, kernel.choice) for kernel in self.kernels]
        moved += [(entry.body.best.work.bits, entry.body.best.choice) for entry in self.pinned]
        return frozenset(bits for bits, choice in moved if choice.strategy is not Strategy.COPY)


def log2_bytes(bits: int) -> int:
    return WIDTHS.index(bits)


def perm_digits(perm: Perm) -> str:
    return "".join(map(str, perm))


def _dynamic_name(bits: int, perm: Perm | None, strategy: Strategy, isa: Isa) -> str:
    digits = "" if perm is None else f"_p{perm_digits(perm)}"
    return f"permkern_x{bits}{digits}_{strategy.value}{isa.suffix}"


def _form(bits: int, perm: Perm, profile: str, isa: Isa) -> Form:
    small = profile != "speed"
    if profile == "tiny":
        choice = choose_tiny()
    else:
        choice = choose_small(perm, bits, isa) if small else choose_any_shape(perm, bits, isa)
    if choice.strategy is Strategy.GENERIC:
        return Form(bits, perm, choice, None)
    own = None if small else perm
    return Form(bits, perm, choice, Kernel(_dynamic_name(bits, own, choice.strategy, isa), bits, own, choice))


def _forms(permutation_set: PermutationSet, isa: Isa) -> tuple[Form, ...]:
    asked = {
        (bits, reached)
        for family in permutation_set.permute
        for perm in family.perms
        for reached in reachable_forms(perm)
        for bits in family.bits
    }
    if permutation_set.profile == "speed":
        asked |= {(wide, form) for bits, perm in asked for wide, form in wide_forms(bits, perm)}
    return tuple(
        _form(bits, perm, permutation_set.profile, isa)
        for bits, perm in sorted(asked, key=lambda pair: (pair[0], slot(pair[1])))
    )


def _body_moves(request: PinnedRequest, isa: Isa, *, small: bool) -> tuple[Move, Move | None, bool]:
    work = Work(request.shape, request.perm, request.bits)
    folded = fold(work)
    best = Move(folded, choose_shape(folded, isa, words=True, small=small))
    if request.align * 8 < folded.bits:
        unwidened = fuse(drop_units(work))
        return best, Move(unwidened, choose_shape(unwidened, isa, words=False, small=small)), False
    strides_fit = word_strides(folded, isa)
    promised = request.align * 8 % isa.word_bits == 0
    narrow = Move(folded, choose_shape(folded, isa, words=strides_fit and promised, small=small))
    return best, None if narrow == best else narrow, strides_fit


def _move_name(move: Move) -> str:
    work = move.work
    how = move.choice.strategy.value + ("" if move.choice.words else "_elements")
    return f"x{work.bits}_{'x'.join(map(str, work.shape))}_p{perm_digits(work.perm)}_{how}"


def _pinned(permutation_set: PermutationSet, isa: Isa) -> tuple[Pinned, ...]:
    requests = sorted(permutation_set.pinned, key=lambda request: request.name)
    small = permutation_set.profile != "speed"
    bodies = [_body_moves(request, isa, small=small) for request in requests]
    uses = Counter(move for best, narrow, _ in bodies for move in (best, narrow))

    def routine(move: Move | None) -> str | None:
        return None if move is None or uses[move] == 1 else f"pinned_{_move_name(move)}"

    return tuple(
        Pinned(
            request,
            Work(request.shape, request.perm, request.bits),
            Body(best, narrow, routine(best), routine(narrow), tested),
        )
        for request, (best, narrow, tested) in zip(requests, bodies, strict=True)
    )


def _pinned_rows(pinned: tuple[Pinned, ...]) -> tuple[PinnedRow, ...]:
    """Returns one row for each folded work, of the kernel with the least alignment, in the order of the search."""
    rows: dict[tuple[int, int, tuple[int, ...]], PinnedRow] = {}
    for entry in sorted(pinned, key=lambda entry: (entry.request.align, entry.request.name)):
        work = entry.body.best.work
        key = (log2_bytes(work.bits), slot(work.perm), work.out_shape)
        if entry.request.dispatch:
            rows.setdefault(key, PinnedRow(entry, *key))
    return tuple(rows[key] for key in sorted(rows))


def make_plan(permutation_set: PermutationSet, isa: Isa = PORTABLE) -> Plan:
    forms = _forms(permutation_set, isa)
    kernels = {row.kernel.name: row.kernel for row in forms if row.kernel is not None}
    pinned = _pinned(permutation_set, isa)
    return Plan(
        name=permutation_set.name,
        profile=permutation_set.profile,
        isa=isa,
        forms=forms,
        kernels=tuple(kernels.values()),
        pinned=pinned,
        pinned_rows=_pinned_rows(pinned),
    )
