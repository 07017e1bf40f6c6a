/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for x86 with SSE2: strips of 8 columns.
 * Part of permkern_sse2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SSE2_TILES8_COLS8_H
#define PERMKERN_SSE2_TILES8_COLS8_H

/* Moves 16 rows by one tile of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_16x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    const __m128i v2 = _mm_loadl_epi64((const void *)(permkern_at(in, row[2])));
    const __m128i v3 = _mm_loadl_epi64((const void *)(permkern_at(in, row[3])));
    const __m128i v4 = _mm_loadl_epi64((const void *)(permkern_at(in, row[4])));
    const __m128i v5 = _mm_loadl_epi64((const void *)(permkern_at(in, row[5])));
    const __m128i v6 = _mm_loadl_epi64((const void *)(permkern_at(in, row[6])));
    const __m128i v7 = _mm_loadl_epi64((const void *)(permkern_at(in, row[7])));
    const __m128i v8 = _mm_loadl_epi64((const void *)(permkern_at(in, row[8])));
    const __m128i v9 = _mm_loadl_epi64((const void *)(permkern_at(in, row[9])));
    const __m128i v10 = _mm_loadl_epi64((const void *)(permkern_at(in, row[10])));
    const __m128i v11 = _mm_loadl_epi64((const void *)(permkern_at(in, row[11])));
    const __m128i v12 = _mm_loadl_epi64((const void *)(permkern_at(in, row[12])));
    const __m128i v13 = _mm_loadl_epi64((const void *)(permkern_at(in, row[13])));
    const __m128i v14 = _mm_loadl_epi64((const void *)(permkern_at(in, row[14])));
    const __m128i v15 = _mm_loadl_epi64((const void *)(permkern_at(in, row[15])));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi8(v2, v3);
    const __m128i a4 = _mm_unpacklo_epi8(v4, v5);
    const __m128i a6 = _mm_unpacklo_epi8(v6, v7);
    const __m128i a8 = _mm_unpacklo_epi8(v8, v9);
    const __m128i a10 = _mm_unpacklo_epi8(v10, v11);
    const __m128i a12 = _mm_unpacklo_epi8(v12, v13);
    const __m128i a14 = _mm_unpacklo_epi8(v14, v15);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
    const __m128i b2 = _mm_unpackhi_epi16(a0, a2);
    const __m128i b4 = _mm_unpacklo_epi16(a4, a6);
    const __m128i b6 = _mm_unpackhi_epi16(a4, a6);
    const __m128i b8 = _mm_unpacklo_epi16(a8, a10);
    const __m128i b10 = _mm_unpackhi_epi16(a8, a10);
    const __m128i b12 = _mm_unpacklo_epi16(a12, a14);
    const __m128i b14 = _mm_unpackhi_epi16(a12, a14);
    /* Eights of rows: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const __m128i c0 = _mm_unpacklo_epi32(b0, b4);
    const __m128i c4 = _mm_unpackhi_epi32(b0, b4);
    const __m128i c2 = _mm_unpacklo_epi32(b2, b6);
    const __m128i c6 = _mm_unpackhi_epi32(b2, b6);
    const __m128i c8 = _mm_unpacklo_epi32(b8, b12);
    const __m128i c12 = _mm_unpackhi_epi32(b8, b12);
    const __m128i c10 = _mm_unpacklo_epi32(b10, b14);
    const __m128i c14 = _mm_unpackhi_epi32(b10, b14);
    /* Columns: d0 has rows 0 to 15 of column 0. */
    const __m128i d0 = _mm_unpacklo_epi64(c0, c8);
    const __m128i d8 = _mm_unpackhi_epi64(c0, c8);
    const __m128i d2 = _mm_unpacklo_epi64(c2, c10);
    const __m128i d10 = _mm_unpackhi_epi64(c2, c10);
    const __m128i d4 = _mm_unpacklo_epi64(c4, c12);
    const __m128i d12 = _mm_unpackhi_epi64(c4, c12);
    const __m128i d6 = _mm_unpacklo_epi64(c6, c14);
    const __m128i d14 = _mm_unpackhi_epi64(c6, c14);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), d0);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), d8);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[2])), d4);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[3])), d12);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[4])), d2);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[5])), d10);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[6])), d6);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[7])), d14);
}

