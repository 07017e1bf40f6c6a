# SPDX-License-Identifier: BSD-3-Clause
"""A machine that counts the line fills of the arrays."""

from __future__ import annotations

from collections.abc import Mapping

from permkern.kernels.memory import NO_FILLS, Caches, Fills, Memory

from .claims import DATA, IN, OUT
from .elf import Image
from .labels import Area, Value
from .machine import Machine
from .processor import Target

ARRAYS = (IN[0], OUT[0], DATA[0])


class Cached(Machine):
    """slow: the arrays' memory; None: nothing is counted. Other memory has no cache and no waits."""

    def __init__(self, target: Target, image: Image, slow: Memory | None) -> None:
        self.slow = slow
        self.caches: Caches | None = None
        self.arrays: dict[str, int] = {}  # addresses
        super().__init__(target, image)

    def place_arrays(self, areas: Mapping[str, Area]) -> None:
        """Places the arrays one after the other, each at the start of a line plus its known offset."""
        if self.slow is None:
            return
        self.caches, self.arrays, end = Caches(self.slow), {}, 0
        for area in areas.values():
            if area.name in ARRAYS:
                self.arrays[area.name] = -(-end // self.slow.line) * self.slow.line + area.low
                end = self.arrays[area.name] + area.size

    def line_fills(self) -> Fills:
        return self.caches.counts() if self.caches else NO_FILLS

    def _area(self, address: Value, size: int, align: int, doing: str) -> tuple[Area, int]:
        area, offset = super()._area(address, size, align, doing)
        if self.caches and (array := self.arrays.get(area.name)) is not None:
            self.caches.access(array + offset, size, doing == "writes")
        return area, offset
