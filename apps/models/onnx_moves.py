# SPDX-License-Identifier: BSD-3-Clause
"""
Writes ONNX operators that permute a reshaped tensor, such as DepthToSpace, as Reshape, Transpose and Reshape.

This gives the search more removable transposes. An operator stays if its rewrite does not help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .axis_rules import ELEMENTWISE, Numbers
from .moves import Move
from .onnx_facts import Scope, is_standard
from .onnx_graphs import Reader, captured, is_transpose, operator_name, permutation
from .onnx_writer import delete, fresh, tidy
from .products import reshape_target
from .shape_rules import Shape

Shapes = Mapping[str, Shape]


def _shapes(scope: Scope) -> dict[str, Shape]:
    return {name: fact.shape for name, fact in scope.facts.items() if not fact.stated and not fact.conflict}


# ---- moves as transposes ----


def _reshape(reader: Reader, reads: str, writes: str, target: Numbers, name: str, taken: set[str]) -> list[Any]:
    import numpy

    onnx, shape = reader.onnx, fresh(f"{writes}_shape", taken)
    numbers = onnx.numpy_helper.from_array(numpy.array(target, dtype=numpy.int64), shape)
    return [
        onnx.helper.make_node("Constant", [], [shape], value=numbers),
        onnx.helper.make_node("Reshape", [reads, shape], [writes], name=fresh(name, taken)),
    ]


def moves_of(reader: Reader, graph: Any, scope: Scope) -> Iterator[tuple[int, str, Move, Numbers, Numbers]]:
    """Yields operators that can be rewritten: index, name, move, and the shape parameters of both reshapes."""
    shapes = _shapes(scope)
    for number, node in enumerate(graph.node):
        found = reader.moved(node, scope) if is_standard(node) and not is_transpose(node) else None
        read, written = (shapes.get(names[0]) if names else None for names in (node.input, node.output))
        if not isinstance(found, Move) or any(found.flips) or not read or not written or None in (*read, *written):
            continue
        permuted = tuple(found.shape[axis] for axis in found.perm)
        split, join = reshape_target(read, found.shape), reshape_target(permuted, written)  # type: ignore[arg-type]
        if 0 not in (*read, *written) and split.count(-1) < 2 and join.count(-1) < 2:
            yield number, operator_name(node, number), found, split, join


def expand(reader: Reader, graph: Any, scope: Scope, wanted: set[str], taken: set[str]) -> None:
    shapes = _shapes(scope)
    for number, name, move, split, join in reversed([*moves_of(reader, graph, scope)]):
        if name not in wanted:
            continue
        node = graph.node.pop(number)
        one, other = source, out = node.input[0], node.output[0]
        head, tail = [], []
        if move.shape != shapes[source]:
            one, other = fresh(f"{out}_split", taken), fresh(f"{out}_turned", taken)
            head = _reshape(reader, source, one, split, f"{name}_split", taken)
            tail = _reshape(reader, other, out, join, f"{name}_join", taken)
        middle = reader.onnx.helper.make_node("Transpose", [one], [other], name=name, perm=move.perm)
        for each in reversed([*head, middle, *tail]):
            graph.node.insert(number, each)


def reshape_views(reader: Reader, graph: Any, scope: Scope, taken: set[str]) -> list[str]:
    """Writes transposes that move nothing as Reshapes. Returns their names."""
    shapes, gone = _shapes(scope), []
    for number, node in reversed([*enumerate(graph.node)]):
        if not is_transpose(node) or scope.is_constant(node.input[0]) or reader.version < 5:  # then shape is no input
            continue
        read, written = shapes.get(node.input[0]), shapes.get(node.output[0])
        if not read or not written or {0, None} & {*read, *written}:
            continue
        perm, target = permutation(node, len(read)), reshape_target(read, written)  # type: ignore[arg-type]
        order = [axis for axis in perm if read[axis] != 1]
        if order == sorted(order) and target.count(-1) < 2:
            gone.append(operator_name(node, number))
            del graph.node[number]
            for each in reversed(_reshape(reader, node.input[0], node.output[0], target, gone[-1], taken)):
                graph.node.insert(number, each)
    return gone[::-1]


# ---- reshapes that undo each other ----


def _keeps(node: Any, source: str, shapes: Shapes) -> bool:
    """True if an operator is elementwise on the tensor ``source``, so that a reshape may come after it."""
    others = [name for name in node.input if name and name != source]
    single = all(shapes.get(name) in ((), (1,)) for name in others)
    return is_standard(node) and node.op_type in ELEMENTWISE and len(node.output) == 1 and single


def _undone(graph: Any, shapes: Shapes, readers: Mapping[str, list[Any]], outside: set[str]) -> list[Any]:
    """Returns a reshape, the operators after it, and the reshape that undoes it; empty if there is none."""
    for first in graph.node:
        chain = [first]
        while _is_reshape(first) and chain[-1].output[0] not in outside:
            source = chain[-1].output[0]
            if len(readers.get(source, ())) != 1:
                break
            chain += readers[source]
            if _is_reshape(chain[-1]) and chain[-1].input[0] == source:
                before = shapes.get(first.input[0])
                if before is not None and None not in before and before == shapes.get(chain[-1].output[0]):
                    return chain
            if not _keeps(chain[-1], source, shapes):
                break
    return []


def _is_reshape(node: Any) -> bool:
    return is_standard(node) and node.op_type == "Reshape"


def _join(graph: Any, chain: list[Any], after: list[Any], *, is_output: bool) -> None:
    """Removes the first and the last operator of a chain. ``after`` are the readers of the last one's output."""
    first, *between, last = chain
    changed = {each.output[0] for each in (first, *between)}
    delete(graph.value_info, lambda value: value.name in changed)
    _rename(chain[1:2], first.output[0], first.input[0])
    if between:
        between[-1].output[0] = last.output[0]
        graph.node.remove(last)
    elif is_output:
        last.op_type = "Identity"
        del last.input[1:]
        del last.attribute[:]
    else:
        _rename(after, last.output[0], last.input[0])
    tidy(graph)


def join_reshapes(graph: Any, scope: Scope) -> None:
    """Removes reshapes that a later reshape undoes, with only elementwise operators between them."""
    shapes = _shapes(scope)
    while True:
        readers: dict[str, list[Any]] = {}
        for node in graph.node:
            for name in {*node.input, *captured(node)}:
                readers.setdefault(name, []).append(node)
        outside = {value.name for value in graph.output} | {name for node in graph.node for name in captured(node)}
        chain = _undone(graph, shapes, readers, outside)
        if not chain:
            return
        first, *between, last = chain
        shapes.update({each.output[0]: shapes[first.input[0]] for each in (first, *between)})
        written = last.output[0]
        _join(graph, chain, readers.get(written, []), is_output=written in outside)


def _rename(readers: Iterable[Any], old: str, new: str) -> None:
    """Renames an input of operators."""
    for node in readers:
        node.input[:] = [new if name == old else name for name in node.input]
