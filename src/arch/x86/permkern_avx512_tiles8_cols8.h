/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for x86 with AVX-512 F, BW, DQ and VL: strips of 8 columns.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_TILES8_COLS8_H
#define PERMKERN_AVX512_TILES8_COLS8_H

/* Moves 64 rows by one tile of 8 columns. */
PERMKERN_TARGET_AVX512 static void x8_strip_64x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                        const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the lanes of v0 have rows 0, 16, 32 and 48. */
    __m512i v0 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[0]))));
    v0 = _mm512_mask_set1_epi64(v0, 0x4, (long long)permkern_load64(permkern_at(in, row[16])));
    v0 = _mm512_mask_set1_epi64(v0, 0x10, (long long)permkern_load64(permkern_at(in, row[32])));
    v0 = _mm512_mask_set1_epi64(v0, 0x40, (long long)permkern_load64(permkern_at(in, row[48])));
    __m512i v1 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[1]))));
    v1 = _mm512_mask_set1_epi64(v1, 0x4, (long long)permkern_load64(permkern_at(in, row[17])));
    v1 = _mm512_mask_set1_epi64(v1, 0x10, (long long)permkern_load64(permkern_at(in, row[33])));
    v1 = _mm512_mask_set1_epi64(v1, 0x40, (long long)permkern_load64(permkern_at(in, row[49])));
    __m512i v2 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[2]))));
    v2 = _mm512_mask_set1_epi64(v2, 0x4, (long long)permkern_load64(permkern_at(in, row[18])));
    v2 = _mm512_mask_set1_epi64(v2, 0x10, (long long)permkern_load64(permkern_at(in, row[34])));
    v2 = _mm512_mask_set1_epi64(v2, 0x40, (long long)permkern_load64(permkern_at(in, row[50])));
    __m512i v3 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[3]))));
    v3 = _mm512_mask_set1_epi64(v3, 0x4, (long long)permkern_load64(permkern_at(in, row[19])));
    v3 = _mm512_mask_set1_epi64(v3, 0x10, (long long)permkern_load64(permkern_at(in, row[35])));
    v3 = _mm512_mask_set1_epi64(v3, 0x40, (long long)permkern_load64(permkern_at(in, row[51])));
    __m512i v4 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[4]))));
    v4 = _mm512_mask_set1_epi64(v4, 0x4, (long long)permkern_load64(permkern_at(in, row[20])));
    v4 = _mm512_mask_set1_epi64(v4, 0x10, (long long)permkern_load64(permkern_at(in, row[36])));
    v4 = _mm512_mask_set1_epi64(v4, 0x40, (long long)permkern_load64(permkern_at(in, row[52])));
    __m512i v5 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[5]))));
    v5 = _mm512_mask_set1_epi64(v5, 0x4, (long long)permkern_load64(permkern_at(in, row[21])));
    v5 = _mm512_mask_set1_epi64(v5, 0x10, (long long)permkern_load64(permkern_at(in, row[37])));
    v5 = _mm512_mask_set1_epi64(v5, 0x40, (long long)permkern_load64(permkern_at(in, row[53])));
    __m512i v6 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[6]))));
    v6 = _mm512_mask_set1_epi64(v6, 0x4, (long long)permkern_load64(permkern_at(in, row[22])));
    v6 = _mm512_mask_set1_epi64(v6, 0x10, (long long)permkern_load64(permkern_at(in, row[38])));
    v6 = _mm512_mask_set1_epi64(v6, 0x40, (long long)permkern_load64(permkern_at(in, row[54])));
    __m512i v7 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[7]))));
    v7 = _mm512_mask_set1_epi64(v7, 0x4, (long long)permkern_load64(permkern_at(in, row[23])));
    v7 = _mm512_mask_set1_epi64(v7, 0x10, (long long)permkern_load64(permkern_at(in, row[39])));
    v7 = _mm512_mask_set1_epi64(v7, 0x40, (long long)permkern_load64(permkern_at(in, row[55])));
    __m512i v8 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[8]))));
    v8 = _mm512_mask_set1_epi64(v8, 0x4, (long long)permkern_load64(permkern_at(in, row[24])));
    v8 = _mm512_mask_set1_epi64(v8, 0x10, (long long)permkern_load64(permkern_at(in, row[40])));
    v8 = _mm512_mask_set1_epi64(v8, 0x40, (long long)permkern_load64(permkern_at(in, row[56])));
    __m512i v9 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[9]))));
    v9 = _mm512_mask_set1_epi64(v9, 0x4, (long long)permkern_load64(permkern_at(in, row[25])));
    v9 = _mm512_mask_set1_epi64(v9, 0x10, (long long)permkern_load64(permkern_at(in, row[41])));
    v9 = _mm512_mask_set1_epi64(v9, 0x40, (long long)permkern_load64(permkern_at(in, row[57])));
    __m512i v10 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[10]))));
    v10 = _mm512_mask_set1_epi64(v10, 0x4, (long long)permkern_load64(permkern_at(in, row[26])));
    v10 = _mm512_mask_set1_epi64(v10, 0x10, (long long)permkern_load64(permkern_at(in, row[42])));
    v10 = _mm512_mask_set1_epi64(v10, 0x40, (long long)permkern_load64(permkern_at(in, row[58])));
    __m512i v11 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[11]))));
    v11 = _mm512_mask_set1_epi64(v11, 0x4, (long long)permkern_load64(permkern_at(in, row[27])));
    v11 = _mm512_mask_set1_epi64(v11, 0x10, (long long)permkern_load64(permkern_at(in, row[43])));
    v11 = _mm512_mask_set1_epi64(v11, 0x40, (long long)permkern_load64(permkern_at(in, row[59])));
    __m512i v12 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[12]))));
    v12 = _mm512_mask_set1_epi64(v12, 0x4, (long long)permkern_load64(permkern_at(in, row[28])));
    v12 = _mm512_mask_set1_epi64(v12, 0x10, (long long)permkern_load64(permkern_at(in, row[44])));
    v12 = _mm512_mask_set1_epi64(v12, 0x40, (long long)permkern_load64(permkern_at(in, row[60])));
    __m512i v13 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[13]))));
    v13 = _mm512_mask_set1_epi64(v13, 0x4, (long long)permkern_load64(permkern_at(in, row[29])));
    v13 = _mm512_mask_set1_epi64(v13, 0x10, (long long)permkern_load64(permkern_at(in, row[45])));
    v13 = _mm512_mask_set1_epi64(v13, 0x40, (long long)permkern_load64(permkern_at(in, row[61])));
    __m512i v14 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[14]))));
    v14 = _mm512_mask_set1_epi64(v14, 0x4, (long long)permkern_load64(permkern_at(in, row[30])));
    v14 = _mm512_mask_set1_epi64(v14, 0x10, (long long)permkern_load64(permkern_at(in, row[46])));
    v14 = _mm512_mask_set1_epi64(v14, 0x40, (long long)permkern_load64(permkern_at(in, row[62])));
    __m512i v15 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[15]))));
    v15 = _mm512_mask_set1_epi64(v15, 0x4, (long long)permkern_load64(permkern_at(in, row[31])));
    v15 = _mm512_mask_set1_epi64(v15, 0x10, (long long)permkern_load64(permkern_at(in, row[47])));
    v15 = _mm512_mask_set1_epi64(v15, 0x40, (long long)permkern_load64(permkern_at(in, row[63])));
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const __m512i a0 = _mm512_unpacklo_epi8(v0, v1);
    const __m512i a2 = _mm512_unpacklo_epi8(v2, v3);
    const __m512i a4 = _mm512_unpacklo_epi8(v4, v5);
    const __m512i a6 = _mm512_unpacklo_epi8(v6, v7);
    const __m512i a8 = _mm512_unpacklo_epi8(v8, v9);
    const __m512i a10 = _mm512_unpacklo_epi8(v10, v11);
    const __m512i a12 = _mm512_unpacklo_epi8(v12, v13);
    const __m512i a14 = _mm512_unpacklo_epi8(v14, v15);
    /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const __m512i b0 = _mm512_unpacklo_epi16(a0, a2);
    const __m512i b2 = _mm512_unpackhi_epi16(a0, a2);
    const __m512i b4 = _mm512_unpacklo_epi16(a4, a6);
    const __m512i b6 = _mm512_unpackhi_epi16(a4, a6);
    const __m512i b8 = _mm512_unpacklo_epi16(a8, a10);
    const __m512i b10 = _mm512_unpackhi_epi16(a8, a10);
    const __m512i b12 = _mm512_unpacklo_epi16(a12, a14);
    const __m512i b14 = _mm512_unpackhi_epi16(a12, a14);
    /* Eights of rows: the first lane of c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const __m512i c0 = _mm512_unpacklo_epi32(b0, b4);
    const __m512i c4 = _mm512_unpackhi_epi32(b0, b4);
    const __m512i c2 = _mm512_unpacklo_epi32(b2, b6);
    const __m512i c6 = _mm512_unpackhi_epi32(b2, b6);
    const __m512i c8 = _mm512_unpacklo_epi32(b8, b12);
    const __m512i c12 = _mm512_unpackhi_epi32(b8, b12);
    const __m512i c10 = _mm512_unpacklo_epi32(b10, b14);
    const __m512i c14 = _mm512_unpackhi_epi32(b10, b14);
    /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
    const __m512i d0 = _mm512_unpacklo_epi64(c0, c8);
    const __m512i d8 = _mm512_unpackhi_epi64(c0, c8);
    const __m512i d2 = _mm512_unpacklo_epi64(c2, c10);
    const __m512i d10 = _mm512_unpackhi_epi64(c2, c10);
    const __m512i d4 = _mm512_unpacklo_epi64(c4, c12);
    const __m512i d12 = _mm512_unpackhi_epi64(c4, c12);
    const __m512i d6 = _mm512_unpacklo_epi64(c6, c14);
    const __m512i d14 = _mm512_unpackhi_epi64(c6, c14);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), d0);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), d8);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[2])), d4);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[3])), d12);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[4])), d2);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[5])), d10);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[6])), d6);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[7])), d14);
}

#endif /* PERMKERN_AVX512_TILES8_COLS8_H */
