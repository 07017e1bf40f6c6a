# SPDX-License-Identifier: BSD-3-Clause
"""Static checks: what analysers, compilers and linkers say about the sources, without running them."""

from verify.static.abi import abi
from verify.static.amalgam import amalgam
from verify.static.analyzers import analyzers
from verify.static.misra import misra
from verify.static.release import release
from verify.static.reproducible import reproducible
from verify.static.stack import stack
from verify.static.symbols import symbols
from verify.step import Step


def steps() -> tuple[Step, ...]:
    return (
        Step("analyzers", "GCC -fanalyzer, clang --analyze", ("host", "clang-19", "arm"), analyzers),
        Step("misra", "MISRA C:2012 by cppcheck, deviations written", ("cppcheck",), misra, quick=False),
        Step("stack", "worst-case stack by call graphs", ("arm", "riscv"), stack),
        Step(
            "symbols",
            "symbols needed, kept and shown",
            ("host", "clang", "arm", "riscv", "arc", "aarch64", "clang-cross"),
            symbols,
        ),
        Step(
            "amalgam",
            "amalgamations are the library, for every target",
            ("host", "arm", "riscv", "arc", "aarch64", "clang-cross", "wasm32"),
            amalgam,
        ),
        Step("abi", "the ABI is the committed one", ("host", "clang", "abigail"), abi),
        Step("release", "a release twice, with its site", ("host", "release"), release, quick=False),
        Step("reproducible", "two builds are bit-identical", ("host", "clang"), reproducible),
    )
