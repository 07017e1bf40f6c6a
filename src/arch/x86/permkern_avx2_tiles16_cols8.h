/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for x86 with AVX2: strips of 8, 4 and 2 columns.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_TILES16_COLS8_H
#define PERMKERN_AVX2_TILES16_COLS8_H

/* Moves 16 rows in tiles of 8 columns. */
PERMKERN_TARGET_AVX2 static void x16_strip_16x8_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the halves of v0 have rows 0 and 8. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(permkern_at(in, row[8]))), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(permkern_at(in, row[9]))), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(permkern_at(in, row[10]))), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v3 = _mm256_inserti128_si256(v3, _mm_loadu_si128((const void *)(permkern_at(in, row[11]))), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v4 = _mm256_inserti128_si256(v4, _mm_loadu_si128((const void *)(permkern_at(in, row[12]))), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v5 = _mm256_inserti128_si256(v5, _mm_loadu_si128((const void *)(permkern_at(in, row[13]))), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        v6 = _mm256_inserti128_si256(v6, _mm_loadu_si128((const void *)(permkern_at(in, row[14]))), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        v7 = _mm256_inserti128_si256(v7, _mm_loadu_si128((const void *)(permkern_at(in, row[15]))), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi16(v0, v1);
        const __m256i a1 = _mm256_unpackhi_epi16(v0, v1);
        const __m256i a2 = _mm256_unpacklo_epi16(v2, v3);
        const __m256i a3 = _mm256_unpackhi_epi16(v2, v3);
        const __m256i a4 = _mm256_unpacklo_epi16(v4, v5);
        const __m256i a5 = _mm256_unpackhi_epi16(v4, v5);
        const __m256i a6 = _mm256_unpacklo_epi16(v6, v7);
        const __m256i a7 = _mm256_unpackhi_epi16(v6, v7);
        /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi32(a0, a2);
        const __m256i b2 = _mm256_unpackhi_epi32(a0, a2);
        const __m256i b1 = _mm256_unpacklo_epi32(a1, a3);
        const __m256i b3 = _mm256_unpackhi_epi32(a1, a3);
        const __m256i b4 = _mm256_unpacklo_epi32(a4, a6);
        const __m256i b6 = _mm256_unpackhi_epi32(a4, a6);
        const __m256i b5 = _mm256_unpacklo_epi32(a5, a7);
        const __m256i b7 = _mm256_unpackhi_epi32(a5, a7);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m256i c0 = _mm256_unpacklo_epi64(b0, b4);
        const __m256i c4 = _mm256_unpackhi_epi64(b0, b4);
        const __m256i c1 = _mm256_unpacklo_epi64(b1, b5);
        const __m256i c5 = _mm256_unpackhi_epi64(b1, b5);
        const __m256i c2 = _mm256_unpacklo_epi64(b2, b6);
        const __m256i c6 = _mm256_unpackhi_epi64(b2, b6);
        const __m256i c3 = _mm256_unpacklo_epi64(b3, b7);
        const __m256i c7 = _mm256_unpackhi_epi64(b3, b7);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), c0);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), c4);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[2])), c2);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[3])), c6);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[4])), c1);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[5])), c5);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[6])), c3);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[7])), c7);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 16 rows by one tile of 4 columns. */
PERMKERN_TARGET_AVX2 static void x16_strip_16x4_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the halves of v0 have rows 0 and 8. */
    __m256i v0 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[0]))));
    v0 = _mm256_inserti128_si256(v0, _mm_loadl_epi64((const void *)(permkern_at(in, row[8]))), 1);
    __m256i v1 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[1]))));
    v1 = _mm256_inserti128_si256(v1, _mm_loadl_epi64((const void *)(permkern_at(in, row[9]))), 1);
    __m256i v2 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[2]))));
    v2 = _mm256_inserti128_si256(v2, _mm_loadl_epi64((const void *)(permkern_at(in, row[10]))), 1);
    __m256i v3 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[3]))));
    v3 = _mm256_inserti128_si256(v3, _mm_loadl_epi64((const void *)(permkern_at(in, row[11]))), 1);
    __m256i v4 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[4]))));
    v4 = _mm256_inserti128_si256(v4, _mm_loadl_epi64((const void *)(permkern_at(in, row[12]))), 1);
    __m256i v5 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[5]))));
    v5 = _mm256_inserti128_si256(v5, _mm_loadl_epi64((const void *)(permkern_at(in, row[13]))), 1);
    __m256i v6 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[6]))));
    v6 = _mm256_inserti128_si256(v6, _mm_loadl_epi64((const void *)(permkern_at(in, row[14]))), 1);
    __m256i v7 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(permkern_at(in, row[7]))));
    v7 = _mm256_inserti128_si256(v7, _mm_loadl_epi64((const void *)(permkern_at(in, row[15]))), 1);
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const __m256i a0 = _mm256_unpacklo_epi16(v0, v1);
    const __m256i a2 = _mm256_unpacklo_epi16(v2, v3);
    const __m256i a4 = _mm256_unpacklo_epi16(v4, v5);
    const __m256i a6 = _mm256_unpacklo_epi16(v6, v7);
    /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m256i b0 = _mm256_unpacklo_epi32(a0, a2);
    const __m256i b2 = _mm256_unpackhi_epi32(a0, a2);
    const __m256i b4 = _mm256_unpacklo_epi32(a4, a6);
    const __m256i b6 = _mm256_unpackhi_epi32(a4, a6);
    /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
    const __m256i c0 = _mm256_unpacklo_epi64(b0, b4);
    const __m256i c4 = _mm256_unpackhi_epi64(b0, b4);
    const __m256i c2 = _mm256_unpacklo_epi64(b2, b6);
    const __m256i c6 = _mm256_unpackhi_epi64(b2, b6);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), c0);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), c4);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[2])), c2);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[3])), c6);
}

/* Moves 16 rows by one tile of 2 columns. */
PERMKERN_TARGET_AVX2 static void x16_strip_16x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the halves of v0 have rows 0 and 8. */
    __m256i v0 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[0]))));
    v0 = _mm256_inserti128_si256(v0, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[8]))), 1);
    __m256i v1 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[1]))));
    v1 = _mm256_inserti128_si256(v1, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[9]))), 1);
    __m256i v2 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[2]))));
    v2 = _mm256_inserti128_si256(v2, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[10]))), 1);
    __m256i v3 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[3]))));
    v3 = _mm256_inserti128_si256(v3, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[11]))), 1);
    __m256i v4 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[4]))));
    v4 = _mm256_inserti128_si256(v4, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[12]))), 1);
    __m256i v5 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[5]))));
    v5 = _mm256_inserti128_si256(v5, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[13]))), 1);
    __m256i v6 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[6]))));
    v6 = _mm256_inserti128_si256(v6, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[14]))), 1);
    __m256i v7 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[7]))));
    v7 = _mm256_inserti128_si256(v7, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[15]))), 1);
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m256i a0 = _mm256_unpacklo_epi16(v0, v1);
    const __m256i a2 = _mm256_unpacklo_epi16(v2, v3);
    const __m256i a4 = _mm256_unpacklo_epi16(v4, v5);
    const __m256i a6 = _mm256_unpacklo_epi16(v6, v7);
    /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m256i b0 = _mm256_unpacklo_epi32(a0, a2);
    const __m256i b4 = _mm256_unpacklo_epi32(a4, a6);
    /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
    const __m256i c0 = _mm256_unpacklo_epi64(b0, b4);
    const __m256i c4 = _mm256_unpackhi_epi64(b0, b4);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), c0);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), c4);
}

#endif /* PERMKERN_AVX2_TILES16_COLS8_H */
