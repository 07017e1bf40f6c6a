# SPDX-License-Identifier: BSD-3-Clause
"""
Infers open extents through TensorFlow Lite operators.

A file states all other extents, so a rule only finds the source of an open one. An operator without a rule leaves its
open extents to --dim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from permkern.kernels.permutation import Perm

from . import axis_rules
from .axis_rules import Axes
from .extents import Extent, Open, minus, needs, over, plus, product, symbol, times
from .inference import macs_of
from .models import dim_name
from .moves import Move, move_of
from .parts import Part, parts_of
from .shape_rules import (
    FAR,
    Numbers,
    Shape,
    ShapeError,
    broadcast_shapes,
    concatenated,
    multiplied,
    permuted,
    reshaped,
    sliced,
    tiled,
)


@dataclass(frozen=True)
class Call:
    """An operator: its input shapes, its known integer inputs and its options. ``fixed`` marks constant inputs."""

    kind: str
    shapes: tuple[Shape, ...]
    numbers: tuple[Numbers, ...]
    written: Shape  # the first output's shape
    options: Any  # the options table; None without one
    name: str = ""  # the output tensor's name
    fixed: tuple[bool, ...] = ()

    @property
    def read(self) -> tuple[Extent | None, ...]:
        """The first input's shape."""
        if not self.shapes or self.shapes[0] is None:
            raise ShapeError("its input's shape is not known")
        return self.shapes[0]

    def constants(self, index: int) -> tuple[int, ...]:
        """Returns an input's integers. Raises ShapeError if they are unknown."""
        listed = self.numbers[index] if index < len(self.numbers) else None
        if listed is None or not all(isinstance(number, int) for number in listed):
            raise ShapeError("its numbers are not known")
        return tuple(number for number in listed if isinstance(number, int))

    def option(self, name: str, default: int = 0) -> int:
        return default if self.options is None else int(getattr(self.options, name)())


Rule = Callable[[Call], Shape]


def _together(call: Call) -> Shape:
    """Broadcasts all inputs to one shape."""
    made: tuple[Extent | None, ...] = ()
    for shape in call.shapes:
        if shape is None:
            return None
        made = broadcast_shapes(made, shape) or ()
    return made


def _along(call: Call) -> Shape:
    """Keeps the first axis. Each other extent depends on the input's extent on that axis."""
    return call.read[:1] + tuple(_following(call, extent, axis) for axis, extent in enumerate(call.read[1:], 1))


def _following(call: Call, extent: Extent | None, axis: int) -> Extent | None:
    """Returns a new symbol that depends on the input's open extent; None if that is known."""
    return symbol(dim_name(call.name, axis), needs([extent])) if isinstance(extent, Open) else None


def _reshape(call: Call) -> Shape:
    wanted: Sequence[Extent] | None = call.numbers[1] if len(call.numbers) > 1 else None
    if wanted is None and len(call.numbers) < 2 and call.options is not None:
        wanted = [int(call.options.NewShape(k)) for k in range(call.options.NewShapeLength())]
    return None if wanted is None else reshaped(call.read, wanted)


def _connected(call: Call) -> Shape:
    if call.option("KeepNumDims"):
        return (*call.read[:-1], None)
    weights = call.shapes[1]
    if weights is None or weights[1] is None or None in call.read:
        return None
    return (over(product(call.read), weights[1]), None)  # type: ignore[arg-type]


def _matmul(call: Call) -> Shape:
    sides = zip(call.shapes, ("AdjX", "AdjY"), strict=False)
    one, other = ((*shape[:-2], *shape[:-3:-1]) if shape and call.option(name) else shape for shape, name in sides)
    return multiplied(one, other)


def _without(shape: Sequence[Extent | None], axes: Sequence[int]) -> Shape:
    dropped = {axis % len(shape) for axis in axes}
    return tuple(extent for axis, extent in enumerate(shape) if axis not in dropped)


