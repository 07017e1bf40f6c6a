# SPDX-License-Identifier: BSD-3-Clause
"""The only list of vector instruction sets that the library has kernels for. src/vector/ has the kernels."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .permutation import WIDTHS


@dataclass(frozen=True)
class InstructionSet:
    name: str  # part of file and function names
    arch: str
    host: bool  # True: chosen at run time on hosts; False: chosen by compiler options for firmware
    target: str  # target name for `amalgamate --target`
    macro: str  # macro that compilers define for this target
    widths: tuple[int, ...] = WIDTHS  # element bits of its plane kernels

    @property
    def guard(self) -> str:
        """The macro that src/base/permkern_target.h defines if it compiles host vectors for this architecture."""
        return f"PERMKERN_{self.arch.upper()}"

    @property
    def file(self) -> str:
        """Path of its kernels below src/: a source for hosts, a header for firmware."""
        return f"vector/{self.name}.{'c' if self.host else 'h'}"


SSE2 = InstructionSet("sse2", "x86", True, "x86-64", "__x86_64__")
AVX2 = InstructionSet("avx2", "x86", True, "x86-64", "__x86_64__")
AVX512 = InstructionSet("avx512", "x86", True, "x86-64", "__x86_64__")
NEON = InstructionSet("neon", "aarch64", True, "aarch64", "__aarch64__")
SIMD128 = InstructionSet("simd128", "wasm", True, "wasm32", "__wasm_simd128__")
MVE = InstructionSet("mve", "arm", False, "cortex-m55", "__ARM_FEATURE_MVE", widths=(8, 16, 32))
RVV = InstructionSet("rvv", "riscv", False, "rv32imacv", "__riscv_vector")

HOSTS = (SSE2, AVX2, AVX512, NEON, SIMD128)
FIRMWARE = (MVE, RVV)
INSTRUCTION_SETS = HOSTS + FIRMWARE

# Targets without an instruction set run word kernels.
_NAMES = """cortex-m0 cortex-m3 cortex-m4 cortex-m7 cortex-m33 cortex-m55 rv32imac rv32imacv
    esp32 aarch64 x86-64 wasm32 portable""".split()
TARGETS: Mapping[str, tuple[InstructionSet, ...]] = {
    name: tuple(each for each in INSTRUCTION_SETS if each.target == name) for name in _NAMES
}


# On host targets, the library chooses vectors at run time.
HOST_TARGETS = frozenset(each.target for each in HOSTS)
EMIT_TARGETS = tuple(name for name in TARGETS if name not in HOST_TARGETS or name == NEON.target)


def sets_of(targets: Iterable[str]) -> tuple[InstructionSet, ...]:
    """Returns the instruction sets of the targets, in the order of INSTRUCTION_SETS."""
    kept = {each.name for target in targets for each in TARGETS[target]}
    return tuple(each for each in INSTRUCTION_SETS if each.name in kept)
