# SPDX-License-Identifier: BSD-3-Clause
"""TensorFlow Lite's operators on open extents, one by one."""

from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from permkern.models.extents import dimension, symbol
from permkern.models.shape_rules import Shape, ShapeError
from permkern.models.tflite_rules import NUMBERS, RULES, Call

N = dimension("N")


def masks(*, begin: int = 0, end: int = 0, ellipsis: int = 0, added: int = 0, shrunk: int = 0) -> SimpleNamespace:
    """Stands for the options of STRIDED_SLICE, whose masks have a bit for each axis."""
    return SimpleNamespace(
        BeginMask=lambda: begin,
        EndMask=lambda: end,
        EllipsisMask=lambda: ellipsis,
        NewAxisMask=lambda: added,
        ShrinkAxisMask=lambda: shrunk,
    )


def sliced(shape: Shape, listed: Sequence[tuple[int, ...]], options: SimpleNamespace) -> Shape:
    """listed: each axis's begin, end and step."""
    return RULES["STRIDED_SLICE"](Call("STRIDED_SLICE", (shape,), (None, *listed), None, options, "y"))


@pytest.mark.parametrize(
    ("shapes", "made"),
    [
        (((N, 3), (N, 3)), (N, 3)),
        (((N, 1), (4,)), (N, 4)),
        (((1, 3), (N, 1)), (N, 3)),
        (((2, N, 1), (N, 5)), (2, N, 5)),
    ],
)
def test_inputs_are_broadcast(shapes: tuple[Shape, ...], made: Shape) -> None:
    assert RULES["ADD"](Call("ADD", shapes, (None, None), None, None)) == made


def test_an_unknown_input_leaves_the_result_unknown() -> None:
    assert RULES["ADD"](Call("ADD", ((N, 3), None), (None, None), None, None)) is None
    assert NUMBERS["ADD"](Call("ADD", ((2,), (2,)), ((1, 2), None), None, None)) is None
    with pytest.raises(ShapeError, match="its input's shape is not known"):
        sliced(None, [(0,), (1,), (1,)], masks())


def test_shapes_that_do_not_go_together() -> None:
    with pytest.raises(ShapeError, match="2 and 4 do not go together"):
        RULES["ADD"](Call("ADD", ((2, 3), (4, 3)), (None, None), None, None))


@pytest.mark.parametrize(
    ("options", "made"),
    [
        (masks(begin=1, end=1), (N, 2, 4)),
        (masks(begin=1, end=1, shrunk=2), (N, 4)),
        (masks(begin=2, end=3, shrunk=1), (4, 4)),
        (masks(ellipsis=1), None),
        (masks(added=1), None),
    ],
)
def test_slices_keep_whole_axes(options: SimpleNamespace, made: Shape) -> None:
    assert sliced((N, 4, 8), [(0, 1, 0), (0, 3, 8), (1, 1, 2)], options) == made


def test_a_slice_of_an_open_axis_is_open() -> None:
    [extent] = sliced((N,), [(1,), (5,), (1,)], masks()) or (None,)
    assert extent not in (None, N, symbol("N"))
    assert sliced((N,), [(-1,), (0,), (1,)], masks(end=1)) == (1,)
