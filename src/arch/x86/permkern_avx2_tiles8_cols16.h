/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for x86 with AVX2: strips of 16 columns.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_TILES8_COLS16_H
#define PERMKERN_AVX2_TILES8_COLS16_H

/* Moves 32 rows in tiles of 16 columns. */
PERMKERN_TARGET_AVX2 static void x8_strip_32x16_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the halves of v0 have rows 0 and 16. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(permkern_at(in, row[16]))), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(permkern_at(in, row[17]))), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(permkern_at(in, row[18]))), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v3 = _mm256_inserti128_si256(v3, _mm_loadu_si128((const void *)(permkern_at(in, row[19]))), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v4 = _mm256_inserti128_si256(v4, _mm_loadu_si128((const void *)(permkern_at(in, row[20]))), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v5 = _mm256_inserti128_si256(v5, _mm_loadu_si128((const void *)(permkern_at(in, row[21]))), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        v6 = _mm256_inserti128_si256(v6, _mm_loadu_si128((const void *)(permkern_at(in, row[22]))), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        v7 = _mm256_inserti128_si256(v7, _mm_loadu_si128((const void *)(permkern_at(in, row[23]))), 1);
        __m256i v8 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[8]))));
        v8 = _mm256_inserti128_si256(v8, _mm_loadu_si128((const void *)(permkern_at(in, row[24]))), 1);
        __m256i v9 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[9]))));
        v9 = _mm256_inserti128_si256(v9, _mm_loadu_si128((const void *)(permkern_at(in, row[25]))), 1);
        __m256i v10 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[10]))));
        v10 = _mm256_inserti128_si256(v10, _mm_loadu_si128((const void *)(permkern_at(in, row[26]))), 1);
        __m256i v11 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[11]))));
        v11 = _mm256_inserti128_si256(v11, _mm_loadu_si128((const void *)(permkern_at(in, row[27]))), 1);
        __m256i v12 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[12]))));
        v12 = _mm256_inserti128_si256(v12, _mm_loadu_si128((const void *)(permkern_at(in, row[28]))), 1);
        __m256i v13 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[13]))));
        v13 = _mm256_inserti128_si256(v13, _mm_loadu_si128((const void *)(permkern_at(in, row[29]))), 1);
        __m256i v14 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[14]))));
        v14 = _mm256_inserti128_si256(v14, _mm_loadu_si128((const void *)(permkern_at(in, row[30]))), 1);
        __m256i v15 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(permkern_at(in, row[15]))));
        v15 = _mm256_inserti128_si256(v15, _mm_loadu_si128((const void *)(permkern_at(in, row[31]))), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi8(v0, v1);
        const __m256i a1 = _mm256_unpackhi_epi8(v0, v1);
        const __m256i a2 = _mm256_unpacklo_epi8(v2, v3);
        const __m256i a3 = _mm256_unpackhi_epi8(v2, v3);
        const __m256i a4 = _mm256_unpacklo_epi8(v4, v5);
        const __m256i a5 = _mm256_unpackhi_epi8(v4, v5);
        const __m256i a6 = _mm256_unpacklo_epi8(v6, v7);
        const __m256i a7 = _mm256_unpackhi_epi8(v6, v7);
        const __m256i a8 = _mm256_unpacklo_epi8(v8, v9);
        const __m256i a9 = _mm256_unpackhi_epi8(v8, v9);
        const __m256i a10 = _mm256_unpacklo_epi8(v10, v11);
        const __m256i a11 = _mm256_unpackhi_epi8(v10, v11);
        const __m256i a12 = _mm256_unpacklo_epi8(v12, v13);
        const __m256i a13 = _mm256_unpackhi_epi8(v12, v13);
        const __m256i a14 = _mm256_unpacklo_epi8(v14, v15);
        const __m256i a15 = _mm256_unpackhi_epi8(v14, v15);
        /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi16(a0, a2);
        const __m256i b2 = _mm256_unpackhi_epi16(a0, a2);
        const __m256i b1 = _mm256_unpacklo_epi16(a1, a3);
        const __m256i b3 = _mm256_unpackhi_epi16(a1, a3);
        const __m256i b4 = _mm256_unpacklo_epi16(a4, a6);
        const __m256i b6 = _mm256_unpackhi_epi16(a4, a6);
        const __m256i b5 = _mm256_unpacklo_epi16(a5, a7);
        const __m256i b7 = _mm256_unpackhi_epi16(a5, a7);
        const __m256i b8 = _mm256_unpacklo_epi16(a8, a10);
        const __m256i b10 = _mm256_unpackhi_epi16(a8, a10);
        const __m256i b9 = _mm256_unpacklo_epi16(a9, a11);
        const __m256i b11 = _mm256_unpackhi_epi16(a9, a11);
        const __m256i b12 = _mm256_unpacklo_epi16(a12, a14);
        const __m256i b14 = _mm256_unpackhi_epi16(a12, a14);
        const __m256i b13 = _mm256_unpacklo_epi16(a13, a15);
        const __m256i b15 = _mm256_unpackhi_epi16(a13, a15);
        /* Eights of rows: the first lane of c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m256i c0 = _mm256_unpacklo_epi32(b0, b4);
        const __m256i c4 = _mm256_unpackhi_epi32(b0, b4);
        const __m256i c1 = _mm256_unpacklo_epi32(b1, b5);
        const __m256i c5 = _mm256_unpackhi_epi32(b1, b5);
        const __m256i c2 = _mm256_unpacklo_epi32(b2, b6);
        const __m256i c6 = _mm256_unpackhi_epi32(b2, b6);
        const __m256i c3 = _mm256_unpacklo_epi32(b3, b7);
        const __m256i c7 = _mm256_unpackhi_epi32(b3, b7);
        const __m256i c8 = _mm256_unpacklo_epi32(b8, b12);
        const __m256i c12 = _mm256_unpackhi_epi32(b8, b12);
        const __m256i c9 = _mm256_unpacklo_epi32(b9, b13);
        const __m256i c13 = _mm256_unpackhi_epi32(b9, b13);
        const __m256i c10 = _mm256_unpacklo_epi32(b10, b14);
        const __m256i c14 = _mm256_unpackhi_epi32(b10, b14);
        const __m256i c11 = _mm256_unpacklo_epi32(b11, b15);
        const __m256i c15 = _mm256_unpackhi_epi32(b11, b15);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m256i d0 = _mm256_unpacklo_epi64(c0, c8);
        const __m256i d8 = _mm256_unpackhi_epi64(c0, c8);
        const __m256i d1 = _mm256_unpacklo_epi64(c1, c9);
        const __m256i d9 = _mm256_unpackhi_epi64(c1, c9);
        const __m256i d2 = _mm256_unpacklo_epi64(c2, c10);
        const __m256i d10 = _mm256_unpackhi_epi64(c2, c10);
        const __m256i d3 = _mm256_unpacklo_epi64(c3, c11);
        const __m256i d11 = _mm256_unpackhi_epi64(c3, c11);
        const __m256i d4 = _mm256_unpacklo_epi64(c4, c12);
        const __m256i d12 = _mm256_unpackhi_epi64(c4, c12);
        const __m256i d5 = _mm256_unpacklo_epi64(c5, c13);
        const __m256i d13 = _mm256_unpackhi_epi64(c5, c13);
        const __m256i d6 = _mm256_unpacklo_epi64(c6, c14);
        const __m256i d14 = _mm256_unpackhi_epi64(c6, c14);
        const __m256i d7 = _mm256_unpacklo_epi64(c7, c15);
        const __m256i d15 = _mm256_unpackhi_epi64(c7, c15);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), d0);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), d8);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[2])), d4);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[3])), d12);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[4])), d2);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[5])), d10);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[6])), d6);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[7])), d14);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[8])), d1);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[9])), d9);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[10])), d5);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[11])), d13);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[12])), d3);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[13])), d11);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[14])), d7);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[15])), d15);
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

#endif /* PERMKERN_AVX2_TILES8_COLS16_H */
