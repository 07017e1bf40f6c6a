/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with SSE2.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

/* Moves 16 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_16x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadu_si128((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadu_si128((const void *)(in + row[3]));
        const __m128i v4 = _mm_loadu_si128((const void *)(in + row[4]));
        const __m128i v5 = _mm_loadu_si128((const void *)(in + row[5]));
        const __m128i v6 = _mm_loadu_si128((const void *)(in + row[6]));
        const __m128i v7 = _mm_loadu_si128((const void *)(in + row[7]));
        const __m128i v8 = _mm_loadu_si128((const void *)(in + row[8]));
        const __m128i v9 = _mm_loadu_si128((const void *)(in + row[9]));
        const __m128i v10 = _mm_loadu_si128((const void *)(in + row[10]));
        const __m128i v11 = _mm_loadu_si128((const void *)(in + row[11]));
        const __m128i v12 = _mm_loadu_si128((const void *)(in + row[12]));
        const __m128i v13 = _mm_loadu_si128((const void *)(in + row[13]));
        const __m128i v14 = _mm_loadu_si128((const void *)(in + row[14]));
        const __m128i v15 = _mm_loadu_si128((const void *)(in + row[15]));
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v8);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v8);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v9);
        const __m128i a3 = _mm_unpackhi_epi8(v1, v9);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v10);
        const __m128i a5 = _mm_unpackhi_epi8(v2, v10);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v11);
        const __m128i a7 = _mm_unpackhi_epi8(v3, v11);
        const __m128i a8 = _mm_unpacklo_epi8(v4, v12);
        const __m128i a9 = _mm_unpackhi_epi8(v4, v12);
        const __m128i a10 = _mm_unpacklo_epi8(v5, v13);
        const __m128i a11 = _mm_unpackhi_epi8(v5, v13);
        const __m128i a12 = _mm_unpacklo_epi8(v6, v14);
        const __m128i a13 = _mm_unpackhi_epi8(v6, v14);
        const __m128i a14 = _mm_unpacklo_epi8(v7, v15);
        const __m128i a15 = _mm_unpackhi_epi8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a8);
        const __m128i b1 = _mm_unpackhi_epi8(a0, a8);
        const __m128i b2 = _mm_unpacklo_epi8(a1, a9);
        const __m128i b3 = _mm_unpackhi_epi8(a1, a9);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a10);
        const __m128i b5 = _mm_unpackhi_epi8(a2, a10);
        const __m128i b6 = _mm_unpacklo_epi8(a3, a11);
        const __m128i b7 = _mm_unpackhi_epi8(a3, a11);
        const __m128i b8 = _mm_unpacklo_epi8(a4, a12);
        const __m128i b9 = _mm_unpackhi_epi8(a4, a12);
        const __m128i b10 = _mm_unpacklo_epi8(a5, a13);
        const __m128i b11 = _mm_unpackhi_epi8(a5, a13);
        const __m128i b12 = _mm_unpacklo_epi8(a6, a14);
        const __m128i b13 = _mm_unpackhi_epi8(a6, a14);
        const __m128i b14 = _mm_unpacklo_epi8(a7, a15);
        const __m128i b15 = _mm_unpackhi_epi8(a7, a15);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b8);
        const __m128i c1 = _mm_unpackhi_epi8(b0, b8);
        const __m128i c2 = _mm_unpacklo_epi8(b1, b9);
        const __m128i c3 = _mm_unpackhi_epi8(b1, b9);
        const __m128i c4 = _mm_unpacklo_epi8(b2, b10);
        const __m128i c5 = _mm_unpackhi_epi8(b2, b10);
        const __m128i c6 = _mm_unpacklo_epi8(b3, b11);
        const __m128i c7 = _mm_unpackhi_epi8(b3, b11);
        const __m128i c8 = _mm_unpacklo_epi8(b4, b12);
        const __m128i c9 = _mm_unpackhi_epi8(b4, b12);
        const __m128i c10 = _mm_unpacklo_epi8(b5, b13);
        const __m128i c11 = _mm_unpackhi_epi8(b5, b13);
        const __m128i c12 = _mm_unpacklo_epi8(b6, b14);
        const __m128i c13 = _mm_unpackhi_epi8(b6, b14);
        const __m128i c14 = _mm_unpacklo_epi8(b7, b15);
        const __m128i c15 = _mm_unpackhi_epi8(b7, b15);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const __m128i d0 = _mm_unpacklo_epi8(c0, c8);
        const __m128i d1 = _mm_unpackhi_epi8(c0, c8);
        const __m128i d2 = _mm_unpacklo_epi8(c1, c9);
        const __m128i d3 = _mm_unpackhi_epi8(c1, c9);
        const __m128i d4 = _mm_unpacklo_epi8(c2, c10);
        const __m128i d5 = _mm_unpackhi_epi8(c2, c10);
        const __m128i d6 = _mm_unpacklo_epi8(c3, c11);
        const __m128i d7 = _mm_unpackhi_epi8(c3, c11);
        const __m128i d8 = _mm_unpacklo_epi8(c4, c12);
        const __m128i d9 = _mm_unpackhi_epi8(c4, c12);
        const __m128i d10 = _mm_unpacklo_epi8(c5, c13);
        const __m128i d11 = _mm_unpackhi_epi8(c5, c13);
        const __m128i d12 = _mm_unpacklo_epi8(c6, c14);
        const __m128i d13 = _mm_unpackhi_epi8(c6, c14);
        const __m128i d14 = _mm_unpacklo_epi8(c7, c15);
        const __m128i d15 = _mm_unpackhi_epi8(c7, c15);
        _mm_storeu_si128((void *)(out + col[0]), d0);
        _mm_storeu_si128((void *)(out + col[1]), d1);
        _mm_storeu_si128((void *)(out + col[2]), d2);
        _mm_storeu_si128((void *)(out + col[3]), d3);
        _mm_storeu_si128((void *)(out + col[4]), d4);
        _mm_storeu_si128((void *)(out + col[5]), d5);
        _mm_storeu_si128((void *)(out + col[6]), d6);
        _mm_storeu_si128((void *)(out + col[7]), d7);
        _mm_storeu_si128((void *)(out + col[8]), d8);
        _mm_storeu_si128((void *)(out + col[9]), d9);
        _mm_storeu_si128((void *)(out + col[10]), d10);
        _mm_storeu_si128((void *)(out + col[11]), d11);
        _mm_storeu_si128((void *)(out + col[12]), d12);
        _mm_storeu_si128((void *)(out + col[13]), d13);
        _mm_storeu_si128((void *)(out + col[14]), d14);
        _mm_storeu_si128((void *)(out + col[15]), d15);
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_16x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadl_epi64((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadl_epi64((const void *)(in + row[3]));
        const __m128i v4 = _mm_loadl_epi64((const void *)(in + row[4]));
        const __m128i v5 = _mm_loadl_epi64((const void *)(in + row[5]));
        const __m128i v6 = _mm_loadl_epi64((const void *)(in + row[6]));
        const __m128i v7 = _mm_loadl_epi64((const void *)(in + row[7]));
        const __m128i v8 = _mm_loadl_epi64((const void *)(in + row[8]));
        const __m128i v9 = _mm_loadl_epi64((const void *)(in + row[9]));
        const __m128i v10 = _mm_loadl_epi64((const void *)(in + row[10]));
        const __m128i v11 = _mm_loadl_epi64((const void *)(in + row[11]));
        const __m128i v12 = _mm_loadl_epi64((const void *)(in + row[12]));
        const __m128i v13 = _mm_loadl_epi64((const void *)(in + row[13]));
        const __m128i v14 = _mm_loadl_epi64((const void *)(in + row[14]));
        const __m128i v15 = _mm_loadl_epi64((const void *)(in + row[15]));
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v8);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v9);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v10);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v11);
        const __m128i a8 = _mm_unpacklo_epi8(v4, v12);
        const __m128i a10 = _mm_unpacklo_epi8(v5, v13);
        const __m128i a12 = _mm_unpacklo_epi8(v6, v14);
        const __m128i a14 = _mm_unpacklo_epi8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a8);
        const __m128i b1 = _mm_unpackhi_epi8(a0, a8);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a10);
        const __m128i b5 = _mm_unpackhi_epi8(a2, a10);
        const __m128i b8 = _mm_unpacklo_epi8(a4, a12);
        const __m128i b9 = _mm_unpackhi_epi8(a4, a12);
        const __m128i b12 = _mm_unpacklo_epi8(a6, a14);
        const __m128i b13 = _mm_unpackhi_epi8(a6, a14);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b8);
        const __m128i c1 = _mm_unpackhi_epi8(b0, b8);
        const __m128i c2 = _mm_unpacklo_epi8(b1, b9);
        const __m128i c3 = _mm_unpackhi_epi8(b1, b9);
        const __m128i c8 = _mm_unpacklo_epi8(b4, b12);
        const __m128i c9 = _mm_unpackhi_epi8(b4, b12);
        const __m128i c10 = _mm_unpacklo_epi8(b5, b13);
        const __m128i c11 = _mm_unpackhi_epi8(b5, b13);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const __m128i d0 = _mm_unpacklo_epi8(c0, c8);
        const __m128i d1 = _mm_unpackhi_epi8(c0, c8);
        const __m128i d2 = _mm_unpacklo_epi8(c1, c9);
        const __m128i d3 = _mm_unpackhi_epi8(c1, c9);
        const __m128i d4 = _mm_unpacklo_epi8(c2, c10);
        const __m128i d5 = _mm_unpackhi_epi8(c2, c10);
        const __m128i d6 = _mm_unpacklo_epi8(c3, c11);
        const __m128i d7 = _mm_unpackhi_epi8(c3, c11);
        _mm_storeu_si128((void *)(out + col[0]), d0);
        _mm_storeu_si128((void *)(out + col[1]), d1);
        _mm_storeu_si128((void *)(out + col[2]), d2);
        _mm_storeu_si128((void *)(out + col[3]), d3);
        _mm_storeu_si128((void *)(out + col[4]), d4);
        _mm_storeu_si128((void *)(out + col[5]), d5);
        _mm_storeu_si128((void *)(out + col[6]), d6);
        _mm_storeu_si128((void *)(out + col[7]), d7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_16x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load32(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load32(in + row[3]));
        const __m128i v4 = _mm_cvtsi32_si128((int)permkern_load32(in + row[4]));
        const __m128i v5 = _mm_cvtsi32_si128((int)permkern_load32(in + row[5]));
        const __m128i v6 = _mm_cvtsi32_si128((int)permkern_load32(in + row[6]));
        const __m128i v7 = _mm_cvtsi32_si128((int)permkern_load32(in + row[7]));
        const __m128i v8 = _mm_cvtsi32_si128((int)permkern_load32(in + row[8]));
        const __m128i v9 = _mm_cvtsi32_si128((int)permkern_load32(in + row[9]));
        const __m128i v10 = _mm_cvtsi32_si128((int)permkern_load32(in + row[10]));
        const __m128i v11 = _mm_cvtsi32_si128((int)permkern_load32(in + row[11]));
        const __m128i v12 = _mm_cvtsi32_si128((int)permkern_load32(in + row[12]));
        const __m128i v13 = _mm_cvtsi32_si128((int)permkern_load32(in + row[13]));
        const __m128i v14 = _mm_cvtsi32_si128((int)permkern_load32(in + row[14]));
        const __m128i v15 = _mm_cvtsi32_si128((int)permkern_load32(in + row[15]));
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v8);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v9);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v10);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v11);
        const __m128i a8 = _mm_unpacklo_epi8(v4, v12);
        const __m128i a10 = _mm_unpacklo_epi8(v5, v13);
        const __m128i a12 = _mm_unpacklo_epi8(v6, v14);
        const __m128i a14 = _mm_unpacklo_epi8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a8);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a10);
        const __m128i b8 = _mm_unpacklo_epi8(a4, a12);
        const __m128i b12 = _mm_unpacklo_epi8(a6, a14);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b8);
        const __m128i c1 = _mm_unpackhi_epi8(b0, b8);
        const __m128i c8 = _mm_unpacklo_epi8(b4, b12);
        const __m128i c9 = _mm_unpackhi_epi8(b4, b12);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const __m128i d0 = _mm_unpacklo_epi8(c0, c8);
        const __m128i d1 = _mm_unpackhi_epi8(c0, c8);
        const __m128i d2 = _mm_unpacklo_epi8(c1, c9);
        const __m128i d3 = _mm_unpackhi_epi8(c1, c9);
        _mm_storeu_si128((void *)(out + col[0]), d0);
        _mm_storeu_si128((void *)(out + col[1]), d1);
        _mm_storeu_si128((void *)(out + col[2]), d2);
        _mm_storeu_si128((void *)(out + col[3]), d3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_16x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load16(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load16(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load16(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load16(in + row[3]));
        const __m128i v4 = _mm_cvtsi32_si128((int)permkern_load16(in + row[4]));
        const __m128i v5 = _mm_cvtsi32_si128((int)permkern_load16(in + row[5]));
        const __m128i v6 = _mm_cvtsi32_si128((int)permkern_load16(in + row[6]));
        const __m128i v7 = _mm_cvtsi32_si128((int)permkern_load16(in + row[7]));
        const __m128i v8 = _mm_cvtsi32_si128((int)permkern_load16(in + row[8]));
        const __m128i v9 = _mm_cvtsi32_si128((int)permkern_load16(in + row[9]));
        const __m128i v10 = _mm_cvtsi32_si128((int)permkern_load16(in + row[10]));
        const __m128i v11 = _mm_cvtsi32_si128((int)permkern_load16(in + row[11]));
        const __m128i v12 = _mm_cvtsi32_si128((int)permkern_load16(in + row[12]));
        const __m128i v13 = _mm_cvtsi32_si128((int)permkern_load16(in + row[13]));
        const __m128i v14 = _mm_cvtsi32_si128((int)permkern_load16(in + row[14]));
        const __m128i v15 = _mm_cvtsi32_si128((int)permkern_load16(in + row[15]));
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v8);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v9);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v10);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v11);
        const __m128i a8 = _mm_unpacklo_epi8(v4, v12);
        const __m128i a10 = _mm_unpacklo_epi8(v5, v13);
        const __m128i a12 = _mm_unpacklo_epi8(v6, v14);
        const __m128i a14 = _mm_unpacklo_epi8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a8);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a10);
        const __m128i b8 = _mm_unpacklo_epi8(a4, a12);
        const __m128i b12 = _mm_unpacklo_epi8(a6, a14);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b8);
        const __m128i c8 = _mm_unpacklo_epi8(b4, b12);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const __m128i d0 = _mm_unpacklo_epi8(c0, c8);
        const __m128i d1 = _mm_unpackhi_epi8(c0, c8);
        _mm_storeu_si128((void *)(out + col[0]), d0);
        _mm_storeu_si128((void *)(out + col[1]), d1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_8x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadu_si128((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadu_si128((const void *)(in + row[3]));
        const __m128i v4 = _mm_loadu_si128((const void *)(in + row[4]));
        const __m128i v5 = _mm_loadu_si128((const void *)(in + row[5]));
        const __m128i v6 = _mm_loadu_si128((const void *)(in + row[6]));
        const __m128i v7 = _mm_loadu_si128((const void *)(in + row[7]));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v4);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v4);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v5);
        const __m128i a3 = _mm_unpackhi_epi8(v1, v5);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v6);
        const __m128i a5 = _mm_unpackhi_epi8(v2, v6);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v7);
        const __m128i a7 = _mm_unpackhi_epi8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a4);
        const __m128i b1 = _mm_unpackhi_epi8(a0, a4);
        const __m128i b2 = _mm_unpacklo_epi8(a1, a5);
        const __m128i b3 = _mm_unpackhi_epi8(a1, a5);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a6);
        const __m128i b5 = _mm_unpackhi_epi8(a2, a6);
        const __m128i b6 = _mm_unpacklo_epi8(a3, a7);
        const __m128i b7 = _mm_unpackhi_epi8(a3, a7);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b4);
        const __m128i c1 = _mm_unpackhi_epi8(b0, b4);
        const __m128i c2 = _mm_unpacklo_epi8(b1, b5);
        const __m128i c3 = _mm_unpackhi_epi8(b1, b5);
        const __m128i c4 = _mm_unpacklo_epi8(b2, b6);
        const __m128i c5 = _mm_unpackhi_epi8(b2, b6);
        const __m128i c6 = _mm_unpacklo_epi8(b3, b7);
        const __m128i c7 = _mm_unpackhi_epi8(b3, b7);
        _mm_storel_epi64((void *)(out + col[0]), c0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(c0, c0));
        _mm_storel_epi64((void *)(out + col[2]), c1);
        _mm_storel_epi64((void *)(out + col[3]), _mm_unpackhi_epi64(c1, c1));
        _mm_storel_epi64((void *)(out + col[4]), c2);
        _mm_storel_epi64((void *)(out + col[5]), _mm_unpackhi_epi64(c2, c2));
        _mm_storel_epi64((void *)(out + col[6]), c3);
        _mm_storel_epi64((void *)(out + col[7]), _mm_unpackhi_epi64(c3, c3));
        _mm_storel_epi64((void *)(out + col[8]), c4);
        _mm_storel_epi64((void *)(out + col[9]), _mm_unpackhi_epi64(c4, c4));
        _mm_storel_epi64((void *)(out + col[10]), c5);
        _mm_storel_epi64((void *)(out + col[11]), _mm_unpackhi_epi64(c5, c5));
        _mm_storel_epi64((void *)(out + col[12]), c6);
        _mm_storel_epi64((void *)(out + col[13]), _mm_unpackhi_epi64(c6, c6));
        _mm_storel_epi64((void *)(out + col[14]), c7);
        _mm_storel_epi64((void *)(out + col[15]), _mm_unpackhi_epi64(c7, c7));
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_8x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadl_epi64((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadl_epi64((const void *)(in + row[3]));
        const __m128i v4 = _mm_loadl_epi64((const void *)(in + row[4]));
        const __m128i v5 = _mm_loadl_epi64((const void *)(in + row[5]));
        const __m128i v6 = _mm_loadl_epi64((const void *)(in + row[6]));
        const __m128i v7 = _mm_loadl_epi64((const void *)(in + row[7]));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v4);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v5);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v6);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a4);
        const __m128i b1 = _mm_unpackhi_epi8(a0, a4);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a6);
        const __m128i b5 = _mm_unpackhi_epi8(a2, a6);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b4);
        const __m128i c1 = _mm_unpackhi_epi8(b0, b4);
        const __m128i c2 = _mm_unpacklo_epi8(b1, b5);
        const __m128i c3 = _mm_unpackhi_epi8(b1, b5);
        _mm_storel_epi64((void *)(out + col[0]), c0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(c0, c0));
        _mm_storel_epi64((void *)(out + col[2]), c1);
        _mm_storel_epi64((void *)(out + col[3]), _mm_unpackhi_epi64(c1, c1));
        _mm_storel_epi64((void *)(out + col[4]), c2);
        _mm_storel_epi64((void *)(out + col[5]), _mm_unpackhi_epi64(c2, c2));
        _mm_storel_epi64((void *)(out + col[6]), c3);
        _mm_storel_epi64((void *)(out + col[7]), _mm_unpackhi_epi64(c3, c3));
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_8x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load32(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load32(in + row[3]));
        const __m128i v4 = _mm_cvtsi32_si128((int)permkern_load32(in + row[4]));
        const __m128i v5 = _mm_cvtsi32_si128((int)permkern_load32(in + row[5]));
        const __m128i v6 = _mm_cvtsi32_si128((int)permkern_load32(in + row[6]));
        const __m128i v7 = _mm_cvtsi32_si128((int)permkern_load32(in + row[7]));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v4);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v5);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v6);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a4);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a6);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b4);
        const __m128i c1 = _mm_unpackhi_epi8(b0, b4);
        _mm_storel_epi64((void *)(out + col[0]), c0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(c0, c0));
        _mm_storel_epi64((void *)(out + col[2]), c1);
        _mm_storel_epi64((void *)(out + col[3]), _mm_unpackhi_epi64(c1, c1));
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_8x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load16(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load16(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load16(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load16(in + row[3]));
        const __m128i v4 = _mm_cvtsi32_si128((int)permkern_load16(in + row[4]));
        const __m128i v5 = _mm_cvtsi32_si128((int)permkern_load16(in + row[5]));
        const __m128i v6 = _mm_cvtsi32_si128((int)permkern_load16(in + row[6]));
        const __m128i v7 = _mm_cvtsi32_si128((int)permkern_load16(in + row[7]));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v4);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v5);
        const __m128i a4 = _mm_unpacklo_epi8(v2, v6);
        const __m128i a6 = _mm_unpacklo_epi8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a4);
        const __m128i b4 = _mm_unpacklo_epi8(a2, a6);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const __m128i c0 = _mm_unpacklo_epi8(b0, b4);
        _mm_storel_epi64((void *)(out + col[0]), c0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(c0, c0));
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_4x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadu_si128((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadu_si128((const void *)(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v2);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v3);
        const __m128i a3 = _mm_unpackhi_epi8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a2);
        const __m128i b1 = _mm_unpackhi_epi8(a0, a2);
        const __m128i b2 = _mm_unpacklo_epi8(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi8(a1, a3);
        permkern_store32(out + col[0], (uint32_t)_mm_cvtsi128_si32(b0));
        permkern_store32(out + col[1], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 1)));
        permkern_store32(out + col[2], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 2)));
        permkern_store32(out + col[3], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 3)));
        permkern_store32(out + col[4], (uint32_t)_mm_cvtsi128_si32(b1));
        permkern_store32(out + col[5], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 1)));
        permkern_store32(out + col[6], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 2)));
        permkern_store32(out + col[7], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 3)));
        permkern_store32(out + col[8], (uint32_t)_mm_cvtsi128_si32(b2));
        permkern_store32(out + col[9], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 1)));
        permkern_store32(out + col[10], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 2)));
        permkern_store32(out + col[11], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b2, 3)));
        permkern_store32(out + col[12], (uint32_t)_mm_cvtsi128_si32(b3));
        permkern_store32(out + col[13], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b3, 1)));
        permkern_store32(out + col[14], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b3, 2)));
        permkern_store32(out + col[15], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b3, 3)));
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_4x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadl_epi64((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadl_epi64((const void *)(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a2);
        const __m128i b1 = _mm_unpackhi_epi8(a0, a2);
        permkern_store32(out + col[0], (uint32_t)_mm_cvtsi128_si32(b0));
        permkern_store32(out + col[1], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 1)));
        permkern_store32(out + col[2], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 2)));
        permkern_store32(out + col[3], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 3)));
        permkern_store32(out + col[4], (uint32_t)_mm_cvtsi128_si32(b1));
        permkern_store32(out + col[5], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 1)));
        permkern_store32(out + col[6], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 2)));
        permkern_store32(out + col[7], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b1, 3)));
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_4x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load32(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load32(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a2);
        permkern_store32(out + col[0], (uint32_t)_mm_cvtsi128_si32(b0));
        permkern_store32(out + col[1], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 1)));
        permkern_store32(out + col[2], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 2)));
        permkern_store32(out + col[3], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 3)));
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_4x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load16(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load16(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load16(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load16(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi8(a0, a2);
        permkern_store32(out + col[0], (uint32_t)_mm_cvtsi128_si32(b0));
        permkern_store32(out + col[1], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(b0, 1)));
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 16 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_2x16_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi8(v0, v1);
        permkern_store16(out + col[0], (uint16_t)_mm_extract_epi16(a0, 0));
        permkern_store16(out + col[1], (uint16_t)_mm_extract_epi16(a0, 1));
        permkern_store16(out + col[2], (uint16_t)_mm_extract_epi16(a0, 2));
        permkern_store16(out + col[3], (uint16_t)_mm_extract_epi16(a0, 3));
        permkern_store16(out + col[4], (uint16_t)_mm_extract_epi16(a0, 4));
        permkern_store16(out + col[5], (uint16_t)_mm_extract_epi16(a0, 5));
        permkern_store16(out + col[6], (uint16_t)_mm_extract_epi16(a0, 6));
        permkern_store16(out + col[7], (uint16_t)_mm_extract_epi16(a0, 7));
        permkern_store16(out + col[8], (uint16_t)_mm_extract_epi16(a1, 0));
        permkern_store16(out + col[9], (uint16_t)_mm_extract_epi16(a1, 1));
        permkern_store16(out + col[10], (uint16_t)_mm_extract_epi16(a1, 2));
        permkern_store16(out + col[11], (uint16_t)_mm_extract_epi16(a1, 3));
        permkern_store16(out + col[12], (uint16_t)_mm_extract_epi16(a1, 4));
        permkern_store16(out + col[13], (uint16_t)_mm_extract_epi16(a1, 5));
        permkern_store16(out + col[14], (uint16_t)_mm_extract_epi16(a1, 6));
        permkern_store16(out + col[15], (uint16_t)_mm_extract_epi16(a1, 7));
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_2x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        permkern_store16(out + col[0], (uint16_t)_mm_extract_epi16(a0, 0));
        permkern_store16(out + col[1], (uint16_t)_mm_extract_epi16(a0, 1));
        permkern_store16(out + col[2], (uint16_t)_mm_extract_epi16(a0, 2));
        permkern_store16(out + col[3], (uint16_t)_mm_extract_epi16(a0, 3));
        permkern_store16(out + col[4], (uint16_t)_mm_extract_epi16(a0, 4));
        permkern_store16(out + col[5], (uint16_t)_mm_extract_epi16(a0, 5));
        permkern_store16(out + col[6], (uint16_t)_mm_extract_epi16(a0, 6));
        permkern_store16(out + col[7], (uint16_t)_mm_extract_epi16(a0, 7));
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_2x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        permkern_store16(out + col[0], (uint16_t)_mm_extract_epi16(a0, 0));
        permkern_store16(out + col[1], (uint16_t)_mm_extract_epi16(a0, 1));
        permkern_store16(out + col[2], (uint16_t)_mm_extract_epi16(a0, 2));
        permkern_store16(out + col[3], (uint16_t)_mm_extract_epi16(a0, 3));
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x8_strip_2x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                   const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load16(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load16(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi8(v0, v1);
        permkern_store16(out + col[0], (uint16_t)_mm_extract_epi16(a0, 0));
        permkern_store16(out + col[1], (uint16_t)_mm_extract_epi16(a0, 1));
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_8x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadu_si128((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadu_si128((const void *)(in + row[3]));
        const __m128i v4 = _mm_loadu_si128((const void *)(in + row[4]));
        const __m128i v5 = _mm_loadu_si128((const void *)(in + row[5]));
        const __m128i v6 = _mm_loadu_si128((const void *)(in + row[6]));
        const __m128i v7 = _mm_loadu_si128((const void *)(in + row[7]));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v4);
        const __m128i a1 = _mm_unpackhi_epi16(v0, v4);
        const __m128i a2 = _mm_unpacklo_epi16(v1, v5);
        const __m128i a3 = _mm_unpackhi_epi16(v1, v5);
        const __m128i a4 = _mm_unpacklo_epi16(v2, v6);
        const __m128i a5 = _mm_unpackhi_epi16(v2, v6);
        const __m128i a6 = _mm_unpacklo_epi16(v3, v7);
        const __m128i a7 = _mm_unpackhi_epi16(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a4);
        const __m128i b1 = _mm_unpackhi_epi16(a0, a4);
        const __m128i b2 = _mm_unpacklo_epi16(a1, a5);
        const __m128i b3 = _mm_unpackhi_epi16(a1, a5);
        const __m128i b4 = _mm_unpacklo_epi16(a2, a6);
        const __m128i b5 = _mm_unpackhi_epi16(a2, a6);
        const __m128i b6 = _mm_unpacklo_epi16(a3, a7);
        const __m128i b7 = _mm_unpackhi_epi16(a3, a7);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const __m128i c0 = _mm_unpacklo_epi16(b0, b4);
        const __m128i c1 = _mm_unpackhi_epi16(b0, b4);
        const __m128i c2 = _mm_unpacklo_epi16(b1, b5);
        const __m128i c3 = _mm_unpackhi_epi16(b1, b5);
        const __m128i c4 = _mm_unpacklo_epi16(b2, b6);
        const __m128i c5 = _mm_unpackhi_epi16(b2, b6);
        const __m128i c6 = _mm_unpacklo_epi16(b3, b7);
        const __m128i c7 = _mm_unpackhi_epi16(b3, b7);
        _mm_storeu_si128((void *)(out + col[0]), c0);
        _mm_storeu_si128((void *)(out + col[1]), c1);
        _mm_storeu_si128((void *)(out + col[2]), c2);
        _mm_storeu_si128((void *)(out + col[3]), c3);
        _mm_storeu_si128((void *)(out + col[4]), c4);
        _mm_storeu_si128((void *)(out + col[5]), c5);
        _mm_storeu_si128((void *)(out + col[6]), c6);
        _mm_storeu_si128((void *)(out + col[7]), c7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_8x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadl_epi64((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadl_epi64((const void *)(in + row[3]));
        const __m128i v4 = _mm_loadl_epi64((const void *)(in + row[4]));
        const __m128i v5 = _mm_loadl_epi64((const void *)(in + row[5]));
        const __m128i v6 = _mm_loadl_epi64((const void *)(in + row[6]));
        const __m128i v7 = _mm_loadl_epi64((const void *)(in + row[7]));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v4);
        const __m128i a2 = _mm_unpacklo_epi16(v1, v5);
        const __m128i a4 = _mm_unpacklo_epi16(v2, v6);
        const __m128i a6 = _mm_unpacklo_epi16(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a4);
        const __m128i b1 = _mm_unpackhi_epi16(a0, a4);
        const __m128i b4 = _mm_unpacklo_epi16(a2, a6);
        const __m128i b5 = _mm_unpackhi_epi16(a2, a6);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const __m128i c0 = _mm_unpacklo_epi16(b0, b4);
        const __m128i c1 = _mm_unpackhi_epi16(b0, b4);
        const __m128i c2 = _mm_unpacklo_epi16(b1, b5);
        const __m128i c3 = _mm_unpackhi_epi16(b1, b5);
        _mm_storeu_si128((void *)(out + col[0]), c0);
        _mm_storeu_si128((void *)(out + col[1]), c1);
        _mm_storeu_si128((void *)(out + col[2]), c2);
        _mm_storeu_si128((void *)(out + col[3]), c3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_8x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load32(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load32(in + row[3]));
        const __m128i v4 = _mm_cvtsi32_si128((int)permkern_load32(in + row[4]));
        const __m128i v5 = _mm_cvtsi32_si128((int)permkern_load32(in + row[5]));
        const __m128i v6 = _mm_cvtsi32_si128((int)permkern_load32(in + row[6]));
        const __m128i v7 = _mm_cvtsi32_si128((int)permkern_load32(in + row[7]));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v4);
        const __m128i a2 = _mm_unpacklo_epi16(v1, v5);
        const __m128i a4 = _mm_unpacklo_epi16(v2, v6);
        const __m128i a6 = _mm_unpacklo_epi16(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a4);
        const __m128i b4 = _mm_unpacklo_epi16(a2, a6);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const __m128i c0 = _mm_unpacklo_epi16(b0, b4);
        const __m128i c1 = _mm_unpackhi_epi16(b0, b4);
        _mm_storeu_si128((void *)(out + col[0]), c0);
        _mm_storeu_si128((void *)(out + col[1]), c1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_4x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadu_si128((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadu_si128((const void *)(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v2);
        const __m128i a1 = _mm_unpackhi_epi16(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi16(v1, v3);
        const __m128i a3 = _mm_unpackhi_epi16(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
        const __m128i b1 = _mm_unpackhi_epi16(a0, a2);
        const __m128i b2 = _mm_unpacklo_epi16(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi16(a1, a3);
        _mm_storel_epi64((void *)(out + col[0]), b0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(b0, b0));
        _mm_storel_epi64((void *)(out + col[2]), b1);
        _mm_storel_epi64((void *)(out + col[3]), _mm_unpackhi_epi64(b1, b1));
        _mm_storel_epi64((void *)(out + col[4]), b2);
        _mm_storel_epi64((void *)(out + col[5]), _mm_unpackhi_epi64(b2, b2));
        _mm_storel_epi64((void *)(out + col[6]), b3);
        _mm_storel_epi64((void *)(out + col[7]), _mm_unpackhi_epi64(b3, b3));
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_4x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadl_epi64((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadl_epi64((const void *)(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi16(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
        const __m128i b1 = _mm_unpackhi_epi16(a0, a2);
        _mm_storel_epi64((void *)(out + col[0]), b0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(b0, b0));
        _mm_storel_epi64((void *)(out + col[2]), b1);
        _mm_storel_epi64((void *)(out + col[3]), _mm_unpackhi_epi64(b1, b1));
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_4x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(in + row[1]));
        const __m128i v2 = _mm_cvtsi32_si128((int)permkern_load32(in + row[2]));
        const __m128i v3 = _mm_cvtsi32_si128((int)permkern_load32(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi16(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const __m128i b0 = _mm_unpacklo_epi16(a0, a2);
        _mm_storel_epi64((void *)(out + col[0]), b0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(b0, b0));
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 8 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_2x8_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi16(v0, v1);
        permkern_store32(out + col[0], (uint32_t)_mm_cvtsi128_si32(a0));
        permkern_store32(out + col[1], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 1)));
        permkern_store32(out + col[2], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 2)));
        permkern_store32(out + col[3], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 3)));
        permkern_store32(out + col[4], (uint32_t)_mm_cvtsi128_si32(a1));
        permkern_store32(out + col[5], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a1, 1)));
        permkern_store32(out + col[6], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a1, 2)));
        permkern_store32(out + col[7], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a1, 3)));
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_2x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
        permkern_store32(out + col[0], (uint32_t)_mm_cvtsi128_si32(a0));
        permkern_store32(out + col[1], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 1)));
        permkern_store32(out + col[2], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 2)));
        permkern_store32(out + col[3], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 3)));
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x16_strip_2x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_cvtsi32_si128((int)permkern_load32(in + row[0]));
        const __m128i v1 = _mm_cvtsi32_si128((int)permkern_load32(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi16(v0, v1);
        permkern_store32(out + col[0], (uint32_t)_mm_cvtsi128_si32(a0));
        permkern_store32(out + col[1], (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(a0, 1)));
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_4x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadu_si128((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadu_si128((const void *)(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi32(v0, v2);
        const __m128i a1 = _mm_unpackhi_epi32(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi32(v1, v3);
        const __m128i a3 = _mm_unpackhi_epi32(v1, v3);
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
        const __m128i b1 = _mm_unpackhi_epi32(a0, a2);
        const __m128i b2 = _mm_unpacklo_epi32(a1, a3);
        const __m128i b3 = _mm_unpackhi_epi32(a1, a3);
        _mm_storeu_si128((void *)(out + col[0]), b0);
        _mm_storeu_si128((void *)(out + col[1]), b1);
        _mm_storeu_si128((void *)(out + col[2]), b2);
        _mm_storeu_si128((void *)(out + col[3]), b3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_4x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        const __m128i v2 = _mm_loadl_epi64((const void *)(in + row[2]));
        const __m128i v3 = _mm_loadl_epi64((const void *)(in + row[3]));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi32(v0, v2);
        const __m128i a2 = _mm_unpacklo_epi32(v1, v3);
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const __m128i b0 = _mm_unpacklo_epi32(a0, a2);
        const __m128i b1 = _mm_unpackhi_epi32(a0, a2);
        _mm_storeu_si128((void *)(out + col[0]), b0);
        _mm_storeu_si128((void *)(out + col[1]), b1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 4 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_2x4_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi32(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi32(v0, v1);
        _mm_storel_epi64((void *)(out + col[0]), a0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(a0, a0));
        _mm_storel_epi64((void *)(out + col[2]), a1);
        _mm_storel_epi64((void *)(out + col[3]), _mm_unpackhi_epi64(a1, a1));
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x32_strip_2x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadl_epi64((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadl_epi64((const void *)(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const __m128i a0 = _mm_unpacklo_epi32(v0, v1);
        _mm_storel_epi64((void *)(out + col[0]), a0);
        _mm_storel_epi64((void *)(out + col[1]), _mm_unpackhi_epi64(a0, a0));
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
PERMKERN_TARGET_SSE2 static void x64_strip_2x2_sse2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const __m128i v0 = _mm_loadu_si128((const void *)(in + row[0]));
        const __m128i v1 = _mm_loadu_si128((const void *)(in + row[1]));
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const __m128i a0 = _mm_unpacklo_epi64(v0, v1);
        const __m128i a1 = _mm_unpackhi_epi64(v0, v1);
        _mm_storeu_si128((void *)(out + col[0]), a0);
        _mm_storeu_si128((void *)(out + col[1]), a1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 8;
        col += on;
        cols -= on;
    }
}

/* Copies runs register by register; the last register overlaps the one before. Shorter runs are left to others. */
PERMKERN_TARGET_SSE2 static void copy_sse2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t count, size_t bytes)
{
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 16 && count != 0; count--) {
        const __m128i v = _mm_loadu_si128((const void *)(in));
        _mm_storeu_si128((void *)(out), v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 16; at <= 16 && count != 0; count--) {
        const __m128i v = _mm_loadu_si128((const void *)(in));
        const __m128i w = _mm_loadu_si128((const void *)(in + at));
        _mm_storeu_si128((void *)(out), v);
        _mm_storeu_si128((void *)(out + at), w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 16; at += 16) {
            const __m128i v = _mm_loadu_si128((const void *)(in + at));
            _mm_storeu_si128((void *)(out + at), v);
        }
        at = bytes - 16;
        const __m128i v = _mm_loadu_si128((const void *)(in + at));
        _mm_storeu_si128((void *)(out + at), v);
        in += in_stride;
        out += out_stride;
    }
}

