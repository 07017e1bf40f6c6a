# SPDX-License-Identifier: BSD-3-Clause
"""What src/permkern_target.h makes of the macros that a cross compiler defines for a core."""

import shutil
import subprocess

import pytest
from clib import ROOT

CORES = [
    # two words at once, neighbouring words together
    ("cortex-m0", "", (0, 0)),
    ("cortex-m3", "", (0, 0)),
    ("cortex-m4", "", (0, 1)),
    ("cortex-m4", "-mfloat-abi=hard -mfpu=fpv4-sp-d16", (0, 1)),
    ("cortex-m4", "-DPERMKERN_PAIRS=1", (1, 1)),
    ("cortex-m4", "-Os", (0, 0)),
    ("cortex-m7", "-mfloat-abi=hard -mfpu=fpv5-d16", (1, 1)),
    ("cortex-m7", "-mfloat-abi=hard -mfpu=fpv5-d16 -Os", (0, 0)),
    ("cortex-m7", "", (0, 1)),  # no macro of the compiler tells it from an M4
    ("cortex-m7", "-DCONFIG_CPU_CORTEX_M7=1", (1, 1)),
    ("cortex-m33", "", (1, 1)),
    ("cortex-m55", "-mfloat-abi=hard", (1, 1)),
]


@pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="needs an Arm compiler")
@pytest.mark.parametrize(("core", "options", "expected"), CORES, ids=str)
def test_words_at_once_and_words_together_by_core(core: str, options: str, expected: tuple[int, int]) -> None:
    command = ["arm-none-eabi-gcc", "-ffreestanding", "-mthumb", f"-mcpu={core}", "-O2", *options.split()]
    command += [f"-I{ROOT / folder}" for folder in ("src", "include", "generated")]
    done = subprocess.run(
        [*command, "-E", "-P", "-"],
        input='#include "permkern_target.h"\nPERMKERN_PAIRS PERMKERN_SEVERAL\n',
        check=True,
        capture_output=True,
        text=True,
    )
    first, second = done.stdout.split()[-2:]
    assert (int(first), int(second)) == expected
