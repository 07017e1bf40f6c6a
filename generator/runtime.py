# SPDX-License-Identifier: BSD-3-Clause
"""The part of the library that no set changes: src/ and include/, of a checkout or inside an installed package."""

from pathlib import Path


def runtime_directory(name: str) -> Path:
    """src/, include/ or templates/: inside an installed package, beside the package in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def runtime_files() -> dict[str, Path]:
    """Every file by its name inside the checkout, sorted: src/core.c, include/permkern.h, ..."""
    files = {}
    for name in ("include", "src"):
        directory = runtime_directory(name)
        for path in sorted(directory.rglob("*.[ch]")):
            files[f"{name}/{path.relative_to(directory).as_posix()}"] = path
    return files
