/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for x86 with SSE2: strips of 8, 4 and 2 columns.
 * Part of permkern_sse2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SSE2_TILES16_COLS8_H
#define PERMKERN_SSE2_TILES16_COLS8_H

/* Moves 8 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_8x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
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
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi16(v0, v1);
        const __m128i a2 = _mm_unpacklo_epi16(v2, v3);
        const __m128i a3 = _mm_unpackhi_epi16(v2, v3);
        const __m128i a4 = _mm_unpacklo_epi16(v4, v5);
        const __m128i a5 = _mm_unpackhi_epi16(v4, v5);
        const __m128i a6 = _mm_unpacklo_epi16(v6, v7);
        const __m128i a7 = _mm_unpackhi_epi16(v6, v7);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
        const __m128i b2 = _mm_unpackhi_epi32(a0, a2);
        const __m128i b1 = _mm_unpacklo_epi32(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi32(a1, a3);
        const __m128i b4 = _mm_unpacklo_epi32(a4, a6);
        const __m128i b6 = _mm_unpackhi_epi32(a4, a6);
        const __m128i b5 = _mm_unpacklo_epi32(a5, a7);
        const __m128i b7 = _mm_unpackhi_epi32(a5, a7);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const __m128i c0 = _mm_unpacklo_epi64(b0, b4);
        const __m128i c4 = _mm_unpackhi_epi64(b0, b4);
        const __m128i c1 = _mm_unpacklo_epi64(b1, b5);
        const __m128i c5 = _mm_unpackhi_epi64(b1, b5);
        const __m128i c2 = _mm_unpacklo_epi64(b2, b6);
        const __m128i c6 = _mm_unpackhi_epi64(b2, b6);
        const __m128i c3 = _mm_unpacklo_epi64(b3, b7);
        const __m128i c7 = _mm_unpackhi_epi64(b3, b7);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), c0);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), c4);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[2])), c2);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[3])), c6);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[4])), c1);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[5])), c5);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[6])), c3);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[7])), c7);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 8 rows by one tile of 4 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_8x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
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
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi16(v2, v3);
    const __m128i a4 = _mm_unpacklo_epi16(v4, v5);
    const __m128i a6 = _mm_unpacklo_epi16(v6, v7);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
    const __m128i b2 = _mm_unpackhi_epi32(a0, a2);
    const __m128i b4 = _mm_unpacklo_epi32(a4, a6);
    const __m128i b6 = _mm_unpackhi_epi32(a4, a6);
    /* Columns: c0 has rows 0 to 7 of column 0. */
    const __m128i c0 = _mm_unpacklo_epi64(b0, b4);
    const __m128i c4 = _mm_unpackhi_epi64(b0, b4);
    const __m128i c2 = _mm_unpacklo_epi64(b2, b6);
    const __m128i c6 = _mm_unpackhi_epi64(b2, b6);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), c0);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), c4);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[2])), c2);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[3])), c6);
}

/* Moves 8 rows by one tile of 2 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_8x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[0])));
    const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[1])));
    const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[2])));
    const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[3])));
    const __m128i v4 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[4])));
    const __m128i v5 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[5])));
    const __m128i v6 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[6])));
    const __m128i v7 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[7])));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi16(v2, v3);
    const __m128i a4 = _mm_unpacklo_epi16(v4, v5);
    const __m128i a6 = _mm_unpacklo_epi16(v6, v7);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
    const __m128i b4 = _mm_unpacklo_epi32(a4, a6);
    /* Columns: c0 has rows 0 to 7 of column 0. */
    const __m128i c0 = _mm_unpacklo_epi64(b0, b4);
    const __m128i c4 = _mm_unpackhi_epi64(b0, b4);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), c0);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), c4);
}

/* Moves 4 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_4x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        const __m128i v2 = _mm_loadu_si128((const void *)(permkern_at(in, row[2])));
        const __m128i v3 = _mm_loadu_si128((const void *)(permkern_at(in, row[3])));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi16(v0, v1);
        const __m128i a2 = _mm_unpacklo_epi16(v2, v3);
        const __m128i a3 = _mm_unpackhi_epi16(v2, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
        const __m128i b2 = _mm_unpackhi_epi32(a0, a2);
        const __m128i b1 = _mm_unpacklo_epi32(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi32(a1, a3);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[0])), b0);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[1])), _mm_unpackhi_epi64(b0, b0));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[2])), b2);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[3])), _mm_unpackhi_epi64(b2, b2));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[4])), b1);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[5])), _mm_unpackhi_epi64(b1, b1));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[6])), b3);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[7])), _mm_unpackhi_epi64(b3, b3));
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 4 rows by one tile of 4 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_4x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    const __m128i v2 = _mm_loadl_epi64((const void *)(permkern_at(in, row[2])));
    const __m128i v3 = _mm_loadl_epi64((const void *)(permkern_at(in, row[3])));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi16(v2, v3);
    /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
    const __m128i b2 = _mm_unpackhi_epi32(a0, a2);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[0])), b0);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[1])), _mm_unpackhi_epi64(b0, b0));
    _mm_storel_epi64((void *)(permkern_at_out(out, col[2])), b2);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[3])), _mm_unpackhi_epi64(b2, b2));
}

/* Moves 4 rows by one tile of 2 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_4x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[0])));
    const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[1])));
    const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[2])));
    const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[3])));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi16(v2, v3);
    /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[0])), b0);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[1])), _mm_unpackhi_epi64(b0, b0));
}

/* Moves 2 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_2x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi16(v0, v1);
        permkern_store32(permkern_at_out(out, col[0]), (uint32_t)_mm_cvtsi128_si32(a0));
        permkern_store32(permkern_at_out(out, col[1]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 1)));
        permkern_store32(permkern_at_out(out, col[2]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 2)));
        permkern_store32(permkern_at_out(out, col[3]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 3)));
        permkern_store32(permkern_at_out(out, col[4]), (uint32_t)_mm_cvtsi128_si32(a1));
        permkern_store32(permkern_at_out(out, col[5]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a1, 1)));
        permkern_store32(permkern_at_out(out, col[6]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a1, 2)));
        permkern_store32(permkern_at_out(out, col[7]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a1, 3)));
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 2 rows by one tile of 4 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_2x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
    permkern_store32(permkern_at_out(out, col[0]), (uint32_t)_mm_cvtsi128_si32(a0));
    permkern_store32(permkern_at_out(out, col[1]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 1)));
    permkern_store32(permkern_at_out(out, col[2]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 2)));
    permkern_store32(permkern_at_out(out, col[3]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 3)));
}

/* Moves 2 rows by one tile of 2 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_2x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[0])));
    const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(permkern_at(in, row[1])));
    /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
    permkern_store32(permkern_at_out(out, col[0]), (uint32_t)_mm_cvtsi128_si32(a0));
    permkern_store32(permkern_at_out(out, col[1]), (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 1)));
}

#endif /* PERMKERN_SSE2_TILES16_COLS8_H */
