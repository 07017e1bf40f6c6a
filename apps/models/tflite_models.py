# SPDX-License-Identifier: BSD-3-Clause
"""Reads TensorFlow Lite models with the package `tflite`, the format's flatbuffers schema in Python."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

from permkern.kernels.permutation import Perm, is_permutation
from permkern.terminal import packages

from .axis_rules import Axes
from .extents import Extent, Open, dimension, needs
from .inference import Inference, Operation, inference_of
from .models import (
    NO_READER,
    Branches,
    Dims,
    Model,
    ModelError,
    Rewrite,
    Tensor,
    Transpose,
    any_dim_name,
    check_contradictions,
    check_dims,
    dim_name,
    one_line,
    read_bytes,
    reason,
    size_of,
)
from .moves import Move
from .parts import KINDS, MOVING, NO_CALL, VIEWS, Mover, parts_of, records_of
from .shape_rules import Shape
from .tflite_rules import NUMBERS, RULES, Call, axes_of, copied, macs, moved
from .transposes import Layouts, Net, Step, actions_of, order_of, search

_BITS = {
    **dict.fromkeys(("INT4", "UINT4"), 4),
    "INT2": 2,
    **dict.fromkeys(("BOOL", "INT8", "UINT8"), 8),
    **dict.fromkeys(("BFLOAT16", "FLOAT16", "INT16", "UINT16"), 16),
    **dict.fromkeys(("FLOAT32", "INT32", "UINT32"), 32),
    **dict.fromkeys(("COMPLEX64", "FLOAT64", "INT64", "UINT64"), 64),
}
# Operators whose outputs depend on more than their inputs.
_FREE = frozenset(
    "BERNOULLI CALL CALL_ONCE CUSTOM DELEGATE IF MULTINOMIAL RANDOM_STANDARD_NORMAL RANDOM_UNIFORM READ_VARIABLE "
    "VAR_HANDLE WHILE".split()
)
# Operators whose output shapes depend on contents.
_BY_CONTENTS = frozenset("NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5 RANGE UNIQUE WHERE".split()) | _FREE
_MANY_AXES = 64  # a file with more axes is damaged
_MANY_NUMBERS = 4096  # in a list that decides a shape


def _package() -> Any:
    with packages("reading .tflite", "models"):
        import tflite  # type: ignore[import-untyped]
    return tflite


def _names(enumeration: type) -> dict[int, str]:
    return {number: name for name, number in vars(enumeration).items() if isinstance(number, int)}


def _numbers(what: str, count: int, read: Any, most: int) -> list[int]:
    if count > most:
        raise ValueError(f"{what} of {count} entries")
    return [int(read(k)) for k in range(count)]


def _buffer(model: Any, tensor: Any) -> Any:
    """Returns a tensor's data in the file; None if it is computed."""
    if not 0 <= tensor.Buffer() < model.BuffersLength():
        return None
    buffer = model.Buffers(tensor.Buffer())
    return buffer if buffer.DataLength() else None


def _integers(model: Any, tensor: Any, element: str, most: int) -> tuple[int, ...] | None:
    """
    Returns a tensor's integers in the file; None if it is computed, sparse, longer than ``most``, or of another type.
    """
    size = {"INT32": 4, "INT64": 8}.get(element)
    buffer = _buffer(model, tensor)
    if size is None or buffer is None or tensor.Sparsity() is not None or buffer.DataLength() > size * most:
        return None
    data = bytes(_numbers("a list of numbers", buffer.DataLength(), buffer.Data, size * most))
    return tuple(int.from_bytes(data[k : k + size], "little", signed=True) for k in range(0, len(data), size))


_Result = TypeVar("_Result")


def _attempt(rule: Callable[[], _Result]) -> _Result | None:
    """Returns a rule's result; None for unexpected inputs or options."""
    try:
        return rule()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


@dataclass(frozen=True)
class _Operator:
    """An operator. ``read`` and ``written`` are tensor numbers; -1 is an omitted input. ``options`` is its table."""

    kind: str
    name: str
    read: tuple[int, ...]
    written: tuple[int, ...]
    options: Any

    def step(self, axes: Axes | None = None, perm: Perm | None = None) -> Step:
        """Returns the operator for the search."""
        inputs, outputs = (tuple("" if k < 0 else str(k) for k in each) for each in (self.read, self.written))
        return Step(self.name, self.kind, inputs, outputs, axes, perm)


