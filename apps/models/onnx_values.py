# SPDX-License-Identifier: BSD-3-Clause
"""
Folds ONNX operators on known numbers: shapes, and the arithmetic on shapes before a reshape.

Known numbers run in `onnx`'s own reference evaluator. With open numbers, operators that only move elements run on
labels instead, and extents.py does the arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from math import prod
from typing import Any

from .extents import Extent, Open, exact, is_positive, minus, over, plus, times, unknown

MOST = 4096  # most elements to fold: enough for shapes, too few for weights

RANDOM = frozenset(
    "Bernoulli Dropout Multinomial RandomNormal RandomNormalLike RandomUniform RandomUniformLike".split()
)
# Operators whose output shape depends on values, but is at most the input size times the rank.
BOUNDED = frozenset("Compress NonZero Unique".split())
# Operators that move elements, with the inputs that they move; None: all inputs.
_MOVED: Mapping[str, tuple[int, ...] | None] = {
    **dict.fromkeys("Expand Flatten Gather GatherElements GatherND Identity Reshape".split(), (0,)),
    **dict.fromkeys("Slice Split Squeeze Tile Transpose Unsqueeze".split(), (0,)),
    **dict.fromkeys(("ScatterElements", "ScatterND"), (0, 2)),
    "Concat": None,
}


def is_open(array: Any) -> bool:
    """True if a folded tensor has open numbers. Its array then has dtype object."""
    return bool(array.dtype == object)


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


def _labelled(onnx: Any, node: Any, opset: int, arrays: Sequence[Any]) -> list[Any] | None:
    """Runs an operator on element labels, then replaces the labels by the elements."""
    import numpy

    moved = _MOVED[node.op_type]
    labels: list[Any] = []
    inputs = []
    for index, array in enumerate(arrays):
        if array is not None and (moved is None or index in moved):
            count = len(labels)
            labels += array.flatten().tolist()
            array = numpy.arange(count, len(labels), dtype=numpy.int64).reshape(array.shape)
        elif array is not None and is_open(array):
            return None
        inputs.append(array)
    made = evaluate(onnx, node, opset, inputs)
    if made is None:
        return None
    table = numpy.empty(len(labels), dtype=object)
    table[:] = labels
    return [None if array is None else table[numpy.asarray(array)] for array in made]


# ---- arithmetic on open numbers ----


def _rounded(number: Extent) -> Extent | None:
    return number if isinstance(number, int) or is_positive(number) else None


def _equal(one: Extent, other: Extent) -> bool | None:
    """Exports compare extents with -1, from which all positive ones differ."""
    if one == other or (isinstance(one, int) and isinstance(other, int)):
        return one == other
    return False if isinstance(one, Open) and is_positive(one) and isinstance(other, int) and other <= 0 else None


def _where(choice: Extent, yes: Extent, no: Extent) -> Extent | None:
    if isinstance(choice, Open):
        return yes if yes == no else None
    return yes if choice else no


# The result for integers; None if symbols decide it.
_RULES: Mapping[str, Callable[..., Extent | None]] = {
    **dict.fromkeys(("Cast", "Ceil", "Floor", "Round"), _rounded),
    "Abs": lambda number: abs(number) if isinstance(number, int) else _rounded(number),
    "Add": plus,
    "Div": over,
    "Equal": _equal,
    "Mul": times,
    "Sub": minus,
    "Where": _where,
}
# Operators whose results on open numbers are new symbols.
_UNKNOWN = frozenset("Greater GreaterOrEqual Less LessOrEqual Max Min Mod Neg Sqrt".split())


def _element(kind: str, rule: Callable[..., Extent | None] | None, *elements: Any) -> Extent:
    """Returns an operator's result, or a new symbol."""
    plain = [int(each) if isinstance(each, float) and each.is_integer() else each for each in elements]
    known = rule(*plain) if rule and all(isinstance(each, int | Open) for each in plain) else None
    return unknown(kind, *plain) if known is None else known


def _calculated(node: Any, arrays: Sequence[Any], dtype: Any) -> list[Any] | None:
    """Runs an operator on each element."""
    import numpy

    kind, fractions = node.op_type, numpy.issubdtype(dtype, numpy.floating)
    if kind == "Cast" and not numpy.issubdtype(dtype, numpy.integer):
        return [arrays[0]] if fractions else None
    if kind not in (*_RULES, *_UNKNOWN) or any(array is None for array in arrays):
        return None
    rule = exact if kind == "Div" and fractions else _RULES.get(kind)
    try:
        return [numpy.frompyfunc(partial(_element, kind, rule), len(arrays), 1)(*arrays)]
    except (TypeError, ValueError):  # shapes that do not broadcast, or other inputs
        return None


def _reduced(node: Any, arrays: Sequence[Any]) -> list[Any] | None:
    """Reduces a list to one number, as exports use ReduceProd and ReduceSum on shapes."""
    import numpy

    listed = numbers(arrays[0])
    if not listed or arrays[0].ndim != 1:
        return None
    keep = next((attribute.i for attribute in node.attribute if attribute.name == "keepdims"), 1)
    number = numpy.array(reduce(times if node.op_type == "ReduceProd" else plus, listed), dtype=object)
    return [number.reshape(1) if keep else number]


def _array(made: Any, dtype: Any) -> Any:
    """Returns an array; its element type is ``dtype`` if no number is open. ``made`` may be a bare number."""
    import numpy

    array = numpy.asarray(made, dtype=object)
    return array if any(isinstance(number, Open) for number in array.flat) else array.astype(dtype)


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
        made = _labelled(onnx, node, opset, arrays)
    elif node.op_type in ("ReduceProd", "ReduceSum"):
        made = _reduced(node, arrays)
    else:
        made = _calculated(node, arrays, types[0])
    if made is None:
        return None
    return [None if array is None else _array(array, dtype) for array, dtype in zip(made, types, strict=False)]


def numbers(array: Any) -> tuple[Extent, ...] | None:
    """Returns a folded list's integers; None for any other tensor."""
    if array is None or array.ndim > 1 or array.size > MOST:
        return None
    listed = array.reshape(-1).tolist()
    whole = all(isinstance(number, int | Open) and not isinstance(number, bool) for number in listed)
    return tuple(listed) if whole else None


def is_few(shape: Sequence[Extent] | None) -> bool:
    """True if a tensor is worth folding: all extents known, and at most MOST elements."""
    known = [extent for extent in shape or () if isinstance(extent, int)]
    return shape is not None and len(known) == len(shape) and prod(known) <= MOST
