/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 64-bit elements for x86 with AVX2: strips of 2 columns.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_TILES64_H
#define PERMKERN_AVX2_TILES64_H

/* Moves 4 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX2 static void x64_strip_4x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the halves of v0 have rows 0 and 2. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(permkern_at(in, row[2]))), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(permkern_at(in, row[3]))), 1);
        /* Columns: the first lane of a0 has rows 0 and 1 of column 0. */
        const __m256i a0 = _mm256_unpacklo_epi64(v0, v1);
        const __m256i a1 = _mm256_unpackhi_epi64(v0, v1);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), a0);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), a1);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

#endif /* PERMKERN_AVX2_TILES64_H */
