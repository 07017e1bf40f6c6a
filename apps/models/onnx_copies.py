# SPDX-License-Identifier: BSD-3-Clause
"""Finds the copies that the operators of ONNX graphs make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import moves, parts
from .inference import Inference, Operation, inference_of, macs_of
from .models import Transpose, size_of
from .moves import Move
from .onnx_facts import Scope, is_standard
from .onnx_graphs import Reader, captured, is_transpose, operator_name, permutation
from .parts import MOVING, Mover, parts_of, records_of


def _movers(reader: Reader, graph: Any, scope: Scope) -> Iterator[Mover]:
    """Yields the operators that move data at run time, and views."""
    kinds = parts.KINDS | moves.KINDS | MOVING
    for number, node in enumerate(graph.node):
        read = [name for name in node.input if name]
        if not is_standard(node) or node.op_type not in kinds or not scope.runs or not node.output:
            continue
        if scope.is_size(node.output[0]) or all(map(scope.is_constant, read)):
            continue
        call = reader.call(node, scope, [False] * len(node.input), lambda fact: None if fact is None else fact.shape)
        fact = scope.fact(node.input[0])
        shape = () if fact is None or fact.shape is None else fact.shape
        move = Move(shape, permutation(node, len(shape))) if is_transpose(node) else reader.moved(node, scope)
        kind = "" if node.op_type in parts.VIEWS else node.op_type
        made = parts_of(call, move if isinstance(move, Move) else None)
        yield Mover(
            operator_name(node, number), kind, tuple(node.input), tuple(node.output), made, node.op_type in parts.KINDS
        )


def _readers(graph: Any) -> Counter[str]:
    """Counts the readers of each tensor. A tensor that is read outside the graph counts twice."""
    found: Counter[str] = Counter()
    for node in graph.node:
        found.update([*node.input, *captured(node), *captured(node)])
    found.update({value.name: 2 for value in graph.output})
    return found


def inference(reader: Reader, graph: Any, scope: Scope) -> Inference:
    """Returns the multiplications and the memory of the main graph; branches and loops are not counted."""
    made: list[Operation] = []
    names: dict[str, None] = {}
    for number, node in enumerate(graph.node):
        facts = [[scope.fact(name) for name in some] for some in (node.input, node.output)]
        read, written = ([None if fact is None else fact.shape for fact in some] for some in facts)
        turned = any(each.name == "transA" and each.i for each in node.attribute)
        read = [() if not name else shape for name, shape in zip(node.input, read, strict=True)]
        macs = macs_of(node.op_type, read, written, turned=turned) if is_standard(node) else 0
        inputs, outputs = tuple(node.input), tuple(node.output)
        if all(map(scope.is_constant, filter(None, outputs))):
            continue
        names |= dict.fromkeys(name for name in (*inputs, *outputs) if name and not scope.is_constant(name))
        view = is_standard(node) and node.op_type in parts.VIEWS
        made.append(Operation(operator_name(node, number), inputs, outputs, macs, view))
    sizes = {name: size_of(reader.tensor(name, scope.fact(name))) for name in names if not scope.is_size(name)}
    return inference_of(made, sizes, [value.name for value in graph.output])


def copies_of(
    reader: Reader, scopes: Iterable[tuple[Any, Scope]], transposes: Sequence[Transpose]
) -> tuple[tuple[Transpose, ...], tuple[tuple[str, int], ...]]:
    """Returns the records of a model's copies, and the kind and output bytes of each operator that moves elements."""
    made: list[Transpose] = []
    traffic: list[tuple[str, int]] = []
    for graph, scope in scopes:
        found = [*_movers(reader, graph, scope)]
        names = {mover.name for mover in found}
        own = [each for each in transposes if each.name in names]
        ports = {name for each in found for name in (*each.inputs, *each.outputs) if name}
        tensors = {name: reader.tensor(name, scope.fact(name)) for name in ports}
        made += records_of(found, _readers(graph), own, tensors, scope.branches)
        for each in (each for each in found if each.kind in MOVING):
            written = [reader.tensor(name, scope.fact(name)) for name in each.outputs if name]
            traffic.append((each.kind, sum(map(size_of, written))))
    taken = {name for each in made for name in (each.name, *each.joins)}
    return (*made, *(each for each in transposes if each.name not in taken)), tuple(traffic)
