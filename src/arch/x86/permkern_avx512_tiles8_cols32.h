/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for x86 with AVX-512 F, BW, DQ and VL: strips of 32 columns.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_TILES8_COLS32_H
#define PERMKERN_AVX512_TILES8_COLS32_H

/* Moves 32 rows in tiles of 32 columns. */
PERMKERN_TARGET_AVX512 static void x8_strip_32x32_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    const __m512i low = _mm512_setr_epi64(0, 8, 4, 12, 2, 10, 6, 14);
    const __m512i high = _mm512_setr_epi64(1, 9, 5, 13, 3, 11, 7, 15);
    for (;;) {
        /* Rows: the halves of v0 have rows 0 and 16. */
        __m512i v0 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x4(v0, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[16]))));
        __m512i v1 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x4(v1, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[17]))));
        __m512i v2 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[2]))));
        v2 = _mm512_mask_broadcast_i64x4(v2, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[18]))));
        __m512i v3 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[3]))));
        v3 = _mm512_mask_broadcast_i64x4(v3, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[19]))));
        __m512i v4 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[4]))));
        v4 = _mm512_mask_broadcast_i64x4(v4, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[20]))));
        __m512i v5 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[5]))));
        v5 = _mm512_mask_broadcast_i64x4(v5, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[21]))));
        __m512i v6 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[6]))));
        v6 = _mm512_mask_broadcast_i64x4(v6, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[22]))));
        __m512i v7 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[7]))));
        v7 = _mm512_mask_broadcast_i64x4(v7, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[23]))));
        __m512i v8 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[8]))));
        v8 = _mm512_mask_broadcast_i64x4(v8, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[24]))));
        __m512i v9 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[9]))));
        v9 = _mm512_mask_broadcast_i64x4(v9, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[25]))));
        __m512i v10 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[10]))));
        v10 = _mm512_mask_broadcast_i64x4(v10, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[26]))));
        __m512i v11 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[11]))));
        v11 = _mm512_mask_broadcast_i64x4(v11, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[27]))));
        __m512i v12 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[12]))));
        v12 = _mm512_mask_broadcast_i64x4(v12, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[28]))));
        __m512i v13 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[13]))));
        v13 = _mm512_mask_broadcast_i64x4(v13, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[29]))));
        __m512i v14 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[14]))));
        v14 = _mm512_mask_broadcast_i64x4(v14, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[30]))));
        __m512i v15 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[15]))));
        v15 = _mm512_mask_broadcast_i64x4(v15, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[31]))));
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi8(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi8(v0, v1);
        const __m512i a2 = _mm512_unpacklo_epi8(v2, v3);
        const __m512i a3 = _mm512_unpackhi_epi8(v2, v3);
        const __m512i a4 = _mm512_unpacklo_epi8(v4, v5);
        const __m512i a5 = _mm512_unpackhi_epi8(v4, v5);
        const __m512i a6 = _mm512_unpacklo_epi8(v6, v7);
        const __m512i a7 = _mm512_unpackhi_epi8(v6, v7);
        const __m512i a8 = _mm512_unpacklo_epi8(v8, v9);
        const __m512i a9 = _mm512_unpackhi_epi8(v8, v9);
        const __m512i a10 = _mm512_unpacklo_epi8(v10, v11);
        const __m512i a11 = _mm512_unpackhi_epi8(v10, v11);
        const __m512i a12 = _mm512_unpacklo_epi8(v12, v13);
        const __m512i a13 = _mm512_unpackhi_epi8(v12, v13);
        const __m512i a14 = _mm512_unpacklo_epi8(v14, v15);
        const __m512i a15 = _mm512_unpackhi_epi8(v14, v15);
        /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi16(a0, a2);
        const __m512i b2 = _mm512_unpackhi_epi16(a0, a2);
        const __m512i b1 = _mm512_unpacklo_epi16(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi16(a1, a3);
        const __m512i b4 = _mm512_unpacklo_epi16(a4, a6);
        const __m512i b6 = _mm512_unpackhi_epi16(a4, a6);
        const __m512i b5 = _mm512_unpacklo_epi16(a5, a7);
        const __m512i b7 = _mm512_unpackhi_epi16(a5, a7);
        const __m512i b8 = _mm512_unpacklo_epi16(a8, a10);
        const __m512i b10 = _mm512_unpackhi_epi16(a8, a10);
        const __m512i b9 = _mm512_unpacklo_epi16(a9, a11);
        const __m512i b11 = _mm512_unpackhi_epi16(a9, a11);
        const __m512i b12 = _mm512_unpacklo_epi16(a12, a14);
        const __m512i b14 = _mm512_unpackhi_epi16(a12, a14);
        const __m512i b13 = _mm512_unpacklo_epi16(a13, a15);
        const __m512i b15 = _mm512_unpackhi_epi16(a13, a15);
        /* Eights of rows: the first lane of c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m512i c0 = _mm512_unpacklo_epi32(b0, b4);
        const __m512i c4 = _mm512_unpackhi_epi32(b0, b4);
        const __m512i c1 = _mm512_unpacklo_epi32(b1, b5);
        const __m512i c5 = _mm512_unpackhi_epi32(b1, b5);
        const __m512i c2 = _mm512_unpacklo_epi32(b2, b6);
        const __m512i c6 = _mm512_unpackhi_epi32(b2, b6);
        const __m512i c3 = _mm512_unpacklo_epi32(b3, b7);
        const __m512i c7 = _mm512_unpackhi_epi32(b3, b7);
        const __m512i c8 = _mm512_unpacklo_epi32(b8, b12);
        const __m512i c12 = _mm512_unpackhi_epi32(b8, b12);
        const __m512i c9 = _mm512_unpacklo_epi32(b9, b13);
        const __m512i c13 = _mm512_unpackhi_epi32(b9, b13);
        const __m512i c10 = _mm512_unpacklo_epi32(b10, b14);
        const __m512i c14 = _mm512_unpackhi_epi32(b10, b14);
        const __m512i c11 = _mm512_unpacklo_epi32(b11, b15);
        const __m512i c15 = _mm512_unpackhi_epi32(b11, b15);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m512i d0 = _mm512_permutex2var_epi64(c0, low, c8);
        const __m512i d8 = _mm512_permutex2var_epi64(c0, high, c8);
        const __m512i d1 = _mm512_permutex2var_epi64(c1, low, c9);
        const __m512i d9 = _mm512_permutex2var_epi64(c1, high, c9);
        const __m512i d2 = _mm512_permutex2var_epi64(c2, low, c10);
        const __m512i d10 = _mm512_permutex2var_epi64(c2, high, c10);
        const __m512i d3 = _mm512_permutex2var_epi64(c3, low, c11);
        const __m512i d11 = _mm512_permutex2var_epi64(c3, high, c11);
        const __m512i d4 = _mm512_permutex2var_epi64(c4, low, c12);
        const __m512i d12 = _mm512_permutex2var_epi64(c4, high, c12);
        const __m512i d5 = _mm512_permutex2var_epi64(c5, low, c13);
        const __m512i d13 = _mm512_permutex2var_epi64(c5, high, c13);
        const __m512i d6 = _mm512_permutex2var_epi64(c6, low, c14);
        const __m512i d14 = _mm512_permutex2var_epi64(c6, high, c14);
        const __m512i d7 = _mm512_permutex2var_epi64(c7, low, c15);
        const __m512i d15 = _mm512_permutex2var_epi64(c7, high, c15);
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[0])), _mm512_castsi512_si256(d0));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[1])), _mm512_castsi512_si256(d8));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[2])), _mm512_castsi512_si256(d4));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[3])), _mm512_castsi512_si256(d12));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[4])), _mm512_castsi512_si256(d2));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[5])), _mm512_castsi512_si256(d10));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[6])), _mm512_castsi512_si256(d6));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[7])), _mm512_castsi512_si256(d14));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[8])), _mm512_castsi512_si256(d1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[9])), _mm512_castsi512_si256(d9));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[10])), _mm512_castsi512_si256(d5));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[11])), _mm512_castsi512_si256(d13));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[12])), _mm512_castsi512_si256(d3));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[13])), _mm512_castsi512_si256(d11));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[14])), _mm512_castsi512_si256(d7));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[15])), _mm512_castsi512_si256(d15));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[16])), _mm512_extracti64x4_epi64(d0, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[17])), _mm512_extracti64x4_epi64(d8, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[18])), _mm512_extracti64x4_epi64(d4, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[19])), _mm512_extracti64x4_epi64(d12, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[20])), _mm512_extracti64x4_epi64(d2, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[21])), _mm512_extracti64x4_epi64(d10, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[22])), _mm512_extracti64x4_epi64(d6, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[23])), _mm512_extracti64x4_epi64(d14, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[24])), _mm512_extracti64x4_epi64(d1, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[25])), _mm512_extracti64x4_epi64(d9, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[26])), _mm512_extracti64x4_epi64(d5, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[27])), _mm512_extracti64x4_epi64(d13, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[28])), _mm512_extracti64x4_epi64(d3, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[29])), _mm512_extracti64x4_epi64(d11, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[30])), _mm512_extracti64x4_epi64(d7, 1));
        _mm256_storeu_si256((void *)(permkern_at_out(out, col[31])), _mm512_extracti64x4_epi64(d15, 1));
        if (cols == 32) {
            return;
        }
        in += 32;
        col += 32;
        cols -= 32;
    }
}

#endif /* PERMKERN_AVX512_TILES8_COLS32_H */