def _reduced(call: Call) -> Shape:
    if not call.option("KeepDims"):
        return _without(call.read, call.constants(1))
    axes = {axis % len(call.read) for axis in call.constants(1)}
    return tuple(1 if axis in axes else extent for axis, extent in enumerate(call.read))


def _sliced(call: Call) -> Shape:
    begin, size = call.constants(1), call.constants(2)
    return sliced(call.read, begin, tuple(FAR if n == -1 else at + n for at, n in zip(begin, size, strict=True)))


def _strided(call: Call) -> Shape:
    if call.option("EllipsisMask") or call.option("NewAxisMask"):
        return None
    params = _params(call)
    made = sliced(call.read, params["starts"], params["ends"], None, params["steps"]) or ()
    return tuple(extent for axis, extent in enumerate(made) if not call.option("ShrinkAxisMask") >> axis & 1)


def _squeezed(call: Call) -> Shape:
    count = call.options.SqueezeDimsLength() if call.options is not None else 0
    named = [int(call.options.SqueezeDims(k)) for k in range(count)]
    return _without(call.read, named or [axis for axis, extent in enumerate(call.read) if extent == 1])


def _expanded(call: Call, axis: int, extent: int) -> Shape:
    axis %= len(call.read) + 1
    return (*call.read[:axis], extent, *call.read[axis:])


def _gathered(call: Call) -> Shape:
    indices = call.shapes[1]
    if indices is None or call.option("BatchDims"):
        return None
    axis = call.option("Axis") % len(call.read)
    return call.read[:axis] + indices + call.read[axis + 1 :]


def _padded(call: Call) -> Shape:
    pads = call.constants(1)
    return tuple(
        None if extent is None else plus(extent, pads[2 * axis] + pads[2 * axis + 1])
        for axis, extent in enumerate(call.read)
    )


def _split(call: Call, data: int, at: int) -> Shape:
    shape = call.shapes[data]
    if shape is None:
        return None
    [axis] = call.constants(at)
    return tuple(None if place == axis % len(shape) else extent for place, extent in enumerate(shape))


def _upsampled(call: Call) -> Shape:
    size = call.numbers[1]
    return (call.read[0], *(size or (None, None)), call.read[3])


_ELEMENTS = (
    "ABS CAST CEIL COS CUMSUM DEQUANTIZE ELU EXP FAKE_QUANT FLOOR GELU HARD_SWISH L2_NORMALIZATION LEAKY_RELU "
    "LOCAL_RESPONSE_NORMALIZATION LOG LOGICAL_NOT LOGISTIC LOG_SOFTMAX NEG PRELU QUANTIZE RELU RELU6 RELU_0_TO_1 "
    "RELU_N1_TO_1 REVERSE_V2 ROUND RSQRT SIGN SIN SOFTMAX SQRT SQUARE TANH ZEROS_LIKE"
)
_PAIRS = (
    "ADD ATAN2 BITWISE_XOR DIV EQUAL FLOOR_DIV FLOOR_MOD GREATER GREATER_EQUAL LESS LESS_EQUAL LOGICAL_AND LOGICAL_OR "
    "MAXIMUM MINIMUM MUL NOT_EQUAL POW SELECT SELECT_V2 SQUARED_DIFFERENCE SUB"
)
_LOCAL = "AVERAGE_POOL_2D CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE L2_POOL_2D MAX_POOL_2D SPACE_TO_DEPTH CONV_3D"
_SEQUENCES = (
    "BIDIRECTIONAL_SEQUENCE_LSTM BIDIRECTIONAL_SEQUENCE_RNN UNIDIRECTIONAL_SEQUENCE_LSTM UNIDIRECTIONAL_SEQUENCE_RNN"
)
_REDUCTIONS = "MEAN REDUCE_ALL REDUCE_ANY REDUCE_MAX REDUCE_MIN REDUCE_PROD SUM"

