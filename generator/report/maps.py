# SPDX-License-Identifier: BSD-3-Clause
"""The maps of a report: which kernel serves each permutation, and where the elements of a permute go.

All functions are pure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod

from ..kernels.inventory import Inventory
from ..kernels.moves import Strategy
from ..kernels.permutation import Perm, Shape, Step, Work, fold_steps, form

HEAT_RANKS = (1, 2, 3, 4)
HEAT_PERMS = sum(map(factorial, HEAT_RANKS))
DRAWN = 72  # elements that an index map shows at most
DRAWN_EXTENT = 12  # the largest extent that it shows
# No innermost run of this shape is widened at 8 bits, so the example folds alike at every width.
EXAMPLE: Shape = (2, 2, 2, 2, 2, 3, 4, 5)


@dataclass(frozen=True)
class Cell:
    """A permutation of the heat map at one width: the kernel for any shape, and pinned kernels by strategy."""

    bits: int
    kernel: str
    strategy: Strategy
    why: str
    pinned: tuple[tuple[Strategy, int], ...]  # with the occurrences of each strategy


@dataclass(frozen=True)
class HeatRow:
    perm: Perm
    folded: Perm
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Stage:
    """A work to be drawn, before folding or after one of its steps; ``drawn`` has its clipped extents."""

    what: str
    work: Work
    drawn: Shape


@dataclass(frozen=True)
class IndexMap:
    id: str
    title: str
    example: bool  # whether the shape is EXAMPLE's, not the set's
    stages: tuple[Stage, ...]


# ---- heat map ----


def make_heat(inventory: Inventory) -> tuple[HeatRow, ...]:
    """Returns the permutations of ranks 1 to 4 for which the set has a kernel of any shape, by width.

    What the generic routine does is left out: rows and widths that have nothing else.
    """
    forms = {(entry.bits, entry.perm): entry for entry in inventory.forms}
    uses: dict[tuple[int, Perm], Counter[Strategy]] = {}
    for entry in inventory.pinned:
        held = uses.setdefault((entry.work.bits, entry.work.perm), Counter())
        held[entry.body.best.choice.strategy] += entry.request.count

    def cell(perm: Perm, bits: int) -> Cell:
        found = forms.get((bits, form(perm)))
        strategy = found.choice.strategy if found else Strategy.GENERIC
        kernel = found.symbol if found else "permkern_generic"
        why = found.choice.why if found else f"set {inventory.name} has no kernel of any shape for it"
        held = uses.get((bits, perm), Counter())
        return Cell(bits, kernel, strategy, why, tuple((kind, held[kind]) for kind in Strategy if held[kind]))

    kernels = [entry for entry in inventory.forms if entry.choice.strategy is not Strategy.GENERIC]
    widths = sorted({entry.bits for entry in kernels})
    served = {entry.perm for entry in kernels}
    return tuple(HeatRow(perm, form(perm), tuple(cell(perm, bits) for bits in widths)) for perm in _ranked(served))


def _ranked(served: set[Perm]) -> list[Perm]:
    return [perm for rank in HEAT_RANKS for perm in permutations(range(rank)) if form(perm) in served]


# ---- index maps ----


def clipped(shape: Shape) -> Shape:
    """Reduces extents until they can be drawn: the longest first, none to less than 2."""
    extents = [min(extent, DRAWN_EXTENT) for extent in shape]
    while prod(extents) > DRAWN and max(extents) > 2:
        extents[extents.index(max(extents))] -= 1
    return tuple(extents)


def _stages(work: Work) -> tuple[Stage, ...]:
    steps = (Step("as it is asked for", work), *fold_steps(work))
    return tuple(Stage(step.what, step.work, clipped(step.work.shape)) for step in steps)


def perm_map_id(perm: Perm) -> str:
    return f"any{''.join(map(str, perm))}"


def make_maps(inventory: Inventory, heat: Sequence[HeatRow]) -> tuple[IndexMap, ...]:
    pinned = [
        IndexMap(entry.symbol, f"{entry.request.name}: {entry.work}", False, _stages(entry.work))
        for entry in inventory.all_pinned
    ]
    perms = {*(row.perm for row in heat), *(entry.perm for entry in inventory.forms)}
    examples = [
        IndexMap(perm_map_id(perm), str(work), True, _stages(work))
        for perm in sorted(perms, key=lambda perm: (len(perm), perm))
        for work in (Work(EXAMPLE[-len(perm) :], perm, 8),)
    ]
    return (*pinned, *examples)
