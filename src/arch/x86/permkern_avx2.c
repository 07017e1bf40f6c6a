/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX2.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#if PERMKERN_SMALL_BYTES < 16
#error "plans of this target have no room for an index of 16 bytes: lower small_bytes in arch_gen/"
#endif

/* Moves 32 rows in tiles of 16 columns. */
PERMKERN_TARGET_AVX2 static void x8_strip_32x16_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 16. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + row[16])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + row[17])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + row[18])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_loadu_si128((const void *)(in + row[19])), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[4])));
        v4 = _mm256_inserti128_si256(v4, _mm_loadu_si128((const void *)(in + row[20])), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[5])));
        v5 = _mm256_inserti128_si256(v5, _mm_loadu_si128((const void *)(in + row[21])), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[6])));
        v6 = _mm256_inserti128_si256(v6, _mm_loadu_si128((const void *)(in + row[22])), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[7])));
        v7 = _mm256_inserti128_si256(v7, _mm_loadu_si128((const void *)(in + row[23])), 1);
        __m256i v8 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[8])));
        v8 = _mm256_inserti128_si256(v8, _mm_loadu_si128((const void *)(in + row[24])), 1);
        __m256i v9 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[9])));
        v9 = _mm256_inserti128_si256(v9, _mm_loadu_si128((const void *)(in + row[25])), 1);
        __m256i v10 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[10])));
        v10 = _mm256_inserti128_si256(v10, _mm_loadu_si128((const void *)(in + row[26])), 1);
        __m256i v11 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[11])));
        v11 = _mm256_inserti128_si256(v11, _mm_loadu_si128((const void *)(in + row[27])), 1);
        __m256i v12 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[12])));
        v12 = _mm256_inserti128_si256(v12, _mm_loadu_si128((const void *)(in + row[28])), 1);
        __m256i v13 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[13])));
        v13 = _mm256_inserti128_si256(v13, _mm_loadu_si128((const void *)(in + row[29])), 1);
        __m256i v14 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[14])));
        v14 = _mm256_inserti128_si256(v14, _mm_loadu_si128((const void *)(in + row[30])), 1);
        __m256i v15 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[15])));
        v15 = _mm256_inserti128_si256(v15, _mm_loadu_si128((const void *)(in + row[31])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi8(v0, v8);
        const __m256i a1 = _mm256_unpackhi_epi8(v0, v8);
        const __m256i a2 = _mm256_unpacklo_epi8(v1, v9);
        const __m256i a3 = _mm256_unpackhi_epi8(v1, v9);
        const __m256i a4 = _mm256_unpacklo_epi8(v2, v10);
        const __m256i a5 = _mm256_unpackhi_epi8(v2, v10);
        const __m256i a6 = _mm256_unpacklo_epi8(v3, v11);
        const __m256i a7 = _mm256_unpackhi_epi8(v3, v11);
        const __m256i a8 = _mm256_unpacklo_epi8(v4, v12);
        const __m256i a9 = _mm256_unpackhi_epi8(v4, v12);
        const __m256i a10 = _mm256_unpacklo_epi8(v5, v13);
        const __m256i a11 = _mm256_unpackhi_epi8(v5, v13);
        const __m256i a12 = _mm256_unpacklo_epi8(v6, v14);
        const __m256i a13 = _mm256_unpackhi_epi8(v6, v14);
        const __m256i a14 = _mm256_unpacklo_epi8(v7, v15);
        const __m256i a15 = _mm256_unpackhi_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi8(a0, a8);
        const __m256i b1 = _mm256_unpackhi_epi8(a0, a8);
        const __m256i b2 = _mm256_unpacklo_epi8(a1, a9);
        const __m256i b3 = _mm256_unpackhi_epi8(a1, a9);
        const __m256i b4 = _mm256_unpacklo_epi8(a2, a10);
        const __m256i b5 = _mm256_unpackhi_epi8(a2, a10);
        const __m256i b6 = _mm256_unpacklo_epi8(a3, a11);
        const __m256i b7 = _mm256_unpackhi_epi8(a3, a11);
        const __m256i b8 = _mm256_unpacklo_epi8(a4, a12);
        const __m256i b9 = _mm256_unpackhi_epi8(a4, a12);
        const __m256i b10 = _mm256_unpacklo_epi8(a5, a13);
        const __m256i b11 = _mm256_unpackhi_epi8(a5, a13);
        const __m256i b12 = _mm256_unpacklo_epi8(a6, a14);
        const __m256i b13 = _mm256_unpackhi_epi8(a6, a14);
        const __m256i b14 = _mm256_unpacklo_epi8(a7, a15);
        const __m256i b15 = _mm256_unpackhi_epi8(a7, a15);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m256i c0 = _mm256_unpacklo_epi8(b0, b8);
        const __m256i c1 = _mm256_unpackhi_epi8(b0, b8);
        const __m256i c2 = _mm256_unpacklo_epi8(b1, b9);
        const __m256i c3 = _mm256_unpackhi_epi8(b1, b9);
        const __m256i c4 = _mm256_unpacklo_epi8(b2, b10);
        const __m256i c5 = _mm256_unpackhi_epi8(b2, b10);
        const __m256i c6 = _mm256_unpacklo_epi8(b3, b11);
        const __m256i c7 = _mm256_unpackhi_epi8(b3, b11);
        const __m256i c8 = _mm256_unpacklo_epi8(b4, b12);
        const __m256i c9 = _mm256_unpackhi_epi8(b4, b12);
        const __m256i c10 = _mm256_unpacklo_epi8(b5, b13);
        const __m256i c11 = _mm256_unpackhi_epi8(b5, b13);
        const __m256i c12 = _mm256_unpacklo_epi8(b6, b14);
        const __m256i c13 = _mm256_unpackhi_epi8(b6, b14);
        const __m256i c14 = _mm256_unpacklo_epi8(b7, b15);
        const __m256i c15 = _mm256_unpackhi_epi8(b7, b15);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m256i d0 = _mm256_unpacklo_epi8(c0, c8);
        const __m256i d1 = _mm256_unpackhi_epi8(c0, c8);
        const __m256i d2 = _mm256_unpacklo_epi8(c1, c9);
        const __m256i d3 = _mm256_unpackhi_epi8(c1, c9);
        const __m256i d4 = _mm256_unpacklo_epi8(c2, c10);
        const __m256i d5 = _mm256_unpackhi_epi8(c2, c10);
        const __m256i d6 = _mm256_unpacklo_epi8(c3, c11);
        const __m256i d7 = _mm256_unpackhi_epi8(c3, c11);
        const __m256i d8 = _mm256_unpacklo_epi8(c4, c12);
        const __m256i d9 = _mm256_unpackhi_epi8(c4, c12);
        const __m256i d10 = _mm256_unpacklo_epi8(c5, c13);
        const __m256i d11 = _mm256_unpackhi_epi8(c5, c13);
        const __m256i d12 = _mm256_unpacklo_epi8(c6, c14);
        const __m256i d13 = _mm256_unpackhi_epi8(c6, c14);
        const __m256i d14 = _mm256_unpacklo_epi8(c7, c15);
        const __m256i d15 = _mm256_unpackhi_epi8(c7, c15);
        _mm256_storeu_si256((void *)(out + col[0]), d0);
        _mm256_storeu_si256((void *)(out + col[1]), d1);
        _mm256_storeu_si256((void *)(out + col[2]), d2);
        _mm256_storeu_si256((void *)(out + col[3]), d3);
        _mm256_storeu_si256((void *)(out + col[4]), d4);
        _mm256_storeu_si256((void *)(out + col[5]), d5);
        _mm256_storeu_si256((void *)(out + col[6]), d6);
        _mm256_storeu_si256((void *)(out + col[7]), d7);
        _mm256_storeu_si256((void *)(out + col[8]), d8);
        _mm256_storeu_si256((void *)(out + col[9]), d9);
        _mm256_storeu_si256((void *)(out + col[10]), d10);
        _mm256_storeu_si256((void *)(out + col[11]), d11);
        _mm256_storeu_si256((void *)(out + col[12]), d12);
        _mm256_storeu_si256((void *)(out + col[13]), d13);
        _mm256_storeu_si256((void *)(out + col[14]), d14);
        _mm256_storeu_si256((void *)(out + col[15]), d15);
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 32 rows in tiles of 8 columns. */
PERMKERN_TARGET_AVX2 static void x8_strip_32x8_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 16. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_loadl_epi64((const void *)(in + row[16])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_loadl_epi64((const void *)(in + row[17])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_loadl_epi64((const void *)(in + row[18])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_loadl_epi64((const void *)(in + row[19])), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[4])));
        v4 = _mm256_inserti128_si256(v4, _mm_loadl_epi64((const void *)(in + row[20])), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[5])));
        v5 = _mm256_inserti128_si256(v5, _mm_loadl_epi64((const void *)(in + row[21])), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[6])));
        v6 = _mm256_inserti128_si256(v6, _mm_loadl_epi64((const void *)(in + row[22])), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[7])));
        v7 = _mm256_inserti128_si256(v7, _mm_loadl_epi64((const void *)(in + row[23])), 1);
        __m256i v8 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[8])));
        v8 = _mm256_inserti128_si256(v8, _mm_loadl_epi64((const void *)(in + row[24])), 1);
        __m256i v9 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[9])));
        v9 = _mm256_inserti128_si256(v9, _mm_loadl_epi64((const void *)(in + row[25])), 1);
        __m256i v10 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[10])));
        v10 = _mm256_inserti128_si256(v10, _mm_loadl_epi64((const void *)(in + row[26])), 1);
        __m256i v11 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[11])));
        v11 = _mm256_inserti128_si256(v11, _mm_loadl_epi64((const void *)(in + row[27])), 1);
        __m256i v12 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[12])));
        v12 = _mm256_inserti128_si256(v12, _mm_loadl_epi64((const void *)(in + row[28])), 1);
        __m256i v13 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[13])));
        v13 = _mm256_inserti128_si256(v13, _mm_loadl_epi64((const void *)(in + row[29])), 1);
        __m256i v14 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[14])));
        v14 = _mm256_inserti128_si256(v14, _mm_loadl_epi64((const void *)(in + row[30])), 1);
        __m256i v15 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[15])));
        v15 = _mm256_inserti128_si256(v15, _mm_loadl_epi64((const void *)(in + row[31])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi8(v0, v8);
        const __m256i a2 = _mm256_unpacklo_epi8(v1, v9);
        const __m256i a4 = _mm256_unpacklo_epi8(v2, v10);
        const __m256i a6 = _mm256_unpacklo_epi8(v3, v11);
        const __m256i a8 = _mm256_unpacklo_epi8(v4, v12);
        const __m256i a10 = _mm256_unpacklo_epi8(v5, v13);
        const __m256i a12 = _mm256_unpacklo_epi8(v6, v14);
        const __m256i a14 = _mm256_unpacklo_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi8(a0, a8);
        const __m256i b1 = _mm256_unpackhi_epi8(a0, a8);
        const __m256i b4 = _mm256_unpacklo_epi8(a2, a10);
        const __m256i b5 = _mm256_unpackhi_epi8(a2, a10);
        const __m256i b8 = _mm256_unpacklo_epi8(a4, a12);
        const __m256i b9 = _mm256_unpackhi_epi8(a4, a12);
        const __m256i b12 = _mm256_unpacklo_epi8(a6, a14);
        const __m256i b13 = _mm256_unpackhi_epi8(a6, a14);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m256i c0 = _mm256_unpacklo_epi8(b0, b8);
        const __m256i c1 = _mm256_unpackhi_epi8(b0, b8);
        const __m256i c2 = _mm256_unpacklo_epi8(b1, b9);
        const __m256i c3 = _mm256_unpackhi_epi8(b1, b9);
        const __m256i c8 = _mm256_unpacklo_epi8(b4, b12);
        const __m256i c9 = _mm256_unpackhi_epi8(b4, b12);
        const __m256i c10 = _mm256_unpacklo_epi8(b5, b13);
        const __m256i c11 = _mm256_unpackhi_epi8(b5, b13);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m256i d0 = _mm256_unpacklo_epi8(c0, c8);
        const __m256i d1 = _mm256_unpackhi_epi8(c0, c8);
        const __m256i d2 = _mm256_unpacklo_epi8(c1, c9);
        const __m256i d3 = _mm256_unpackhi_epi8(c1, c9);
        const __m256i d4 = _mm256_unpacklo_epi8(c2, c10);
        const __m256i d5 = _mm256_unpackhi_epi8(c2, c10);
        const __m256i d6 = _mm256_unpacklo_epi8(c3, c11);
        const __m256i d7 = _mm256_unpackhi_epi8(c3, c11);
        _mm256_storeu_si256((void *)(out + col[0]), d0);
        _mm256_storeu_si256((void *)(out + col[1]), d1);
        _mm256_storeu_si256((void *)(out + col[2]), d2);
        _mm256_storeu_si256((void *)(out + col[3]), d3);
        _mm256_storeu_si256((void *)(out + col[4]), d4);
        _mm256_storeu_si256((void *)(out + col[5]), d5);
        _mm256_storeu_si256((void *)(out + col[6]), d6);
        _mm256_storeu_si256((void *)(out + col[7]), d7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 32 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX2 static void x8_strip_32x4_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 16. */
        __m256i v0 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_cvtsi32_si128((int)permkern_load32(in + row[16])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_cvtsi32_si128((int)permkern_load32(in + row[17])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_cvtsi32_si128((int)permkern_load32(in + row[18])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_cvtsi32_si128((int)permkern_load32(in + row[19])), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[4])));
        v4 = _mm256_inserti128_si256(v4, _mm_cvtsi32_si128((int)permkern_load32(in + row[20])), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[5])));
        v5 = _mm256_inserti128_si256(v5, _mm_cvtsi32_si128((int)permkern_load32(in + row[21])), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[6])));
        v6 = _mm256_inserti128_si256(v6, _mm_cvtsi32_si128((int)permkern_load32(in + row[22])), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[7])));
        v7 = _mm256_inserti128_si256(v7, _mm_cvtsi32_si128((int)permkern_load32(in + row[23])), 1);
        __m256i v8 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[8])));
        v8 = _mm256_inserti128_si256(v8, _mm_cvtsi32_si128((int)permkern_load32(in + row[24])), 1);
        __m256i v9 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[9])));
        v9 = _mm256_inserti128_si256(v9, _mm_cvtsi32_si128((int)permkern_load32(in + row[25])), 1);
        __m256i v10 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[10])));
        v10 = _mm256_inserti128_si256(v10, _mm_cvtsi32_si128((int)permkern_load32(in + row[26])), 1);
        __m256i v11 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[11])));
        v11 = _mm256_inserti128_si256(v11, _mm_cvtsi32_si128((int)permkern_load32(in + row[27])), 1);
        __m256i v12 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[12])));
        v12 = _mm256_inserti128_si256(v12, _mm_cvtsi32_si128((int)permkern_load32(in + row[28])), 1);
        __m256i v13 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[13])));
        v13 = _mm256_inserti128_si256(v13, _mm_cvtsi32_si128((int)permkern_load32(in + row[29])), 1);
        __m256i v14 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[14])));
        v14 = _mm256_inserti128_si256(v14, _mm_cvtsi32_si128((int)permkern_load32(in + row[30])), 1);
        __m256i v15 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[15])));
        v15 = _mm256_inserti128_si256(v15, _mm_cvtsi32_si128((int)permkern_load32(in + row[31])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 to 3, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi8(v0, v8);
        const __m256i a2 = _mm256_unpacklo_epi8(v1, v9);
        const __m256i a4 = _mm256_unpacklo_epi8(v2, v10);
        const __m256i a6 = _mm256_unpacklo_epi8(v3, v11);
        const __m256i a8 = _mm256_unpacklo_epi8(v4, v12);
        const __m256i a10 = _mm256_unpacklo_epi8(v5, v13);
        const __m256i a12 = _mm256_unpacklo_epi8(v6, v14);
        const __m256i a14 = _mm256_unpacklo_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi8(a0, a8);
        const __m256i b4 = _mm256_unpacklo_epi8(a2, a10);
        const __m256i b8 = _mm256_unpacklo_epi8(a4, a12);
        const __m256i b12 = _mm256_unpacklo_epi8(a6, a14);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m256i c0 = _mm256_unpacklo_epi8(b0, b8);
        const __m256i c1 = _mm256_unpackhi_epi8(b0, b8);
        const __m256i c8 = _mm256_unpacklo_epi8(b4, b12);
        const __m256i c9 = _mm256_unpackhi_epi8(b4, b12);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m256i d0 = _mm256_unpacklo_epi8(c0, c8);
        const __m256i d1 = _mm256_unpackhi_epi8(c0, c8);
        const __m256i d2 = _mm256_unpacklo_epi8(c1, c9);
        const __m256i d3 = _mm256_unpackhi_epi8(c1, c9);
        _mm256_storeu_si256((void *)(out + col[0]), d0);
        _mm256_storeu_si256((void *)(out + col[1]), d1);
        _mm256_storeu_si256((void *)(out + col[2]), d2);
        _mm256_storeu_si256((void *)(out + col[3]), d3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 32 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX2 static void x8_strip_32x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 16. */
        __m256i v0 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_cvtsi32_si128((int)permkern_load16(in + row[16])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_cvtsi32_si128((int)permkern_load16(in + row[17])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_cvtsi32_si128((int)permkern_load16(in + row[18])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_cvtsi32_si128((int)permkern_load16(in + row[19])), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[4])));
        v4 = _mm256_inserti128_si256(v4, _mm_cvtsi32_si128((int)permkern_load16(in + row[20])), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[5])));
        v5 = _mm256_inserti128_si256(v5, _mm_cvtsi32_si128((int)permkern_load16(in + row[21])), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[6])));
        v6 = _mm256_inserti128_si256(v6, _mm_cvtsi32_si128((int)permkern_load16(in + row[22])), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[7])));
        v7 = _mm256_inserti128_si256(v7, _mm_cvtsi32_si128((int)permkern_load16(in + row[23])), 1);
        __m256i v8 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[8])));
        v8 = _mm256_inserti128_si256(v8, _mm_cvtsi32_si128((int)permkern_load16(in + row[24])), 1);
        __m256i v9 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[9])));
        v9 = _mm256_inserti128_si256(v9, _mm_cvtsi32_si128((int)permkern_load16(in + row[25])), 1);
        __m256i v10 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[10])));
        v10 = _mm256_inserti128_si256(v10, _mm_cvtsi32_si128((int)permkern_load16(in + row[26])), 1);
        __m256i v11 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[11])));
        v11 = _mm256_inserti128_si256(v11, _mm_cvtsi32_si128((int)permkern_load16(in + row[27])), 1);
        __m256i v12 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[12])));
        v12 = _mm256_inserti128_si256(v12, _mm_cvtsi32_si128((int)permkern_load16(in + row[28])), 1);
        __m256i v13 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[13])));
        v13 = _mm256_inserti128_si256(v13, _mm_cvtsi32_si128((int)permkern_load16(in + row[29])), 1);
        __m256i v14 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[14])));
        v14 = _mm256_inserti128_si256(v14, _mm_cvtsi32_si128((int)permkern_load16(in + row[30])), 1);
        __m256i v15 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load16(in + row[15])));
        v15 = _mm256_inserti128_si256(v15, _mm_cvtsi32_si128((int)permkern_load16(in + row[31])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 and 1, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi8(v0, v8);
        const __m256i a2 = _mm256_unpacklo_epi8(v1, v9);
        const __m256i a4 = _mm256_unpacklo_epi8(v2, v10);
        const __m256i a6 = _mm256_unpacklo_epi8(v3, v11);
        const __m256i a8 = _mm256_unpacklo_epi8(v4, v12);
        const __m256i a10 = _mm256_unpacklo_epi8(v5, v13);
        const __m256i a12 = _mm256_unpacklo_epi8(v6, v14);
        const __m256i a14 = _mm256_unpacklo_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 and 1, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi8(a0, a8);
        const __m256i b4 = _mm256_unpacklo_epi8(a2, a10);
        const __m256i b8 = _mm256_unpacklo_epi8(a4, a12);
        const __m256i b12 = _mm256_unpacklo_epi8(a6, a14);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m256i c0 = _mm256_unpacklo_epi8(b0, b8);
        const __m256i c8 = _mm256_unpacklo_epi8(b4, b12);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m256i d0 = _mm256_unpacklo_epi8(c0, c8);
        const __m256i d1 = _mm256_unpackhi_epi8(c0, c8);
        _mm256_storeu_si256((void *)(out + col[0]), d0);
        _mm256_storeu_si256((void *)(out + col[1]), d1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 8 columns. */
PERMKERN_TARGET_AVX2 static void x16_strip_16x8_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 8. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + row[8])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + row[9])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + row[10])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_loadu_si128((const void *)(in + row[11])), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[4])));
        v4 = _mm256_inserti128_si256(v4, _mm_loadu_si128((const void *)(in + row[12])), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[5])));
        v5 = _mm256_inserti128_si256(v5, _mm_loadu_si128((const void *)(in + row[13])), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[6])));
        v6 = _mm256_inserti128_si256(v6, _mm_loadu_si128((const void *)(in + row[14])), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[7])));
        v7 = _mm256_inserti128_si256(v7, _mm_loadu_si128((const void *)(in + row[15])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi16(v0, v4);
        const __m256i a1 = _mm256_unpackhi_epi16(v0, v4);
        const __m256i a2 = _mm256_unpacklo_epi16(v1, v5);
        const __m256i a3 = _mm256_unpackhi_epi16(v1, v5);
        const __m256i a4 = _mm256_unpacklo_epi16(v2, v6);
        const __m256i a5 = _mm256_unpackhi_epi16(v2, v6);
        const __m256i a6 = _mm256_unpacklo_epi16(v3, v7);
        const __m256i a7 = _mm256_unpackhi_epi16(v3, v7);
        /* Fours of rows: the first lane of b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi16(a0, a4);
        const __m256i b1 = _mm256_unpackhi_epi16(a0, a4);
        const __m256i b2 = _mm256_unpacklo_epi16(a1, a5);
        const __m256i b3 = _mm256_unpackhi_epi16(a1, a5);
        const __m256i b4 = _mm256_unpacklo_epi16(a2, a6);
        const __m256i b5 = _mm256_unpackhi_epi16(a2, a6);
        const __m256i b6 = _mm256_unpacklo_epi16(a3, a7);
        const __m256i b7 = _mm256_unpackhi_epi16(a3, a7);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m256i c0 = _mm256_unpacklo_epi16(b0, b4);
        const __m256i c1 = _mm256_unpackhi_epi16(b0, b4);
        const __m256i c2 = _mm256_unpacklo_epi16(b1, b5);
        const __m256i c3 = _mm256_unpackhi_epi16(b1, b5);
        const __m256i c4 = _mm256_unpacklo_epi16(b2, b6);
        const __m256i c5 = _mm256_unpackhi_epi16(b2, b6);
        const __m256i c6 = _mm256_unpacklo_epi16(b3, b7);
        const __m256i c7 = _mm256_unpackhi_epi16(b3, b7);
        _mm256_storeu_si256((void *)(out + col[0]), c0);
        _mm256_storeu_si256((void *)(out + col[1]), c1);
        _mm256_storeu_si256((void *)(out + col[2]), c2);
        _mm256_storeu_si256((void *)(out + col[3]), c3);
        _mm256_storeu_si256((void *)(out + col[4]), c4);
        _mm256_storeu_si256((void *)(out + col[5]), c5);
        _mm256_storeu_si256((void *)(out + col[6]), c6);
        _mm256_storeu_si256((void *)(out + col[7]), c7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX2 static void x16_strip_16x4_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 8. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_loadl_epi64((const void *)(in + row[8])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_loadl_epi64((const void *)(in + row[9])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_loadl_epi64((const void *)(in + row[10])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_loadl_epi64((const void *)(in + row[11])), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[4])));
        v4 = _mm256_inserti128_si256(v4, _mm_loadl_epi64((const void *)(in + row[12])), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[5])));
        v5 = _mm256_inserti128_si256(v5, _mm_loadl_epi64((const void *)(in + row[13])), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[6])));
        v6 = _mm256_inserti128_si256(v6, _mm_loadl_epi64((const void *)(in + row[14])), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[7])));
        v7 = _mm256_inserti128_si256(v7, _mm_loadl_epi64((const void *)(in + row[15])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi16(v0, v4);
        const __m256i a2 = _mm256_unpacklo_epi16(v1, v5);
        const __m256i a4 = _mm256_unpacklo_epi16(v2, v6);
        const __m256i a6 = _mm256_unpacklo_epi16(v3, v7);
        /* Fours of rows: the first lane of b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi16(a0, a4);
        const __m256i b1 = _mm256_unpackhi_epi16(a0, a4);
        const __m256i b4 = _mm256_unpacklo_epi16(a2, a6);
        const __m256i b5 = _mm256_unpackhi_epi16(a2, a6);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m256i c0 = _mm256_unpacklo_epi16(b0, b4);
        const __m256i c1 = _mm256_unpackhi_epi16(b0, b4);
        const __m256i c2 = _mm256_unpacklo_epi16(b1, b5);
        const __m256i c3 = _mm256_unpackhi_epi16(b1, b5);
        _mm256_storeu_si256((void *)(out + col[0]), c0);
        _mm256_storeu_si256((void *)(out + col[1]), c1);
        _mm256_storeu_si256((void *)(out + col[2]), c2);
        _mm256_storeu_si256((void *)(out + col[3]), c3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX2 static void x16_strip_16x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                     const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 8. */
        __m256i v0 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_cvtsi32_si128((int)permkern_load32(in + row[8])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_cvtsi32_si128((int)permkern_load32(in + row[9])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_cvtsi32_si128((int)permkern_load32(in + row[10])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_cvtsi32_si128((int)permkern_load32(in + row[11])), 1);
        __m256i v4 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[4])));
        v4 = _mm256_inserti128_si256(v4, _mm_cvtsi32_si128((int)permkern_load32(in + row[12])), 1);
        __m256i v5 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[5])));
        v5 = _mm256_inserti128_si256(v5, _mm_cvtsi32_si128((int)permkern_load32(in + row[13])), 1);
        __m256i v6 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[6])));
        v6 = _mm256_inserti128_si256(v6, _mm_cvtsi32_si128((int)permkern_load32(in + row[14])), 1);
        __m256i v7 = _mm256_castsi128_si256(_mm_cvtsi32_si128((int)permkern_load32(in + row[7])));
        v7 = _mm256_inserti128_si256(v7, _mm_cvtsi32_si128((int)permkern_load32(in + row[15])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi16(v0, v4);
        const __m256i a2 = _mm256_unpacklo_epi16(v1, v5);
        const __m256i a4 = _mm256_unpacklo_epi16(v2, v6);
        const __m256i a6 = _mm256_unpacklo_epi16(v3, v7);
        /* Fours of rows: the first lane of b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m256i b0 = _mm256_unpacklo_epi16(a0, a4);
        const __m256i b4 = _mm256_unpacklo_epi16(a2, a6);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m256i c0 = _mm256_unpacklo_epi16(b0, b4);
        const __m256i c1 = _mm256_unpackhi_epi16(b0, b4);
        _mm256_storeu_si256((void *)(out + col[0]), c0);
        _mm256_storeu_si256((void *)(out + col[1]), c1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX2 static void x32_strip_8x4_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 4. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + row[4])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + row[5])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + row[6])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_loadu_si128((const void *)(in + row[7])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi32(v0, v2);
        const __m256i a1 = _mm256_unpackhi_epi32(v0, v2);
        const __m256i a2 = _mm256_unpacklo_epi32(v1, v3);
        const __m256i a3 = _mm256_unpackhi_epi32(v1, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m256i b0 = _mm256_unpacklo_epi32(a0, a2);
        const __m256i b1 = _mm256_unpackhi_epi32(a0, a2);
        const __m256i b2 = _mm256_unpacklo_epi32(a1, a3);
        const __m256i b3 = _mm256_unpackhi_epi32(a1, a3);
        _mm256_storeu_si256((void *)(out + col[0]), b0);
        _mm256_storeu_si256((void *)(out + col[1]), b1);
        _mm256_storeu_si256((void *)(out + col[2]), b2);
        _mm256_storeu_si256((void *)(out + col[3]), b3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX2 static void x32_strip_8x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 4. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_loadl_epi64((const void *)(in + row[4])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_loadl_epi64((const void *)(in + row[5])), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[2])));
        v2 = _mm256_inserti128_si256(v2, _mm_loadl_epi64((const void *)(in + row[6])), 1);
        __m256i v3 = _mm256_castsi128_si256(_mm_loadl_epi64((const void *)(in + row[3])));
        v3 = _mm256_inserti128_si256(v3, _mm_loadl_epi64((const void *)(in + row[7])), 1);
        /* Pairs of rows: the first lane of a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const __m256i a0 = _mm256_unpacklo_epi32(v0, v2);
        const __m256i a2 = _mm256_unpacklo_epi32(v1, v3);
        /* Columns: the first lane of b0 has rows 0 to 3 of column 0. */
        const __m256i b0 = _mm256_unpacklo_epi32(a0, a2);
        const __m256i b1 = _mm256_unpackhi_epi32(a0, a2);
        _mm256_storeu_si256((void *)(out + col[0]), b0);
        _mm256_storeu_si256((void *)(out + col[1]), b1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX2 static void x64_strip_4x2_avx2(const uint8_t *in, const size_t *row, uint8_t *out,
                                                    const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0 and 2. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + row[2])), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + row[3])), 1);
        /* Columns: the first lane of a0 has rows 0 and 1 of column 0. */
        const __m256i a0 = _mm256_unpacklo_epi64(v0, v1);
        const __m256i a1 = _mm256_unpackhi_epi64(v0, v1);
        _mm256_storeu_si256((void *)(out + col[0]), a0);
        _mm256_storeu_si256((void *)(out + col[1]), a1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 8;
        col += on;
        cols -= on;
    }
}

