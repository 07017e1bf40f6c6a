# SPDX-License-Identifier: BSD-3-Clause
"""Reads TensorFlow Lite models with the package `tflite`, the format's flatbuffers schema in Python."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from permkern.kernels.permutation import is_permutation

from .extents import Extent, Open, dimension
from .models import (
    NO_READER,
    Branches,
    Dims,
    Model,
    ModelError,
    Tensor,
    Transpose,
    any_dim_name,
    check_contradictions,
    check_dims,
    dim_name,
    one_line,
    read_bytes,
    reason,
)
from .moves import Move
from .shape_rules import Shape
from .tflite_rules import NUMBERS, RULES, Call, axes_of, moved
from .transposes import Net, Step, actions_of, search

_BITS = {
    **dict.fromkeys(("BOOL", "INT8", "UINT8"), 8),
    **dict.fromkeys(("BFLOAT16", "FLOAT16", "INT16", "UINT16"), 16),
    **dict.fromkeys(("FLOAT32", "INT32", "UINT32"), 32),
    **dict.fromkeys(("COMPLEX64", "FLOAT64", "INT64", "UINT64"), 64),
}
# Operators whose outputs do not follow from their inputs alone.
_FREE = frozenset(
    "BERNOULLI CALL CALL_ONCE CUSTOM DELEGATE IF MULTINOMIAL RANDOM_STANDARD_NORMAL RANDOM_UNIFORM READ_VARIABLE "
    "VAR_HANDLE WHILE".split()
)
# Operators whose output shapes depend on contents.
_BY_CONTENTS = frozenset("NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5 RANGE UNIQUE WHERE".split()) | _FREE
_MANY_AXES = 64  # a file with more axes is damaged
_MANY_NUMBERS = 4096  # in a list from which a shape follows


def _package() -> Any:
    try:
        import tflite  # type: ignore[import-untyped]
    except ImportError as error:
        raise ModelError(
            f"reading .tflite needs the package tflite; {error.name} is missing, run in permkern's checkout: "
            "pip install '.[models]'"
        ) from None
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


@dataclass(frozen=True)
class _Dimension:
    """An undecided dimension. ``extent`` comes from the shape in the file; it is 0 if that has none."""

    extent: int
    is_input: bool


class _Subgraph:
    """Known shapes and values in a subgraph, by tensor number. ``dims`` has the --dim extents."""

    def __init__(
        self, tflite: Any, model: Any, number: int, dims: Dims, names: dict[str, _Dimension], branches: Branches = ()
    ) -> None:
        self.tflite, self.model, self.dims, self.names, self.branches = tflite, model, dims, names, branches
        self.graph = graph = model.Subgraphs(number)
        self.inside: dict[int, Branches] = {}  # branches around the subgraphs that this one runs
        self.inputs = {graph.Inputs(k) for k in range(graph.InputsLength())}
        self.by_contents: set[int] = set()
        self.elements = _names(tflite.TensorType)
        self.kinds = _names(tflite.BuiltinOperator)
        self.against: list[str] = []
        self.shapes: dict[int, tuple[Extent, ...] | None] = {}
        self.values: dict[int, tuple[Extent, ...] | None] = {}
        self.constants: set[int] = set()
        for index in range(graph.TensorsLength()):
            if _buffer(model, graph.Tensors(index)) is not None and not graph.Tensors(index).IsVariable():
                self.constants.add(index)

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
            if isinstance(extent, Open) and not extent.needs:
                extent = None
            own = dim_name(name, axis)
            wanted = said if said is not None else self.dims.get(own)
            if extent is None and wanted is None:
                wanted = self.dims.get(any_dim_name(axis))
                extent_in_file = 0 if index in self.by_contents else max(self.tensor(index).Shape(axis), 0)
                self.names[own] = _Dimension(extent_in_file, index in self.inputs)
            if isinstance(extent, int) and wanted is not None and wanted != extent:
                whose = "the file states" if said is not None else "--dim gives"
                self.against.append(
                    f"{whose} {wanted} for axis {axis} of {one_line(name)}, its operators give {extent}"
                )
            made.append(wanted if wanted is not None else dimension(own) if extent is None else extent)
        self.shapes[index] = tuple(made)
        return tuple(made)

    def numbers(self, index: int) -> tuple[Extent, ...] | None:
        if index not in self.values:
            self.values[index] = _integers(self.model, self.tensor(index), self.element(index), _MANY_NUMBERS)
        return self.values[index]

    def _options(self, operator: Any) -> Any:
        """Returns an operator's options table; None if it has none of its kind."""
        table = operator.BuiltinOptions()
        own = _names(self.tflite.BuiltinOptions).get(operator.BuiltinOptionsType(), "")
        if table is None or not hasattr(self.tflite, own) or not own.endswith("Options"):
            return None
        options = getattr(self.tflite, own)()
        options.Init(table.Bytes, table.Pos)
        return options

    def _call(self, operator: Any, kind: str) -> Call:
        read = [operator.Inputs(k) for k in range(operator.InputsLength())]
        return Call(
            kind,
            tuple(None if index < 0 else self.shape(index) for index in read),
            tuple(None if index < 0 else self.numbers(index) for index in read),
            self.stated(operator.Outputs(0)),
            self._options(operator),
            self.name(operator.Outputs(0)),
        )

    def step(self, operator: Any, kind: str) -> None:
        """Infers an operator's output shapes."""
        written = [operator.Outputs(k) for k in range(operator.OutputsLength())]
        read = [operator.Inputs(k) for k in range(operator.InputsLength()) if operator.Inputs(k) >= 0]
        known, shape = None, None
        if kind in _BY_CONTENTS:
            self.by_contents.update(written)
        if written:
            try:
                call = self._call(operator, kind)
                if kind == "SHAPE":
                    known = self.shape(read[0])
                else:
                    shape = RULES[kind](call) if kind in RULES else None
                    known = NUMBERS[kind](call) if kind in NUMBERS else None
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                pass  # unexpected inputs or options: keep the stated shape
        for index in written:
            self.settle(index, shape)
        if written and known is not None and len(known) <= _MANY_NUMBERS:
            self.values[written[0]] = known
        if read and kind not in _FREE and all(index in self.constants for index in read):
            self.constants.update(written)

    # ---- the graph ----

    def _tensor(self, index: int) -> Tensor:
        element = self.element(index)
        return Tensor(self.name(index), self.shapes.get(index), element, _BITS.get(element), "FLOAT" in element)

    def _permute(self, name: str, index: int, perm: tuple[int, ...] | None) -> Transpose:
        """Returns an operator's transpose record. ``perm`` is None if computed at run time."""
        tensor = replace(self._tensor(index), shape=self.shape(index))
        why = "" if perm else "its permutation is computed at run time"
        constant = index in self.constants
        if self.tensor(index).Sparsity() is not None:  # sparse data cannot be permuted in the file
            why, constant = f"{one_line(tensor.name)} is a sparse tensor; make it dense", False
        return Transpose(name, tensor, perm, why, name, constant, branches=self.branches)

    def _moved(self, operator: Any, kind: str, name: str) -> Transpose | str | None:
        """Returns a transpose record, a text for other moves, or None if nothing moves."""
        if kind == "TRANSPOSE":
            return self._transpose(operator, name)
        read = [operator.Inputs(k) for k in range(operator.InputsLength())]
        try:
            found = moved(self._call(operator, kind), tuple(index in self.constants for index in read))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # as in step()
            return None
        if not isinstance(found, Move):
            return found
        made = self._permute(name, read[0], found.perm)
        return replace(made, tensor=replace(made.tensor, shape=found.shape), kind=kind, flips=found.flips)

    def _transpose(self, operator: Any, name: str) -> Transpose:
        if operator.InputsLength() < 2:
            raise ValueError(f"{name} has {operator.InputsLength()} inputs, not 2")
        index, order = operator.Inputs(0), operator.Inputs(1)
        listed = self.numbers(order) if self.element(order) in ("INT32", "INT64") else None
        rank = len(listed or ())
        perm = tuple(axis + rank if -rank <= axis < 0 else axis for axis in listed or () if isinstance(axis, int))
        made = self._permute(name, index, perm if len(perm) == rank else None)
        if perm and not made.tensor.shape and not self.tensor(index).HasRank():
            # an empty shape means a single number or an unknown rank
            made = replace(made, tensor=replace(made.tensor, shape=None))
        return made

    def _enter(self, operator: Any, kind: str, name: str) -> None:
        """Records the branches around the subgraphs that an operator runs."""
        options = self._options(operator)
        if options is not None and kind == "IF":
            self.inside[options.ThenSubgraphIndex()] = (*self.branches, (name, "then"))
            self.inside[options.ElseSubgraphIndex()] = (*self.branches, (name, "else"))
        elif options is not None:
            self.inside |= dict.fromkeys((options.CondSubgraphIndex(), options.BodySubgraphIndex()), self.branches)

    def _per_axis(self, operator: Any) -> bool:
        """True if an input or output is quantized per axis."""
        ports = [operator.Inputs(k) for k in range(operator.InputsLength())]
        ports += [operator.Outputs(k) for k in range(operator.OutputsLength())]
        quantized = [self.tensor(index).Quantization() for index in ports if index >= 0]
        return any(each is not None and each.ScaleLength() > 1 for each in quantized)

    def _step(self, operator: Any, kind: str, name: str, transpose: Transpose | None) -> Step:
        """Returns an operator as a step for the search."""
        read = [operator.Inputs(k) for k in range(operator.InputsLength())]
        written = [operator.Outputs(k) for k in range(operator.OutputsLength())]
        inputs, outputs = tuple(map(_key, read)), tuple(map(_key, written))
        if transpose is not None:
            rank = len(transpose.perm or ())
            good = transpose.perm is not None and is_permutation(transpose.perm)
            good = good and transpose.tensor.shape is not None and rank == len(transpose.tensor.shape)
            return Step(name, kind, inputs, outputs, None, transpose.perm if good else None)
        if not written or self._per_axis(operator):
            return Step(name, kind, inputs, outputs, None)
        try:
            # An omitted input has no axes.
            shapes = tuple(() if index < 0 else self._sure_shape(index) for index in read)
            call = replace(self._call(operator, kind), shapes=shapes, written=self.shapes.get(written[0]))
            order, axes = axes_of(call, tuple(index in self.constants for index in read))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # as in step()
            return Step(name, kind, inputs, outputs, None)
        return Step(name, kind, tuple(inputs[k] for k in order), outputs, axes)

    def _sure_shape(self, index: int) -> Shape:
        """Returns a shape; None if its rank is unknown."""
        shape = self.shape(index)
        return shape if shape or index in self.constants or self.tensor(index).HasRank() else None

    def read(self) -> Model:
        """Returns the operators that move elements, and the advice on removable transposes."""
        moves: list[tuple[Transpose | str, str]] = []  # each with its output
        steps = []
        for number in range(self.graph.OperatorsLength()):
            operator = self.graph.Operators(number)
            code = self.model.OperatorCodes(operator.OpcodeIndex())
            # Old files have the operator code in a one-byte field, new files also in a larger field.
            kind = self.kinds.get(max(code.BuiltinCode(), code.DeprecatedBuiltinCode()), "?")
            name = self.name(operator.Outputs(0)) if operator.OutputsLength() else f"{kind}_{number}"
            self.step(operator, kind)
            if kind in ("IF", "WHILE"):
                self._enter(operator, kind, name)
            move = self._moved(operator, kind, name)
            transpose = move if isinstance(move, Transpose) and not move.kind else None
            steps.append(self._step(operator, kind, name, transpose))
            if move is not None:
                moves.append((move, steps[-1].outputs[0]))
        fixed = tuple(str(self.graph.Outputs(k)) for k in range(self.graph.OutputsLength()))
        read = {*fixed, *(name for step in steps for name in step.inputs)}
        written = {name for step in steps for name in step.outputs}
        tensors = {str(index): self._tensor(index) for index in range(self.graph.TensorsLength())}
        net = Net(tuple(steps), tensors, fixed, frozenset(map(str, self.constants)) - written)
        found = [
            replace(move, idle="" if output in read else NO_READER)
            for move, output in moves
            if isinstance(move, Transpose)
        ]
        others = tuple(move for move, output in moves if isinstance(move, str) and output in read)
        return Model("", "tflite", tuple(found), actions_of(search(net)), others=others)


