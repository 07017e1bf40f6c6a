# SPDX-License-Identifier: BSD-3-Clause
"""Writes blocks of pages that a command makes: from `<!-- its name -->` to `<!-- end of its name -->`."""

from pathlib import Path


def put(page: Path, name: str, text: str) -> None:
    """Replaces a block. Raises ValueError if the page does not have it."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, behind = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page.name} has no {begin.strip()} and {end.strip()}")
    page.write_text(before + begin + text + end + behind, encoding="utf-8")