/*
 * Three channels of 8 bits, 32 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x8_masks3_avx2[3][32] = {
    {-1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1},
    {0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0},
    {0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0},
};

static const uint8_t x8_split3_order_avx2[3][32] = {
    {0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13},
    {1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14},
    {2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15},
};

static const uint8_t x8_join3_order_avx2[3][32] = {
    {0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10, 5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10, 5},
    {5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10, 5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10},
    {10, 5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10, 5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15},
};

PERMKERN_TARGET_AVX2 static void x8_split3_avx2(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 32) {
        permkern_vector_split3(&permkern_avx2, 0, in, out, stride, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x8_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x8_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x8_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x8_split3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x8_split3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x8_split3_order_avx2[2]));
    for (;;) {
        /* Of six pieces of 16 bytes, v0 has 0 and 3, v1 has 1 and 4, v2 has 2 and 5. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in)));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + 48)), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 16)));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + 64)), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 32)));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + 80)), 1);
        /* Channel 0, put in order. */
        const __m256i s0 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m2), v2, m1);
        const __m256i y0 = _mm256_shuffle_epi8(s0, order0);
        _mm256_storeu_si256((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m256i s1 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m0), v2, m2);
        const __m256i y1 = _mm256_shuffle_epi8(s1, order1);
        _mm256_storeu_si256((void *)(out + stride), y1);
        /* Channel 2, put in order. */
        const __m256i s2 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m1), v2, m0);
        const __m256i y2 = _mm256_shuffle_epi8(s2, order2);
        _mm256_storeu_si256((void *)(out + 2 * stride), y2);
        if (count == 32) {
            return;
        }
        const size_t on = count < 64 ? count - 32 : 32;
        in += on * 3;
        out += on;
        count -= on;
    }
}

