# SPDX-License-Identifier: BSD-3-Clause
"""Describes in words what a kernel runs, from its record: for `explain` and for reports."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..kernels.instruction_sets import HOSTS
from ..kernels.inventory import Body
from ..kernels.layouts import Folded
from ..kernels.moves import (
    AnyShape,
    Elements,
    FarTiles,
    Groups,
    Guard,
    Host,
    Lines,
    Move,
    Nest,
    Part,
    Pass,
    Reverse,
    ReversedRuns,
    Run,
    ShortRun,
    Tiles,
    UnitIndex,
    Variants,
    VectorPlane,
    Xor,
)
from ..kernels.places import Along, Span
from ..kernels.ways import CoreWay, Inner, Way, firmware_ways, host_ways, turned_bytes

WAY_WORDS: Mapping[Way | None, str] = {
    Way.ROWS: "rows as lines",
    Way.COLUMNS: "columns as lines",
    Way.SPLIT: "channels taken apart",
    Way.JOIN: "channels put together",
    Way.TILES: "tiles",
    Way.TILES_AND_LINES: "tiles, then what they leave over",
    Way.FEW_TILES: "tiles that lie over each other",
    None: "the generic routine",
}


def _listed(what: str, span: Span) -> str:
    """Names the rows, columns or pixels of a span, such as 'rows 0 to 7' or 'row 8'."""
    last = span.end - 1
    return f"{what[:-1]} {last}" if span.first == last else f"{what} {span.first} to {last}"


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _loops(names: list[str], body: str) -> str:
    """Says which loops there are, outermost first, and what the body of the innermost one moves."""
    if not names:
        return f"no loop, {body}"
    return f"{'a loop' if len(names) == 1 else 'loops'} over {_and(names)}, {body} in the body"


def _tiles(part: Tiles) -> str:
    spans = {"rows": part.rows, "columns": part.cols}
    order = ["columns", "rows"] if part.inner is Along.ROWS else ["rows", "columns"]
    body = (part.rows.step // part.tile.rows) * (part.cols.step // part.tile.cols)
    loops = _loops([name for name in order if not spans[name].once], counted(body, "tile"))
    place = f"{_listed('rows', part.rows)}, {_listed('columns', part.cols)}"
    return f"{place}: {part.tile} tiles by {part.function}(), {loops}"


def _elements(part: Elements) -> str:
    place = f"{_listed('rows', part.rows)}, {_listed('columns', part.cols)}"
    loops = _loops(
        [name for name, span in (("columns", part.cols), ("rows", part.rows)) if not span.once],
        counted(part.rows.step * part.cols.step, "element"),
    )
    if part.four:
        return f"{place}: in fours, by {part.four}(), and one by one, {loops}"
    return f"{place}: one by one, by {part.load}() and {part.store}(), {loops}"


def _groups(part: Groups) -> str:
    loops = _loops([] if part.pixels.once else ["pixels"], counted(part.pixels.step // part.group, "group"))
    return f"{_listed('pixels', part.pixels)}: groups of {part.group} by {part.function}(), {loops}"


# ---- the ways of planes, which the library chooses when it runs ----


def _cores(names: Sequence[str]) -> str:
    """Lists cores. Where all hosts are among them, one word stands for these."""
    hosts = [isa.name for isa in HOSTS]
    others = [name for name in names if name not in hosts]
    return ", ".join([*others, "hosts"] if set(hosts) <= set(names) else names)


def _told(ways: Iterable[CoreWay], cores: Collection[str] | None = None) -> str:
    """Names each way and the cores that take it; of these, only the ones in ``cores``, if it is given."""
    found = [(each.way, [core for core in each.cores if cores is None or core in cores]) for each in ways]
    return "; ".join(f"{WAY_WORDS[way]} ({_cores(names)})" for way, names in found if names)


def ways_line(ways: Iterable[CoreWay]) -> str:
    """Says how a kernel for any shape moves the planes of one work."""
    return f"at run time: {_told(ways)}"


# ---- what a kernel runs ----


def _short_run(part: ShortRun) -> str:
    """Names what moves a run: blocks and accesses, each kind with its number."""
    blocks = Counter(f"block{'s' * (len(part.blocks) > 1)} by {block.function}()" for block in part.blocks)
    kinds = Counter(f"by {access.load}() and {access.store}()" for access in part.accesses)
    told = [f"{count} {what}" for what, count in (blocks + kinds).items()]
    return f"a run of {counted(part.bytes, 'byte')}: {', '.join(told)}"


def _part(part: Part, cores: Collection[str] | None) -> str:
    if isinstance(part, ShortRun):
        return _short_run(part)
    if isinstance(part, Reverse):
        return f"{counted(part.count, 'element')} in reversed order by {part.function}()"
    if isinstance(part, ReversedRuns):
        number = counted(len(part.places), "element")
        return f"{number} in reversed order, one by one, by {part.load}() and {part.store}()"
    if isinstance(part, Run):
        return f"a run of {counted(part.bytes, 'byte')} by {part.function}()"
    if isinstance(part, VectorPlane):
        ways = _told(firmware_ways(part.plane), cores)
        return f"the whole plane by {part.function}(): {ways}"
    if isinstance(part, Tiles):
        return _tiles(part)
    if isinstance(part, FarTiles):
        place = f"{_listed('rows', Span(0, part.rows))}, {_listed('columns', Span(0, part.cols))}"
        return f"{place}: {part.tile} tiles by {part.function}(), which has the loops"
    if isinstance(part, Lines):
        lines = "a line" if part.span.once else "lines"
        return f"{_listed(part.of.value, part.span)}: {lines} of {counted(part.count, 'element')} by {part.function}()"
    return _groups(part) if isinstance(part, Groups) else _elements(part)


def pass_line(behind: Pass, xor: Xor | None) -> str:
    return f"the whole output exclusive-or {xor} by {behind.function}()"


def _guard(guard: Guard | None) -> str:
    if guard is None:
        return "otherwise"
    return f"where {' and '.join(filter(None, (guard.macro, guard.test and f'{guard.test}()')))}"


def _nest(nest: Nest, depth: int, cores: Collection[str] | None) -> list[str]:
    """Lists the parts. The loops around them, if there are any, have a line of their own."""
    lines = []
    if nest.outer:
        axes = _and([f"axis {axis.number} (extent {axis.extent})" for axis in nest.outer])
        lines.append(f"{'  ' * depth}{'a loop' if len(nest.outer) == 1 else 'loops'} over {axes} of the output:")
        depth += 1
    lines += [f"{'  ' * depth}{_part(part, cores)}" for part in nest.parts]
    if nest.behind:
        lines.append(f"{'  ' * (depth - bool(nest.outer))}then {pass_line(nest.behind, nest.xor)}")
    return lines


def tails(move: Move) -> tuple[str, ...]:
    """Counts the rows and columns that no tile covers."""
    plane, tile = move.plane, move.choice.tile
    if plane is None or tile is None:
        return ()
    left = ((plane.cols % tile.cols, "column"), (plane.rows % tile.rows, "row"))
    return tuple(counted(number, what) for number, what in left if number)


def move_lines(move: Move, cores: Collection[str] | None = None) -> tuple[str, ...]:
    """Lists what a move runs: under each guard, the parts in their order. ``cores``: as in _told()."""
    xor = [f"each element exclusive-or {move.xor}:"] if move.xor else []
    if len(move.nests) == 1:
        return (*xor, *_nest(move.nests[0], 0, cores))
    return (*xor, *(line for nest in move.nests for line in (f"{_guard(nest.guard)}:", *_nest(nest, 1, cores))))


def narrow_line(moves: Variants) -> str:
    """Says when the narrow one of two moves runs, how and why; empty if there is none."""
    narrow, needs = moves.narrow, moves.needs
    if narrow is None or needs is None:
        return ""
    when = f"not {needs.test}()" if needs.test else f"{needs.macro} is 0"
    return f"{narrow.choice.strategy.value} where words trap ({when}): {narrow.choice.why} ({narrow.work})"


def host_line(host: Host, cores: Collection[str] | None = None) -> str:
    """Says what is tried first on a host with vectors."""
    first = f"where PERMKERN_VECTOR: {host.function}() first,"
    if isinstance(host, UnitIndex):
        return f"{first} {counted(host.units, 'unit')} of {host.bits} bits by an index"
    ways = f": {_told(host_ways(host.plane, host.extents), cores)}" if host.plane else ""
    return f"{first} axes as constants{ways}"


def body_host_line(body: Body, cores: Collection[str] | None = None) -> str:
    """The same of a pinned kernel, with what then goes over the output; empty if it tries nothing."""
    behind = f"; then {pass_line(body.behind_host, body.best.xor)}" if body.behind_host else ""
    return host_line(body.host, cores) + behind if body.host else ""


def _around(outer: Sequence[int], what: str) -> str:
    """Says which output axes have a loop around what is moved at once."""
    loops = "a loop" if len(outer) == 1 else "loops"
    return f"{loops} over {_and([f'axis {axis}' for axis in outer])} of the output, around {what}"


def any_shape_line(runs: AnyShape) -> str:
    """Says which loops a kernel for any shape has, and what it calls in them."""
    if runs.tile:
        return f"{runs.function}(), which calls {runs.tile}() for each tile"
    called = f"{runs.function}()"
    if runs.along is not None:
        called += f", which has the loop over axis {runs.along}"
    return _around(runs.outer, called) if runs.outer else f"one call of {called}"


def generic_line(folded: Folded, inner: Inner, plane_kernel: str) -> str:
    """Says which loops the generic routine of profile speed has for a folded work, and what it moves in them."""
    rows, line = inner.axes
    outer = [axis for axis in range(len(folded.axes)) if axis not in inner.axes]
    if inner.plane:
        what = f"planes by {plane_kernel}()"
    elif inner.runs:
        what = f"runs along axis {line}, by permkern_runs(), one for each place of axis {rows}"
    else:
        what = f"lines along axis {line}, by permkern_line{folded.bits}(), one for each place of axis {rows}"
    return _around(outer, what) if outer else what


def backward_line(folded: Folded, function: str) -> str:
    """Says which loops the library has around runs that turn round."""
    outer = range(len(folded.axes) - (2 if turned_bytes(folded) * 8 > folded.bits else 1))
    return _around(outer, f"{function}()") if outer else f"one call of {function}()"


def axis_lines(folded: Folded) -> tuple[str, ...]:
    """Says how far apart the places of each axis are."""
    return tuple(
        f"axis {axis.number} of the output: {axis.extent} places, {axis.in_stride} bytes apart in the input, "
        f"{axis.out_stride} in the output"
        for axis in folded.axes
    )
