# SPDX-License-Identifier: BSD-3-Clause
"""Reads ONNX models with the package `onnx`, whose shape inference and function inlining it uses."""

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

# Operators that compute each element independently; those in _SCALED do so only with one scale for all elements.
_ELEMENTWISE = frozenset(
    "Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Cast Ceil Celu Clip Cos Cosh Dropout Elu Erf Exp Floor Gelu "
    "HardSigmoid HardSwish Identity IsInf IsNaN LeakyRelu Log Mish Neg Not Reciprocal Relu Round Selu Shrink Sigmoid "
    "Sign Sin Sinh Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu".split()
)
_SCALED = frozenset(("QuantizeLinear", "DequantizeLinear"))
_BITS = {
    **dict.fromkeys(("BOOL", "UINT8", "INT8", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"), 8),
    **dict.fromkeys(("UINT16", "INT16", "FLOAT16", "BFLOAT16"), 16),
    **dict.fromkeys(("UINT32", "INT32", "FLOAT"), 32),
    **dict.fromkeys(("UINT64", "INT64", "DOUBLE", "COMPLEX64"), 64),
}


def _package() -> Any:
    try:
        import onnx
        import onnx.inliner
        import onnx.shape_inference
    except ImportError as error:
        raise ModelError(
            f"reading .onnx needs the package onnx; {error.name} is missing, run: pip install 'permkern[models]'"
        ) from None
    return onnx


def _bodies(node: Any) -> tuple[Any, ...]:
    """Returns the graphs inside an operator: branches, or the body of a loop."""
    single = tuple(attribute.g for attribute in node.attribute if attribute.HasField("g"))
    return (*single, *(body for attribute in node.attribute for body in attribute.graphs))


def _graphs(graph: Any) -> Iterator[Any]:
    """Yields a graph and the graphs inside its operators."""
    yield graph
    for node in graph.node:
        for body in _bodies(node):
            yield from _graphs(body)


def _values(graph: Any) -> Iterator[Any]:
    """Yields the declared tensors with a shape, of a graph and the graphs inside it."""
    for inner in _graphs(graph):
        for value in (*inner.input, *inner.value_info, *inner.output):
            if value.type.HasField("tensor_type") and value.type.tensor_type.HasField("shape"):
                yield value


def _check_texts(graph: Any) -> None:
    """Raises ValueError if a name is not UTF-8: protobuf then gives bytes, and the file is damaged."""
    for inner in _graphs(graph):
        values = (*inner.input, *inner.value_info, *inner.output, *inner.initializer)
        texts = [value.name for value in values]
        for node in inner.node:
            texts += [node.name, node.op_type, node.domain, *node.input, *node.output]
        if not all(isinstance(text, str) for text in texts):
            raise ValueError("a name is not UTF-8")
    dims = (dim.dim_param for value in _values(graph) for dim in value.type.tensor_type.shape.dim)
    if not all(isinstance(dim, str) for dim in dims):
        raise ValueError("a dimension's name is not UTF-8")


def _is_open(dim: Any) -> bool:
    return not dim.HasField("dim_value") or dim.dim_value < 0


def _name_dims(model: Any, dims: Dims) -> set[str]:
    """
    Sets the extents that --dim gives, and names the unnamed dynamic dimensions of inputs, so that shape inference
    passes these names on. Returns the names of all dynamic dimensions.
    """
    known: set[str] = set()
    inputs = {id(value) for value in model.graph.input}
    for value in _values(model.graph):
        for axis, dim in enumerate(value.type.tensor_type.shape.dim):
            if not _is_open(dim) or not (dim.dim_param or id(value) in inputs):
                continue
            name = dim.dim_param or dim_name(value.name, axis)
            known.add(name)
            extent = given(dims, name, axis)
            if isinstance(extent, int):
                dim.dim_value = extent
            else:
                dim.dim_param = extent
    return known


def _tensor(onnx: Any, name: str, types: dict[str, Any], dims: Dims, known: set[str]) -> Tensor:
    kind = types.get(name)
    if kind is None or not kind.HasField("tensor_type"):
        return Tensor(name, None, "an unknown type", None)
    kind = kind.tensor_type
    number = kind.elem_type
    names = dict(map(reversed, onnx.TensorProto.DataType.items()))
    element = names.get(number, f"type {number}")
    if not kind.HasField("shape"):
        return Tensor(name, None, element, _BITS.get(element))
    shape: list[Extent] = []
    for axis, dim in enumerate(kind.shape.dim):
        own = dim.dim_param if dim.dim_param in known else dim_name(name, axis)
        if _is_open(dim):
            known.add(own)
        shape.append(given(dims, own, axis) if _is_open(dim) else dim.dim_value)
    return Tensor(name, tuple(shape), element, _BITS.get(element))


def _transpose(node: Any, operator: str, tensor: Tensor) -> Transpose:
    output = next(iter(node.output), "")
    for attribute in node.attribute:
        if attribute.name == "perm":
            return Transpose(operator, tensor, tuple(attribute.ints), output=output)
    rank = len(tensor.shape or ())
    return Transpose(operator, tensor, tuple(reversed(range(rank))), output=output)


def _graph(onnx: Any, graph: Any, types: dict[str, Any], dims: Dims, known: set[str]) -> Iterator[Graph]:
    """Yields a graph and those inside it. ``types`` has the tensors of the enclosing graphs, which it may read."""
    tensors = {value.name: value.type for value in (*graph.input, *graph.value_info, *graph.output)}
    constants = {weight.name: tuple(weight.dims) for weight in graph.initializer}
    for weight in graph.initializer:
        tensors.setdefault(weight.name, onnx.helper.make_tensor_type_proto(weight.data_type, weight.dims))
    types = {**types, **tensors}
    nodes = []
    inner: list[Any] = []
    for number, node in enumerate(graph.node):
        operator = node.name or next(filter(None, node.output), f"{node.op_type}_{number}")
        standard = node.domain in ("", "ai.onnx")
        if standard and node.op_type == "Constant":
            constants.update((name, ()) for name in node.output)
        inside = _bodies(node)
        transpose = None
        if standard and node.op_type == "Transpose" and len(node.input) == 1:
            transpose = _transpose(node, operator, _tensor(onnx, node.input[0], types, dims, known))
        one_scale = node.op_type in _SCALED and len(node.input) > 1 and constants.get(node.input[1]) in ((), (1,))
        elementwise = standard and (node.op_type in _ELEMENTWISE or one_scale)
        inputs, outputs = tuple(filter(None, node.input)), tuple(filter(None, node.output))
        # Tensors of this graph that an inner graph reads count as inputs of the operator that contains it.
        read = tuple(name for body in inside for each in _graphs(body) for user in each.node for name in user.input)
        nodes.append(Node(operator, node.op_type, (*inputs, *read), outputs, elementwise, transpose))
        inner += inside
    yield Graph(tuple(nodes), tuple(value.name for value in graph.output), frozenset(constants))
    for body in inner:
        yield from _graph(onnx, body, types, dims, known)


def read_onnx(path: Path, dims: Dims) -> Model:
    """Reads a model, applies --dim, inlines its functions, and infers its shapes."""
    data = read_bytes(path)
    onnx = _package()
    try:
        model = onnx.load_model_from_string(data)
        if not model.HasField("graph"):
            raise ValueError("it contains no graph")
        _check_texts(model.graph)
        if model.functions:
            model = onnx.inliner.inline_local_functions(model)
        known = _name_dims(model, dims)
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
        graphs = tuple(_graph(onnx, model.graph, {}, dims, known))
    except Exception as error:  # a damaged file may raise any error, even one from C++
        reason = one_line(" ".join(str(error).split()) or type(error).__name__)
        raise ModelError(f"{path}: not an ONNX model, or a damaged one ({reason})") from None
    check_dims(str(path), dims, known)
    return Model(path.name, "onnx", graphs)
