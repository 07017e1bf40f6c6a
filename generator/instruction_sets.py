# SPDX-License-Identifier: BSD-3-Clause
"""Lists the vector instruction sets that the library has kernels for. There is no other list of them.

arch_gen/ describes the instructions of each one, and renders its kernels into the folder of src/arch/ named here.
"""

from dataclasses import dataclass

from .permutation import WIDTHS


@dataclass(frozen=True)
class InstructionSet:
    name: str  # part of the names of files and functions
    arch: str  # the folder in src/arch/
    host: bool  # whether it is chosen at run time, on hosts; firmware chooses by compiler options
    widths: tuple[int, ...] = WIDTHS  # element bits for which it has plane kernels

    @property
    def guard(self) -> str:
        """Macro of src/permkern_target.h that is defined where a host has the sets of this architecture."""
        return f"PERMKERN_{self.arch.upper()}"

    @property
    def file(self) -> str:
        """The path of its kernels below src/: what is compiled on hosts, what is included for firmware."""
        return f"arch/{self.arch}/permkern_{self.name}.{'c' if self.host else 'h'}"

    def header(self, part: str) -> str:
        """The path of a header with a part of its kernels, which ``file`` includes."""
        return f"arch/{self.arch}/permkern_{self.name}_{part}.h"


SSE2 = InstructionSet("sse2", "x86", host=True)
AVX2 = InstructionSet("avx2", "x86", host=True)
AVX512 = InstructionSet("avx512", "x86", host=True)
AVX512VBMI = InstructionSet("avx512vbmi", "x86", host=True)
NEON = InstructionSet("neon", "aarch64", host=True)
SIMD128 = InstructionSet("simd128", "wasm", host=True)
MVE = InstructionSet("mve", "arm", host=False, widths=(8, 16, 32))
RVV = InstructionSet("rvv", "riscv", host=False)

HOSTS = (SSE2, AVX2, AVX512, AVX512VBMI, NEON, SIMD128)
FIRMWARE = (MVE, RVV)
INSTRUCTION_SETS = HOSTS + FIRMWARE
