# SPDX-License-Identifier: BSD-3-Clause
"""Holds known facts about an ONNX model's tensors, graph by graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .extents import Extent
from .models import Branches

BITS = {
    **dict.fromkeys(("UINT2", "INT2"), 2),
    **dict.fromkeys(("UINT4", "INT4", "FLOAT4E2M1"), 4),
    **dict.fromkeys(("BOOL", "UINT8", "INT8", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"), 8),
    **dict.fromkeys(("UINT16", "INT16", "FLOAT16", "BFLOAT16"), 16),
    **dict.fromkeys(("UINT32", "INT32", "FLOAT"), 32),
    **dict.fromkeys(("UINT64", "INT64", "DOUBLE", "COMPLEX64"), 64),
}  # element bits, by type name


@dataclass(frozen=True)
class Fact:
    """
    Known facts about a tensor. ``element`` is ONNX's type number, 0 if unknown. ``other`` is the type of a value that
    is no tensor. ``stated``: the shape, or a part of it, comes from the file without inference. ``conflict`` says how
    stated and inferred facts differ; ``shape`` is then the inferred one.
    """

    element: int = 0
    shape: tuple[Extent, ...] | None = None
    other: Any = None
    stated: bool = False
    conflict: str = ""


@dataclass
class Scope:
    """
    Known facts about a graph's tensors. Outer tensors are visible through ``parent``. ``branches``: see Transpose.
    ``constants`` are computed from constants and shapes alone. ``sizes`` are the constants that depend on shapes.
    """

    parent: Scope | None = None
    runs: bool = True  # false for a branch that a constant condition excludes
    branches: Branches = ()
    facts: dict[str, Fact] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    weights: dict[str, Any] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    sizes: set[str] = field(default_factory=set)
    stated: dict[str, Any] = field(default_factory=dict)

    def _owner(self, name: str) -> Scope | None:
        scope: Scope | None = self
        while scope is not None and name not in scope.facts:
            scope = scope.parent
        return scope

    def fact(self, name: str) -> Fact | None:
        owner = self._owner(name)
        return None if owner is None else owner.facts[name]

    def is_constant(self, name: str) -> bool:
        owner = self._owner(name)
        return owner is not None and name in owner.constants

    def is_size(self, name: str) -> bool:
        owner = self._owner(name)
        return owner is not None and name in owner.sizes

    def value(self, onnx: Any, name: str, folder: str) -> Any:
        """Returns a tensor's numbers, if they are known and few. ``folder`` has the external weight files."""
        owner = self._owner(name)
        if owner is None:
            return None
        if name not in owner.values and name in owner.weights:
            weight = owner.weights.pop(name)
            try:
                owner.values[name] = onnx.numpy_helper.to_array(weight, folder)
            except Exception:  # a missing external file, or damaged data
                return None
        return owner.values.get(name)


@dataclass
class Found:
    """
    A model's shapes, with a scope for each graph, outer graphs first. ``names`` has the undecided dimensions, ``named``
    the file's dimension names for operator outputs.
    ``failures`` has inference errors, by operator path. ``against`` has texts of contradictions to --dim.
    """

    scopes: list[tuple[Any, Scope]] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)
    named: dict[str, None] = field(default_factory=dict)
    failures: dict[tuple[str, ...], str] = field(default_factory=dict)
    against: list[str] = field(default_factory=list)


def bodies(node: Any) -> tuple[Any, ...]:
    """Returns an operator's inner graphs: branches, or a loop body."""
    single = tuple(attribute.g for attribute in node.attribute if attribute.HasField("g"))
    return (*single, *(body for attribute in node.attribute for body in attribute.graphs))


def replaceable(model: Any) -> set[str]:
    """Returns the weights that are also inputs: from IR version 4 on, callers may replace them."""
    inputs = {value.name for value in model.graph.input if model.ir_version >= 4}
    return inputs & {weight.name for weight in model.graph.initializer}


def element_name(onnx: Any, number: int) -> str:
    """Returns ONNX's name for an element type."""
    return str(dict(map(reversed, onnx.TensorProto.DataType.items())).get(number, f"number {number}"))


def is_standard(node: Any) -> bool:
    return domain_of(node.domain) == ""


def domain_of(name: str) -> str:
    return "" if name == "ai.onnx" else name


def nodes_of(graph: Any) -> Iterator[Any]:
    """Yields the operators of a graph, each followed by those of its inner graphs."""
    for node in graph.node:
        yield node
        for body in bodies(node):
            yield from nodes_of(body)


def read_inside(node: Any) -> set[str]:
    """Returns the tensors that an operator's inner graphs read."""
    read: set[str] = set()
    for body in bodies(node):
        for inner in body.node:
            read |= {*filter(None, inner.input), *read_inside(inner)}
    return read


def numpy_type(onnx: Any, element: int) -> Any:
    """Returns the numpy type of an element type; None if numpy lacks it."""
    try:
        return onnx.helper.tensor_dtype_to_np_dtype(element)
    except Exception:  # onnx raises several errors
        return None
