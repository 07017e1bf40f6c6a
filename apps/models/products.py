# SPDX-License-Identifier: BSD-3-Clause
"""Finds the operator that multiplies a tensor with a matrix, for any axis order of the tensor."""

from collections.abc import Sequence
from dataclasses import dataclass

from .extents import Extent, product


@dataclass(frozen=True)
class Product:
    """
    A product with a matrix. ``before`` and ``after`` are shape parameters of Reshapes of the tensor and the result; ()
    means no Reshape. ``left``: the matrix is the first factor. ``gemm``: a Gemm that transposes the tensor.
    """

    left: bool = False
    gemm: bool = False
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()


def reshape_target(read: Sequence[Extent], written: Sequence[Extent]) -> tuple[int, ...]:
    """Returns a Reshape's shape parameter. Several -1 in it mean that it cannot express the open extents."""
    return tuple(
        extent if isinstance(extent, int) else 0 if [*read[axis : axis + 1]] == [extent] else -1
        for axis, extent in enumerate(written)
    )


def product_of(read: Sequence[Extent], written: Sequence[Extent], i: int, j: int, *, gemm: bool) -> Product | None:
    """
    Returns the product that sums the axis ``i`` of a tensor, and writes axis ``j`` in its place. All other axes keep
    their order. ``gemm``: Gemm has the element type. Returns None if no operator does this.
    """
    rank, rows = len(read), [*read[:i]]
    if i == j >= rank - 2:
        return Product(left=i < rank - 1)
    others = [*rows, *read[i + 1 :]]
    before, after, count = (sum(extent != 1 for extent in some) for some in (rows, written[:j], others))
    if before == after:
        rest = [product(read[i + 1 :])] if before < count else []
        made, middle, result = Product(bool(rest)), [*rows, read[i], *rest], [*rows, written[j], *rest]
    elif gemm and {before, after} == {0, count}:
        made, middle, result = Product(after == 0, True), [product(others), read[i]], [product(others), written[j]]
        middle, result = (middle[::-1], result) if before == 0 else (middle, result[::-1])
    else:
        return None
    targets = [reshape_target(a, b) if [*a] != [*b] else () for a, b in ((read, middle), (result, written))]
    return None if any(target.count(-1) > 1 for target in targets) else Product(made.left, made.gemm, *targets)


# By operator, its inputs in the order for exchanged factors.
PRODUCTS = {"MatMul": (1, 0), "MatMulInteger": (1, 0, 3, 2), "QLinearMatMul": (3, 4, 5, 0, 1, 2, 6, 7)}
