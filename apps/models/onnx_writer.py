# SPDX-License-Identifier: BSD-3-Clause
"""Writes ONNX graphs with the layouts from the search for removable transposes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from permkern.kernels.permutation import Perm, inverse

from .layout_writer import LayoutWriter
from .onnx_facts import Scope, bodies, is_standard
from .onnx_graphs import Reader, captured
from .products import PRODUCTS, Product
from .transposes import Layouts, Step, between

_INT64 = 7  # ONNX's type number


def all_names(graph: Any) -> set[str]:
    """Returns all operator and tensor names in a graph and its inner graphs."""
    names = {each.name for each in (*graph.input, *graph.output, *graph.initializer)}
    for node in graph.node:
        names |= {node.name, *node.input, *node.output}
        for body in bodies(node):
            names |= all_names(body)
    return names


def fresh(name: str, taken: set[str]) -> str:
    """Returns an unused name, and adds it to ``taken``."""
    number, made = 1, name
    while made in taken:
        number += 1
        made = f"{name}_{number}"
    taken.add(made)
    return made


def tidy(graph: Any) -> None:
    """Removes unread operators and weights, and the file's statements about removed tensors."""
    read = {value.name for value in graph.output}
    for index in reversed(range(len(graph.node))):
        node = graph.node[index]
        if is_standard(node) and read.isdisjoint(node.output):
            del graph.node[index]
        else:
            read |= {*node.input, *captured(node)}
    read |= {value.name for value in graph.input}
    there = read | {name for node in graph.node for name in node.output}
    delete(graph.initializer, lambda weight: weight.name not in read)
    delete(graph.value_info, lambda value: value.name not in there)
    delete(graph.quantization_annotation, lambda each: each.tensor_name not in there)


