# SPDX-License-Identifier: BSD-3-Clause
"""Folders that steps work in, and those with the kernels of a permutation set; the library's sources with them."""

import shutil
import sys
from pathlib import Path

from steps import BUILD, ROOT, Log


def fresh(step: str) -> Path:
    """A step's own folder, empty."""
    folder = BUILD / "verify" / step
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def kernels(log: Log, permutations: str | Path, folder: Path) -> Path:
    """Where a set's kernels are: the committed ones of the set default, those of others rendered into the folder."""
    if permutations == "default":
        return ROOT / "generated"
    log.must([sys.executable, "-B", ROOT / "tools" / "permkern.py", "generate", "-o", folder, permutations])
    return folder


def sources(generated: Path) -> list[Path]:
    """The sources of the library, with the kernels of a folder."""
    return [*sorted((ROOT / "src").rglob("*.c")), *sorted(generated.glob("*.c"))]
