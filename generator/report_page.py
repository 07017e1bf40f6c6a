# SPDX-License-Identifier: BSD-3-Clause
"""Renders a report as one HTML page that needs no network, and reads the JSON of an earlier report.

The templates are report.html.j2, report.css.j2 and report.js.j2. Names come from users and models, so Jinja escapes
them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from .figures import Figure, get, load_json
from .instruction_sets import HOSTS
from .manifest import SetError
from .moves import Strategy
from .permutation import Perm, Shape, Work, perm_text
from .render import environment
from .report import REPORT_FORMAT, Cell, HeatRow, IndexMap, Report, Row, perm_map_id
from .report_output import saved_lines

LETTERS: Mapping[Strategy, str] = {
    Strategy.COPY: "C",
    Strategy.RUNS: "R",
    Strategy.REVERSE: "V",
    Strategy.TILE: "T",
    Strategy.INTERLEAVE: "I",
    Strategy.STRIDED: "S",
    Strategy.IN_PLACE: "P",
    Strategy.GENERIC: "G",
}
_MEANING: Mapping[Strategy, str] = {
    Strategy.COPY: "one contiguous run",
    Strategy.RUNS: "runs change places",
    Strategy.REVERSE: "runs turn round",
    Strategy.TILE: "tiles in registers",
    Strategy.INTERLEAVE: "two or three channels",
    Strategy.STRIDED: "element by element",
    Strategy.IN_PLACE: "in one buffer",
    Strategy.GENERIC: "no kernel: the generic routine",
}
# The heading, the member of Figure, and the tooltip of each column. Instructions are divided by elements.
_METRICS = (
    ("Flash", "flash", "bytes of the kernel, and of the routine that it shares with others"),
    ("Alone", "alone", "bytes in flash of the kernel and all that it calls, linked alone"),
    ("Stack", "stack", "bytes, deepest chain of calls"),
    ("Instr.", "instructions", "instructions an element, call included"),
    ("Naive", "naive", "instructions an element of a naive loop"),
    ("Tests", "passed", "cases of the self-test passed"),
)

_WRITTEN = "a file that `permkern report --json` wrote"


def read_report(path: Path) -> tuple[str, dict[str, dict[str, str]]]:
    """Returns the set of an earlier report, and what `compared` said of its rows."""
    document = load_json(path, _WRITTEN)
    if document.get("permkern_report") != REPORT_FORMAT:
        raise SetError(f"{path}: not a report of format {REPORT_FORMAT}; give {_WRITTEN}")
    rows = {}
    for entry in get(path, document, "kernels", list, "a report"):
        known = get(path, entry, "compared", dict, "a kernel of the report")
        if not all(isinstance(value, str) for value in known.values()):
            raise SetError(
                f"{path}: no valid 'compared' in a kernel of the report; the file is damaged, write it again"
            )
        rows[get(path, entry, "id", str, "a kernel of the report")] = dict(known)
    return get(path, document, "set", str, "a report"), rows


# ---- the table ----


@dataclass(frozen=True)
class Column:
    """A column of figures of one target; ``target`` is None if no target has them."""

    head: str
    key: str
    title: str
    target: int | None
    target_name: str


@dataclass(frozen=True)
class MeasuredCell:
    """A cell's text, the value that it is sorted by (empty comes last), a tooltip, and whether it shows a failure."""

    text: str
    sort: str
    title: str = ""
    bad: bool = False


_NOT_MEASURED = MeasuredCell("not measured", "")


def _columns(report: Report) -> list[Column]:
    columns = []
    for head, key, title in _METRICS:
        having = [
            number
            for number in range(len(report.targets))
            if any(getattr(row.figures[number], key, None) is not None for row in report.rows)
        ]
        names = ["" if len(report.targets) == 1 else report.targets[number].name for number in having]
        columns += [Column(head, key, title, number, name) for number, name in zip(having, names, strict=True)]
        if not having and key not in ("alone", "naive"):
            columns.append(Column(head, key, title, None, ""))
    return columns


def _measured(column: Column, row: Row) -> MeasuredCell:
    figure = None if column.target is None else row.figures[column.target]
    value = getattr(figure, column.key, None)
    if figure is None or value is None:
        return _NOT_MEASURED
    if column.key in ("instructions", "naive"):
        return _instructions(figure, value)
    if column.key == "passed":
        total = value + (figure.failed or 0)
        return MeasuredCell(f"{value} of {total}", str(value - (figure.failed or 0) * 10**6), bad=bool(figure.failed))
    return MeasuredCell(f"{value:,}", str(value))


def _instructions(figure: Figure, value: int) -> MeasuredCell:
    each = figure.per_element(value)
    if each is None:
        return MeasuredCell(f"{value:,} a call", str(value))
    shape = "x".join(map(str, figure.shape or ()))
    return MeasuredCell(f"{each:.2f}", f"{each:.6f}", f"{value:,} instructions for {shape}")


def _short(isas: Sequence[str]) -> tuple[str, ...]:
    """Shortens the list of instruction sets: all of x86-64 count as one."""
    hosts = [isa.name.upper() for isa in HOSTS if isa.arch == "x86"]
    return tuple(dict.fromkeys("x86-64" if isa in hosts else isa for isa in isas))


