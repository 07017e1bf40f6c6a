# SPDX-License-Identifier: BSD-3-Clause
"""
permkern generates C kernels that permute tensor axes, for the permutations and shapes of a permutation set.

permkern.permute(array, axes, out=None) permutes NumPy arrays with the kernels of the default set;
permkern.Library(set).permute does so with those of another set.
"""

import os
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .package.binding import BindingError, Library, permute

__all__ = ["BindingError", "Library", "__version__", "permute"]
__version__ = "0.1.0"

# Python's import system and cffi hold locks of their own. If the process forks while another thread holds one of them,
# the child finds it locked for ever, because that thread does not exist in the child. This lock is therefore held
# around such calls, and a fork waits until it is free.
fork_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=fork_lock.acquire, after_in_parent=fork_lock.release, after_in_child=fork_lock.release)


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Imports the module that needs NumPy and a C compiler when one of its names is first used."""
    if name not in ("permute", "Library", "BindingError"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with fork_lock:
        from .package import binding

    globals().update(permute=binding.permute, Library=binding.Library, BindingError=binding.BindingError)
    return globals()[name]
