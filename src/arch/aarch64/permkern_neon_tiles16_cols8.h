/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for AArch64 with Advanced SIMD: strips of 8 columns.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_TILES16_COLS8_H
#define PERMKERN_NEON_TILES16_COLS8_H

/* Moves 16 rows in tiles of 8 columns. */
static void x16_strip_16x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v3)));
        const uint8x16_t a4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v4), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a5 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v4), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a6 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v6), vreinterpretq_u16_u8(v7)));
        const uint8x16_t a7 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v6), vreinterpretq_u16_u8(v7)));
        const uint8x16_t a8 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v8), vreinterpretq_u16_u8(v9)));
        const uint8x16_t a9 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v8), vreinterpretq_u16_u8(v9)));
        const uint8x16_t a10 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v10), vreinterpretq_u16_u8(v11)));
        const uint8x16_t a11 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v10), vreinterpretq_u16_u8(v11)));
        const uint8x16_t a12 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v12), vreinterpretq_u16_u8(v13)));
        const uint8x16_t a13 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v12), vreinterpretq_u16_u8(v13)));
        const uint8x16_t a14 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v14), vreinterpretq_u16_u8(v15)));
        const uint8x16_t a15 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v14), vreinterpretq_u16_u8(v15)));
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        const uint8x16_t b4 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a4), vreinterpretq_u32_u8(a6)));
        const uint8x16_t b6 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a4), vreinterpretq_u32_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a5), vreinterpretq_u32_u8(a7)));
        const uint8x16_t b7 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a5), vreinterpretq_u32_u8(a7)));
        const uint8x16_t b8 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a8), vreinterpretq_u32_u8(a10)));
        const uint8x16_t b10 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a8), vreinterpretq_u32_u8(a10)));
        const uint8x16_t b9 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a9), vreinterpretq_u32_u8(a11)));
        const uint8x16_t b11 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a9), vreinterpretq_u32_u8(a11)));
        const uint8x16_t b12 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a12), vreinterpretq_u32_u8(a14)));
        const uint8x16_t b14 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a12), vreinterpretq_u32_u8(a14)));
        const uint8x16_t b13 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a13), vreinterpretq_u32_u8(a15)));
        const uint8x16_t b15 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a13), vreinterpretq_u32_u8(a15)));
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const uint8x16_t c0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b0), vreinterpretq_u64_u8(b4)));
        const uint8x16_t c4 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b0), vreinterpretq_u64_u8(b4)));
        const uint8x16_t c1 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b1), vreinterpretq_u64_u8(b5)));
        const uint8x16_t c5 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b1), vreinterpretq_u64_u8(b5)));
        const uint8x16_t c2 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b2), vreinterpretq_u64_u8(b6)));
        const uint8x16_t c6 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b2), vreinterpretq_u64_u8(b6)));
        const uint8x16_t c3 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b3), vreinterpretq_u64_u8(b7)));
        const uint8x16_t c7 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b3), vreinterpretq_u64_u8(b7)));
        const uint8x16_t c8 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b8), vreinterpretq_u64_u8(b12)));
        const uint8x16_t c12 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b8), vreinterpretq_u64_u8(b12)));
        const uint8x16_t c9 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b9), vreinterpretq_u64_u8(b13)));
        const uint8x16_t c13 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b9), vreinterpretq_u64_u8(b13)));
        const uint8x16_t c10 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b10), vreinterpretq_u64_u8(b14)));
        const uint8x16_t c14 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b10), vreinterpretq_u64_u8(b14)));
        const uint8x16_t c11 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b11), vreinterpretq_u64_u8(b15)));
        const uint8x16_t c15 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b11), vreinterpretq_u64_u8(b15)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        vst1q_u8(to0, c0);
        vst1q_u8(to0 + 16, c8);
        vst1q_u8(to1, c4);
        vst1q_u8(to1 + 16, c12);
        vst1q_u8(to2, c2);
        vst1q_u8(to2 + 16, c10);
        vst1q_u8(to3, c6);
        vst1q_u8(to3 + 16, c14);
        vst1q_u8(to4, c1);
        vst1q_u8(to4 + 16, c9);
        vst1q_u8(to5, c5);
        vst1q_u8(to5 + 16, c13);
        vst1q_u8(to6, c3);
        vst1q_u8(to6 + 16, c11);
        vst1q_u8(to7, c7);
        vst1q_u8(to7 + 16, c15);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 8 rows in tiles of 8 columns. */
