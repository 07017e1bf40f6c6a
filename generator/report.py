# SPDX-License-Identifier: BSD-3-Clause
"""What a report says of a set: its kernels with their figures, savings, a heat map, differences. Pure functions.

report_page.py makes HTML of it. docs/report.md says where each figure comes from.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from math import prod

from .figures import Figure, Subject, Target
from .firmware_isa import MVE, MVE_WIDTHS, RVV
from .permutation import Perm, Shape, Step, Work, fold_steps, form
from .plan import Form, Move, Pinned, Plan
from .strategy import Choice, Strategy
from .vector import HOSTS

REPORT_FORMAT = 1
HEAT_RANKS = (1, 2, 3, 4)
DRAWN = 72  # elements that an index map shows at most
DRAWN_EXTENT = 12
# No run of these is widened at 8 bits: the example shows what every width does.
EXAMPLE: Shape = (2, 2, 2, 2, 2, 3, 4, 5)


@dataclass(frozen=True)
class Row:
    """One line of the table. name, shape, folded, count and moved are None for a kernel of any shape."""

    id: str  # what an earlier report is searched for
    kernel: str
    name: str | None
    bits: int
    perm: Perm
    shape: Shape | None
    folded: Work | None
    strategy: Strategy
    why: str
    isas: tuple[str, ...]
    count: int | None
    moved: int | None  # bytes that one call moves; 0: a view does
    share: float | None  # of all bytes that the set's counts move
    figures: tuple[Figure | None, ...]  # by target

    @property
    def is_view(self) -> bool:
        return self.moved == 0


@dataclass(frozen=True)
class Saved:
    """Instructions of all counted permutes on one target; None: not each of them was measured."""

    target: str
    by_folding: int | None  # naive loops that nobody runs
    naive: int | None  # of the permutes that move data
    kernels: int | None


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
    """A permutation of the heat map at one width: its folded form's kernel; how pinned kernels do it, how often."""

    bits: int
    kernel: str
    strategy: Strategy
    why: str
    pinned: tuple[tuple[Strategy, int], ...]


@dataclass(frozen=True)
class HeatRow:
    perm: Perm
    folded: Perm
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Stage:
    """A work to be drawn: as asked for, or after a step of folding; ``drawn``: its extents, clipped."""

    what: str
    work: Work
    drawn: Shape


@dataclass(frozen=True)
class IndexMap:
    id: str
    title: str
    example: bool  # the shape is one of ours
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
    strays: int  # figures of no kernel of the set
    rows: tuple[Row, ...]
    totals: Totals
    widths: tuple[int, ...]
    heat: tuple[HeatRow, ...]
    maps: tuple[IndexMap, ...]
    differences: Differences | None = None


def shown(perm: Sequence[int]) -> str:
    return f"({','.join(map(str, perm))})"


# ---- rows ----


def _spellings(choice: Choice, plan: Plan) -> tuple[str, ...]:
    """Extensions in which the words of a tile, or of channels, take fewer instructions."""
    in_tile = choice.strategy is Strategy.TILE and choice.tile is not None and choice.tile.lanes > 1
    if in_tile:
        return tuple(spelling.name for spelling in plan.isa.spellings)
    if choice.strategy is Strategy.INTERLEAVE and choice.words:
        return tuple(spelling.name for spelling in plan.isa.spellings if "even" in spelling.steps)
    return ()


def _isas(choice: Choice, bits: int, plan: Plan) -> tuple[str, ...]:
    """Instruction sets that a kernel has code for, beyond C for every core."""
    found = _spellings(choice, plan)
    if bits in plan.vector_widths and choice.strategy is not Strategy.COPY:
        planes = choice.strategy is not Strategy.RUNS
        found += (MVE.name.upper(),) if planes and bits in MVE_WIDTHS else ()
        found += (RVV.name.upper(),) if planes else ()
        found += tuple(isa.name.upper() for isa in HOSTS)
    return found


def _form_id(bits: int, perm: Perm) -> str:
    return f"{bits}-bit {shown(perm)}"


def _form_row(entry: Form, plan: Plan, targets: Sequence[Target]) -> Row:
    subject = Subject(None, None, entry.perm, entry.bits)
    return Row(
        id=_form_id(entry.bits, entry.perm),
        kernel=entry.kernel.name if entry.kernel else "permkern_generic",
        name=None,
        bits=entry.bits,
        perm=entry.perm,
        shape=None,
        folded=None,
        strategy=entry.choice.strategy,
        why=entry.choice.why,
        isas=_isas(entry.choice, entry.bits, plan),
        count=None,
        moved=None,
        share=None,
        figures=tuple(target.figures.get(subject) for target in targets),
    )


def _moved(entry: Pinned) -> int:
    return entry.work.bytes if entry.body.best.work.moves else 0


def _pinned_row(entry: Pinned, plan: Plan, targets: Sequence[Target], traffic: int) -> Row:
    best: Move = entry.body.best
    work = entry.work
    subject = Subject(entry.request.name, work.shape, work.perm, work.bits)
    return Row(
        id=entry.symbol,
        kernel=entry.symbol,
        name=entry.request.name,
        bits=work.bits,
        perm=work.perm,
        shape=work.shape,
        folded=best.work,
        strategy=best.choice.strategy,
        why=best.choice.why,
        isas=_isas(best.choice, best.work.bits, plan),
        count=entry.request.count,
        moved=_moved(entry),
        share=entry.request.count * _moved(entry) / traffic if traffic else 0.0,
        figures=tuple(target.figures.get(subject) for target in targets),
    )


# ---- what is saved ----


