/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 64-bit elements for x86 with SSE2: strips of 2 columns.
 * Part of permkern_sse2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SSE2_TILES64_H
#define PERMKERN_SSE2_TILES64_H

/* Moves 2 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x64_strip_2x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(permkern_at(in, row[0])));
        const __m128i v1 = _mm_loadu_si128((const void *)(permkern_at(in, row[1])));
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const __m128i a0 = _mm_unpacklo_epi64(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi64(v0, v1);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[0])), a0);
        _mm_storeu_si128((void *)(permkern_at_out(out, col[1])), a1);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

#endif /* PERMKERN_SSE2_TILES64_H */
