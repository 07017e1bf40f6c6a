/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for AArch64 with Advanced SIMD: strips of 8, 4 and 2 columns.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_TILES16_H
#define PERMKERN_NEON_TILES16_H

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

#endif /* PERMKERN_NEON_TILES16_H */
