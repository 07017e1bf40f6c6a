/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for x86 with AVX-512 F, BW, DQ and VL: strips of 8, 4 and 2 columns.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_TILES16_COLS8_H
#define PERMKERN_AVX512_TILES16_COLS8_H

/* Moves 32 rows in tiles of 8 columns. */
PERMKERN_TARGET_AVX512 static void x16_strip_32x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[8]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[16]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[24]))));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[9]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[17]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[25]))));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[10]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[18]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[26]))));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[11]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[19]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[27]))));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[12]))));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[20]))));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[28]))));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[13]))));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[21]))));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[29]))));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[14]))));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[22]))));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[30]))));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[15]))));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[23]))));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[31]))));
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi16(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi16(v0, v1);
        const __m512i a2 = _mm512_unpacklo_epi16(v2, v3);
        const __m512i a3 = _mm512_unpackhi_epi16(v2, v3);
        const __m512i a4 = _mm512_unpacklo_epi16(v4, v5);
        const __m512i a5 = _mm512_unpackhi_epi16(v4, v5);
        const __m512i a6 = _mm512_unpacklo_epi16(v6, v7);
        const __m512i a7 = _mm512_unpackhi_epi16(v6, v7);
        /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi32(a0, a2);
        const __m512i b2 = _mm512_unpackhi_epi32(a0, a2);
        const __m512i b1 = _mm512_unpacklo_epi32(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi32(a1, a3);
        const __m512i b4 = _mm512_unpacklo_epi32(a4, a6);
        const __m512i b6 = _mm512_unpackhi_epi32(a4, a6);
        const __m512i b5 = _mm512_unpacklo_epi32(a5, a7);
        const __m512i b7 = _mm512_unpackhi_epi32(a5, a7);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m512i c0 = _mm512_unpacklo_epi64(b0, b4);
        const __m512i c4 = _mm512_unpackhi_epi64(b0, b4);
        const __m512i c1 = _mm512_unpacklo_epi64(b1, b5);
        const __m512i c5 = _mm512_unpackhi_epi64(b1, b5);
        const __m512i c2 = _mm512_unpacklo_epi64(b2, b6);
        const __m512i c6 = _mm512_unpackhi_epi64(b2, b6);
        const __m512i c3 = _mm512_unpacklo_epi64(b3, b7);
        const __m512i c7 = _mm512_unpackhi_epi64(b3, b7);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), c0);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), c4);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[2])), c2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[3])), c6);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[4])), c1);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[5])), c5);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[6])), c3);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[7])), c7);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 32 rows by one tile of 4 columns. */
