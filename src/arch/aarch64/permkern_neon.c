/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for AArch64 with Advanced SIMD.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_AARCH64
#include <arm_neon.h>

#if PERMKERN_SMALL_BYTES < 64
#error "plans of this target have no room for an index of 64 bytes: lower small_bytes in arch_gen/"
#endif

/* Moves 16 rows in tiles of 16 columns. */
static void x8_strip_16x16_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        const uint8x16_t v2 = vld1q_u8(in + row[2]);
        const uint8x16_t v3 = vld1q_u8(in + row[3]);
        const uint8x16_t v4 = vld1q_u8(in + row[4]);
        const uint8x16_t v5 = vld1q_u8(in + row[5]);
        const uint8x16_t v6 = vld1q_u8(in + row[6]);
        const uint8x16_t v7 = vld1q_u8(in + row[7]);
        const uint8x16_t v8 = vld1q_u8(in + row[8]);
        const uint8x16_t v9 = vld1q_u8(in + row[9]);
        const uint8x16_t v10 = vld1q_u8(in + row[10]);
        const uint8x16_t v11 = vld1q_u8(in + row[11]);
        const uint8x16_t v12 = vld1q_u8(in + row[12]);
        const uint8x16_t v13 = vld1q_u8(in + row[13]);
        const uint8x16_t v14 = vld1q_u8(in + row[14]);
        const uint8x16_t v15 = vld1q_u8(in + row[15]);
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v8);
        const uint8x16_t a1 = vzip2q_u8(v0, v8);
        const uint8x16_t a2 = vzip1q_u8(v1, v9);
        const uint8x16_t a3 = vzip2q_u8(v1, v9);
        const uint8x16_t a4 = vzip1q_u8(v2, v10);
        const uint8x16_t a5 = vzip2q_u8(v2, v10);
        const uint8x16_t a6 = vzip1q_u8(v3, v11);
        const uint8x16_t a7 = vzip2q_u8(v3, v11);
        const uint8x16_t a8 = vzip1q_u8(v4, v12);
        const uint8x16_t a9 = vzip2q_u8(v4, v12);
        const uint8x16_t a10 = vzip1q_u8(v5, v13);
        const uint8x16_t a11 = vzip2q_u8(v5, v13);
        const uint8x16_t a12 = vzip1q_u8(v6, v14);
        const uint8x16_t a13 = vzip2q_u8(v6, v14);
        const uint8x16_t a14 = vzip1q_u8(v7, v15);
        const uint8x16_t a15 = vzip2q_u8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a8);
        const uint8x16_t b1 = vzip2q_u8(a0, a8);
        const uint8x16_t b2 = vzip1q_u8(a1, a9);
        const uint8x16_t b3 = vzip2q_u8(a1, a9);
        const uint8x16_t b4 = vzip1q_u8(a2, a10);
        const uint8x16_t b5 = vzip2q_u8(a2, a10);
        const uint8x16_t b6 = vzip1q_u8(a3, a11);
        const uint8x16_t b7 = vzip2q_u8(a3, a11);
        const uint8x16_t b8 = vzip1q_u8(a4, a12);
        const uint8x16_t b9 = vzip2q_u8(a4, a12);
        const uint8x16_t b10 = vzip1q_u8(a5, a13);
        const uint8x16_t b11 = vzip2q_u8(a5, a13);
        const uint8x16_t b12 = vzip1q_u8(a6, a14);
        const uint8x16_t b13 = vzip2q_u8(a6, a14);
        const uint8x16_t b14 = vzip1q_u8(a7, a15);
        const uint8x16_t b15 = vzip2q_u8(a7, a15);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b8);
        const uint8x16_t c1 = vzip2q_u8(b0, b8);
        const uint8x16_t c2 = vzip1q_u8(b1, b9);
        const uint8x16_t c3 = vzip2q_u8(b1, b9);
        const uint8x16_t c4 = vzip1q_u8(b2, b10);
        const uint8x16_t c5 = vzip2q_u8(b2, b10);
        const uint8x16_t c6 = vzip1q_u8(b3, b11);
        const uint8x16_t c7 = vzip2q_u8(b3, b11);
        const uint8x16_t c8 = vzip1q_u8(b4, b12);
        const uint8x16_t c9 = vzip2q_u8(b4, b12);
        const uint8x16_t c10 = vzip1q_u8(b5, b13);
        const uint8x16_t c11 = vzip2q_u8(b5, b13);
        const uint8x16_t c12 = vzip1q_u8(b6, b14);
        const uint8x16_t c13 = vzip2q_u8(b6, b14);
        const uint8x16_t c14 = vzip1q_u8(b7, b15);
        const uint8x16_t c15 = vzip2q_u8(b7, b15);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const uint8x16_t d0 = vzip1q_u8(c0, c8);
        const uint8x16_t d1 = vzip2q_u8(c0, c8);
        const uint8x16_t d2 = vzip1q_u8(c1, c9);
        const uint8x16_t d3 = vzip2q_u8(c1, c9);
        const uint8x16_t d4 = vzip1q_u8(c2, c10);
        const uint8x16_t d5 = vzip2q_u8(c2, c10);
        const uint8x16_t d6 = vzip1q_u8(c3, c11);
        const uint8x16_t d7 = vzip2q_u8(c3, c11);
        const uint8x16_t d8 = vzip1q_u8(c4, c12);
        const uint8x16_t d9 = vzip2q_u8(c4, c12);
        const uint8x16_t d10 = vzip1q_u8(c5, c13);
        const uint8x16_t d11 = vzip2q_u8(c5, c13);
        const uint8x16_t d12 = vzip1q_u8(c6, c14);
        const uint8x16_t d13 = vzip2q_u8(c6, c14);
        const uint8x16_t d14 = vzip1q_u8(c7, c15);
        const uint8x16_t d15 = vzip2q_u8(c7, c15);
        vst1q_u8(out + col[0], d0);
        vst1q_u8(out + col[1], d1);
        vst1q_u8(out + col[2], d2);
        vst1q_u8(out + col[3], d3);
        vst1q_u8(out + col[4], d4);
        vst1q_u8(out + col[5], d5);
        vst1q_u8(out + col[6], d6);
        vst1q_u8(out + col[7], d7);
        vst1q_u8(out + col[8], d8);
        vst1q_u8(out + col[9], d9);
        vst1q_u8(out + col[10], d10);
        vst1q_u8(out + col[11], d11);
        vst1q_u8(out + col[12], d12);
        vst1q_u8(out + col[13], d13);
        vst1q_u8(out + col[14], d14);
        vst1q_u8(out + col[15], d15);
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
static void x8_strip_16x8_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        const uint8x16_t v2 = vcombine_u8(vld1_u8(in + row[2]), vdup_n_u8(0));
        const uint8x16_t v3 = vcombine_u8(vld1_u8(in + row[3]), vdup_n_u8(0));
        const uint8x16_t v4 = vcombine_u8(vld1_u8(in + row[4]), vdup_n_u8(0));
        const uint8x16_t v5 = vcombine_u8(vld1_u8(in + row[5]), vdup_n_u8(0));
        const uint8x16_t v6 = vcombine_u8(vld1_u8(in + row[6]), vdup_n_u8(0));
        const uint8x16_t v7 = vcombine_u8(vld1_u8(in + row[7]), vdup_n_u8(0));
        const uint8x16_t v8 = vcombine_u8(vld1_u8(in + row[8]), vdup_n_u8(0));
        const uint8x16_t v9 = vcombine_u8(vld1_u8(in + row[9]), vdup_n_u8(0));
        const uint8x16_t v10 = vcombine_u8(vld1_u8(in + row[10]), vdup_n_u8(0));
        const uint8x16_t v11 = vcombine_u8(vld1_u8(in + row[11]), vdup_n_u8(0));
        const uint8x16_t v12 = vcombine_u8(vld1_u8(in + row[12]), vdup_n_u8(0));
        const uint8x16_t v13 = vcombine_u8(vld1_u8(in + row[13]), vdup_n_u8(0));
        const uint8x16_t v14 = vcombine_u8(vld1_u8(in + row[14]), vdup_n_u8(0));
        const uint8x16_t v15 = vcombine_u8(vld1_u8(in + row[15]), vdup_n_u8(0));
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v8);
        const uint8x16_t a2 = vzip1q_u8(v1, v9);
        const uint8x16_t a4 = vzip1q_u8(v2, v10);
        const uint8x16_t a6 = vzip1q_u8(v3, v11);
        const uint8x16_t a8 = vzip1q_u8(v4, v12);
        const uint8x16_t a10 = vzip1q_u8(v5, v13);
        const uint8x16_t a12 = vzip1q_u8(v6, v14);
        const uint8x16_t a14 = vzip1q_u8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a8);
        const uint8x16_t b1 = vzip2q_u8(a0, a8);
        const uint8x16_t b4 = vzip1q_u8(a2, a10);
        const uint8x16_t b5 = vzip2q_u8(a2, a10);
        const uint8x16_t b8 = vzip1q_u8(a4, a12);
        const uint8x16_t b9 = vzip2q_u8(a4, a12);
        const uint8x16_t b12 = vzip1q_u8(a6, a14);
        const uint8x16_t b13 = vzip2q_u8(a6, a14);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b8);
        const uint8x16_t c1 = vzip2q_u8(b0, b8);
        const uint8x16_t c2 = vzip1q_u8(b1, b9);
        const uint8x16_t c3 = vzip2q_u8(b1, b9);
        const uint8x16_t c8 = vzip1q_u8(b4, b12);
        const uint8x16_t c9 = vzip2q_u8(b4, b12);
        const uint8x16_t c10 = vzip1q_u8(b5, b13);
        const uint8x16_t c11 = vzip2q_u8(b5, b13);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const uint8x16_t d0 = vzip1q_u8(c0, c8);
        const uint8x16_t d1 = vzip2q_u8(c0, c8);
        const uint8x16_t d2 = vzip1q_u8(c1, c9);
        const uint8x16_t d3 = vzip2q_u8(c1, c9);
        const uint8x16_t d4 = vzip1q_u8(c2, c10);
        const uint8x16_t d5 = vzip2q_u8(c2, c10);
        const uint8x16_t d6 = vzip1q_u8(c3, c11);
        const uint8x16_t d7 = vzip2q_u8(c3, c11);
        vst1q_u8(out + col[0], d0);
        vst1q_u8(out + col[1], d1);
        vst1q_u8(out + col[2], d2);
        vst1q_u8(out + col[3], d3);
        vst1q_u8(out + col[4], d4);
        vst1q_u8(out + col[5], d5);
        vst1q_u8(out + col[6], d6);
        vst1q_u8(out + col[7], d7);
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
static void x8_strip_16x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[3])));
        const uint8x16_t v4 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[4])));
        const uint8x16_t v5 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[5])));
        const uint8x16_t v6 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[6])));
        const uint8x16_t v7 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[7])));
        const uint8x16_t v8 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[8])));
        const uint8x16_t v9 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[9])));
        const uint8x16_t v10 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[10])));
        const uint8x16_t v11 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[11])));
        const uint8x16_t v12 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[12])));
        const uint8x16_t v13 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[13])));
        const uint8x16_t v14 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[14])));
        const uint8x16_t v15 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[15])));
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v8);
        const uint8x16_t a2 = vzip1q_u8(v1, v9);
        const uint8x16_t a4 = vzip1q_u8(v2, v10);
        const uint8x16_t a6 = vzip1q_u8(v3, v11);
        const uint8x16_t a8 = vzip1q_u8(v4, v12);
        const uint8x16_t a10 = vzip1q_u8(v5, v13);
        const uint8x16_t a12 = vzip1q_u8(v6, v14);
        const uint8x16_t a14 = vzip1q_u8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a8);
        const uint8x16_t b4 = vzip1q_u8(a2, a10);
        const uint8x16_t b8 = vzip1q_u8(a4, a12);
        const uint8x16_t b12 = vzip1q_u8(a6, a14);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b8);
        const uint8x16_t c1 = vzip2q_u8(b0, b8);
        const uint8x16_t c8 = vzip1q_u8(b4, b12);
        const uint8x16_t c9 = vzip2q_u8(b4, b12);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const uint8x16_t d0 = vzip1q_u8(c0, c8);
        const uint8x16_t d1 = vzip2q_u8(c0, c8);
        const uint8x16_t d2 = vzip1q_u8(c1, c9);
        const uint8x16_t d3 = vzip2q_u8(c1, c9);
        vst1q_u8(out + col[0], d0);
        vst1q_u8(out + col[1], d1);
        vst1q_u8(out + col[2], d2);
        vst1q_u8(out + col[3], d3);
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
static void x8_strip_16x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[3])));
        const uint8x16_t v4 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[4])));
        const uint8x16_t v5 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[5])));
        const uint8x16_t v6 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[6])));
        const uint8x16_t v7 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[7])));
        const uint8x16_t v8 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[8])));
        const uint8x16_t v9 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[9])));
        const uint8x16_t v10 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[10])));
        const uint8x16_t v11 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[11])));
        const uint8x16_t v12 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[12])));
        const uint8x16_t v13 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[13])));
        const uint8x16_t v14 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[14])));
        const uint8x16_t v15 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[15])));
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v8);
        const uint8x16_t a2 = vzip1q_u8(v1, v9);
        const uint8x16_t a4 = vzip1q_u8(v2, v10);
        const uint8x16_t a6 = vzip1q_u8(v3, v11);
        const uint8x16_t a8 = vzip1q_u8(v4, v12);
        const uint8x16_t a10 = vzip1q_u8(v5, v13);
        const uint8x16_t a12 = vzip1q_u8(v6, v14);
        const uint8x16_t a14 = vzip1q_u8(v7, v15);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a8);
        const uint8x16_t b4 = vzip1q_u8(a2, a10);
        const uint8x16_t b8 = vzip1q_u8(a4, a12);
        const uint8x16_t b12 = vzip1q_u8(a6, a14);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b8);
        const uint8x16_t c8 = vzip1q_u8(b4, b12);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const uint8x16_t d0 = vzip1q_u8(c0, c8);
        const uint8x16_t d1 = vzip2q_u8(c0, c8);
        vst1q_u8(out + col[0], d0);
        vst1q_u8(out + col[1], d1);
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
static void x8_strip_8x16_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        const uint8x16_t v2 = vld1q_u8(in + row[2]);
        const uint8x16_t v3 = vld1q_u8(in + row[3]);
        const uint8x16_t v4 = vld1q_u8(in + row[4]);
        const uint8x16_t v5 = vld1q_u8(in + row[5]);
        const uint8x16_t v6 = vld1q_u8(in + row[6]);
        const uint8x16_t v7 = vld1q_u8(in + row[7]);
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v4);
        const uint8x16_t a1 = vzip2q_u8(v0, v4);
        const uint8x16_t a2 = vzip1q_u8(v1, v5);
        const uint8x16_t a3 = vzip2q_u8(v1, v5);
        const uint8x16_t a4 = vzip1q_u8(v2, v6);
        const uint8x16_t a5 = vzip2q_u8(v2, v6);
        const uint8x16_t a6 = vzip1q_u8(v3, v7);
        const uint8x16_t a7 = vzip2q_u8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a4);
        const uint8x16_t b1 = vzip2q_u8(a0, a4);
        const uint8x16_t b2 = vzip1q_u8(a1, a5);
        const uint8x16_t b3 = vzip2q_u8(a1, a5);
        const uint8x16_t b4 = vzip1q_u8(a2, a6);
        const uint8x16_t b5 = vzip2q_u8(a2, a6);
        const uint8x16_t b6 = vzip1q_u8(a3, a7);
        const uint8x16_t b7 = vzip2q_u8(a3, a7);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b4);
        const uint8x16_t c1 = vzip2q_u8(b0, b4);
        const uint8x16_t c2 = vzip1q_u8(b1, b5);
        const uint8x16_t c3 = vzip2q_u8(b1, b5);
        const uint8x16_t c4 = vzip1q_u8(b2, b6);
        const uint8x16_t c5 = vzip2q_u8(b2, b6);
        const uint8x16_t c6 = vzip1q_u8(b3, b7);
        const uint8x16_t c7 = vzip2q_u8(b3, b7);
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 1));
        permkern_store64(out + col[2], vgetq_lane_u64(vreinterpretq_u64_u8(c1), 0));
        permkern_store64(out + col[3], vgetq_lane_u64(vreinterpretq_u64_u8(c1), 1));
        permkern_store64(out + col[4], vgetq_lane_u64(vreinterpretq_u64_u8(c2), 0));
        permkern_store64(out + col[5], vgetq_lane_u64(vreinterpretq_u64_u8(c2), 1));
        permkern_store64(out + col[6], vgetq_lane_u64(vreinterpretq_u64_u8(c3), 0));
        permkern_store64(out + col[7], vgetq_lane_u64(vreinterpretq_u64_u8(c3), 1));
        permkern_store64(out + col[8], vgetq_lane_u64(vreinterpretq_u64_u8(c4), 0));
        permkern_store64(out + col[9], vgetq_lane_u64(vreinterpretq_u64_u8(c4), 1));
        permkern_store64(out + col[10], vgetq_lane_u64(vreinterpretq_u64_u8(c5), 0));
        permkern_store64(out + col[11], vgetq_lane_u64(vreinterpretq_u64_u8(c5), 1));
        permkern_store64(out + col[12], vgetq_lane_u64(vreinterpretq_u64_u8(c6), 0));
        permkern_store64(out + col[13], vgetq_lane_u64(vreinterpretq_u64_u8(c6), 1));
        permkern_store64(out + col[14], vgetq_lane_u64(vreinterpretq_u64_u8(c7), 0));
        permkern_store64(out + col[15], vgetq_lane_u64(vreinterpretq_u64_u8(c7), 1));
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
static void x8_strip_8x8_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        const uint8x16_t v2 = vcombine_u8(vld1_u8(in + row[2]), vdup_n_u8(0));
        const uint8x16_t v3 = vcombine_u8(vld1_u8(in + row[3]), vdup_n_u8(0));
        const uint8x16_t v4 = vcombine_u8(vld1_u8(in + row[4]), vdup_n_u8(0));
        const uint8x16_t v5 = vcombine_u8(vld1_u8(in + row[5]), vdup_n_u8(0));
        const uint8x16_t v6 = vcombine_u8(vld1_u8(in + row[6]), vdup_n_u8(0));
        const uint8x16_t v7 = vcombine_u8(vld1_u8(in + row[7]), vdup_n_u8(0));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v4);
        const uint8x16_t a2 = vzip1q_u8(v1, v5);
        const uint8x16_t a4 = vzip1q_u8(v2, v6);
        const uint8x16_t a6 = vzip1q_u8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a4);
        const uint8x16_t b1 = vzip2q_u8(a0, a4);
        const uint8x16_t b4 = vzip1q_u8(a2, a6);
        const uint8x16_t b5 = vzip2q_u8(a2, a6);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b4);
        const uint8x16_t c1 = vzip2q_u8(b0, b4);
        const uint8x16_t c2 = vzip1q_u8(b1, b5);
        const uint8x16_t c3 = vzip2q_u8(b1, b5);
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 1));
        permkern_store64(out + col[2], vgetq_lane_u64(vreinterpretq_u64_u8(c1), 0));
        permkern_store64(out + col[3], vgetq_lane_u64(vreinterpretq_u64_u8(c1), 1));
        permkern_store64(out + col[4], vgetq_lane_u64(vreinterpretq_u64_u8(c2), 0));
        permkern_store64(out + col[5], vgetq_lane_u64(vreinterpretq_u64_u8(c2), 1));
        permkern_store64(out + col[6], vgetq_lane_u64(vreinterpretq_u64_u8(c3), 0));
        permkern_store64(out + col[7], vgetq_lane_u64(vreinterpretq_u64_u8(c3), 1));
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
static void x8_strip_8x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[3])));
        const uint8x16_t v4 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[4])));
        const uint8x16_t v5 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[5])));
        const uint8x16_t v6 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[6])));
        const uint8x16_t v7 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[7])));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v4);
        const uint8x16_t a2 = vzip1q_u8(v1, v5);
        const uint8x16_t a4 = vzip1q_u8(v2, v6);
        const uint8x16_t a6 = vzip1q_u8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a4);
        const uint8x16_t b4 = vzip1q_u8(a2, a6);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b4);
        const uint8x16_t c1 = vzip2q_u8(b0, b4);
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 1));
        permkern_store64(out + col[2], vgetq_lane_u64(vreinterpretq_u64_u8(c1), 0));
        permkern_store64(out + col[3], vgetq_lane_u64(vreinterpretq_u64_u8(c1), 1));
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
static void x8_strip_8x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[3])));
        const uint8x16_t v4 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[4])));
        const uint8x16_t v5 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[5])));
        const uint8x16_t v6 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[6])));
        const uint8x16_t v7 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[7])));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v4);
        const uint8x16_t a2 = vzip1q_u8(v1, v5);
        const uint8x16_t a4 = vzip1q_u8(v2, v6);
        const uint8x16_t a6 = vzip1q_u8(v3, v7);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a4);
        const uint8x16_t b4 = vzip1q_u8(a2, a6);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vzip1q_u8(b0, b4);
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(c0), 1));
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
static void x8_strip_4x16_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        const uint8x16_t v2 = vld1q_u8(in + row[2]);
        const uint8x16_t v3 = vld1q_u8(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v2);
        const uint8x16_t a1 = vzip2q_u8(v0, v2);
        const uint8x16_t a2 = vzip1q_u8(v1, v3);
        const uint8x16_t a3 = vzip2q_u8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a2);
        const uint8x16_t b1 = vzip2q_u8(a0, a2);
        const uint8x16_t b2 = vzip1q_u8(a1, a3);
        const uint8x16_t b3 = vzip2q_u8(a1, a3);
        permkern_store32(out + col[0], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 0));
        permkern_store32(out + col[1], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 1));
        permkern_store32(out + col[2], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 2));
        permkern_store32(out + col[3], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 3));
        permkern_store32(out + col[4], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 0));
        permkern_store32(out + col[5], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 1));
        permkern_store32(out + col[6], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 2));
        permkern_store32(out + col[7], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 3));
        permkern_store32(out + col[8], vgetq_lane_u32(vreinterpretq_u32_u8(b2), 0));
        permkern_store32(out + col[9], vgetq_lane_u32(vreinterpretq_u32_u8(b2), 1));
        permkern_store32(out + col[10], vgetq_lane_u32(vreinterpretq_u32_u8(b2), 2));
        permkern_store32(out + col[11], vgetq_lane_u32(vreinterpretq_u32_u8(b2), 3));
        permkern_store32(out + col[12], vgetq_lane_u32(vreinterpretq_u32_u8(b3), 0));
        permkern_store32(out + col[13], vgetq_lane_u32(vreinterpretq_u32_u8(b3), 1));
        permkern_store32(out + col[14], vgetq_lane_u32(vreinterpretq_u32_u8(b3), 2));
        permkern_store32(out + col[15], vgetq_lane_u32(vreinterpretq_u32_u8(b3), 3));
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
static void x8_strip_4x8_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        const uint8x16_t v2 = vcombine_u8(vld1_u8(in + row[2]), vdup_n_u8(0));
        const uint8x16_t v3 = vcombine_u8(vld1_u8(in + row[3]), vdup_n_u8(0));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v2);
        const uint8x16_t a2 = vzip1q_u8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a2);
        const uint8x16_t b1 = vzip2q_u8(a0, a2);
        permkern_store32(out + col[0], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 0));
        permkern_store32(out + col[1], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 1));
        permkern_store32(out + col[2], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 2));
        permkern_store32(out + col[3], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 3));
        permkern_store32(out + col[4], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 0));
        permkern_store32(out + col[5], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 1));
        permkern_store32(out + col[6], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 2));
        permkern_store32(out + col[7], vgetq_lane_u32(vreinterpretq_u32_u8(b1), 3));
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
static void x8_strip_4x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[3])));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v2);
        const uint8x16_t a2 = vzip1q_u8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a2);
        permkern_store32(out + col[0], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 0));
        permkern_store32(out + col[1], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 1));
        permkern_store32(out + col[2], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 2));
        permkern_store32(out + col[3], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 3));
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
static void x8_strip_4x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[3])));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v2);
        const uint8x16_t a2 = vzip1q_u8(v1, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vzip1q_u8(a0, a2);
        permkern_store32(out + col[0], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 0));
        permkern_store32(out + col[1], vgetq_lane_u32(vreinterpretq_u32_u8(b0), 1));
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
static void x8_strip_2x16_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        const uint8x16_t a1 = vzip2q_u8(v0, v1);
        permkern_store16(out + col[0], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 0));
        permkern_store16(out + col[1], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 1));
        permkern_store16(out + col[2], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 2));
        permkern_store16(out + col[3], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 3));
        permkern_store16(out + col[4], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 4));
        permkern_store16(out + col[5], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 5));
        permkern_store16(out + col[6], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 6));
        permkern_store16(out + col[7], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 7));
        permkern_store16(out + col[8], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 0));
        permkern_store16(out + col[9], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 1));
        permkern_store16(out + col[10], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 2));
        permkern_store16(out + col[11], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 3));
        permkern_store16(out + col[12], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 4));
        permkern_store16(out + col[13], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 5));
        permkern_store16(out + col[14], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 6));
        permkern_store16(out + col[15], vgetq_lane_u16(vreinterpretq_u16_u8(a1), 7));
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
static void x8_strip_2x8_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        permkern_store16(out + col[0], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 0));
        permkern_store16(out + col[1], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 1));
        permkern_store16(out + col[2], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 2));
        permkern_store16(out + col[3], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 3));
        permkern_store16(out + col[4], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 4));
        permkern_store16(out + col[5], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 5));
        permkern_store16(out + col[6], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 6));
        permkern_store16(out + col[7], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 7));
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
static void x8_strip_2x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[1])));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        permkern_store16(out + col[0], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 0));
        permkern_store16(out + col[1], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 1));
        permkern_store16(out + col[2], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 2));
        permkern_store16(out + col[3], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 3));
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
static void x8_strip_2x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(in + row[1])));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        permkern_store16(out + col[0], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 0));
        permkern_store16(out + col[1], vgetq_lane_u16(vreinterpretq_u16_u8(a0), 1));
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
static void x16_strip_8x8_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        const uint8x16_t v2 = vld1q_u8(in + row[2]);
        const uint8x16_t v3 = vld1q_u8(in + row[3]);
        const uint8x16_t v4 = vld1q_u8(in + row[4]);
        const uint8x16_t v5 = vld1q_u8(in + row[5]);
        const uint8x16_t v6 = vld1q_u8(in + row[6]);
        const uint8x16_t v7 = vld1q_u8(in + row[7]);
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v4)));
        const uint8x16_t a1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v4)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v6)));
        const uint8x16_t a5 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v6)));
        const uint8x16_t a6 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v3), vreinterpretq_u16_u8(v7)));
        const uint8x16_t a7 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v3), vreinterpretq_u16_u8(v7)));
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a4)));
        const uint8x16_t b1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a4)));
        const uint8x16_t b2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a5)));
        const uint8x16_t b3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a5)));
        const uint8x16_t b4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a2), vreinterpretq_u16_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a2), vreinterpretq_u16_u8(a6)));
        const uint8x16_t b6 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a3), vreinterpretq_u16_u8(a7)));
        const uint8x16_t b7 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a3), vreinterpretq_u16_u8(a7)));
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const uint8x16_t c0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(b0), vreinterpretq_u16_u8(b4)));
        const uint8x16_t c1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(b0), vreinterpretq_u16_u8(b4)));
        const uint8x16_t c2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(b1), vreinterpretq_u16_u8(b5)));
        const uint8x16_t c3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(b1), vreinterpretq_u16_u8(b5)));
        const uint8x16_t c4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(b2), vreinterpretq_u16_u8(b6)));
        const uint8x16_t c5 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(b2), vreinterpretq_u16_u8(b6)));
        const uint8x16_t c6 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(b3), vreinterpretq_u16_u8(b7)));
        const uint8x16_t c7 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(b3), vreinterpretq_u16_u8(b7)));
        vst1q_u8(out + col[0], c0);
        vst1q_u8(out + col[1], c1);
        vst1q_u8(out + col[2], c2);
        vst1q_u8(out + col[3], c3);
        vst1q_u8(out + col[4], c4);
        vst1q_u8(out + col[5], c5);
        vst1q_u8(out + col[6], c6);
        vst1q_u8(out + col[7], c7);
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
static void x16_strip_8x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        const uint8x16_t v2 = vcombine_u8(vld1_u8(in + row[2]), vdup_n_u8(0));
        const uint8x16_t v3 = vcombine_u8(vld1_u8(in + row[3]), vdup_n_u8(0));
        const uint8x16_t v4 = vcombine_u8(vld1_u8(in + row[4]), vdup_n_u8(0));
        const uint8x16_t v5 = vcombine_u8(vld1_u8(in + row[5]), vdup_n_u8(0));
        const uint8x16_t v6 = vcombine_u8(vld1_u8(in + row[6]), vdup_n_u8(0));
        const uint8x16_t v7 = vcombine_u8(vld1_u8(in + row[7]), vdup_n_u8(0));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v4)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v6)));
        const uint8x16_t a6 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v3), vreinterpretq_u16_u8(v7)));
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a4)));
        const uint8x16_t b1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a4)));
        const uint8x16_t b4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a2), vreinterpretq_u16_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a2), vreinterpretq_u16_u8(a6)));
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const uint8x16_t c0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(b0), vreinterpretq_u16_u8(b4)));
        const uint8x16_t c1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(b0), vreinterpretq_u16_u8(b4)));
        const uint8x16_t c2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(b1), vreinterpretq_u16_u8(b5)));
        const uint8x16_t c3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(b1), vreinterpretq_u16_u8(b5)));
        vst1q_u8(out + col[0], c0);
        vst1q_u8(out + col[1], c1);
        vst1q_u8(out + col[2], c2);
        vst1q_u8(out + col[3], c3);
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
static void x16_strip_8x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[3])));
        const uint8x16_t v4 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[4])));
        const uint8x16_t v5 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[5])));
        const uint8x16_t v6 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[6])));
        const uint8x16_t v7 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[7])));
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v4)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v6)));
        const uint8x16_t a6 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v3), vreinterpretq_u16_u8(v7)));
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a4)));
        const uint8x16_t b4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a2), vreinterpretq_u16_u8(a6)));
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const uint8x16_t c0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(b0), vreinterpretq_u16_u8(b4)));
        const uint8x16_t c1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(b0), vreinterpretq_u16_u8(b4)));
        vst1q_u8(out + col[0], c0);
        vst1q_u8(out + col[1], c1);
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
static void x16_strip_4x8_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        const uint8x16_t v2 = vld1q_u8(in + row[2]);
        const uint8x16_t v3 = vld1q_u8(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v2)));
        const uint8x16_t a1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v2)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v3)));
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(b0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(b0), 1));
        permkern_store64(out + col[2], vgetq_lane_u64(vreinterpretq_u64_u8(b1), 0));
        permkern_store64(out + col[3], vgetq_lane_u64(vreinterpretq_u64_u8(b1), 1));
        permkern_store64(out + col[4], vgetq_lane_u64(vreinterpretq_u64_u8(b2), 0));
        permkern_store64(out + col[5], vgetq_lane_u64(vreinterpretq_u64_u8(b2), 1));
        permkern_store64(out + col[6], vgetq_lane_u64(vreinterpretq_u64_u8(b3), 0));
        permkern_store64(out + col[7], vgetq_lane_u64(vreinterpretq_u64_u8(b3), 1));
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
static void x16_strip_4x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        const uint8x16_t v2 = vcombine_u8(vld1_u8(in + row[2]), vdup_n_u8(0));
        const uint8x16_t v3 = vcombine_u8(vld1_u8(in + row[3]), vdup_n_u8(0));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v2)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v3)));
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(b0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(b0), 1));
        permkern_store64(out + col[2], vgetq_lane_u64(vreinterpretq_u64_u8(b1), 0));
        permkern_store64(out + col[3], vgetq_lane_u64(vreinterpretq_u64_u8(b1), 1));
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
static void x16_strip_4x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[1])));
        const uint8x16_t v2 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[2])));
        const uint8x16_t v3 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[3])));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v2)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v1), vreinterpretq_u16_u8(v3)));
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(b0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(b0), 1));
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
static void x16_strip_2x8_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        permkern_store32(out + col[0], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 0));
        permkern_store32(out + col[1], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 1));
        permkern_store32(out + col[2], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 2));
        permkern_store32(out + col[3], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 3));
        permkern_store32(out + col[4], vgetq_lane_u32(vreinterpretq_u32_u8(a1), 0));
        permkern_store32(out + col[5], vgetq_lane_u32(vreinterpretq_u32_u8(a1), 1));
        permkern_store32(out + col[6], vgetq_lane_u32(vreinterpretq_u32_u8(a1), 2));
        permkern_store32(out + col[7], vgetq_lane_u32(vreinterpretq_u32_u8(a1), 3));
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
static void x16_strip_2x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        permkern_store32(out + col[0], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 0));
        permkern_store32(out + col[1], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 1));
        permkern_store32(out + col[2], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 2));
        permkern_store32(out + col[3], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 3));
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
static void x16_strip_2x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[0])));
        const uint8x16_t v1 = vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(in + row[1])));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        permkern_store32(out + col[0], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 0));
        permkern_store32(out + col[1], vgetq_lane_u32(vreinterpretq_u32_u8(a0), 1));
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
static void x32_strip_4x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        const uint8x16_t v2 = vld1q_u8(in + row[2]);
        const uint8x16_t v3 = vld1q_u8(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v2)));
        const uint8x16_t a1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v2)));
        const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v1), vreinterpretq_u32_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v1), vreinterpretq_u32_u8(v3)));
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const uint8x16_t b0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        vst1q_u8(out + col[0], b0);
        vst1q_u8(out + col[1], b1);
        vst1q_u8(out + col[2], b2);
        vst1q_u8(out + col[3], b3);
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
static void x32_strip_4x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        const uint8x16_t v2 = vcombine_u8(vld1_u8(in + row[2]), vdup_n_u8(0));
        const uint8x16_t v3 = vcombine_u8(vld1_u8(in + row[3]), vdup_n_u8(0));
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v2)));
        const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v1), vreinterpretq_u32_u8(v3)));
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const uint8x16_t b0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        vst1q_u8(out + col[0], b0);
        vst1q_u8(out + col[1], b1);
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
static void x32_strip_2x4_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(a0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(a0), 1));
        permkern_store64(out + col[2], vgetq_lane_u64(vreinterpretq_u64_u8(a1), 0));
        permkern_store64(out + col[3], vgetq_lane_u64(vreinterpretq_u64_u8(a1), 1));
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
static void x32_strip_2x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vcombine_u8(vld1_u8(in + row[0]), vdup_n_u8(0));
        const uint8x16_t v1 = vcombine_u8(vld1_u8(in + row[1]), vdup_n_u8(0));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        permkern_store64(out + col[0], vgetq_lane_u64(vreinterpretq_u64_u8(a0), 0));
        permkern_store64(out + col[1], vgetq_lane_u64(vreinterpretq_u64_u8(a0), 1));
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
static void x64_strip_2x2_neon(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(in + row[0]);
        const uint8x16_t v1 = vld1q_u8(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const uint8x16_t a0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        vst1q_u8(out + col[0], a0);
        vst1q_u8(out + col[1], a1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 8;
        col += on;
        cols -= on;
    }
}

/* Move three channels of 8 bits, 16 pixels at a time. */
static void x8_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 16) {
        permkern_vector_split3(&permkern_neon, 0, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint8x16x3_t v = vld3q_u8((const uint8_t *)(const void *)(in));
        vst1q_u8((uint8_t *)(void *)(out), v.val[0]);
        vst1q_u8((uint8_t *)(void *)(out + stride), v.val[1]);
        vst1q_u8((uint8_t *)(void *)(out + 2 * stride), v.val[2]);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 3;
        out += on;
        count -= on;
    }
}