class Writer(LayoutWriter):
    """Writes one graph with the layouts from the search. ``taken`` has all names in the model."""

    def __init__(self, reader: Reader, graph: Any, scope: Scope, layouts: Layouts, taken: set[str]) -> None:
        self.values = reader.folded(graph, scope)
        super().__init__(layouts, self.values)
        self.reader, self.onnx, self.taken = reader, reader.onnx, taken
        self.graph, self.scope = graph, scope
        self.constants = reader.constants(graph)
        self.nodes: list[Any] = []
        self.head: list[Any] = []
        self.kept = {step.outputs[0]: step.name for step in layouts.net.steps if step.perm is not None}

    def new(self, name: str) -> str:
        """Returns a new name."""
        return fresh(f"{name}_permuted", self.taken)

    def fresh(self, root: str, _layout: Perm) -> str:
        return self.new(root)

    def add(self, tensor: Any) -> str:
        """Adds a constant to the graph, and returns its name."""
        if not self.reader.overridden:  # before IR version 4, an initializer must also be an input
            self.head.append(self.onnx.helper.make_node("Constant", [], [tensor.name], value=tensor))
        else:
            self.graph.initializer.append(tensor)
        return str(tensor.name)

    def constant(self, root: str, layout: Perm, name: str) -> None:
        """Writes a constant in this layout. Weights outside the file get only a shape, for advice."""
        weight: Any = self.constants.get(root)
        array: Any = self.values.get(root)
        if weight is not None and weight.data_location == weight.EXTERNAL:
            made = self.onnx.TensorProto()
            made.CopyFrom(weight)
            shape = [*(1,) * (len(layout) - len(weight.dims)), *weight.dims]
            made.dims[:], made.name = [shape[axis] for axis in layout or range(len(shape))], name
            self.add(made)
            return
        if weight is not None:
            array = self.onnx.numpy_helper.to_array(weight, self.reader.folder)
        array = array.reshape((1,) * (len(layout) - array.ndim) + array.shape)
        self.add(self.onnx.numpy_helper.from_array(array.transpose(layout) if layout else array, name))

    def numbers(self, values: Sequence[int] | int, near: str, like: str = "") -> str:
        """Adds a constant input with the element type of the tensor ``like``, by default int64."""
        import numpy

        fact = self.scope.fact(like)
        kind = self.onnx.helper.tensor_dtype_to_np_dtype(fact.element if fact is not None else _INT64)
        return self.add(self.onnx.numpy_helper.from_array(numpy.array(values, dtype=kind), self.new(near)))

    def permute(self, root: str, source: Perm, layout: Perm, name: str) -> None:
        operator, perm = self.kept.get(name) or self.new(f"{root}_transpose"), between(source, layout)
        reads = self.name(root, source)
        self.nodes.append(self.onnx.helper.make_node("Transpose", [reads], [name], name=operator, perm=perm))

    def copy(self, root: str, layout: Perm, name: str) -> None:
        reads = self.name(root, layout)
        self.nodes.append(self.onnx.helper.make_node("Identity", [reads], [name], name=self.new(name)))

    def write(self) -> None:
        for index, node in enumerate(self.graph.node):
            step, ports = self.layouts.net.steps[index], self.layouts.ports[index]
            if not step.stands:
                continue
            copy = self.onnx.NodeProto()
            copy.CopyFrom(node)
            for name in captured(node) if bodies(node) else ():
                self.expose(name)
            copy.input[:] = [self.input(index, port) for port in range(len(step.inputs))]
            copy.output[:] = [
                self.name(name, ports[port]) if name else "" for port, name in enumerate(step.outputs, len(step.inputs))
            ]
            self.nodes += self._changed(copy, step, ports) if any(ports) and step.axes else [copy]
        for value in self.graph.output:
            self.expose(value.name)
        del self.graph.node[:]
        self.graph.node.extend([*self.head, *self.nodes])
        tidy(self.graph)

    # ---- operators with a new axis order ----

    def _changed(self, node: Any, step: Step, ports: Sequence[Perm]) -> list[Any]:
        assert step.axes is not None
        if node.op_type == "Shape":
            found, back = self.new(node.output[0]), self.numbers(inverse(ports[0]), f"{node.output[0]}_order")
            mended = self.onnx.helper.make_node("Gather", [found, back], list(node.output), name=self.new(step.name))
            node.output[0] = found
            return [node, mended]
        if node.op_type in ("Gemm", "MatMul") and step.axes.free:
            return [self._multiplied(node, ports)]
        if step.axes.multiply is not None:
            product = step.axes.multiply(ports[step.axes.port], ports[-1])
            return [node] if product is None else self._product(node, step, step.axes.port, product)
        if node.op_type in PRODUCTS and ports[-1][-2:] == (len(ports[-1]) - 1, len(ports[-1]) - 2):
            self._exchange(node)
        if step.axes.target is not None:
            sides = (0, len(step.inputs))
            target = step.axes.target(*(ports[side] or tuple(range(len(step.axes.ports[side]))) for side in sides))
            return [self._reshape(node.input[0], target, node.output[0], node.name)]
        order = ports[step.axes.port]
        if order:
            for name, axes in step.axes.named.items():
                named = [order.index(axis) for axis in axes]
                # Old versions need ascending lists. Pad and Slice pair the axes with other lists, so their order stays.
                self._put(node, step, name, named if node.op_type in ("Pad", "Slice") else sorted(named))
            for name, values in step.axes.listed.items():
                whole = range(0, len(values), len(order))
                self._put(node, step, name, [values[first + axis] for first in whole for axis in order])
        return [node]

    def _reshape(self, reads: str, target: Sequence[int], writes: str, name: str) -> Any:
        shape = self.numbers(target, writes)
        return self.onnx.helper.make_node("Reshape", [reads, shape], [writes], name=name)

    def _put(self, node: Any, step: Step, name: str, values: list[int]) -> None:
        """Sets an operator's parameter: an attribute or an input, depending on its version."""
        schema = self.reader.schema(node)
        if name in schema.attributes:
            several = schema.attributes[name].type == self.onnx.defs.OpSchema.AttrType.INTS
            delete(node.attribute, lambda each: each.name == name)
            node.attribute.append(self.onnx.helper.make_attribute(name, values if several else values[0]))
            return
        place = [formal.name for formal in schema.inputs].index(name)
        node.input.extend([""] * (place + 1 - len(node.input)))
        # A Slice's axes have the element type of its starts.
        like = step.inputs[place] if place < len(step.inputs) and step.inputs[place] else step.inputs[1]
        node.input[place] = self.numbers(values[0] if name == "axis" else values, node.output[0], like)

    def _exchange(self, node: Any) -> None:
        """Exchanges the factors of a product."""
        given = [*node.input, "", ""]
        node.input[:] = [given[k] for k in PRODUCTS[node.op_type] if k < len(given)]
        while not node.input[-1]:
            node.input.pop()

    def _product(self, node: Any, step: Step, tensor: int, product: Product) -> list[Any]:
        """Returns a product with a matrix, and the Reshapes around it."""
        made = [node]
        if product.before:
            reads, node.input[tensor] = node.input[tensor], self.new(step.inputs[tensor])
            made.insert(0, self._reshape(reads, product.before, node.input[tensor], self.new(step.name)))
        if product.after:
            writes, node.output[0] = node.output[0], self.new(step.outputs[0])
            made.append(self._reshape(node.output[0], product.after, writes, self.new(step.name)))
        if product.left != (tensor != 0):
            self._exchange(node)
        if product.gemm:
            node.op_type = "Gemm"
            node.attribute.append(self.onnx.helper.make_attribute("transB" if product.left else "transA", 1))
        return made

    def _multiplied(self, node: Any, ports: Sequence[Perm]) -> Any:
        """Returns a Gemm with transposed inputs. A transposed product has transposed factors in reverse order."""
        made = self.onnx.NodeProto()
        made.CopyFrom(node)
        made.op_type = "Gemm"
        flags = {each.name: each.i for each in node.attribute if each.name in ("transA", "transB")}
        one, other = (flags.get(name, 0) ^ bool(order) for name, order in (("transA", ports[0]), ("transB", ports[1])))
        if ports[-1]:
            made.input[:] = [node.input[1], node.input[0], *node.input[2:]]
            one, other = 1 - other, 1 - one
        delete(made.attribute, lambda each: each.name in flags)
        made.attribute.extend(
            self.onnx.helper.make_attribute(name, int(flag)) for name, flag in (("transA", one), ("transB", other))
        )
        return made


def delete(field: Any, is_gone: Callable[[Any], bool]) -> None:
    for index in reversed([index for index, each in enumerate(field) if is_gone(each)]):
        del field[index]
