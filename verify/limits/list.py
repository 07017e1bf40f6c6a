# SPDX-License-Identifier: BSD-3-Clause
"""Prints the limits in the records of firmware's vector instruction sets, for tests/check_planes.c to include."""

import runpy
from importlib import import_module
from pathlib import Path


def main() -> None:
    runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "permkern.py"))
    views = import_module("arch_gen.firmware_views")
    helium = views.helium_view(import_module("arch_gen.firmware").MVE)
    for width in helium.widths:
        for offsets in width.offsets:
            if offsets.farthest:
                print(f"PERMKERN_LIMIT({offsets.element}, {offsets.lanes}, {offsets.farthest})")


main()
