# SPDX-License-Identifier: BSD-3-Clause
"""Writes rendered files to disk: only the changed files, after all new files are on disk."""

import difflib
import errno
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..kernels.tomltables import SetError

_ANOTHER_FOLDER = "choose a folder that you may write into, or change the permissions of this one"
_REMEDIES = {
    errno.EACCES: _ANOTHER_FOLDER,
    errno.EPERM: _ANOTHER_FOLDER,
    errno.EROFS: "choose a folder on another disk, or mount this one for writing",
    errno.EEXIST: "a file has this name; choose another name for the folder",
    errno.ENOTDIR: "a file has the name of a folder in this path; choose another path",
    errno.EISDIR: "a folder has this name; choose another name, or remove the folder",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ENOSPC: "the disk is full; delete something, or choose another disk",
}


def not_written(path: Path | str, error: OSError) -> SetError:
    """Returns the error for a path that cannot be written: path, reason, remedy."""
    remedy = _REMEDIES.get(error.errno or 0, "choose another folder")
    return SetError(f"{error.filename or path}: cannot be written ({error.strerror}); {remedy}")


def stale(directory: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the names of files that are missing in the directory or differ."""
    return tuple(name for name, text in files.items() if _read(directory / name) != text.encode())


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _stage(path: Path, data: bytes) -> str:
    """Writes a temporary file next to ``path``, and returns its name."""
    handle, staged = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(staged, 0o666 & ~mask)
    except BaseException:
        os.unlink(staged)
        raise
    return staged


def write(files: Mapping[Path, str | bytes]) -> tuple[Path, ...]:
    """Writes the files that differ and returns their paths. Replaces files only after all new ones are on disk."""
    for folder in dict.fromkeys(path.parent for path in files):
        folder.mkdir(parents=True, exist_ok=True)
    data = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    changed = tuple(path for path in files if _read(path) != data[path])
    staged: list[tuple[str, Path]] = []
    path = Path()
    try:
        for path in changed:
            staged.append((_stage(path, data[path]), path))
        while staged:
            name, path = staged[-1]
            os.replace(name, path)
            staged.pop()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        for name, _ in staged:
            os.unlink(name)
    return changed


def write_or_refuse(files: Mapping[Path, str | bytes]) -> tuple[Path, ...]:
    """Writes the files as write() does. Raises SetError if a file cannot be written."""
    try:
        return write(files)
    except OSError as error:
        raise not_written(next(iter(files)), error) from None


def depfile(directory: Path, names: Iterable[str], inputs: Iterable[Path]) -> str:
    """Returns a make rule: every output depends on every input of the generator."""

    def escape(name: Path) -> str:
        return str(name).replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")

    outputs = " ".join(escape(directory / name) for name in names)
    sources = " ".join(escape(source) for source in inputs)
    return f"{outputs}: {sources}\n"


def diff(directory: Path, files: Mapping[str, str]) -> str:
    """Returns a unified diff from the files in the directory to the generated ones."""
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


def same_file(one: Path, other: Path) -> bool:
    return one.absolute() == other.absolute() or (one.exists() and other.exists() and one.samefile(other))
