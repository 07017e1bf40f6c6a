/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX-512 F, BW, DQ and VL.
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

/* Moves 64 rows in tiles of 16 columns. */
PERMKERN_TARGET_AVX512 static void x8_strip_64x16_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 16, 32 and 48. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[16])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[32])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[48])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[17])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[33])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[49])));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(in + row[18])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(in + row[34])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(in + row[50])));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(in + row[19])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(in + row[35])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(in + row[51])));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[4])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc, _mm_loadu_si128((const void *)(in + row[20])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0x30, _mm_loadu_si128((const void *)(in + row[36])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc0, _mm_loadu_si128((const void *)(in + row[52])));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[5])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc, _mm_loadu_si128((const void *)(in + row[21])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0x30, _mm_loadu_si128((const void *)(in + row[37])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc0, _mm_loadu_si128((const void *)(in + row[53])));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[6])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc, _mm_loadu_si128((const void *)(in + row[22])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0x30, _mm_loadu_si128((const void *)(in + row[38])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc0, _mm_loadu_si128((const void *)(in + row[54])));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[7])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc, _mm_loadu_si128((const void *)(in + row[23])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0x30, _mm_loadu_si128((const void *)(in + row[39])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc0, _mm_loadu_si128((const void *)(in + row[55])));
        __m512i v8 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[8])));
        v8 = _mm512_mask_broadcast_i64x2(v8, 0xc, _mm_loadu_si128((const void *)(in + row[24])));
        v8 = _mm512_mask_broadcast_i64x2(v8, 0x30, _mm_loadu_si128((const void *)(in + row[40])));
        v8 = _mm512_mask_broadcast_i64x2(v8, 0xc0, _mm_loadu_si128((const void *)(in + row[56])));
        __m512i v9 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[9])));
        v9 = _mm512_mask_broadcast_i64x2(v9, 0xc, _mm_loadu_si128((const void *)(in + row[25])));
        v9 = _mm512_mask_broadcast_i64x2(v9, 0x30, _mm_loadu_si128((const void *)(in + row[41])));
        v9 = _mm512_mask_broadcast_i64x2(v9, 0xc0, _mm_loadu_si128((const void *)(in + row[57])));
        __m512i v10 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[10])));
        v10 = _mm512_mask_broadcast_i64x2(v10, 0xc, _mm_loadu_si128((const void *)(in + row[26])));
        v10 = _mm512_mask_broadcast_i64x2(v10, 0x30, _mm_loadu_si128((const void *)(in + row[42])));
        v10 = _mm512_mask_broadcast_i64x2(v10, 0xc0, _mm_loadu_si128((const void *)(in + row[58])));
        __m512i v11 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[11])));
        v11 = _mm512_mask_broadcast_i64x2(v11, 0xc, _mm_loadu_si128((const void *)(in + row[27])));
        v11 = _mm512_mask_broadcast_i64x2(v11, 0x30, _mm_loadu_si128((const void *)(in + row[43])));
        v11 = _mm512_mask_broadcast_i64x2(v11, 0xc0, _mm_loadu_si128((const void *)(in + row[59])));
        __m512i v12 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[12])));
        v12 = _mm512_mask_broadcast_i64x2(v12, 0xc, _mm_loadu_si128((const void *)(in + row[28])));
        v12 = _mm512_mask_broadcast_i64x2(v12, 0x30, _mm_loadu_si128((const void *)(in + row[44])));
        v12 = _mm512_mask_broadcast_i64x2(v12, 0xc0, _mm_loadu_si128((const void *)(in + row[60])));
        __m512i v13 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[13])));
        v13 = _mm512_mask_broadcast_i64x2(v13, 0xc, _mm_loadu_si128((const void *)(in + row[29])));
        v13 = _mm512_mask_broadcast_i64x2(v13, 0x30, _mm_loadu_si128((const void *)(in + row[45])));
        v13 = _mm512_mask_broadcast_i64x2(v13, 0xc0, _mm_loadu_si128((const void *)(in + row[61])));
        __m512i v14 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[14])));
        v14 = _mm512_mask_broadcast_i64x2(v14, 0xc, _mm_loadu_si128((const void *)(in + row[30])));
        v14 = _mm512_mask_broadcast_i64x2(v14, 0x30, _mm_loadu_si128((const void *)(in + row[46])));
        v14 = _mm512_mask_broadcast_i64x2(v14, 0xc0, _mm_loadu_si128((const void *)(in + row[62])));
        __m512i v15 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[15])));
        v15 = _mm512_mask_broadcast_i64x2(v15, 0xc, _mm_loadu_si128((const void *)(in + row[31])));
        v15 = _mm512_mask_broadcast_i64x2(v15, 0x30, _mm_loadu_si128((const void *)(in + row[47])));
        v15 = _mm512_mask_broadcast_i64x2(v15, 0xc0, _mm_loadu_si128((const void *)(in + row[63])));
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi8(v0, v8);
        const __m512i a1 = _mm512_unpackhi_epi8(v0, v8);
        const __m512i a2 = _mm512_unpacklo_epi8(v1, v9);
        const __m512i a3 = _mm512_unpackhi_epi8(v1, v9);
        const __m512i a4 = _mm512_unpacklo_epi8(v2, v10);
        const __m512i a5 = _mm512_unpackhi_epi8(v2, v10);
        const __m512i a6 = _mm512_unpacklo_epi8(v3, v11);
        const __m512i a7 = _mm512_unpackhi_epi8(v3, v11);
        const __m512i a8 = _mm512_unpacklo_epi8(v4, v12);
        const __m512i a9 = _mm512_unpackhi_epi8(v4, v12);
        const __m512i a10 = _mm512_unpacklo_epi8(v5, v13);
        const __m512i a11 = _mm512_unpackhi_epi8(v5, v13);
        const __m512i a12 = _mm512_unpacklo_epi8(v6, v14);
        const __m512i a13 = _mm512_unpackhi_epi8(v6, v14);
        const __m512i a14 = _mm512_unpacklo_epi8(v7, v15);
        const __m512i a15 = _mm512_unpackhi_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi8(a0, a8);
        const __m512i b1 = _mm512_unpackhi_epi8(a0, a8);
        const __m512i b2 = _mm512_unpacklo_epi8(a1, a9);
        const __m512i b3 = _mm512_unpackhi_epi8(a1, a9);
        const __m512i b4 = _mm512_unpacklo_epi8(a2, a10);
        const __m512i b5 = _mm512_unpackhi_epi8(a2, a10);
        const __m512i b6 = _mm512_unpacklo_epi8(a3, a11);
        const __m512i b7 = _mm512_unpackhi_epi8(a3, a11);
        const __m512i b8 = _mm512_unpacklo_epi8(a4, a12);
        const __m512i b9 = _mm512_unpackhi_epi8(a4, a12);
        const __m512i b10 = _mm512_unpacklo_epi8(a5, a13);
        const __m512i b11 = _mm512_unpackhi_epi8(a5, a13);
        const __m512i b12 = _mm512_unpacklo_epi8(a6, a14);
        const __m512i b13 = _mm512_unpackhi_epi8(a6, a14);
        const __m512i b14 = _mm512_unpacklo_epi8(a7, a15);
        const __m512i b15 = _mm512_unpackhi_epi8(a7, a15);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m512i c0 = _mm512_unpacklo_epi8(b0, b8);
        const __m512i c1 = _mm512_unpackhi_epi8(b0, b8);
        const __m512i c2 = _mm512_unpacklo_epi8(b1, b9);
        const __m512i c3 = _mm512_unpackhi_epi8(b1, b9);
        const __m512i c4 = _mm512_unpacklo_epi8(b2, b10);
        const __m512i c5 = _mm512_unpackhi_epi8(b2, b10);
        const __m512i c6 = _mm512_unpacklo_epi8(b3, b11);
        const __m512i c7 = _mm512_unpackhi_epi8(b3, b11);
        const __m512i c8 = _mm512_unpacklo_epi8(b4, b12);
        const __m512i c9 = _mm512_unpackhi_epi8(b4, b12);
        const __m512i c10 = _mm512_unpacklo_epi8(b5, b13);
        const __m512i c11 = _mm512_unpackhi_epi8(b5, b13);
        const __m512i c12 = _mm512_unpacklo_epi8(b6, b14);
        const __m512i c13 = _mm512_unpackhi_epi8(b6, b14);
        const __m512i c14 = _mm512_unpacklo_epi8(b7, b15);
        const __m512i c15 = _mm512_unpackhi_epi8(b7, b15);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m512i d0 = _mm512_unpacklo_epi8(c0, c8);
        const __m512i d1 = _mm512_unpackhi_epi8(c0, c8);
        const __m512i d2 = _mm512_unpacklo_epi8(c1, c9);
        const __m512i d3 = _mm512_unpackhi_epi8(c1, c9);
        const __m512i d4 = _mm512_unpacklo_epi8(c2, c10);
        const __m512i d5 = _mm512_unpackhi_epi8(c2, c10);
        const __m512i d6 = _mm512_unpacklo_epi8(c3, c11);
        const __m512i d7 = _mm512_unpackhi_epi8(c3, c11);
        const __m512i d8 = _mm512_unpacklo_epi8(c4, c12);
        const __m512i d9 = _mm512_unpackhi_epi8(c4, c12);
        const __m512i d10 = _mm512_unpacklo_epi8(c5, c13);
        const __m512i d11 = _mm512_unpackhi_epi8(c5, c13);
        const __m512i d12 = _mm512_unpacklo_epi8(c6, c14);
        const __m512i d13 = _mm512_unpackhi_epi8(c6, c14);
        const __m512i d14 = _mm512_unpacklo_epi8(c7, c15);
        const __m512i d15 = _mm512_unpackhi_epi8(c7, c15);
        _mm512_storeu_si512((void *)(out + col[0]), d0);
        _mm512_storeu_si512((void *)(out + col[1]), d1);
        _mm512_storeu_si512((void *)(out + col[2]), d2);
        _mm512_storeu_si512((void *)(out + col[3]), d3);
        _mm512_storeu_si512((void *)(out + col[4]), d4);
        _mm512_storeu_si512((void *)(out + col[5]), d5);
        _mm512_storeu_si512((void *)(out + col[6]), d6);
        _mm512_storeu_si512((void *)(out + col[7]), d7);
        _mm512_storeu_si512((void *)(out + col[8]), d8);
        _mm512_storeu_si512((void *)(out + col[9]), d9);
        _mm512_storeu_si512((void *)(out + col[10]), d10);
        _mm512_storeu_si512((void *)(out + col[11]), d11);
        _mm512_storeu_si512((void *)(out + col[12]), d12);
        _mm512_storeu_si512((void *)(out + col[13]), d13);
        _mm512_storeu_si512((void *)(out + col[14]), d14);
        _mm512_storeu_si512((void *)(out + col[15]), d15);
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 64 rows in tiles of 8 columns. */
PERMKERN_TARGET_AVX512 static void x8_strip_64x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                        const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 16, 32 and 48. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[0])));
        v0 = _mm512_mask_set1_epi64(v0, 0x4, (long long)permkern_load64(in + row[16]));
        v0 = _mm512_mask_set1_epi64(v0, 0x10, (long long)permkern_load64(in + row[32]));
        v0 = _mm512_mask_set1_epi64(v0, 0x40, (long long)permkern_load64(in + row[48]));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[1])));
        v1 = _mm512_mask_set1_epi64(v1, 0x4, (long long)permkern_load64(in + row[17]));
        v1 = _mm512_mask_set1_epi64(v1, 0x10, (long long)permkern_load64(in + row[33]));
        v1 = _mm512_mask_set1_epi64(v1, 0x40, (long long)permkern_load64(in + row[49]));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[2])));
        v2 = _mm512_mask_set1_epi64(v2, 0x4, (long long)permkern_load64(in + row[18]));
        v2 = _mm512_mask_set1_epi64(v2, 0x10, (long long)permkern_load64(in + row[34]));
        v2 = _mm512_mask_set1_epi64(v2, 0x40, (long long)permkern_load64(in + row[50]));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[3])));
        v3 = _mm512_mask_set1_epi64(v3, 0x4, (long long)permkern_load64(in + row[19]));
        v3 = _mm512_mask_set1_epi64(v3, 0x10, (long long)permkern_load64(in + row[35]));
        v3 = _mm512_mask_set1_epi64(v3, 0x40, (long long)permkern_load64(in + row[51]));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[4])));
        v4 = _mm512_mask_set1_epi64(v4, 0x4, (long long)permkern_load64(in + row[20]));
        v4 = _mm512_mask_set1_epi64(v4, 0x10, (long long)permkern_load64(in + row[36]));
        v4 = _mm512_mask_set1_epi64(v4, 0x40, (long long)permkern_load64(in + row[52]));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[5])));
        v5 = _mm512_mask_set1_epi64(v5, 0x4, (long long)permkern_load64(in + row[21]));
        v5 = _mm512_mask_set1_epi64(v5, 0x10, (long long)permkern_load64(in + row[37]));
        v5 = _mm512_mask_set1_epi64(v5, 0x40, (long long)permkern_load64(in + row[53]));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[6])));
        v6 = _mm512_mask_set1_epi64(v6, 0x4, (long long)permkern_load64(in + row[22]));
        v6 = _mm512_mask_set1_epi64(v6, 0x10, (long long)permkern_load64(in + row[38]));
        v6 = _mm512_mask_set1_epi64(v6, 0x40, (long long)permkern_load64(in + row[54]));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[7])));
        v7 = _mm512_mask_set1_epi64(v7, 0x4, (long long)permkern_load64(in + row[23]));
        v7 = _mm512_mask_set1_epi64(v7, 0x10, (long long)permkern_load64(in + row[39]));
        v7 = _mm512_mask_set1_epi64(v7, 0x40, (long long)permkern_load64(in + row[55]));
        __m512i v8 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[8])));
        v8 = _mm512_mask_set1_epi64(v8, 0x4, (long long)permkern_load64(in + row[24]));
        v8 = _mm512_mask_set1_epi64(v8, 0x10, (long long)permkern_load64(in + row[40]));
        v8 = _mm512_mask_set1_epi64(v8, 0x40, (long long)permkern_load64(in + row[56]));
        __m512i v9 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[9])));
        v9 = _mm512_mask_set1_epi64(v9, 0x4, (long long)permkern_load64(in + row[25]));
        v9 = _mm512_mask_set1_epi64(v9, 0x10, (long long)permkern_load64(in + row[41]));
        v9 = _mm512_mask_set1_epi64(v9, 0x40, (long long)permkern_load64(in + row[57]));
        __m512i v10 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[10])));
        v10 = _mm512_mask_set1_epi64(v10, 0x4, (long long)permkern_load64(in + row[26]));
        v10 = _mm512_mask_set1_epi64(v10, 0x10, (long long)permkern_load64(in + row[42]));
        v10 = _mm512_mask_set1_epi64(v10, 0x40, (long long)permkern_load64(in + row[58]));
        __m512i v11 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[11])));
        v11 = _mm512_mask_set1_epi64(v11, 0x4, (long long)permkern_load64(in + row[27]));
        v11 = _mm512_mask_set1_epi64(v11, 0x10, (long long)permkern_load64(in + row[43]));
        v11 = _mm512_mask_set1_epi64(v11, 0x40, (long long)permkern_load64(in + row[59]));
        __m512i v12 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[12])));
        v12 = _mm512_mask_set1_epi64(v12, 0x4, (long long)permkern_load64(in + row[28]));
        v12 = _mm512_mask_set1_epi64(v12, 0x10, (long long)permkern_load64(in + row[44]));
        v12 = _mm512_mask_set1_epi64(v12, 0x40, (long long)permkern_load64(in + row[60]));
        __m512i v13 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[13])));
        v13 = _mm512_mask_set1_epi64(v13, 0x4, (long long)permkern_load64(in + row[29]));
        v13 = _mm512_mask_set1_epi64(v13, 0x10, (long long)permkern_load64(in + row[45]));
        v13 = _mm512_mask_set1_epi64(v13, 0x40, (long long)permkern_load64(in + row[61]));
        __m512i v14 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[14])));
        v14 = _mm512_mask_set1_epi64(v14, 0x4, (long long)permkern_load64(in + row[30]));
        v14 = _mm512_mask_set1_epi64(v14, 0x10, (long long)permkern_load64(in + row[46]));
        v14 = _mm512_mask_set1_epi64(v14, 0x40, (long long)permkern_load64(in + row[62]));
        __m512i v15 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[15])));
        v15 = _mm512_mask_set1_epi64(v15, 0x4, (long long)permkern_load64(in + row[31]));
        v15 = _mm512_mask_set1_epi64(v15, 0x10, (long long)permkern_load64(in + row[47]));
        v15 = _mm512_mask_set1_epi64(v15, 0x40, (long long)permkern_load64(in + row[63]));
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi8(v0, v8);
        const __m512i a2 = _mm512_unpacklo_epi8(v1, v9);
        const __m512i a4 = _mm512_unpacklo_epi8(v2, v10);
        const __m512i a6 = _mm512_unpacklo_epi8(v3, v11);
        const __m512i a8 = _mm512_unpacklo_epi8(v4, v12);
        const __m512i a10 = _mm512_unpacklo_epi8(v5, v13);
        const __m512i a12 = _mm512_unpacklo_epi8(v6, v14);
        const __m512i a14 = _mm512_unpacklo_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi8(a0, a8);
        const __m512i b1 = _mm512_unpackhi_epi8(a0, a8);
        const __m512i b4 = _mm512_unpacklo_epi8(a2, a10);
        const __m512i b5 = _mm512_unpackhi_epi8(a2, a10);
        const __m512i b8 = _mm512_unpacklo_epi8(a4, a12);
        const __m512i b9 = _mm512_unpackhi_epi8(a4, a12);
        const __m512i b12 = _mm512_unpacklo_epi8(a6, a14);
        const __m512i b13 = _mm512_unpackhi_epi8(a6, a14);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m512i c0 = _mm512_unpacklo_epi8(b0, b8);
        const __m512i c1 = _mm512_unpackhi_epi8(b0, b8);
        const __m512i c2 = _mm512_unpacklo_epi8(b1, b9);
        const __m512i c3 = _mm512_unpackhi_epi8(b1, b9);
        const __m512i c8 = _mm512_unpacklo_epi8(b4, b12);
        const __m512i c9 = _mm512_unpackhi_epi8(b4, b12);
        const __m512i c10 = _mm512_unpacklo_epi8(b5, b13);
        const __m512i c11 = _mm512_unpackhi_epi8(b5, b13);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m512i d0 = _mm512_unpacklo_epi8(c0, c8);
        const __m512i d1 = _mm512_unpackhi_epi8(c0, c8);
        const __m512i d2 = _mm512_unpacklo_epi8(c1, c9);
        const __m512i d3 = _mm512_unpackhi_epi8(c1, c9);
        const __m512i d4 = _mm512_unpacklo_epi8(c2, c10);
        const __m512i d5 = _mm512_unpackhi_epi8(c2, c10);
        const __m512i d6 = _mm512_unpacklo_epi8(c3, c11);
        const __m512i d7 = _mm512_unpackhi_epi8(c3, c11);
        _mm512_storeu_si512((void *)(out + col[0]), d0);
        _mm512_storeu_si512((void *)(out + col[1]), d1);
        _mm512_storeu_si512((void *)(out + col[2]), d2);
        _mm512_storeu_si512((void *)(out + col[3]), d3);
        _mm512_storeu_si512((void *)(out + col[4]), d4);
        _mm512_storeu_si512((void *)(out + col[5]), d5);
        _mm512_storeu_si512((void *)(out + col[6]), d6);
        _mm512_storeu_si512((void *)(out + col[7]), d7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 64 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX512 static void x8_strip_64x4_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                        const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 16, 32 and 48. */
        __m512i v0 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[0])));
        v0 = _mm512_mask_set1_epi32(v0, 0x10, (int)permkern_load32(in + row[16]));
        v0 = _mm512_mask_set1_epi32(v0, 0x100, (int)permkern_load32(in + row[32]));
        v0 = _mm512_mask_set1_epi32(v0, 0x1000, (int)permkern_load32(in + row[48]));
        __m512i v1 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[1])));
        v1 = _mm512_mask_set1_epi32(v1, 0x10, (int)permkern_load32(in + row[17]));
        v1 = _mm512_mask_set1_epi32(v1, 0x100, (int)permkern_load32(in + row[33]));
        v1 = _mm512_mask_set1_epi32(v1, 0x1000, (int)permkern_load32(in + row[49]));
        __m512i v2 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[2])));
        v2 = _mm512_mask_set1_epi32(v2, 0x10, (int)permkern_load32(in + row[18]));
        v2 = _mm512_mask_set1_epi32(v2, 0x100, (int)permkern_load32(in + row[34]));
        v2 = _mm512_mask_set1_epi32(v2, 0x1000, (int)permkern_load32(in + row[50]));
        __m512i v3 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[3])));
        v3 = _mm512_mask_set1_epi32(v3, 0x10, (int)permkern_load32(in + row[19]));
        v3 = _mm512_mask_set1_epi32(v3, 0x100, (int)permkern_load32(in + row[35]));
        v3 = _mm512_mask_set1_epi32(v3, 0x1000, (int)permkern_load32(in + row[51]));
        __m512i v4 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[4])));
        v4 = _mm512_mask_set1_epi32(v4, 0x10, (int)permkern_load32(in + row[20]));
        v4 = _mm512_mask_set1_epi32(v4, 0x100, (int)permkern_load32(in + row[36]));
        v4 = _mm512_mask_set1_epi32(v4, 0x1000, (int)permkern_load32(in + row[52]));
        __m512i v5 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[5])));
        v5 = _mm512_mask_set1_epi32(v5, 0x10, (int)permkern_load32(in + row[21]));
        v5 = _mm512_mask_set1_epi32(v5, 0x100, (int)permkern_load32(in + row[37]));
        v5 = _mm512_mask_set1_epi32(v5, 0x1000, (int)permkern_load32(in + row[53]));
        __m512i v6 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[6])));
        v6 = _mm512_mask_set1_epi32(v6, 0x10, (int)permkern_load32(in + row[22]));
        v6 = _mm512_mask_set1_epi32(v6, 0x100, (int)permkern_load32(in + row[38]));
        v6 = _mm512_mask_set1_epi32(v6, 0x1000, (int)permkern_load32(in + row[54]));
        __m512i v7 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[7])));
        v7 = _mm512_mask_set1_epi32(v7, 0x10, (int)permkern_load32(in + row[23]));
        v7 = _mm512_mask_set1_epi32(v7, 0x100, (int)permkern_load32(in + row[39]));
        v7 = _mm512_mask_set1_epi32(v7, 0x1000, (int)permkern_load32(in + row[55]));
        __m512i v8 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[8])));
        v8 = _mm512_mask_set1_epi32(v8, 0x10, (int)permkern_load32(in + row[24]));
        v8 = _mm512_mask_set1_epi32(v8, 0x100, (int)permkern_load32(in + row[40]));
        v8 = _mm512_mask_set1_epi32(v8, 0x1000, (int)permkern_load32(in + row[56]));
        __m512i v9 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[9])));
        v9 = _mm512_mask_set1_epi32(v9, 0x10, (int)permkern_load32(in + row[25]));
        v9 = _mm512_mask_set1_epi32(v9, 0x100, (int)permkern_load32(in + row[41]));
        v9 = _mm512_mask_set1_epi32(v9, 0x1000, (int)permkern_load32(in + row[57]));
        __m512i v10 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[10])));
        v10 = _mm512_mask_set1_epi32(v10, 0x10, (int)permkern_load32(in + row[26]));
        v10 = _mm512_mask_set1_epi32(v10, 0x100, (int)permkern_load32(in + row[42]));
        v10 = _mm512_mask_set1_epi32(v10, 0x1000, (int)permkern_load32(in + row[58]));
        __m512i v11 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[11])));
        v11 = _mm512_mask_set1_epi32(v11, 0x10, (int)permkern_load32(in + row[27]));
        v11 = _mm512_mask_set1_epi32(v11, 0x100, (int)permkern_load32(in + row[43]));
        v11 = _mm512_mask_set1_epi32(v11, 0x1000, (int)permkern_load32(in + row[59]));
        __m512i v12 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[12])));
        v12 = _mm512_mask_set1_epi32(v12, 0x10, (int)permkern_load32(in + row[28]));
        v12 = _mm512_mask_set1_epi32(v12, 0x100, (int)permkern_load32(in + row[44]));
        v12 = _mm512_mask_set1_epi32(v12, 0x1000, (int)permkern_load32(in + row[60]));
        __m512i v13 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[13])));
        v13 = _mm512_mask_set1_epi32(v13, 0x10, (int)permkern_load32(in + row[29]));
        v13 = _mm512_mask_set1_epi32(v13, 0x100, (int)permkern_load32(in + row[45]));
        v13 = _mm512_mask_set1_epi32(v13, 0x1000, (int)permkern_load32(in + row[61]));
        __m512i v14 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[14])));
        v14 = _mm512_mask_set1_epi32(v14, 0x10, (int)permkern_load32(in + row[30]));
        v14 = _mm512_mask_set1_epi32(v14, 0x100, (int)permkern_load32(in + row[46]));
        v14 = _mm512_mask_set1_epi32(v14, 0x1000, (int)permkern_load32(in + row[62]));
        __m512i v15 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[15])));
        v15 = _mm512_mask_set1_epi32(v15, 0x10, (int)permkern_load32(in + row[31]));
        v15 = _mm512_mask_set1_epi32(v15, 0x100, (int)permkern_load32(in + row[47]));
        v15 = _mm512_mask_set1_epi32(v15, 0x1000, (int)permkern_load32(in + row[63]));
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 to 3, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi8(v0, v8);
        const __m512i a2 = _mm512_unpacklo_epi8(v1, v9);
        const __m512i a4 = _mm512_unpacklo_epi8(v2, v10);
        const __m512i a6 = _mm512_unpacklo_epi8(v3, v11);
        const __m512i a8 = _mm512_unpacklo_epi8(v4, v12);
        const __m512i a10 = _mm512_unpacklo_epi8(v5, v13);
        const __m512i a12 = _mm512_unpacklo_epi8(v6, v14);
        const __m512i a14 = _mm512_unpacklo_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi8(a0, a8);
        const __m512i b4 = _mm512_unpacklo_epi8(a2, a10);
        const __m512i b8 = _mm512_unpacklo_epi8(a4, a12);
        const __m512i b12 = _mm512_unpacklo_epi8(a6, a14);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m512i c0 = _mm512_unpacklo_epi8(b0, b8);
        const __m512i c1 = _mm512_unpackhi_epi8(b0, b8);
        const __m512i c8 = _mm512_unpacklo_epi8(b4, b12);
        const __m512i c9 = _mm512_unpackhi_epi8(b4, b12);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m512i d0 = _mm512_unpacklo_epi8(c0, c8);
        const __m512i d1 = _mm512_unpackhi_epi8(c0, c8);
        const __m512i d2 = _mm512_unpacklo_epi8(c1, c9);
        const __m512i d3 = _mm512_unpackhi_epi8(c1, c9);
        _mm512_storeu_si512((void *)(out + col[0]), d0);
        _mm512_storeu_si512((void *)(out + col[1]), d1);
        _mm512_storeu_si512((void *)(out + col[2]), d2);
        _mm512_storeu_si512((void *)(out + col[3]), d3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 64 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX512 static void x8_strip_64x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                        const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 16, 32 and 48. */
        __m512i v0 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[0])));
        v0 = _mm512_mask_set1_epi16(v0, 0x100, (short)permkern_load16(in + row[16]));
        v0 = _mm512_mask_set1_epi16(v0, 0x10000, (short)permkern_load16(in + row[32]));
        v0 = _mm512_mask_set1_epi16(v0, 0x1000000, (short)permkern_load16(in + row[48]));
        __m512i v1 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[1])));
        v1 = _mm512_mask_set1_epi16(v1, 0x100, (short)permkern_load16(in + row[17]));
        v1 = _mm512_mask_set1_epi16(v1, 0x10000, (short)permkern_load16(in + row[33]));
        v1 = _mm512_mask_set1_epi16(v1, 0x1000000, (short)permkern_load16(in + row[49]));
        __m512i v2 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[2])));
        v2 = _mm512_mask_set1_epi16(v2, 0x100, (short)permkern_load16(in + row[18]));
        v2 = _mm512_mask_set1_epi16(v2, 0x10000, (short)permkern_load16(in + row[34]));
        v2 = _mm512_mask_set1_epi16(v2, 0x1000000, (short)permkern_load16(in + row[50]));
        __m512i v3 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[3])));
        v3 = _mm512_mask_set1_epi16(v3, 0x100, (short)permkern_load16(in + row[19]));
        v3 = _mm512_mask_set1_epi16(v3, 0x10000, (short)permkern_load16(in + row[35]));
        v3 = _mm512_mask_set1_epi16(v3, 0x1000000, (short)permkern_load16(in + row[51]));
        __m512i v4 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[4])));
        v4 = _mm512_mask_set1_epi16(v4, 0x100, (short)permkern_load16(in + row[20]));
        v4 = _mm512_mask_set1_epi16(v4, 0x10000, (short)permkern_load16(in + row[36]));
        v4 = _mm512_mask_set1_epi16(v4, 0x1000000, (short)permkern_load16(in + row[52]));
        __m512i v5 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[5])));
        v5 = _mm512_mask_set1_epi16(v5, 0x100, (short)permkern_load16(in + row[21]));
        v5 = _mm512_mask_set1_epi16(v5, 0x10000, (short)permkern_load16(in + row[37]));
        v5 = _mm512_mask_set1_epi16(v5, 0x1000000, (short)permkern_load16(in + row[53]));
        __m512i v6 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[6])));
        v6 = _mm512_mask_set1_epi16(v6, 0x100, (short)permkern_load16(in + row[22]));
        v6 = _mm512_mask_set1_epi16(v6, 0x10000, (short)permkern_load16(in + row[38]));
        v6 = _mm512_mask_set1_epi16(v6, 0x1000000, (short)permkern_load16(in + row[54]));
        __m512i v7 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[7])));
        v7 = _mm512_mask_set1_epi16(v7, 0x100, (short)permkern_load16(in + row[23]));
        v7 = _mm512_mask_set1_epi16(v7, 0x10000, (short)permkern_load16(in + row[39]));
        v7 = _mm512_mask_set1_epi16(v7, 0x1000000, (short)permkern_load16(in + row[55]));
        __m512i v8 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[8])));
        v8 = _mm512_mask_set1_epi16(v8, 0x100, (short)permkern_load16(in + row[24]));
        v8 = _mm512_mask_set1_epi16(v8, 0x10000, (short)permkern_load16(in + row[40]));
        v8 = _mm512_mask_set1_epi16(v8, 0x1000000, (short)permkern_load16(in + row[56]));
        __m512i v9 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[9])));
        v9 = _mm512_mask_set1_epi16(v9, 0x100, (short)permkern_load16(in + row[25]));
        v9 = _mm512_mask_set1_epi16(v9, 0x10000, (short)permkern_load16(in + row[41]));
        v9 = _mm512_mask_set1_epi16(v9, 0x1000000, (short)permkern_load16(in + row[57]));
        __m512i v10 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[10])));
        v10 = _mm512_mask_set1_epi16(v10, 0x100, (short)permkern_load16(in + row[26]));
        v10 = _mm512_mask_set1_epi16(v10, 0x10000, (short)permkern_load16(in + row[42]));
        v10 = _mm512_mask_set1_epi16(v10, 0x1000000, (short)permkern_load16(in + row[58]));
        __m512i v11 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[11])));
        v11 = _mm512_mask_set1_epi16(v11, 0x100, (short)permkern_load16(in + row[27]));
        v11 = _mm512_mask_set1_epi16(v11, 0x10000, (short)permkern_load16(in + row[43]));
        v11 = _mm512_mask_set1_epi16(v11, 0x1000000, (short)permkern_load16(in + row[59]));
        __m512i v12 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[12])));
        v12 = _mm512_mask_set1_epi16(v12, 0x100, (short)permkern_load16(in + row[28]));
        v12 = _mm512_mask_set1_epi16(v12, 0x10000, (short)permkern_load16(in + row[44]));
        v12 = _mm512_mask_set1_epi16(v12, 0x1000000, (short)permkern_load16(in + row[60]));
        __m512i v13 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[13])));
        v13 = _mm512_mask_set1_epi16(v13, 0x100, (short)permkern_load16(in + row[29]));
        v13 = _mm512_mask_set1_epi16(v13, 0x10000, (short)permkern_load16(in + row[45]));
        v13 = _mm512_mask_set1_epi16(v13, 0x1000000, (short)permkern_load16(in + row[61]));
        __m512i v14 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[14])));
        v14 = _mm512_mask_set1_epi16(v14, 0x100, (short)permkern_load16(in + row[30]));
        v14 = _mm512_mask_set1_epi16(v14, 0x10000, (short)permkern_load16(in + row[46]));
        v14 = _mm512_mask_set1_epi16(v14, 0x1000000, (short)permkern_load16(in + row[62]));
        __m512i v15 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load16(in + row[15])));
        v15 = _mm512_mask_set1_epi16(v15, 0x100, (short)permkern_load16(in + row[31]));
        v15 = _mm512_mask_set1_epi16(v15, 0x10000, (short)permkern_load16(in + row[47]));
        v15 = _mm512_mask_set1_epi16(v15, 0x1000000, (short)permkern_load16(in + row[63]));
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi8(v0, v8);
        const __m512i a2 = _mm512_unpacklo_epi8(v1, v9);
        const __m512i a4 = _mm512_unpacklo_epi8(v2, v10);
        const __m512i a6 = _mm512_unpacklo_epi8(v3, v11);
        const __m512i a8 = _mm512_unpacklo_epi8(v4, v12);
        const __m512i a10 = _mm512_unpacklo_epi8(v5, v13);
        const __m512i a12 = _mm512_unpacklo_epi8(v6, v14);
        const __m512i a14 = _mm512_unpacklo_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 and 1, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi8(a0, a8);
        const __m512i b4 = _mm512_unpacklo_epi8(a2, a10);
        const __m512i b8 = _mm512_unpacklo_epi8(a4, a12);
        const __m512i b12 = _mm512_unpacklo_epi8(a6, a14);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m512i c0 = _mm512_unpacklo_epi8(b0, b8);
        const __m512i c8 = _mm512_unpacklo_epi8(b4, b12);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m512i d0 = _mm512_unpacklo_epi8(c0, c8);
        const __m512i d1 = _mm512_unpackhi_epi8(c0, c8);
        _mm512_storeu_si512((void *)(out + col[0]), d0);
        _mm512_storeu_si512((void *)(out + col[1]), d1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 64 rows in tiles of 16 columns, with non-temporal stores. */
PERMKERN_TARGET_AVX512 static void x8_stream_64x16_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                          const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 16, 32 and 48. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[16])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[32])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[48])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[17])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[33])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[49])));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(in + row[18])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(in + row[34])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(in + row[50])));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(in + row[19])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(in + row[35])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(in + row[51])));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[4])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc, _mm_loadu_si128((const void *)(in + row[20])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0x30, _mm_loadu_si128((const void *)(in + row[36])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc0, _mm_loadu_si128((const void *)(in + row[52])));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[5])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc, _mm_loadu_si128((const void *)(in + row[21])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0x30, _mm_loadu_si128((const void *)(in + row[37])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc0, _mm_loadu_si128((const void *)(in + row[53])));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[6])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc, _mm_loadu_si128((const void *)(in + row[22])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0x30, _mm_loadu_si128((const void *)(in + row[38])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc0, _mm_loadu_si128((const void *)(in + row[54])));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[7])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc, _mm_loadu_si128((const void *)(in + row[23])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0x30, _mm_loadu_si128((const void *)(in + row[39])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc0, _mm_loadu_si128((const void *)(in + row[55])));
        __m512i v8 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[8])));
        v8 = _mm512_mask_broadcast_i64x2(v8, 0xc, _mm_loadu_si128((const void *)(in + row[24])));
        v8 = _mm512_mask_broadcast_i64x2(v8, 0x30, _mm_loadu_si128((const void *)(in + row[40])));
        v8 = _mm512_mask_broadcast_i64x2(v8, 0xc0, _mm_loadu_si128((const void *)(in + row[56])));
        __m512i v9 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[9])));
        v9 = _mm512_mask_broadcast_i64x2(v9, 0xc, _mm_loadu_si128((const void *)(in + row[25])));
        v9 = _mm512_mask_broadcast_i64x2(v9, 0x30, _mm_loadu_si128((const void *)(in + row[41])));
        v9 = _mm512_mask_broadcast_i64x2(v9, 0xc0, _mm_loadu_si128((const void *)(in + row[57])));
        __m512i v10 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[10])));
        v10 = _mm512_mask_broadcast_i64x2(v10, 0xc, _mm_loadu_si128((const void *)(in + row[26])));
        v10 = _mm512_mask_broadcast_i64x2(v10, 0x30, _mm_loadu_si128((const void *)(in + row[42])));
        v10 = _mm512_mask_broadcast_i64x2(v10, 0xc0, _mm_loadu_si128((const void *)(in + row[58])));
        __m512i v11 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[11])));
        v11 = _mm512_mask_broadcast_i64x2(v11, 0xc, _mm_loadu_si128((const void *)(in + row[27])));
        v11 = _mm512_mask_broadcast_i64x2(v11, 0x30, _mm_loadu_si128((const void *)(in + row[43])));
        v11 = _mm512_mask_broadcast_i64x2(v11, 0xc0, _mm_loadu_si128((const void *)(in + row[59])));
        __m512i v12 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[12])));
        v12 = _mm512_mask_broadcast_i64x2(v12, 0xc, _mm_loadu_si128((const void *)(in + row[28])));
        v12 = _mm512_mask_broadcast_i64x2(v12, 0x30, _mm_loadu_si128((const void *)(in + row[44])));
        v12 = _mm512_mask_broadcast_i64x2(v12, 0xc0, _mm_loadu_si128((const void *)(in + row[60])));
        __m512i v13 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[13])));
        v13 = _mm512_mask_broadcast_i64x2(v13, 0xc, _mm_loadu_si128((const void *)(in + row[29])));
        v13 = _mm512_mask_broadcast_i64x2(v13, 0x30, _mm_loadu_si128((const void *)(in + row[45])));
        v13 = _mm512_mask_broadcast_i64x2(v13, 0xc0, _mm_loadu_si128((const void *)(in + row[61])));
        __m512i v14 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[14])));
        v14 = _mm512_mask_broadcast_i64x2(v14, 0xc, _mm_loadu_si128((const void *)(in + row[30])));
        v14 = _mm512_mask_broadcast_i64x2(v14, 0x30, _mm_loadu_si128((const void *)(in + row[46])));
        v14 = _mm512_mask_broadcast_i64x2(v14, 0xc0, _mm_loadu_si128((const void *)(in + row[62])));
        __m512i v15 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[15])));
        v15 = _mm512_mask_broadcast_i64x2(v15, 0xc, _mm_loadu_si128((const void *)(in + row[31])));
        v15 = _mm512_mask_broadcast_i64x2(v15, 0x30, _mm_loadu_si128((const void *)(in + row[47])));
        v15 = _mm512_mask_broadcast_i64x2(v15, 0xc0, _mm_loadu_si128((const void *)(in + row[63])));
        /* Pairs of rows: the first lane of a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi8(v0, v8);
        const __m512i a1 = _mm512_unpackhi_epi8(v0, v8);
        const __m512i a2 = _mm512_unpacklo_epi8(v1, v9);
        const __m512i a3 = _mm512_unpackhi_epi8(v1, v9);
        const __m512i a4 = _mm512_unpacklo_epi8(v2, v10);
        const __m512i a5 = _mm512_unpackhi_epi8(v2, v10);
        const __m512i a6 = _mm512_unpacklo_epi8(v3, v11);
        const __m512i a7 = _mm512_unpackhi_epi8(v3, v11);
        const __m512i a8 = _mm512_unpacklo_epi8(v4, v12);
        const __m512i a9 = _mm512_unpackhi_epi8(v4, v12);
        const __m512i a10 = _mm512_unpacklo_epi8(v5, v13);
        const __m512i a11 = _mm512_unpackhi_epi8(v5, v13);
        const __m512i a12 = _mm512_unpacklo_epi8(v6, v14);
        const __m512i a13 = _mm512_unpackhi_epi8(v6, v14);
        const __m512i a14 = _mm512_unpacklo_epi8(v7, v15);
        const __m512i a15 = _mm512_unpackhi_epi8(v7, v15);
        /* Fours of rows: the first lane of b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi8(a0, a8);
        const __m512i b1 = _mm512_unpackhi_epi8(a0, a8);
        const __m512i b2 = _mm512_unpacklo_epi8(a1, a9);
        const __m512i b3 = _mm512_unpackhi_epi8(a1, a9);
        const __m512i b4 = _mm512_unpacklo_epi8(a2, a10);
        const __m512i b5 = _mm512_unpackhi_epi8(a2, a10);
        const __m512i b6 = _mm512_unpacklo_epi8(a3, a11);
        const __m512i b7 = _mm512_unpackhi_epi8(a3, a11);
        const __m512i b8 = _mm512_unpacklo_epi8(a4, a12);
        const __m512i b9 = _mm512_unpackhi_epi8(a4, a12);
        const __m512i b10 = _mm512_unpacklo_epi8(a5, a13);
        const __m512i b11 = _mm512_unpackhi_epi8(a5, a13);
        const __m512i b12 = _mm512_unpacklo_epi8(a6, a14);
        const __m512i b13 = _mm512_unpackhi_epi8(a6, a14);
        const __m512i b14 = _mm512_unpacklo_epi8(a7, a15);
        const __m512i b15 = _mm512_unpackhi_epi8(a7, a15);
        /* Eights of rows: the first lane of c0 has the even rows of columns 0 and 1, column by column. */
        const __m512i c0 = _mm512_unpacklo_epi8(b0, b8);
        const __m512i c1 = _mm512_unpackhi_epi8(b0, b8);
        const __m512i c2 = _mm512_unpacklo_epi8(b1, b9);
        const __m512i c3 = _mm512_unpackhi_epi8(b1, b9);
        const __m512i c4 = _mm512_unpacklo_epi8(b2, b10);
        const __m512i c5 = _mm512_unpackhi_epi8(b2, b10);
        const __m512i c6 = _mm512_unpacklo_epi8(b3, b11);
        const __m512i c7 = _mm512_unpackhi_epi8(b3, b11);
        const __m512i c8 = _mm512_unpacklo_epi8(b4, b12);
        const __m512i c9 = _mm512_unpackhi_epi8(b4, b12);
        const __m512i c10 = _mm512_unpacklo_epi8(b5, b13);
        const __m512i c11 = _mm512_unpackhi_epi8(b5, b13);
        const __m512i c12 = _mm512_unpacklo_epi8(b6, b14);
        const __m512i c13 = _mm512_unpackhi_epi8(b6, b14);
        const __m512i c14 = _mm512_unpacklo_epi8(b7, b15);
        const __m512i c15 = _mm512_unpackhi_epi8(b7, b15);
        /* Columns: the first lane of d0 has rows 0 to 15 of column 0. */
        const __m512i d0 = _mm512_unpacklo_epi8(c0, c8);
        const __m512i d1 = _mm512_unpackhi_epi8(c0, c8);
        const __m512i d2 = _mm512_unpacklo_epi8(c1, c9);
        const __m512i d3 = _mm512_unpackhi_epi8(c1, c9);
        const __m512i d4 = _mm512_unpacklo_epi8(c2, c10);
        const __m512i d5 = _mm512_unpackhi_epi8(c2, c10);
        const __m512i d6 = _mm512_unpacklo_epi8(c3, c11);
        const __m512i d7 = _mm512_unpackhi_epi8(c3, c11);
        const __m512i d8 = _mm512_unpacklo_epi8(c4, c12);
        const __m512i d9 = _mm512_unpackhi_epi8(c4, c12);
        const __m512i d10 = _mm512_unpacklo_epi8(c5, c13);
        const __m512i d11 = _mm512_unpackhi_epi8(c5, c13);
        const __m512i d12 = _mm512_unpacklo_epi8(c6, c14);
        const __m512i d13 = _mm512_unpackhi_epi8(c6, c14);
        const __m512i d14 = _mm512_unpacklo_epi8(c7, c15);
        const __m512i d15 = _mm512_unpackhi_epi8(c7, c15);
        _mm512_stream_si512((void *)(out + col[0]), d0);
        _mm512_stream_si512((void *)(out + col[1]), d1);
        _mm512_stream_si512((void *)(out + col[2]), d2);
        _mm512_stream_si512((void *)(out + col[3]), d3);
        _mm512_stream_si512((void *)(out + col[4]), d4);
        _mm512_stream_si512((void *)(out + col[5]), d5);
        _mm512_stream_si512((void *)(out + col[6]), d6);
        _mm512_stream_si512((void *)(out + col[7]), d7);
        _mm512_stream_si512((void *)(out + col[8]), d8);
        _mm512_stream_si512((void *)(out + col[9]), d9);
        _mm512_stream_si512((void *)(out + col[10]), d10);
        _mm512_stream_si512((void *)(out + col[11]), d11);
        _mm512_stream_si512((void *)(out + col[12]), d12);
        _mm512_stream_si512((void *)(out + col[13]), d13);
        _mm512_stream_si512((void *)(out + col[14]), d14);
        _mm512_stream_si512((void *)(out + col[15]), d15);
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
PERMKERN_TARGET_AVX512 static void x16_strip_32x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[8])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[16])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[24])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[9])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[17])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[25])));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(in + row[10])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(in + row[18])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(in + row[26])));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(in + row[11])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(in + row[19])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(in + row[27])));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[4])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc, _mm_loadu_si128((const void *)(in + row[12])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0x30, _mm_loadu_si128((const void *)(in + row[20])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc0, _mm_loadu_si128((const void *)(in + row[28])));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[5])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc, _mm_loadu_si128((const void *)(in + row[13])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0x30, _mm_loadu_si128((const void *)(in + row[21])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc0, _mm_loadu_si128((const void *)(in + row[29])));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[6])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc, _mm_loadu_si128((const void *)(in + row[14])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0x30, _mm_loadu_si128((const void *)(in + row[22])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc0, _mm_loadu_si128((const void *)(in + row[30])));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[7])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc, _mm_loadu_si128((const void *)(in + row[15])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0x30, _mm_loadu_si128((const void *)(in + row[23])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc0, _mm_loadu_si128((const void *)(in + row[31])));
        /* Pairs of rows: the first lane of a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi16(v0, v4);
        const __m512i a1 = _mm512_unpackhi_epi16(v0, v4);
        const __m512i a2 = _mm512_unpacklo_epi16(v1, v5);
        const __m512i a3 = _mm512_unpackhi_epi16(v1, v5);
        const __m512i a4 = _mm512_unpacklo_epi16(v2, v6);
        const __m512i a5 = _mm512_unpackhi_epi16(v2, v6);
        const __m512i a6 = _mm512_unpacklo_epi16(v3, v7);
        const __m512i a7 = _mm512_unpackhi_epi16(v3, v7);
        /* Fours of rows: the first lane of b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi16(a0, a4);
        const __m512i b1 = _mm512_unpackhi_epi16(a0, a4);
        const __m512i b2 = _mm512_unpacklo_epi16(a1, a5);
        const __m512i b3 = _mm512_unpackhi_epi16(a1, a5);
        const __m512i b4 = _mm512_unpacklo_epi16(a2, a6);
        const __m512i b5 = _mm512_unpackhi_epi16(a2, a6);
        const __m512i b6 = _mm512_unpacklo_epi16(a3, a7);
        const __m512i b7 = _mm512_unpackhi_epi16(a3, a7);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m512i c0 = _mm512_unpacklo_epi16(b0, b4);
        const __m512i c1 = _mm512_unpackhi_epi16(b0, b4);
        const __m512i c2 = _mm512_unpacklo_epi16(b1, b5);
        const __m512i c3 = _mm512_unpackhi_epi16(b1, b5);
        const __m512i c4 = _mm512_unpacklo_epi16(b2, b6);
        const __m512i c5 = _mm512_unpackhi_epi16(b2, b6);
        const __m512i c6 = _mm512_unpacklo_epi16(b3, b7);
        const __m512i c7 = _mm512_unpackhi_epi16(b3, b7);
        _mm512_storeu_si512((void *)(out + col[0]), c0);
        _mm512_storeu_si512((void *)(out + col[1]), c1);
        _mm512_storeu_si512((void *)(out + col[2]), c2);
        _mm512_storeu_si512((void *)(out + col[3]), c3);
        _mm512_storeu_si512((void *)(out + col[4]), c4);
        _mm512_storeu_si512((void *)(out + col[5]), c5);
        _mm512_storeu_si512((void *)(out + col[6]), c6);
        _mm512_storeu_si512((void *)(out + col[7]), c7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 32 rows in tiles of 4 columns. */
PERMKERN_TARGET_AVX512 static void x16_strip_32x4_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[0])));
        v0 = _mm512_mask_set1_epi64(v0, 0x4, (long long)permkern_load64(in + row[8]));
        v0 = _mm512_mask_set1_epi64(v0, 0x10, (long long)permkern_load64(in + row[16]));
        v0 = _mm512_mask_set1_epi64(v0, 0x40, (long long)permkern_load64(in + row[24]));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[1])));
        v1 = _mm512_mask_set1_epi64(v1, 0x4, (long long)permkern_load64(in + row[9]));
        v1 = _mm512_mask_set1_epi64(v1, 0x10, (long long)permkern_load64(in + row[17]));
        v1 = _mm512_mask_set1_epi64(v1, 0x40, (long long)permkern_load64(in + row[25]));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[2])));
        v2 = _mm512_mask_set1_epi64(v2, 0x4, (long long)permkern_load64(in + row[10]));
        v2 = _mm512_mask_set1_epi64(v2, 0x10, (long long)permkern_load64(in + row[18]));
        v2 = _mm512_mask_set1_epi64(v2, 0x40, (long long)permkern_load64(in + row[26]));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[3])));
        v3 = _mm512_mask_set1_epi64(v3, 0x4, (long long)permkern_load64(in + row[11]));
        v3 = _mm512_mask_set1_epi64(v3, 0x10, (long long)permkern_load64(in + row[19]));
        v3 = _mm512_mask_set1_epi64(v3, 0x40, (long long)permkern_load64(in + row[27]));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[4])));
        v4 = _mm512_mask_set1_epi64(v4, 0x4, (long long)permkern_load64(in + row[12]));
        v4 = _mm512_mask_set1_epi64(v4, 0x10, (long long)permkern_load64(in + row[20]));
        v4 = _mm512_mask_set1_epi64(v4, 0x40, (long long)permkern_load64(in + row[28]));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[5])));
        v5 = _mm512_mask_set1_epi64(v5, 0x4, (long long)permkern_load64(in + row[13]));
        v5 = _mm512_mask_set1_epi64(v5, 0x10, (long long)permkern_load64(in + row[21]));
        v5 = _mm512_mask_set1_epi64(v5, 0x40, (long long)permkern_load64(in + row[29]));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[6])));
        v6 = _mm512_mask_set1_epi64(v6, 0x4, (long long)permkern_load64(in + row[14]));
        v6 = _mm512_mask_set1_epi64(v6, 0x10, (long long)permkern_load64(in + row[22]));
        v6 = _mm512_mask_set1_epi64(v6, 0x40, (long long)permkern_load64(in + row[30]));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadl_epi64((const void *)(in + row[7])));
        v7 = _mm512_mask_set1_epi64(v7, 0x4, (long long)permkern_load64(in + row[15]));
        v7 = _mm512_mask_set1_epi64(v7, 0x10, (long long)permkern_load64(in + row[23]));
        v7 = _mm512_mask_set1_epi64(v7, 0x40, (long long)permkern_load64(in + row[31]));
        /* Pairs of rows: the first lane of a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi16(v0, v4);
        const __m512i a2 = _mm512_unpacklo_epi16(v1, v5);
        const __m512i a4 = _mm512_unpacklo_epi16(v2, v6);
        const __m512i a6 = _mm512_unpacklo_epi16(v3, v7);
        /* Fours of rows: the first lane of b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi16(a0, a4);
        const __m512i b1 = _mm512_unpackhi_epi16(a0, a4);
        const __m512i b4 = _mm512_unpacklo_epi16(a2, a6);
        const __m512i b5 = _mm512_unpackhi_epi16(a2, a6);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m512i c0 = _mm512_unpacklo_epi16(b0, b4);
        const __m512i c1 = _mm512_unpackhi_epi16(b0, b4);
        const __m512i c2 = _mm512_unpacklo_epi16(b1, b5);
        const __m512i c3 = _mm512_unpackhi_epi16(b1, b5);
        _mm512_storeu_si512((void *)(out + col[0]), c0);
        _mm512_storeu_si512((void *)(out + col[1]), c1);
        _mm512_storeu_si512((void *)(out + col[2]), c2);
        _mm512_storeu_si512((void *)(out + col[3]), c3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 32 rows in tiles of 2 columns. */
