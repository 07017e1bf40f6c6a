# SPDX-License-Identifier: BSD-3-Clause
"""
Folds ONNX operators on known numbers: shapes, and the arithmetic on shapes before a reshape.

Known numbers run in `onnx`'s own reference evaluator. With open numbers, operators that only move elements run on
labels instead, and extents.py does the arithmetic.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from math import prod
from typing import Any

from .extents import Extent, Open, exact, minus, over, plus, sign, times, unknown

MOST = 4096  # most elements to fold: enough for shapes, too few for weights

RANDOM = frozenset(
    "Bernoulli Dropout Multinomial RandomNormal RandomNormalLike RandomUniform RandomUniformLike".split()
)
# Operators whose output shape depends on values, but is at most the input size times the rank.
BOUNDED = frozenset("Compress NonZero Unique".split())
# Operators that move elements, with the inputs that they move; None: all inputs.
_MOVED: Mapping[str, tuple[int, ...] | None] = {
    **dict.fromkeys("Cast Expand Flatten Gather GatherElements GatherND Identity Reshape".split(), (0,)),
    **dict.fromkeys("Slice Split Squeeze Tile Transpose Unsqueeze".split(), (0,)),
    **dict.fromkeys(("ScatterElements", "ScatterND"), (0, 2)),
    "Concat": None,
}


def is_open(array: Any) -> bool:
    """True if a folded tensor has open numbers. Its array then has dtype object."""
    return bool(array.dtype == object)


def _closed(array: Any, like: Any) -> Any:
    """Converts an array to dtype ``like`` if no number is open."""
    if is_open(array) and not any(isinstance(number, Open) for number in array.flat):
        return array.astype(like)
    return array


def evaluate(onnx: Any, node: Any, opset: int, arrays: Sequence[Any]) -> list[Any] | None:
    """Runs one operator on numbers. Returns None if the evaluator lacks the operator or fails."""
    from onnx.reference import ReferenceEvaluator

    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    del copy.input[:]
    feeds = {}
    for number, array in enumerate(arrays):
        copy.input.append("" if array is None else f"i{number}")
        if array is not None:
            feeds[f"i{number}"] = array
    del copy.output[:]
    copy.output.extend(f"o{number}" if name else "" for number, name in enumerate(node.output))
    copy.domain = ""
    outputs = [name for name in copy.output if name]
    info = onnx.ValueInfoProto
    try:  # the evaluator reads the opset version only from a graph
        graph = onnx.GraphProto(
            node=[copy], input=[info(name=n) for n in feeds], output=[info(name=n) for n in outputs]
        )
        made = dict(zip(outputs, ReferenceEvaluator(graph, opsets={"": opset}).run(outputs, feeds), strict=True))
    except Exception:  # a damaged model may raise any error; the result is then unknown
        return None
    return [made.get(name) for name in copy.output]


def _labelled(onnx: Any, node: Any, opset: int, arrays: Sequence[Any], moved: Sequence[int]) -> list[Any] | None:
    """Runs an operator on element labels, then replaces the labels by the elements."""
    import numpy

    labels: list[Any] = []
    inputs = list(arrays)
    for index in moved:
        array = arrays[index]
        if array is None:
            continue
        inputs[index] = numpy.arange(len(labels), len(labels) + array.size, dtype=numpy.int64).reshape(array.shape)
        labels += array.flatten().tolist()
    # A Cast moves nothing, and would change the labels.
    made = [inputs[0]] if node.op_type == "Cast" else evaluate(onnx, node, opset, inputs)
    if made is None:
        return None
    table = numpy.empty(len(labels), dtype=object)
    table[:] = labels
    return [None if array is None else table[numpy.asarray(array)] for array in made]


# ---- arithmetic on open numbers ----


def _integral(*numbers: Any) -> bool:
    return all(isinstance(number, int | Open) for number in numbers)


def _positive(number: Any) -> bool:
    return number.positive if isinstance(number, Open) else number > 0


_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {"Add": plus, "Div": over, "Mul": times, "Sub": minus}
# Comparisons of the sign of the difference with 0.
_LOGIC: Mapping[str, Callable[[Any, Any], bool]] = {
    "Equal": operator.eq,
    "Greater": operator.gt,
    "GreaterOrEqual": operator.ge,
    "Less": operator.lt,
    "LessOrEqual": operator.le,
}
_TWO = frozenset((*_ARITHMETIC, *_LOGIC, "Max", "Min", "Mod"))


def _known(kind: str, one: Any, other: Any, *, integers: bool) -> Any:
    """Returns a binary operator's result; None if the numbers do not decide it."""
    if kind == "Mod":
        return None if exact(one, other) is None else 0
    if kind in _ARITHMETIC:
        return exact(one, other) if kind == "Div" and not integers else _ARITHMETIC[kind](one, other)
    order = sign(one, other)
    if order is None:
        return None
    if kind in _LOGIC:
        return _LOGIC[kind](order, 0)
    return one if (order > 0) == (kind == "Max") else other


