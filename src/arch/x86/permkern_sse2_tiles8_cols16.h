/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for x86 with SSE2: strips of 16 columns.
 * Part of permkern_sse2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SSE2_TILES8_COLS16_H
#define PERMKERN_SSE2_TILES8_COLS16_H

/* Moves 16 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_16x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        const __m128i v2 = _mm_loadu_si128((const void *)(permkern_at(in, row[2])));
        const __m128i v3 = _mm_loadu_si128((const void *)(permkern_at(in, row[3])));
        const __m128i v4 = _mm_loadu_si128((const void *)(permkern_at(in, row[4])));
        const __m128i v5 = _mm_loadu_si128((const void *)(permkern_at(in, row[5])));
        const __m128i v6 = _mm_loadu_si128((const void *)(permkern_at(in, row[6])));
        const __m128i v7 = _mm_loadu_si128((const void *)(permkern_at(in, row[7])));
        const __m128i v8 = _mm_loadu_si128((const void *)(permkern_at(in, row[8])));
        const __m128i v9 = _mm_loadu_si128((const void *)(permkern_at(in, row[9])));
        const __m128i v10 = _mm_loadu_si128((const void *)(permkern_at(in, row[10])));
        const __m128i v11 = _mm_loadu_si128((const void *)(permkern_at(in, row[11])));
        const __m128i v12 = _mm_loadu_si128((const void *)(permkern_at(in, row[12])));
        const __m128i v13 = _mm_loadu_si128((const void *)(permkern_at(in, row[13])));
        const __m128i v14 = _mm_loadu_si128((const void *)(permkern_at(in, row[14])));
        const __m128i v15 = _mm_loadu_si128((const void *)(permkern_at(in, row[15])));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v1);
        const __m128i a2 = _mm_unpacklo_epi8(v2, v3);
        const __m128i a3 = _mm_unpackhi_epi8(v2, v3);
        const __m128i a4 = _mm_unpacklo_epi8(v4, v5);
        const __m128i a5 = _mm_unpackhi_epi8(v4, v5);
        const __m128i a6 = _mm_unpacklo_epi8(v6, v7);
        const __m128i a7 = _mm_unpackhi_epi8(v6, v7);
        const __m128i a8 = _mm_unpacklo_epi8(v8, v9);
        const __m128i a9 = _mm_unpackhi_epi8(v8, v9);
        const __m128i a10 = _mm_unpacklo_epi8(v10, v11);
        const __m128i a11 = _mm_unpackhi_epi8(v10, v11);
        const __m128i a12 = _mm_unpacklo_epi8(v12, v13);
        const __m128i a13 = _mm_unpackhi_epi8(v12, v13);
        const __m128i a14 = _mm_unpacklo_epi8(v14, v15);
        const __m128i a15 = _mm_unpackhi_epi8(v14, v15);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
        const __m128i b2 = _mm_unpackhi_epi16(a0, a2);
        const __m128i b1 = _mm_unpacklo_epi16(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi16(a1, a3);
        const __m128i b4 = _mm_unpacklo_epi16(a4, a6);
        const __m128i b6 = _mm_unpackhi_epi16(a4, a6);
        const __m128i b5 = _mm_unpacklo_epi16(a5, a7);
        const __m128i b7 = _mm_unpackhi_epi16(a5, a7);
        const __m128i b8 = _mm_unpacklo_epi16(a8, a10);
        const __m128i b10 = _mm_unpackhi_epi16(a8, a10);
        const __m128i b9 = _mm_unpacklo_epi16(a9, a11);
        const __m128i b11 = _mm_unpackhi_epi16(a9, a11);
        const __m128i b12 = _mm_unpacklo_epi16(a12, a14);
        const __m128i b14 = _mm_unpackhi_epi16(a12, a14);
        const __m128i b13 = _mm_unpacklo_epi16(a13, a15);
        const __m128i b15 = _mm_unpackhi_epi16(a13, a15);
        /* Eights of rows: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi32(b0, b4);
        const __m128i c4 = _mm_unpackhi_epi32(b0, b4);
        const __m128i c1 = _mm_unpacklo_epi32(b1, b5);
        const __m128i c5 = _mm_unpackhi_epi32(b1, b5);
        const __m128i c2 = _mm_unpacklo_epi32(b2, b6);
        const __m128i c6 = _mm_unpackhi_epi32(b2, b6);
        const __m128i c3 = _mm_unpacklo_epi32(b3, b7);
        const __m128i c7 = _mm_unpackhi_epi32(b3, b7);
        const __m128i c8 = _mm_unpacklo_epi32(b8, b12);
        const __m128i c12 = _mm_unpackhi_epi32(b8, b12);
        const __m128i c9 = _mm_unpacklo_epi32(b9, b13);
        const __m128i c13 = _mm_unpackhi_epi32(b9, b13);
        const __m128i c10 = _mm_unpacklo_epi32(b10, b14);
        const __m128i c14 = _mm_unpackhi_epi32(b10, b14);
        const __m128i c11 = _mm_unpacklo_epi32(b11, b15);
        const __m128i c15 = _mm_unpackhi_epi32(b11, b15);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const __m128i d0 = _mm_unpacklo_epi64(c0, c8);
        const __m128i d8 = _mm_unpackhi_epi64(c0, c8);
        const __m128i d1 = _mm_unpacklo_epi64(c1, c9);
        const __m128i d9 = _mm_unpackhi_epi64(c1, c9);
        const __m128i d2 = _mm_unpacklo_epi64(c2, c10);
        const __m128i d10 = _mm_unpackhi_epi64(c2, c10);
        const __m128i d3 = _mm_unpacklo_epi64(c3, c11);
        const __m128i d11 = _mm_unpackhi_epi64(c3, c11);
        const __m128i d4 = _mm_unpacklo_epi64(c4, c12);
        const __m128i d12 = _mm_unpackhi_epi64(c4, c12);
        const __m128i d5 = _mm_unpacklo_epi64(c5, c13);
        const __m128i d13 = _mm_unpackhi_epi64(c5, c13);
        const __m128i d6 = _mm_unpacklo_epi64(c6, c14);
        const __m128i d14 = _mm_unpackhi_epi64(c6, c14);
        const __m128i d7 = _mm_unpacklo_epi64(c7, c15);
        const __m128i d15 = _mm_unpackhi_epi64(c7, c15);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), d0);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), d8);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[2])), d4);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[3])), d12);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[4])), d2);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[5])), d10);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[6])), d6);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[7])), d14);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[8])), d1);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[9])), d9);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[10])), d5);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[11])), d13);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[12])), d3);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[13])), d11);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[14])), d7);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[15])), d15);
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 8 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_8x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        const __m128i v2 = _mm_loadu_si128((const void *)(permkern_at(in, row[2])));
        const __m128i v3 = _mm_loadu_si128((const void *)(permkern_at(in, row[3])));
        const __m128i v4 = _mm_loadu_si128((const void *)(permkern_at(in, row[4])));
        const __m128i v5 = _mm_loadu_si128((const void *)(permkern_at(in, row[5])));
        const __m128i v6 = _mm_loadu_si128((const void *)(permkern_at(in, row[6])));
        const __m128i v7 = _mm_loadu_si128((const void *)(permkern_at(in, row[7])));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v1);
        const __m128i a2 = _mm_unpacklo_epi8(v2, v3);
        const __m128i a3 = _mm_unpackhi_epi8(v2, v3);
        const __m128i a4 = _mm_unpacklo_epi8(v4, v5);
        const __m128i a5 = _mm_unpackhi_epi8(v4, v5);
        const __m128i a6 = _mm_unpacklo_epi8(v6, v7);
        const __m128i a7 = _mm_unpackhi_epi8(v6, v7);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
        const __m128i b2 = _mm_unpackhi_epi16(a0, a2);
        const __m128i b1 = _mm_unpacklo_epi16(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi16(a1, a3);
        const __m128i b4 = _mm_unpacklo_epi16(a4, a6);
        const __m128i b6 = _mm_unpackhi_epi16(a4, a6);
        const __m128i b5 = _mm_unpacklo_epi16(a5, a7);
        const __m128i b7 = _mm_unpackhi_epi16(a5, a7);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi32(b0, b4);
        const __m128i c4 = _mm_unpackhi_epi32(b0, b4);
        const __m128i c1 = _mm_unpacklo_epi32(b1, b5);
        const __m128i c5 = _mm_unpackhi_epi32(b1, b5);
        const __m128i c2 = _mm_unpacklo_epi32(b2, b6);
        const __m128i c6 = _mm_unpackhi_epi32(b2, b6);
        const __m128i c3 = _mm_unpacklo_epi32(b3, b7);
        const __m128i c7 = _mm_unpackhi_epi32(b3, b7);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[0])), c0);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[1])), _mm_unpackhi_epi64(c0, c0));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[2])), c4);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[3])), _mm_unpackhi_epi64(c4, c4));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[4])), c2);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[5])), _mm_unpackhi_epi64(c2, c2));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[6])), c6);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[7])), _mm_unpackhi_epi64(c6, c6));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[8])), c1);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[9])), _mm_unpackhi_epi64(c1, c1));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[10])), c5);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[11])), _mm_unpackhi_epi64(c5, c5));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[12])), c3);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[13])), _mm_unpackhi_epi64(c3, c3));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[14])), c7);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[15])), _mm_unpackhi_epi64(c7, c7));
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 4 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_4x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        const __m128i v2 = _mm_loadu_si128((const void *)(permkern_at(in, row[2])));
        const __m128i v3 = _mm_loadu_si128((const void *)(permkern_at(in, row[3])));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v1);
        const __m128i a2 = _mm_unpacklo_epi8(v2, v3);
        const __m128i a3 = _mm_unpackhi_epi8(v2, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
        const __m128i b2 = _mm_unpackhi_epi16(a0, a2);
        const __m128i b1 = _mm_unpacklo_epi16(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi16(a1, a3);
        permkern_store32(permkern_at_out(out, col[0]), (uint32_t)_mm_cvtsi128_si32(b0));
        permkern_store32(permkern_at_out(out, col[1]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 1)));
        permkern_store32(permkern_at_out(out, col[2]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 2)));
        permkern_store32(permkern_at_out(out, col[3]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 3)));
        permkern_store32(permkern_at_out(out, col[4]), (uint32_t)_mm_cvtsi128_si32(b2));
        permkern_store32(permkern_at_out(out, col[5]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 1)));
        permkern_store32(permkern_at_out(out, col[6]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 2)));
        permkern_store32(permkern_at_out(out, col[7]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 3)));
        permkern_store32(permkern_at_out(out, col[8]), (uint32_t)_mm_cvtsi128_si32(b1));
        permkern_store32(permkern_at_out(out, col[9]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 1)));
        permkern_store32(permkern_at_out(out, col[10]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 2)));
        permkern_store32(permkern_at_out(out, col[11]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 3)));
        permkern_store32(permkern_at_out(out, col[12]), (uint32_t)_mm_cvtsi128_si32(b3));
        permkern_store32(permkern_at_out(out, col[13]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b3, 1)));
        permkern_store32(permkern_at_out(out, col[14]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b3, 2)));
        permkern_store32(permkern_at_out(out, col[15]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b3, 3)));
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 2 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_2x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v1);
        permkern_store16(permkern_at_out(out, col[0]), (uint16_t)_mm_extract_epi16(a0, 0));
        permkern_store16(permkern_at_out(out, col[1]), (uint16_t)_mm_extract_epi16(a0, 1));
        permkern_store16(permkern_at_out(out, col[2]), (uint16_t)_mm_extract_epi16(a0, 2));
        permkern_store16(permkern_at_out(out, col[3]), (uint16_t)_mm_extract_epi16(a0, 3));
        permkern_store16(permkern_at_out(out, col[4]), (uint16_t)_mm_extract_epi16(a0, 4));
        permkern_store16(permkern_at_out(out, col[5]), (uint16_t)_mm_extract_epi16(a0, 5));
        permkern_store16(permkern_at_out(out, col[6]), (uint16_t)_mm_extract_epi16(a0, 6));
        permkern_store16(permkern_at_out(out, col[7]), (uint16_t)_mm_extract_epi16(a0, 7));
        permkern_store16(permkern_at_out(out, col[8]), (uint16_t)_mm_extract_epi16(a1, 0));
        permkern_store16(permkern_at_out(out, col[9]), (uint16_t)_mm_extract_epi16(a1, 1));
        permkern_store16(permkern_at_out(out, col[10]), (uint16_t)_mm_extract_epi16(a1, 2));
        permkern_store16(permkern_at_out(out, col[11]), (uint16_t)_mm_extract_epi16(a1, 3));
        permkern_store16(permkern_at_out(out, col[12]), (uint16_t)_mm_extract_epi16(a1, 4));
        permkern_store16(permkern_at_out(out, col[13]), (uint16_t)_mm_extract_epi16(a1, 5));
        permkern_store16(permkern_at_out(out, col[14]), (uint16_t)_mm_extract_epi16(a1, 6));
        permkern_store16(permkern_at_out(out, col[15]), (uint16_t)_mm_extract_epi16(a1, 7));
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

#endif /* PERMKERN_SSE2_TILES8_COLS16_H */
