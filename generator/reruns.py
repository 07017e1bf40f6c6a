# SPDX-License-Identifier: BSD-3-Clause
"""
Skips rendering when `generate` would write what a folder holds already.

A large set takes a second to render. So what it was rendered from, and digests of the files, are kept in the user's
cache folder. No output depends on them: without them, or if a file of the folder differs, the set is rendered.
"""

import json
import os
from argparse import Namespace
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from . import __version__
from .kernels.manifest import STDIN, find_set
from .kernels.runtime import PACKAGE, runtime_directory

if TYPE_CHECKING:
    from .kernels.inventory import Inventory

MANY = 100  # kernels; fewer are rendered soon


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _kept(folder: Path) -> Path:
    """Returns the file of the cache that is for a folder."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.cache"
    return Path(base).expanduser() / "permkern" / f"{_digest(str(folder.resolve()).encode())}.json"


def _sources(arguments: Namespace) -> str:
    """Identifies the sets, the targets and the generator."""
    sets = [(name, _digest(find_set(name).read_bytes())) for name in arguments.sets]
    files = sorted([*PACKAGE.rglob("*.py"), *runtime_directory("templates").rglob("*.j2")])
    stats = [(str(path), (state := path.stat()).st_size, state.st_mtime_ns) for path in files]
    return _digest(repr((__version__, sets, arguments.target, stats)).encode())


def generate(arguments: Namespace) -> int:
    """Writes a set's files, unless they were written into this folder before, and nothing has changed since."""
    folder, sources, kept = arguments.output, "", Path()
    asked = arguments.depfile or arguments.dry_run or arguments.verbose or arguments.format == "json"
    if not asked and STDIN not in arguments.sets:
        try:
            kept = _kept(folder)
            sources = _sources(arguments)
            known = json.loads(kept.read_bytes())
            same = (_digest((folder / name).read_bytes()) == digest for name, digest in known["files"].items())
            if known["sources"] == sources and all(same):
                if not arguments.quiet:
                    print(f"{folder}: {known['counts']}: unchanged")
                return 0
        except (OSError, RuntimeError, ValueError, LookupError, TypeError, AttributeError):
            pass  # there is no home, nothing is kept, or it is damaged; or a set cannot be read, which is told below
    from . import output_verbs

    def keep(inventory: "Inventory", files: Mapping[str, str]) -> None:
        if not sources or len(inventory.all_pinned) < MANY:
            return
        digests = {name: _digest(text.encode()) for name, text in files.items()}
        told = {"sources": sources, "files": digests, "counts": output_verbs.counts(inventory, files)}
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(told), encoding="utf-8")
        except OSError:
            pass  # a cache that cannot be written

    return output_verbs.generate(arguments, keep)
