# SPDX-License-Identifier: BSD-3-Clause
"""Data caches, and the line fills of sequences of accesses.

Only the arrays' accesses count: stack, tables and code are in memory without waits. A cache begins empty. At the end
it writes back its changed lines.
"""

import re
from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from statistics import mean

from .tomltables import SetError

UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20}
POLICIES = ("lru", "random")
STORES = ("allocate", "stream", "through")
MOST = 1 << 26  # bytes of a cache
SEEDS = (1, 2, 3, 4)  # for random replacement, whose counts are means
RIGHT = '"16k,4,32,50" (bytes, ways, bytes per line, cycles per line fill)'


@dataclass(frozen=True)
class Memory:
    """A data cache, and the cost of slow memory.

    policy: the replaced line is the least recently used, or random. stores: "allocate": a store fills its line;
    "stream": except lines that are written whole before they are read or replaced; "through": stores go to memory, and
    allocate no line.
    """

    size: int  # bytes
    ways: int
    line: int  # bytes
    fill: int  # cycles per line fill
    policy: str = "lru"
    stores: str = "allocate"

    @property
    def sets(self) -> int:
        return self.size // self.ways // self.line

    def least(self, in_bytes: int, out_bytes: int) -> float:
        """Returns the least line fills and write-backs for two arrays."""
        return (in_bytes + out_bytes * {"allocate": 2, "stream": 1, "through": 0}[self.stores]) / self.line

    def __str__(self) -> str:
        size = f"{self.size // 1024}k" if self.size % 1024 == 0 else str(self.size)
        others = (self.policy * (self.policy != "lru"), self.stores * (self.stores != "allocate"))
        return ",".join((size, *map(str, (self.ways, self.line, self.fill)), *filter(None, others)))


# docs/permutation-sets.md has the sources. If a manual names no replacement, LRU is assumed.
MEMORIES: Mapping[str, Memory] = {
    "stm32f7": Memory(16384, 4, 32, 50),
    "stm32h7": Memory(16384, 4, 32, 50),
    "imxrt1060": Memory(32768, 4, 32, 50),
    "esp32s3": Memory(32768, 8, 32, 120),
    "esp32p4": Memory(65536, 2, 64, 120),
    "cortex-a53": Memory(32768, 4, 64, 100, "random"),
}
CACHED: Mapping[str, Memory] = {"cortex-m7": MEMORIES["stm32h7"]}  # memories of targets, if none is named


def parse_memory(text: str) -> Memory:
    """Parses a name in MEMORIES, or the numbers, each with options of POLICIES and STORES: ``16k,4,32,50,random``."""
    parts = [part.strip() for part in text.lower().split(",")]
    options = [part for part in parts if part in (*POLICIES, *STORES)]
    numbers = [part for part in parts if part not in options]
    found = MEMORIES.get(",".join(numbers))
    if found is None:
        values = [re.fullmatch(r"(\d{1,9})([km]?)b?", part) for part in numbers]
        if len(values) != 4 or not all(values):
            raise SetError(f"memory {text!r}: no such memory; it may be {RIGHT}, or {', '.join(MEMORIES)}")
        size, ways, line, fill = (int(value[1]) * UNITS[value[2]] for value in values if value)
        if line < 8 or line & (line - 1):
            raise SetError(f"memory {text!r}: {line} bytes per line; it must be a power of two from 8")
        if not ways or not ways * line <= size <= MOST or size % (ways * line):
            right = f"a multiple of ways times bytes per line, at most {MOST}"
            raise SetError(f"memory {text!r}: {size} bytes; it must be {right}")
        found = Memory(size, ways, line, fill)
    for option in options:
        found = replace(found, policy=option) if option in POLICIES else replace(found, stores=option)
    return found


def memory_of(text: str | None) -> Memory | None:
    """Parses a memory that need not be given."""
    return None if text is None else parse_memory(text)


@dataclass(frozen=True)
class Fills:
    """Line fills and write-backs, and the least that any order needs."""

    fills: int = 0
    backs: int = 0
    least: int = 0
    least_backs: int = 0

    def __add__(self, other: "Fills") -> "Fills":
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Fills(*(one + another for one, another in pairs))


NO_FILLS = Fills()


class Cache:
    """Counts an access sequence's line fills."""

    def __init__(self, memory: Memory, seed: int = 1) -> None:
        self.memory, self.random = memory, seed
        self.fills = self.backs = 0
        self.whole = (1 << memory.line) - 1
        # Each set's lines, least recently used first. True: changed. A number: the bytes that stores wrote, if the line
        # was not filled.
        self.lines: list[dict[int, int | bool]] = [{} for _ in range(memory.sets)]

    def access(self, address: int, size: int, write: bool) -> None:
        line, end = address // self.memory.line, (address + size - 1) // self.memory.line
        self._touch(line, write, address % self.memory.line, size)
        while line < end:
            line += 1
            self._touch(line, write, 0, (address + size) - line * self.memory.line)

    def _touch(self, line: int, write: bool, at: int, size: int) -> None:
        there = self.lines[line % len(self.lines)]
        state = there.get(line)
        if state is None:
            if write and self.memory.stores == "through":
                return
            if len(there) == self.memory.ways:
                self._replace(there)
            state = 0 if write and self.memory.stores == "stream" else False
            self.fills += state is False
        elif self.memory.policy == "lru":
            del there[line]
        if write and self.memory.stores != "through":
            if state is False:
                state = True
            elif state is not True:
                state |= ((1 << size) - 1) << at & self.whole
                state = state == self.whole or state
        elif state is not False and state is not True:
            self.fills += 1
            state = True
        there[line] = state

    def _replace(self, there: dict[int, int | bool]) -> None:
        chosen = next(iter(there))
        if self.memory.policy == "random":
            self.random = self.random * 1103515245 + 12345 & 0x7FFFFFFF
            chosen = list(there)[(self.random >> 16) % len(there)]
        self._leave(there.pop(chosen))

    def _leave(self, state: int | bool) -> None:
        self.backs += state is not False
        self.fills += state is not False and state is not True

    def flush(self) -> None:
        for there in self.lines:
            for state in there.values():
                self._leave(state)
            there.clear()


class Caches:
    """Counts an access sequence, for random replacement by several caches."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.each = [Cache(memory, seed) for seed in (SEEDS if memory.policy == "random" else SEEDS[:1])]
        self.read, self.written = set[int](), set[int]()

    def access(self, address: int, size: int, write: bool) -> None:
        lines = range(address // self.memory.line, (address + size - 1) // self.memory.line + 1)
        (self.written if write else self.read).update(lines)
        for each in self.each:
            each.access(address, size, write)

    def counts(self) -> Fills:
        for each in self.each:
            each.flush()
        fills, backs = (round(mean(counts)) for counts in ([c.fills for c in self.each], [c.backs for c in self.each]))
        filled = self.read if self.memory.stores != "allocate" else self.read | self.written
        written = set[int]() if self.memory.stores == "through" else self.written
        return Fills(fills, backs, len(filled), len(written))