static void x8_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 16) {
        permkern_vector_join3(&permkern_neon, 0, in, stride, out, count);
        return;
    }
    for (;;) {
        uint8x16x3_t v;
        v.val[0] = vld1q_u8((const uint8_t *)(const void *)(in));
        v.val[1] = vld1q_u8((const uint8_t *)(const void *)(in + stride));
        v.val[2] = vld1q_u8((const uint8_t *)(const void *)(in + 2 * stride));
        vst3q_u8((uint8_t *)(void *)(out), v);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on;
        out += on * 3;
        count -= on;
    }
}

/* Move three channels of 16 bits, 8 pixels at a time. */
static void x16_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split3(&permkern_neon, 1, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint16x8x3_t v = vld3q_u16((const uint16_t *)(const void *)(in));
        vst1q_u16((uint16_t *)(void *)(out), v.val[0]);
        vst1q_u16((uint16_t *)(void *)(out + stride), v.val[1]);
        vst1q_u16((uint16_t *)(void *)(out + 2 * stride), v.val[2]);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 6;
        out += on * 2;
        count -= on;
    }
}

static void x16_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join3(&permkern_neon, 1, in, stride, out, count);
        return;
    }
    for (;;) {
        uint16x8x3_t v;
        v.val[0] = vld1q_u16((const uint16_t *)(const void *)(in));
        v.val[1] = vld1q_u16((const uint16_t *)(const void *)(in + stride));
        v.val[2] = vld1q_u16((const uint16_t *)(const void *)(in + 2 * stride));
        vst3q_u16((uint16_t *)(void *)(out), v);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 2;
        out += on * 6;
        count -= on;
    }
}