RULES: Mapping[str, Rule] = {
    **dict.fromkeys(_ELEMENTS.split(), lambda call: call.read),
    **dict.fromkeys(_PAIRS.split(), _together),
    **dict.fromkeys(_LOCAL.split(), _along),
    **dict.fromkeys(_REDUCTIONS.split(), _reduced),
    **dict.fromkeys(("ARG_MAX", "ARG_MIN"), lambda call: _without(call.read, call.constants(1))),
    **dict.fromkeys(("PAD", "PADV2", "MIRROR_PAD"), _padded),
    **dict.fromkeys(("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"), _upsampled),
    **dict.fromkeys(_SEQUENCES.split(), lambda call: (*call.read[:-1], None)),
    "BATCH_MATMUL": _matmul,
    "BROADCAST_TO": lambda call: call.numbers[1],
    "CONCATENATION": lambda call: concatenated(call.shapes, call.option("Axis")),
    "EXPAND_DIMS": lambda call: _expanded(call, call.constants(1)[0], 1),
    "FILL": lambda call: call.numbers[0],
    "FULLY_CONNECTED": _connected,
    "GATHER": _gathered,
    "PACK": lambda call: _expanded(call, call.option("Axis"), len(call.shapes)),
    "RESHAPE": _reshape,
    "SLICE": _sliced,
    "SPLIT": lambda call: _split(call, 1, 0),
    "SPLIT_V": lambda call: _split(call, 0, 2),
    "SQUEEZE": _squeezed,
    "STRIDED_SLICE": _strided,
    "TILE": lambda call: tiled(call.read, call.numbers[1]),
    "TRANSPOSE": lambda call: permuted(call.read, call.constants(1)),
    "TRANSPOSE_CONV": lambda call: (*(call.shapes[2] or (None,))[:1], None, None, None),
    "UNPACK": lambda call: _without(call.read, [call.option("Axis")]),
}


# ---- numbers ----


def _of_list(take: Callable[[Call, tuple[Extent, ...]], Numbers]) -> Callable[[Call], Numbers]:
    """Applies ``take`` to the first input, if it is a known list."""

    def taken(call: Call) -> Numbers:
        listed = call.numbers[0]
        return None if listed is None or len(call.read) != 1 else take(call, listed)

    return taken


def _pick(call: Call, listed: tuple[Extent, ...]) -> Numbers:
    [begin], [end], [step] = call.constants(1), call.constants(2), call.constants(3)
    if call.option("ShrinkAxisMask"):
        return (listed[begin],)
    start, stop = (None if call.option(name) else at for name, at in (("BeginMask", begin), ("EndMask", end)))
    return listed[start:stop:step]


def _part(call: Call, listed: tuple[Extent, ...]) -> Numbers:
    [begin], [size] = call.constants(1), call.constants(2)
    return listed[begin:] if size == -1 else listed[begin : begin + size]


def _joined(call: Call) -> Numbers:
    known = [listed for listed in call.numbers if listed is not None]
    return None if len(known) < len(call.numbers) else tuple(number for listed in known for number in listed)


def _each(step: Callable[[Extent, Extent], Extent]) -> Callable[[Call], Numbers]:
    def calculate(call: Call) -> Numbers:
        one, other = call.numbers[:2]
        if one is None or other is None:
            return None
        count = max(len(one), len(other))
        one, other = (listed * count if len(listed) == 1 else listed for listed in (one, other))
        return tuple(step(a, b) for a, b in zip(one, other, strict=True))

    return calculate


def _shape(call: Call) -> Numbers:
    known = tuple(extent for extent in call.read if extent is not None)
    return known if len(known) == len(call.read) else None