PERMKERN_TARGET_AVX2 static void x8_join3_avx2(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 32) {
        permkern_vector_join3(&permkern_avx2, 0, in, stride, out, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x8_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x8_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x8_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x8_join3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x8_join3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x8_join3_order_avx2[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m256i y0 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in)), order0);
        const __m256i y1 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in + stride)), order1);
        const __m256i y2 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in + 2 * stride)), order2);
        /* Pieces 0 and 3 of the pixels. */
        const __m256i v0 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m1), y2, m2);
        _mm_storeu_si128((void *)(out), _mm256_castsi256_si128(v0));
        _mm_storeu_si128((void *)(out + 48), _mm256_extracti128_si256(v0, 1));
        /* Pieces 1 and 4 of the pixels. */
        const __m256i v1 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m0), y2, m1);
        _mm_storeu_si128((void *)(out + 16), _mm256_castsi256_si128(v1));
        _mm_storeu_si128((void *)(out + 64), _mm256_extracti128_si256(v1, 1));
        /* Pieces 2 and 5 of the pixels. */
        const __m256i v2 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m2), y2, m0);
        _mm_storeu_si128((void *)(out + 32), _mm256_castsi256_si128(v2));
        _mm_storeu_si128((void *)(out + 80), _mm256_extracti128_si256(v2, 1));
        if (count == 32) {
            return;
        }
        const size_t on = count < 64 ? count - 32 : 32;
        in += on;
        out += on * 3;
        count -= on;
    }
}

