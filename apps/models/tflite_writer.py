# SPDX-License-Identifier: BSD-3-Clause
"""Writes TensorFlow Lite models with the layouts from the search for removable transposes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile, is_zipfile

import numpy
from permkern.kernels.permutation import Perm, inverse

from .layout_writer import LayoutWriter
from .models import Dims, ModelError, Perms, Rewrite, new_layout, one_line
from .tflite_models import Subgraph, actions, check, find, is_view, load, reading
from .tflite_tables import MOST, Schema, Table
from .transposes import Layouts, Step, between, search

# Metadata that refer to tensors or operators by number.
_BY_NUMBER = ("OfflineMemoryAllocation", "model_control_dependencies")


def _ints(values: Iterable[int]) -> Any:
    return numpy.array([*values], dtype="<i4")


def inlined(model: Table, data: bytes) -> None:
    """Moves contents that the file has after its tables into the tables."""
    graphs = (operator for graph in model["Subgraphs"] for operator in graph["Operators"] or ())
    outside = (
        *((each, "Data", "Offset", "Size") for each in model["Buffers"] or ()),
        *((each, "CustomOptions", "LargeCustomOptionsOffset", "LargeCustomOptionsSize") for each in graphs),
    )
    for table, name, offset, size in outside:
        if table.get(offset, 0) > 1:  # as LiteRT tests it
            table[name] = numpy.frombuffer(data, "u1", table[size], table[offset])
            table[offset] = table[size] = 0


class Writer(LayoutWriter):
    """Writes one subgraph. Names of tensors are their numbers."""

    def __init__(self, schema: Schema, model: Table, number: int, graph: Subgraph, layouts: Layouts) -> None:
        super().__init__(layouts)
        self.schema, self.model, self.number, self.graph = schema, model, number, graph
        self.table = model["Subgraphs"][number]
        self.tensors, self.old = self.table["Tensors"], self.table["Operators"] or []
        self.operators: list[Table] = []

    # ---- tensors ----

    def _add(self, like: Table, ending: bytes, **fields: Any) -> str:
        changed = {"Name": (like["Name"] or b"") + ending, "Buffer": 0, "IsVariable": False, **fields}
        self.tensors.append(Table(like.kind, **{**like, **changed}))
        return str(len(self.tensors) - 1)

    def fresh(self, root: str, layout: Perm) -> str:
        tensor = self.tensors[int(root)]
        shapes = {name: tensor[name] for name in ("Shape", "ShapeSignature")}
        permuted = {
            name: each[list(layout)] for name, each in shapes.items() if each is not None and len(each) == len(layout)
        }
        return self._add(tensor, b"_permuted", **permuted)

    def _fill(self, name: str, array: Any) -> str:
        """Makes an array the contents of a tensor."""
        self.model["Buffers"].append(self.schema.new("Buffer", Data=numpy.frombuffer(array.tobytes(), "u1")))
        changed = {"Shape": _ints(array.shape), "ShapeSignature": None, "Buffer": len(self.model["Buffers"]) - 1}
        self.tensors[int(name)].update(changed)
        return name

    def constant(self, root: str, layout: Perm, name: str) -> None:
        tensor, bits = self.tensors[int(root)], self.layouts.net.tensors[root].bits or 0
        data = self.model["Buffers"][tensor["Buffer"]]["Data"]
        shape = () if tensor["Shape"] is None else tuple(tensor["Shape"])
        array = numpy.frombuffer(data.tobytes(), f"<u{bits // 8}").reshape(shape)
        self._fill(name, array.reshape((1,) * (len(layout) - array.ndim) + shape).transpose(layout or None))

    def _numbers(self, values: Any, near: str) -> int:
        """Adds a constant list of 32-bit integers."""
        like = self.schema.new("Tensor", Name=self.tensors[int(near)]["Name"], Type=self.schema.tflite.TensorType.INT32)
        return int(self._fill(self._add(like, b"_parameter"), numpy.asarray(values, dtype="<i4")))

    # ---- operators ----

    def _code(self, kind: str) -> int:
        """Returns the number of an operator code of the model, of its highest version. Adds one if there is none."""
        codes, wanted = self.model["OperatorCodes"], getattr(self.schema.tflite.BuiltinOperator, kind)
        of = [k for k, each in enumerate(codes) if max(each["BuiltinCode"], each["DeprecatedBuiltinCode"]) == wanted]
        if not of:
            codes.append(self.schema.new("OperatorCode", BuiltinCode=wanted, DeprecatedBuiltinCode=wanted))
        return max(of, key=lambda k: codes[k]["Version"], default=len(codes) - 1)

    def _move(self, kind: str, found: str, values: Sequence[int], name: str) -> None:
        read = _ints([int(found), self._numbers(values, name)])
        self.operators.append(
            self.schema.new("Operator", OpcodeIndex=self._code(kind), Inputs=read, Outputs=_ints([int(name)]))
        )

    def _extents(self, root: str, layout: Perm) -> list[int]:
        """Returns the shape parameter of a RESHAPE to this layout."""
        shape = self.layouts.net.tensors[root].shape or ()
        return [extent if isinstance(extent, int) else -1 for extent in (shape[k] for k in layout or range(len(shape)))]

    def permute(self, root: str, source: Perm, layout: Perm, name: str) -> None:
        view = is_view(self.layouts, root, source, layout)
        values = self._extents(root, layout) if view else between(source, layout)
        self._move("RESHAPE" if view else "TRANSPOSE", self.name(root, source), values, name)

    def copy(self, root: str, layout: Perm, name: str) -> None:
        extents = self._extents(root, layout)
        if extents.count(-1) <= 1:
            self._move("RESHAPE", self.name(root, layout), extents, name)
        else:
            self._move("TRANSPOSE", self.name(root, layout), range(len(extents)), name)

    def write(self) -> None:
        for index, operator in enumerate(self.old):
            step, ports = self.layouts.net.steps[index], self.layouts.ports[index]
            if not step.stands:
                continue
            for port, place in enumerate(self.graph.orders[index]):
                if step.inputs[port]:
                    operator["Inputs"] = _replaced(operator["Inputs"], place, int(self.input(index, port)))
            for port, name in enumerate(step.outputs):
                if name:
                    made = int(self.name(name, ports[len(step.inputs) + port]))
                    operator["Outputs"] = _replaced(operator["Outputs"], port, made)
            if step.axes and any(ports):
                self._change(operator, step, ports)
            self.operators.append(operator)
        for name in self.layouts.net.fixed:
            self.expose(name)
        self.table["Operators"] = self.operators

    def give_layouts(self, option: str, place: str, given: Perms) -> list[str]:
        """
        Permutes the graph's Inputs or Outputs, by transposes that a search may then remove. Axis k of the new layout is
        axis ``perm[k]`` of the old one. Returns texts for callers. Raises SetError for tensors that cannot change.
        """
        both, told = {*self.table["Inputs"]} & {*self.table["Outputs"]}, []
        known = {self.graph.name(k): k for k in map(int, self.table[place]) if k not in both and self.graph.is_plain(k)}
        shapes = {name: ["?" if each is None else each for each in self.graph.stated(k)] for name, k in known.items()}
        for name, perm in given.items():
            told.append(new_layout(option, name, perm, shapes))
            old, new = known[name], int(self.fresh(str(known[name]), perm))
            names = (self.tensors[k]["Name"] for k in (new, old))
            self.tensors[old]["Name"], self.tensors[new]["Name"] = names
            for table, field in _ends(self.model, self.number, place):
                made = numpy.where(table[field] == old, new, table[field]).astype("<i4")
                table[field] = made if made.ndim else int(made)
            reads, writes, order = (new, old, inverse(perm)) if place == "Inputs" else (old, new, perm)
            self._move("TRANSPOSE", str(reads), order, str(writes))
        moves, self.operators = self.operators, []
        self.old = [*moves, *self.old] if place == "Inputs" else [*self.old, *moves]
        self.table["Operators"] = self.old
        return told

    def _change(self, operator: Table, step: Step, ports: Sequence[Perm]) -> None:
        """Writes an operator's parameters for a new axis order."""
        assert step.axes is not None
        if step.axes.target is not None:
            sides = (0, len(step.inputs))
            target = step.axes.target(*(ports[side] or tuple(range(len(step.axes.ports[side]))) for side in sides))
            output = str(operator["Outputs"][0])
            operator["Inputs"] = _ints([operator["Inputs"][0], self._numbers(target, output)])
            operator["BuiltinOptions"], operator["BuiltinOptionsType"] = None, 0
            return
        order = ports[step.axes.port]
        for place, axes in step.axes.named.items() if order else ():
            self._put(operator, place, sorted(order.index(axis) for axis in axes))
        for place, values in step.axes.listed.items() if order else ():
            self._put(operator, place, numpy.reshape(values, (len(order), -1))[list(order)].ravel())

    def _put(self, operator: Table, place: str, values: Any) -> None:
        """Sets a parameter: an input, by number, or an option."""
        options = operator["BuiltinOptions"]
        if place.endswith("Mask"):
            options[place] = sum(int(bit) << axis for axis, bit in enumerate(values))
        elif not place.isdigit():
            options[place] = values[0] if place == "Axis" else _ints(values)
        else:
            like = self.tensors[int(operator["Inputs"][int(place)])]
            kind = "<i8" if like["Type"] == self.schema.tflite.TensorType.INT64 else "<i4"
            shape = () if like["Shape"] is None else like["Shape"]
            made = self._fill(self._add(like, b"_permuted"), numpy.reshape(values, shape).astype(kind))
            operator["Inputs"] = _replaced(operator["Inputs"], int(place), int(made))