PERMKERN_TARGET_AVX512 static void x16_strip_32x2_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                         const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
        __m512i v0 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[0])));
        v0 = _mm512_mask_set1_epi32(v0, 0x10, (int)permkern_load32(in + row[8]));
        v0 = _mm512_mask_set1_epi32(v0, 0x100, (int)permkern_load32(in + row[16]));
        v0 = _mm512_mask_set1_epi32(v0, 0x1000, (int)permkern_load32(in + row[24]));
        __m512i v1 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[1])));
        v1 = _mm512_mask_set1_epi32(v1, 0x10, (int)permkern_load32(in + row[9]));
        v1 = _mm512_mask_set1_epi32(v1, 0x100, (int)permkern_load32(in + row[17]));
        v1 = _mm512_mask_set1_epi32(v1, 0x1000, (int)permkern_load32(in + row[25]));
        __m512i v2 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[2])));
        v2 = _mm512_mask_set1_epi32(v2, 0x10, (int)permkern_load32(in + row[10]));
        v2 = _mm512_mask_set1_epi32(v2, 0x100, (int)permkern_load32(in + row[18]));
        v2 = _mm512_mask_set1_epi32(v2, 0x1000, (int)permkern_load32(in + row[26]));
        __m512i v3 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[3])));
        v3 = _mm512_mask_set1_epi32(v3, 0x10, (int)permkern_load32(in + row[11]));
        v3 = _mm512_mask_set1_epi32(v3, 0x100, (int)permkern_load32(in + row[19]));
        v3 = _mm512_mask_set1_epi32(v3, 0x1000, (int)permkern_load32(in + row[27]));
        __m512i v4 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[4])));
        v4 = _mm512_mask_set1_epi32(v4, 0x10, (int)permkern_load32(in + row[12]));
        v4 = _mm512_mask_set1_epi32(v4, 0x100, (int)permkern_load32(in + row[20]));
        v4 = _mm512_mask_set1_epi32(v4, 0x1000, (int)permkern_load32(in + row[28]));
        __m512i v5 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[5])));
        v5 = _mm512_mask_set1_epi32(v5, 0x10, (int)permkern_load32(in + row[13]));
        v5 = _mm512_mask_set1_epi32(v5, 0x100, (int)permkern_load32(in + row[21]));
        v5 = _mm512_mask_set1_epi32(v5, 0x1000, (int)permkern_load32(in + row[29]));
        __m512i v6 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[6])));
        v6 = _mm512_mask_set1_epi32(v6, 0x10, (int)permkern_load32(in + row[14]));
        v6 = _mm512_mask_set1_epi32(v6, 0x100, (int)permkern_load32(in + row[22]));
        v6 = _mm512_mask_set1_epi32(v6, 0x1000, (int)permkern_load32(in + row[30]));
        __m512i v7 = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)permkern_load32(in + row[7])));
        v7 = _mm512_mask_set1_epi32(v7, 0x10, (int)permkern_load32(in + row[15]));
        v7 = _mm512_mask_set1_epi32(v7, 0x100, (int)permkern_load32(in + row[23]));
        v7 = _mm512_mask_set1_epi32(v7, 0x1000, (int)permkern_load32(in + row[31]));
        /* Pairs of rows: the first lane of a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi16(v0, v4);
        const __m512i a2 = _mm512_unpacklo_epi16(v1, v5);
        const __m512i a4 = _mm512_unpacklo_epi16(v2, v6);
        const __m512i a6 = _mm512_unpacklo_epi16(v3, v7);
        /* Fours of rows: the first lane of b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi16(a0, a4);
        const __m512i b4 = _mm512_unpacklo_epi16(a2, a6);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m512i c0 = _mm512_unpacklo_epi16(b0, b4);
        const __m512i c1 = _mm512_unpackhi_epi16(b0, b4);
        _mm512_storeu_si512((void *)(out + col[0]), c0);
        _mm512_storeu_si512((void *)(out + col[1]), c1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 32 rows in tiles of 8 columns, with non-temporal stores. */
