# SPDX-License-Identifier: BSD-3-Clause
"""
Finds the copies that operators make of whole tensors and of parts, and joins the copies of neighbouring operators.

Kinds have ONNX names, as in axis_rules.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .axis_rules import Call, Unclear, normal_axes
from .copies import Copy, block, joined, permuted
from .extents import needs
from .models import Branches, Tensor, Transpose
from .moves import Move

Sizes = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A copy from an operator's input to its output, by their numbers. ``borders``: a constant fills the rest."""

    copy: Copy
    reads: int = 0
    writes: int = 0
    borders: bool = False


def _sizes(call: Call, port: int) -> Sizes:
    shape = tuple(extent for extent in call.shape(port) if isinstance(extent, int))
    if len(shape) < call.rank(port) or 0 in shape:
        raise Unclear
    return shape


def _concat(call: Call) -> Iterator[Part]:
    axis, out, at = call.axis(), _sizes(call, len(call.read)), 0
    for port in range(len(call.read)):
        shape = _sizes(call, port)
        zeros, starts = [0] * len(shape), [0] * len(shape)
        starts[axis] = at
        yield Part(block(shape, (shape, out), (zeros, starts)), port)
        at += shape[axis]


def _stack(call: Call) -> Iterator[Part]:
    [axis] = normal_axes((call.number("axis", 0),), call.rank() + 1)
    shapes = tuple(
        (*shape[:axis], 1, *shape[axis:]) for shape in (_sizes(call, port) for port in range(len(call.read)))
    )
    yield from _concat(replace(call, read=shapes, params={"axis": (axis,)}))


def _split(call: Call) -> Iterator[Part]:
    axis, shape, at = call.axis(0), _sizes(call, 0), 0
    for port in call.outputs:
        out = _sizes(call, port)
        zeros, starts = [0] * len(shape), [0] * len(shape)
        starts[axis] = at
        yield Part(block(out, (shape, out), (starts, zeros)), 0, port - len(call.read))
        at += out[axis]


def _unstack(call: Call) -> Iterator[Part]:
    axis, shape = call.axis(0), _sizes(call, 0)
    out = (*shape[:axis], 1, *shape[axis + 1 :])
    yield from _split(replace(call, written=(out,) * len(call.written)))


def _ranges(call: Call, ranges: Mapping[int, range]) -> Iterator[Part]:
    """A slice takes a range of the indices along each axis."""
    shape = _sizes(call, 0)
    every = [ranges.get(axis, range(extent)) for axis, extent in enumerate(shape)]
    out = tuple(map(len, every))
    if 0 in out:
        raise Unclear
    starts, steps = [each[0] for each in every], [each.step for each in every]
    yield Part(block(out, (shape, out), (starts, [0] * len(shape)), steps))


def _slice(call: Call) -> Iterator[Part]:
    starts, ends, shape = call.known("starts"), call.known("ends"), _sizes(call, 0)
    axes = normal_axes(call.numbers("axes") or tuple(range(len(starts))), len(shape))
    steps = call.numbers("steps") or (1,) * len(starts)
    taken = zip(axes, starts, ends, steps, strict=True)
    yield from _ranges(call, {axis: range(*slice(*ends).indices(shape[axis])) for axis, *ends in taken})


def _gather(call: Call) -> Iterator[Part]:
    """Constant indices may be a range."""
    axis, indices = call.axis(0), call.known("indices")
    places = normal_axes(indices, _sizes(call, 0)[axis])
    step = places[1] - places[0] if len(places) > 1 else 1
    taken = range(places[0], places[0] + step * len(places), step) if step else range(0)
    if places != tuple(taken):
        raise Unclear
    yield from _ranges(call, {axis: taken})


def _pad(call: Call) -> Iterator[Part]:
    pads, shape, out = call.known("pads"), _sizes(call, 0), _sizes(call, len(call.read))
    if call.texts.get("mode", "constant") != "constant":
        raise Unclear
    axes = normal_axes(call.numbers("axes") or tuple(range(len(shape))), len(shape))
    first, last = [0] * len(shape), [0] * len(shape)
    for axis, before, after in zip(axes, pads[: len(axes)], pads[len(axes) :], strict=True):
        first[axis], last[axis] = before, after
    extents = [n + min(one, 0) + min(other, 0) for n, one, other in zip(shape, first, last, strict=True)]
    if min(extents) < 1:
        raise Unclear
    starts = [max(-one, 0) for one in first], [max(one, 0) for one in first]
    yield Part(block(extents, (shape, out), starts), borders=max(*first, *last) > 0)


def _view(call: Call) -> Iterator[Part]:
    yield Part(permuted(_sizes(call, 0), range(call.rank())))


