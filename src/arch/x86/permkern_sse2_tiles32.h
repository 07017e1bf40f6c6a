/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 32-bit elements for x86 with SSE2: strips of 4 and 2 columns.
 * Part of permkern_sse2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SSE2_TILES32_H
#define PERMKERN_SSE2_TILES32_H

/* Moves 4 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_4x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        const __m128i v2 = _mm_loadu_si128((const void *)(permkern_at(in, row[2])));
        const __m128i v3 = _mm_loadu_si128((const void *)(permkern_at(in, row[3])));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi32(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi32(v0, v1);
        const __m128i a2 = _mm_unpacklo_epi32(v2, v3);
        const __m128i a3 = _mm_unpackhi_epi32(v2, v3);
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const __m128i b0 = _mm_unpacklo_epi64(a0, a2);
        const __m128i b2 = _mm_unpackhi_epi64(a0, a2);
        const __m128i b1 = _mm_unpacklo_epi64(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi64(a1, a3);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), b0);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), b2);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[2])), b1);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[3])), b3);
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 4 rows by one tile of 2 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_4x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    const __m128i v2 = _mm_loadl_epi64((const void *)(permkern_at(in, row[2])));
    const __m128i v3 = _mm_loadl_epi64((const void *)(permkern_at(in, row[3])));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m128i a0 = _mm_unpacklo_epi32(v0, v1);
    const __m128i a2 = _mm_unpacklo_epi32(v2, v3);
    /* Columns: b0 has rows 0 to 3 of column 0. */
    const __m128i b0 = _mm_unpacklo_epi64(a0, a2);
    const __m128i b2 = _mm_unpackhi_epi64(a0, a2);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), b0);
    _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), b2);
}

/* Moves 2 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_2x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi32(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi32(v0, v1);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[0])), a0);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[1])), _mm_unpackhi_epi64(a0, a0));
        _mm_storel_epi64((void *)(permkern_at_out(out, col[2])), a1);
        _mm_storel_epi64((void *)(permkern_at_out(out, col[3])), _mm_unpackhi_epi64(a1, a1));
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 2 rows by one tile of 2 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_2x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const __m128i v0 = _mm_loadl_epi64((const void *)(permkern_at(in, row[0])));
    const __m128i v1 = _mm_loadl_epi64((const void *)(permkern_at(in, row[1])));
    /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const __m128i a0 = _mm_unpacklo_epi32(v0, v1);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[0])), a0);
    _mm_storel_epi64((void *)(permkern_at_out(out, col[1])), _mm_unpackhi_epi64(a0, a0));
}

#endif /* PERMKERN_SSE2_TILES32_H */
