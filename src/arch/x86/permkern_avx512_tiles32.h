/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 32-bit elements for x86 with AVX-512 F, BW, DQ and VL: strips of 8, 4 and 2 columns.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_TILES32_H
#define PERMKERN_AVX512_TILES32_H

/* Moves 16 rows in tiles of 8 columns. */
PERMKERN_TARGET_AVX512 static void x32_strip_16x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    for (;;) {
        /* Rows: the halves of v0 have rows 0 and 8. */
        __m512i v0 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x4(v0, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[8]))));
        __m512i v1 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x4(v1, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[9]))));
        __m512i v2 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[2]))));
        v2 = _mm512_mask_broadcast_i64x4(v2, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[10]))));
        __m512i v3 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[3]))));
        v3 = _mm512_mask_broadcast_i64x4(v3, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[11]))));
        __m512i v4 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[4]))));
        v4 = _mm512_mask_broadcast_i64x4(v4, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[12]))));
        __m512i v5 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[5]))));
        v5 = _mm512_mask_broadcast_i64x4(v5, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[13]))));
        __m512i v6 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[6]))));
        v6 = _mm512_mask_broadcast_i64x4(v6, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[14]))));
        __m512i v7 = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(permkern_at(in, row[7]))));
        v7 = _mm512_mask_broadcast_i64x4(v7, 0xf0, _mm256_loadu_si256((const void *)(permkern_at(in, row[15]))));
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi32(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi32(v0, v1);
        const __m512i a2 = _mm512_unpacklo_epi32(v2, v3);
        const __m512i a3 = _mm512_unpackhi_epi32(v2, v3);
        const __m512i a4 = _mm512_unpacklo_epi32(v4, v5);
        const __m512i a5 = _mm512_unpackhi_epi32(v4, v5);
        const __m512i a6 = _mm512_unpacklo_epi32(v6, v7);
        const __m512i a7 = _mm512_unpackhi_epi32(v6, v7);
        /* Fours of rows: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m512i b0 = _mm512_unpacklo_epi64(a0, a2);
        const __m512i b2 = _mm512_unpackhi_epi64(a0, a2);
        const __m512i b1 = _mm512_unpacklo_epi64(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi64(a1, a3);
        const __m512i b4 = _mm512_unpacklo_epi64(a4, a6);
        const __m512i b6 = _mm512_unpackhi_epi64(a4, a6);
        const __m512i b5 = _mm512_unpacklo_epi64(a5, a7);
        const __m512i b7 = _mm512_unpackhi_epi64(a5, a7);
        /* Columns: the first lane of c0 has rows 0 to 3 of column 0. */
        const __m512i c0 = _mm512_permutex2var_epi64(b0, low, b4);
        const __m512i c4 = _mm512_permutex2var_epi64(b0, high, b4);
        const __m512i c1 = _mm512_permutex2var_epi64(b1, low, b5);
        const __m512i c5 = _mm512_permutex2var_epi64(b1, high, b5);
        const __m512i c2 = _mm512_permutex2var_epi64(b2, low, b6);
        const __m512i c6 = _mm512_permutex2var_epi64(b2, high, b6);
        const __m512i c3 = _mm512_permutex2var_epi64(b3, low, b7);
        const __m512i c7 = _mm512_permutex2var_epi64(b3, high, b7);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), c0);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), c2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[2])), c1);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[3])), c3);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[4])), c4);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[5])), c6);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[6])), c5);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[7])), c7);
        if (cols == 8) {
            return;
        }
        in += 32;
        col += 8;
        cols -= 8;
    }
}

/* Moves 16 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX512 static void x32_strip_16x4_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 4, 8 and 12. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[8]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[12]))));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[9]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[13]))));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[10]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[14]))));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[11]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[15]))));
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi32(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi32(v0, v1);
        const __m512i a2 = _mm512_unpacklo_epi32(v2, v3);
        const __m512i a3 = _mm512_unpackhi_epi32(v2, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m512i b0 = _mm512_unpacklo_epi64(a0, a2);
        const __m512i b2 = _mm512_unpackhi_epi64(a0, a2);
        const __m512i b1 = _mm512_unpacklo_epi64(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi64(a1, a3);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), b0);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), b2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[2])), b1);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[3])), b3);
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 16 rows by one tile of 2 columns. */
PERMKERN_TARGET_AVX512 static void x32_strip_16x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows: the lanes of v0 have rows 0, 4, 8 and 12. */
    __m512i v0 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[0]))));
    v0 = _mm512_mask_set1_epi64(v0, 0x4, (long long)permkern_load64(permkern_at(in, row[4])));
    v0 = _mm512_mask_set1_epi64(v0, 0x10, (long long)permkern_load64(permkern_at(in, row[8])));
    v0 = _mm512_mask_set1_epi64(v0, 0x40, (long long)permkern_load64(permkern_at(in, row[12])));
    __m512i v1 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[1]))));
    v1 = _mm512_mask_set1_epi64(v1, 0x4, (long long)permkern_load64(permkern_at(in, row[5])));
    v1 = _mm512_mask_set1_epi64(v1, 0x10, (long long)permkern_load64(permkern_at(in, row[9])));
    v1 = _mm512_mask_set1_epi64(v1, 0x40, (long long)permkern_load64(permkern_at(in, row[13])));
    __m512i v2 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[2]))));
    v2 = _mm512_mask_set1_epi64(v2, 0x4, (long long)permkern_load64(permkern_at(in, row[6])));
    v2 = _mm512_mask_set1_epi64(v2, 0x10, (long long)permkern_load64(permkern_at(in, row[10])));
    v2 = _mm512_mask_set1_epi64(v2, 0x40, (long long)permkern_load64(permkern_at(in, row[14])));
    __m512i v3 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(permkern_at(in, row[3]))));
    v3 = _mm512_mask_set1_epi64(v3, 0x4, (long long)permkern_load64(permkern_at(in, row[7])));
    v3 = _mm512_mask_set1_epi64(v3, 0x10, (long long)permkern_load64(permkern_at(in, row[11])));
    v3 = _mm512_mask_set1_epi64(v3, 0x40, (long long)permkern_load64(permkern_at(in, row[15])));
    /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m512i a0 = _mm512_unpacklo_epi32(v0, v1);
    const __m512i a2 = _mm512_unpacklo_epi32(v2, v3);
    /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
    const __m512i b0 = _mm512_unpacklo_epi64(a0, a2);
    const __m512i b2 = _mm512_unpackhi_epi64(a0, a2);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), b0);
    _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), b2);
}

/* Moves 16 rows in tiles of 4 columns, with non-temporal stores. */
PERMKERN_TARGET_AVX512 static void x32_stream_16x4_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                          const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 4, 8 and 12. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[8]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[12]))));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[9]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[13]))));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[10]))));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[14]))));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[11]))));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[15]))));
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi32(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi32(v0, v1);
        const __m512i a2 = _mm512_unpacklo_epi32(v2, v3);
        const __m512i a3 = _mm512_unpackhi_epi32(v2, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m512i b0 = _mm512_unpacklo_epi64(a0, a2);
        const __m512i b2 = _mm512_unpackhi_epi64(a0, a2);
        const __m512i b1 = _mm512_unpacklo_epi64(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi64(a1, a3);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[0])), b0);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[1])), b2);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[2])), b1);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[3])), b3);
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

#endif /* PERMKERN_AVX512_TILES32_H */