_PARTS: Mapping[str, Callable[[Call], Iterator[Part]]] = {
    **dict.fromkeys("Flatten Identity Reshape Squeeze Unsqueeze".split(), _view),
    "Concat": _concat,
    "Gather": _gather,
    "Pad": _pad,
    "Slice": _slice,
    "Split": _split,
    "Stack": _stack,
    "Unstack": _unstack,
}
VIEWS = frozenset(kind for kind, rule in _PARTS.items() if rule is _view)
KINDS = frozenset(_PARTS)
NO_CALL = Call("", (), ())  # for a permute, whose operator does not matter
# Operators that move elements and compute nothing.
MOVING = (KINDS - VIEWS) | frozenset(
    "BatchToSpace DepthToSpace Expand Reverse ReverseSequence SpaceToBatch SpaceToDepth Tile Transpose".split()
)


def parts_of(call: Call, move: Move | None) -> tuple[Part, ...]:
    """Returns an operator's copies; empty if it makes others, or too little is known. ``move``: its permute."""
    try:
        if move is not None:
            shape = tuple(extent for extent in move.shape if isinstance(extent, int))
            return (Part(permuted(shape, move.perm, move.flips)),) if len(shape) == len(move.shape) else ()
        return tuple(_PARTS[call.kind](call))
    except (Unclear, LookupError, ValueError):
        return ()


# ---- neighbouring operators ----


@dataclass(frozen=True)
class Mover:
    """
    An operator that copies, and its tensors' names; see Part. ``kind``: the file's name, empty for a view. ``known``:
    there is a rule for its parts, so that it has none only if too little is known.
    """

    name: str
    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parts: tuple[Part, ...]
    known: bool


@dataclass(frozen=True)
class Piece:
    """A copy from one tensor to another, and the operators that it replaces, as names and kinds."""

    reads: str
    writes: str
    copy: Copy
    operators: tuple[tuple[str, str], ...]
    borders: bool = False


def pieces_of(movers: Iterable[Mover], readers: Counter[str]) -> list[Piece]:
    """
    Joins copies: a whole tensor that only another copy reads is not written. ``movers`` are in the order of the graph.
    ``readers`` counts the readers of each tensor, outside the graph too; a tensor that is read outside counts twice.
    """
    waiting: dict[str, tuple[int, Piece]] = {}
    found: list[tuple[int, Piece]] = []
    for number, mover in enumerate(movers):
        read = {mover.inputs[part.reads] for part in mover.parts}
        before = {name: waiting.pop(name) for name in read if name in waiting}
        whole = len(mover.parts) == 1 or len(mover.outputs) > 1
        written = dict.fromkeys(before, False)
        for part in mover.parts:
            reads, writes = mover.inputs[part.reads], mover.outputs[part.writes]
            if not readers[writes]:
                continue
            piece = Piece(reads, writes, part.copy, ((mover.name, mover.kind),), part.borders)
            if reads in before:
                first = before[reads][1]
                copy = joined(first.copy, part.copy)
                written[reads] |= copy is None
                if copy is not None:
                    operators = (*first.operators, *piece.operators)
                    piece = replace(piece, reads=first.reads, copy=copy, operators=operators)
            if whole and not part.borders and readers[writes] == 1:
                waiting[writes] = (number, piece)
            else:
                found.append((number, piece))
        found += [before[name] for name, needed in written.items() if needed]
    return [piece for _, piece in sorted((*found, *waiting.values()), key=lambda each: each[0])]


def _open(mover: Mover, tensors: Mapping[str, Tensor], branches: Branches) -> list[Transpose]:
    """Returns the record of an operator that lacks only extents. Its kernel waits for --dim."""
    shapes = [each for each in map(tensors.get, (*mover.inputs, *mover.outputs)) if each and needs(each.shape or ())]
    if mover.parts or not mover.kind or not mover.known or not shapes:
        return []
    whole, output = tuple(range(len(shapes[0].shape or ()))), tensors[mover.outputs[0]].name
    return [Transpose(mover.name, shapes[0], whole, "", output, kind=mover.kind, branches=branches)]


def records_of(
    movers: Sequence[Mover],
    readers: Counter[str],
    transposes: Sequence[Transpose],
    tensors: Mapping[str, Tensor],
    branches: Branches,
) -> list[Transpose]:
    """
    Returns the records of a graph's copies. An operator that is alone keeps its record in ``transposes``; records that
    no copy replaces stay.
    """
    own = {each.name: each for each in transposes}
    made = [each for mover in movers if mover.name not in own for each in _open(mover, tensors, branches)]
    gone: set[str] = set()
    for piece in pieces_of(movers, readers):
        names = {name: kind for name, kind in piece.operators if kind}
        if not names:
            continue
        name = [*names][-1]
        gone |= names.keys()
        if len(names) == 1 and name in own:
            made.append(own[name])
            continue
        kind, others = " + ".join(names.values()), tuple(names)[:-1]
        made.append(
            Transpose(
                name,
                tensors[piece.reads],
                (),
                "",
                tensors[piece.writes].name,
                kind=kind,
                branches=branches,
                copy=piece.copy,
                joins=others,
                borders=piece.borders,
            )
        )
    return [*made, *(each for each in transposes if each.name not in gone)]