def _replaced(numbers: Any, place: int, number: int) -> Any:
    made = numbers.copy()
    made[place] = number
    return made


# ---- the model ----


def _ends(model: Table, number: int, place: str) -> Iterator[tuple[Table, str]]:
    """Yields the fields with the tensor numbers of a subgraph's Inputs or Outputs."""
    yield model["Subgraphs"][number], place
    for signature in model["SignatureDefs"] or ():
        if signature["SubgraphIndex"] == number:
            yield from ((each, "TensorIndex") for each in signature[place] or ())


def _tensors_of(model: Table, number: int) -> Iterator[tuple[Table, str]]:
    """Yields the fields with tensor numbers of a subgraph."""
    for place in ("Inputs", "Outputs"):
        yield from _ends(model, number, place)
    for operator in model["Subgraphs"][number]["Operators"]:
        yield from ((operator, name) for name in ("Inputs", "Outputs", "Intermediates"))


def _renumber(fields: Sequence[tuple[Table, str]], items: list[Any]) -> list[Any]:
    """Returns the items that fields refer to by number, and changes the numbers in the fields."""
    numbers = [(table, name, numpy.atleast_1d(table[name])) for table, name in fields if table[name] is not None]
    used = sorted({int(k) for *_, listed in numbers for k in listed if k >= 0})
    places = {-1: -1, **{k: place for place, k in enumerate(used)}}
    for table, name, listed in numbers:
        made = [places[int(k)] for k in listed]
        table[name] = _ints(made) if numpy.ndim(table[name]) else made[0]
    return [items[k] for k in used]


