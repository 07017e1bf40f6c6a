# SPDX-License-Identifier: BSD-3-Clause
"""Gives inputs and outputs of an ONNX model other layouts, by transposes that the search may then remove."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from permkern.kernels.permutation import Perm, inverse

from .models import new_layout
from .onnx_facts import bodies
from .onnx_writer import all_names, fresh


def _rename(graph: Any, old: str, new: str) -> None:
    """Renames a tensor in a graph and its inner graphs, but not as the graph's own input or output."""
    for node in graph.node:
        for names in (node.input, node.output):
            names[:] = [new if name == old else name for name in names]
        for body in bodies(node):
            _rename(body, old, new)
            for value in body.output:
                value.name = new if value.name == old else value.name


def _shape(value: Any) -> list[object] | None:
    kind = value.type.tensor_type
    return [dim.dim_param or dim.dim_value or "?" for dim in kind.shape.dim] if kind.HasField("shape") else None


def give_layouts(onnx: Any, model: Any, inputs: Mapping[str, Perm], outputs: Mapping[str, Perm]) -> tuple[str, ...]:
    """
    Permutes inputs and outputs: axis k of the new layout is axis ``perm[k]`` of the old one. Returns texts for callers.
    Raises SetError for tensors that the model does not have.
    """
    graph, taken, told = model.graph, all_names(model.graph), []
    weights = {weight.name for weight in graph.initializer}
    both = {value.name for value in graph.input} & {value.name for value in graph.output}
    for option, given, values in (
        ("--input-layout", inputs, graph.input),
        ("--output-layout", outputs, graph.output),
    ):
        known = {value.name: value for value in values if value.name not in weights | both}
        shapes = {name: _shape(value) for name, value in known.items()}
        for name, perm in given.items():
            told.append(new_layout(option, name, perm, shapes))
            dims = known[name].type.tensor_type.shape.dim
            old = [onnx.TensorShapeProto.Dimension.FromString(dim.SerializeToString()) for dim in dims]
            for dim, axis in zip(dims, perm, strict=True):
                dim.CopyFrom(old[axis])
            inner = fresh(f"{name}_permuted", taken)
            _rename(graph, name, inner)
            one, other, order = (name, inner, inverse(perm)) if given is inputs else (inner, name, perm)
            node = onnx.helper.make_node("Transpose", [one], [other], name=fresh(f"{name}_layout", taken), perm=order)
            graph.node.insert(0 if given is inputs else len(graph.node), node)
    return tuple(told)
