/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 32-bit elements for x86 with AVX-512 F, BW, DQ and VL: strips of 4 and 2 columns.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_TILES32_H
#define PERMKERN_AVX512_TILES32_H

/* Moves 16 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX512 static void x32_strip_16x4_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 4, 8 and 12. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[4])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[8])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[12])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[5])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[9])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[13])));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(in + row[6])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(in + row[10])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(in + row[14])));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(in + row[7])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(in + row[11])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(in + row[15])));
        /* Pairs of rows: the first lane of a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi32(v0, v2);
        const __m512i a1 = _mm512_unpackhi_epi32(v0, v2);
        const __m512i a2 = _mm512_unpacklo_epi32(v1, v3);
        const __m512i a3 = _mm512_unpackhi_epi32(v1, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m512i b0 = _mm512_unpacklo_epi32(a0, a2);
        const __m512i b1 = _mm512_unpackhi_epi32(a0, a2);
        const __m512i b2 = _mm512_unpacklo_epi32(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi32(a1, a3);
        _mm512_storeu_si512((void *)(out + col[0]), b0);
        _mm512_storeu_si512((void *)(out + col[1]), b1);
        _mm512_storeu_si512((void *)(out + col[2]), b2);
        _mm512_storeu_si512((void *)(out + col[3]), b3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX512 static void x32_strip_16x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 4, 8 and 12. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[0])));
        v0 = _mm512_mask_set1_epi64(v0, 0x4, (long long)permkern_load64(in + row[4]));
        v0 = _mm512_mask_set1_epi64(v0, 0x10, (long long)permkern_load64(in + row[8]));
        v0 = _mm512_mask_set1_epi64(v0, 0x40, (long long)permkern_load64(in + row[12]));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[1])));
        v1 = _mm512_mask_set1_epi64(v1, 0x4, (long long)permkern_load64(in + row[5]));
        v1 = _mm512_mask_set1_epi64(v1, 0x10, (long long)permkern_load64(in + row[9]));
        v1 = _mm512_mask_set1_epi64(v1, 0x40, (long long)permkern_load64(in + row[13]));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[2])));
        v2 = _mm512_mask_set1_epi64(v2, 0x4, (long long)permkern_load64(in + row[6]));
        v2 = _mm512_mask_set1_epi64(v2, 0x10, (long long)permkern_load64(in + row[10]));
        v2 = _mm512_mask_set1_epi64(v2, 0x40, (long long)permkern_load64(in + row[14]));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[3])));
        v3 = _mm512_mask_set1_epi64(v3, 0x4, (long long)permkern_load64(in + row[7]));
        v3 = _mm512_mask_set1_epi64(v3, 0x10, (long long)permkern_load64(in + row[11]));
        v3 = _mm512_mask_set1_epi64(v3, 0x40, (long long)permkern_load64(in + row[15]));
        /* Pairs of rows: the first lane of a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi32(v0, v2);
        const __m512i a2 = _mm512_unpacklo_epi32(v1, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m512i b0 = _mm512_unpacklo_epi32(a0, a2);
        const __m512i b1 = _mm512_unpackhi_epi32(a0, a2);
        _mm512_storeu_si512((void *)(out + col[0]), b0);
        _mm512_storeu_si512((void *)(out + col[1]), b1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 4 columns, with non-temporal stores. */
PERMKERN_TARGET_AVX512 static void x32_stream_16x4_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                          const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 4, 8 and 12. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[4])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[8])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[12])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[5])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[9])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[13])));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(in + row[6])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(in + row[10])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(in + row[14])));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(in + row[7])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(in + row[11])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(in + row[15])));
        /* Pairs of rows: the first lane of a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi32(v0, v2);
        const __m512i a1 = _mm512_unpackhi_epi32(v0, v2);
        const __m512i a2 = _mm512_unpacklo_epi32(v1, v3);
        const __m512i a3 = _mm512_unpackhi_epi32(v1, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m512i b0 = _mm512_unpacklo_epi32(a0, a2);
        const __m512i b1 = _mm512_unpackhi_epi32(a0, a2);
        const __m512i b2 = _mm512_unpacklo_epi32(a1, a3);
        const __m512i b3 = _mm512_unpackhi_epi32(a1, a3);
        _mm512_stream_si512((void *)(out + col[0]), b0);
        _mm512_stream_si512((void *)(out + col[1]), b1);
        _mm512_stream_si512((void *)(out + col[2]), b2);
        _mm512_stream_si512((void *)(out + col[3]), b3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

#endif /* PERMKERN_AVX512_TILES32_H */
