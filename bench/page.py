# SPDX-License-Identifier: BSD-3-Clause
"""Puts measured tables into docs/performance.md: `tools/bench page -o DIR`, DIR being where the benches wrote.

What stands above the mark is written by people and kept; what is below it is replaced.
"""

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
PLOT = "host-growth.svg"
MARK = "<!-- Below: written by `tools/bench page`. -->"
TABLES = ("firmware.md", "cycles.md", "host.md", "wasm.md")


class PageError(Exception):
    """The page cannot be made; the message says why."""


def demoted(page: str) -> str:
    """A page as a chapter of another one: no SPDX line, headings one level down; plots lie beside the page."""
    lines = [line for line in page.splitlines() if not line.startswith("<!-- SPDX")]
    return "\n".join(re.sub(r"^(#+ )", r"#\1", line) for line in lines).strip() + "\n"


def composed(written: str, tables: Sequence[str]) -> str:
    """The page: what people wrote, the mark, the tables."""
    if MARK not in written:
        raise PageError(f"docs/performance.md has no line {MARK}")
    head = written[: written.index(MARK)].rstrip()
    return "\n\n".join([head, MARK, *(demoted(table).rstrip() for table in tables)]) + "\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench page", description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="where the benches wrote")
    options = parser.parse_args(arguments)
    missing = [name for name in TABLES if not (options.output / name).is_file()]
    try:
        if missing:
            benches = ", ".join(name.removesuffix(".md") for name in TABLES)
            raise PageError(f"no {' and no '.join(missing)} in {options.output}: run tools/bench {benches} first")
        tables = [(options.output / name).read_text(encoding="utf-8") for name in TABLES]
        page = composed(PAGE.read_text(encoding="utf-8"), tables)
    except PageError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    PAGE.write_text(page, encoding="utf-8")
    if (options.output / PLOT).is_file():
        shutil.copyfile(options.output / PLOT, PAGE.parent / PLOT)
    print(f"{PAGE.relative_to(ROOT)}: {len(page.splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
