# SPDX-License-Identifier: BSD-3-Clause
"""Runs the command line as ``python3 -m permkern``."""

import sys

from .cli import main

sys.exit(main())
