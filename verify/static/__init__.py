# SPDX-License-Identifier: BSD-3-Clause
"""Static checks by analysers, compilers and linkers, which do not run the code."""

from runner.step import Step

from verify.static.amalgam import amalgam
from verify.static.analyzers import analyzers
from verify.static.misra import misra
from verify.static.reproducible import reproducible
from verify.static.symbols import symbols


def steps() -> tuple[Step, ...]:
    cross = ("jinja2", "arm", "riscv")
    return (
        Step(
            "analyzers", "GCC -fanalyzer, clang --analyze", ("host", "jinja2", "clang-19", "arm"), analyzers, "nightly"
        ),
        Step("misra", "MISRA C:2012 by cppcheck", ("jinja2", "cppcheck"), misra, "nightly"),
        Step("symbols", "symbols needed, kept and shown", (*cross, "arc", "clang-cross"), symbols, "nightly"),
        Step(
            "amalgam",
            "amalgamations are the library, for each target",
            ("jinja2", "arm", "riscv", "clang-cross"),
            amalgam,
            more=("arc", "aarch64", "wasm32"),
        ),
        Step("reproducible", "two builds are bit-identical", ("meson", "jinja2"), reproducible, "nightly"),
    )
