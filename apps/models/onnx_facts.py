# SPDX-License-Identifier: BSD-3-Clause
"""Holds what is known of an ONNX model's tensors, graph by graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import Any

from .extents import Extent
from .models import Branches

BITS = {
    **dict.fromkeys(("BOOL", "UINT8", "INT8", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"), 8),
    **dict.fromkeys(("UINT16", "INT16", "FLOAT16", "BFLOAT16"), 16),
    **dict.fromkeys(("UINT32", "INT32", "FLOAT"), 32),
    **dict.fromkeys(("UINT64", "INT64", "DOUBLE", "COMPLEX64"), 64),
}  # of an element, by the name of its type


@dataclass(frozen=True)
class Fact:
    """
    What is known of a tensor. ``element`` is ONNX's number of its type, 0 if unknown. ``other`` is the type of what is
    no tensor. ``stated`` says that the shape, or a part of it, is only what the file says. ``conflict`` says how what
    the file states differs from what its operators give; the shape is then the operators'.
    """

    element: int = 0
    shape: tuple[Extent, ...] | None = None
    other: Any = None
    stated: bool = False
    conflict: str = ""


@dataclass
class Scope:
    """
    What is known of a graph's tensors; those of the graphs around it may be read, too. ``branches`` are as Transpose
    has them.
    """

    parent: Scope | None = None
    runs: bool = True  # false for a branch whose condition is a constant that never takes it
    branches: Branches = ()
    facts: dict[str, Fact] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    weights: dict[str, Any] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
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

    def value(self, onnx: Any, name: str, folder: str) -> Any:
        """Returns the numbers of a tensor, if they are known and few; those in other files are read from the folder."""
        owner = self._owner(name)
        if owner is None:
            return None
        if name not in owner.values and name in owner.weights:
            weight = owner.weights.pop(name)
            try:
                owner.values[name] = onnx.numpy_helper.to_array(weight, folder)
            except Exception:  # another file that is not there, or damaged data
                return None
        return owner.values.get(name)


@dataclass
class Found:
    """
    The shapes of a model: a scope for each graph, outer ones first. ``names`` are the dimensions that nothing decides,
    ``named`` what the file calls those that follow from them.
    ``failures`` has what operators cannot work on, by their place; ``against`` what contradicts --dim.
    """

    scopes: list[tuple[Any, Scope]] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)
    named: dict[str, None] = field(default_factory=dict)
    failures: dict[tuple[str, ...], str] = field(default_factory=dict)
    against: list[str] = field(default_factory=list)


def bodies(node: Any) -> tuple[Any, ...]:
    """Returns the graphs inside an operator: branches, or the body of a loop."""
    single = tuple(attribute.g for attribute in node.attribute if attribute.HasField("g"))
    return (*single, *(body for attribute in node.attribute for body in attribute.graphs))


def element_name(onnx: Any, number: int) -> str:
    """Returns ONNX's name of an element type."""
    return str(dict(map(reversed, onnx.TensorProto.DataType.items())).get(number, f"number {number}"))


def is_standard(node: Any) -> bool:
    return domain_of(node.domain) == ""


def domain_of(name: str) -> str:
    return "" if name == "ai.onnx" else name


def read_inside(node: Any) -> set[str]:
    """Returns the tensors that the graphs inside an operator read."""
    read: set[str] = set()
    for body in bodies(node):
        for inner in body.node:
            read |= {*filter(None, inner.input), *read_inside(inner)}
    return read


def in_order(nodes: Sequence[Any]) -> list[Any]:
    """Returns operators in an order in which each one's inputs are written before it reads them."""
    writer = {name: index for index, node in enumerate(nodes) for name in node.output if name}
    wanted = [
        {writer[name] for name in (*node.input, *read_inside(node)) if writer.get(name, index) != index}
        for index, node in enumerate(nodes)
    ]
    if all(max(before, default=-1) < index for index, before in enumerate(wanted)):
        return list(nodes)
    try:
        return [nodes[index] for index in TopologicalSorter(dict(enumerate(wanted))).static_order()]
    except CycleError:  # a damaged model
        return list(nodes)