def _key(index: int) -> str:
    return "" if index < 0 else str(index)


def _graphs(tflite: Any, model: Any, dims: Dims) -> tuple[Model, dict[str, _Dimension], tuple[str, ...]]:
    """Returns the model, its undecided dimensions by name, and texts of contradictions."""
    names: dict[str, _Dimension] = {}
    against: list[str] = []
    every: list[Model] = []
    inside: dict[int, Branches] = {}
    for number in range(model.SubgraphsLength()):
        subgraph = _Subgraph(tflite, model, number, dims, names, inside.get(number, ()))
        every.append(subgraph.read())
        inside |= subgraph.inside
        against += subgraph.against
    joined = Model(
        "",
        "tflite",
        tuple(each for one in every for each in one.transposes),
        tuple(each for one in every for each in one.advice),
        others=tuple(each for one in every for each in one.others),
    )
    return joined, names, tuple(against)


def _open_axes(tflite: Any, model: Any) -> frozenset[str]:
    """Returns the --dim names for all open axes in the file."""
    graphs = [_Subgraph(tflite, model, k, {}, {}) for k in range(model.SubgraphsLength())]
    return frozenset(
        dim_name(graph.name(index), axis)
        for graph in graphs
        for index in range(graph.graph.TensorsLength())
        for axis, extent in enumerate(graph.stated(index))
        if extent is None
    )


