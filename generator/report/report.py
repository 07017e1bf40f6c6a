# SPDX-License-Identifier: BSD-3-Clause
"""Collects what a report says of a set: kernels, costliest first, with their figures, sums, maps and differences.

All functions are pure. docs/report.md explains each figure; report_output.py, report_page.py and report_markdown.py
write the report.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..kernels.in_place_views import in_place_lines
from ..kernels.instruction_sets import FIRMWARE, HOSTS, TARGETS, sets_of
from ..kernels.inventory import Form, Inventory, Pinned, PinnedInPlace
from ..kernels.isa import CHANNEL_EXTENSIONS, TILE_EXTENSIONS
from ..kernels.manifest import SetError
from ..kernels.moves import Choice, Strategy
from ..kernels.permutation import Perm, Shape, Work, fold_steps, perm_text
from .changes import Differences, Earlier, differences
from .described import any_shape_line, body_host_line, move_lines, narrow_line
from .figures import Figure, Subject, Target
from .maps import HEAT_PERMS, HeatRow, IndexMap, make_heat, make_maps

REPORT_FORMAT = 1


@dataclass(frozen=True)
class Row:
    """A kernel. name, shape, folded, count and moved are None for a kernel for any shape."""

    id: str  # identifies the row in an earlier report
    kernel: str
    name: str | None
    operators: tuple[str, ...]  # of the model
    bits: int
    perm: Perm
    flip: tuple[int, ...]  # the output's axes that are reversed
    shape: Shape | None
    folded: Work | None
    steps: tuple[str, ...]  # of the folding
    strategy: Strategy
    why: str
    runs: tuple[str, ...]  # what the kernel runs, in lines
    isas: tuple[str, ...]
    count: int | None
    moved: int | None  # bytes that one call moves
    is_view: bool  # whether the elements keep their places, so that a view would do
    figures: tuple[Figure | None, ...]  # one for each target

    @property
    def traffic(self) -> int:
        """Bytes that all calls move."""
        return (self.count or 0) * (self.moved or 0)

    def on(self, target: int) -> Figure | None:
        return self.figures[target] if target < len(self.figures) else None

    def figure(self, target: int, key: str) -> int | None:
        value: int | None = getattr(self.on(target), key, None)
        return value

    def total(self, target: int, key: str) -> int | None:
        """Returns what all calls take on a target; None if it was not measured."""
        value = self.figure(target, key)
        return None if value is None or self.count is None else value * self.count

    def each(self, target: int, key: str) -> float | None:
        """Returns what one element takes on a target."""
        figure = self.on(target)
        return figure.per_element(self.figure(target, key)) if figure else None


@dataclass(frozen=True)
class Sum:
    """What all calls of the pinned kernels take on one target: of those that have figures, which ``measured`` counts.

    naive: of naive loops, for the kernels whose loop was counted; these take ``compared`` of the instructions.
    cycles: None if the kernels that have instructions do not all have them. views: of instructions, what kernels take
    that copy where a view would do. flash: bytes of all kernels, each once, or at_most that. failed: cases of tests.
    """

    target: str
    kernels: int
    measured: int
    instructions: int
    compared: int
    naive: int
    cycles: int | None
    naive_cycles: int | None
    views: int
    flash: int | None
    at_most: bool
    library: int | None
    passed: int
    failed: int

    @property
    def speed_up(self) -> float | None:
        return self.naive / self.compared if self.naive and self.compared else None


@dataclass(frozen=True)
class Totals:
    """Permutes of the model, by the counts of the pinned kernels. still: those that move nothing."""

    permutes: int
    still: int
    still_bytes: int  # that kernels copy for them all the same
    traffic: int  # bytes that all calls of all kernels move
    sums: tuple[Sum, ...]  # one for each target


@dataclass(frozen=True)
class Report:
    set_name: str
    profile: str
    targets: tuple[Target, ...]
    unmeasured: tuple[str, ...]  # targets that were asked for and have no figures
    strays: int  # the number of figures that belong to no kernel of the set
    rows: tuple[Row, ...]  # pinned kernels, costliest on the first target first; then those of any shape
    totals: Totals
    widths: tuple[int, ...]
    heat: tuple[HeatRow, ...]
    maps: tuple[IndexMap, ...]
    differences: Differences | None = None

    @property
    def pinned(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.shape is not None)

    @property
    def forms(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.shape is None)

    @property
    def unserved(self) -> int:
        """How many permutations of ranks 1 to 4 are the generic routine's."""
        return HEAT_PERMS - len(self.heat)


