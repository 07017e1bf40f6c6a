# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of x86-64, as data."""

from arch_gen.hosts import Small, VectorIsa, bytes_of

AVX2 = VectorIsa("avx2", "x86 with AVX2", "PERMKERN_TARGET_AVX2", 2, Small("shuffle", bytes_of(16)))

_AVX512_PERMUTES = tuple(
    (bits, (f"_mm512_permutexvar_epi{bits}({{i}}, {{v}})", f"_mm512_permutex2var_epi{bits}({{v}}, {{i}}, {{w}})"))
    for bits in (16, 32, 64)
)

# All 64 elements that an index has entries for can be moved by it. Those of 64 bits are then eight registers, which a
# kernel of words that is planned moves in half the time: plans have an index of half as many. Bytes are permuted by
# words.
_AVX512_SMALL = Small(
    "masked",
    most=((8, 64), (16, 64), (32, 64), (64, 32)),
    permutes=((8, ("permute8_avx512({i}, {v})", "")), *_AVX512_PERMUTES),
    widen_formats=(
        (16, "_mm512_cvtepu8_epi16(_mm512_castsi512_si256({i}))"),
        (32, "_mm512_cvtepu8_epi32(_mm512_castsi512_si128({i}))"),
        (64, "_mm512_cvtepu8_epi64(_mm512_castsi512_si128({i}))"),
    ),
)

AVX512 = VectorIsa("avx512", "x86 with AVX-512 F, BW, DQ and VL", "PERMKERN_TARGET_AVX512", 4, _AVX512_SMALL)

HOSTS = (AVX2, AVX512)
