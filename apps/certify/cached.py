# SPDX-License-Identifier: BSD-3-Clause
"""A machine that counts the line fills of the arrays."""

from __future__ import annotations

from collections.abc import Mapping

from permkern.kernels.memory import NO_FILLS, Caches, Fills

from .claims import DATA, IN, OUT
from .labels import Area, Value
from .machine import Machine

ARRAYS = (IN[0], OUT[0], DATA[0])


class Cached(Machine):
    """Counts line fills if ``slow`` is set. A class of its own, as counting takes time for each access."""

    caches: Caches | None = None
    arrays: Mapping[str, int] = {}  # addresses

    def place_arrays(self, areas: Mapping[str, Area]) -> None:
        """Places the arrays one after the other, each at the start of a line plus its known offset."""
        if self.slow is None:
            return
        self.caches, end = Caches(self.slow), 0
        found: dict[str, int] = {}
        for area in areas.values():
            if area.name in ARRAYS:
                found[area.name] = -(-end // self.slow.line) * self.slow.line + area.low
                end = found[area.name] + area.size
        self.arrays = found

    def line_fills(self) -> Fills:
        return self.caches.counts() if self.caches else NO_FILLS

    def _area(self, address: Value, size: int, align: int, doing: str) -> tuple[Area, int]:
        area, offset = super()._area(address, size, align, doing)
        if self.caches and (array := self.arrays.get(area.name)) is not None:
            self.caches.access(array + offset, size, doing == "writes")
        return area, offset