PERMKERN_TARGET_AVX512 static void x16_stream_32x8_avx512(const uint8_t *in, const size_t *row, uint8_t *out,
                                                          const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows: the lanes of v0 have rows 0, 8, 16 and 24. */
        __m512i v0 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[0])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc, _mm_loadu_si128((const void *)(in + row[8])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0x30, _mm_loadu_si128((const void *)(in + row[16])));
        v0 = _mm512_mask_broadcast_i64x2(v0, 0xc0, _mm_loadu_si128((const void *)(in + row[24])));
        __m512i v1 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[1])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc, _mm_loadu_si128((const void *)(in + row[9])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0x30, _mm_loadu_si128((const void *)(in + row[17])));
        v1 = _mm512_mask_broadcast_i64x2(v1, 0xc0, _mm_loadu_si128((const void *)(in + row[25])));
        __m512i v2 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[2])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc, _mm_loadu_si128((const void *)(in + row[10])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0x30, _mm_loadu_si128((const void *)(in + row[18])));
        v2 = _mm512_mask_broadcast_i64x2(v2, 0xc0, _mm_loadu_si128((const void *)(in + row[26])));
        __m512i v3 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[3])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc, _mm_loadu_si128((const void *)(in + row[11])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0x30, _mm_loadu_si128((const void *)(in + row[19])));
        v3 = _mm512_mask_broadcast_i64x2(v3, 0xc0, _mm_loadu_si128((const void *)(in + row[27])));
        __m512i v4 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[4])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc, _mm_loadu_si128((const void *)(in + row[12])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0x30, _mm_loadu_si128((const void *)(in + row[20])));
        v4 = _mm512_mask_broadcast_i64x2(v4, 0xc0, _mm_loadu_si128((const void *)(in + row[28])));
        __m512i v5 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[5])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc, _mm_loadu_si128((const void *)(in + row[13])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0x30, _mm_loadu_si128((const void *)(in + row[21])));
        v5 = _mm512_mask_broadcast_i64x2(v5, 0xc0, _mm_loadu_si128((const void *)(in + row[29])));
        __m512i v6 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[6])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc, _mm_loadu_si128((const void *)(in + row[14])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0x30, _mm_loadu_si128((const void *)(in + row[22])));
        v6 = _mm512_mask_broadcast_i64x2(v6, 0xc0, _mm_loadu_si128((const void *)(in + row[30])));
        __m512i v7 = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + row[7])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc, _mm_loadu_si128((const void *)(in + row[15])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0x30, _mm_loadu_si128((const void *)(in + row[23])));
        v7 = _mm512_mask_broadcast_i64x2(v7, 0xc0, _mm_loadu_si128((const void *)(in + row[31])));
        /* Pairs of rows: the first lane of a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const __m512i a0 = _mm512_unpacklo_epi16(v0, v4);
        const __m512i a1 = _mm512_unpackhi_epi16(v0, v4);
        const __m512i a2 = _mm512_unpacklo_epi16(v1, v5);
        const __m512i a3 = _mm512_unpackhi_epi16(v1, v5);
        const __m512i a4 = _mm512_unpacklo_epi16(v2, v6);
        const __m512i a5 = _mm512_unpackhi_epi16(v2, v6);
        const __m512i a6 = _mm512_unpacklo_epi16(v3, v7);
        const __m512i a7 = _mm512_unpackhi_epi16(v3, v7);
        /* Fours of rows: the first lane of b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const __m512i b0 = _mm512_unpacklo_epi16(a0, a4);
        const __m512i b1 = _mm512_unpackhi_epi16(a0, a4);
        const __m512i b2 = _mm512_unpacklo_epi16(a1, a5);
        const __m512i b3 = _mm512_unpackhi_epi16(a1, a5);
        const __m512i b4 = _mm512_unpacklo_epi16(a2, a6);
        const __m512i b5 = _mm512_unpackhi_epi16(a2, a6);
        const __m512i b6 = _mm512_unpacklo_epi16(a3, a7);
        const __m512i b7 = _mm512_unpackhi_epi16(a3, a7);
        /* Columns: the first lane of c0 has rows 0 to 7 of column 0. */
        const __m512i c0 = _mm512_unpacklo_epi16(b0, b4);
        const __m512i c1 = _mm512_unpackhi_epi16(b0, b4);
        const __m512i c2 = _mm512_unpacklo_epi16(b1, b5);
        const __m512i c3 = _mm512_unpackhi_epi16(b1, b5);
        const __m512i c4 = _mm512_unpacklo_epi16(b2, b6);
        const __m512i c5 = _mm512_unpackhi_epi16(b2, b6);
        const __m512i c6 = _mm512_unpacklo_epi16(b3, b7);
        const __m512i c7 = _mm512_unpackhi_epi16(b3, b7);
        _mm512_stream_si512((void *)(out + col[0]), c0);
        _mm512_stream_si512((void *)(out + col[1]), c1);
        _mm512_stream_si512((void *)(out + col[2]), c2);
        _mm512_stream_si512((void *)(out + col[3]), c3);
        _mm512_stream_si512((void *)(out + col[4]), c4);
        _mm512_stream_si512((void *)(out + col[5]), c5);
        _mm512_stream_si512((void *)(out + col[6]), c6);
        _mm512_stream_si512((void *)(out + col[7]), c7);
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

