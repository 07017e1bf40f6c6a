# SPDX-License-Identifier: BSD-3-Clause
"""Prepares ONNX graphs for the search for removable transposes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from permkern.kernels.permutation import Perm, is_permutation

from .axis_rules import Axes, Call, Numbers, axes_of
from .models import NO_READER, NO_RUN, Tensor, Transpose
from .moves import KINDS, Move, move_of
from .onnx_facts import BITS, Fact, Scope, bodies, domain_of, element_name, is_standard, numpy_type, read_inside
from .onnx_values import numbers
from .transposes import Net, Step

_CONTRIBUTED = ("DequantizeLinear", "QuantizeLinear")  # these com.microsoft operators equal the standard ones


def is_transpose(node: Any) -> bool:
    return is_standard(node) and node.op_type == "Transpose" and len(node.input) == 1


def operator_name(node: Any, number: int) -> str:
    return node.name or next(filter(None, node.output), f"{node.op_type}_{number}")


def permutation(node: Any, rank: int) -> Perm:
    """Returns a transpose's permutation. Without one, it reverses the axes."""
    return next((tuple(each.ints) for each in node.attribute if each.name == "perm"), tuple(reversed(range(rank))))


class Reader:
    """Reads one model's graphs. ``folder`` has its external weight files."""

    def __init__(self, onnx: Any, model: Any, folder: str) -> None:
        self.onnx, self.folder = onnx, folder
        versions = [entry.version for entry in model.opset_import if domain_of(entry.domain) == ""]
        self.version = max(versions, default=0)
        self.overridden = model.ir_version >= 4  # an initializer that is also an input is not constant

    def schema(self, node: Any) -> Any:
        known = is_standard(node) or (node.domain == "com.microsoft" and node.op_type in _CONTRIBUTED)
        try:
            return self.onnx.defs.get_schema(node.op_type, self.version) if known else None
        except Exception:  # the package does not know the operator
            return None

    def tensor(self, name: str, fact: Fact | None) -> Tensor:
        if fact is None or fact.other is not None:
            return Tensor(name, None, "", None, real=True)
        element = element_name(self.onnx, fact.element) if fact.element else ""
        real = not fact.element or "FLOAT" in element or element == "DOUBLE"
        return Tensor(name, fact.shape, element, BITS.get(element), real, fact.stated, fact.conflict)

    def constants(self, graph: Any) -> dict[str, Any]:
        """Returns a graph's constants that can be permuted in the file."""
        inputs = {value.name for value in graph.input} if self.overridden else set()
        found = {weight.name: weight for weight in graph.initializer if weight.name not in inputs}
        for node in graph.node:
            if is_standard(node) and node.op_type == "Constant":
                values = [each.t for each in node.attribute if each.name == "value"]
                found.update(zip(node.output, values, strict=False))
        return {name: weight for name, weight in found.items() if self._is_plain(weight.data_type)}

    def folded(self, graph: Any, scope: Scope) -> dict[str, Any]:
        """Returns known transpose outputs, which the search takes as constants."""
        names = [node.output[0] for node in graph.node if is_transpose(node)]
        values = {name: scope.value(self.onnx, name, self.folder) for name in names}
        return {name: value for name, value in values.items() if value is not None and value.dtype.kind in "biuf"}

    def _is_plain(self, element: int) -> bool:
        kind = numpy_type(self.onnx, element)
        return kind is not None and kind.kind in "biufc" and self.onnx.helper.np_dtype_to_tensor_dtype(kind) == element

    def _params(self, node: Any, schema: Any, scope: Scope) -> dict[str, Numbers | None]:
        params: dict[str, Numbers | None] = {}
        for name, formal in schema.attributes.items() if schema is not None else ():
            if formal.default_value.type == self.onnx.AttributeProto.INT:
                params[name] = (formal.default_value.i,)
        for each in node.attribute:
            if each.type in (each.INT, each.INTS):
                params[each.name] = tuple(each.ints) if each.type == each.INTS else (each.i,)
        for formal, name in zip(schema.inputs if schema is not None else (), node.input, strict=False):
            if name:
                value = scope.value(self.onnx, name, self.folder)
                if value is not None and value.dtype == bool:
                    value = value.astype(int)
                listed = numbers(value)
                whole = tuple(each for each in listed or () if isinstance(each, int))
                params[formal.name] = None if listed is None or len(whole) < len(listed) else whole
        return params

    def call(self, node: Any, scope: Scope, constants: Sequence[bool], shape_of: Callable[[Fact | None], Any]) -> Call:
        facts = [scope.fact(name) for name in node.input]
        return Call(
            node.op_type,
            tuple(shape_of(fact) if name else () for name, fact in zip(node.input, facts, strict=True)),
            tuple(shape_of(scope.fact(name)) for name in node.output),
            tuple(constants),
            self._params(node, self.schema(node), scope),
            self.version,
            tuple("" if fact is None else element_name(self.onnx, fact.element) for fact in facts),
            {each.name: each.s.decode("utf-8", "replace") for each in node.attribute if each.type == each.STRING},
        )

    def moved(self, node: Any, scope: Scope) -> Move | str | None:
        """Returns how an operator other than a transpose moves elements: see move_of()."""
        if node.op_type not in KINDS or not (is_standard(node) or node.domain.startswith("com.microsoft")):
            return None
        constants = [scope.is_constant(name) for name in node.input]
        found = move_of(self.call(node, scope, constants, lambda fact: None if fact is None else fact.shape))
        return f"{node.op_type} {found}".strip() if isinstance(found, str) else found

    def quantized(self, graph: Any, node: Any, scope: Scope) -> tuple[int, bool]:
        """
        Returns (bits, fused). ``bits`` is the element width before the DequantizeLinear that feeds a transpose, or 0
        without one. ``fused`` is true if all readers of the transpose quantize again with equal parameters.
        """
        sources = [each for each in graph.node if node.input[0] in each.output and each.op_type == "DequantizeLinear"]
        if not sources or not is_standard(sources[0]):
            return 0, False
        (source, *_), output = sources, node.output[0]
        fact, scale = scope.fact(source.input[0]), scope.fact(source.input[1])
        bits = BITS.get(element_name(self.onnx, fact.element)) if fact is not None and fact.element else None
        if fact is None or bits is None or scale is None or scale.shape not in ((), (1,)):
            return 0, False
        readers = [each for each in graph.node if output in each.input or output in captured(each)]
        outside = any(value.name == output for value in graph.output)
        quantize = all(each.op_type == "QuantizeLinear" and is_standard(each) for each in readers) and bool(readers)
        written = {scope.fact(each.output[0]) for each in readers}
        types = all(one is not None and one.element == fact.element for one in written)
        same = all(_same_numbers(graph, each.input[1:], source.input[1:]) for each in readers)
        return bits, quantize and types and same and not outside

    def moves(self, graph: Any, scope: Scope) -> Iterator[Transpose | str]:
        """Yields a graph's permuting operators, and texts for operators that move elements in other ways."""
        read = {name for node in graph.node for name in (*node.input, *captured(node))}
        read |= {value.name for value in graph.output}
        for number, node in enumerate(graph.node):
            output = next(iter(node.output), "")
            found = None if is_transpose(node) or scope.is_size(output) else self.moved(node, scope)
            idle = NO_READER if output not in read else NO_RUN if not scope.runs else ""
            if isinstance(found, str) and not idle and not scope.is_constant(output):
                yield found
            if not (is_transpose(node) or isinstance(found, Move)):
                continue
            tensor = self.tensor(node.input[0], scope.fact(node.input[0]))
            if isinstance(found, Move):
                tensor, perm = replace(tensor, shape=found.shape), found.perm
            else:
                perm = permutation(node, len(tensor.shape or ()))
            written = scope.fact(output)
            if written is not None and written.conflict:
                tensor = replace(tensor, conflict=tensor.conflict or written.conflict)
            constant = scope.is_constant(node.input[0])
            kind, flips = (node.op_type, found.flips) if isinstance(found, Move) else ("", ())
            bits, fused = self.quantized(graph, node, scope)
            name, inside = operator_name(node, number), scope.branches
            yield Transpose(name, tensor, perm, "", output, constant, idle, bits, fused, kind, flips, inside)

    def _axes(self, node: Any, scope: Scope, constants: frozenset[str]) -> Axes | None:
        if bodies(node) or self.schema(node) is None:
            return None
        return axes_of(self.call(node, scope, [name in constants for name in node.input], _shape))

    def net(self, graph: Any, scope: Scope) -> Net:
        steps, fixed = [], [value.name for value in graph.output]
        tensors: dict[str, Tensor] = {}
        quantized: dict[str, int] = {}
        constants = set(self.constants(graph))
        folded = self.folded(graph, scope)
        permuted = constants | folded.keys()
        for number, node in enumerate(graph.node):
            perm: Perm | None = None
            axes: Axes | None = None
            if is_transpose(node):
                shape = _shape(scope.fact(node.input[0]))
                rank = 0 if shape is None else len(shape)
                listed = permutation(node, rank)
                if listed and is_permutation(listed) and (shape is None or rank == len(listed)):
                    perm = listed
                bits, fused = self.quantized(graph, node, scope)
                quantized.update({node.input[0]: bits} if fused else {})
                if node.input[0] in permuted:
                    permuted.add(node.output[0])
            else:
                axes = self._axes(node, scope, frozenset(permuted))
                fixed += captured(node)
            for name in (*node.input, *node.output):
                fact = scope.fact(name)
                tensor = self.tensor(name, fact)
                tensors[name] = replace(tensor, shape=_shape(fact), bits=quantized.get(name) or tensor.bits)
            folds = perm is not None and node.output[0] in folded
            name = operator_name(node, number)
            steps.append(Step(name, node.op_type, tuple(node.input), tuple(node.output), axes, perm, folds))
        return Net(tuple(steps), tensors, tuple(dict.fromkeys(fixed)), frozenset(constants | folded.keys()))


def _same_numbers(graph: Any, one: Sequence[str], other: Sequence[str]) -> bool:
    """True if all tensor names are equal, or name constants with equal numbers."""
    weights = {weight.name: weight for weight in graph.initializer}

    def told(name: str) -> object:
        held = weights.get(name)
        return (
            name
            if held is None or held.external_data
            else (held.data_type, held.raw_data, *held.float_data, *held.int32_data)
        )

    return list(map(told, one)) == list(map(told, other))


def captured(node: Any) -> list[str]:
    """Returns the outer tensors that an operator's inner graphs may read."""
    return sorted(read_inside(node) | {value.name for body in bodies(node) for value in body.output})


def _shape(fact: Fact | None) -> Any:
    """Returns an inferred shape; None if the shape is only stated, or conflicts with the file."""
    return None if fact is None or fact.stated or fact.conflict else fact.shape
