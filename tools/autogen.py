# SPDX-License-Identifier: BSD-3-Clause
"""Writes the files of src/ that arch_gen/ renders, or compares them with those that are there. Run by tools/autogen."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import permkern as loader  # tools/permkern.py makes generator/ importable as the package permkern

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/autogen", description="Renders arch_gen/ into src/.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file differs")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT))
    from arch_gen.render import render

    changed = []
    for name, text in render().items():
        path = ROOT / "src" / name
        if path.is_file() and path.read_bytes() == text.encode():
            continue
        changed.append(name)
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    for name in changed:
        print(f"src/{name}: {'differs; run tools/autogen' if options.check else 'written'}")
    return int(options.check and bool(changed))


if __name__ == "__main__":
    assert loader
    sys.exit(main(sys.argv[1:]))