NUMBERS: Mapping[str, Callable[[Call], Numbers]] = {
    "SHAPE": _shape,
    **dict.fromkeys(("CAST", "EXPAND_DIMS", "RESHAPE", "SQUEEZE"), lambda call: call.numbers[0]),
    **dict.fromkeys(("CONCATENATION", "PACK"), _joined),
    **dict.fromkeys(("DIV", "FLOOR_DIV"), _each(over)),
    "ADD": _each(plus),
    "GATHER": _of_list(lambda call, listed: tuple(listed[index] for index in call.constants(1))),
    "MUL": _each(times),
    "REDUCE_PROD": _of_list(lambda _call, listed: (product(listed),)),
    "SLICE": _of_list(_part),
    "STRIDED_SLICE": _of_list(_pick),
    "SUB": _each(minus),
}


# ---- axes ----

# ONNX counterparts: the kind, the inputs that its axis rule reads, and its parameters. A parameter comes from an
# option, by name, or from an input, by number.
_ALIKE: Mapping[str, tuple[str, tuple[int, ...], Mapping[str, int | str]]] = {
    **dict.fromkeys(_REDUCTIONS.split(), ("ReduceMean", (0,), {"axes": 1, "keepdims": "KeepDims"})),
    **dict.fromkeys(("ARG_MAX", "ARG_MIN"), ("Squeeze", (0,), {"axes": 1})),
    **dict.fromkeys(("LOG_SOFTMAX", "SOFTMAX"), ("LayerNormalization", (0,), {})),  # along the last axis
    **dict.fromkeys(("PAD", "PADV2", "MIRROR_PAD"), ("Pad", (0,), {"pads": 1})),
    "BATCH_MATMUL": ("BatchMatMul", (0, 1), {"adj_x": "AdjX", "adj_y": "AdjY"}),
    "BATCH_TO_SPACE_ND": ("BatchToSpace", (0,), {}),
    "BROADCAST_TO": ("Expand", (0,), {"shape": 1}),
    "CONCATENATION": ("Concat", (), {"axis": "Axis"}),  # (): all inputs
    "CUMSUM": ("CumSum", (0,), {"axis": 1}),
    "DEPTH_TO_SPACE": ("DepthToSpace", (0,), {"blocksize": "BlockSize"}),
    "EXPAND_DIMS": ("Unsqueeze", (0,), {"axes": 1}),
    "GATHER": ("Gather", (0, 1), {"axis": "Axis", "indices": 1}),
    "PACK": ("Stack", (), {"axis": "Axis"}),
    "RESHAPE": ("Reshape", (0,), {}),
    "REVERSE_SEQUENCE": ("ReverseSequence", (0,), {"time_axis": "SeqDim", "sequence_lens": 1}),
    "REVERSE_V2": ("Reverse", (0,), {"axes": 1}),
    "SLICE": ("Slice", (0,), {"starts": 1}),
    "SPACE_TO_BATCH_ND": ("SpaceToBatch", (0,), {}),
    "SPACE_TO_DEPTH": ("SpaceToDepth", (0,), {"blocksize": "BlockSize"}),
    "SPLIT": ("Split", (1,), {"axis": 0}),
    "SPLIT_V": ("Split", (0,), {"axis": 2}),
    "SQUEEZE": ("Squeeze", (0,), {"axes": "SqueezeDims"}),
    "STRIDED_SLICE": ("Slice", (0,), {"starts": 1, "ends": 2, "steps": 3}),
    "TILE": ("Tile", (0,), {"repeats": 1}),
    "UNPACK": ("Unstack", (0,), {"axis": "Axis"}),
    **dict.fromkeys(
        {*_ELEMENTS.split(), *_PAIRS.split()}
        - set("CUMSUM L2_NORMALIZATION LOCAL_RESPONSE_NORMALIZATION LOG_SOFTMAX REVERSE_V2 SELECT SOFTMAX".split()),
        ("Add", (), {}),
    ),
}
# Inputs, by number, and options with bits that have an entry for each axis, or two.
_LISTS: Mapping[str, tuple[int | str, ...]] = {
    **dict.fromkeys(("BROADCAST_TO", "MIRROR_PAD", "PAD", "PADV2", "TILE"), (1,)),
    "SLICE": (1, 2),
    "STRIDED_SLICE": (1, 2, 3, "BeginMask", "EndMask"),
}
# By operator, the axes of the weights over whose product each output sums; of TRANSPOSE_CONV, each input.
_WEIGHTS = {
    "CONV_2D": slice(1, None),
    "CONV_3D": slice(0, -1),
    "DEPTHWISE_CONV_2D": slice(1, 3),
    "FULLY_CONNECTED": slice(1, None),
    "TRANSPOSE_CONV": slice(0, 3),
}
# Options that change how an operator treats its axes.
_OTHERWISE = "AdjX AdjY BatchDims EllipsisMask NewAxisMask ShrinkAxisMask".split()