PERMKERN_TARGET_AVX512 static void x16_strip_32x4_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
    __m512i v0 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[0]))));
    v0 = _mm512_mask_set1_epi64(v0, 0x4, (long long)permkern_load64(permkern_at(in, row[8])));
    v0 = _mm512_mask_set1_epi64(v0, 0x10, (long long)permkern_load64(permkern_at(in, row[16])));
    v0 = _mm512_mask_set1_epi64(v0, 0x40, (long long)permkern_load64(permkern_at(in, row[24])));
    __m512i v1 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[1]))));
    v1 = _mm512_mask_set1_epi64(v1, 0x4, (long long)permkern_load64(permkern_at(in, row[9])));
    v1 = _mm512_mask_set1_epi64(v1, 0x10, (long long)permkern_load64(permkern_at(in, row[17])));
    v1 = _mm512_mask_set1_epi64(v1, 0x40, (long long)permkern_load64(permkern_at(in, row[25])));
    __m512i v2 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[2]))));
    v2 = _mm512_mask_set1_epi64(v2, 0x4, (long long)permkern_load64(permkern_at(in, row[10])));
    v2 = _mm512_mask_set1_epi64(v2, 0x10, (long long)permkern_load64(permkern_at(in, row[18])));
    v2 = _mm512_mask_set1_epi64(v2, 0x40, (long long)permkern_load64(permkern_at(in, row[26])));
    __m512i v3 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[3]))));
    v3 = _mm512_mask_set1_epi64(v3, 0x4, (long long)permkern_load64(permkern_at(in, row[11])));
    v3 = _mm512_mask_set1_epi64(v3, 0x10, (long long)permkern_load64(permkern_at(in, row[19])));
    v3 = _mm512_mask_set1_epi64(v3, 0x40, (long long)permkern_load64(permkern_at(in, row[27])));
    __m512i v4 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[4]))));
    v4 = _mm512_mask_set1_epi64(v4, 0x4, (long long)permkern_load64(permkern_at(in, row[12])));
    v4 = _mm512_mask_set1_epi64(v4, 0x10, (long long)permkern_load64(permkern_at(in, row[20])));
    v4 = _mm512_mask_set1_epi64(v4, 0x40, (long long)permkern_load64(permkern_at(in, row[28])));
    __m512i v5 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[5]))));
    v5 = _mm512_mask_set1_epi64(v5, 0x4, (long long)permkern_load64(permkern_at(in, row[13])));
    v5 = _mm512_mask_set1_epi64(v5, 0x10, (long long)permkern_load64(permkern_at(in, row[21])));
    v5 = _mm512_mask_set1_epi64(v5, 0x40, (long long)permkern_load64(permkern_at(in, row[29])));
    __m512i v6 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[6]))));
    v6 = _mm512_mask_set1_epi64(v6, 0x4, (long long)permkern_load64(permkern_at(in, row[14])));
    v6 = _mm512_mask_set1_epi64(v6, 0x10, (long long)permkern_load64(permkern_at(in, row[22])));
    v6 = _mm512_mask_set1_epi64(v6, 0x40, (long long)permkern_load64(permkern_at(in, row[30])));
    __m512i v7 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[7]))));
    v7 = _mm512_mask_set1_epi64(v7, 0x4, (long long)permkern_load64(permkern_at(in, row[15])));
    v7 = _mm512_mask_set1_epi64(v7, 0x10, (long long)permkern_load64(permkern_at(in, row[23])));
    v7 = _mm512_mask_set1_epi64(v7, 0x40, (long long)permkern_load64(permkern_at(in, row[31])));
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const __m512i a0 = _mm512_unpacklo_epi16(v0, v1);
    const __m512i a2 = _mm512_unpacklo_epi16(v2, v3);
    const __m512i a4 = _mm512_unpacklo_epi16(v4, v5);
    const __m512i a6 = _mm512_unpacklo_epi16(v6, v7);
    /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m512i b0 = _mm512_unpacklo_epi32(a0, a2);
    const __m512i b2 = _mm512_unpackhi_epi32(a0, a2);
    const __m512i b4 = _mm512_unpacklo_epi32(a4, a6);
    const __m512i b6 = _mm512_unpackhi_epi32(a4, a6);
    /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
    const __m512i c0 = _mm512_unpacklo_epi64(b0, b4);
    const __m512i c4 = _mm512_unpackhi_epi64(b0, b4);
    const __m512i c2 = _mm512_unpacklo_epi64(b2, b6);
    const __m512i c6 = _mm512_unpackhi_epi64(b2, b6);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), c0);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), c4);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[2])), c2);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[3])), c6);
}

