# SPDX-License-Identifier: BSD-3-Clause
"""
Describes the axis orders in which operators give equal results.

A rule divides the axes of an operator's tensors into units that change their order together. A unit has adjacent axes,
or none, on each port. Ports are the operator's inputs, then its outputs. Kinds have ONNX names; tflite_rules.py maps
TensorFlow Lite operators to them. An operator without a rule keeps its axis order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from permkern.kernels.permutation import Perm

from .extents import Extent, exact, times
from .products import Product, product_of, reshape_target
from .shape_rules import Shape

Numbers = tuple[int, ...]
_GEMM = ("FLOAT16", "FLOAT", "DOUBLE")  # element types for which every runtime has Gemm


class Unclear(Exception):
    """Too little is known about an operator."""


@dataclass(frozen=True)
class Axes:
    """
    How the axes of an operator's ports belong together. ``ports`` has the unit of each axis, by port. ``allows`` is
    true for unit orders that the operator supports. A ``free`` port takes any axis order. ``named`` parameters contain
    axis numbers, ``listed`` parameters numbers for every axis; both refer to the axes of ``port``. ``target`` returns a
    Reshape's shape parameter for the axis orders that it reads and writes, ``multiply`` the product with the port
    ``matrix``.
    """

    ports: tuple[Numbers, ...]
    allows: Callable[[Perm], bool] = lambda _order: True
    free: tuple[int, ...] = ()
    named: Mapping[str, Numbers] = field(default_factory=dict)
    listed: Mapping[str, Numbers] = field(default_factory=dict)
    port: int = 0
    target: Callable[[Perm, Perm], Numbers] | None = None
    multiply: Callable[[Perm, Perm], Product | None] | None = None
    matrix: int = -1

    def order(self, units: Perm, port: int) -> Perm:
        """Returns the axis order of a port for this unit order."""
        if self.multiply is not None and port == self.matrix:
            made = self.multiply(self.order(units, self.port), self.order(units, len(self.ports) - 1))
            return (1, 0) if made is not None and made.left != (self.matrix == 0) else (0, 1)
        of = self.ports[port]
        return tuple(sorted(range(len(of)), key=lambda axis: units.index(of[axis])))

    def orders(self, port: int, order: Perm) -> tuple[Perm, ...]:
        """
        Returns unit orders that give a port this axis order; () means the order in the file. Units without axes on the
        port keep their positions, follow the unit before them, or stand together anywhere.
        """
        of = self.ports[port]
        order = order or tuple(range(len(of)))
        if len(order) != len(of):
            return ()
        units = list(dict.fromkeys(of[axis] for axis in order))
        absent = sorted({unit for each in self.ports for unit in each} - set(units))
        placed, followed = list(units), list(units)
        for unit in absent:
            placed.insert(unit, unit)
            followed.insert(followed.index(unit - 1) + 1 if unit else 0, unit)
        together = [(*units[:k], *absent, *units[k:]) for k in range(len(units) + 1)]
        made = dict.fromkeys((tuple(placed), tuple(followed), *together))
        return tuple(each for each in made if self.order(each, port) == order and self.allows(each))


@dataclass(frozen=True)
class Call:
    """
    An operator. An unknown shape is None; an omitted input has no axes. ``constants`` marks the inputs that are
    constants of the model. ``params`` has integer attributes and inputs by ONNX name; unknown ones are None. ``texts``
    has string attributes.
    """

    kind: str
    read: tuple[Shape, ...]
    written: tuple[Shape, ...]
    constants: tuple[bool, ...] = ()
    params: Mapping[str, Numbers | None] = field(default_factory=dict)
    version: int = 18
    elements: tuple[str, ...] = ()  # the inputs' element types
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def ports(self) -> range:
        return range(len(self.read) + len(self.written))

    @property
    def outputs(self) -> range:
        return range(len(self.read), len(self.read) + len(self.written))

    def shape(self, port: int) -> tuple[Extent | None, ...]:
        shape = (*self.read, *self.written)[port] if port in self.ports else None
        if shape is None:
            raise Unclear
        return shape

    def rank(self, port: int = 0) -> int:
        return len(self.shape(port))

    def element(self, port: int) -> str:
        return self.elements[port] if port < len(self.elements) else ""

    def numbers(self, name: str) -> Numbers | None:
        """Returns a parameter; None if the operator lacks it."""
        listed = self.params.get(name, ())
        if listed is None:
            raise Unclear
        return listed if name in self.params else None

    def number(self, name: str, default: int) -> int:
        listed = self.numbers(name)
        return default if not listed else listed[0]

    def known(self, name: str) -> Numbers:
        listed = self.numbers(name)
        if listed is None:
            raise Unclear
        return listed

    def axis(self, default: int | None = None) -> int:
        """Returns the parameter ``axis``, which refers to the first input, as a non-negative number."""
        return normal_axes(self.known("axis") if default is None else (self.number("axis", default),), self.rank())[0]


def normal_axes(axes: Numbers, rank: int) -> Numbers:
    """Makes negative axis numbers non-negative."""
    if any(not -rank <= axis < rank for axis in axes):
        raise Unclear
    return tuple(axis % rank for axis in axes)


def _row(rank: int) -> Numbers:
    return tuple(range(rank))


def _axes(call: Call, read: Mapping[int, Numbers], written: Numbers) -> Axes:
    """The inputs in ``read`` have these units; all outputs have the units ``written``."""
    return Axes(tuple(read.get(port, written if port in call.outputs else ()) for port in call.ports))


def _all_axes(call: Call, inputs: Iterable[int] = (0,)) -> Axes:
    """All outputs and these inputs have equal axes."""
    rows = {port: _row(call.rank(port)) for port in inputs}
    if len(set(rows.values())) != 1:
        raise Unclear
    return _axes(call, rows, rows[0])


def _along(call: Call, inputs: Iterable[int] = (0,), default: int | None = None) -> Axes:
    """Like _all_axes(); the parameter ``axis`` names one axis."""
    return replace(_all_axes(call, inputs), named={"axis": (call.axis(default),)})


def _broadcast(call: Call, inputs: Iterable[int], rank: int) -> Axes:
    """Broadcasts inputs to the output rank. Constants get leading axes of extent 1."""
    ranks = {}
    for port in inputs:
        single = all(extent == 1 for extent in call.shape(port))
        ranks[port] = 0 if single else rank if call.constants[port] else call.rank(port)
    short = {each for each in ranks.values() if 0 < each < rank}
    return replace(
        _axes(call, {port: _row(rank)[rank - each :] for port, each in ranks.items()}, _row(rank)),
        allows=lambda order: all(min(order[rank - each :]) == rank - each for each in short),
    )


def _elementwise(call: Call) -> Axes:
    if call.number("training_mode", 0):  # Dropout has it
        raise Unclear
    inputs = range(len(call.read))
    return _broadcast(call, inputs, max((call.rank(port) for port in inputs), default=0))


def _expand(call: Call) -> Axes:
    wanted = call.known("shape")
    rank = max(call.rank(), len(wanted))
    listed = {"shape": (1,) * (rank - len(wanted)) + wanted}
    return replace(_broadcast(call, (0,), rank), listed=listed, port=len(call.read))


def _listed(call: Call, name: str, count: int = 1) -> Axes:
    """The parameter ``name`` has ``count`` numbers per axis."""
    numbers = call.known(name)
    if len(numbers) != count * call.rank():
        raise Unclear
    return replace(_all_axes(call), listed={name: numbers})


def _quantize(call: Call) -> Axes:
    scale = call.shape(1)
    if all(extent == 1 for extent in scale):
        return _all_axes(call)
    if len(scale) != 1 or "axis" not in call.params:
        raise Unclear
    return _along(call)


def _last_axes(call: Call, default: int = -1) -> Axes:
    """The axes from ``axis`` to the last keep their positions."""
    axis, row = call.axis(default), _row(call.rank())
    return replace(_all_axes(call), allows=lambda order: order[axis:] == row[axis:])


def _softmax(call: Call) -> Axes:
    """Before version 13, the operator treats all axes from ``axis`` to the last as one."""
    return _along(call, default=-1) if call.version >= 13 else _last_axes(call, 1)


def _without(call: Call, gone: Numbers, name: str, keep: int = 0) -> Axes:
    """
    The output has the input's axes except ``gone``, or all of them if ``keep``. The parameter ``name`` may list
    ``gone``.
    """
    row = _row(call.rank())
    gone = normal_axes(gone, len(row))
    axes = _axes(call, {0: row}, tuple(axis for axis in row if keep or axis not in gone))
    return replace(axes, named={name: gone} if call.numbers(name) is not None else {})


def _reduce(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes == ():  # its meaning differs between versions
        raise Unclear
    if axes is None:
        axes = () if call.number("noop_with_empty_axes", 0) else _row(call.rank())
    return _without(call, axes, "axes", call.number("keepdims", 1))


def _squeeze(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes is None:
        if any(not isinstance(extent, int) for extent in call.shape(0)):
            raise Unclear
        axes = tuple(axis for axis, extent in enumerate(call.shape(0)) if extent == 1)
    return _without(call, axes, "axes")


def _unsqueeze(call: Call) -> Axes:
    row = _row(call.rank() + len(call.known("axes")))
    new = normal_axes(call.known("axes"), len(row))
    axes = _axes(call, {0: tuple(axis for axis in row if axis not in new)}, row)
    return replace(axes, named={"axes": new}, port=len(call.read))


def _gather(call: Call) -> Axes:
    """The index axes replace one data axis."""
    axis, row = call.axis(0), _row(call.rank())
    axes = _axes(call, {0: row}, row[:axis] + (axis,) * call.rank(1) + row[axis + 1 :])
    return replace(axes, named={"axis": (axis,)})


def _slice(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes is None:
        axes = _row(len(call.known("starts")))
    return replace(_all_axes(call), named={"axes": normal_axes(axes, call.rank())})


def _matmul(call: Call, other: int = 1) -> Axes:
    """Two matrices can become Gemm, which transposes its inputs."""
    ports, gemm = (0, other), call.kind == "MatMul" and call.version >= 11 and call.element(0) in _GEMM
    ranks = [call.rank(port) for port in ports]
    if min(ranks) < 2:
        raise Unclear
    if ranks == [2, 2] and gemm:
        return replace(_axes(call, {}, _row(2)), free=ports)
    # ONNX Runtime has a QLinearMatMul of uint8 and int8, but none of int8 and uint8.
    turns = call.kind != "BatchMatMul" and (other == 1 or call.element(0) == call.element(other))
    turns &= all(extent == 1 for port in range(len(call.read)) if port not in ports for extent in call.shape(port))
    if 2 not in ranks:
        return _two_tensors(call, ports, turns=turns)
    tensor, matrix = ports if ranks[1] == 2 else ports[::-1]
    return _with_matrix(call, tensor, matrix, turns=turns, gemm=gemm)


def _two_tensors(call: Call, ports: tuple[int, int], *, turns: bool) -> Axes:
    """A transposed product has transposed factors in reverse order. Constants get leading axes of extent 1."""
    rank = max(call.rank(port) for port in ports)
    rows, summed, columns = rank - 2, rank - 1, rank
    ranks = {port: rank if call.constants[port] else call.rank(port) for port in ports}
    short = {each for each in ranks.values() if 2 < each < rank}
    last = ((rows, summed, columns), (columns, summed, rows))[: 1 + turns]
    sides = zip(ports, ((rows, summed), (summed, columns)), strict=True)
    batches = {port: _row(rank)[rank - ranks[port] : -2] for port in ports}
    return replace(
        _axes(call, {port: (*batches[port], *side) for port, side in sides}, (*_row(rows), rows, columns)),
        allows=lambda order: order[-3:] in last and all(min(order[rank - each : -3]) == rank - each for each in short),
    )


def _with_matrix(call: Call, tensor: int, matrix: int, *, turns: bool, gemm: bool) -> Axes:
    """The matrix replaces one axis of the tensor, the last one or the last but one."""
    rank, out = call.rank(tensor), len(call.read)
    axis = rank - 1 if tensor == 0 else rank - 2
    row = tuple(unit + (unit > axis) for unit in _row(rank))  # the units of the two axes are neighbours
    plain = _axes(call, {tensor: row}, tuple(unit + (unit == axis) for unit in row))
    read, written = (tuple(extent for extent in call.shape(port) if extent is not None) for port in (tensor, out))
    turns &= len(read) == len(written) == rank and 0 not in (*read, *written)

    @cache
    def multiply(one: Perm, other: Perm) -> Product | None:
        one, other = one or _row(rank), other or _row(rank)
        i, j = one.index(axis), other.index(axis)
        if i == j == axis:
            return Product(left=tensor != 0)
        return product_of([read[k] for k in one], [written[k] for k in other], i, j, gemm=gemm) if turns else None

    def allows(units: Perm) -> bool:
        return multiply(plain.order(units, tensor), plain.order(units, out)) is not None

    return replace(plain, allows=allows, port=tensor, multiply=multiply, matrix=matrix)


def _shape(call: Call) -> Axes:
    """A Gather after the Shape can restore the order."""
    if call.number("start", 0) or call.numbers("end") is not None:
        raise Unclear
    return Axes(((), ()), free=(0,))


def _is_less(one: Extent, other: Extent) -> bool:
    """True if ``one`` divides ``other``, or if it is a smaller number. False if symbols decide it."""
    return exact(other, one) is not None or (isinstance(one, int) and isinstance(other, int) and one < other)


def _runs(read: tuple[Extent, ...], written: tuple[Extent, ...]) -> Iterator[tuple[int, int]]:
    """
    Divides the axes before and after a reshape into the shortest runs with equal element counts. Yields the axes per
    run.
    """
    i = j = 0
    while i < len(read) or j < len(written):
        a, b = (read[i] if i < len(read) else None), (written[j] if j < len(written) else None)
        m, n = int(a is not None), int(b is not None)
        if a == 1 and b != 1:
            n = 0
        elif b == 1 and a != 1:
            m = 0
        elif a is None or b is None:
            raise Unclear
        else:
            while a != b:
                if _is_less(a, b) and i + m < len(read):
                    a, m = times(a, read[i + m]), m + 1
                elif _is_less(b, a) and j + n < len(written):
                    b, n = times(b, written[j + n]), n + 1
                else:  # undecided, as extents are open: the remaining axes are one run
                    a, m, n = b, len(read) - i, len(written) - j
        yield m, n
        i, j = i + m, j + n


def _reshape(call: Call) -> Axes:
    """Runs of split or merged axes may change their order if a shape parameter can express the result."""
    out = len(call.read)
    read, written = (tuple(extent for extent in call.shape(port) if extent is not None) for port in (0, out))
    if len(read) != call.rank() or len(written) != call.rank(out) or 0 in (*read, *written):
        raise Unclear
    runs = [*_runs(read, written)]
    before, after = (tuple(unit for unit, run in enumerate(runs) for _ in range(run[side])) for side in (0, 1))
    plain = _axes(call, {0: before}, after)

    def target(one: Perm, other: Perm) -> Numbers:
        return reshape_target([read[axis] for axis in one], [written[axis] for axis in other])

    def allows(units: Perm) -> bool:
        return target(plain.order(units, 0), plain.order(units, out)).count(-1) <= 1

    return replace(plain, allows=allows, target=target)


Rule = Callable[[Call], Axes]

_ONE = (
    "Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Cast Ceil Celu Clip Cos Cosh Dropout Elu Erf Exp Floor Gelu "
    "HardSigmoid HardSwish Identity IsInf IsNaN LeakyRelu Log Mish Neg Not Reciprocal Relu Round Selu Shrink "
    "Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu"
)
_MORE = (
    "Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min "
    "Mod Mul Or PRelu Pow Sub Sum Where Xor"
)
# Elementwise operators, if their other inputs are single numbers.
ELEMENTWISE = frozenset((*_ONE.split(), *_MORE.split(), "DequantizeLinear", "QuantizeLinear"))
_REDUCTIONS = "L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare"
# Operators whose rounding may depend on an element's position, or on the order of a sum.
ROUNDING = frozenset(
    "Acos Acosh Asin Asinh Atan Atanh Celu Cos Cosh CumSum Elu Erf Exp Gelu Gemm HardSigmoid HardSwish "
    "LayerNormalization Log LogSoftmax LpNormalization MatMul Mean Mish Pow Selu Sigmoid Sin Sinh Softmax Softplus "
    "Softsign Sum Swish Tan Tanh".split()
) | {f"Reduce{kind}" for kind in _REDUCTIONS.split()}

RULES: Mapping[str, Rule] = {
    **dict.fromkeys((*_ONE.split(), *_MORE.split()), _elementwise),
    **dict.fromkeys((f"Reduce{kind}" for kind in _REDUCTIONS.split()), _reduce),
    **dict.fromkeys(
        ("ArgMax", "ArgMin"), lambda call: _without(call, (call.axis(0),), "axis", call.number("keepdims", 1))
    ),
    **dict.fromkeys(("CumSum", "LpNormalization", "Split", "TopK"), _along),
    **dict.fromkeys(("DequantizeLinear", "QuantizeLinear"), _quantize),
    **dict.fromkeys(("Flatten", "Reshape"), _reshape),
    **dict.fromkeys(("LogSoftmax", "Softmax"), _softmax),
    "Concat": lambda call: _along(call, range(len(call.read))),
    "DynamicQuantizeLinear": lambda call: Axes((_row(call.rank()),) * 2 + ((), ())),
    "Expand": _expand,
    "Gather": _gather,
    "GatherElements": lambda call: _along(call, (0, 1), 0),
    "Gemm": lambda call: replace(_broadcast(call, range(2, len(call.read)), 2), free=(0, 1)),
    "LayerNormalization": _last_axes,
    **dict.fromkeys(("BatchMatMul", "MatMul", "MatMulInteger"), _matmul),
    "Pad": lambda call: _slice(call) if call.numbers("axes") is not None else _listed(call, "pads", 2),
    "ScatterElements": lambda call: _along(call, (0, 1, 2), 0),
    "Reverse": _slice,
    "QLinearMatMul": lambda call: _matmul(call, 3),
    "Shape": _shape,
    "Slice": _slice,
    "Squeeze": _squeeze,
    "Tile": lambda call: _listed(call, "repeats"),
    "Unsqueeze": _unsqueeze,
}


def axes_of(call: Call) -> Axes | None:
    """Returns an operator's axes by its rule; None if their order must not change."""
    try:
        rule = RULES.get(call.kind)
        axes = None if rule is None or call.version < 7 else rule(call)
    except Unclear:
        return None
    written = () if axes is None else zip(axes.ports[len(call.read) :], call.written, strict=True)
    # onnx's inference may give a wrong rank.
    return axes if all(shape is None or len(of) in (0, len(shape)) for of, shape in written) else None