def alike(call: Call) -> tuple[tuple[int, ...], axis_rules.Call]:
    """
    Returns the input order and the ONNX counterpart of an operator. Inputs with axes come first. The kind is empty if
    ONNX has no counterpart.
    """
    kind, first, _ = _ALIKE.get(call.kind, ("", (), {}))
    order = (*first, *(k for k in range(len(call.shapes)) if k not in first))
    shapes, held = tuple(call.shapes[k] for k in order), tuple(call.fixed[k] for k in order)
    return order, axis_rules.Call(kind, shapes, (call.written,), held, _params(call), texts={"mode": "NHWC"})


def _params(call: Call) -> dict[str, tuple[int, ...] | None]:
    """Returns the parameters by their ONNX names. Masked ends of a slice are those of the axis."""
    given = {name: _parameter(call, source) for name, source in _ALIKE.get(call.kind, ("", (), {}))[2].items()}
    for name, mask, ends in (("starts", "BeginMask", (0, -1)), ("ends", "EndMask", (FAR, -FAR - 1))):
        bits = getattr(call.options, mask, int)()
        if bits and given.get(name):
            whole = enumerate(zip(given[name] or (), given.get("steps") or (), strict=True))
            given[name] = tuple(ends[step < 0] if bits >> k & 1 else at for k, (at, step) in whole)
    return {name: listed for name, listed in given.items() if listed != ()}


def axes_of(call: Call, outputs: int = 1, *, whole: bool = False) -> tuple[tuple[int, ...], Axes | None]:
    """
    Returns the input order of an operator, inputs with axes first, and its axes by the ONNX rule. Parameters are named
    by the place to write: an input's number, or an option. The ``outputs`` have equal axes; ``whole``: integers. Raises
    ShapeError if a parameter has no place, or if runtimes round by axes.
    """
    order, like = alike(call)
    axes = None if any(getattr(call.options, name, int)() for name in _OTHERWISE) else axis_rules.axes_of(like)
    if axes is None:
        return order, None
    places = _ALIKE[call.kind][2]
    named = {str(places[name]): numbers for name, numbers in axes.named.items() if call.kind not in _LISTS}
    rank = len(axes.ports[axes.port])
    listed = {str(place): _list(call, place, rank) for place in _LISTS.get(call.kind, ())}
    several = len(named.get("1", ())) > 1
    if (
        (call.options is None and not all(place.isdigit() for place in (*named, *listed)))
        or (call.kind == "REVERSE_V2" and several)  # LiteRT reverses adjacent axes only
        or (call.kind == "MEAN" and several and whole and call.option("KeepDims"))  # rounds in its own way for planes
    ):
        raise ShapeError("its parameters have no place, or decide how it rounds")
    ports = (*axes.ports, *axes.ports[-1:] * (outputs - 1))
    return order, _reshaping(replace(axes, ports=ports, named=named, listed=listed))