def _sum(rows: Sequence[Row], target: int, key: str) -> int | None:
    """Over all occurrences; None where one was not measured, or there is none."""
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
        kernel = found.kernel.name if found and found.kernel else "permkern_generic"
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
    """Extents that can be drawn: the longest give way first, none to less than 2. Axes stay what they are."""
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
        for entry in plan.pinned
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
    """What of a row is held against an earlier report, as it is shown."""
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
    return shown(row.perm) if row.folded is None else f"{row.folded}, {row.folded.bits}-bit"


def _absent(what: str) -> str:
    return "not measured" if ", " in what else "none"


def differences(
    rows: Sequence[Row], targets: Sequence[Target], name: str, earlier: Mapping[str, Mapping[str, str]]
) -> Differences:
    """Of a set's rows and what ``compared`` said of them earlier, by their ids."""
    now = {row.id: compared(row, targets) for row in rows}
    changed = [
        Change(key, what, earlier[key].get(what, _absent(what)), now[key].get(what, _absent(what)))
        for key in now
        if key in earlier
        for what in dict.fromkeys([*now[key], *earlier[key]])
        if now[key].get(what) != earlier[key].get(what)
    ]
    gone = tuple(sorted(set(earlier) - set(now)))
    return Differences(name, gone, tuple(key for key in now if key not in earlier), tuple(changed))


# ---- the report ----


def make_report(plan: Plan, targets: Sequence[Target]) -> Report:
    """The targets of other profiles than the plan's measured other code: their figures are strays."""
    used = tuple(target for target in targets if target.profile == plan.profile)
    traffic = sum(entry.request.count * _moved(entry) for entry in plan.pinned)
    rows = (
        *(_pinned_row(entry, plan, used, traffic) for entry in plan.pinned),
        *(_form_row(entry, plan, used) for entry in plan.forms),
    )
    taken = sum(figure is not None for row in rows for figure in row.figures)
    widths = tuple(sorted({entry.bits for entry in plan.forms} | {entry.work.bits for entry in plan.pinned}))
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


# ---- as JSON, and as text ----


def _work_rows(work: Work | None) -> dict[str, object] | None:
    return None if work is None else {"shape": work.shape, "perm": work.perm, "bits": work.bits}


def _row_rows(row: Row, targets: Sequence[Target]) -> dict[str, object]:
    return {
        "id": row.id,
        "kernel": row.kernel,
        "name": row.name,
        "shape": row.shape,
        "perm": row.perm,
        "bits": row.bits,
        "folded": _work_rows(row.folded),
        "strategy": row.strategy.value,
        "why": row.why,
        "isas": row.isas,
        "count": row.count,
        "bytes_moved": row.moved,
        "share": None if row.share is None else round(row.share, 6),
        "figures": [figure and asdict(figure) for figure in row.figures],
        "compared": compared(row, targets),
    }


def _cell_rows(cell: Cell) -> dict[str, object]:
    pinned = {strategy.value: count for strategy, count in cell.pinned}
    return {
        "bits": cell.bits,
        "kernel": cell.kernel,
        "strategy": cell.strategy.value,
        "why": cell.why,
        "pinned": pinned,
    }


def to_rows(report: Report) -> dict[str, object]:
    """The report for JSON; an earlier one is what --against takes."""
    return {
        "permkern_report": REPORT_FORMAT,
        "set": report.set_name,
        "profile": report.profile,
        "isa": report.isa,
        "targets": [{"name": target.name, "how": target.how} for target in report.targets],
        "figures_of_no_kernel": report.strays,
        "kernels": [_row_rows(row, report.targets) for row in report.rows],
        "totals": asdict(report.totals),
        "heat_map": [
            {
                "perm": row.perm,
                "folded_perm": row.folded,
                "widths": [_cell_rows(cell) for cell in row.cells],
            }
            for row in report.heat
        ],
        "differences": report.differences and asdict(report.differences),
    }


def saved_lines(report: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What folding saves, and what kernels save: a sentence each, then one for each target."""
    totals = report.totals
    folding = [
        f"{totals.still} of {totals.permutes} permutes move nothing: a view does, "
        f"{totals.still_bytes:,} bytes are not copied"
    ]
    kernels = [f"{totals.moving} of {totals.permutes} permutes move {totals.moving_bytes:,} bytes"]
    for saved in totals.saved:
        if totals.still:
            count = "not each was measured" if saved.by_folding is None else f"{saved.by_folding:,} saved"
            folding.append(f"{saved.target}: instructions of naive loops: {count}")
        if totals.moving and (saved.naive is None or saved.kernels is None):
            kernels.append(f"{saved.target}: instructions: not each kernel was measured")
        elif totals.moving and saved.naive is not None and saved.kernels is not None:
            kernels.append(
                f"{saved.target}: {saved.kernels:,} instructions instead of {saved.naive:,} of naive loops: "
                f"{saved.naive - saved.kernels:,} saved"
            )
    return tuple(folding), tuple(kernels)


def to_text(report: Report) -> str:
    pinned = sum(row.shape is not None for row in report.rows)
    lines = [f"set {report.set_name}, profile {report.profile}: {pinned} pinned, {len(report.rows) - pinned} forms"]
    names = [f"{target.name} ({target.how})" for target in report.targets]
    lines.append(f"  measured on: {'; '.join(names) or 'nothing, tools/report measures'}")
    if report.totals.permutes:
        lines += [f"  {line}" for group in saved_lines(report) for line in group]
    if report.strays:
        lines.append(f"  {report.strays} figures are of no kernel of this set and profile")
    found = report.differences
    if found is not None:
        counts = f"{len(found.gone)} gone, {len(found.new)} new, {len(found.changed)} figures changed"
        lines.append(f"  against the earlier report: {counts}")
    return "\n".join(lines)
