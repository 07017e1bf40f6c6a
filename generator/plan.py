# SPDX-License-Identifier: BSD-3-Clause
"""From a permutation set to the plan: every kernel that will exist, and what the dispatcher will know.

The plan is the only inventory: headers, tables, tests, vectors and reports are rendered from it.
"""

from collections import Counter
from dataclasses import dataclass
from math import factorial

from .isa import PORTABLE, Isa
from .manifest import PermutationSet, PinnedRequest
from .permutation import WIDTHS, Perm, Work, drop_units, fold, fuse, reachable_forms, slot, wide_forms
from .strategy import Choice, Strategy, choose_any_shape, choose_shape, choose_small, choose_tiny, word_strides

NEAR_SLOTS = sum(map(factorial, range(1, 5)))  # of ranks 1 to 4, which the dispatcher finds by index


@dataclass(frozen=True)
class Kernel:
    """A kernel for one permutation and width, any shape. perm None: any whose innermost axis moves."""

    name: str
    bits: int
    perm: Perm | None
    choice: Choice


@dataclass(frozen=True)
class Form:
    """A folded permutation at a width that the set asks for, and its kernel; None: the generic routine serves it."""

    bits: int
    perm: Perm
    choice: Choice
    kernel: Kernel | None


@dataclass(frozen=True)
class Move:
    """A folded work and the way a pinned kernel moves it."""

    work: Work
    choice: Choice


@dataclass(frozen=True)
class Body:
    """The code of a pinned kernel. ``narrow``, where it differs, serves targets that trap on misaligned words:
    always, or where ``tested``, as every stride is whole words, only for pointers that are no multiple of a word.

    A move that several pinned kernels make is a routine of its own, named here; None: it stands in the kernel.
    """

    best: Move
    narrow: Move | None
    best_routine: str | None
    narrow_routine: str | None
    tested: bool


@dataclass(frozen=True)
class Pinned:
    """One pinned kernel as the set names it."""

    request: PinnedRequest
    work: Work
    body: Body

    @property
    def symbol(self) -> str:
        return self.request.symbol

    @property
    def code(self) -> str:
        """The function that holds the best move: the kernel itself, or the routine that it shares."""
        return self.body.best_routine or self.symbol


@dataclass(frozen=True)
class PinnedRow:
    """One row of the dispatcher's table of pinned shapes; extents in output order."""

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
        """Axes that any kernel or pinned row has after folding, at least 1."""
        ranks = [len(row.perm) for row in self.forms] + [len(row.extents) for row in self.pinned_rows]
        return max(ranks, default=1)

    @property
    def slot_kernels(self) -> tuple[Kernel, ...]:
        """Kernels for one permutation each, which the dispatcher finds by its number."""
        return tuple(kernel for kernel in self.kernels if kernel.perm is not None)

    @property
    def tile_cores(self) -> tuple[Kernel, ...]:
        """Kernels for any permutation whose innermost axis moves, one for a width at most."""
        return tuple(kernel for kernel in self.kernels if kernel.perm is None)

    @property
    def far_kernels(self) -> tuple[Kernel, ...]:
        """Those of slot_kernels that the dispatcher finds by halving: of permutations of many axes."""
        return tuple(kernel for kernel in self.slot_kernels if kernel.perm and slot(kernel.perm) >= NEAR_SLOTS)

    @property
    def widens(self) -> bool:
        """Whether the dispatcher makes a short run one wide element.

        Pinned rows are those of fully folded works. In profile tiny every byte counts, and nothing is gained: the
        generic routine moves a run as it would move the elements.
        """
        return self.profile != "tiny" or bool(self.pinned_rows)

    @property
    def vector_widths(self) -> frozenset[int]:
        """Element bits that vector tiles are made for: whatever moves in tiles, where size does not count."""
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
    """One row for each folded work, sorted as the dispatcher searches: the kernel that asks for the least alignment."""
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