void permkern_tile_sse2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_sse2, axis, form, in, out);
}

void permkern_runs_sse2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_sse2, axis, form, in, out);
}

/* clang-format off */
const permkern_vector_set permkern_sse2 = {
    .narrower = NULL,
    .tile = permkern_tile_sse2,
    .runs = permkern_runs_sse2,
    .copy = copy_sse2,
    .width = {
        [0] = {
            .strip = {
                [0] = {x8_strip_2x2_sse2, x8_strip_2x4_sse2, x8_strip_2x8_sse2, x8_strip_2x16_sse2},
                [1] = {x8_strip_4x2_sse2, x8_strip_4x4_sse2, x8_strip_4x8_sse2, x8_strip_4x16_sse2},
                [2] = {x8_strip_8x2_sse2, x8_strip_8x4_sse2, x8_strip_8x8_sse2, x8_strip_8x16_sse2},
                [3] = {x8_strip_16x2_sse2, x8_strip_16x4_sse2, x8_strip_16x8_sse2, x8_strip_16x16_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 4,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [0] = {x16_strip_2x2_sse2, x16_strip_2x4_sse2, x16_strip_2x8_sse2},
                [1] = {x16_strip_4x2_sse2, x16_strip_4x4_sse2, x16_strip_4x8_sse2},
                [2] = {x16_strip_8x2_sse2, x16_strip_8x4_sse2, x16_strip_8x8_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 3,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [0] = {x32_strip_2x2_sse2, x32_strip_2x4_sse2},
                [1] = {x32_strip_4x2_sse2, x32_strip_4x4_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 2,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [0] = {x64_strip_2x2_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 1,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
