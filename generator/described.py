# SPDX-License-Identifier: BSD-3-Clause
"""Describes in words what a kernel runs, from its record: for `explain` and for reports."""

from .moves import (
    Along,
    AnyShape,
    ByteIndex,
    FarTiles,
    Groups,
    Guard,
    Host,
    Lines,
    Move,
    Nest,
    Part,
    Run,
    Span,
    Tiles,
    Variants,
    VectorPlane,
)


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


def _groups(part: Groups) -> str:
    loops = _loops([] if part.pixels.once else ["pixels"], counted(part.pixels.step // part.group, "group"))
    return f"{_listed('pixels', part.pixels)}: groups of {part.group} by {part.function}(), {loops}"


def _part(part: Part) -> str:
    if isinstance(part, Run):
        return f"a run of {counted(part.bytes, 'byte')} by {part.function}()"
    if isinstance(part, VectorPlane):
        return f"the whole plane by {part.function}()"
    if isinstance(part, Tiles):
        return _tiles(part)
    if isinstance(part, FarTiles):
        place = f"{_listed('rows', Span(0, part.rows))}, {_listed('columns', Span(0, part.cols))}"
        return f"{place}: {part.tile} tiles by {part.function}(), which has the loops"
    if isinstance(part, Lines):
        lines = "a line" if part.span.once else "lines"
        return f"{_listed(part.of.value, part.span)}: {lines} of {counted(part.count, 'element')} by {part.function}()"
    if isinstance(part, Groups):
        return _groups(part)
    return f"{_listed('pixels', part.pixels)}: element by element, by {part.load}() and {part.store}()"


def _guard(guard: Guard | None) -> str:
    if guard is None:
        return "otherwise"
    return f"where {' and '.join(filter(None, (guard.macro, guard.test and f'{guard.test}()')))}"


def _nest(nest: Nest, depth: int) -> list[str]:
    """Lists the parts. The loops around them, if there are any, have a line of their own."""
    lines = []
    if nest.outer:
        axes = _and([f"axis {axis.number} (extent {axis.extent})" for axis in nest.outer])
        lines.append(f"{'  ' * depth}{'a loop' if len(nest.outer) == 1 else 'loops'} over {axes} of the output:")
        depth += 1
    return lines + [f"{'  ' * depth}{_part(part)}" for part in nest.parts]


def tails(move: Move) -> tuple[str, ...]:
    """Counts the rows and columns that no tile covers."""
    lines = [part for part in move.nests[-1].parts if isinstance(part, Lines)]
    return tuple(counted(part.span.end - part.span.first, part.of.value[:-1]) for part in lines)


def move_lines(move: Move) -> tuple[str, ...]:
    """Lists what a move runs: under each guard, the parts in their order."""
    if len(move.nests) == 1:
        return tuple(_nest(move.nests[0], 0))
    return tuple(line for nest in move.nests for line in (f"{_guard(nest.guard)}:", *_nest(nest, 1)))


def narrow_line(moves: Variants) -> str:
    """Says when the narrow one of two moves runs, how and why; empty if there is none."""
    narrow, needs = moves.narrow, moves.needs
    if narrow is None or needs is None:
        return ""
    when = f"not {needs.test}()" if needs.test else f"{needs.macro} is 0"
    return f"{narrow.choice.strategy.value} where words trap ({when}): {narrow.choice.why} ({narrow.work})"


def host_line(host: Host) -> str:
    """Says what is tried first on a host with vectors."""
    what = f"{counted(host.bytes, 'byte')} by an index" if isinstance(host, ByteIndex) else "axes as constants"
    return f"where PERMKERN_VECTOR: {host.function}() first, {what}"


def any_shape_line(runs: AnyShape) -> str:
    """Says which loops a kernel for any shape has, and what it calls in them."""
    if runs.tile:
        return f"{runs.function}(), which calls {runs.tile}() for each tile"
    if not runs.outer:
        return f"one call of {runs.function}()"
    loops = "a loop" if len(runs.outer) == 1 else "loops"
    return f"{loops} over {_and([f'axis {axis}' for axis in runs.outer])} of the output, around {runs.function}()"
