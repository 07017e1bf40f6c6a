# SPDX-License-Identifier: BSD-3-Clause
"""Rendered files to disk: only what changed, and never half of it."""

import difflib
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path


def stale(directory: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Names of the files that are missing in the directory or differ."""
    return tuple(name for name, text in files.items() if _read(directory / name) != text.encode())


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _replace(path: Path, data: bytes) -> None:
    """Writes a file in one step: a reader, or a power cut, finds the old content or the new."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def write(directory: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Writes what differs and returns the names written."""
    directory.mkdir(parents=True, exist_ok=True)
    names = stale(directory, files)
    for name in names:
        _replace(directory / name, files[name].encode())
    return names


def write_depfile(path: Path, directory: Path, names: Iterable[str], inputs: Iterable[Path]) -> None:
    """A Makefile rule: every output depends on every file that the generator read."""

    def escape(name: Path) -> str:
        return str(name).replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")

    outputs = " ".join(escape(directory / name) for name in names)
    sources = " ".join(escape(source) for source in inputs)
    _replace(path, f"{outputs}: {sources}\n".encode())


def diff(directory: Path, files: Mapping[str, str]) -> str:
    """A unified diff from what the directory holds to what would be generated; empty when they are the same."""
    parts = []
    for name in stale(directory, files):
        held = _read(directory / name)
        old = [] if held is None else held.decode("utf-8", "backslashreplace").splitlines(keepends=True)
        new = files[name].splitlines(keepends=True)
        before = "missing" if held is None else f"{name} (as it is)"
        lines = difflib.unified_diff(old, new, before, f"{name} (generated)")
        parts.append(
            "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
        )
        if not parts[-1]:
            parts[-1] = f"{name}: line ends differ\n"
    return "".join(parts)