/* Move three channels of 32 bits, 4 pixels at a time. */
static void x32_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 4) {
        permkern_vector_split3(&permkern_neon, 2, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint32x4x3_t v = vld3q_u32((const uint32_t *)(const void *)(in));
        vst1q_u32((uint32_t *)(void *)(out), v.val[0]);
        vst1q_u32((uint32_t *)(void *)(out + stride), v.val[1]);
        vst1q_u32((uint32_t *)(void *)(out + 2 * stride), v.val[2]);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 12;
        out += on * 4;
        count -= on;
    }
}

static void x32_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 4) {
        permkern_vector_join3(&permkern_neon, 2, in, stride, out, count);
        return;
    }
    for (;;) {
        uint32x4x3_t v;
        v.val[0] = vld1q_u32((const uint32_t *)(const void *)(in));
        v.val[1] = vld1q_u32((const uint32_t *)(const void *)(in + stride));
        v.val[2] = vld1q_u32((const uint32_t *)(const void *)(in + 2 * stride));
        vst3q_u32((uint32_t *)(void *)(out), v);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 4;
        out += on * 12;
        count -= on;
    }
}

/* Move three channels of 64 bits, 2 pixels at a time. */
static void x64_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 2) {
        permkern_vector_split3(&permkern_neon, 3, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint64x2x3_t v = vld3q_u64((const uint64_t *)(const void *)(in));
        vst1q_u64((uint64_t *)(void *)(out), v.val[0]);
        vst1q_u64((uint64_t *)(void *)(out + stride), v.val[1]);
        vst1q_u64((uint64_t *)(void *)(out + 2 * stride), v.val[2]);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        in += on * 24;
        out += on * 8;
        count -= on;
    }
}

