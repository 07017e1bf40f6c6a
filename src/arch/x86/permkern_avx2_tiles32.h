/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 32-bit elements for x86 with AVX2: strips of 4 and 2 columns.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_TILES32_H
#define PERMKERN_AVX2_TILES32_H

/* Moves 8 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX2 static void x32_strip_8x4_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the halves of v0 have rows 0 and 4. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(permkern_at(in, row[4]))), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(permkern_at(in, row[5]))), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(permkern_at(in, row[6]))), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v3 = _mm256_inserti128_si256(v3, _mm_loadu_si128((const void *)(permkern_at(in, row[7]))), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi32(v0, v1);
        const __m256i a1 = _mm256_unpackhi_epi32(v0, v1);
        const __m256i a2 = _mm256_unpacklo_epi32(v2, v3);
        const __m256i a3 = _mm256_unpackhi_epi32(v2, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m256i b0 = _mm256_unpacklo_epi64(a0, a2);
        const __m256i b2 = _mm256_unpackhi_epi64(a0, a2);
        const __m256i b1 = _mm256_unpacklo_epi64(a1, a3);
        const __m256i b3 = _mm256_unpackhi_epi64(a1, a3);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), b0);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), b2);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[2])), b1);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[3])), b3);
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 8 rows by one tile of 2 columns. */
PERMKERN_TARGET_AVX2 static void x32_strip_8x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the halves of v0 have rows 0 and 4. */
    __m256i v0 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[0]))));
    v0 = _mm256_inserti128_si256(v0, _mm_loadl_epi64((const void *)(permkern_at(in, row[4]))), 1);
    __m256i v1 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[1]))));
    v1 = _mm256_inserti128_si256(v1, _mm_loadl_epi64((const void *)(permkern_at(in, row[5]))), 1);
    __m256i v2 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[2]))));
    v2 = _mm256_inserti128_si256(v2, _mm_loadl_epi64((const void *)(permkern_at(in, row[6]))), 1);
    __m256i v3 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[3]))));
    v3 = _mm256_inserti128_si256(v3, _mm_loadl_epi64((const void *)(permkern_at(in, row[7]))), 1);
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m256i a0 = _mm256_unpacklo_epi32(v0, v1);
    const __m256i a2 = _mm256_unpacklo_epi32(v2, v3);
    /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
    const __m256i b0 = _mm256_unpacklo_epi64(a0, a2);
    const __m256i b2 = _mm256_unpackhi_epi64(a0, a2);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), b0);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), b2);
}

#endif /* PERMKERN_AVX2_TILES32_H */
