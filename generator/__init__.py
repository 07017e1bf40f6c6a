# SPDX-License-Identifier: BSD-3-Clause
"""permkern generates C kernels that permute tensor axes, for the permutations and shapes of a permutation set.

    load_set, import_models    read a permutation set, or make one from models
    generate, amalgamate       return a set's C files by name
    emit                       returns one kernel as text
    report                     returns costs of permutes, and actions
    permute                    permutes NumPy arrays, with the kernels of the default set

Only these names, SetError and __version__ are public. Modules of the package may change in any version.
"""

import os
import threading
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import permute
    from .api import amalgamate, emit, generate, import_models, load_set, report
    from .kernels.manifest import SetError

__all__ = [
    "SetError",
    "__version__",
    "amalgamate",
    "emit",
    "generate",
    "import_models",
    "load_set",
    "permute",
    "report",
]
__version__ = "0.1.0"

# Python's import system holds locks. If the process forks while another thread holds such a lock, the lock stays held
# in the child, because the thread does not exist there. So forks wait while permute is imported.
_fork_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_fork_lock.acquire, after_in_parent=_fork_lock.release, after_in_child=_fork_lock.release
    )


def __dir__() -> list[str]:
    """Lists the public names. Omits permute if its import fails, so that help(permkern) works."""
    try:
        __getattr__("permute")
    except ImportError:
        return [name for name in __all__ if name != "permute"]
    return list(__all__)


def __getattr__(name: str) -> Any:
    """Imports a public name at its first use, so that NumPy and the compiled part are needed only for permute."""
    if name in __all__ and name != "permute":
        module = "kernels.manifest" if name == "SetError" else "api"
        globals()[name] = getattr(import_module(f".{module}", __name__), name)
        return globals()[name]
    if name != "permute":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        with _fork_lock:
            from . import arrays  # noqa: F401 (permute calls it)
            from ._native import permute
    except ImportError as error:
        missing = (error.name or "").removeprefix("permkern.")
        remedy = {
            "numpy": "numpy; install permkern[numpy]",
            "_native": "its compiled part; install permkern from a wheel, or where there is a C compiler",
        }
        if missing not in remedy:
            raise
        raise ImportError(f"permkern.permute needs {remedy[missing]}", name=error.name) from None
    globals()["permute"] = permute
    return permute
