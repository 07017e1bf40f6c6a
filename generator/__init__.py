# SPDX-License-Identifier: BSD-3-Clause
"""
permkern generates C kernels that permute tensor axes, for the permutations and shapes of a permutation set.

permkern.permute(array, axes, out=None) permutes NumPy arrays with the kernels of the default set.
"""

import os
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import permute

__all__ = ["__version__", "permute"]
__version__ = "0.1.0"

# Python's import system holds locks. If the process forks while another thread holds one of them, the child finds it
# locked for ever, because that thread does not exist in the child. So a fork waits while permute is imported.
_fork_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_fork_lock.acquire, after_in_parent=_fork_lock.release, after_in_child=_fork_lock.release
    )


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Imports what needs NumPy and the compiled part when permute is first used."""
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
