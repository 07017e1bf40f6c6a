# SPDX-License-Identifier: BSD-3-Clause
"""tools/bench mca, as far as it needs neither compiler nor llvm-mca: which loop it takes, and its table."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from mca import Kernel, in_order, kernel_of, longest_loop, loops, table  # noqa: E402

ASSEMBLY = """\
x64_strip_2x2_neon:
.LFB1:
\tmov\tx9, 4
\tb\t.L2
\t.p2align 2,,3
.L3:
\tadd\tx0, x0, x5 // on
.L2:
\tldr\tq0, [x0, x8]
\tbne\t.L3
\tret
\t.size\tx64_strip_2x2_neon, .-x64_strip_2x2_neon
copy_neon:
.L8:
\tldr\tq0, [x0]
\tcbnz\tx3, .L8
.L9:
\tstr\tq0, [x2]
\tstr\tq1, [x2]
\tb.eq\t.L10
\tb\t.L9
.L10:
\tret
\t.size\tcopy_neon, .-copy_neon
straight:
\tb.eq\t.L11
.L11:
\tret
\t.size\tstraight, .-straight
"""


def test_the_longest_loop_of_each_function() -> None:
    assert loops(ASSEMBLY) == {
        "x64_strip_2x2_neon": ["add\tx0, x0, x5", "ldr\tq0, [x0, x8]", "bne\t.L3"],
        "copy_neon": ["str\tq0, [x2]", "str\tq1, [x2]", "b.eq\t.L10", "b\t.L9"],
    }
    assert longest_loop("\tret\n") == []


def test_kernels_are_told_apart_and_ordered() -> None:
    assert kernel_of("x8_strip_16x4_neon") == Kernel(8, 64, "16x4")
    assert kernel_of("x16_split3_neon") == Kernel(16, 24, "3 channels, split")
    assert kernel_of("copy_neon") is None
    names = ["x16_strip_2x2_neon", "x8_strip_4x4_neon", "copy_neon", "x8_join4_neon", "x8_strip_16x16_neon"]
    ordered = ["x8_strip_16x16_neon", "x8_join4_neon", "x8_strip_4x4_neon", "x16_strip_2x2_neon"]
    assert [name for name, _ in in_order(names)] == ordered


def test_the_table_has_cycles_an_element() -> None:
    lines = list(table({"a core": [{"x64_strip_2x2_neon": 30.0}, {"x64_strip_2x2_neon": 25.0}]}))
    assert lines == ["| tile | a core |", "|---|---|", "| 64-bit 2x2 | 7.50 6.25 |"]