@dataclass(frozen=True)
class RowView:
    """A row of the table as the page shows it. ``map`` is the index map that its button draws."""

    map: str
    kernel: str
    label: str
    shape: str
    perm: str
    bits: int
    folded: str
    pinned: bool
    strategy: str
    letter: str
    is_view: bool
    how: str  # the reason for the strategy, then what the kernel runs
    isas: tuple[str, ...]
    all_isas: tuple[str, ...]
    count: int | None
    moved: int | None
    share: float | None
    cells: tuple[MeasuredCell, ...]


def _row_view(row: Row, columns: Sequence[Column]) -> RowView:
    folded = row.folded
    shape = "any shape" if row.shape is None else str(Work(row.shape, row.perm, row.bits)).partition(" ")[0]
    return RowView(
        map=perm_map_id(row.perm) if row.shape is None else row.id,
        kernel=row.kernel,
        label=row.name or row.kernel.removeprefix("permkern_"),
        shape=shape,
        perm=perm_text(row.perm) + (f" flip {perm_text(row.flip)}" if row.flip else ""),
        bits=row.bits,
        folded="" if folded is None else str(folded) + (f", {folded.bits}-bit" if folded.bits != row.bits else ""),
        pinned=row.shape is not None,
        strategy=row.strategy.value,
        letter=LETTERS[row.strategy],
        is_view=row.is_view,
        how="\n".join((row.why, *row.runs)),
        isas=_short(row.isas),
        all_isas=row.isas,
        count=row.count,
        moved=row.moved,
        share=row.share,
        cells=tuple(_measured(column, row) for column in columns),
    )


# ---- heat map ----


@dataclass(frozen=True)
class PinnedMark:
    """Pinned kernels of one strategy, and how often the model does them."""

    letter: str
    strategy: str
    count: int


@dataclass(frozen=True)
class HeatCellView:
    letter: str
    strategy: str
    pinned: tuple[PinnedMark, ...]
    title: str


@dataclass(frozen=True)
class HeatRowView:
    perm: str
    folded: str
    map: str
    cells: tuple[HeatCellView, ...]


@dataclass(frozen=True)
class HeatBlock:
    title: str
    rows: tuple[HeatRowView, ...]


def _heat_cell(row: HeatRow, cell: Cell) -> HeatCellView:
    title = f"{perm_text(row.perm)}, {cell.bits}-bit, folds to {perm_text(row.folded)}: {cell.kernel}, {cell.why}"
    return HeatCellView(
        letter=LETTERS[cell.strategy],
        strategy=cell.strategy.value,
        pinned=tuple(PinnedMark(LETTERS[kind], kind.value, count) for kind, count in cell.pinned),
        title=title + "".join(f"; pinned, {kind.value}: {count} times" for kind, count in cell.pinned),
    )


def _heat_row(row: HeatRow) -> HeatRowView:
    cells = tuple(_heat_cell(row, cell) for cell in row.cells)
    return HeatRowView(perm_text(row.perm), perm_text(row.folded), perm_map_id(row.perm), cells)


def _blocks(rows: Sequence[HeatRow]) -> list[HeatBlock]:
    """Groups rows by rank, and rank 4 also by its first axis, so that blocks are of similar height."""
    blocks: dict[tuple[int, int | None], list[HeatRow]] = {}
    for row in rows:
        rank = len(row.perm)
        blocks.setdefault((rank, row.perm[0] if rank > 3 else None), []).append(row)
    return [
        HeatBlock(f"Rank {rank}" + ("" if first is None else f", axis {first} first"), tuple(map(_heat_row, held)))
        for (rank, first), held in blocks.items()
    ]


# ---- index maps, which the page's script draws ----


class StageJson(TypedDict):
    what: str
    work: str
    perm: Perm
    flips: tuple[bool, ...]
    drawn: Shape
    clipped: bool
    moves: bool


class MapJson(TypedDict):
    id: str
    example: bool
    stages: list[StageJson]


class PageJson(TypedDict):
    maps: list[MapJson]


def _map_json(drawn: IndexMap) -> MapJson:
    return {
        "id": drawn.id,
        "example": drawn.example,
        "stages": [
            {
                "what": stage.what,
                "work": f"{stage.work}, {stage.work.bits}-bit",
                "perm": stage.work.perm,
                "flips": tuple(map(stage.work.is_reversed, range(len(stage.work.perm)))),
                "drawn": stage.drawn,
                "clipped": stage.drawn != stage.work.shape,
                "moves": drawn.stages[-1].work.moves,
            }
            for stage in drawn.stages
        ],
    }


# ---- the page ----


def to_html(report: Report) -> str:
    """Renders the page. It is pure: the same report gives the same bytes."""
    env = environment(autoescape=True)
    columns = _columns(report)
    folding, kernels = saved_lines(report)
    used = {cell.strategy for row in report.heat for cell in row.cells}
    used |= {kind for row in report.heat for cell in row.cells for kind, _ in cell.pinned}
    data: PageJson = {"maps": [_map_json(drawn) for drawn in report.maps]}
    return env.get_template("report.html.j2").render(
        report=report,
        columns=columns,
        rows=[_row_view(row, columns) for row in report.rows],
        pinned=sum(row.shape is not None for row in report.rows),
        folding=folding,
        kernels=kernels,
        strategies=[strategy.value for strategy in LETTERS if any(row.strategy is strategy for row in report.rows)],
        legend=[(LETTERS[kind], kind.value, _MEANING[kind]) for kind in LETTERS if kind in used],
        blocks=_blocks(report.heat),
        maps=report.maps,
        data=data,
    )