@dataclass(frozen=True)
class _Dimension:
    """An undecided dimension. ``extent`` comes from the shape in the file; it is 0 if the file has none."""

    extent: int
    is_input: bool


@dataclass
class _Found:
    """
    Facts about a model. ``names`` has its undecided dimensions, ``axes`` the --dim names for all open axes in the file,
    ``against`` texts of contradictions. ``inside`` has the branches around subgraphs, by number.
    """

    names: dict[str, _Dimension] = field(default_factory=dict)
    axes: set[str] = field(default_factory=set)
    against: list[str] = field(default_factory=list)
    inside: dict[int, Branches] = field(default_factory=dict)
    transposes: list[Transpose] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    copies: list[Transpose] = field(default_factory=list)
    traffic: list[tuple[str, int]] = field(default_factory=list)
    inference: Inference | None = None
    graphs: list["Subgraph"] = field(default_factory=list)


class Subgraph:
    """
    Known shapes and values in a subgraph, by tensor number. ``dims`` has the --dim extents. ``orders`` has the input
    order of each step in ``net``.
    """

    net: Net

    def __init__(self, tflite: Any, model: Any, number: int, dims: Dims, found: _Found) -> None:
        self.tflite, self.model, self.number, self.dims, self.found = tflite, model, number, dims, found
        self.branches = found.inside.get(number, ())
        self.graph = graph = model.Subgraphs(number)
        self.inputs = {graph.Inputs(k) for k in range(graph.InputsLength())}
        self.outputs = [graph.Outputs(k) for k in range(graph.OutputsLength())]
        self.by_contents: set[int] = set()
        self.elements = {19: "INT2", 20: "UINT4", **_names(tflite.TensorType)}  # older packages lack them
        self.shapes: dict[int, tuple[Extent, ...] | None] = {}
        self.values: dict[int, tuple[Extent, ...] | None] = {}
        self.constants: set[int] = set()
        for index in range(graph.TensorsLength()):
            if _buffer(model, graph.Tensors(index)) is not None and not graph.Tensors(index).IsVariable():
                self.constants.add(index)
        self.held = {index for index in self.constants - self.inputs if self.is_plain(index)}
        self.orders: list[tuple[int, ...]] = []

    # ---- stated in the file ----

    def tensor(self, index: int) -> Any:
        if not 0 <= index < self.graph.TensorsLength():
            raise ValueError(f"an operator reads tensor {index} of {self.graph.TensorsLength()}")
        return self.graph.Tensors(index)

    def name(self, index: int) -> str:
        return (self.tensor(index).Name() or b"").decode("utf-8", "replace") or f"tensor_{index}"

    def element(self, index: int) -> str:
        return self.elements.get(self.tensor(index).Type(), f"number {self.tensor(index).Type()}")

    def stated(self, index: int) -> tuple[int | None, ...]:
        """Returns the shape in the file, with None for open extents."""
        tensor = self.tensor(index)
        extents = _numbers("a shape", tensor.ShapeLength(), tensor.Shape, _MANY_AXES)
        signature = _numbers("a shape", tensor.ShapeSignatureLength(), tensor.ShapeSignature, _MANY_AXES)
        if len(signature) == len(extents):  # a shape signature has -1 for dynamic dimensions
            extents = signature
        return tuple(None if extent < 0 else extent for extent in extents)

    def _signature_outputs(self) -> Iterator[int]:
        """Yields the tensors that the model's signatures read. They need not be outputs of the graph."""
        for signature in map(self.model.SignatureDefs, range(self.model.SignatureDefsLength())):
            if signature.SubgraphIndex() == self.number:
                yield from (signature.Outputs(k).TensorIndex() for k in range(signature.OutputsLength()))

    def stated_inputs(self) -> tuple[tuple[str, tuple[int, ...], str], ...]:
        """Returns the inputs' names, shapes in the file, without open extents, and element types."""
        indices = [self.graph.Inputs(k) for k in range(self.graph.InputsLength())]
        shapes = [_numbers("a shape", self.tensor(k).ShapeLength(), self.tensor(k).Shape, _MANY_AXES) for k in indices]
        return tuple((self.name(k), tuple(shape), self.element(k)) for k, shape in zip(indices, shapes, strict=True))

    # ---- inferred ----

    def shape(self, index: int) -> tuple[Extent, ...]:
        """Returns a tensor's shape: the stated one until an operator writes the tensor."""
        shape = self.shapes.get(index)
        return self.settle(index, None) if shape is None else shape

    def settle(self, index: int, inferred: Shape) -> tuple[Extent, ...]:
        """Merges a tensor's inferred shape, stated shape and --dim extents."""
        stated = self.stated(index)
        if inferred is not None and len(inferred) != len(stated):
            inferred = None
        name = self.name(index)
        made: list[Extent] = []
        for axis, said in enumerate(stated):
            extent = None if inferred is None else inferred[axis]
            if isinstance(extent, Open) and not needs([extent]):
                extent = None
            own = dim_name(name, axis)
            wanted = said if said is not None else self.dims.get(own)
            if extent is None and wanted is None:
                wanted = self.dims.get(any_dim_name(axis))
                extent_in_file = 0 if index in self.by_contents else max(self.tensor(index).Shape(axis), 0)
                self.found.names[own] = _Dimension(extent_in_file, index in self.inputs)
            if isinstance(extent, int) and wanted is not None and wanted != extent:
                whose = "the file states" if said is not None else "--dim gives"
                self.found.against.append(
                    f"{whose} {wanted} for axis {axis} of {one_line(name)}, its operators give {extent}"
                )
            made.append(wanted if wanted is not None else dimension(own) if extent is None else extent)
        self.shapes[index] = tuple(made)
        return tuple(made)

    def numbers(self, index: int) -> tuple[Extent, ...] | None:
        if index not in self.values:
            self.values[index] = _integers(self.model, self.tensor(index), self.element(index), _MANY_NUMBERS)
        return self.values[index]

    def call(self, operator: _Operator) -> Call:
        return Call(
            operator.kind,
            tuple(() if index < 0 else self._sure_shape(index) for index in operator.read),  # omitted: no axes
            tuple(None if index < 0 else self.numbers(index) for index in operator.read),
            self.stated(operator.written[0]),
            operator.options,
            operator.name,
            tuple(index in self.constants for index in operator.read),
        )

    def _sure_shape(self, index: int) -> tuple[Extent, ...] | None:
        """Returns a shape; None if its rank is unknown, for which the file has an empty shape."""
        shape = self.shape(index)
        return shape if shape or index in self.constants or self.tensor(index).HasRank() else None

    def infer(self, operator: _Operator, call: Call | None) -> None:
        """Infers an operator's output shapes."""
        kind, read = operator.kind, [index for index in operator.read if index >= 0]
        if kind in _BY_CONTENTS:
            self.by_contents.update(operator.written)
        shape = _attempt(lambda: RULES[kind](call)) if call else None
        known = _attempt(lambda: NUMBERS[kind](call)) if call else None
        for index in operator.written:
            self.settle(index, shape)
        if known is not None and len(known) <= _MANY_NUMBERS:
            self.values[operator.written[0]] = known
        if read and kind not in _FREE and all(index in self.constants for index in read):
            self.constants.update(operator.written)

    # ---- the graph ----

    def _tensor(self, index: int) -> Tensor:
        element = self.element(index)
        return Tensor(self.name(index), self.shapes.get(index), element, _BITS.get(element), "FLOAT" in element)

    def _permute(self, name: str, index: int, perm: tuple[int, ...] | None) -> Transpose:
        """Returns an operator's transpose record. ``perm`` is None if computed at run time."""
        tensor = replace(self._tensor(index), shape=self._sure_shape(index))
        why = "" if perm else "its permutation is computed at run time"
        constant = index in self.constants
        if self.tensor(index).Sparsity() is not None:  # sparse data cannot be permuted in the file
            why, constant = f"{one_line(tensor.name)} is a sparse tensor; make it dense", False
        return Transpose(name, tensor, perm, why, name, constant, branches=self.branches)

    def _moved(self, operator: _Operator, call: Call | None) -> Transpose | str | None:
        """Returns a transpose record, a text for other moves, or None if nothing moves."""
        if operator.kind == "TRANSPOSE":
            return self._transpose(operator)
        move = _attempt(lambda: moved(call)) if call and self.numbers(operator.written[0]) is None else None
        if not isinstance(move, Move):
            return move
        made = self._permute(operator.name, operator.read[0], move.perm)
        tensor = replace(made.tensor, shape=move.shape)
        return replace(made, tensor=tensor, kind=operator.kind, flips=move.flips)

    def _transpose(self, operator: _Operator) -> Transpose:
        if len(operator.read) < 2:
            raise ValueError(f"{operator.name} has {len(operator.read)} inputs, not 2")
        index, order = operator.read[:2]
        listed = self.numbers(order) if self.element(order) in ("INT32", "INT64") else None
        rank = len(listed or ())
        perm = tuple(axis + rank if -rank <= axis < 0 else axis for axis in listed or () if isinstance(axis, int))
        return self._permute(operator.name, index, perm if len(perm) == rank else None)

    def _enter(self, operator: _Operator) -> None:
        """Records the branches around the subgraphs that an operator runs."""
        options, inside = operator.options, self.found.inside
        if operator.kind == "IF" and options is not None:
            inside[options.ThenSubgraphIndex()] = (*self.branches, (operator.name, "then"))
            inside[options.ElseSubgraphIndex()] = (*self.branches, (operator.name, "else"))
        elif operator.kind == "WHILE" and options is not None:
            inside |= dict.fromkeys((options.CondSubgraphIndex(), options.BodySubgraphIndex()), self.branches)

    def _unit(self, index: int) -> tuple[int, float, int]:
        """Returns a tensor's element type, scale and zero point."""
        kind, held = self.tensor(index).Type(), self.tensor(index).Quantization()
        return (kind, 0, 0) if held is None or not held.ScaleLength() else (kind, held.Scale(0), held.ZeroPoint(0))

    def is_plain(self, index: int) -> bool:
        """True if a tensor can have another layout: whole bytes, no state, no scale for each channel, not sparse."""
        tensor = self.tensor(index)
        held = tensor.Quantization()
        scaled = held is not None and (held.ScaleLength() > 1 or held.DetailsType())
        is_whole = not tensor.IsVariable() and _BITS.get(self.element(index), 0) >= 8
        return is_whole and not scaled and tensor.Sparsity() is None

    def _step(self, operator: _Operator, call: Call | None, move: Transpose | str | None) -> Step:
        """Returns an operator as a step for the search. Only changes that tflite_writer.py can write are offered."""
        read, written = operator.read, operator.written
        order, axes = tuple(range(len(read))), None
        plain = all(self.is_plain(k) for k in (*read, *written) if k >= 0)
        if plain and isinstance(move, Transpose) and not move.kind:
            shape, perm = move.tensor.shape, move.perm
            good = perm is not None and is_permutation(perm) and shape is not None and len(perm) == len(shape)
            self.orders.append(order)
            return operator.step(perm=perm if good and self._unit(read[0]) == self._unit(written[0]) else None)
        if plain and call is not None:
            fixed = tuple(index in self.held for index in read)
            settled = replace(call, written=self.shapes[written[0]], fixed=fixed)
            whole = "FLOAT" not in self.element(written[0])
            order, axes = _attempt(lambda: axes_of(settled, len(written), whole=whole)) or (order, None)
        self.orders.append(order)
        return replace(operator, read=tuple(read[k] for k in order)).step(axes)

    def _mover(self, operator: _Operator, call: Call | None, move: Transpose | str | None) -> Mover | None:
        """Returns an operator that copies at run time, or a view; None for other operators."""
        if call is None or all(index in self.constants for index in operator.read if index >= 0):
            return None
        shapes = tuple(self.shapes.get(k) for k in operator.written)
        permute = move if isinstance(move, Transpose) and move.perm is not None else None
        known = Move(permute.tensor.shape or (), permute.perm or (), permute.flips) if permute else None
        order, kind, made = _attempt(lambda: copied(call, shapes, known)) or ((), "", ())
        if operator.kind == "TRANSPOSE":
            order, kind, made = (0, 1), "Transpose", () if known is None else parts_of(NO_CALL, known)
        if kind not in KINDS | MOVING:
            return None
        read = tuple(operator.read[k] for k in order)
        if any(self._unit(read[part.reads]) != self._unit(operator.written[part.writes]) for part in made):
            made = ()
        inputs, outputs = (tuple(map(str, each)) for each in (read, operator.written))
        return Mover(operator.name, "" if kind in VIEWS else operator.kind, inputs, outputs, made, kind in KINDS)

    def _operation(self, operator: _Operator, call: Call | None, *, view: bool) -> Operation:
        shapes = tuple(self.shapes.get(k) for k in operator.written)
        read, written = (tuple(map(str, each)) for each in (operator.read, operator.written))
        count = _attempt(lambda: macs(call, shapes)) if call else 0
        return Operation(operator.name, read, written, count, view)

    def _operators(self) -> Iterator[_Operator]:
        kinds, tables = _names(self.tflite.BuiltinOperator), _names(self.tflite.BuiltinOptions)
        for number in range(self.graph.OperatorsLength()):
            operator = self.graph.Operators(number)
            code = self.model.OperatorCodes(operator.OpcodeIndex())
            # Old files have the operator code in a one-byte field, new files also in a larger field.
            kind = kinds.get(max(code.BuiltinCode(), code.DeprecatedBuiltinCode()), "?")
            read = tuple(operator.Inputs(k) for k in range(operator.InputsLength()))
            written = tuple(operator.Outputs(k) for k in range(operator.OutputsLength()))
            table, options = operator.BuiltinOptions(), None
            own = tables.get(operator.BuiltinOptionsType(), "")
            if table is not None and hasattr(self.tflite, own) and own.endswith("Options"):
                options = getattr(self.tflite, own)()
                options.Init(table.Bytes, table.Pos)
            yield _Operator(kind, self.name(written[0]) if written else f"{kind}_{number}", read, written, options)

    def read(self) -> None:
        """Finds the operators that move elements, and the net for the search."""
        moves: list[tuple[Transpose | str, str]] = []  # each with its output
        steps = []
        movers: list[Mover] = []
        operations: list[Operation] = []
        for operator in self._operators():
            call = _attempt(lambda: self.call(operator)) if operator.written else None  # noqa: B023
            self.infer(operator, call)
            self._enter(operator)
            move = self._moved(operator, call)
            steps.append(self._step(operator, call, move))
            if move is not None:
                moves.append((move, steps[-1].outputs[0]))
            if mover := self._mover(operator, call, move):
                movers.append(mover)
            operations.append(self._operation(operator, call, view=mover is not None and not mover.kind))
        fixed = tuple(dict.fromkeys(map(str, (*self.outputs, *self._signature_outputs()))))
        read = {*fixed, *(name for step in steps for name in step.inputs)}
        written = {name for step in steps for name in step.outputs}
        indices = range(self.graph.TensorsLength())
        tensors = {str(index): self._tensor(index) for index in indices}
        self.net = Net(tuple(steps), tensors, fixed, frozenset(map(str, self.held)) - written)
        self.found.graphs.append(self)
        own: list[Transpose] = []
        for move, output in moves:
            if isinstance(move, Transpose):
                own.append(replace(move, idle="" if output in read else NO_READER))
            elif output in read:
                self.found.others.append(move)
        self.found.transposes += own
        readers = Counter([*fixed, *fixed, *(name for step in steps for name in step.inputs)])
        self.found.copies += records_of(movers, readers, own, tensors, self.branches)
        for mover in (each for each in movers if each.kind):
            self.found.traffic.append((mover.kind, sum(size_of(tensors[name]) for name in mover.outputs)))
        if not self.found.graphs[1:]:
            sizes = {str(k): size_of(tensors[str(k)]) for k in indices if k not in self.constants}
            self.found.inference = inference_of(operations, sizes, fixed)
        open_axes = ((k, axis) for k in indices for axis, extent in enumerate(self.stated(k)) if extent is None)
        self.found.axes |= {dim_name(self.name(index), axis) for index, axis in open_axes}


