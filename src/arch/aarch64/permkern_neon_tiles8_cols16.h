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
static void x8_strip_16x16_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        const uint8x16_t v2 = vld1q_u8(permkern_at(in, row[2]));
        const uint8x16_t v3 = vld1q_u8(permkern_at(in, row[3]));
        const uint8x16_t v4 = vld1q_u8(permkern_at(in, row[4]));
        const uint8x16_t v5 = vld1q_u8(permkern_at(in, row[5]));
        const uint8x16_t v6 = vld1q_u8(permkern_at(in, row[6]));
        const uint8x16_t v7 = vld1q_u8(permkern_at(in, row[7]));
        const uint8x16_t v8 = vld1q_u8(permkern_at(in, row[8]));
        const uint8x16_t v9 = vld1q_u8(permkern_at(in, row[9]));
        const uint8x16_t v10 = vld1q_u8(permkern_at(in, row[10]));
        const uint8x16_t v11 = vld1q_u8(permkern_at(in, row[11]));
        const uint8x16_t v12 = vld1q_u8(permkern_at(in, row[12]));
        const uint8x16_t v13 = vld1q_u8(permkern_at(in, row[13]));
        const uint8x16_t v14 = vld1q_u8(permkern_at(in, row[14]));
        const uint8x16_t v15 = vld1q_u8(permkern_at(in, row[15]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        const uint8x16_t a1 = vzip2q_u8(v0, v1);
        const uint8x16_t a2 = vzip1q_u8(v2, v3);
        const uint8x16_t a3 = vzip2q_u8(v2, v3);
        const uint8x16_t a4 = vzip1q_u8(v4, v5);
        const uint8x16_t a5 = vzip2q_u8(v4, v5);
        const uint8x16_t a6 = vzip1q_u8(v6, v7);
        const uint8x16_t a7 = vzip2q_u8(v6, v7);
        const uint8x16_t a8 = vzip1q_u8(v8, v9);
        const uint8x16_t a9 = vzip2q_u8(v8, v9);
        const uint8x16_t a10 = vzip1q_u8(v10, v11);
        const uint8x16_t a11 = vzip2q_u8(v10, v11);
        const uint8x16_t a12 = vzip1q_u8(v12, v13);
        const uint8x16_t a13 = vzip2q_u8(v12, v13);
        const uint8x16_t a14 = vzip1q_u8(v14, v15);
        const uint8x16_t a15 = vzip2q_u8(v14, v15);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        const uint8x16_t b4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
        const uint8x16_t b6 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a5), vreinterpretq_u16_u8(a7)));
        const uint8x16_t b7 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a5), vreinterpretq_u16_u8(a7)));
        const uint8x16_t b8 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a8), vreinterpretq_u16_u8(a10)));
        const uint8x16_t b10 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a8), vreinterpretq_u16_u8(a10)));
        const uint8x16_t b9 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a9), vreinterpretq_u16_u8(a11)));
        const uint8x16_t b11 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a9), vreinterpretq_u16_u8(a11)));
        const uint8x16_t b12 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a12), vreinterpretq_u16_u8(a14)));
        const uint8x16_t b14 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a12), vreinterpretq_u16_u8(a14)));
        const uint8x16_t b13 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a13), vreinterpretq_u16_u8(a15)));
        const uint8x16_t b15 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a13), vreinterpretq_u16_u8(a15)));
        /* Eights of rows: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
        const uint8x16_t c4 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
        const uint8x16_t c1 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b1), vreinterpretq_u32_u8(b5)));
        const uint8x16_t c5 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b1), vreinterpretq_u32_u8(b5)));
        const uint8x16_t c2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
        const uint8x16_t c6 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
        const uint8x16_t c3 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b3), vreinterpretq_u32_u8(b7)));
        const uint8x16_t c7 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b3), vreinterpretq_u32_u8(b7)));
        const uint8x16_t c8 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b8), vreinterpretq_u32_u8(b12)));
        const uint8x16_t c12 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b8), vreinterpretq_u32_u8(b12)));
        const uint8x16_t c9 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b9), vreinterpretq_u32_u8(b13)));
        const uint8x16_t c13 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b9), vreinterpretq_u32_u8(b13)));
        const uint8x16_t c10 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b10), vreinterpretq_u32_u8(b14)));
        const uint8x16_t c14 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b10), vreinterpretq_u32_u8(b14)));
        const uint8x16_t c11 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b11), vreinterpretq_u32_u8(b15)));
        const uint8x16_t c15 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b11), vreinterpretq_u32_u8(b15)));
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const uint8x16_t d0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c0), vreinterpretq_u64_u8(c8)));
        const uint8x16_t d8 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c0), vreinterpretq_u64_u8(c8)));
        const uint8x16_t d1 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c1), vreinterpretq_u64_u8(c9)));
        const uint8x16_t d9 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c1), vreinterpretq_u64_u8(c9)));
        const uint8x16_t d2 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c2), vreinterpretq_u64_u8(c10)));
        const uint8x16_t d10 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c2), vreinterpretq_u64_u8(c10)));
        const uint8x16_t d3 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c3), vreinterpretq_u64_u8(c11)));
        const uint8x16_t d11 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c3), vreinterpretq_u64_u8(c11)));
        const uint8x16_t d4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c4), vreinterpretq_u64_u8(c12)));
        const uint8x16_t d12 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c4), vreinterpretq_u64_u8(c12)));
        const uint8x16_t d5 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c5), vreinterpretq_u64_u8(c13)));
        const uint8x16_t d13 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c5), vreinterpretq_u64_u8(c13)));
        const uint8x16_t d6 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c6), vreinterpretq_u64_u8(c14)));
        const uint8x16_t d14 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c6), vreinterpretq_u64_u8(c14)));
        const uint8x16_t d7 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c7), vreinterpretq_u64_u8(c15)));
        const uint8x16_t d15 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c7), vreinterpretq_u64_u8(c15)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        vst1q_u8(to0, d0);
        vst1q_u8(to1, d8);
        vst1q_u8(to2, d4);
        vst1q_u8(to3, d12);
        vst1q_u8(to4, d2);
        vst1q_u8(to5, d10);
        vst1q_u8(to6, d6);
        vst1q_u8(to7, d14);
        vst1q_u8(to8, d1);
        vst1q_u8(to9, d9);
        vst1q_u8(to10, d5);
        vst1q_u8(to11, d13);
        vst1q_u8(to12, d3);
        vst1q_u8(to13, d11);
        vst1q_u8(to14, d7);
        vst1q_u8(to15, d15);
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 8 rows in tiles of 16 columns. */
static void x8_strip_8x16_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        const uint8x16_t v2 = vld1q_u8(permkern_at(in, row[2]));
        const uint8x16_t v3 = vld1q_u8(permkern_at(in, row[3]));
        const uint8x16_t v4 = vld1q_u8(permkern_at(in, row[4]));
        const uint8x16_t v5 = vld1q_u8(permkern_at(in, row[5]));
        const uint8x16_t v6 = vld1q_u8(permkern_at(in, row[6]));
        const uint8x16_t v7 = vld1q_u8(permkern_at(in, row[7]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        const uint8x16_t a1 = vzip2q_u8(v0, v1);
        const uint8x16_t a2 = vzip1q_u8(v2, v3);
        const uint8x16_t a3 = vzip2q_u8(v2, v3);
        const uint8x16_t a4 = vzip1q_u8(v4, v5);
        const uint8x16_t a5 = vzip2q_u8(v4, v5);
        const uint8x16_t a6 = vzip1q_u8(v6, v7);
        const uint8x16_t a7 = vzip2q_u8(v6, v7);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        const uint8x16_t b4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
        const uint8x16_t b6 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a5), vreinterpretq_u16_u8(a7)));
        const uint8x16_t b7 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a5), vreinterpretq_u16_u8(a7)));
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const uint8x16_t c0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
        const uint8x16_t c4 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
        const uint8x16_t c1 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b1), vreinterpretq_u32_u8(b5)));
        const uint8x16_t c5 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b1), vreinterpretq_u32_u8(b5)));
        const uint8x16_t c2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
        const uint8x16_t c6 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
        const uint8x16_t c3 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b3), vreinterpretq_u32_u8(b7)));
        const uint8x16_t c7 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b3), vreinterpretq_u32_u8(b7)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        permkern_store64(to0, vgetq_lane_u64(vreinterpretq_u64_u8(c0), 0));
        permkern_store64(to1, vgetq_lane_u64(vreinterpretq_u64_u8(c0), 1));
        permkern_store64(to2, vgetq_lane_u64(vreinterpretq_u64_u8(c4), 0));
        permkern_store64(to3, vgetq_lane_u64(vreinterpretq_u64_u8(c4), 1));
        permkern_store64(to4, vgetq_lane_u64(vreinterpretq_u64_u8(c2), 0));
        permkern_store64(to5, vgetq_lane_u64(vreinterpretq_u64_u8(c2), 1));
        permkern_store64(to6, vgetq_lane_u64(vreinterpretq_u64_u8(c6), 0));
        permkern_store64(to7, vgetq_lane_u64(vreinterpretq_u64_u8(c6), 1));
        permkern_store64(to8, vgetq_lane_u64(vreinterpretq_u64_u8(c1), 0));
        permkern_store64(to9, vgetq_lane_u64(vreinterpretq_u64_u8(c1), 1));
        permkern_store64(to10, vgetq_lane_u64(vreinterpretq_u64_u8(c5), 0));
        permkern_store64(to11, vgetq_lane_u64(vreinterpretq_u64_u8(c5), 1));
        permkern_store64(to12, vgetq_lane_u64(vreinterpretq_u64_u8(c3), 0));
        permkern_store64(to13, vgetq_lane_u64(vreinterpretq_u64_u8(c3), 1));
        permkern_store64(to14, vgetq_lane_u64(vreinterpretq_u64_u8(c7), 0));
        permkern_store64(to15, vgetq_lane_u64(vreinterpretq_u64_u8(c7), 1));
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 4 rows in tiles of 16 columns. */
static void x8_strip_4x16_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        const uint8x16_t v2 = vld1q_u8(permkern_at(in, row[2]));
        const uint8x16_t v3 = vld1q_u8(permkern_at(in, row[3]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        const uint8x16_t a1 = vzip2q_u8(v0, v1);
        const uint8x16_t a2 = vzip1q_u8(v2, v3);
        const uint8x16_t a3 = vzip2q_u8(v2, v3);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a1), vreinterpretq_u16_u8(a3)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        permkern_store32(to0, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 0));
        permkern_store32(to1, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 1));
        permkern_store32(to2, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 2));
        permkern_store32(to3, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 3));
        permkern_store32(to4, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 0));
        permkern_store32(to5, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 1));
        permkern_store32(to6, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 2));
        permkern_store32(to7, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 3));
        permkern_store32(to8, vgetq_lane_u32(vreinterpretq_u32_u8(b1), 0));
        permkern_store32(to9, vgetq_lane_u32(vreinterpretq_u32_u8(b1), 1));
        permkern_store32(to10, vgetq_lane_u32(vreinterpretq_u32_u8(b1), 2));
        permkern_store32(to11, vgetq_lane_u32(vreinterpretq_u32_u8(b1), 3));
        permkern_store32(to12, vgetq_lane_u32(vreinterpretq_u32_u8(b3), 0));
        permkern_store32(to13, vgetq_lane_u32(vreinterpretq_u32_u8(b3), 1));
        permkern_store32(to14, vgetq_lane_u32(vreinterpretq_u32_u8(b3), 2));
        permkern_store32(to15, vgetq_lane_u32(vreinterpretq_u32_u8(b3), 3));
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 2 rows in tiles of 16 columns. */
static void x8_strip_2x16_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const uint8x16_t a0 = vzip1q_u8(v0, v1);
        const uint8x16_t a1 = vzip2q_u8(v0, v1);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        permkern_store16(to0, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 0));
        permkern_store16(to1, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 1));
        permkern_store16(to2, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 2));
        permkern_store16(to3, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 3));
        permkern_store16(to4, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 4));
        permkern_store16(to5, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 5));
        permkern_store16(to6, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 6));
        permkern_store16(to7, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 7));
        permkern_store16(to8, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 0));
        permkern_store16(to9, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 1));
        permkern_store16(to10, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 2));
        permkern_store16(to11, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 3));
        permkern_store16(to12, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 4));
        permkern_store16(to13, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 5));
        permkern_store16(to14, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 6));
        permkern_store16(to15, vgetq_lane_u16(vreinterpretq_u16_u8(a1), 7));
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

#endif /* PERMKERN_NEON_TILES8_COLS16_H */
