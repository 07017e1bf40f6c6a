# SPDX-License-Identifier: BSD-3-Clause
"""Static checks: analysers, compilers and linkers look at the sources without running them."""

from runner.step import Step

from verify.static.amalgam import amalgam
from verify.static.reproducible import reproducible
from verify.static.stack import stack
from verify.static.symbols import symbols


def steps() -> tuple[Step, ...]:
    cross = ("jinja2", "arm", "riscv", "arc", "clang-cross")
    return (
        Step("stack", "stack of the public functions, by call graphs", ("jinja2", "arm", "riscv"), stack),
        Step("symbols", "symbols needed, kept and shown", (*cross, "clang-19"), symbols),
        Step("amalgam", "amalgamations are the library, for each target", (*cross, "aarch64", "wasm32"), amalgam),
        Step("reproducible", "two builds are bit-identical", ("meson", "jinja2", "clang-19"), reproducible),
    )