def _write(schema: Schema, model: Table, found: Sequence[tuple[int, Subgraph, Layouts]]) -> None:
    """Changes subgraphs to the layouts from the search, and leaves out what nothing reads any more."""
    for number, graph, layouts in found:
        Writer(schema, model, number, graph, layouts).write()
        table = model["Subgraphs"][number]
        table["Tensors"] = _renumber([*_tensors_of(model, number)], table["Tensors"])
    operators = [(each, "OpcodeIndex") for graph in model["Subgraphs"] for each in graph["Operators"] or ()]
    model["OperatorCodes"] = _renumber(operators, model["OperatorCodes"])
    tensors = (each for graph in model["Subgraphs"] for each in graph["Tensors"] or ())
    held = {each["Buffer"] for each in (*tensors, *(model["Metadata"] or ()))}
    for number, buffer in enumerate(model["Buffers"]):
        if number not in held and number not in (
            model["MetadataBuffer"] if model["MetadataBuffer"] is not None else ()
        ):
            buffer["Data"] = None


def _give(graph: Subgraph, table: Table) -> None:
    """Writes the extents that follow from --dim."""
    for number, tensor in enumerate(table["Tensors"]):
        for axis, extent in enumerate(graph.net.tensors[str(number)].shape or ()):
            for name in ("Shape", "ShapeSignature"):
                if tensor[name] is not None and len(tensor[name]) > axis and isinstance(extent, int):
                    tensor[name] = _replaced(tensor[name], axis, extent)


def _mark(schema: Schema, model: Table, key: bytes, value: bytes) -> None:
    """Writes an entry of the metadata, in place of an older one."""
    entry = next((each for each in model["Metadata"] or () if each["Name"] == key), None)
    if entry is None:
        entry = schema.new("Metadata", Name=key, Buffer=len(model["Buffers"]))
        model["Metadata"] = [*(model["Metadata"] or ()), entry]
        model["Buffers"].append(schema.new("Buffer"))
    model["Buffers"][entry["Buffer"]]["Data"] = numpy.frombuffer(value, "u1")


