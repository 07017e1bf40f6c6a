# SPDX-License-Identifier: BSD-3-Clause
"""
Compiles permkern's C code into a shared library for generator/package/binding.py.

The compiler is the command in $CC, split into words as a shell would, or `cc`. The library is kept in $PERMKERN_CACHE
(by default permkern/ in the user's cache folder), under a hash of everything that it was built from, and reused.
"""

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..kernels.inventory import Inventory
from ..kernels.render import render
from ..kernels.runtime import runtime_directory, runtime_files

_FLAGS = ("-O3", "-shared", "-fPIC", "-fvisibility=hidden")
_SHIM = Path(__file__).with_name("binding.c")


class BindingError(RuntimeError):
    """The C library could not be built or loaded."""


def _cache_directory() -> Path:
    given = os.environ.get("PERMKERN_CACHE")
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "permkern"
    except RuntimeError:
        raise BindingError(
            "this user has no home folder; set PERMKERN_CACHE to a folder for compiled libraries"
        ) from None


def _compiler() -> list[str]:
    """Returns the words of $CC, or `cc` if it is unset or empty."""
    given = os.environ.get("CC", "")
    try:
        return shlex.split(given) or ["cc"]
    except ValueError as error:
        raise BindingError(
            f"CC is {given!r}, which a shell cannot parse ({error}); set it to the command of a C compiler"
        ) from None


def _run(command: Sequence[str | Path]) -> str:
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    except OSError as error:
        raise BindingError(
            f"no C compiler: {command[0]} ({error.strerror}); install it, or set CC to another"
        ) from None
    if done.returncode != 0:
        raise BindingError(f"{command[0]} failed:\n{done.stderr}")
    return done.stdout


def _compile(compiler: Sequence[str], generated: Mapping[str, str], built: Path) -> None:
    """Builds in a temporary folder and renames the result, so that concurrent builds do not disturb each other."""
    built.parent.mkdir(parents=True, exist_ok=True)
    # A TemporaryDirectory would also be deleted when a process that was forked meanwhile ends.
    folder = Path(tempfile.mkdtemp(dir=built.parent))
    try:
        for name, text in generated.items():
            (folder / name).write_text(text, encoding="utf-8")
        sources = [path for path in runtime_files().values() if path.suffix == ".c" and path.name[:4] != "mli_"]
        sources += [folder / name for name in generated if name.endswith(".c")]
        includes = [f"-I{folder}", f"-I{runtime_directory('include')}", f"-I{runtime_directory('src')}"]
        made = folder / built.name
        _run([*compiler, *_FLAGS, *includes, *sources, _SHIM, "-o", made])
        os.replace(made, built)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def build(plan: Inventory) -> Path:
    """Returns the path of a plan's shared library, which is compiled if the cache does not have it yet."""
    compiler = _compiler()
    generated = render(plan)
    key = hashlib.sha256(repr((compiler, _run([*compiler, "--version"]), _FLAGS, platform.machine())).encode())
    given = ((path.name, path.read_bytes()) for path in (*runtime_files().values(), _SHIM))
    for name, data in (*generated.items(), *given):
        key.update(repr((name, data)).encode())
    cache = _cache_directory()
    built = cache / key.hexdigest()[:32] / "libpermkern.so"
    try:
        if not built.exists():
            _compile(compiler, generated, built)
    except OSError as error:
        raise BindingError(
            f"the C library cannot be stored in {cache} ({error.strerror}); set PERMKERN_CACHE to a writeable folder"
        ) from None
    return built