def _list(call: Call, place: int | str, rank: int) -> tuple[int, ...]:
    """Returns a parameter's entries, one or two for each axis."""
    if isinstance(place, str):
        return tuple(call.option(place) >> axis & 1 for axis in range(rank))
    numbers = call.constants(place)
    if len(numbers) != rank * (2 if "PAD" in call.kind else 1):
        raise ShapeError("it has no number for some axes")
    return numbers


def _reshaping(axes: Axes) -> Axes:
    """A RESHAPE has no 0 for an extent that stays, so it expresses one open extent at most."""
    target, out = axes.target, len(axes.ports) - 1
    if target is None:
        return axes

    def written(one: Perm, other: Perm) -> tuple[int, ...]:
        return tuple(extent or -1 for extent in target(one, other))

    def allows(units: Perm) -> bool:
        return written(axes.order(units, 0), axes.order(units, out)).count(-1) <= 1

    return replace(axes, allows=allows, target=written)


def moved(call: Call) -> Move | str | None:
    """Returns how an operator other than a transpose moves elements: see move_of()."""
    like = alike(call)[1] if call.kind in _ALIKE else None
    if like is None or any(getattr(call.options, name, int)() for name in _OTHERWISE[2:]):
        return None
    found = move_of(like)
    return f"{call.kind} {found}".strip() if isinstance(found, str) else found


def copied(call: Call, written: tuple[Shape, ...], move: Move | None) -> tuple[tuple[int, ...], str, tuple[Part, ...]]:
    """
    Returns an operator's input order, its ONNX counterpart's kind, and its copies. ``written`` has the output shapes,
    ``move`` the permute that the operator is.
    """
    order, like = alike(call)
    otherwise = any(getattr(call.options, name, int)() for name in (*_OTHERWISE[2:5], "FusedActivationFunction"))
    if (otherwise and move is None) or call.kind == "MIRROR_PAD":
        return order, like.kind, ()
    params = dict(like.params)
    starts, pads = params.get("starts"), params.get("pads")
    if call.kind == "SLICE" and starts:
        params["ends"] = tuple(FAR if n == -1 else at + n for at, n in zip(starts, call.constants(2), strict=True))
    if call.kind == "STRIDED_SLICE" and starts:
        gone = [bool(call.option("ShrinkAxisMask") >> axis & 1) for axis in range(len(starts))]
        ends, steps = params["ends"] or (), params["steps"] or ()
        params["ends"] = tuple((at + 1 or FAR) if one else end for one, at, end in zip(gone, starts, ends, strict=True))
        params["steps"] = tuple(1 if one else step for one, step in zip(gone, steps, strict=True))
    if pads:
        params["pads"] = (*pads[::2], *pads[1::2])
    return order, like.kind, parts_of(replace(like, params=params, written=written, texts={}), move)


def macs(call: Call, written: tuple[Shape, ...]) -> int | None:
    """Returns an operator's multiplications: see macs_of()."""
    read = call.shapes
    if call.kind == "BATCH_MATMUL":
        return macs_of("BatchMatMul", read, written, turned=bool(call.option("AdjX")))
    at, weights = (2 if call.kind == "TRANSPOSE_CONV" else 0), read[1] if len(read) > 1 else None
    if call.kind not in _WEIGHTS or weights is None:
        return None if call.kind in _WEIGHTS else 0
    kind = "ConvTranspose" if call.kind == "TRANSPOSE_CONV" else "Conv"
    return macs_of(kind, (read[at], (1, *weights[_WEIGHTS[call.kind]])), written)


def _parameter(call: Call, source: int | str) -> tuple[int, ...] | None:
    if source == "SqueezeDims":
        return tuple(int(call.options.SqueezeDims(k)) for k in range(call.option("SqueezeDimsLength")))
    if isinstance(source, str):
        return (call.option(source),)
    listed = call.numbers[source] if source < len(call.numbers) else None
    whole = tuple(each for each in listed or () if isinstance(each, int))
    return None if listed is None or len(whole) < len(listed) else whole