def find(tflite: Any, model: Any, dims: Dims) -> _Found:
    found = _Found()
    for number in range(model.SubgraphsLength()):
        Subgraph(tflite, model, number, dims, found).read()
    return found


def _assumed(names: dict[str, _Dimension], dims: Dims) -> dict[str, int]:
    """Returns the extents that runtimes assume, from the shapes in the file. With --dim, only inputs count."""
    return {
        name: each.extent
        for name, each in names.items()
        if each.extent
        and (each.is_input or not dims)
        and name not in dims
        and any_dim_name(int(name.rpartition(":")[2])) not in dims
    }


def _lengths(model: Any) -> Iterator[int]:
    """Yields the numbers of entries in the model's tables."""
    for number in range(model.SubgraphsLength()):
        graph = model.Subgraphs(number)
        yield 1 + graph.TensorsLength() + graph.OperatorsLength() + graph.OutputsLength()
        for k in range(graph.OperatorsLength()):
            yield graph.Operators(k).InputsLength() + graph.Operators(k).OutputsLength()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turns exceptions inside into ModelError: bad offsets in a damaged file may raise any error."""
    try:
        yield
    except ModelError:
        raise
    except Exception as error:
        raise ModelError(
            f"{path}: not a TensorFlow Lite model, or a damaged one ({reason(error)}); export it again"
        ) from None


def load(path: Path) -> tuple[Any, Any]:
    """Returns the package tflite, and the model."""
    data = read_bytes(path)
    if data[:1] == b"\x08" and data[4:8] != b"TFL3":  # the first field of every ONNX model
        raise ModelError(f"{path}: looks like an ONNX model; give its name the ending .onnx")
    tflite = _package()
    if not tflite.Model.ModelBufferHasIdentifier(data, 0):
        raise ValueError("the file identifier TFL3 is missing")
    model = tflite.Model.GetRootAs(data, 0)
    if model.SubgraphsLength() == 0:
        raise ValueError("it contains no graph")
    # Tables may overlap in a damaged file, which would take forever to read.
    if any(entries > len(data) for entries in accumulate(_lengths(model))):
        raise ValueError("it has more operators than the file has room for")
    return tflite, model


def actions(layouts: Layouts) -> tuple[Rewrite, ...]:
    """Returns the changes from the graph in the file to these layouts."""
    found = actions_of(layouts)
    gone = {name for each in found for name in each.removes}
    views = []
    for step in layouts.net.steps:
        root, layout = layouts.root(step.outputs[0]) if step.perm is not None else ("", ())
        if root and step.name not in gone and is_view(layouts, root, layouts.source(root, layout), layout):
            views.append(step.name)
    return (*found, Rewrite(tuple(views), "a RESHAPE does the same")) if views else found


def is_view(layouts: Layouts, root: str, source: Perm, layout: Perm) -> bool:
    """True if a RESHAPE makes one layout of another. It expresses one open extent at most."""
    tensor = layouts.net.tensors[root]
    extents = tensor.shape or ()
    same = order_of(tensor, source) == order_of(tensor, layout)
    return tensor.shape is not None and sum(isinstance(each, Open) for each in extents) <= 1 and same


def read_tflite(path: Path, dims: Dims) -> Model:
    """Reads a model. Operators have no names in this format, so each gets its output tensor's name."""
    with reading(path):
        tflite, model = load(path)
        before = found = find(tflite, model, {})
        plain = find(tflite, model, dims) if dims else before  # without assumptions, which no copy may rely on
        assumed = _assumed(before.names, dims)
        texts: tuple[str, ...] = ()
        if assumed or dims:
            given = find(tflite, model, {**assumed, **dims})
            if dims or set(given.against) <= set(before.against):
                found, texts = given, tuple(f"{name}={extent}" for name, extent in assumed.items())
        advice = tuple(action for graph in plain.graphs for action in actions(search(graph.net)))
    check(path, dims, before, found)
    transposes, others = tuple(found.transposes), tuple(found.others)
    copies, traffic, inference = tuple(found.copies), tuple(found.traffic), found.inference
    return Model(path.name, transposes, advice, (), texts, others, 0, copies, traffic, inference)


def check(path: Path, dims: Dims, before: _Found, found: _Found) -> None:
    """Raises ModelError for unknown --dim names, or for contradictions that --dim adds."""
    check_dims(str(path), dims, before.names, before.axes)
    check_contradictions(str(path), dims, [text for text in found.against if text not in before.against])
