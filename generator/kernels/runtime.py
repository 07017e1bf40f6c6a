# SPDX-License-Identifier: BSD-3-Clause
"""Finds library files that do not depend on a set, in a checkout or an installed package."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent  # generator/, or the installed permkern


def runtime_directory(name: str) -> Path:
    """Returns the path of src/, include/ or templates/: inside an installed package, else next to it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def checkout() -> Path | None:
    """Returns the checkout's folder; None for an installed package."""
    return PACKAGE.parent if (PACKAGE.parent / "tools" / "permkern").is_file() else None


def runtime_files() -> dict[str, Path]:
    """Returns the paths of all C and C++ files, sorted by their names in a checkout, for example src/core/run.c."""
    files = {}
    for name in ("include", "src"):
        directory = runtime_directory(name)
        for path in sorted(path for path in directory.rglob("*") if path.suffix in (".c", ".h", ".hpp")):
            files[f"{name}/{path.relative_to(directory).as_posix()}"] = path
    return files