# ---- rows ----


def _extensions(choice: Choice) -> tuple[str, ...]:
    """Returns the extensions in which the words of a tile or of channels take fewer instructions."""
    if choice.strategy is Strategy.TILE and choice.tile is not None and choice.tile.lanes > 1:
        return TILE_EXTENSIONS
    return CHANNEL_EXTENSIONS if choice.strategy is Strategy.INTERLEAVE and choice.words else ()


def _isas(choice: Choice, bits: int, inventory: Inventory) -> tuple[str, ...]:
    """Returns the instruction sets for which a kernel has code besides portable C."""
    found = _extensions(choice)
    if bits in inventory.vector_widths and choice.strategy not in (Strategy.COPY, Strategy.IN_PLACE):
        planes = choice.strategy not in (Strategy.RUNS, Strategy.REVERSE)
        found += tuple(isa.name.upper() for isa in FIRMWARE if planes and bits in isa.widths)
        found += tuple(isa.name.upper() for isa in HOSTS)
    return found


def _form_row(entry: Form, inventory: Inventory, targets: Sequence[Target]) -> Row:
    subject = Subject(None, None, entry.perm, entry.bits)
    return Row(
        id=f"{entry.bits}-bit {perm_text(entry.perm)}",
        kernel=entry.symbol,
        name=None,
        bits=entry.bits,
        perm=entry.perm,
        operators=(),
        flip=(),
        shape=None,
        folded=None,
        steps=(),
        strategy=entry.choice.strategy,
        why=entry.choice.why,
        runs=(any_shape_line(entry.kernel.runs),) if entry.kernel else (),
        isas=_isas(entry.choice, entry.bits, inventory),
        count=None,
        moved=None,
        is_view=False,
        figures=tuple(target.figures.get(subject) for target in targets),
    )


def _folded(entry: Pinned | PinnedInPlace) -> tuple[Work, Choice]:
    """Returns the work that a pinned kernel moves, and how."""
    if isinstance(entry, Pinned):
        return entry.body.best.work, entry.body.best.choice
    return entry.moves.work, entry.choice


def _is_view(entry: Pinned | PinnedInPlace) -> bool:
    changes = isinstance(entry, Pinned) and entry.xor is not None
    return not _folded(entry)[0].moves and not changes


def _moved(entry: Pinned | PinnedInPlace) -> int:
    """Returns the bytes of a call. A kernel of a view copies them, unless input and output are one buffer."""
    return 0 if isinstance(entry, PinnedInPlace) and _is_view(entry) else entry.work.bytes


def _pinned_lines(entry: Pinned | PinnedInPlace) -> tuple[str, ...]:
    """Says what a pinned kernel runs, and which other one it calls for that, if any."""
    if isinstance(entry, PinnedInPlace):
        return in_place_lines(entry.moves)
    body = entry.body
    lines = [body_host_line(body)] if body.host else []
    lines += [f"a call of {entry.code}, which does the same:"] if entry.code != entry.symbol else []
    lines += move_lines(body.best)
    if body.narrow is not None:
        lines += [narrow_line(body.moves), *(f"  {line}" for line in move_lines(body.narrow))]
    return tuple(lines)


