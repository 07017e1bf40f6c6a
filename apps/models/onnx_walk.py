# SPDX-License-Identifier: BSD-3-Clause
"""Infers the shapes in an ONNX model's graphs, including branches and loops, and folds constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .extents import Extent, product, symbol
from .models import Dims, dim_name, one_line, reason
from .onnx_facts import Fact, Found, Scope, bodies, is_standard, numpy_type
from .onnx_rules import attribute
from .onnx_shapes import Inference
from .onnx_values import BOUNDED, RANDOM, fold, is_few, is_open

_INT64 = 7  # ONNX's type number
_BOOL = 9
_WALKS = 4  # most walks of one loop body
_DEEP = 4  # nesting depth of loops and branches
_SHORT = 64  # most numbers in a partly unknown shape list


class Walk(Inference):
    """Inference over whole graphs."""

    # ---- a graph ----

    def graph(self, graph: Any, scope: Scope, given: Sequence[Fact | None], path: tuple[str, ...]) -> None:
        """Infers all facts in a graph. ``given`` has known facts about its inputs, besides their stated types."""
        self.found.scopes.append((graph, scope))
        if not self.strict:
            scope.stated = {value.name: value.type for value in (*graph.value_info, *graph.output)}
        for index, value in enumerate(graph.input):
            told = given[index] if index < len(given) else None
            scope.facts[value.name] = (
                self.declared(value.name, value.type) if told is None else self.merged(value.name, told, value.type)
            )
        for weight in graph.initializer:
            if not (self.strict and weight.name in self.replaceable):
                self._weight(scope, weight.name, weight)
        scope.constants -= self.replaceable
        for index, node in enumerate(graph.node):
            self._node(node, scope, (*path, f"{node.op_type} {index}"))

    def _weight(self, scope: Scope, name: str, weight: Any) -> None:
        shape = tuple(weight.dims)
        scope.facts[name] = Fact(weight.data_type, shape)
        scope.constants.add(name)
        if is_few(shape):
            scope.weights[name] = weight

    def _node(self, node: Any, scope: Scope, path: tuple[str, ...]) -> None:
        standard = is_standard(node)
        if standard and node.op_type == "Constant" and node.output:
            self._constant(node, scope)
            return
        facts = [scope.fact(name) or Fact() for name in node.input]
        values = [scope.value(self.onnx, name, self.folder) if name else None for name in node.input]
        if standard and node.op_type == "Transpose" and len(facts) == 1:
            facts = [self._ranked(node.input[0], facts[0], attribute(node, "perm"), scope)]
        try:
            made = self._control(node, scope, facts, values, path) if bodies(node) else self.infer(node, facts, values)
        except Exception as error:  # onnx's inference also raises errors from C++
            name = node.name or next(filter(None, node.output), node.op_type)
            self.found.failures[path] = f"{one_line(name)} ({one_line(node.op_type)}): {reason(error)}"
            made = [Fact() for _ in node.output]
        for name, fact in zip(node.output, made, strict=False):
            if name:
                scope.facts[name] = self.merged(name, fact, scope.stated.get(name))
        if standard and not bodies(node):
            self._fold(node, scope, facts, values)

    def _ranked(self, name: str, fact: Fact, perm: tuple[int, ...] | None, scope: Scope) -> Fact:
        """
        Returns the fact for a transpose's input. The permutation gives at least the rank, so --dim can give extents.
        """
        if fact.shape is not None or fact.other is not None or not perm:
            return fact
        fact = replace(fact, shape=tuple(self.named(name, axis) for axis in range(len(perm))))
        scope.facts[name] = fact
        return fact

    def _constant(self, node: Any, scope: Scope) -> None:
        name = node.output[0]
        for each in node.attribute:
            if each.HasField("t"):
                self._weight(scope, name, each.t)
                return
        if name not in scope.facts:
            made = fold(self.onnx, node, self.opsets[""], [], [None])
            if made is not None:
                self._keep(scope, name, made[0])
        scope.facts.setdefault(name, Fact())
        scope.constants.add(name)

    # ---- folding ----

    def _keep(self, scope: Scope, name: str, value: Any) -> None:
        """Stores a tensor's numbers, and the element type and shape that they give."""
        scope.values[name] = value
        before = scope.facts.get(name, Fact())
        element = before.element
        if not element and value.dtype.kind in "biuf":
            element = int(self.onnx.helper.np_dtype_to_tensor_dtype(value.dtype))
        if before.shape is None or any(not isinstance(extent, int) for extent in before.shape):
            scope.facts[name] = replace(before, element=element, shape=tuple(value.shape))

    def _fold(self, node: Any, scope: Scope, facts: Sequence[Fact], values: Sequence[Any]) -> None:
        kind = node.op_type
        read = [name for name in node.input if name]
        counts = kind in ("Shape", "Size")
        if counts or (read and kind not in RANDOM and all(scope.is_constant(name) for name in read)):
            scope.constants.update(node.output)
            scope.sizes.update(node.output if counts or any(scope.is_size(name) for name in read) else ())
        if counts:
            self._shape(node, scope, facts[0] if facts else Fact())
            return
        if kind == "Concat":
            values = [
                self._unknown(name, fact) if value is None else value
                for name, fact, value in zip(node.input, facts, values, strict=True)
            ]
        if any(name and value is None for name, value in zip(node.input, values, strict=True)) or not read:
            return
        written = [scope.facts.get(name, Fact()) for name in node.output]
        if kind not in BOUNDED and not all(is_few(fact.shape) for fact in written):
            return
        types = [numpy_type(self.onnx, fact.element) for fact in written]
        made = fold(self.onnx, node, self.opsets[""], values, types)
        for name, value in zip(node.output, made or [], strict=False):
            if name and value is not None:
                self._keep(scope, name, value)

    def _unknown(self, name: str, fact: Fact) -> Any:
        """Returns symbols for a short list of unknown numbers, so that Concat keeps its known numbers."""
        if fact.element != _INT64 or fact.shape is None or len(fact.shape) != 1:
            return None
        [length] = fact.shape
        if not isinstance(length, int) or length > _SHORT:
            return None
        return self._list([symbol(f"{name}[{index}]", positive=False) for index in range(length)])

    def _shape(self, node: Any, scope: Scope, fact: Fact) -> None:
        if fact.shape is None or not node.output:
            return
        extents: Sequence[Extent] = fact.shape
        if node.op_type == "Size":
            self._keep(scope, node.output[0], self._list((product(extents),)).reshape(()))
            return
        start, end = attribute(node, "start"), attribute(node, "end")
        self._keep(scope, node.output[0], self._list(extents[slice(start, end)]))

    def _list(self, extents: Sequence[Extent]) -> Any:
        import numpy

        made = numpy.empty(len(extents), dtype=object)
        made[:] = extents
        return made.astype(numpy.int64) if all(isinstance(extent, int) for extent in extents) else made

    # ---- branches and loops ----

    def _control(
        self, node: Any, scope: Scope, facts: Sequence[Fact], values: Sequence[Any], path: tuple[str, ...]
    ) -> list[Fact]:
        if is_standard(node) and node.op_type == "If":
            return self._if(node, scope, values, path)
        if is_standard(node) and node.op_type in ("Loop", "Scan"):
            return self._loop(node, scope, facts, path)
        for body in bodies(node):
            self.graph(body, Scope(scope, scope.runs, scope.branches), [], path)
        return [Fact() for _ in node.output]

    def _results(self, body: Any, scope: Scope) -> list[Fact]:
        return [scope.fact(value.name) or self.declared(value.name, value.type) for value in body.output]

    def _if(self, node: Any, scope: Scope, values: Sequence[Any], path: tuple[str, ...]) -> list[Fact]:
        """Merges the output shapes of both branches. With a constant condition, only one branch counts."""
        value = values[0] if values else None
        choice = None if value is None or is_open(value) or value.size != 1 else bool(value.reshape(-1)[0])
        results = []
        for each in node.attribute:
            if not each.HasField("g"):
                continue
            runs = choice is None or (each.name == "then_branch") == choice
            branch = () if choice is not None else (("/".join(path), each.name),)
            inner = Scope(scope, scope.runs and runs, scope.branches + branch)
            self.graph(each.g, inner, [], (*path, each.name))
            if runs:
                results.append(self._results(each.g, inner))
        if len(results) == 1:
            return results[0]
        return [self._either(name, [facts[k] for facts in results]) for k, name in enumerate(node.output)]

    def _either(self, name: str, facts: Sequence[Fact]) -> Fact:
        """Returns the facts that all alternatives share. Data select one of them at run time."""
        first = facts[0] if facts else Fact()
        if len({fact.element for fact in facts}) > 1 or any(fact.shape is None for fact in facts):
            return Fact(first.element if len({fact.element for fact in facts}) == 1 else 0)
        shapes = [fact.shape or () for fact in facts]
        if len({len(shape) for shape in shapes}) > 1:
            return Fact(first.element)
        return Fact(
            first.element,
            tuple(
                extents[0] if len(set(extents)) == 1 else self.named(name, axis)
                for axis, extents in enumerate(zip(*shapes, strict=True))
            ),
        )

    def _loop(self, node: Any, scope: Scope, facts: Sequence[Fact], path: tuple[str, ...]) -> list[Fact]:
        """
        Walks a loop body with the facts that enter it. If the body changes a carried extent, the extent becomes open,
        and the body is walked again. The last walk, and loops nested too deeply, take all carried shapes as unknown.
        """
        [body] = bodies(node)
        scan = node.op_type == "Scan"
        slices = attribute(node, "num_scan_inputs") or 0 if scan else 0
        first = facts[: len(facts) - slices] if scan else facts[2:]
        carried = [Fact(fact.element, fact.shape) for fact in first]
        head = [] if scan else [Fact(_INT64, ()), Fact(_BOOL, ())]
        parts, count = self._slices(node, facts[len(facts) - slices :]) if scan else ([], None)
        names = [value.name for value in body.input][len(head) :]
        place = len(self.found.scopes)
        for left in reversed(range(_WALKS)):
            if not left or len(path) > _DEEP:
                carried = [Fact(fact.element) for fact in first]
            del self.found.scopes[place:]
            for key in [key for key in self.found.failures if key[: len(path)] == path]:
                del self.found.failures[key]
            inner = Scope(scope, scope.runs, scope.branches)
            self.graph(body, inner, [*head, *carried, *parts], path)
            results = self._results(body, inner)[0 if scan else 1 :]
            entered = carried
            carried = [
                self._either(name, (before, after))
                for name, before, after in zip(names, carried, results, strict=False)
            ]
            if carried == entered or len(path) > _DEEP:
                break
        rest = results[len(carried) :]
        stacked = zip(rest, node.output[len(carried) :], strict=False)
        return [*carried, *(self._stacked(node, fact, name, count) for fact, name in stacked)]

    def _slices(self, node: Any, facts: Sequence[Fact]) -> tuple[list[Fact], Extent | None]:
        """Returns facts for the slices that a Scan's body reads, and its iteration count."""
        axes = attribute(node, "scan_input_axes") or (0,) * len(facts)
        made, count = [], None
        for fact, axis in reversed([*zip(facts, axes, strict=False)]):
            shape = fact.shape
            count = shape[axis] if shape else None
            made.append(Fact(fact.element, shape and tuple(e for k, e in enumerate(shape) if k != axis % len(shape))))
        return made[::-1], count

    def _stacked(self, node: Any, fact: Fact, name: str, count: Extent | None) -> Fact:
        """Returns the fact for an output that stacks one tensor per iteration."""
        if fact.shape is None or attribute(node, "scan_output_axes"):
            return Fact(fact.element)
        return Fact(fact.element, (symbol(dim_name(name, 0)) if count is None else count, *fact.shape))


def find_shapes(onnx: Any, model: Any, dims: Dims, folder: str, *, strict: bool = False) -> Found:
    """
    Infers a model's tensor shapes with the --dim extents. ``folder`` has the model. A ``strict`` walk ignores stated
    shapes of operator outputs, and the values of replaceable() weights.
    """
    walk = Walk(onnx, model, dims, folder, strict=strict)
    walk.graph(model.graph, Scope(), [], ())
    return walk.found