static void x64_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 2) {
        permkern_vector_join3(&permkern_neon, 3, in, stride, out, count);
        return;
    }
    for (;;) {
        uint64x2x3_t v;
        v.val[0] = vld1q_u64((const uint64_t *)(const void *)(in));
        v.val[1] = vld1q_u64((const uint64_t *)(const void *)(in + stride));
        v.val[2] = vld1q_u64((const uint64_t *)(const void *)(in + 2 * stride));
        vst3q_u64((uint64_t *)(void *)(out), v);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        in += on * 8;
        out += on * 24;
        count -= on;
    }
}

/* Copies runs register by register; the last register overlaps the one before. Shorter runs are left to others. */
static void copy_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count, size_t bytes)
{
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 16 && count != 0; count--) {
        const uint8x16_t v = vld1q_u8(in);
        vst1q_u8(out, v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 16; at <= 16 && count != 0; count--) {
        const uint8x16_t v = vld1q_u8(in);
        const uint8x16_t w = vld1q_u8(in + at);
        vst1q_u8(out, v);
        vst1q_u8(out + at, w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 16; at += 16) {
            const uint8x16_t v = vld1q_u8(in + at);
            vst1q_u8(out + at, v);
        }
        at = bytes - 16;
        const uint8x16_t v = vld1q_u8(in + at);
        vst1q_u8(out + at, v);
        in += in_stride;
        out += out_stride;
    }
}

