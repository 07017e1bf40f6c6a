# SPDX-License-Identifier: BSD-3-Clause
"""
permkern: renders C kernels that permute tensor axes, for the permutations and shapes of a permutation set.

permkern.permute(array, axes, out=None) moves NumPy arrays with them; permkern.Library(set) with those of another set.
"""

import os
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .binding import BindingError, Library, permute

__all__ = ["BindingError", "Library", "__version__", "permute"]
__version__ = "0.1.0"

# Imports and cffi have locks of their own. A process that is forked off while a thread has one finds it locked for
# good, as it has not that thread: forks wait until this lock is free, which is around them.
fork_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=fork_lock.acquire, after_in_parent=fork_lock.release, after_in_child=fork_lock.release)


def __getattr__(name: str) -> Any:
    """What needs NumPy, and a compiler, is imported when it is first asked for, and is an attribute from then on."""
    if name not in ("permute", "Library", "BindingError"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with fork_lock:
        from . import binding

    globals().update(permute=binding.permute, Library=binding.Library, BindingError=binding.BindingError)
    return globals()[name]