def _pinned_row(entry: Pinned | PinnedInPlace, inventory: Inventory, targets: Sequence[Target]) -> Row:
    folded, choice = _folded(entry)
    work = entry.work
    subject = Subject(entry.request.name, work.shape, work.perm, work.bits)
    return Row(
        id=entry.symbol,
        kernel=entry.symbol,
        name=entry.request.name,
        operators=entry.request.operators,
        bits=work.bits,
        perm=work.perm,
        flip=work.reversed_axes,
        shape=work.shape,
        folded=folded,
        steps=tuple(f"{step.work}, {step.work.bits}-bit: {step.what}" for step in fold_steps(work)),
        strategy=choice.strategy,
        why=choice.why,
        runs=_pinned_lines(entry),
        isas=_isas(choice, folded.bits, inventory),
        count=entry.request.count,
        moved=_moved(entry),
        is_view=_is_view(entry),
        figures=tuple(target.figures.get(subject) for target in targets),
    )


# ---- costs ----


def by_cost(rows: Sequence[Row], target: int) -> tuple[Row, ...]:
    """Sorts kernels by what they take on a target, the costliest first.

    Pinned kernels: instructions of all calls; those that were not measured come behind, by the bytes that they move.
    Kernels of any shape: instructions of an element, as they are measured on shapes of different sizes.
    """

    def cost(row: Row) -> tuple[bool, float, int]:
        found = row.total(target, "instructions") if row.shape is not None else row.each(target, "instructions")
        return found is None, -(found or 0), -row.traffic

    return tuple(sorted(rows, key=cost))


def _sum(rows: Sequence[Row], number: int, target: Target) -> Sum:
    pinned = [row for row in rows if row.shape is not None]
    counted = [row for row in pinned if row.figure(number, "instructions") is not None]
    beside = [row for row in counted if row.figure(number, "naive") is not None]

    def all_of(key: str, summed: Sequence[Row]) -> int | None:
        values = [row.total(number, key) for row in summed]
        known = [value for value in values if value is not None]
        return sum(known) if values and len(known) == len(values) else None

    sizes = [row.figure(number, "flash") for row in rows]
    known = [size for size in sizes if size is not None]
    at_most = sum(known) if len(known) == len(sizes) else None
    return Sum(
        target=target.name,
        kernels=len(pinned),
        measured=len(counted),
        instructions=all_of("instructions", counted) or 0,
        compared=all_of("instructions", beside) or 0,
        naive=all_of("naive", beside) or 0,
        cycles=all_of("cycles", counted),
        naive_cycles=all_of("naive_cycles", counted),
        views=all_of("instructions", [row for row in counted if row.is_view]) or 0,
        flash=at_most if target.flash is None else target.flash,
        at_most=target.flash is None and len(sizes) > 1,
        library=target.library,
        passed=sum(row.figure(number, "passed") or 0 for row in rows),
        failed=sum(row.figure(number, "failed") or 0 for row in rows),
    )


def _totals(rows: Sequence[Row], targets: Sequence[Target]) -> Totals:
    still = [row for row in rows if row.is_view]
    return Totals(
        permutes=sum(row.count or 0 for row in rows),
        still=sum(row.count or 0 for row in still),
        still_bytes=sum(row.traffic for row in still),
        traffic=sum(row.traffic for row in rows),
        sums=tuple(_sum(rows, number, target) for number, target in enumerate(targets)),
    )


# ---- what is compared with an earlier report ----


def compared(row: Row, targets: Sequence[Target]) -> dict[str, str]:
    """Returns what is compared of a kernel, as texts by what they say."""
    folds = perm_text(row.perm) if row.folded is None else f"{row.folded}, {row.folded.bits}-bit"
    known = {"kernel": row.kernel, "strategy": row.strategy.value, "folds to": folds}
    if row.count is not None:
        known["times"] = str(row.count)
    for number, target in enumerate(targets):
        for key in ("instructions", "cycles", "flash", "alone", "stack", "passed", "failed"):
            value = row.figure(number, key)
            if value is not None:
                known[f"{key}, {target.name}"] = str(value)
    return known


