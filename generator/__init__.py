# SPDX-License-Identifier: BSD-3-Clause
"""
permkern: renders C kernels that permute tensor axes, for the permutations and shapes of a permutation set.

permkern.permute(array, axes, out=None) moves NumPy arrays with them; permkern.Library(set) with those of another set.
"""

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """What needs NumPy, and a compiler, is imported when it is asked for."""
    if name in ("permute", "Library", "BindingError"):
        from . import binding

        return getattr(binding, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
