# SPDX-License-Identifier: BSD-3-Clause
"""Parses the arguments of `explain` and `emit` that describe one permute."""

import re

from .documents import plural
from .manifest import (
    SetError,
    alignments,
    fill_problem,
    listed,
    offset_problem,
    order_problem,
    size_problem,
    stride_problem,
)
from .permutation import MAX_RANK, PACKED, WIDTHS, Flips, Perm, Shape, Work, is_permutation
from .slips import numbers_hint
from .turns import order_hint


def check_bits(bits: int) -> None:
    """Raises SetError if no kernel has ``bits``-bit elements."""
    if bits not in (widths := (*PACKED, *WIDTHS)):
        raise SetError(f"--bits {bits}: no element width; it must be {listed(widths)}")


def check_align(align: int | None, least: int = 1) -> int:
    """Returns the alignment in bytes, by default ``least``. Raises SetError if it is not valid."""
    right, is_valid = alignments(least)
    if align is not None and not is_valid(align):
        raise SetError(f"--align {align} is not {right}")
    return least if align is None else align


def parse_xor(text: str, bits: int) -> int:
    """Parses the --xor constant: '0x80' or '128'."""
    try:
        xor = int(text, 0)
    except ValueError:
        xor = 0
    if not 1 <= xor < 2**bits:
        raise SetError(f"--xor {text!r}: it must be a whole number from 1 to {2**bits - 1:#x} ({bits} bits)")
    return xor


def _numbers(text: str, what: str, example: str, *, axes: int = 0) -> tuple[int, ...]:
    parts = text.replace("x", ",").split(",")
    if not all(re.fullmatch(r"\s*[0-9]{1,40}\s*", part) for part in parts):
        hint = numbers_hint(text, axes=axes) or f"; separate them by commas, as in {example}"
        raise SetError(f"{what} {text!r} is not a list of numbers{hint}")
    return tuple(int(part) for part in parts)


def _flips(text: str | None, rank: int) -> Flips:
    if text is None:
        return ()
    axes = _numbers(text, "flip", "0,1", axes=rank)
    for place, axis in enumerate(axes):
        if axis >= rank:
            raise SetError(f"axis {axis} in flip {text!r}; axes of the output must be from 0 to {rank - 1}")
        if axis in axes[:place]:
            raise SetError(f"axis {axis} twice in flip {text!r}; each axis may occur once")
    return tuple(axis in axes for axis in range(rank))


def _gaps(text: str | None, what: str, shape: Shape, bits: int) -> Shape:
    """Parses the outer strides of one side, '128' or '960,3'. Returns all its strides; empty without a text."""
    if text is None:
        return ()
    outer = _numbers(text, what, "960,3")
    if problem := stride_problem(shape, outer, bits):
        raise SetError(f"{what} {text!r} {problem}")
    return (*outer, 1)


def parse_request(
    shape_text: str,
    perm_text: str,
    bits: int,
    flip_text: str | None = None,
    in_stride: str | None = None,
    out_stride: str | None = None,
    offsets: tuple[int, int] = (0, 0),
    order_text: str | None = None,
) -> Work:
    """Parses the arguments of `explain` and `emit`: shape '1,257,1,2' or '1x257x1x2', permutation '0,3,2,1'."""
    check_bits(bits)
    shape: Shape = _numbers(shape_text, "shape", "28,28,8")
    perm: Perm = _numbers(perm_text, "permutation", "2,0,1", axes=len(shape))
    if not 1 <= len(shape) <= MAX_RANK:
        raise SetError(f"shape of {len(shape)} axes; 1 to {MAX_RANK} are supported")
    if min(shape) < 1:
        swapped = is_permutation(shape) and len(shape) == len(perm)
        hint = ", and the shape comes before the permutation" if swapped else ""
        raise SetError(f"extent 0 in shape {shape_text!r}; extents must be 1 or more{hint}")
    if len(perm) != len(shape):
        if len(perm) == 1 and sorted(perm_text.strip()) == [str(axis) for axis in range(len(shape))]:
            raise SetError(
                f"permutation {perm_text!r} is one number; separate its axes by commas: {','.join(perm_text)}"
            )
        raise SetError(
            f"the permutation has {plural(len(perm), 'axis', 'axes')} but the shape has {len(shape)}; both must have "
            f"the same number{order_hint(perm, shape)}"
        )
    if not is_permutation(perm):
        from_one = sorted(perm) == list(range(1, len(perm) + 1))
        hint = f"; axes are counted from 0: {','.join(str(axis - 1) for axis in perm)}" if from_one else ""
        raise SetError(f"{perm_text!r} is not a permutation; it must hold each of 0 to {len(shape) - 1} once{hint}")
    flips, out_shape = _flips(flip_text, len(shape)), tuple(shape[axis] for axis in perm)
    strides = _gaps(in_stride, "in-stride", shape, bits), _gaps(out_stride, "out-stride", out_shape, bits)
    if min(offsets) < 0:
        raise SetError(f"offset {min(offsets)}; offsets are 0 or more")
    order = _numbers(order_text, "order", "1,0,2") if order_text is not None else ()
    if order and (problem := order_problem(order, shape, bits)):
        raise SetError(f"order {order_text!r} {problem}")
    work = Work(shape, perm, bits, flips, *strides, *offsets, order)
    if problem := offset_problem(work):
        raise SetError(problem)
    if problem := size_problem(shape, bits):
        raise SetError(f"shape {shape_text!r} at {bits} bits {problem}")
    if problem := fill_problem(work):
        raise SetError(problem)
    return work