/*
 * Three channels of 16 bits, 16 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x16_masks3_avx2[3][32] = {
    {-1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0},
    {0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1},
    {0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0},
};

static const uint8_t x16_split3_order_avx2[3][32] = {
    {0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11},
    {2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13},
    {4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15},
};

static const uint8_t x16_join3_order_avx2[3][32] = {
    {0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11},
    {10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5},
    {4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15},
};

PERMKERN_TARGET_AVX2 static void x16_split3_avx2(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 16) {
        permkern_vector_split3(&permkern_avx2, 1, in, out, stride, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x16_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x16_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x16_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x16_split3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x16_split3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x16_split3_order_avx2[2]));
    for (;;) {
        /* Of six pieces of 16 bytes, v0 has 0 and 3, v1 has 1 and 4, v2 has 2 and 5. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in)));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + 48)), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 16)));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + 64)), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 32)));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + 80)), 1);
        /* Channel 0, put in order. */
        const __m256i s0 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m1), v2, m2);
        const __m256i y0 = _mm256_shuffle_epi8(s0, order0);
        _mm256_storeu_si256((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m256i s1 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m2), v2, m0);
        const __m256i y1 = _mm256_shuffle_epi8(s1, order1);
        _mm256_storeu_si256((void *)(out + stride), y1);
        /* Channel 2, put in order. */
        const __m256i s2 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m0), v2, m1);
        const __m256i y2 = _mm256_shuffle_epi8(s2, order2);
        _mm256_storeu_si256((void *)(out + 2 * stride), y2);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 6;
        out += on * 2;
        count -= on;
    }
}