static void x16_strip_8x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v3)));
        const uint8x16_t a4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v4), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a5 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v4), vreinterpretq_u16_u8(v5)));
        const uint8x16_t a6 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v6), vreinterpretq_u16_u8(v7)));
        const uint8x16_t a7 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v6), vreinterpretq_u16_u8(v7)));
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        const uint8x16_t b4 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a4), vreinterpretq_u32_u8(a6)));
        const uint8x16_t b6 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a4), vreinterpretq_u32_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a5), vreinterpretq_u32_u8(a7)));
        const uint8x16_t b7 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a5), vreinterpretq_u32_u8(a7)));
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const uint8x16_t c0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b0), vreinterpretq_u64_u8(b4)));
        const uint8x16_t c4 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b0), vreinterpretq_u64_u8(b4)));
        const uint8x16_t c1 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b1), vreinterpretq_u64_u8(b5)));
        const uint8x16_t c5 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b1), vreinterpretq_u64_u8(b5)));
        const uint8x16_t c2 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b2), vreinterpretq_u64_u8(b6)));
        const uint8x16_t c6 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b2), vreinterpretq_u64_u8(b6)));
        const uint8x16_t c3 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(b3), vreinterpretq_u64_u8(b7)));
        const uint8x16_t c7 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(b3), vreinterpretq_u64_u8(b7)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        vst1q_u8(to0, c0);
        vst1q_u8(to1, c4);
        vst1q_u8(to2, c2);
        vst1q_u8(to3, c6);
        vst1q_u8(to4, c1);
        vst1q_u8(to5, c5);
        vst1q_u8(to6, c3);
        vst1q_u8(to7, c7);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 4 rows in tiles of 8 columns. */
static void x16_strip_4x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        const uint8x16_t v2 = vld1q_u8(permkern_at(in, row[2]));
        const uint8x16_t v3 = vld1q_u8(permkern_at(in, row[3]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v2), vreinterpretq_u16_u8(v3)));
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const uint8x16_t b0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a0), vreinterpretq_u32_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a1), vreinterpretq_u32_u8(a3)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        permkern_store64(to0, vgetq_lane_u64(vreinterpretq_u64_u8(b0), 0));
        permkern_store64(to1, vgetq_lane_u64(vreinterpretq_u64_u8(b0), 1));
        permkern_store64(to2, vgetq_lane_u64(vreinterpretq_u64_u8(b2), 0));
        permkern_store64(to3, vgetq_lane_u64(vreinterpretq_u64_u8(b2), 1));
        permkern_store64(to4, vgetq_lane_u64(vreinterpretq_u64_u8(b1), 0));
        permkern_store64(to5, vgetq_lane_u64(vreinterpretq_u64_u8(b1), 1));
        permkern_store64(to6, vgetq_lane_u64(vreinterpretq_u64_u8(b3), 0));
        permkern_store64(to7, vgetq_lane_u64(vreinterpretq_u64_u8(b3), 1));
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 2 rows in tiles of 8 columns. */
static void x16_strip_2x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(v0), vreinterpretq_u16_u8(v1)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        permkern_store32(to0, vgetq_lane_u32(vreinterpretq_u32_u8(a0), 0));
        permkern_store32(to1, vgetq_lane_u32(vreinterpretq_u32_u8(a0), 1));
        permkern_store32(to2, vgetq_lane_u32(vreinterpretq_u32_u8(a0), 2));
        permkern_store32(to3, vgetq_lane_u32(vreinterpretq_u32_u8(a0), 3));
        permkern_store32(to4, vgetq_lane_u32(vreinterpretq_u32_u8(a1), 0));
        permkern_store32(to5, vgetq_lane_u32(vreinterpretq_u32_u8(a1), 1));
        permkern_store32(to6, vgetq_lane_u32(vreinterpretq_u32_u8(a1), 2));
        permkern_store32(to7, vgetq_lane_u32(vreinterpretq_u32_u8(a1), 3));
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

#endif /* PERMKERN_NEON_TILES16_COLS8_H */
