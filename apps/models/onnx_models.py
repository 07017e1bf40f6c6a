# SPDX-License-Identifier: BSD-3-Clause
"""Reads ONNX models with the package `onnx`: its shape inference, evaluator and function inliner."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from permkern.kernels.manifest import SetError
from permkern.terminal import packages

from .models import (
    Dims,
    Model,
    ModelError,
    Rewrite,
    Transpose,
    check_contradictions,
    check_dims,
    dim_name,
    read_bytes,
    reason,
)
from .onnx_copies import copies_of, inference
from .onnx_facts import Found, Scope, bodies, nodes_of, replaceable
from .onnx_graphs import Reader
from .onnx_smaller import drop_weights, smaller
from .onnx_walk import find_shapes
from .onnx_writer import delete

MOST = 2**31 - 1  # bytes of a protobuf message


def _package() -> Any:
    with packages("reading .onnx", "models"):
        import onnx
        import onnx.inliner
        import onnx.reference
        import onnx.shape_inference
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


def _name_apart(graph: Any, taken: set[str]) -> None:
    """Clears repeated operator names; operator_name() then returns the output's name. Reports count by name."""
    for node in nodes_of(graph):
        node.name = "" if node.name in taken else node.name
        taken.add(node.name)


def _inlined(onnx: Any, model: Any) -> Any:
    """
    Returns a model with its functions inlined. A function stays if its operators do not convert to the model's opset.
    """
    if not model.functions:
        return model
    try:
        return onnx.inliner.inline_local_functions(model, convert_version=True)
    except Exception:  # an operator that onnx's version converter does not know
        return onnx.inliner.inline_local_functions(model)


def _functions(reader: Reader, model: Any, found: Found) -> Iterator[Transpose]:
    """Yields the transposes in called functions that were not inlined."""
    called, onnx = {(node.domain, node.op_type) for graph, _ in found.scopes for node in graph.node}, reader.onnx
    why = "it is in a function with other versions of operators than the model has; convert the model to one version"
    for function in model.functions:
        if (function.domain, function.name) in called:
            graph = onnx.GraphProto(node=function.node, output=[onnx.ValueInfoProto(name=n) for n in function.output])
            moves = reader.moves(graph, Scope())
            yield from (replace(each, why=why) for each in moves if isinstance(each, Transpose))


def _advice(onnx: Any, model: Any, dims: Dims, folder: str) -> tuple[Rewrite, ...]:
    drop_weights(model)
    return smaller(onnx, model, dims, folder)[1]


def _open_names(found: Found) -> frozenset[str]:
    """Returns all names that --dim may give: undecided dimensions, and axes that depend on them."""
    axes = (
        dim_name(name, axis)
        for _, scope in found.scopes
        for name, fact in scope.facts.items()
        for axis, extent in enumerate(fact.shape or ())
        if not isinstance(extent, int)
    )
    return frozenset((*found.names, *found.named, *axes))


def _check_given(file: str, dims: Dims, before: Found, after: Found) -> None:
    """Raises ModelError if --dim adds contradictions: ``before`` was found without --dim, ``after`` with it."""
    told = [failure for place, failure in after.failures.items() if place not in before.failures]
    told += after.against
    for (_, one), (_, other) in zip(before.scopes, after.scopes, strict=False):
        told += [
            fact.conflict
            for name, fact in other.facts.items()
            if fact.conflict and not one.facts.get(name, fact).conflict
        ]
    check_contradictions(file, dims, told)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turns exceptions inside into ModelError: a damaged file may raise any error, even one from C++."""
    try:
        yield
    except SetError:
        raise
    except Exception as error:
        raise ModelError(f"{path}: not an ONNX model, or a damaged one ({reason(error)}); export it again") from None


def load(path: Path, *, freeze: bool = False) -> tuple[Any, Any]:
    """Returns the package onnx, and the model with its functions inlined. ``freeze``: its weights are no inputs."""
    if path.is_file() and path.stat().st_size > MOST:
        raise ModelError(f"{path}: an ONNX file has less than 2 GB; save its weights as external data")
    data = read_bytes(path)
    if data[4:8] == b"TFL3":
        raise ModelError(f"{path}: a TensorFlow Lite model; give its name the ending .tflite")
    onnx = _package()
    model = onnx.load_model_from_string(data)
    if not model.HasField("graph"):
        raise ValueError("it contains no graph")
    _check_texts(model.graph)
    frozen = replaceable(model) if freeze else ()
    delete(model.graph.input, lambda value: value.name in frozen)
    model = _inlined(onnx, model)
    _name_apart(model.graph, set())
    return onnx, model


def shapes_given(path: Path, onnx: Any, model: Any, dims: Dims) -> Found:
    """Infers a model's shapes with the --dim extents. Raises SetError if they do not suit the model."""
    folder = str(path.parent)
    found = before = find_shapes(onnx, model, {}, folder)
    if dims:
        found = find_shapes(onnx, model, dims, folder)
        check_dims(str(path), dims, before.names, _open_names(before))
        _check_given(str(path), dims, before, found)
    return found


def permutes_of(onnx: Any, model: Any, found: Found, folder: str) -> list[Transpose | str]:
    """Returns the permuting operators of all graphs, and texts for operators that move elements in other ways."""
    reader = Reader(onnx, model, folder)
    return [each for graph, scope in found.scopes for each in reader.moves(graph, scope)]


def read_onnx(path: Path, dims: Dims, *, freeze: bool = False) -> Model:
    """Reads a model, inlines its functions, and infers its shapes with the --dim extents."""
    with reading(path):
        onnx, model = load(path, freeze=freeze)
        found = shapes_given(path, onnx, model, dims)
        moves = permutes_of(onnx, model, found, str(path.parent))
        transposes = [each for each in moves if isinstance(each, Transpose)]
        transposes += _functions(Reader(onnx, model, str(path.parent)), model, found)
        advice = _advice(onnx, model, dims, str(path.parent)) if transposes else ()
        reader = Reader(onnx, model, str(path.parent))
        copies, traffic = copies_of(reader, found.scopes, transposes)
        runs = inference(reader, *found.scopes[0])
    others = tuple(each for each in moves if isinstance(each, str))
    notes, inputs = tuple(found.failures.values()), len(replaceable(model))
    return Model(path.name, tuple(transposes), advice, notes, (), others, inputs, copies, traffic, runs)
