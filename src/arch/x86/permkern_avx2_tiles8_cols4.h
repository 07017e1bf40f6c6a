/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for x86 with AVX2: strips of 4 and 2 columns.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_TILES8_COLS4_H
#define PERMKERN_AVX2_TILES8_COLS4_H

/* Moves 32 rows by one tile of 4 columns. */
PERMKERN_TARGET_AVX2 static void x8_strip_32x4_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the halves of v0 have rows 0 and 16. */
    __m256i v0 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[0]))));
    v0 = _mm256_inserti128_si256(v0, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[16]))), 1);
    __m256i v1 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[1]))));
    v1 = _mm256_inserti128_si256(v1, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[17]))), 1);
    __m256i v2 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[2]))));
    v2 = _mm256_inserti128_si256(v2, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[18]))), 1);
    __m256i v3 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[3]))));
    v3 = _mm256_inserti128_si256(v3, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[19]))), 1);
    __m256i v4 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[4]))));
    v4 = _mm256_inserti128_si256(v4, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[20]))), 1);
    __m256i v5 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[5]))));
    v5 = _mm256_inserti128_si256(v5, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[21]))), 1);
    __m256i v6 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[6]))));
    v6 = _mm256_inserti128_si256(v6, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[22]))), 1);
    __m256i v7 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[7]))));
    v7 = _mm256_inserti128_si256(v7, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[23]))), 1);
    __m256i v8 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[8]))));
    v8 = _mm256_inserti128_si256(v8, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[24]))), 1);
    __m256i v9 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[9]))));
    v9 = _mm256_inserti128_si256(v9, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[25]))), 1);
    __m256i v10 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[10]))));
    v10 = _mm256_inserti128_si256(v10, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[26]))), 1);
    __m256i v11 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[11]))));
    v11 = _mm256_inserti128_si256(v11, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[27]))), 1);
    __m256i v12 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[12]))));
    v12 = _mm256_inserti128_si256(v12, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[28]))), 1);
    __m256i v13 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[13]))));
    v13 = _mm256_inserti128_si256(v13, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[29]))), 1);
    __m256i v14 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[14]))));
    v14 = _mm256_inserti128_si256(v14, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[30]))), 1);
    __m256i v15 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[15]))));
    v15 = _mm256_inserti128_si256(v15, _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[31]))), 1);
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const __m256i a0 = _mm256_unpacklo_epi8(v0, v1);
    const __m256i a2 = _mm256_unpacklo_epi8(v2, v3);
    const __m256i a4 = _mm256_unpacklo_epi8(v4, v5);
    const __m256i a6 = _mm256_unpacklo_epi8(v6, v7);
    const __m256i a8 = _mm256_unpacklo_epi8(v8, v9);
    const __m256i a10 = _mm256_unpacklo_epi8(v10, v11);
    const __m256i a12 = _mm256_unpacklo_epi8(v12, v13);
    const __m256i a14 = _mm256_unpacklo_epi8(v14, v15);
    /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const __m256i b0 = _mm256_unpacklo_epi16(a0, a2);
    const __m256i b4 = _mm256_unpacklo_epi16(a4, a6);
    const __m256i b8 = _mm256_unpacklo_epi16(a8, a10);
    const __m256i b12 = _mm256_unpacklo_epi16(a12, a14);
    /* Eights of rows: the first lane of c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const __m256i c0 = _mm256_unpacklo_epi32(b0, b4);
    const __m256i c4 = _mm256_unpackhi_epi32(b0, b4);
    const __m256i c8 = _mm256_unpacklo_epi32(b8, b12);
    const __m256i c12 = _mm256_unpackhi_epi32(b8, b12);
    /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
    const __m256i d0 = _mm256_unpacklo_epi64(c0, c8);
    const __m256i d8 = _mm256_unpackhi_epi64(c0, c8);
    const __m256i d4 = _mm256_unpacklo_epi64(c4, c12);
    const __m256i d12 = _mm256_unpackhi_epi64(c4, c12);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), d0);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), d8);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[2])), d4);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[3])), d12);
}

/* Moves 32 rows by one tile of 2 columns. */
PERMKERN_TARGET_AVX2 static void x8_strip_32x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the halves of v0 have rows 0 and 16. */
    __m256i v0 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[0]))));
    v0 = _mm256_inserti128_si256(v0, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[16]))), 1);
    __m256i v1 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[1]))));
    v1 = _mm256_inserti128_si256(v1, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[17]))), 1);
    __m256i v2 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[2]))));
    v2 = _mm256_inserti128_si256(v2, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[18]))), 1);
    __m256i v3 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[3]))));
    v3 = _mm256_inserti128_si256(v3, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[19]))), 1);
    __m256i v4 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[4]))));
    v4 = _mm256_inserti128_si256(v4, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[20]))), 1);
    __m256i v5 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[5]))));
    v5 = _mm256_inserti128_si256(v5, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[21]))), 1);
    __m256i v6 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[6]))));
    v6 = _mm256_inserti128_si256(v6, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[22]))), 1);
    __m256i v7 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[7]))));
    v7 = _mm256_inserti128_si256(v7, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[23]))), 1);
    __m256i v8 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[8]))));
    v8 = _mm256_inserti128_si256(v8, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[24]))), 1);
    __m256i v9 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[9]))));
    v9 = _mm256_inserti128_si256(v9, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[25]))), 1);
    __m256i v10 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[10]))));
    v10 = _mm256_inserti128_si256(v10, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[26]))), 1);
    __m256i v11 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[11]))));
    v11 = _mm256_inserti128_si256(v11, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[27]))), 1);
    __m256i v12 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[12]))));
    v12 = _mm256_inserti128_si256(v12, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[28]))), 1);
    __m256i v13 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[13]))));
    v13 = _mm256_inserti128_si256(v13, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[29]))), 1);
    __m256i v14 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[14]))));
    v14 = _mm256_inserti128_si256(v14, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[30]))), 1);
    __m256i v15 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[15]))));
    v15 = _mm256_inserti128_si256(v15, _mm_cvtsi32_si128((int)permkern_load16(permkern_at(in, row[31]))), 1);
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m256i a0 = _mm256_unpacklo_epi8(v0, v1);
    const __m256i a2 = _mm256_unpacklo_epi8(v2, v3);
    const __m256i a4 = _mm256_unpacklo_epi8(v4, v5);
    const __m256i a6 = _mm256_unpacklo_epi8(v6, v7);
    const __m256i a8 = _mm256_unpacklo_epi8(v8, v9);
    const __m256i a10 = _mm256_unpacklo_epi8(v10, v11);
    const __m256i a12 = _mm256_unpacklo_epi8(v12, v13);
    const __m256i a14 = _mm256_unpacklo_epi8(v14, v15);
    /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m256i b0 = _mm256_unpacklo_epi16(a0, a2);
    const __m256i b4 = _mm256_unpacklo_epi16(a4, a6);
    const __m256i b8 = _mm256_unpacklo_epi16(a8, a10);
    const __m256i b12 = _mm256_unpacklo_epi16(a12, a14);
    /* Eights of rows: the first lane of c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const __m256i c0 = _mm256_unpacklo_epi32(b0, b4);
    const __m256i c8 = _mm256_unpacklo_epi32(b8, b12);
    /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
    const __m256i d0 = _mm256_unpacklo_epi64(c0, c8);
    const __m256i d8 = _mm256_unpackhi_epi64(c0, c8);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), d0);
    _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), d8);
}

#endif /* PERMKERN_AVX2_TILES8_COLS4_H */
