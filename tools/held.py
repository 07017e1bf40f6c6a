# SPDX-License-Identifier: BSD-3-Clause
"""Blocks of a page that a command writes: between two marks, replaced as a whole, and compared with what it prints."""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path


class HeldError(Exception):
    """The page has no such block; the message says which."""


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
        """Whether the block is what was printed. Figures of another compiler than the block's are not compared."""
        held = self._parts()[1]
        compilers = [re.findall(r"GCC \d[\d.]*", text) for text in (held, printed)]
        return held == printed or compilers[0] != compilers[1]

    def save(self, printed: str) -> None:
        before, _, behind = self._parts()
        self.page.write_text(before + printed + behind, encoding="utf-8")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--check", action="store_true", help=f"fail where {self.page.name} has other text")
        how.add_argument("--save", action="store_true", help=f"put the text into {self.page.name}")

    def update(self, printed: str, options: argparse.Namespace) -> bool:
        """Saves or checks the block as the options say. Returns False if the check fails."""
        if options.save:
            self.save(printed)
        elif options.check and not self.holds(printed):
            print(f"{self.page.name} has other text: {self.mark} --save", file=sys.stderr)
            return False
        return True
