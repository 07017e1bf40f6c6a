# SPDX-License-Identifier: BSD-3-Clause
"""Reads ONNX models with the package `onnx`, whose shape inference, evaluator and function inlining it uses."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .models import (
    Dims,
    Graph,
    Model,
    ModelError,
    Node,
    Tensor,
    Transpose,
    check_contradictions,
    check_dims,
    dim_name,
    one_line,
    read_bytes,
)
from .onnx_facts import BITS, Fact, Found, Scope, bodies, element_name, is_standard, read_inside
from .onnx_walk import find_shapes

# Operators that compute each element independently; those in _SCALED do so only with one scale for all elements.
_ELEMENTWISE = frozenset(
    "Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Cast Ceil Celu Clip Cos Cosh Dropout Elu Erf Exp Floor Gelu "
    "HardSigmoid HardSwish Identity IsInf IsNaN LeakyRelu Log Mish Neg Not Reciprocal Relu Round Selu Shrink Sigmoid "
    "Sign Sin Sinh Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu".split()
)
_SCALED = frozenset(("QuantizeLinear", "DequantizeLinear"))


def _package() -> Any:
    try:
        import onnx
        import onnx.inliner
        import onnx.reference
        import onnx.shape_inference
    except ImportError as error:
        raise ModelError(
            f"reading .onnx needs the package onnx; {error.name} is missing, run in permkern's checkout: "
            "pip install '.[models]'"
        ) from None
    return onnx


def _check_texts(graph: Any) -> None:
    """Raises ValueError if a name is not UTF-8: protobuf then gives bytes, and the file is damaged."""
    values = (*graph.input, *graph.value_info, *graph.output)
    texts = [each.name for each in (*values, *graph.initializer)]
    for node in graph.node:
        texts += [node.name, node.op_type, node.domain, *node.input, *node.output]
        for body in bodies(node):
            _check_texts(body)
    for value in values:
        texts += [dim.dim_param for dim in value.type.tensor_type.shape.dim]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("a name is not UTF-8")


def _tensor(onnx: Any, name: str, fact: Fact | None) -> Tensor:
    if fact is None or fact.other is not None:
        return Tensor(name, None, "an unknown type", None, real=True)
    element = element_name(onnx, fact.element) if fact.element else "an unknown type"
    real = not fact.element or "FLOAT" in element or element == "DOUBLE"
    return Tensor(name, fact.shape, element, BITS.get(element), real, fact.stated, fact.conflict)


def _transpose(node: Any, operator: str, tensor: Tensor, scope: Scope) -> Transpose:
    output = next(iter(node.output), "")
    constant, idle = scope.is_constant(node.input[0]), not scope.runs
    for attribute in node.attribute:
        if attribute.name == "perm":
            return Transpose(operator, tensor, tuple(attribute.ints), "", output, constant, idle)
    rank = len(tensor.shape or ())
    return Transpose(operator, tensor, tuple(reversed(range(rank))), "", output, constant, idle)


def _elementwise(node: Any, scope: Scope) -> bool:
    if node.op_type in _SCALED and is_standard(node) and len(node.input) > 1:
        scale = scope.fact(node.input[1])
        return scale is not None and scale.shape in ((), (1,)) and scope.is_constant(node.input[1])
    return is_standard(node) and node.op_type in _ELEMENTWISE


def _graph(onnx: Any, graph: Any, scope: Scope) -> Graph:
    nodes = []
    for number, node in enumerate(graph.node):
        operator = node.name or next(filter(None, node.output), f"{node.op_type}_{number}")
        transpose = None
        if is_standard(node) and node.op_type == "Transpose" and len(node.input) == 1:
            tensor = _tensor(onnx, node.input[0], scope.fact(node.input[0]))
            transpose = _transpose(node, operator, tensor, scope)
        # Tensors of this graph that an inner graph reads count as inputs of the operator that contains it.
        inner = sorted(read_inside(node)) if bodies(node) else []
        inputs, outputs = tuple(filter(None, node.input)), tuple(filter(None, node.output))
        nodes.append(Node(operator, node.op_type, (*inputs, *inner), outputs, _elementwise(node, scope), transpose))
    return Graph(tuple(nodes), tuple(value.name for value in graph.output))


def _inlined(onnx: Any, model: Any) -> Any:
    """Returns a model without functions of its own, as far as their operators have a form in the model's version."""
    if not model.functions:
        return model
    try:
        return onnx.inliner.inline_local_functions(model, convert_version=True)
    except Exception:  # an operator that onnx's version converter does not know
        return onnx.inliner.inline_local_functions(model)


def _functions(onnx: Any, model: Any, found: Found) -> Iterator[Graph]:
    """Yields the functions that are called and could not be inlined; their transposes are named, and that is all."""
    called = {(node.domain, node.op_type) for graph, _ in found.scopes for node in graph.node}
    why = "it is in a function with other versions of operators than the model has; convert the model to one version"
    for function in model.functions:
        if (function.domain, function.name) not in called:
            continue
        graph = _graph(onnx, onnx.GraphProto(node=function.node), Scope())
        yield replace(
            graph,
            nodes=tuple(
                replace(node, transpose=None if node.transpose is None else replace(node.transpose, why=why))
                for node in graph.nodes
            ),
        )


def _open_names(found: Found) -> frozenset[str]:
    """Returns all names that --dim may give: of dimensions that nothing decides, and of axes that follow from them."""
    axes = (
        dim_name(name, axis)
        for _, scope in found.scopes
        for name, fact in scope.facts.items()
        for axis, extent in enumerate(fact.shape or ())
        if not isinstance(extent, int)
    )
    return frozenset((*found.names, *found.named, *axes))


def _check_given(file: str, dims: Dims, before: Found, after: Found) -> None:
    """Raises ModelError if the model contradicts --dim: before, without it, it did not contradict itself."""
    told = [failure for place, failure in after.failures.items() if place not in before.failures]
    told += after.against
    for (_, one), (_, other) in zip(before.scopes, after.scopes, strict=False):
        told += [
            fact.conflict
            for name, fact in other.facts.items()
            if fact.conflict and not one.facts.get(name, fact).conflict
        ]
    check_contradictions(file, dims, told)


def read_onnx(path: Path, dims: Dims) -> Model:
    """Reads a model, inlines its functions, and finds its shapes with the extents that --dim gives."""
    data = read_bytes(path)
    onnx = _package()
    try:
        model = onnx.load_model_from_string(data)
        if not model.HasField("graph"):
            raise ValueError("it contains no graph")
        _check_texts(model.graph)
        model = _inlined(onnx, model)
        found = before = find_shapes(onnx, model, {}, str(path.parent))
        if dims:
            found = find_shapes(onnx, model, dims, str(path.parent))
        graphs = tuple(_graph(onnx, graph, scope) for graph, scope in found.scopes)
        graphs += tuple(_functions(onnx, model, found))
    except Exception as error:  # a damaged file may raise any error, even one from C++
        reason = one_line(" ".join(str(error).split()) or type(error).__name__)
        raise ModelError(f"{path}: not an ONNX model, or a damaged one ({reason}); export it again") from None
    check_dims(str(path), dims, before.names, _open_names(before) if dims else frozenset())
    _check_given(str(path), dims, before, found)
    return Model(path.name, "onnx", graphs, tuple(found.failures.values()))
