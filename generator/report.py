# SPDX-License-Identifier: BSD-3-Clause
"""Collects what a report says of a set: kernels with their figures, savings, a heat map and differences.

All functions are pure. report_output.py and report_page.py write the report; docs/report.md explains each figure.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import prod

from .described import any_shape_line, body_host_line, move_lines, narrow_line
from .figures import Figure, Subject, Target
from .in_place_text import in_place_lines
from .instruction_sets import FIRMWARE, HOSTS
from .moves import Choice, Strategy
from .permutation import Perm, Shape, Step, Work, fold_steps, form, perm_text
from .plan import Form, Pinned, PinnedInPlace, Plan

REPORT_FORMAT = 1
HEAT_RANKS = (1, 2, 3, 4)
DRAWN = 72  # elements that an index map shows at most
DRAWN_EXTENT = 12  # the largest extent that it shows
# No innermost run of this shape is widened at 8 bits, so the example folds alike at every width.
EXAMPLE: Shape = (2, 2, 2, 2, 2, 3, 4, 5)


@dataclass(frozen=True)
class Row:
    """A row of the table. name, shape, folded, count and moved are None for a kernel for any shape."""

    id: str  # identifies the row in an earlier report
    kernel: str
    name: str | None
    bits: int
    perm: Perm
    flip: tuple[int, ...]  # the output's axes that are reversed
    shape: Shape | None
    folded: Work | None
    strategy: Strategy
    why: str
    runs: tuple[str, ...]  # what the kernel runs, in lines
    isas: tuple[str, ...]
    count: int | None
    moved: int | None  # bytes that one call moves; 0 if a view suffices
    share: float | None  # of all bytes that the model moves, each permute times its count
    figures: tuple[Figure | None, ...]  # one for each target

    @property
    def is_view(self) -> bool:
        return self.moved == 0


@dataclass(frozen=True)
class Saved:
    """Instructions of all permutes on one target, each times its count; None if one was not measured."""

    target: str
    by_folding: int | None  # of naive loops for the permutes that move nothing
    naive: int | None  # of naive loops for the permutes that move data
    kernels: int | None  # of kernels for the permutes that move data


@dataclass(frozen=True)
class Totals:
    permutes: int
    still: int  # permutes that move nothing
    still_bytes: int
    moving: int
    moving_bytes: int
    saved: tuple[Saved, ...]


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


@dataclass(frozen=True)
class Change:
    id: str
    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Differences:
    set_name: str  # of the earlier report
    gone: tuple[str, ...]
    new: tuple[str, ...]
    changed: tuple[Change, ...]


@dataclass(frozen=True)
class Report:
    set_name: str
    profile: str
    isa: str
    targets: tuple[Target, ...]
    strays: int  # the number of figures that belong to no kernel of the set
    rows: tuple[Row, ...]
    totals: Totals
    widths: tuple[int, ...]
    heat: tuple[HeatRow, ...]
    maps: tuple[IndexMap, ...]
    differences: Differences | None = None


# ---- rows ----


def _spellings(choice: Choice, plan: Plan) -> tuple[str, ...]:
    """Returns the extensions in which the words of a tile or of channels take fewer instructions."""
    in_tile = choice.strategy is Strategy.TILE and choice.tile is not None and choice.tile.lanes > 1
    if in_tile:
        return tuple(spelling.name for spelling in plan.isa.spellings)
    if choice.strategy is Strategy.INTERLEAVE and choice.words:
        return tuple(spelling.name for spelling in plan.isa.spellings if "even" in spelling.steps)
    return ()


def _isas(choice: Choice, bits: int, plan: Plan) -> tuple[str, ...]:
    """Returns the instruction sets for which a kernel has code besides portable C."""
    found = _spellings(choice, plan)
    if bits in plan.vector_widths and choice.strategy not in (Strategy.COPY, Strategy.IN_PLACE):
        planes = choice.strategy not in (Strategy.RUNS, Strategy.REVERSE)
        found += tuple(isa.name.upper() for isa in FIRMWARE if planes and bits in isa.widths)
        found += tuple(isa.name.upper() for isa in HOSTS)
    return found


def _form_row(entry: Form, plan: Plan, targets: Sequence[Target]) -> Row:
    subject = Subject(None, None, entry.perm, entry.bits)
    return Row(
        id=f"{entry.bits}-bit {perm_text(entry.perm)}",
        kernel=entry.symbol,
        name=None,
        bits=entry.bits,
        perm=entry.perm,
        flip=(),
        shape=None,
        folded=None,
        strategy=entry.choice.strategy,
        why=entry.choice.why,
        runs=(any_shape_line(entry.kernel.runs),) if entry.kernel else (),
        isas=_isas(entry.choice, entry.bits, plan),
        count=None,
        moved=None,
        share=None,
        figures=tuple(target.figures.get(subject) for target in targets),
    )


def _folded(entry: Pinned | PinnedInPlace) -> tuple[Work, Choice]:
    """Returns the work that a pinned kernel moves, and how."""
    if isinstance(entry, Pinned):
        return entry.body.best.work, entry.body.best.choice
    return entry.moves.work, entry.choice


def _moved(entry: Pinned | PinnedInPlace) -> int:
    changes = isinstance(entry, Pinned) and entry.xor is not None
    return entry.work.bytes if _folded(entry)[0].moves or changes else 0


def _pinned_lines(entry: Pinned | PinnedInPlace) -> tuple[str, ...]:
    """Says what a pinned kernel runs, and in which routine, if it shares one with others."""
    if isinstance(entry, PinnedInPlace):
        return in_place_lines(entry.moves)
    body = entry.body
    lines = [body_host_line(body)] if body.host else []
    lines += [f"in {body.best_routine}, which several kernels share:"] if body.best_routine else []
    lines += move_lines(body.best)
    if body.narrow is not None:
        lines += [narrow_line(body.moves), *(f"  {line}" for line in move_lines(body.narrow))]
    return tuple(lines)


def _pinned_row(entry: Pinned | PinnedInPlace, plan: Plan, targets: Sequence[Target], traffic: int) -> Row:
    folded, choice = _folded(entry)
    work = entry.work
    subject = Subject(entry.request.name, work.shape, work.perm, work.bits)
    return Row(
        id=entry.symbol,
        kernel=entry.symbol,
        name=entry.request.name,
        bits=work.bits,
        perm=work.perm,
        flip=work.reversed_axes,
        shape=work.shape,
        folded=folded,
        strategy=choice.strategy,
        why=choice.why,
        runs=_pinned_lines(entry),
        isas=_isas(choice, folded.bits, plan),
        count=entry.request.count,
        moved=_moved(entry),
        share=entry.request.count * _moved(entry) / traffic if traffic else 0.0,
        figures=tuple(target.figures.get(subject) for target in targets),
    )


# ---- what is saved ----


def _sum(rows: Sequence[Row], target: int, key: str) -> int | None:
    """Sums a figure over all occurrences of the rows; None if one was not measured, or there are no rows."""
    total = 0
    for row in rows:
        value = getattr(row.figures[target], key, None)
        if value is None:
            return None
        total += value * (row.count or 0)
    return total if rows else None


def _totals(rows: Sequence[Row], targets: Sequence[Target]) -> Totals:
    pinned = [row for row in rows if row.shape is not None]
    still = [row for row in pinned if row.is_view]
    moving = [row for row in pinned if not row.is_view]
    return Totals(
        permutes=sum(row.count or 0 for row in pinned),
        still=sum(row.count or 0 for row in still),
        still_bytes=sum((row.count or 0) * prod(row.shape or ()) * row.bits // 8 for row in still),
        moving=sum(row.count or 0 for row in moving),
        moving_bytes=sum((row.count or 0) * (row.moved or 0) for row in moving),
        saved=tuple(
            Saved(
                target.name,
                _sum(still, number, "naive"),
                _sum(moving, number, "naive"),
                _sum(moving, number, "instructions"),
            )
            for number, target in enumerate(targets)
        ),
    )


# ---- heat map ----


def _heat(plan: Plan, widths: Sequence[int]) -> tuple[HeatRow, ...]:
    forms = {(entry.bits, entry.perm): entry for entry in plan.forms}
    uses: dict[tuple[int, Perm], Counter[Strategy]] = {}
    for entry in plan.pinned:
        held = uses.setdefault((entry.work.bits, entry.work.perm), Counter())
        held[entry.body.best.choice.strategy] += entry.request.count

    def cell(perm: Perm, bits: int) -> Cell:
        found = forms.get((bits, form(perm)))
        strategy = found.choice.strategy if found else Strategy.GENERIC
        kernel = found.symbol if found else "permkern_generic"
        why = found.choice.why if found else f"set {plan.name} has no kernel of any shape for it"
        held = uses.get((bits, perm), Counter())
        return Cell(bits, kernel, strategy, why, tuple((kind, held[kind]) for kind in Strategy if held[kind]))

    return tuple(
        HeatRow(perm, form(perm), tuple(cell(perm, bits) for bits in widths))
        for rank in HEAT_RANKS
        for perm in permutations(range(rank))
    )


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


def _maps(plan: Plan, heat: Sequence[HeatRow]) -> tuple[IndexMap, ...]:
    pinned = [
        IndexMap(entry.symbol, f"{entry.request.name}: {entry.work}", False, _stages(entry.work))
        for entry in plan.all_pinned
    ]
    perms = dict.fromkeys([*(row.perm for row in heat), *(entry.perm for entry in plan.forms)])
    examples = [
        IndexMap(perm_map_id(perm), str(work), True, _stages(work))
        for perm in sorted(perms, key=lambda perm: (len(perm), perm))
        for work in (Work(EXAMPLE[-len(perm) :], perm, 8),)
    ]
    return (*pinned, *examples)


# ---- differences ----


def compared(row: Row, targets: Sequence[Target]) -> dict[str, str]:
    """Returns what is compared with an earlier report, as texts by what they say."""
    known = {
        "kernel": row.kernel,
        "strategy": row.strategy.value,
        "folds to": _folded_text(row),
    }
    if row.count is not None:
        known["times"] = str(row.count)
    for target, figure in zip(targets, row.figures, strict=True):
        for key in ("flash", "alone", "stack", "instructions", "passed", "failed"):
            value = getattr(figure, key, None)
            if value is not None:
                known[f"{key}, {target.name}"] = str(value)
    return known


def _folded_text(row: Row) -> str:
    return perm_text(row.perm) if row.folded is None else f"{row.folded}, {row.folded.bits}-bit"


def _absent(what: str) -> str:
    return "not measured" if ", " in what else "none"


def differences(
    rows: Sequence[Row], targets: Sequence[Target], name: str, earlier: Mapping[str, Mapping[str, str]]
) -> Differences:
    """Compares a set's rows with what ``compared`` returned for an earlier report, by row id."""
    now = {row.id: compared(row, targets) for row in rows}
    changed = [
        Change(key, what, earlier[key].get(what, _absent(what)), now[key].get(what, _absent(what)))
        for key in now
        if key in earlier
        for what in dict.fromkeys([*now[key], *earlier[key]])
        if now[key].get(what) != earlier[key].get(what)
    ]
    gone, new = sorted(set(earlier) - set(now)), (key for key in now if key not in earlier)
    return Differences(name, tuple(gone), tuple(new), tuple(changed))


# ---- the report ----


def make_report(plan: Plan, targets: Sequence[Target]) -> Report:
    """Makes the report of a plan. Figures of targets with another profile are strays: they measured other code."""
    used = tuple(target for target in targets if target.profile == plan.profile)
    traffic = sum(entry.request.count * _moved(entry) for entry in plan.all_pinned)
    rows = (
        *(_pinned_row(entry, plan, used, traffic) for entry in plan.all_pinned),
        *(_form_row(entry, plan, used) for entry in plan.forms),
    )
    taken = sum(figure is not None for row in rows for figure in row.figures)
    widths = tuple(sorted({entry.bits for entry in plan.forms} | {entry.work.bits for entry in plan.all_pinned}))
    heat = _heat(plan, widths)
    return Report(
        set_name=plan.name,
        profile=plan.profile,
        isa=plan.isa.name,
        targets=used,
        strays=sum(len(target.figures) for target in targets) - taken,
        rows=rows,
        totals=_totals(rows, used),
        widths=widths,
        heat=heat,
        maps=_maps(plan, heat),
    )
