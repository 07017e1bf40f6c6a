# SPDX-License-Identifier: BSD-3-Clause
"""Updates generated blocks in pages, from `<!-- NAME -->` to `<!-- end of NAME -->`."""

from pathlib import Path


def put(page: Path, name: str, text: str) -> None:
    """Replaces a block. ValueError: the page lacks it."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, behind = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page.name} has no {begin.strip()} and {end.strip()}")
    page.write_text(before + begin + text + end + behind, encoding="utf-8")
