# SPDX-License-Identifier: BSD-3-Clause
"""Reads TensorFlow Lite models with the package `tflite`, the format's flatbuffers schema in Python."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .models import (
    Dims,
    Extent,
    Graph,
    Model,
    ModelError,
    Node,
    Tensor,
    Transpose,
    check_dims,
    dim_name,
    given,
    one_line,
    read_bytes,
)
from .permutation import Perm

# Operators that compute each element independently; activations have one scale for all elements.
_ELEMENTWISE = frozenset(
    "ABS CAST CEIL COS DEQUANTIZE ELU EXP FLOOR GELU HARD_SWISH LEAKY_RELU LOG LOGICAL_NOT LOGISTIC NEG QUANTIZE RELU "
    "RELU6 RELU_0_TO_1 RELU_N1_TO_1 ROUND RSQRT SIGN SIN SQRT SQUARE TANH".split()
)
_BITS = {
    **dict.fromkeys(("BOOL", "INT8", "UINT8"), 8),
    **dict.fromkeys(("BFLOAT16", "FLOAT16", "INT16", "UINT16"), 16),
    **dict.fromkeys(("FLOAT32", "INT32", "UINT32"), 32),
    **dict.fromkeys(("COMPLEX64", "FLOAT64", "INT64", "UINT64"), 64),
}
_MANY_AXES = 64  # a file with more axes is damaged


def _package() -> Any:
    try:
        import tflite  # type: ignore[import-untyped]
    except ImportError as error:
        raise ModelError(
            f"reading .tflite needs the package tflite; {error.name} is missing, run: pip install 'permkern[models]'"
        ) from None
    return tflite


def _names(enumeration: type) -> dict[int, str]:
    return {number: name for name, number in vars(enumeration).items() if isinstance(number, int)}


def _numbers(what: str, count: int, read: Any, most: int) -> list[int]:
    if count > most:
        raise ValueError(f"{what} of {count} entries")
    return [int(read(k)) for k in range(count)]


def _tensor(tflite: Any, subgraph: Any, index: int, dims: Dims, known: set[str]) -> Tensor:
    if not 0 <= index < subgraph.TensorsLength():
        raise ValueError(f"an operator reads tensor {index} of {subgraph.TensorsLength()}")
    tensor = subgraph.Tensors(index)
    name = (tensor.Name() or b"").decode("utf-8", "replace") or f"tensor_{index}"
    element = _names(tflite.TensorType).get(tensor.Type(), f"type {tensor.Type()}")
    extents = _numbers("a shape", tensor.ShapeLength(), tensor.Shape, _MANY_AXES)
    signature = _numbers("a shape", tensor.ShapeSignatureLength(), tensor.ShapeSignature, _MANY_AXES)
    if len(signature) == len(extents):  # the shape signature, if there is one, has -1 for dynamic dimensions
        extents = signature
    shape: list[Extent] = list(extents)
    for axis, extent in enumerate(extents):
        if extent < 0:
            known.add(dim_name(name, axis))
            shape[axis] = given(dims, dim_name(name, axis), axis)
    return Tensor(name, tuple(shape), element, _BITS.get(element))


def _buffer(model: Any, tensor: Any) -> Any:
    """Returns the data that the file has for a tensor; None if it is computed."""
    if not 0 <= tensor.Buffer() < model.BuffersLength():
        return None
    buffer = model.Buffers(tensor.Buffer())
    return buffer if buffer.DataLength() else None


def _perm(model: Any, subgraph: Any, index: int, element: str) -> Perm | None:
    """Returns the permutation stored in a constant tensor of int32 or int64; None if it is not constant."""
    size = {"INT32": 4, "INT64": 8}.get(element)
    if size is None:
        return None
    buffer = _buffer(model, subgraph.Tensors(index))
    if buffer is None:
        return None
    data = bytes(_numbers("a permutation", buffer.DataLength(), buffer.Data, size * _MANY_AXES))
    return tuple(int.from_bytes(data[k : k + size], "little", signed=True) for k in range(0, len(data), size))


def _transpose(tflite: Any, model: Any, subgraph: Any, operator: Any, name: str, dims: Dims, known: set[str]) -> Any:
    if operator.InputsLength() < 2:
        raise ValueError(f"{name} has {operator.InputsLength()} inputs, not 2")
    read = _tensor(tflite, subgraph, operator.Inputs(0), dims, known)
    order = _tensor(tflite, subgraph, operator.Inputs(1), {}, set())
    perm = _perm(model, subgraph, operator.Inputs(1), order.element)
    return Transpose(name, read, perm, "" if perm else "its permutation is computed at run time", name)


def _graph(tflite: Any, model: Any, subgraph: Any, dims: Dims, known: set[str]) -> Graph:
    kinds = _names(tflite.BuiltinOperator)

    def tensor_name(index: int) -> str:
        return "" if index < 0 else str(index)

    nodes = []
    for number in range(subgraph.OperatorsLength()):
        operator = subgraph.Operators(number)
        code = model.OperatorCodes(operator.OpcodeIndex())
        # Old files have the operator's code in a field of one byte, new ones in that and a larger one.
        kind = kinds.get(max(code.BuiltinCode(), code.DeprecatedBuiltinCode()), "?")
        inputs = tuple(tensor_name(operator.Inputs(k)) for k in range(operator.InputsLength()))
        outputs = tuple(tensor_name(operator.Outputs(k)) for k in range(operator.OutputsLength()))
        name = f"{kind}_{number}"
        if operator.OutputsLength():
            name = _tensor(tflite, subgraph, operator.Outputs(0), {}, set()).name
        transpose = None
        if kind == "TRANSPOSE":
            transpose = _transpose(tflite, model, subgraph, operator, name, dims, known)
        nodes.append(Node(name, kind, inputs, outputs, kind in _ELEMENTWISE, transpose))
    outputs = tuple(str(subgraph.Outputs(k)) for k in range(subgraph.OutputsLength()))
    constants = (str(k) for k in range(subgraph.TensorsLength()) if _buffer(model, subgraph.Tensors(k)))
    return Graph(tuple(nodes), outputs, frozenset(constants))


def _graphs(tflite: Any, model: Any, dims: Dims, known: set[str]) -> Iterator[Graph]:
    for number in range(model.SubgraphsLength()):
        yield _graph(tflite, model, model.Subgraphs(number), dims, known)


def _check_lengths(model: Any, size: int) -> None:
    """Raises ValueError if tables have more entries than fit in the file: they overlap, and reading takes for ever."""
    left = size

    def take(*counts: int) -> None:
        nonlocal left
        left -= sum(counts)
        if left < 0:
            raise ValueError("it has more operators than the file has room for")

    for number in range(model.SubgraphsLength()):
        graph = model.Subgraphs(number)
        take(1, graph.TensorsLength(), graph.OperatorsLength(), graph.OutputsLength())
        for k in range(graph.OperatorsLength()):
            take(graph.Operators(k).InputsLength(), graph.Operators(k).OutputsLength())


def read_tflite(path: Path, dims: Dims) -> Model:
    """Reads a model. Its operators have no names, so each has the name of the tensor that it writes."""
    data = read_bytes(path)
    tflite = _package()
    known: set[str] = set()
    try:
        if not tflite.Model.ModelBufferHasIdentifier(data, 0):
            raise ValueError("the file identifier TFL3 is missing")
        model = tflite.Model.GetRootAs(data, 0)
        if model.SubgraphsLength() == 0:
            raise ValueError("it contains no graph")
        _check_lengths(model, len(data))
        graphs = tuple(_graphs(tflite, model, dims, known))
    except Exception as error:  # offsets in a damaged file may point anywhere and raise any error
        reason = one_line(" ".join(str(error).split()) or type(error).__name__)
        raise ModelError(f"{path}: not a TensorFlow Lite model, or a damaged one ({reason})") from None
    check_dims(str(path), dims, known)
    return Model(path.name, "tflite", graphs)
