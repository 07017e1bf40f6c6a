# SPDX-License-Identifier: BSD-3-Clause
# The compiled part, generator/arrays.c.
from typing import SupportsIndex

from numpy.typing import ArrayLike

from .arrays import Array, Axes

def permute(
    array: ArrayLike, axes: Axes | None = None, out: Array | None = None, *, threads: SupportsIndex | None = None
) -> Array: ...
def move(array: Array, axes: tuple[int, ...], out: Array, part: int, parts: int, /) -> bool: ...

LARGE: int
SHARED: int
