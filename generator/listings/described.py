# SPDX-License-Identifier: BSD-3-Clause
"""Describes in words what a kernel runs, from its record: for `explain` and for reports."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import prod

from ..kernels.instruction_sets import HOSTS
from ..kernels.inventory import Body
from ..kernels.layouts import Folded
from ..kernels.moves import AnyShape, BitTile, Host, Move, Part, Strategy, UnitIndex, Variants
from ..kernels.ways import CoreWay, Inner, Way, firmware_ways

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


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


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


def _shared(part: Part) -> str:
    """Says what a part moves of elements that share bytes."""
    places, bits = prod(loop.extent for loop in part.loops), part.bits
    if isinstance(bits, BitTile):
        accesses = f"loads of {bits.loads} and stores of {bits.stores} bits"
        return f"{counted(places, 'tile')} of {counted(len(bits.ins), 'word')} with {accesses}"
    return f"{counted(places, 'byte' if bits and bits.ins else 'element')} element by element"


def _call(move: Move) -> str:
    """Says what moves inside the outer loops, and by which functions."""
    call, plane, by = move.call, move.plane, ", ".join(f"{name}()" for name in move.functions)
    if move.choice.strategy is Strategy.BITS:
        return _and([_shared(part) for part in move.variants[0].parts])
    if plane is not None:
        return f"{counted(plane.rows, 'row')} x {counted(plane.cols, 'column')} by {by}"
    if move.variants:
        down, across = call.target[2:]
        turned = " in reversed order" if move.choice.strategy is Strategy.REVERSE else ""
        return f"{counted(down * across, 'element')}{turned} by {by}"
    if "_reverse" in call.function:
        return f"{counted(call.target[0], 'element')} in reversed order by {by}"
    return f"a run of {counted(call.target[0], 'byte')} by {by}"


def move_lines(move: Move, cores: Collection[str]) -> tuple[str, ...]:
    """Lists what a move runs: the loops, and the call in them, or vectors in its place. ``cores``: as in _told()."""
    lines = [f"each element exclusive-or {move.xor}:"] if move.xor else []
    indent = ""
    if move.outer:
        axes = _and([f"axis {axis.number} (extent {axis.extent})" for axis in move.outer])
        lines.append(f"{'a loop' if len(move.outer) == 1 else 'loops'} over {axes} of the output:")
        indent = "  "
    vectors = _told(firmware_ways(move.plane), cores) if move.plane else ""
    if vectors:
        lines.append(f"{indent}the whole plane by them: {vectors}")
    else:
        lines.append(f"{indent}{_call(move)}")
    return tuple(lines)


def tails(move: Move) -> tuple[str, ...]:
    """Counts the rows and columns that no tile covers."""
    plane, tile = move.plane, move.choice.tile
    if plane is None or tile is None:
        return ()
    left = ((plane.cols % tile.cols, "column"), (plane.rows % tile.rows, "row"))
    return tuple(counted(number, what) for number, what in left if number)


def narrow_line(moves: Variants) -> str:
    """Says when the narrow one of two moves runs, how and why; empty if there is none."""
    narrow, needs = moves.narrow, moves.needs
    if narrow is None or needs is None:
        return ""
    when = f"not {needs.test}()" if needs.test else f"{needs.macro} is 0"
    return f"{narrow.choice.strategy.value} where words trap ({when}): {narrow.choice.why} ({narrow.work})"


def _host_line(host: Host) -> str:
    """Says what is tried first on a host with vectors."""
    first = f"where PERMKERN_VECTOR: {host.function}() first,"
    if isinstance(host, UnitIndex):
        return f"{first} {counted(host.units, 'unit')} of {host.bits} bits by an index"
    return f"{first} axes as constants"


def body_host_line(body: Body) -> str:
    """The same of a pinned kernel, with what then goes over the output; empty if it tries nothing."""
    xor = body.best.xor
    behind = f"; then the whole output exclusive-or {xor} by permkern_xor_run()" if xor else ""
    return _host_line(body.host) + behind if body.host else ""


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
        what = f"lines along axis {line}, by permkern_x{folded.bits}_any_lines(), up to four of axis {rows} at once"
    return _around(outer, what) if outer else what


def backward_line(folded: Folded, turned: int) -> str:
    """Says which loops the library has around runs of so many bytes each that turn round."""
    outer = range(len(folded.axes) - (2 if turned * 8 > folded.bits else 1))
    function = f"permkern_reverse{turned * 8}()"
    return _around(outer, function) if outer else f"one call of {function}"


def axis_lines(folded: Folded) -> tuple[str, ...]:
    """Says how far apart the places of each axis are."""
    unit = "bytes" if folded.bits >= 8 else "elements"
    return tuple(
        f"axis {axis.number} of the output: {axis.extent} places, {axis.in_stride} {unit} apart in the input, "
        f"{axis.out_stride} in the output"
        for axis in folded.axes
    )