def compared_in_all(totals: Totals) -> dict[str, str]:
    """Returns what is compared of all kernels together. A sum with a gap is no sum."""
    known = {}
    for each in totals.sums:
        if each.kernels and each.measured == each.kernels:
            known[f"instructions, {each.target}"] = str(each.instructions)
            if each.cycles is not None:
                known[f"cycles, {each.target}"] = str(each.cycles)
        if each.flash is not None:
            known[f"{'flash, at most' if each.at_most else 'flash'}, {each.target}"] = str(each.flash)
    return known


def against(report: Report, earlier: Earlier, limit: Fraction | None = None) -> Report:
    """Returns the report with its differences from an earlier one. SetError: there is nothing that a limit limits."""
    rows = {row.id: compared(row, report.targets) for row in report.rows}
    found = differences(rows, compared_in_all(report.totals), earlier)
    if limit is not None and not found.compared:
        raise SetError(
            "--fail-over: the two reports share no measured figure, so nothing could fail; "
            "measure both with --measure, or leave --fail-over out"
        )
    return replace(report, differences=replace(found, limit=limit))


# ---- the report ----


def _chosen(targets: Sequence[Target], names: Sequence[str]) -> tuple[tuple[Target, ...], tuple[str, ...]]:
    """Returns the targets of these names, in their order, and names that have no figures. No names: all targets."""
    if not names:
        return tuple(targets), ()
    for name in names:
        if name not in TARGETS and not any(target.name == name for target in targets):
            measured = ", ".join(target.name for target in targets) or "none"
            raise SetError(f"--target {name}: no such target; measured: {measured}; known: {', '.join(TARGETS)}")
    chosen = tuple(target for name in dict.fromkeys(names) for target in targets if target.name == name)
    found = {target.name for target in chosen}
    return chosen, tuple(name for name in dict.fromkeys(names) if name not in found)


def _only(isas: tuple[str, ...], names: Sequence[str]) -> tuple[str, ...]:
    """Leaves out the vector instruction sets that none of the targets has. Targets of other names may have any."""
    known = [name for name in names if name in TARGETS]
    if not known or len(known) < len(names):
        return isas
    kept = {isa.name.upper() for isa in sets_of(known)}
    vectors = {isa.name.upper() for isa in (*FIRMWARE, *HOSTS)}
    return tuple(isa for isa in isas if isa in kept or isa not in vectors)


def make_report(inventory: Inventory, targets: Sequence[Target], names: Sequence[str] = ()) -> Report:
    """Makes the report of a plan, for the targets of these names. No names: all that have figures.

    Figures of targets with another profile are strays: they measured other code. SetError: the set has no kernel.
    """
    if not inventory.all_pinned and not inventory.forms:
        raise SetError(f"set {inventory.name} has no kernel to report; add [[pinned]] or [[permute]] to it")
    used, unmeasured = _chosen([target for target in targets if target.profile == inventory.profile], names)
    unsorted = [
        *(_pinned_row(entry, inventory, used) for entry in inventory.all_pinned),
        *(_form_row(entry, inventory, used) for entry in inventory.forms),
    ]
    rows = [replace(row, isas=_only(row.isas, names)) for row in unsorted]
    pinned = by_cost([row for row in rows if row.shape is not None], 0)
    others = by_cost([row for row in rows if row.shape is None], 0)
    taken = sum(figure is not None for row in rows for figure in row.figures)
    held = [target for target in targets if target.profile != inventory.profile or target in used]
    heat = make_heat(inventory)
    return Report(
        set_name=inventory.name,
        profile=inventory.profile,
        targets=used,
        unmeasured=unmeasured,
        strays=sum(len(target.figures) for target in held) - taken,
        rows=(*pinned, *others),
        totals=_totals(rows, used),
        widths=tuple(sorted({row.bits for row in rows})),
        heat=heat,
        maps=make_maps(inventory, heat),
    )