PERMKERN_TARGET_AVX2 static void x16_join3_avx2(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 16) {
        permkern_vector_join3(&permkern_avx2, 1, in, stride, out, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x16_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x16_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x16_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x16_join3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x16_join3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x16_join3_order_avx2[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m256i y0 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in)), order0);
        const __m256i y1 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in + stride)), order1);
        const __m256i y2 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in + 2 * stride)), order2);
        /* Pieces 0 and 3 of the pixels. */
        const __m256i v0 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m1), y2, m2);
        _mm_storeu_si128((void *)(out), _mm256_castsi256_si128(v0));
        _mm_storeu_si128((void *)(out + 48), _mm256_extracti128_si256(v0, 1));
        /* Pieces 1 and 4 of the pixels. */
        const __m256i v1 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m2), y2, m0);
        _mm_storeu_si128((void *)(out + 16), _mm256_castsi256_si128(v1));
        _mm_storeu_si128((void *)(out + 64), _mm256_extracti128_si256(v1, 1));
        /* Pieces 2 and 5 of the pixels. */
        const __m256i v2 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m0), y2, m1);
        _mm_storeu_si128((void *)(out + 32), _mm256_castsi256_si128(v2));
        _mm_storeu_si128((void *)(out + 80), _mm256_extracti128_si256(v2, 1));
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 2;
        out += on * 6;
        count -= on;
    }
}

