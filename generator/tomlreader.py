# SPDX-License-Identifier: BSD-3-Clause
"""Reads TOML: by Python's own reader, which came with 3.11, and by tomli, from which that one was made, before."""

import sys

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "loads"]
