# SPDX-License-Identifier: BSD-3-Clause
"""Copies an ONNX model without the transposes that it does not need."""

from __future__ import annotations

from typing import Any

from .models import Dims, Rewrite, Transpose
from .onnx_graphs import Reader
from .onnx_moves import expand, join_reshapes, moves_of, reshape_views
from .onnx_values import MOST
from .onnx_walk import find_shapes
from .onnx_writer import Writer, all_names
from .transposes import Cost, actions_of, cost_of, search


def drop_weights(model: Any) -> None:
    """Removes the numbers of large weights, which advice does not need."""
    for weight in model.graph.initializer:
        if len(weight.raw_data) > 8 * MOST:
            weight.ClearField("raw_data")
            weight.data_location = weight.EXTERNAL


def _copied(onnx: Any, model: Any) -> Any:
    made = onnx.ModelProto()
    made.CopyFrom(model)
    return made


def _with_transposes(onnx: Any, model: Any, dims: Dims, folder: str) -> tuple[Any, bool]:
    """
    Returns a copy of the model. Moves become transposes, if transposes then go or change; the second result says so.
    """
    reader = Reader(onnx, model, folder)
    found = find_shapes(onnx, model, dims, folder, strict=True).scopes
    wanted = {name for graph, scope in found for _, name, *_ in moves_of(reader, graph, scope)}
    while wanted:
        made = _copied(onnx, model)
        taken = all_names(made.graph)
        for graph, scope in find_shapes(onnx, made, dims, folder, strict=True).scopes:
            expand(reader, graph, scope, wanted, taken)
        for graph, scope in find_shapes(onnx, made, dims, folder, strict=True).scopes:
            join_reshapes(graph, scope)
        changed: set[str] = set()
        for graph, scope in find_shapes(onnx, made, dims, folder, strict=True).scopes:
            for action in actions_of(search(reader.net(graph, scope))):
                changed |= {*action.removes, *(each.name for each in action.changes)}
        if wanted <= changed:
            return made, True
        wanted &= changed
    return _copied(onnx, model), False


def _cost(onnx: Any, model: Any, dims: Dims, folder: str) -> Cost:
    reader = Reader(onnx, model, folder)
    scopes = find_shapes(onnx, model, dims, folder, strict=True).scopes
    moves = [each for graph, scope in scopes for each in reader.moves(graph, scope)]
    return cost_of(each for each in moves if isinstance(each, Transpose))


def _searched(onnx: Any, model: Any, dims: Dims, folder: str) -> tuple[Any, tuple[Rewrite, ...]]:
    """Returns a copy of the model with the layouts from one search, and its changes, outer graphs first."""
    made, expanded = _with_transposes(onnx, model, dims, folder)
    reader, taken = Reader(onnx, made, folder), all_names(made.graph)
    found: tuple[Rewrite, ...] = ()
    for graph, scope in reversed(find_shapes(onnx, made, dims, folder, strict=True).scopes):
        layouts = search(reader.net(graph, scope))
        actions = actions_of(layouts)
        if actions:
            Writer(reader, graph, scope, layouts, taken).write()
        found = (*(actions if scope.runs else ()), *found)
    if expanded:
        for graph, scope in find_shapes(onnx, made, dims, folder, strict=True).scopes:
            join_reshapes(graph, scope)
    return made, found


def _without_views(onnx: Any, model: Any, dims: Dims, folder: str) -> tuple[Any, tuple[Rewrite, ...]]:
    """Returns a copy in which the transposes that move nothing are Reshapes, and the change."""
    made = _copied(onnx, model)
    reader, taken, gone = Reader(onnx, made, folder), all_names(made.graph), []
    scopes = find_shapes(onnx, made, dims, folder, strict=True).scopes
    for graph, scope in scopes:
        gone += reshape_views(reader, graph, scope, taken)
    for graph, scope in find_shapes(onnx, made, dims, folder, strict=True).scopes if gone else ():
        join_reshapes(graph, scope)
    return made, (Rewrite(tuple(gone), "a Reshape does the same, as the elements keep their order"),) * bool(gone)


def smaller(onnx: Any, model: Any, dims: Dims, folder: str) -> tuple[Any, tuple[Rewrite, ...]]:
    """
    Returns a model without its removable transposes, and the changes. Searches again in each result, until no search
    lowers the cost of the whole model.
    """
    cost = _cost(onnx, model, dims, folder)
    found: tuple[Rewrite, ...] = ()
    steps = (_searched, _without_views)
    left = [*steps]
    while left:
        made, actions = left.pop(0)(onnx, model, dims, folder)
        after = _cost(onnx, made, dims, folder) if actions else cost
        if after < cost and all(one <= other for one, other in zip(after, cost, strict=True)):
            model, cost, found, left = made, after, (*found, *actions), [*steps]
    return model, found