/* Moves 8 rows by one tile of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_8x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    const __m128i v2 = _mm_loadl_epi64((const void *)(permkern_at(in, row[2])));
    const __m128i v3 = _mm_loadl_epi64((const void *)(permkern_at(in, row[3])));
    const __m128i v4 = _mm_loadl_epi64((const void *)(permkern_at(in, row[4])));
    const __m128i v5 = _mm_loadl_epi64((const void *)(permkern_at(in, row[5])));
    const __m128i v6 = _mm_loadl_epi64((const void *)(permkern_at(in, row[6])));
    const __m128i v7 = _mm_loadl_epi64((const void *)(permkern_at(in, row[7])));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi8(v2, v3);
    const __m128i a4 = _mm_unpacklo_epi8(v4, v5);
    const __m128i a6 = _mm_unpacklo_epi8(v6, v7);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
    const __m128i b2 = _mm_unpackhi_epi16(a0, a2);
    const __m128i b4 = _mm_unpacklo_epi16(a4, a6);
    const __m128i b6 = _mm_unpackhi_epi16(a4, a6);
    /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const __m128i c0 = _mm_unpacklo_epi32(b0, b4);
    const __m128i c4 = _mm_unpackhi_epi32(b0, b4);
    const __m128i c2 = _mm_unpacklo_epi32(b2, b6);
    const __m128i c6 = _mm_unpackhi_epi32(b2, b6);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[0])), c0);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[1])), _mm_unpackhi_epi64(c0, c0));
    _mm_storel_epi64((void *)(permkern_at_out(out, col[2])), c4);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[3])), _mm_unpackhi_epi64(c4, c4));
    _mm_storel_epi64((void *)(permkern_at_out(out, col[4])), c2);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[5])), _mm_unpackhi_epi64(c2, c2));
    _mm_storel_epi64((void *)(permkern_at_out(out, col[6])), c6);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[7])), _mm_unpackhi_epi64(c6, c6));
}

/* Moves 4 rows by one tile of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_4x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    const __m128i v2 = _mm_loadl_epi64((const void *)(permkern_at(in, row[2])));
    const __m128i v3 = _mm_loadl_epi64((const void *)(permkern_at(in, row[3])));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi8(v2, v3);
    /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
    const __m128i b2 = _mm_unpackhi_epi16(a0, a2);
    permkern_store32(permkern_at_out(out, col[0]), (uint32_t)_mm_cvtsi128_si32(b0));
    permkern_store32(permkern_at_out(out, col[1]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 1)));
    permkern_store32(permkern_at_out(out, col[2]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 2)));
    permkern_store32(permkern_at_out(out, col[3]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 3)));
    permkern_store32(permkern_at_out(out, col[4]), (uint32_t)_mm_cvtsi128_si32(b2));
    permkern_store32(permkern_at_out(out, col[5]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 1)));
    permkern_store32(permkern_at_out(out, col[6]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 2)));
    permkern_store32(permkern_at_out(out, col[7]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 3)));
}

/* Moves 2 rows by one tile of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_2x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
    permkern_store16(permkern_at_out(out, col[0]), (uint16_t)_mm_extract_epi16(a0, 0));
    permkern_store16(permkern_at_out(out, col[1]), (uint16_t)_mm_extract_epi16(a0, 1));
    permkern_store16(permkern_at_out(out, col[2]), (uint16_t)_mm_extract_epi16(a0, 2));
    permkern_store16(permkern_at_out(out, col[3]), (uint16_t)_mm_extract_epi16(a0, 3));
    permkern_store16(permkern_at_out(out, col[4]), (uint16_t)_mm_extract_epi16(a0, 4));
    permkern_store16(permkern_at_out(out, col[5]), (uint16_t)_mm_extract_epi16(a0, 5));
    permkern_store16(permkern_at_out(out, col[6]), (uint16_t)_mm_extract_epi16(a0, 6));
    permkern_store16(permkern_at_out(out, col[7]), (uint16_t)_mm_extract_epi16(a0, 7));
}

#endif /* PERMKERN_SSE2_TILES8_COLS8_H */
