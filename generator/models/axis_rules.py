# SPDX-License-Identifier: BSD-3-Clause
"""
Says which operators give the same result when the axes of their tensors are in another order.

A rule divides the axes of an operator's tensors into units that may change their order together: a unit has a run of
axes on each port, which may be empty. Ports are the operator's inputs, then its outputs. Kinds have ONNX's names;
tflite_kinds.py gives them to operators of TensorFlow Lite. An operator without a rule takes its axes as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..kernels.permutation import Perm
from .extents import Extent, exact, less, times
from .shape_rules import Shape

Numbers = tuple[int, ...]
_GEMM = ("FLOAT16", "FLOAT", "DOUBLE")  # element types of which every runtime multiplies matrices


class Unclear(Exception):
    """An operator of which too little is known."""


def anywhere(_order: Perm) -> bool:
    return True


@dataclass(frozen=True)
class Axes:
    """
    How the axes of an operator's ports belong together. ``units`` has the number of axes on each port, for each unit.
    ``allows`` says whether the operator can work with the units in some order. The operator can read a ``free`` port in
    any order of its axes. ``named`` are parameters that name axes, and ``listed`` parameters with numbers for all axes;
    both are of the axes of ``port``. ``target`` returns the parameter of a Reshape for orders of its input and output;
    None if there is none.
    """

    units: tuple[Numbers, ...] = ()
    allows: Callable[[Perm], bool] = anywhere
    free: tuple[int, ...] = ()
    named: Mapping[str, Numbers] = field(default_factory=dict)
    listed: Mapping[str, Numbers] = field(default_factory=dict)
    port: int = 0
    target: Callable[[Perm, Perm], Numbers | None] | None = None

    def order(self, units: Perm, port: int) -> Perm:
        """Returns the axes of a port when the units are in this order."""
        first, runs = 0, []
        for unit in self.units:
            runs.append(range(first, first + unit[port]))
            first += unit[port]
        return tuple(axis for unit in units for axis in runs[unit])


@dataclass(frozen=True)
class Call:
    """
    An operator. Shapes are None if they are not known; an input that is left out has no axes. ``constants`` says which
    inputs are constants of the model. ``params`` are attributes and inputs with whole numbers, by ONNX's names; those
    that are not known are None.
    """

    kind: str
    read: tuple[Shape, ...]
    written: tuple[Shape, ...]
    constants: tuple[bool, ...] = ()
    params: Mapping[str, Numbers | None] = field(default_factory=dict)
    version: int = 18
    element: str = ""  # type of the first input's elements

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

    def axis(self, rank: int, default: int | None = None) -> int:
        axis = self.number("axis", rank if default is None else default)
        if not -rank <= axis < rank:
            raise Unclear
        return axis % rank


def _units(call: Call, rank: int, ports: Iterable[int]) -> tuple[Numbers, ...]:
    """Returns a unit for each axis, which some ports have."""
    has = set(ports)
    return (tuple(int(port in has) for port in call.ports),) * rank


def _all_axes(call: Call, inputs: Iterable[int] = (0,)) -> Axes:
    """Inputs and all outputs have the same axes."""
    ranks = {call.rank(port) for port in inputs}
    if len(ranks) != 1:
        raise Unclear
    return Axes(_units(call, ranks.pop(), (*inputs, *call.outputs)))


def _along(call: Call, inputs: Iterable[int] = (0,), default: int | None = None) -> Axes:
    """As _all_axes, and the parameter axis names one of them."""
    axes = _all_axes(call, inputs)
    return Axes(axes.units, named={"axis": (call.axis(len(axes.units), default),)})


def _broadcast(call: Call, inputs: Iterable[int], rank: int) -> Axes:
    """Inputs are brought to the rank of the outputs. Constants get leading axes of extent 1."""
    ranks = [0] * len(call.read) + [rank] * len(call.written)
    for port in inputs:
        shape = call.shape(port)
        single = all(extent == 1 for extent in shape)
        ranks[port] = 0 if single else rank if call.constants[port] else len(shape)
    short = {each for each in ranks if 0 < each < rank}
    return Axes(
        tuple(tuple(int(unit >= rank - each) for each in ranks) for unit in range(rank)),
        lambda order: all(min(order[rank - each :]) == rank - each for each in short),
    )


def _elementwise(call: Call) -> Axes:
    inputs = range(len(call.read))
    return _broadcast(call, inputs, max((call.rank(port) for port in inputs), default=0))


def _dropout(call: Call) -> Axes:
    if call.number("training_mode", 0):
        raise Unclear
    return _elementwise(call)


def _expand(call: Call) -> Axes:
    wanted = call.numbers("shape")
    if wanted is None:
        raise Unclear
    rank = max(call.rank(), len(wanted))
    axes = _broadcast(call, (0,), rank)
    return Axes(axes.units, axes.allows, listed={"shape": (1,) * (rank - len(wanted)) + wanted}, port=len(call.read))


def _tile(call: Call) -> Axes:
    repeats = call.numbers("repeats")
    if repeats is None or len(repeats) != call.rank():
        raise Unclear
    return Axes(_all_axes(call).units, listed={"repeats": repeats})


def _quantize(call: Call) -> Axes:
    scale = call.shape(1)
    if all(extent == 1 for extent in scale):
        return _all_axes(call)
    if len(scale) != 1 or "axis" not in call.params:
        raise Unclear
    return _along(call)


def _last_axes(call: Call, default: int = -1) -> Axes:
    """The axes from the parameter on stay the last ones, in their order."""
    rank = call.rank()
    axis = call.axis(rank, default)
    return Axes(_all_axes(call).units, lambda order: order[axis:] == tuple(range(axis, rank)))


def _softmax(call: Call) -> Axes:
    """Before version 13, all axes from the parameter on are one."""
    return _along(call, default=-1) if call.version >= 13 else _last_axes(call, 1)


def _normal(axes: Iterable[int], rank: int) -> Numbers:
    made = tuple(axis + rank if axis < 0 else axis for axis in axes)
    if any(not 0 <= axis < rank for axis in made):
        raise Unclear
    return made


def _without(call: Call, axes: Numbers, name: str, *, keep: bool = False) -> Axes:
    """Each axis of the input goes to the output, except some. ``name`` is the parameter that has these."""
    axes = _normal(axes, call.rank())
    full, read = _units(call, 1, (0, *call.outputs)), _units(call, 1, (0,))
    units = tuple(unit for axis in range(call.rank()) for unit in (read if axis in axes and not keep else full))
    return Axes(units, named={name: axes} if call.numbers(name) is not None else {})


def _reduce(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes == ():  # versions differ on what this means
        raise Unclear
    if axes is None:
        axes = () if call.number("noop_with_empty_axes", 0) else tuple(range(call.rank()))
    return _without(call, axes, "axes", keep=bool(call.number("keepdims", 1)))


def _arg(call: Call) -> Axes:
    return _without(call, (call.axis(call.rank(), 0),), "axis", keep=bool(call.number("keepdims", 1)))


def _squeeze(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes is None:
        if any(not isinstance(extent, int) for extent in call.shape(0)):
            raise Unclear
        axes = tuple(axis for axis, extent in enumerate(call.shape(0)) if extent == 1)
    return _without(call, axes, "axes")


def _unsqueeze(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes is None:
        raise Unclear
    rank = call.rank() + len(axes)
    new = _normal(axes, rank)
    written, full = _units(call, 1, call.outputs), _units(call, 1, (0, *call.outputs))
    units = tuple(unit for axis in range(rank) for unit in (written if axis in new else full))
    return Axes(units, named={"axes": new}, port=len(call.read))


def _gather(call: Call) -> Axes:
    """The axes of the indices replace an axis of the data."""
    axis, count = call.axis(call.rank(), 0), call.rank(1)
    units = list(_units(call, call.rank(), (0, *call.outputs)))
    units[axis] = tuple(1 if port == 0 else count if port in call.outputs else 0 for port in call.ports)
    return Axes(tuple(units), named={"axis": (axis,)})


def _pad(call: Call) -> Axes:
    axes, pads, units = call.numbers("axes"), call.params.get("pads"), _all_axes(call).units
    if axes is not None:
        return Axes(units, named={"axes": _normal(axes, call.rank())})
    if pads is None or len(pads) != 2 * call.rank():
        raise Unclear
    return Axes(units, listed={"pads": pads})


def _slice(call: Call) -> Axes:
    axes = call.numbers("axes")
    if axes is None:
        axes = tuple(range(len(call.numbers("starts") or ())))
        if not axes:
            raise Unclear
    return Axes(_all_axes(call).units, named={"axes": _normal(axes, call.rank())})


def _matmul(call: Call) -> Axes:
    """Two matrices can become Gemm, which transposes its inputs. Of more axes, the last ones stay where they are."""
    one, other = call.rank(0), call.rank(1)
    if one == other == 2 and call.version >= 11 and call.element in _GEMM:
        return Axes(_units(call, 2, call.outputs), free=(0, 1))
    if other == 2 and one >= 2:
        units = _units(call, one, (0, *call.outputs))
    elif one == other > 2:
        units = (*_units(call, one - 2, call.ports), (2,) * len(call.ports))
    else:
        raise Unclear
    return Axes(units, lambda order: order[-1] == len(units) - 1)


def _gemm(call: Call) -> Axes:
    axes = _broadcast(call, range(2, len(call.read)), 2)
    return Axes(axes.units, axes.allows, free=(0, 1))


def _shape(call: Call) -> Axes:
    """A Gather of the shape can follow, and mend the order."""
    if call.number("start", 0) or call.numbers("end") is not None:
        raise Unclear
    return Axes(free=(0,))


def _runs(read: tuple[Extent, ...], written: tuple[Extent, ...]) -> list[tuple[int, int]]:
    """Divides the axes before and after a reshape into the shortest runs with equally many elements."""
    runs, i, j = [], 0, 0
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
                    a = b
                    m, n = len(read) - i, len(written) - j
        runs.append((m, n))
        i, j = i + m, j + n
    return runs


def _known(shape: Iterable[Extent | None]) -> tuple[Extent, ...]:
    made = tuple(extent for extent in shape if extent is not None and extent != 0)
    if len(made) != len(tuple(shape)):
        raise Unclear
    return made


def _reshape(call: Call) -> Axes:
    """Runs of axes that are split or merged may change their order, if the new shape can be written down."""
    read, written = _known(call.shape(0)), _known(call.shape(len(call.read)))
    runs = _runs(read, written)
    out = len(call.read)
    units = tuple(tuple(m if port == 0 else n if port == out else 0 for port in call.ports) for m, n in runs)

    def target(before: Perm, after: Perm) -> Numbers | None:
        made = []
        for axis, place in enumerate(after):
            extent = written[place]
            copied = axis < len(before) and read[before[axis]] == extent
            made.append(extent if isinstance(extent, int) else 0 if copied else -1)
        return tuple(made) if made.count(-1) <= 1 else None

    plain = Axes(units)
    return replace(
        plain, allows=lambda order: target(plain.order(order, 0), plain.order(order, out)) is not None, target=target
    )


Rule = Callable[[Call], Axes]

_ONE = (
    "Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Cast Ceil Celu Clip Cos Cosh Elu Erf Exp Floor Gelu HardSigmoid "
    "HardSwish Identity IsInf IsNaN LeakyRelu Log Mish Neg Not QuickGelu Reciprocal Relu Round Selu Shrink Sigmoid "
    "Sign Sin Sinh Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu"
)
_MORE = (
    "Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min "
    "Mod Mul Or PRelu Pow Sub Sum Where Xor"
)
_REDUCTIONS = "L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare"
# Of these, an element's rounding may depend on where it is, or on the order of a sum.
INEXACT = frozenset(
    "Acos Acosh Asin Asinh Atan Atanh Celu Cos Cosh CumSum Elu Erf Exp Gelu Gemm HardSigmoid HardSwish "
    "LayerNormalization Log LogSoftmax LpNormalization MatMul Mean Mish Pow QuickGelu Selu "
    "Sigmoid Sin Sinh Softmax Softplus Softsign Sum Swish Tan Tanh".split()
) | {f"Reduce{kind}" for kind in _REDUCTIONS.split()}

RULES: Mapping[str, Rule] = {
    **dict.fromkeys((*_ONE.split(), *_MORE.split()), _elementwise),
    **dict.fromkeys((f"Reduce{kind}" for kind in _REDUCTIONS.split()), _reduce),
    **dict.fromkeys(("ArgMax", "ArgMin"), _arg),
    **dict.fromkeys(("CumSum", "LpNormalization", "Split", "TopK"), _along),
    **dict.fromkeys(("DequantizeLinear", "QuantizeLinear"), _quantize),
    **dict.fromkeys(("Flatten", "Reshape"), _reshape),
    **dict.fromkeys(("LogSoftmax", "Softmax"), _softmax),
    "Concat": lambda call: _along(call, range(len(call.read))),
    "Dropout": _dropout,
    "DynamicQuantizeLinear": lambda call: Axes(_units(call, call.rank(), (0, len(call.read)))),
    "Expand": _expand,
    "Gather": _gather,
    "GatherElements": lambda call: _along(call, (0, 1), 0),
    "Gemm": _gemm,
    "LayerNormalization": _last_axes,
    "MatMul": _matmul,
    "Pad": _pad,
    "ScatterElements": lambda call: _along(call, (0, 1, 2), 0),
    "Shape": _shape,
    "Slice": _slice,
    "Squeeze": _squeeze,
    "Tile": _tile,
    "Unsqueeze": _unsqueeze,
}


def axes_of(call: Call) -> Axes | None:
    """Returns what the rules say of an operator; None if its axes have to stay as they are."""
    try:
        rule = RULES.get(call.kind)
        axes = None if rule is None or call.version < 7 else rule(call)
    except Unclear:
        return None
    if axes is not None and axes.units:
        for port, shape in zip(call.outputs, call.written, strict=True):
            if shape is not None and sum(unit[port] for unit in axes.units) not in (0, len(shape)):
                return None  # the shape is wrong: onnx's inference has errors, too
    return axes
