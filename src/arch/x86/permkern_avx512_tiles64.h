/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 64-bit elements for x86 with AVX-512 F, BW, DQ and VL: strips of 8 and 2 columns.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_TILES64_H
#define PERMKERN_AVX512_TILES64_H

/* Moves 8 rows in tiles of 8 columns. */
PERMKERN_TARGET_AVX512 static void x64_strip_8x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                        const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m512i v0 = _mm512_loadu_si512((const void *)(permkern_at(in, row[0])));
        const __m512i v1 = _mm512_loadu_si512((const void *)(permkern_at(in, row[1])));
        const __m512i v2 = _mm512_loadu_si512((const void *)(permkern_at(in, row[2])));
        const __m512i v3 = _mm512_loadu_si512((const void *)(permkern_at(in, row[3])));
        const __m512i v4 = _mm512_loadu_si512((const void *)(permkern_at(in, row[4])));
        const __m512i v5 = _mm512_loadu_si512((const void *)(permkern_at(in, row[5])));
        const __m512i v6 = _mm512_loadu_si512((const void *)(permkern_at(in, row[6])));
        const __m512i v7 = _mm512_loadu_si512((const void *)(permkern_at(in, row[7])));
        /* Pairs of rows: the first lane of a0 has rows 0 and 1 of column 0. */
        const __m512i a0 = _mm512_unpacklo_epi64(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi64(v0, v1);
        const __m512i a2 = _mm512_unpacklo_epi64(v2, v3);
        const __m512i a3 = _mm512_unpackhi_epi64(v2, v3);
        const __m512i a4 = _mm512_unpacklo_epi64(v4, v5);
        const __m512i a5 = _mm512_unpackhi_epi64(v4, v5);
        const __m512i a6 = _mm512_unpacklo_epi64(v6, v7);
        const __m512i a7 = _mm512_unpackhi_epi64(v6, v7);
        /* Pairs of rows: the first lane of b0 has rows 0 and 1 of column 0. */
        const __m512i b0 = _mm512_shuffle_i64x2(a0, a2, 0x88);
        const __m512i b2 = _mm512_shuffle_i64x2(a0, a2, 0xdd);
        const __m512i b1 = _mm512_shuffle_i64x2(a1, a3, 0x88);
        const __m512i b3 = _mm512_shuffle_i64x2(a1, a3, 0xdd);
        const __m512i b4 = _mm512_shuffle_i64x2(a4, a6, 0x88);
        const __m512i b6 = _mm512_shuffle_i64x2(a4, a6, 0xdd);
        const __m512i b5 = _mm512_shuffle_i64x2(a5, a7, 0x88);
        const __m512i b7 = _mm512_shuffle_i64x2(a5, a7, 0xdd);
        /* Columns: the first lane of c0 has rows 0 and 1 of column 0. */
        const __m512i c0 = _mm512_shuffle_i64x2(b0, b4, 0x88);
        const __m512i c4 = _mm512_shuffle_i64x2(b0, b4, 0xdd);
        const __m512i c1 = _mm512_shuffle_i64x2(b1, b5, 0x88);
        const __m512i c5 = _mm512_shuffle_i64x2(b1, b5, 0xdd);
        const __m512i c2 = _mm512_shuffle_i64x2(b2, b6, 0x88);
        const __m512i c6 = _mm512_shuffle_i64x2(b2, b6, 0xdd);
        const __m512i c3 = _mm512_shuffle_i64x2(b3, b7, 0x88);
        const __m512i c7 = _mm512_shuffle_i64x2(b3, b7, 0xdd);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), c0);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), c1);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[2])), c2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[3])), c3);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[4])), c4);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[5])), c5);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[6])), c6);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[7])), c7);
        if (cols == 8) {
            return;
        }
        in += 64;
        col += 8;
        cols -= 8;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX512 static void x64_strip_8x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                        const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 2, 4 and 6. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        /* Columns: the first lane of a0 has rows 0 and 1 of column 0. */
        const __m512i a0 = _mm512_unpacklo_epi64(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi64(v0, v1);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[0])), a0);
        _mm512_storeu_si512((void *)(permkern_at_out(out, col[1])), a1);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

/* Moves 8 rows in tiles of 2 columns, with non-temporal stores. */
PERMKERN_TARGET_AVX512 static void x64_stream_8x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 2, 4 and 6. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[0]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[2]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[4]))));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[6]))));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(permkern_at(in, row[1]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(permkern_at(in, row[3]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(permkern_at(in, row[5]))));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(permkern_at(in, row[7]))));
        /* Columns: the first lane of a0 has rows 0 and 1 of column 0. */
        const __m512i a0 = _mm512_unpacklo_epi64(v0, v1);
        const __m512i a1 = _mm512_unpackhi_epi64(v0, v1);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[0])), a0);
        _mm512_stream_si512((void *)(permkern_at_out(out, col[1])), a1);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

#endif /* PERMKERN_AVX512_TILES64_H */