/* Moves 32 rows by one tile of 2 columns. */
PERMKERN_TARGET_AVX512 static void x16_strip_32x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
    __m512i v0 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[0]))));
    v0 = _mm512_mask_set1_epi32(v0, 0x10, (int)permkern_load32(permkern_at(in, row[8])));
    v0 = _mm512_mask_set1_epi32(v0, 0x100, (int)permkern_load32(permkern_at(in, row[16])));
    v0 = _mm512_mask_set1_epi32(v0, 0x1000, (int)permkern_load32(permkern_at(in, row[24])));
    __m512i v1 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[1]))));
    v1 = _mm512_mask_set1_epi32(v1, 0x10, (int)permkern_load32(permkern_at(in, row[9])));
    v1 = _mm512_mask_set1_epi32(v1, 0x100, (int)permkern_load32(permkern_at(in, row[17])));
    v1 = _mm512_mask_set1_epi32(v1, 0x1000, (int)permkern_load32(permkern_at(in, row[25])));
    __m512i v2 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[2]))));
    v2 = _mm512_mask_set1_epi32(v2, 0x10, (int)permkern_load32(permkern_at(in, row[10])));
    v2 = _mm512_mask_set1_epi32(v2, 0x100, (int)permkern_load32(permkern_at(in, row[18])));
    v2 = _mm512_mask_set1_epi32(v2, 0x1000, (int)permkern_load32(permkern_at(in, row[26])));
    __m512i v3 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[3]))));
    v3 = _mm512_mask_set1_epi32(v3, 0x10, (int)permkern_load32(permkern_at(in, row[11])));
    v3 = _mm512_mask_set1_epi32(v3, 0x100, (int)permkern_load32(permkern_at(in, row[19])));
    v3 = _mm512_mask_set1_epi32(v3, 0x1000, (int)permkern_load32(permkern_at(in, row[27])));
    __m512i v4 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[4]))));
    v4 = _mm512_mask_set1_epi32(v4, 0x10, (int)permkern_load32(permkern_at(in, row[12])));
    v4 = _mm512_mask_set1_epi32(v4, 0x100, (int)permkern_load32(permkern_at(in, row[20])));
    v4 = _mm512_mask_set1_epi32(v4, 0x1000, (int)permkern_load32(permkern_at(in, row[28])));
    __m512i v5 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[5]))));
    v5 = _mm512_mask_set1_epi32(v5, 0x10, (int)permkern_load32(permkern_at(in, row[13])));
    v5 = _mm512_mask_set1_epi32(v5, 0x100, (int)permkern_load32(permkern_at(in, row[21])));
    v5 = _mm512_mask_set1_epi32(v5, 0x1000, (int)permkern_load32(permkern_at(in, row[29])));
    __m512i v6 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[6]))));
    v6 = _mm512_mask_set1_epi32(v6, 0x10, (int)permkern_load32(permkern_at(in, row[14])));
    v6 = _mm512_mask_set1_epi32(v6, 0x100, (int)permkern_load32(permkern_at(in, row[22])));
    v6 = _mm512_mask_set1_epi32(v6, 0x1000, (int)permkern_load32(permkern_at(in, row[30])));
    __m512i v7 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[7]))));
    v7 = _mm512_mask_set1_epi32(v7, 0x10, (int)permkern_load32(permkern_at(in, row[15])));
    v7 = _mm512_mask_set1_epi32(v7, 0x100, (int)permkern_load32(permkern_at(in, row[23])));
    v7 = _mm512_mask_set1_epi32(v7, 0x1000, (int)permkern_load32(permkern_at(in, row[31])));
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m512i a0 = _mm512_unpacklo_epi16(v0, v1);
    const __m512i a2 = _mm512_unpacklo_epi16(v2, v3);
    const __m512i a4 = _mm512_unpacklo_epi16(v4, v5);
    const __m512i a6 = _mm512_unpacklo_epi16(v6, v7);
    /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m512i b0 = _mm512_unpacklo_epi32(a0, a2);
    const __m512i b4 = _mm512_unpacklo_epi32(a4, a6);
    /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
    const __m512i c0 = _mm512_unpacklo_epi64(b0, b4);
    const __m512i c4 = _mm512_unpackhi_epi64(b0, b4);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), c0);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), c4);
}

/* Moves 32 rows in tiles of 8 columns, with non-temporal stores. */
PERMKERN_TARGET_AVX512 static void x16_stream_32x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                          const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[8]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[16]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[24]))));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[9]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[17]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[25]))));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[10]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[18]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[26]))));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[11]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[19]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[27]))));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[12]))));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[20]))));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[28]))));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[13]))));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[21]))));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[29]))));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[14]))));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[22]))));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[30]))));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[15]))));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[23]))));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[31]))));
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi16(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi16(v0, v1);
        const __m512i a2 = _mm512_unpacklo_epi16(v2, v3);
        const __m512i a3 = _mm512_unpackhi_epi16(v2, v3);
        const __m512i a4 = _mm512_unpacklo_epi16(v4, v5);
        const __m512i a5 = _mm512_unpackhi_epi16(v4, v5);
        const __m512i a6 = _mm512_unpacklo_epi16(v6, v7);
        const __m512i a7 = _mm512_unpackhi_epi16(v6, v7);
        /* Fours of rows: the first lane of b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi32(a0, a2);
        const __m512i b2 = _mm512_unpackhi_epi32(a0, a2);
        const __m512i b1 = _mm512_unpacklo_epi32(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi32(a1, a3);
        const __m512i b4 = _mm512_unpacklo_epi32(a4, a6);
        const __m512i b6 = _mm512_unpackhi_epi32(a4, a6);
        const __m512i b5 = _mm512_unpacklo_epi32(a5, a7);
        const __m512i b7 = _mm512_unpackhi_epi32(a5, a7);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m512i c0 = _mm512_unpacklo_epi64(b0, b4);
        const __m512i c4 = _mm512_unpackhi_epi64(b0, b4);
        const __m512i c1 = _mm512_unpacklo_epi64(b1, b5);
        const __m512i c5 = _mm512_unpackhi_epi64(b1, b5);
        const __m512i c2 = _mm512_unpacklo_epi64(b2, b6);
        const __m512i c6 = _mm512_unpackhi_epi64(b2, b6);
        const __m512i c3 = _mm512_unpacklo_epi64(b3, b7);
        const __m512i c7 = _mm512_unpackhi_epi64(b3, b7);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[0])), c0);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[1])), c4);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[2])), c2);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[3])), c6);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[4])), c1);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[5])), c5);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[6])), c3);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[7])), c7);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

#endif /* PERMKERN_AVX512_TILES16_COLS8_H */