def _with_files(made: bytes, data: bytes) -> bytes:
    """Adds the files that TensorFlow Lite's metadata keep after the model, as a ZIP archive."""
    source = BytesIO(data)
    if not is_zipfile(source):
        return made
    copy = BytesIO(made)
    with ZipFile(source) as before, ZipFile(copy, "a") as after:
        for each in before.infolist():
            after.writestr(each, before.read(each))
    return copy.getvalue()


def _unwritten(graph: Subgraph) -> str:
    """Returns the name of a tensor that nothing writes and an operator reads; empty if there is none."""
    known = {*map(str, graph.inputs | graph.constants), *(name for step in graph.net.steps for name in step.outputs)}
    read = [int(name) for step in graph.net.steps for name in step.inputs if name and name not in known]
    return next((graph.name(k) for k in read if not graph.tensor(k).IsVariable()), "")


@dataclass(frozen=True)
class Copy:
    """
    A model, its copy, and its copy with all transposes. ``before`` counts the model's permutes, ``stay`` names the
    copy's. ``layouts`` tells callers the copy's new layouts. ``open_dims`` are the inputs' open axes. ``inputs`` has
    names, shapes in the file and element types, ``outputs`` names.
    """

    model: bytes
    data: bytes
    plain: bytes
    before: int
    stay: tuple[str, ...]
    actions: tuple[Rewrite, ...]
    layouts: tuple[str, ...]
    open_dims: tuple[str, ...]
    inputs: tuple[tuple[str, tuple[int, ...], str], ...]
    outputs: tuple[str, ...]


def copied(path: Path, dims: Dims, mark: str, inputs: Perms, outputs: Perms) -> Copy:
    """
    Copies a model without its removable transposes, with new layouts of ``inputs`` and ``outputs``, by tensor. Raises
    ModelError for a model that cannot be read or written, SetError for layouts that it cannot have.
    """
    with reading(path):
        tflite, source = load(path)
        data, schema = bytes(source._tab.Bytes), Schema(tflite)
        before = found = find(tflite, source, {})
        if dims:
            found = find(tflite, source, dims)
        model = schema.read(source)
    check(path, dims, before, found)
    if unwritten := next(filter(None, map(_unwritten, found.graphs)), ""):
        raise ModelError(
            f"{path}: an operator reads {one_line(unwritten)}, which nothing writes; export the model again"
        )
    with reading(path):
        inlined(model, data)
        if sum(len(each["Data"]) for each in model["Buffers"] if each["Data"] is not None) > MOST:
            raise ModelError(f"{path}: its weights exceed 2 GB, which no copy can have; make the model smaller")
        for number, graph in enumerate(found.graphs) if dims else ():
            _give(graph, model["Subgraphs"][number])
        _mark(schema, model, mark.encode(), path.name.encode())
        plain, graphs = schema.write(model), found.graphs
    told: list[str] = []
    if inputs or outputs:
        writer = Writer(schema, model, 0, graphs[0], Layouts(graphs[0].net))
        told = writer.give_layouts("--input-layout", "Inputs", inputs)
        told += writer.give_layouts("--output-layout", "Outputs", outputs)
    with reading(path):
        if told:
            graphs = find(tflite, tflite.Model.GetRootAs(schema.write(model), 0), {}).graphs
        searched = [(number, graph, search(graph.net)) for number, graph in enumerate(graphs)]
        changed = [(*each, listed) for each in searched if (listed := actions(each[2]))]
    refused = [each["Name"] for each in model["Metadata"] or () if each["Name"] in _BY_NUMBER]
    if refused and (changed or told):
        raise ModelError(
            f"{path}: its metadata {refused[0].decode()} name tensors or operators by number; optimize the model before"
            " they are added"
        )
    with reading(path):
        if changed:
            _write(schema, model, [each[:3] for each in changed])
        made = _with_files(schema.write(model), data)
        left = find(tflite, tflite.Model.GetRootAs(made, 0), {})
        read = tflite.Model.GetRootAs(plain, 0)
        stated = Subgraph(tflite, read, 0, {}, found).stated_inputs()
    rewrites = tuple(action for each in changed for action in each[3])
    stay = tuple(each.name for each in left.transposes)
    opened = tuple(name for name, each in found.names.items() if each.is_input)
    names = tuple(found.graphs[0].name(k) for k in found.graphs[0].outputs)
    return Copy(data, made, plain, len(found.transposes), stay, rewrites, tuple(told), opened, stated, names)