/*
 * Three channels of 32 bits, 8 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x32_masks3_avx2[3][32] = {
    {-1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1},
    {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0},
};

static const uint8_t x32_split3_order_avx2[3][32] = {
    {0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7},
    {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
    {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15},
};

static const uint8_t x32_join3_order_avx2[3][32] = {
    {0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7},
    {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
    {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15},
};

PERMKERN_TARGET_AVX2 static void x32_split3_avx2(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split3(&permkern_avx2, 2, in, out, stride, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x32_split3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x32_split3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x32_split3_order_avx2[2]));
    for (;;) {
        /* Of six pieces of 16 bytes, v0 has 0 and 3, v1 has 1 and 4, v2 has 2 and 5. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in)));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + 48)), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 16)));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + 64)), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 32)));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + 80)), 1);
        /* Channel 0, put in order. */
        const __m256i s0 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m2), v2, m1);
        const __m256i y0 = _mm256_shuffle_epi8(s0, order0);
        _mm256_storeu_si256((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m256i s1 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m0), v2, m2);
        const __m256i y1 = _mm256_shuffle_epi8(s1, order1);
        _mm256_storeu_si256((void *)(out + stride), y1);
        /* Channel 2, put in order. */
        const __m256i s2 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m1), v2, m0);
        const __m256i y2 = _mm256_shuffle_epi8(s2, order2);
        _mm256_storeu_si256((void *)(out + 2 * stride), y2);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 12;
        out += on * 4;
        count -= on;
    }
}

