# SPDX-License-Identifier: BSD-3-Clause
"""Reads TOML with tomllib (Python 3.11 and later) or tomli."""

import sys

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "loads"]
