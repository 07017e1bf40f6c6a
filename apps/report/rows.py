# SPDX-License-Identifier: BSD-3-Clause
"""Report rows: each kernel of a set with its figures, and their sums.

All functions are pure. docs/report.md explains each figure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from permkern.kernels.inventory import Form, Pinned, PinnedInPlace
from permkern.kernels.moves import Choice
from permkern.kernels.permutation import Perm, Work, perm_text

from .figures import Figure, Subject, Target


@dataclass(frozen=True)
class Row:
    """A kernel. name, work, folded, count and moved are None for a kernel for any shape."""

    id: str  # identifies the row in an earlier report
    kernel: str
    bits: int
    perm: Perm
    choice: Choice
    figures: tuple[Figure | None, ...]  # one for each target
    name: str | None = None
    operators: tuple[str, ...] = ()  # in the model
    work: Work | None = None
    folded: Work | None = None
    count: int | None = None
    moved: int | None = None  # bytes that one call moves
    is_view: bool = False  # the elements keep their order, so the input can serve as the output
    in_place: bool = False
    xor: int = 0
    variants: Mapping[str, tuple[Figure | None, ...]] = field(default_factory=dict)  # of kernels that could replace it

    @property
    def traffic(self) -> int:
        """Bytes that all calls move."""
        return (self.count or 0) * (self.moved or 0)

    @property
    def buffers(self) -> int:
        """Buffer bytes of one call."""
        return 0 if self.work is None else self.work.in_bytes + (0 if self.in_place else self.work.out_bytes)

    def on(self, target: int, variant: str = "") -> Figure | None:
        figures = self.variants.get(variant, ()) if variant else self.figures
        return figures[target] if target < len(figures) else None

    def figure(self, target: int, key: str, variant: str = "") -> int | None:
        value: int | None = getattr(self.on(target, variant), key, None)
        return value

    def cost(self, target: int, unit: str, what: str = "kernel", variant: str = "") -> int | None:
        """Returns the cost of all calls on a target in `unit`; None: not measured. what: as in Figure.cost."""
        figure = self.on(target, variant)
        value = figure.cost(unit, what) if figure and unit else None
        return None if value is None or self.count is None else value * self.count

    def each(self, target: int, unit: str, what: str = "kernel") -> float | None:
        """Returns the cost of one element on a target."""
        figure = self.on(target)
        return figure.per_element(figure.cost(unit, what)) if figure and unit else None


@dataclass(frozen=True)
class Sum:
    """Cost of all calls of pinned kernels on one target. ``measured`` of the ``kernels`` have figures and are included.

    unit: cycles if every measured kernel has an estimate, else instructions; empty: nothing was counted.
    naive: cost of the naive loops, known for ``looped`` kernels. compared: cost of the same kernels.
    flash: bytes of all kernels, each counted once.
    """

    target: str
    unit: str
    kernels: int
    measured: int
    instructions: int
    cycles: int | None
    looped: int
    compared: int
    naive: int
    flash: int | None

    @property
    def cost(self) -> int:
        return self.instructions if self.cycles is None else self.cycles

    @property
    def times(self) -> float | None:
        """Cost of the naive loops / cost of the kernels."""
        return self.naive / self.compared if self.naive and self.compared else None


# ---- rows ----


def _figures(subject: Subject, targets: Sequence[Target]) -> tuple[Figure | None, ...]:
    return tuple(target.figures.get(subject) for target in targets)


def form_row(entry: Form, targets: Sequence[Target]) -> Row:
    figures = _figures(Subject(None, None, entry.perm, entry.bits), targets)
    name = f"{entry.bits}-bit {perm_text(entry.perm)}"
    return Row(name, entry.symbol, entry.bits, entry.perm, entry.choice, figures)


def _folded(entry: Pinned | PinnedInPlace) -> tuple[Work, Choice]:
    """Returns a pinned kernel's folded work and its choice."""
    if isinstance(entry, Pinned):
        return entry.body.best.work, entry.body.best.choice
    return entry.moves.work, entry.choice


def pinned_row(entry: Pinned | PinnedInPlace, targets: Sequence[Target]) -> Row:
    work, request, in_place = entry.work, entry.request, isinstance(entry, PinnedInPlace)
    folded, choice = _folded(entry)
    is_view = not folded.moves and (isinstance(entry, PinnedInPlace) or entry.xor is None)
    subject = Subject(request.name, work.shape, work.perm, work.bits)
    return Row(
        id=entry.symbol,
        kernel=entry.symbol,
        bits=work.bits,
        perm=work.perm,
        choice=choice,
        figures=_figures(subject, targets),
        name=request.name,
        operators=request.operators,
        work=work,
        folded=folded,
        count=request.count,
        moved=0 if in_place and is_view else work.bytes,  # a view is copied, except in place
        is_view=is_view,
        in_place=in_place,
        xor=request.xor,
        variants={
            name: _figures(replace(subject, variant=name), targets)
            for name in dict.fromkeys(name for target in targets for name in target.flash_after)
        },
    )


# ---- costs ----


def unit_on(rows: Sequence[Row], number: int) -> str:
    """Returns the cost unit for a target: cycles if every counted kernel has them, else instructions.

    Empty if nothing was counted.
    """
    counted = [row for row in rows if row.figure(number, "instructions") is not None]
    complete = all(row.figure(number, "cycles") is not None for row in counted)
    return ("cycles" if complete else "instructions") if counted else ""


def by_cost(rows: Sequence[Row], target: int, unit: str) -> tuple[Row, ...]:
    """Sorts kernels by their cost on a target, costliest first.

    Pinned kernels are sorted by the cost of all calls, then unmeasured ones by the bytes that they move. Kernels for
    any shape are sorted by the cost of one element, because they are measured on shapes of different sizes.
    """

    def cost(row: Row) -> tuple[bool, float, int]:
        found = row.each(target, unit) if row.work is None else row.cost(target, unit)
        return found is None, -(found or 0), -row.traffic

    return tuple(sorted(rows, key=cost))


def summed(rows: Sequence[Row], number: int, target: Target) -> Sum:
    pinned = [row for row in rows if row.work is not None]
    unit = unit_on(pinned, number)

    def total(of: str, what: str = "kernel", among: Sequence[Row] = pinned) -> int:
        return sum(row.cost(number, of, what) or 0 for row in among)

    counted = [row for row in pinned if row.cost(number, "instructions") is not None]
    beside = [row for row in counted if row.cost(number, unit, "naive") is not None]
    return Sum(
        target=target.name,
        unit=unit,
        kernels=len(pinned),
        measured=len(counted),
        instructions=total("instructions"),
        cycles=total(unit) if unit == "cycles" else None,
        looped=len(beside),
        compared=total(unit, among=beside),
        naive=total(unit, "naive"),
        flash=target.flash,
    )
