# SPDX-License-Identifier: BSD-3-Clause
"""Prints which files a call visits, in order: permkern_permute of a plane, with the choices for a Cortex-M4."""

import re
import subprocess
from itertools import groupby
from pathlib import Path

import pytest
from conftest import ROOT

CALL = """
#include "permkern.h"
#include <stdio.h>
#define HOOK __attribute__((no_instrument_function))
HOOK void __cyg_profile_func_enter(void *function, void *caller);
HOOK void __cyg_profile_func_exit(void *function, void *caller);
void __cyg_profile_func_enter(void *function, void *caller) { (void)caller; printf("%p\\n", function); }
void __cyg_profile_func_exit(void *function, void *caller) { (void)function; (void)caller; }
HOOK int main(void)
{
    static uint8_t in[28 * 28], out[28 * 28];
    const size_t shape[] = {28, 28};
    const uint8_t perm[] = {1, 0};
    const permkern_layout from = {.shape = shape, .capacity = sizeof in, .rank = 2, .bits = 8};
    const permkern_layout to = {.capacity = sizeof out, .rank = 2, .bits = 8};
    return permkern_permute(&from, in, perm, &to, out);
}
"""
OPTIONS = "-gdwarf-4 -O0 -no-pie -finstrument-functions -DPERMKERN_CORE=PERMKERN_CORE_M4".split()


def visits(folder: Path) -> list[str]:
    """Returns the file of each function that the call enters for the first time. base/ has what all files use."""
    program = folder / "walk"
    (folder / "walk.c").write_text(CALL)
    rooms = ("src/base", "src/core", "src/move", "generated")
    sources = [folder / "walk.c", *(path for room in rooms for path in (ROOT / room).glob("*.c"))]
    paths = [f"-I{ROOT / name}" for name in ("include", "generated", "src")]
    subprocess.run(["gcc", *OPTIONS, *paths, *sources, "-o", program], check=True)
    entered = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    command = ["addr2line", "-e", program, *dict.fromkeys(entered)]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    files = [str(Path(line).relative_to(ROOT)) for line in re.findall(r"^(.*):", found, re.MULTILINE)]
    return [name for name, _ in groupby(name for name in files if not name.startswith("src/base/"))]


@pytest.mark.ci
def test_a_call_goes_through_the_files_in_one_direction(tmp_path: Path) -> None:
    walk = visits(tmp_path)
    print("\n".join(walk))
    assert walk[0] == "src/core/request.c"
    assert len(set(walk)) <= 10
    assert len(walk) - len(set(walk)) <= 3
