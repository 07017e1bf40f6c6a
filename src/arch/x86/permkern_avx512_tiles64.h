/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 64-bit elements for x86 with AVX-512 F, BW, DQ and VL: strips of 2 columns.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_TILES64_H
#define PERMKERN_AVX512_TILES64_H

/* Moves 8 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX512 static void x64_strip_8x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                        const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 2, 4 and 6. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[2])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[4])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[6])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[3])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[5])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[7])));
        /* Columns: the first lane of a0 has rows 0 and 1 of column 0. */
        const __m512i a0 = _mm512_unpacklo_epi64(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi64(v0, v1);
        _mm512_storeu_si512((void *)(out + col[0]), a0);
        _mm512_storeu_si512((void *)(out + col[1]), a1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 8;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 2 columns, with non-temporal stores. */
PERMKERN_TARGET_AVX512 static void x64_stream_8x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 2, 4 and 6. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[2])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[4])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[6])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[3])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[5])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[7])));
        /* Columns: the first lane of a0 has rows 0 and 1 of column 0. */
        const __m512i a0 = _mm512_unpacklo_epi64(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi64(v0, v1);
        _mm512_stream_si512((void *)(out + col[0]), a0);
        _mm512_stream_si512((void *)(out + col[1]), a1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 8;
        col += on;
        cols -= on;
    }
}

#endif /* PERMKERN_AVX512_TILES64_H */