PERMKERN_TARGET_AVX2 static void x32_join3_avx2(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join3(&permkern_avx2, 2, in, stride, out, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x32_join3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x32_join3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x32_join3_order_avx2[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m256i y0 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in)), order0);
        const __m256i y1 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in + stride)), order1);
        const __m256i y2 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in + 2 * stride)), order2);
        /* Pieces 0 and 3 of the pixels. */
        const __m256i v0 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m1), y2, m2);
        _mm_storeu_si128((void *)(out), _mm256_castsi256_si128(v0));
        _mm_storeu_si128((void *)(out + 48), _mm256_extracti128_si256(v0, 1));
        /* Pieces 1 and 4 of the pixels. */
        const __m256i v1 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m0), y2, m1);
        _mm_storeu_si128((void *)(out + 16), _mm256_castsi256_si128(v1));
        _mm_storeu_si128((void *)(out + 64), _mm256_extracti128_si256(v1, 1));
        /* Pieces 2 and 5 of the pixels. */
        const __m256i v2 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m2), y2, m0);
        _mm_storeu_si128((void *)(out + 32), _mm256_castsi256_si128(v2));
        _mm_storeu_si128((void *)(out + 80), _mm256_extracti128_si256(v2, 1));
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 4;
        out += on * 12;
        count -= on;
    }
}

