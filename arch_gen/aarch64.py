# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of AArch64, as data."""

from arch_gen.hosts import Small, VectorIsa, bytes_of

NEON = VectorIsa("neon", "AArch64 with Advanced SIMD", "", 1, Small("table", bytes_of(64)))

HOSTS = (NEON,)