def _calculate(kind: str, one: Any, other: Any, *, integers: bool = True) -> Any:
    """Returns a binary operator's result, or a new symbol."""
    known = _known(kind, one, other, integers=integers) if _integral(one, other) else None
    if known is not None:
        return known
    positive = kind in ("Max", "Min") and _positive(one) and _positive(other)
    return unknown(kind, one, other, positive=positive, whole=kind not in _ARITHMETIC)


def _rounded(operation: str) -> Callable[[Any], Any]:
    return lambda a: a if not isinstance(a, Open) or a.whole else unknown(operation, a, positive=False)


_ONE: Mapping[str, Callable[[Any], Any]] = {
    "Abs": lambda a: a if _positive(a) else unknown("abs", a),
    "Ceil": _rounded("ceil"),
    "Floor": _rounded("floor"),
    "Neg": lambda a: times(-1, a) if _integral(a) else -a,
    "Round": _rounded("round"),
    "Sqrt": lambda a: unknown("sqrt", a, positive=True, whole=False),
}


def _where(choice: Any, yes: Any, no: Any) -> Any:
    if isinstance(choice, Open):
        known = _integral(yes, no) and sign(yes, no) == 0
        return yes if known else unknown("where", choice, yes, no, positive=_positive(yes) and _positive(no))
    return yes if choice else no


def _objects(array: Any) -> Any:
    """Returns an array of Python numbers for extents.py. Integral floats become integers."""
    import numpy

    if is_open(array):
        return array
    made = numpy.empty(array.shape, dtype=object)
    plain = [int(n) if isinstance(n, float) and n.is_integer() else n for n in array.flatten().tolist()]
    made.reshape(-1)[:] = plain
    return made


def _reduced(node: Any, arrays: Sequence[Any], kind: str) -> list[Any] | None:
    """Reduces a list to one number, as exports use ReduceProd and ReduceSum on shapes."""
    if arrays[0].ndim != 1 or not arrays[0].size:
        return None
    keep = next((attribute.i for attribute in node.attribute if attribute.name == "keepdims"), 1)
    number = _boxed(reduce(partial(_calculate, kind), arrays[0].flat))
    return [number.reshape(1) if keep else number]


def _calculated(node: Any, arrays: Sequence[Any], *, integers: bool) -> list[Any] | None:
    import numpy

    kind = node.op_type
    if any(array is None for array in arrays):
        return None
    if kind in ("ReduceProd", "ReduceSum"):
        return _reduced(node, arrays, "Mul" if kind == "ReduceProd" else "Add")
    function: Any
    if kind == "Where":
        function = _where
    elif kind in _ONE:
        function = _ONE[kind]
    elif kind in _TWO:
        function = partial(_calculate, kind, integers=integers)
    else:
        return None
    objects = list(map(_objects, arrays))
    try:
        return [numpy.frompyfunc(function, len(objects), 1)(*objects)]
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):  # shapes that do not broadcast, or three inputs
        return None


def fold(onnx: Any, node: Any, opset: int, arrays: Sequence[Any], types: Sequence[Any]) -> list[Any] | None:
    """
    Returns an array for each output of a standard operator; None if the inputs do not decide them. ``arrays`` has None
    for an omitted input. ``types`` has the outputs' numpy element types.
    """
    if node.op_type in RANDOM or any(array is not None and array.size > MOST for array in arrays):
        return None
    if not any(array is not None and is_open(array) for array in arrays):
        known = evaluate(onnx, node, opset, arrays)
        return None if known is None else [array if hasattr(array, "dtype") else None for array in known]
    if types[0] is None:
        return None
    if node.op_type in _MOVED:
        moved = _MOVED[node.op_type]
        chosen = range(len(arrays)) if moved is None else [k for k in moved if k < len(arrays)]
        if any(array is not None and is_open(array) for k, array in enumerate(arrays) if k not in chosen):
            return None
        if node.op_type == "Cast" and types[0] is bool:
            return None
        made = _labelled(onnx, node, opset, arrays, chosen)
    else:
        made = _calculated(node, arrays, integers=not _fractions(types[0]))
        if node.op_type in _LOGIC:
            types = [bool]
    if made is None:
        return None
    return [None if array is None else _closed(_boxed(array), kind) for array, kind in zip(made, types, strict=False)]


def _fractions(kind: Any) -> bool:
    import numpy

    return kind is not bool and numpy.issubdtype(kind, numpy.floating)


def _boxed(array: Any) -> Any:
    """Returns an array. numpy may return a bare number instead of an array of rank 0."""
    import numpy

    return array if isinstance(array, numpy.ndarray) else numpy.array(array, dtype=object)


def numbers(array: Any) -> tuple[Extent, ...] | None:
    """Returns a folded list's integers; None for any other tensor."""
    if array is None or array.ndim > 1 or array.size > MOST:
        return None
    listed = array.reshape(-1).tolist()
    whole = all(isinstance(number, int | Open) and not isinstance(number, bool) for number in listed)
    return tuple(listed) if whole else None


def is_few(shape: Sequence[Extent] | None, most: int = MOST) -> bool:
    """True if a tensor is worth folding: all extents known, and at most ``most`` elements."""
    known = [extent for extent in shape or () if isinstance(extent, int)]
    return shape is not None and len(known) == len(shape) and prod(known) <= most
