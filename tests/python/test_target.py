# SPDX-License-Identifier: BSD-3-Clause
"""src/base/permkern_target.h's choices from a cross compiler's macros for a core."""

import re
import shutil
import subprocess

import pytest
from commands import ROOT

CORES = [
    # a cache before the memory
    ("cortex-m0", "", ""),
    ("cortex-m3", "", ""),
    ("cortex-m4", "", ""),
    ("cortex-m4", "-mfloat-abi=hard -mfpu=fpv4-sp-d16", ""),
    ("cortex-m4", "-DPERMKERN_CORE=PERMKERN_CORE_M7", "LINE"),
    ("cortex-m4", "-Os", ""),
    ("cortex-m7", "-mfloat-abi=hard -mfpu=fpv5-d16", "LINE"),
    ("cortex-m7", "-mfloat-abi=hard -mfpu=fpv5-d16 -Os", "LINE"),
    ("cortex-m7", "", ""),  # no macro of the compiler tells it from an M4
    ("cortex-m7", "-DCONFIG_CPU_CORTEX_M7=1", "LINE"),
    ("cortex-m33", "", "LINE"),
    ("cortex-m55", "-mfloat-abi=hard", ""),
]
# True: the core multiplies to two words, which checks sizes. Armv8-M's baseline does not.
WIDE = {"cortex-m0": False, "cortex-m23": False, "cortex-m3": True, "cortex-m4": True, "cortex-m33": True}
BIG_ENDIAN = [
    # with macros that choose words and vectors on little-endian cores: DSP, word multiples, Helium, NEON
    ("arm-none-eabi-gcc", "-mthumb", "cortex-r5"),
    ("arm-none-eabi-gcc", "-mthumb", "cortex-m3"),
    ("arm-none-eabi-gcc", "-mthumb", "cortex-m33"),
    ("arm-none-eabi-gcc", "-mfloat-abi=hard", "cortex-m55"),
    ("aarch64-linux-gnu-gcc", "-O2", "cortex-a53"),
]
BY_WORDS = "WORD_TILES PARTIAL_STORES MVE VECTOR".split()


def chosen(command: list[str], names: list[str]) -> list[str]:
    """Returns the macros that are not 0."""
    asked = "".join(f"#if PERMKERN_{name}\nchosen {name}\n#endif\n" for name in names)
    done = subprocess.run(
        [command[0], "-ffreestanding", "-O2", *command[1:], "-E", "-P", "-"]
        + [f"-I{ROOT / folder}" for folder in ("src", "include", "generated")],
        input=f'#include "vector/permkern_isa.h"\n{asked}',
        check=True,
        capture_output=True,
        text=True,
    )
    return re.findall(r"^chosen (\w+)$", done.stdout, re.MULTILINE)


@pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="needs an Arm compiler")
@pytest.mark.parametrize(("core", "options", "expected"), CORES, ids=str)
def test_cache_lines_by_core(core: str, options: str, expected: str) -> None:
    command = ["arm-none-eabi-gcc", "-mthumb", f"-mcpu={core}", *options.split()]
    assert chosen(command, ["LINE"]) == [name for name in [expected] if name]


@pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="needs an Arm compiler")
@pytest.mark.parametrize(("core", "is_wide"), WIDE.items())
def test_wide_products_where_the_core_has_them(core: str, is_wide: bool) -> None:
    command = ["arm-none-eabi-gcc", "-mthumb", f"-mcpu={core}"]
    assert chosen(command, ["WIDE_MULTIPLY"]) == ["WIDE_MULTIPLY"] * is_wide


def test_a_macro_disables_wide_products() -> None:
    assert chosen(["cc", "-DPERMKERN_WIDE_MULTIPLY=0"], ["WIDE_MULTIPLY"]) == []


@pytest.mark.parametrize("macros", [[], ["-D__ARC_UNALIGNED__=1"]], ids=str)
def test_unaligned_words_on_arc(macros: list[str]) -> None:
    command = ["cc", "-U__x86_64__", "-U__i386__", "-D__arc__=1", "-D__ARC_MPY__=1", *macros]
    assert chosen(command, ["UNALIGNED", "POST_INCREMENT"]) == ["UNALIGNED"] * len(macros) + ["POST_INCREMENT"]


@pytest.mark.parametrize(("compiler", "option", "core"), BIG_ENDIAN)
def test_nothing_by_words_where_the_first_byte_is_the_highest(compiler: str, option: str, core: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"needs {compiler}")
    command = [compiler, option, f"-mcpu={core}"]
    assert chosen([*command, "-mbig-endian"], BY_WORDS) == []
    assert chosen(command, BY_WORDS) != []
