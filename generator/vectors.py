# SPDX-License-Identifier: BSD-3-Clause
"""Makes the self-test's vectors: which input element each output element must be, by the definition.

The definition, out[o] == in[i] with i[perm[k]] == o[k], or counted from the axis's other end if axis k of the output is
reversed, is applied directly, without folding and kernels. Of large shapes, a sample of the elements is tested.
"""

from dataclasses import dataclass

from .permutation import Flips, Perm, Shape, strides
from .plan import Plan

MAX_ENTRIES = 1499  # elements of a pinned shape that are tested at most
MAX_ENTRIES_HIGH_RANK = 64  # fewer for the many forms of rank above 4
MAX_ENTRIES_PLANE = 331  # for shapes that fill vector registers; it is prime, so that samples reach the tails

# Input shapes of a transpose of two axes that vector instruction sets move in different ways: few rows or columns, and
# blocks of registers with long and with short tails.
PLANES = (
    *((35, few) for few in (2, 3, 4, 5, 7, 8, 12, 16)),
    *((few, 35) for few in (2, 3, 4, 5, 7, 8, 12, 16)),
    (16, 16),
    (33, 17),
    (28, 31),
)


@dataclass(frozen=True)
class Vector:
    """Says that output element step * k must be input element source[k], for every k."""

    shape: Shape
    perm: Perm
    step: int
    source: tuple[int, ...]
    flips: Flips = ()


def source_of(shape: Shape, perm: Perm, out_index: int, flips: Flips = ()) -> int:
    """Returns the row-major index of the input element that must be at index ``out_index`` of the output."""
    out_shape = tuple(shape[axis] for axis in perm)
    source = 0
    in_strides = strides(shape)
    for k, out_stride in enumerate(strides(out_shape)):
        place = out_index // out_stride % out_shape[k]
        source += (out_shape[k] - 1 - place if flips and flips[k] else place) * in_strides[perm[k]]
    return source


def make_vector(shape: Shape, perm: Perm, most: int, flips: Flips = ()) -> Vector:
    elements = 1
    for extent in shape:
        elements *= extent
    step = (elements + most - 1) // most
    if step > 1:
        step |= 1  # an even step would sample only even indices of the innermost axis
    return Vector(shape, perm, step, tuple(source_of(shape, perm, at, flips) for at in range(0, elements, step)), flips)


def _probe_shape(perm: Perm, tile: int, beyond: int) -> Shape:
    """Returns a shape whose two tile axes are ``beyond`` longer than a tile, and whose other axes are short."""
    rank = len(perm)
    long_axes = {perm[-1], rank - 1}
    short = 3 if rank < 5 else 2
    shape = [tile + beyond if axis in long_axes else short for axis in range(rank)]
    if perm[-1] != rank - 1:
        shape[rank - 1] += 1
    return tuple(shape)


def _plane_shapes(perm: Perm) -> tuple[Shape, ...]:
    """Returns shapes with planes of 19 x 8, 8 x 19 and 17 x 18, and short outer axes."""
    shapes = []
    for rows, cols in ((19, 8), (8, 19), (17, 18)):
        shape = [2] * len(perm)
        shape[perm[-1]], shape[-1] = rows, cols
        shapes.append(tuple(shape))
    return tuple(shapes)


def _channel_shapes(perm: Perm) -> list[Shape]:
    """Returns shapes of two and three channels, with pixels for several groups and a single one left over."""
    last = len(perm) - 1
    shapes = []
    for channels in (2, 3):
        for few, many in ((last, perm[-1]), (perm[-1], last)):
            extents = {few: channels, many: 21}
            shapes.append(tuple(extents.get(axis, 2) for axis in range(len(perm))))
    return shapes


def form_vectors(plan: Plan) -> tuple[Vector, ...]:
    """Returns vectors for every folded permutation: of a shape with tails, one of whole tiles, one below a tile.

    Permutations that move the innermost axis also get shapes for vector registers and, up to rank 3, for channels.
    """
    tile = 4
    result = []
    for perm in dict.fromkeys(form.perm for form in plan.forms):
        most = MAX_ENTRIES_HIGH_RANK if len(perm) > 4 else MAX_ENTRIES
        shapes = [_probe_shape(perm, tile, 1)]
        if len(perm) <= 4:
            whole = tuple(2 * tile if axis in (perm[-1], len(perm) - 1) else 2 for axis in range(len(perm)))
            shapes += [whole, _probe_shape(perm, tile, 2 - tile)]
        if len(perm) <= 3 and perm[-1] != len(perm) - 1:
            shapes += _channel_shapes(perm)
        result += [make_vector(shape, perm, most) for shape in shapes]
        if perm == (1, 0):
            result += [make_vector(shape, perm, MAX_ENTRIES_PLANE) for shape in PLANES]
        elif len(perm) <= 4 and perm[-1] != len(perm) - 1:
            result += [make_vector(shape, perm, MAX_ENTRIES_PLANE) for shape in _plane_shapes(perm)]
    return tuple(result)


def pinned_vector(shape: Shape, perm: Perm, flips: Flips = ()) -> Vector:
    return make_vector(shape, perm, MAX_ENTRIES, flips)