def _assumed(names: Mapping[str, _Dimension], dims: Dims) -> dict[str, int]:
    """Returns the extents that runtimes assume, from the shapes in the file. With --dim, only inputs count."""
    return {
        name: each.extent
        for name, each in names.items()
        if each.extent
        and (each.is_input or not dims)
        and name not in dims
        and any_dim_name(int(name.rpartition(":")[2])) not in dims
    }


def _check_lengths(model: Any, size: int) -> None:
    """
    Raises ValueError if tables have more entries than the file can hold. Overlapping tables would take forever to read.
    """
    left = size

    def take(*counts: int) -> None:
        nonlocal left
        left -= sum(counts)
        if left < 0:
            raise ValueError("it has more operators than the file has room for")

    for number in range(model.SubgraphsLength()):
        graph = model.Subgraphs(number)
        take(1, graph.TensorsLength(), graph.OperatorsLength(), graph.OutputsLength())
        for k in range(graph.OperatorsLength()):
            take(graph.Operators(k).InputsLength(), graph.Operators(k).OutputsLength())


def read_tflite(path: Path, dims: Dims) -> Model:
    """Reads a model. Operators have no names in this format, so each gets its output tensor's name."""
    data = read_bytes(path)
    if data[:1] == b"\x08" and data[4:8] != b"TFL3":  # the first field of every ONNX model
        raise ModelError(f"{path}: looks like an ONNX model; give its name the ending .onnx")
    tflite = _package()
    try:
        if not tflite.Model.ModelBufferHasIdentifier(data, 0):
            raise ValueError("the file identifier TFL3 is missing")
        model = tflite.Model.GetRootAs(data, 0)
        if model.SubgraphsLength() == 0:
            raise ValueError("it contains no graph")
        _check_lengths(model, len(data))
        read, names, before = _graphs(tflite, model, {})
        after = before
        axes = _open_axes(tflite, model) if dims else frozenset()
        assumed = _assumed(names, dims)
        if assumed or dims:
            given, _, told = _graphs(tflite, model, {**assumed, **dims})
            if dims or set(told) <= set(before):
                read = replace(given, assumed=tuple(f"{name}={extent}" for name, extent in assumed.items()))
                after = told
    except Exception as error:  # bad offsets in a damaged file may raise any error
        raise ModelError(
            f"{path}: not a TensorFlow Lite model, or a damaged one ({reason(error)}); export it again"
        ) from None
    check_dims(str(path), dims, names, axes)
    check_contradictions(str(path), dims, [text for text in after if text not in before])
    return replace(read, name=path.name)
