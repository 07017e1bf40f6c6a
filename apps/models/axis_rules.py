# SPDX-License-Identifier: BSD-3-Clause
"""
Says which operators give the same result when the axes of their tensors are in another order.

A rule divides the axes of an operator's tensors into units that may change their order together: a unit has some axes
on each port, next to each other, or none. Ports are the operator's inputs, then its outputs. Kinds have ONNX's names;
tflite_rules.py gives them to operators of TensorFlow Lite. An operator without a rule takes its axes as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from permkern.kernels.permutation import Perm

from .extents import Extent, exact, less, times
from .shape_rules import Shape

Numbers = tuple[int, ...]
_GEMM = ("FLOAT16", "FLOAT", "DOUBLE")  # element types of which every runtime multiplies matrices


class Unclear(Exception):
    """An operator of which too little is known."""


@dataclass(frozen=True)
class Axes:
    """
    How the axes of an operator's ports belong together. ``ports`` has the unit of each axis, for each port. ``allows``
    says whether the operator can work with the units in some order. It can read a ``free`` port in any order.
    ``named`` are parameters that name axes, and ``listed`` parameters with numbers for all axes, both of the axes of
    ``port``. ``target`` returns the parameter of a Reshape for orders of the axes that it reads and writes.
    """

    ports: tuple[Numbers, ...]
    allows: Callable[[Perm], bool] = lambda _order: True
    free: tuple[int, ...] = ()
    named: Mapping[str, Numbers] = field(default_factory=dict)
    listed: Mapping[str, Numbers] = field(default_factory=dict)
    port: int = 0
    target: Callable[[Perm, Perm], Numbers] | None = None

    def order(self, units: Perm, port: int) -> Perm:
        """Returns the order of a port's axes when the units are in this order."""
        of = self.ports[port]
        return tuple(sorted(range(len(of)), key=lambda axis: units.index(of[axis])))

    def orders(self, port: int, order: Perm) -> tuple[Perm, ...]:
        """
        Returns orders of the units in which a port has its axes in this order; () is the order that it has. Units that
        the port does not have stay at their place, or next to the unit before them, or are together anywhere.
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
    An operator. Shapes are None if they are not known; an input that is left out has no axes. ``constants`` says which
    inputs are constants of the model. ``params`` are attributes and inputs with whole numbers, by ONNX's names; those
    that are not known are None. ``texts`` are attributes of text.
    """

    kind: str
    read: tuple[Shape, ...]
    written: tuple[Shape, ...]
    constants: tuple[bool, ...] = ()
    params: Mapping[str, Numbers | None] = field(default_factory=dict)
    version: int = 18
    element: str = ""  # type of the first input's elements
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

    def numbers(self, name: str) -> Numbers | None:
        """Returns a parameter; None if the operator does not have it."""
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
        """Returns the axis of the first input that a parameter names."""
        return normal_axes(self.known("axis") if default is None else (self.number("axis", default),), self.rank())[0]


def normal_axes(axes: Numbers, rank: int) -> Numbers:
    """Counts axes from the first one."""
    if any(not -rank <= axis < rank for axis in axes):
        raise Unclear
    return tuple(axis % rank for axis in axes)


def _row(rank: int) -> Numbers:
    return tuple(range(rank))


def _axes(call: Call, read: Mapping[int, Numbers], written: Numbers) -> Axes:
    """Some inputs have axes, and all outputs have the same."""
    return Axes(tuple(read.get(port, written if port in call.outputs else ()) for port in call.ports))


def _all_axes(call: Call, inputs: Iterable[int] = (0,)) -> Axes:
    """Inputs and outputs have the same axes."""
    rows = {port: _row(call.rank(port)) for port in inputs}
    if len(set(rows.values())) != 1:
        raise Unclear
    return _axes(call, rows, rows[0])


def _along(call: Call, inputs: Iterable[int] = (0,), default: int | None = None) -> Axes:
    """Inputs and outputs have the same axes, and the parameter axis names one of them."""
    return replace(_all_axes(call, inputs), named={"axis": (call.axis(default),)})


def _broadcast(call: Call, inputs: Iterable[int], rank: int) -> Axes:
    """Inputs are brought to the rank of the outputs. Constants get leading axes of extent 1."""
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
    if call.number("training_mode", 0):  # of Dropout
        raise Unclear
    inputs = range(len(call.read))
    return _broadcast(call, inputs, max((call.rank(port) for port in inputs), default=0))


def _expand(call: Call) -> Axes:
    wanted = call.known("shape")
    rank = max(call.rank(), len(wanted))
    listed = {"shape": (1,) * (rank - len(wanted)) + wanted}
    return replace(_broadcast(call, (0,), rank), listed=listed, port=len(call.read))


def _listed(call: Call, name: str, count: int = 1) -> Axes:
    """A parameter has numbers for all axes."""
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
    """The axes from the parameter on stay the last ones, in their order."""
    axis, row = call.axis(default), _row(call.rank())
    return replace(_all_axes(call), allows=lambda order: order[axis:] == row[axis:])


