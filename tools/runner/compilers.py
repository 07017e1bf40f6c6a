# SPDX-License-Identifier: BSD-3-Clause
"""
Prints the groups of needs.py whose compilers `permkern report` needs for its --target. Prints nothing with --cc.
The command reports wrong arguments.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from runpy import run_path

run_path(str(Path(__file__).resolve().parents[1] / "permkern.py"))

from permkern.certify.cores import CORES  # noqa: E402
from permkern.kernels.manifest import SetError  # noqa: E402
from permkern.kernels.targets import find_target  # noqa: E402

GROUPS = {"arm-none-eabi-gcc": "arm", "riscv64-unknown-elf-gcc": "riscv", "xtensa-lx106-elf-gcc": "xtensa"}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
    parser.add_argument("--target", "--measure", action="append", default=[])
    parser.add_argument("--cc")
    given = parser.parse_known_args(arguments)[0]
    names = [name for text in given.target for name in text.split(",")] if given.cc is None else []
    try:
        found = {GROUPS[CORES[find_target(name, CORES, CORES)].cc[0]] for name in names}
    except SetError:
        return 2
    print("\n".join(sorted(found)), end="\n" if found else "")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