/*
 * Three channels of 64 bits, 4 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x64_masks3_avx2[2][32] = {
    {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1},
};

static const uint8_t x64_split3_order_avx2[1][32] = {
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
};

static const uint8_t x64_join3_order_avx2[1][32] = {
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
};

PERMKERN_TARGET_AVX2 static void x64_split3_avx2(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 4) {
        permkern_vector_split3(&permkern_avx2, 3, in, out, stride, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x64_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x64_masks3_avx2[1]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x64_split3_order_avx2[0]));
    for (;;) {
        /* Of six pieces of 16 bytes, v0 has 0 and 3, v1 has 1 and 4, v2 has 2 and 5. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in)));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + 48)), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 16)));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + 64)), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 32)));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + 80)), 1);
        /* Channel 0. */
        const __m256i s0 = _mm256_blendv_epi8(v0, v1, m1);
        _mm256_storeu_si256((void *)(out), s0);
        /* Channel 1, put in order. */
        const __m256i s1 = _mm256_blendv_epi8(v0, v2, m0);
        const __m256i y1 = _mm256_shuffle_epi8(s1, order1);
        _mm256_storeu_si256((void *)(out + stride), y1);
        /* Channel 2. */
        const __m256i s2 = _mm256_blendv_epi8(v1, v2, m1);
        _mm256_storeu_si256((void *)(out + 2 * stride), s2);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 24;
        out += on * 8;
        count -= on;
    }
}

PERMKERN_TARGET_AVX2 static void x64_join3_avx2(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 4) {
        permkern_vector_join3(&permkern_avx2, 3, in, stride, out, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x64_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x64_masks3_avx2[1]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x64_join3_order_avx2[0]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m256i y0 = _mm256_loadu_si256((const void *)(in));
        const __m256i y1 = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(in + stride)), order1);
        const __m256i y2 = _mm256_loadu_si256((const void *)(in + 2 * stride));
        /* Pieces 0 and 3 of the pixels. */
        const __m256i v0 = _mm256_blendv_epi8(y0, y1, m1);
        _mm_storeu_si128((void *)(out), _mm256_castsi256_si128(v0));
        _mm_storeu_si128((void *)(out + 48), _mm256_extracti128_si256(v0, 1));
        /* Pieces 1 and 4 of the pixels. */
        const __m256i v1 = _mm256_blendv_epi8(y0, y2, m0);
        _mm_storeu_si128((void *)(out + 16), _mm256_castsi256_si128(v1));
        _mm_storeu_si128((void *)(out + 64), _mm256_extracti128_si256(v1, 1));
        /* Pieces 2 and 5 of the pixels. */
        const __m256i v2 = _mm256_blendv_epi8(y1, y2, m1);
        _mm_storeu_si128((void *)(out + 32), _mm256_castsi256_si128(v2));
        _mm_storeu_si128((void *)(out + 80), _mm256_extracti128_si256(v2, 1));
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 8;
        out += on * 24;
        count -= on;
    }
}

/* Copies runs register by register; the last register overlaps the one before. Shorter runs are left to others. */
PERMKERN_TARGET_AVX2 static void copy_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t count, size_t bytes)
{
    if (bytes < 32) {
        permkern_sse2.copy(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 32 && count != 0; count--) {
        const __m256i v = _mm256_loadu_si256((const void *)(in));
        _mm256_storeu_si256((void *)(out), v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 32; at <= 32 && count != 0; count--) {
        const __m256i v = _mm256_loadu_si256((const void *)(in));
        const __m256i w = _mm256_loadu_si256((const void *)(in + at));
        _mm256_storeu_si256((void *)(out), v);
        _mm256_storeu_si256((void *)(out + at), w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 32; at += 32) {
            const __m256i v = _mm256_loadu_si256((const void *)(in + at));
            _mm256_storeu_si256((void *)(out + at), v);
        }
        at = bytes - 32;
        const __m256i v = _mm256_loadu_si256((const void *)(in + at));
        _mm256_storeu_si256((void *)(out + at), v);
        in += in_stride;
        out += out_stride;
    }
}

/* The tensor is copied through a buffer, because whole registers are loaded, which would read past its end. */
PERMKERN_TARGET_AVX2 static void small_avx2(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, from));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

void permkern_tile_avx2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_avx2, axis, form, in, out);
}

void permkern_runs_avx2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_avx2, axis, form, in, out);
}

/* clang-format off */
const permkern_vector_set permkern_avx2 = {
    .narrower = &permkern_sse2,
    .tile = permkern_tile_avx2,
    .runs = permkern_runs_avx2,
    .copy = copy_avx2,
    .small = small_avx2,
    .small_bytes = 16,
    .width = {
        [0] = {
            .strip = {
                [4] = {x8_strip_32x2_avx2, x8_strip_32x4_avx2, x8_strip_32x8_avx2, x8_strip_32x16_avx2},
            },
            .stream = NULL,
            .split3 = x8_split3_avx2,
            .join3 = x8_join3_avx2,
            .most_rows = 5,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [3] = {x16_strip_16x2_avx2, x16_strip_16x4_avx2, x16_strip_16x8_avx2},
            },
            .stream = NULL,
            .split3 = x16_split3_avx2,
            .join3 = x16_join3_avx2,
            .most_rows = 4,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [2] = {x32_strip_8x2_avx2, x32_strip_8x4_avx2},
            },
            .stream = NULL,
            .split3 = x32_split3_avx2,
            .join3 = x32_join3_avx2,
            .most_rows = 3,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [1] = {x64_strip_4x2_avx2},
            },
            .stream = NULL,
            .split3 = x64_split3_avx2,
            .join3 = x64_join3_avx2,
            .most_rows = 2,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
