# SPDX-License-Identifier: BSD-3-Clause
"""Lists the vector instruction sets that the library has kernels for. There is no other list of them.

src/vector/ has their kernels.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .permutation import WIDTHS


@dataclass(frozen=True)
class InstructionSet:
    name: str  # part of the names of files and functions
    arch: str
    host: bool  # whether it is chosen at run time, on hosts; firmware chooses by compiler options
    target: str  # the target that has it, as `amalgamate --target` names it
    macro: str  # what compilers for that target define
    widths: tuple[int, ...] = WIDTHS  # element bits for which it has plane kernels

    @property
    def guard(self) -> str:
        """Macro of src/base/permkern_target.h that is defined where a host has the sets of this architecture."""
        return f"PERMKERN_{self.arch.upper()}"

    @property
    def file(self) -> str:
        """The path of its kernels below src/: what is compiled on hosts, what is included for firmware."""
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

# Those without an instruction set of the list run the kernels of 32-bit words.
_NAMES = """cortex-m0 cortex-m3 cortex-m4 cortex-m7 cortex-m33 cortex-m55 rv32imac rv32imacv
    esp32 aarch64 x86-64 wasm32 portable""".split()
TARGETS: Mapping[str, tuple[InstructionSet, ...]] = {
    name: tuple(each for each in INSTRUCTION_SETS if each.target == name) for name in _NAMES
}


# Targets whose vectors are chosen at run time, by the library.
HOST_TARGETS = frozenset(each.target for each in HOSTS)
FIRMWARE_TARGETS = tuple(name for name in TARGETS if name not in HOST_TARGETS)


def sets_of(targets: Iterable[str]) -> tuple[InstructionSet, ...]:
    """Returns the instruction sets that any of the targets has, in the order of the list."""
    kept = {each.name for target in targets for each in TARGETS[target]}
    return tuple(each for each in INSTRUCTION_SETS if each.name in kept)
