# SPDX-License-Identifier: BSD-3-Clause
"""Reads TOML with tomllib, which Python has since 3.11, and before that with tomli, from which it was made."""

import sys

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "loads"]
