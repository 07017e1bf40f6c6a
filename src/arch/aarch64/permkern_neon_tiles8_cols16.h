/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for AArch64 with Advanced SIMD: strips of 16 columns.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_TILES8_COLS16_H
#define PERMKERN_NEON_TILES8_COLS16_H

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

#endif /* PERMKERN_NEON_TILES8_COLS16_H */