def _softmax(call: Call) -> Axes:
    """Before version 13, all axes from the parameter on are one."""
    return _along(call, default=-1) if call.version >= 13 else _last_axes(call, 1)


def _without(call: Call, gone: Numbers, name: str, keep: int = 0) -> Axes:
    """Each axis of the input goes to the output, except some, which a parameter names if it is there."""
    row = _row(call.rank())
    gone = normal_axes(gone, len(row))
    axes = _axes(call, {0: row}, tuple(axis for axis in row if keep or axis not in gone))
    return replace(axes, named={name: gone} if call.numbers(name) is not None else {})


def _reduce(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes == ():  # versions differ on what this means
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
    """The axes of the indices replace an axis of the data."""
    axis, row = call.axis(0), _row(call.rank())
    axes = _axes(call, {0: row}, row[:axis] + (axis,) * call.rank(1) + row[axis + 1 :])
    return replace(axes, named={"axis": (axis,)})


def _slice(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes is None:
        axes = _row(len(call.known("starts")))
    return replace(_all_axes(call), named={"axes": normal_axes(axes, call.rank())})


def _matmul(call: Call) -> Axes:
    """Two matrices can become Gemm, which transposes its inputs. Of more axes, the last ones stay where they are."""
    one, other = call.rank(0), call.rank(1)
    row = _row(one)
    if one == other == 2 and call.version >= 11 and call.element in _GEMM:
        return replace(_axes(call, {}, row), free=(0, 1))
    if one >= other == 2:
        return replace(_axes(call, {0: row}, row), allows=lambda order: order[-1] == one - 1)
    if one != other or one < 2:
        raise Unclear
    row = (*row[:-1], one - 2)
    return replace(_axes(call, {0: row, 1: row}, row), allows=lambda order: order[-1] == one - 2)


def _shape(call: Call) -> Axes:
    """A Gather of the shape can follow, and mend the order."""
    if call.number("start", 0) or call.numbers("end") is not None:
        raise Unclear
    return Axes(((), ()), free=(0,))


def _runs(read: tuple[Extent, ...], written: tuple[Extent, ...]) -> Iterator[tuple[int, int]]:
    """Divides the axes before and after a reshape into the shortest runs with equally many elements."""
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
                below = True if exact(b, a) is not None else False if exact(a, b) is not None else less(a, b)
                if below and i + m < len(read):
                    a, m = times(a, read[i + m]), m + 1
                elif below is False and j + n < len(written):
                    b, n = times(b, written[j + n]), n + 1
                else:  # it depends on what is open
                    a, m, n = b, len(read) - i, len(written) - j
        yield m, n
        i, j = i + m, j + n


def reshape_target(read: Sequence[Extent], written: Sequence[Extent]) -> Numbers:
    """Returns the parameter of a Reshape; it has several -1 if no parameter says where open extents come from."""
    return tuple(
        extent if isinstance(extent, int) else 0 if [*read[axis : axis + 1]] == [extent] else -1
        for axis, extent in enumerate(written)
    )


def _reshape(call: Call) -> Axes:
    """Runs of axes that are split or merged may change their order, if the new shape can be written down."""
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
# These do the same with each element, if their other inputs are single numbers.
ELEMENTWISE = frozenset((*_ONE.split(), *_MORE.split(), "DequantizeLinear", "QuantizeLinear"))
_REDUCTIONS = "L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare"
# Of these, an element's rounding may depend on where it is, or on the order of a sum.
INEXACT = frozenset(
    "Acos Acosh Asin Asinh Atan Atanh Celu Cos Cosh CumSum Elu Erf Exp Gelu Gemm HardSigmoid HardSwish "
    "LayerNormalization Log LogSoftmax LpNormalization MatMul Mean Mish Pow Selu "
    "Sigmoid Sin Sinh Softmax Softplus Softsign Sum Swish Tan Tanh".split()
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
    "MatMul": _matmul,
    "Pad": lambda call: _slice(call) if call.numbers("axes") is not None else _listed(call, "pads", 2),
    "ScatterElements": lambda call: _along(call, (0, 1, 2), 0),
    "Reverse": _slice,
    "Shape": _shape,
    "Slice": _slice,
    "Squeeze": _squeeze,
    "Tile": lambda call: _listed(call, "repeats"),
    "Unsqueeze": _unsqueeze,
}


def axes_of(call: Call) -> Axes | None:
    """Returns what the rules say of an operator; None if its axes have to stay as they are."""
    try:
        rule = RULES.get(call.kind)
        axes = None if rule is None or call.version < 7 else rule(call)
    except Unclear:
        return None
    written = () if axes is None else zip(axes.ports[len(call.read) :], call.written, strict=True)
    # onnx's inference has errors, too.
    return axes if all(shape is None or len(of) in (0, len(shape)) for of, shape in written) else None
