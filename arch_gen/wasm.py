# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of WebAssembly, as data."""

from arch_gen.hosts import Small, VectorIsa, bytes_of

SIMD128 = VectorIsa("simd128", "WebAssembly with SIMD of 128 bits", "", 1, Small("swizzle", bytes_of(16)))

HOSTS = (SIMD128,)
