# SPDX-License-Identifier: BSD-3-Clause
"""Blocks of a page that a command writes: between two marks, replaced as a whole, and compared with what it prints."""

import re
from dataclasses import dataclass
from pathlib import Path

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
COMPILER = re.compile(r"GCC (\d+(?:\.\d+)+)")
TOLERANCE = 0.1  # of figures that another compiler than the page's gives


class HeldError(Exception):
    """The page has no such block; the message says which."""


def figures(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in NUMBER.findall(text)]


def close(one: str, other: str) -> bool:
    """Whether two lines are the same but for spaces and figures, and those within what compilers differ by."""
    texts = ["".join(NUMBER.sub("0", text).split()) for text in (one, other)]
    pairs = zip(figures(one), figures(other), strict=False)
    return texts[0] == texts[1] and all(abs(a - b) <= TOLERANCE * max(a, b) for a, b in pairs)


def same(held: str, printed: str) -> bool:
    """Whether a block is what was printed: to the digit with the compiler that both name, closely with another one."""
    if COMPILER.findall(held) == COMPILER.findall(printed):
        return held == printed
    lines = [COMPILER.sub("GCC", text).splitlines() for text in (held, printed)]
    return len(lines[0]) == len(lines[1]) and all(map(close, *lines))


@dataclass(frozen=True)
class Block:
    """A block of a page, of what `mark` prints; its marks are comments, `<!-- mark -->` and `<!-- end of mark -->`."""

    page: Path
    mark: str

    def _parts(self) -> tuple[str, str, str]:
        """Returns what is before the block, the block, and what is behind it."""
        begin, end = f"<!-- {self.mark} -->\n", f"<!-- end of {self.mark} -->\n"
        before, found, rest = self.page.read_text(encoding="utf-8").partition(begin)
        held, closed, behind = rest.partition(end)
        if not found or not closed:
            raise HeldError(f"{self.page.name} has no {begin.strip()} and {end.strip()}")
        return before + begin, held, end + behind

    def holds(self, printed: str) -> bool:
        return same(self._parts()[1], printed)

    def save(self, printed: str) -> None:
        before, _, behind = self._parts()
        self.page.write_text(before + printed + behind, encoding="utf-8")
