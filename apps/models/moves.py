# SPDX-License-Identifier: BSD-3-Clause
"""
Finds the operators besides transposes that move elements, and describes permutes of reshaped tensors.

Kinds have ONNX names, as in axis_rules.py; tflite_rules.py maps TensorFlow Lite operators to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from permkern.kernels.permutation import Flips, Perm

from .axis_rules import Call, Unclear, normal_axes
from .extents import Extent, over

_FAR = 2**31 - 2  # replaces an open extent; slices "to the end" reach further


@dataclass(frozen=True)
class Move:
    """
    A permute of the first input, reshaped to ``shape``. Output axis k is axis ``perm[k]``, reversed if ``flips[k]``.
    """

    shape: tuple[Extent, ...]
    perm: Perm
    flips: Flips = ()


def _shape(call: Call) -> tuple[Extent, ...]:
    shape = tuple(extent for extent in call.shape(0) if extent is not None)
    if len(shape) != call.rank():
        raise Unclear
    return shape


def _reversed(call: Call, axes: Iterable[int]) -> Move:
    shape, turned = _shape(call), normal_axes(tuple(axes), call.rank())
    return Move(shape, tuple(range(len(shape))), tuple(axis in turned for axis in range(len(shape))))


# Depth and space axes, by mode. y and x are positions in a block. NHWC is TensorFlow Lite's mode.
_BLOCKS = {"DCR": ("NyxCHW", "NCHyWx"), "CRD": ("NCyxHW", "NCHyWx"), "NHWC": ("NHWyxC", "NHyWxC")}


def _blocks(call: Call) -> Move:
    """Splits depth or space axes by the block size, and joins the parts with other axes."""
    mode, [block] = call.texts.get("mode", "DCR"), call.known("blocksize")
    read, written = _BLOCKS[mode] if call.kind == "DepthToSpace" else _BLOCKS[mode][::-1]
    parts = {"C": block * block} if call.kind == "DepthToSpace" else {"H": block, "W": block}
    extents: dict[str, Extent] = {"y": block, "x": block}
    for name, extent in zip(mode if mode == "NHWC" else "NCHW", _shape(call), strict=True):
        part = parts.get(name, 1)
        if isinstance(extent, int) and extent % part:
            raise Unclear
        extents[name] = over(extent, part)
    return Move(tuple(extents[name] for name in read), tuple(read.index(name) for name in written))


def _slice(call: Call) -> Move | str | None:
    """A slice with a negative step reverses axes that it takes whole."""
    steps = call.numbers("steps") or ()
    if min(steps, default=1) > 0:
        return None
    starts, ends, shape = call.known("starts"), call.known("ends"), _shape(call)
    axes = normal_axes(call.numbers("axes") or tuple(range(len(starts))), len(shape))
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        extent = shape[axis]
        whole = range(extent if isinstance(extent, int) else _FAR)
        if len(whole[start:end:step]) < len(whole):
            return "with a negative step"
    return _reversed(call, (axis for axis, step in zip(axes, steps, strict=True) if step < 0))


def _gather(call: Call) -> Move | str | None:
    """Constant indices may permute a whole axis."""
    indices, axis = call.numbers("indices"), call.axis(0)
    if indices is None or len(call.shape(1)) != 1:
        return None
    extent = call.shape(0)[axis]
    places, row = normal_axes(indices, extent if isinstance(extent, int) else len(indices)), tuple(range(len(indices)))
    if places == row or tuple(sorted(places)) != row or (isinstance(extent, int) and extent > len(row)):
        return None
    return _reversed(call, [axis]) if places == row[::-1] and extent == len(row) else "that permutes an axis"


def _sequences(call: Call) -> Move | str:
    axis = call.number("time_axis", 0)
    lengths = set(call.params.get("sequence_lens") or ())
    return _reversed(call, [axis]) if lengths == {call.shape(0)[axis]} else ""


def _einsum(call: Call) -> Move | str | None:
    """A single operand may only be permuted. Several operands may be permuted before their multiplication."""
    left, arrow, out = call.texts.get("equation", "").replace(" ", "").partition("->")
    one, *others = read = left.split(",")
    if not others:
        some = "".join(chr(0x100 + k) for k in range(call.rank() - len(one.replace("...", ""))))
        one = one.replace("...", some)
        out = out.replace("...", some) if arrow else some + "".join(sorted(set(one) - set(some)))
        if len(set(one)) < len(one) or len(one) != call.rank():  # a diagonal
            return None
        read = [one]
        if sorted(one) == sorted(out):
            return Move(_shape(call), tuple(map(one.index, out)))
    elif not arrow:
        out = "".join(sorted(name for name in set(left) - set(",.") if left.count(name) == 1))
    turned = any([n for n in out if n in each] != [n for n in each if n in out] for each in read)
    if len(others) == 1:
        summed = "".join(name for name in one if name in others[0] and name not in out)
        columns = "".join(name for name in others[0] if name not in one)
        turned = turned or not (one.endswith(summed) and others[0].endswith(summed + columns))
    return left + "->" + out if turned and others else call.texts["equation"] if turned else None


def _multiplied(call: Call) -> str | None:
    """Names the matrices that the operator transposes. Constants do not count, as the file can have them transposed."""
    ports = (("transA", 0), ("transB", 1), ("adj_x", 0), ("adj_y", 1))
    return " and ".join(name for name, k in ports if call.number(name, 0) and not call.constants[k]) or None


def _stacked(call: Call) -> str | None:
    """
    Names the axis. Returns None if the tensors stay contiguous: on the first axis, or after axes of extent 1.
    """
    packs, shape = call.kind == "Stack", call.shape(0)
    [axis] = normal_axes((call.number("axis", 0),), len(shape) + packs)
    several = (len(call.read) if packs else shape[axis]) != 1 and any(extent != 1 for extent in shape[:axis])
    return f"on axis {axis}" if several else None


Rule = Callable[[Call], Move | str | None]

_MOVES: Mapping[str, Rule] = {
    **dict.fromkeys(("BatchToSpace", "ReorderInput", "ReorderOutput", "SpaceToBatch"), lambda _call: ""),
    **dict.fromkeys(("DepthToSpace", "SpaceToDepth"), _blocks),
    **dict.fromkeys(("BatchMatMul", "FusedMatMul", "Gemm", "MatMul", "TransposeMatMul"), _multiplied),
    **dict.fromkeys(("Stack", "Unstack"), _stacked),
    "Einsum": _einsum,
    "Gather": _gather,
    "Reverse": lambda call: _reversed(call, call.known("axes")),
    "ReverseSequence": _sequences,
    "Slice": _slice,
}
KINDS = frozenset(_MOVES)
_SURE = ("DepthToSpace", "Reverse", "ReverseSequence", "SpaceToDepth")  # move elements for all parameters


def move_of(call: Call) -> Move | str | None:
    """
    Returns how an operator moves elements. If no kernel can do this, returns a text to print after the kind; it may be
    empty. Returns None if nothing moves, or too little is known.
    """
    try:
        return _MOVES[call.kind](call)
    except (Unclear, LookupError, ValueError):
        return "" if call.kind in _SURE else None