/* The tensor is copied through a buffer, because whole registers are loaded, which would read past its end. */
static void small_neon(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[64];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const uint8x16x4_t v = {{vld1q_u8(buffer), vld1q_u8(buffer + 16), vld1q_u8(buffer + 32), vld1q_u8(buffer + 48)}};
    for (unsigned at = 0; at < 64; at += 16) {
        vst1q_u8(buffer + at, vqtbl4q_u8(v, vld1q_u8(index + at)));
    }
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

void permkern_tile_neon(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_neon, axis, form, in, out);
}

void permkern_runs_neon(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_neon, axis, form, in, out);
}

/* clang-format off */
const permkern_vector_set permkern_neon = {
    .narrower = NULL,
    .tile = permkern_tile_neon,
    .runs = permkern_runs_neon,
    .copy = copy_neon,
    .small = small_neon,
    .small_bytes = 64,
    .width = {
        [0] = {
            .strip = {
                [0] = {x8_strip_2x2_neon, x8_strip_2x4_neon, x8_strip_2x8_neon, x8_strip_2x16_neon},
                [1] = {x8_strip_4x2_neon, x8_strip_4x4_neon, x8_strip_4x8_neon, x8_strip_4x16_neon},
                [2] = {x8_strip_8x2_neon, x8_strip_8x4_neon, x8_strip_8x8_neon, x8_strip_8x16_neon},
                [3] = {x8_strip_16x2_neon, x8_strip_16x4_neon, x8_strip_16x8_neon, x8_strip_16x16_neon},
            },
            .stream = NULL,
            .split3 = x8_split3_neon,
            .join3 = x8_join3_neon,
            .most_rows = 4,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [0] = {x16_strip_2x2_neon, x16_strip_2x4_neon, x16_strip_2x8_neon},
                [1] = {x16_strip_4x2_neon, x16_strip_4x4_neon, x16_strip_4x8_neon},
                [2] = {x16_strip_8x2_neon, x16_strip_8x4_neon, x16_strip_8x8_neon},
            },
            .stream = NULL,
            .split3 = x16_split3_neon,
            .join3 = x16_join3_neon,
            .most_rows = 3,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [0] = {x32_strip_2x2_neon, x32_strip_2x4_neon},
                [1] = {x32_strip_4x2_neon, x32_strip_4x4_neon},
            },
            .stream = NULL,
            .split3 = x32_split3_neon,
            .join3 = x32_join3_neon,
            .most_rows = 2,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [0] = {x64_strip_2x2_neon},
            },
            .stream = NULL,
            .split3 = x64_split3_neon,
            .join3 = x64_join3_neon,
            .most_rows = 1,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