/* Copies runs register by register; the last register overlaps the one before. Shorter runs are left to others. */
PERMKERN_TARGET_AVX512 static void copy_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t count, size_t bytes)
{
    if (bytes < 64) {
        permkern_avx2.copy(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 64 && count != 0; count--) {
        const __m512i v = _mm512_loadu_si512((const void *)(in));
        _mm512_storeu_si512((void *)(out), v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 64; at <= 64 && count != 0; count--) {
        const __m512i v = _mm512_loadu_si512((const void *)(in));
        const __m512i w = _mm512_loadu_si512((const void *)(in + at));
        _mm512_storeu_si512((void *)(out), v);
        _mm512_storeu_si512((void *)(out + at), w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 64; at += 64) {
            const __m512i v = _mm512_loadu_si512((const void *)(in + at));
            _mm512_storeu_si512((void *)(out + at), v);
        }
        at = bytes - 64;
        const __m512i v = _mm512_loadu_si512((const void *)(in + at));
        _mm512_storeu_si512((void *)(out + at), v);
        in += in_stride;
        out += out_stride;
    }
}

/* Copies a run with non-temporal stores to whole cache lines; what is before and behind these is copied as usual. */
PERMKERN_TARGET_AVX512 static void stream_avx512(const uint8_t *in, uint8_t *out, size_t bytes)
{
    const size_t head = ((uintptr_t)0 - (uintptr_t)out) % 64;
    const size_t lines = (bytes - head) / 64 * 64;
    permkern_vector_copy_short(in, 0, out, 0, head != 0, head);
    in += head;
    out += head;
    for (size_t at = 0; at < lines; at += 64) {
        const __m512i v = _mm512_loadu_si512((const void *)(in + at));
        _mm512_stream_si512((void *)(out + at), v);
    }
    permkern_vector_copy_short(in + lines, 0, out + lines, 0, bytes - head != lines, bytes - head - lines);
}

PERMKERN_TARGET_AVX512 static void fence_avx512(void)
{
    _mm_sfence();
}

/* The tensor is copied through a buffer, because whole registers are loaded, which would read past its end. */
PERMKERN_TARGET_AVX512 static void small_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, from));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

void permkern_tile_avx512(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_avx512, axis, form, in, out);
}

void permkern_runs_avx512(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_avx512, axis, form, in, out);
}

/* clang-format off */
const permkern_vector_set permkern_avx512 = {
    .narrower = &permkern_avx2,
    .tile = permkern_tile_avx512,
    .runs = permkern_runs_avx512,
    .copy = copy_avx512,
    .stream = stream_avx512,
    .fence = fence_avx512,
    .small = small_avx512,
    .small_bytes = 16,
    .width = {
        [0] = {
            .strip = {
                [5] = {x8_strip_64x2_avx512, x8_strip_64x4_avx512, x8_strip_64x8_avx512, x8_strip_64x16_avx512},
            },
            .stream = x8_stream_64x16_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 6,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [4] = {x16_strip_32x2_avx512, x16_strip_32x4_avx512, x16_strip_32x8_avx512},
            },
            .stream = x16_stream_32x8_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 5,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [3] = {x32_strip_16x2_avx512, x32_strip_16x4_avx512},
            },
            .stream = x32_stream_16x4_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 4,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [2] = {x64_strip_8x2_avx512},
            },
            .stream = x64_stream_8x2_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 3,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
