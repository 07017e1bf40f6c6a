/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for AArch64 with Advanced SIMD: strips of 8 columns.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_TILES8_COLS8_H
#define PERMKERN_NEON_TILES8_COLS8_H

/* Moves 16 rows by one tile of 8 columns. */
static void x8_strip_16x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const uint8x16_t v0 = vcombine_u8(vld1_u8(permkern_at(in, row[0])), vdup_n_u8(0));
    const uint8x16_t v1 = vcombine_u8(vld1_u8(permkern_at(in, row[1])), vdup_n_u8(0));
    const uint8x16_t v2 = vcombine_u8(vld1_u8(permkern_at(in, row[2])), vdup_n_u8(0));
    const uint8x16_t v3 = vcombine_u8(vld1_u8(permkern_at(in, row[3])), vdup_n_u8(0));
    const uint8x16_t v4 = vcombine_u8(vld1_u8(permkern_at(in, row[4])), vdup_n_u8(0));
    const uint8x16_t v5 = vcombine_u8(vld1_u8(permkern_at(in, row[5])), vdup_n_u8(0));
    const uint8x16_t v6 = vcombine_u8(vld1_u8(permkern_at(in, row[6])), vdup_n_u8(0));
    const uint8x16_t v7 = vcombine_u8(vld1_u8(permkern_at(in, row[7])), vdup_n_u8(0));
    const uint8x16_t v8 = vcombine_u8(vld1_u8(permkern_at(in, row[8])), vdup_n_u8(0));
    const uint8x16_t v9 = vcombine_u8(vld1_u8(permkern_at(in, row[9])), vdup_n_u8(0));
    const uint8x16_t v10 = vcombine_u8(vld1_u8(permkern_at(in, row[10])), vdup_n_u8(0));
    const uint8x16_t v11 = vcombine_u8(vld1_u8(permkern_at(in, row[11])), vdup_n_u8(0));
    const uint8x16_t v12 = vcombine_u8(vld1_u8(permkern_at(in, row[12])), vdup_n_u8(0));
    const uint8x16_t v13 = vcombine_u8(vld1_u8(permkern_at(in, row[13])), vdup_n_u8(0));
    const uint8x16_t v14 = vcombine_u8(vld1_u8(permkern_at(in, row[14])), vdup_n_u8(0));
    const uint8x16_t v15 = vcombine_u8(vld1_u8(permkern_at(in, row[15])), vdup_n_u8(0));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const uint8x16_t a0 = vzip1q_u8(v0, v1);
    const uint8x16_t a2 = vzip1q_u8(v2, v3);
    const uint8x16_t a4 = vzip1q_u8(v4, v5);
    const uint8x16_t a6 = vzip1q_u8(v6, v7);
    const uint8x16_t a8 = vzip1q_u8(v8, v9);
    const uint8x16_t a10 = vzip1q_u8(v10, v11);
    const uint8x16_t a12 = vzip1q_u8(v12, v13);
    const uint8x16_t a14 = vzip1q_u8(v14, v15);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
    const uint8x16_t b2 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
    const uint8x16_t b4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
    const uint8x16_t b6 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
    const uint8x16_t b8 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a8), vreinterpretq_u16_u8(a10)));
    const uint8x16_t b10 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a8), vreinterpretq_u16_u8(a10)));
    const uint8x16_t b12 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a12), vreinterpretq_u16_u8(a14)));
    const uint8x16_t b14 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a12), vreinterpretq_u16_u8(a14)));
    /* Eights of rows: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const uint8x16_t c0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
    const uint8x16_t c4 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
    const uint8x16_t c2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
    const uint8x16_t c6 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
    const uint8x16_t c8 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b8), vreinterpretq_u32_u8(b12)));
    const uint8x16_t c12 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b8), vreinterpretq_u32_u8(b12)));
    const uint8x16_t c10 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b10), vreinterpretq_u32_u8(b14)));
    const uint8x16_t c14 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b10), vreinterpretq_u32_u8(b14)));
    /* Columns: d0 has rows 0 to 15 of column 0. */
    const uint8x16_t d0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c0), vreinterpretq_u64_u8(c8)));
    const uint8x16_t d8 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c0), vreinterpretq_u64_u8(c8)));
    const uint8x16_t d2 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c2), vreinterpretq_u64_u8(c10)));
    const uint8x16_t d10 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c2), vreinterpretq_u64_u8(c10)));
    const uint8x16_t d4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c4), vreinterpretq_u64_u8(c12)));
    const uint8x16_t d12 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c4), vreinterpretq_u64_u8(c12)));
    const uint8x16_t d6 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(c6), vreinterpretq_u64_u8(c14)));
    const uint8x16_t d14 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(c6), vreinterpretq_u64_u8(c14)));
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    vst1q_u8(to0, d0);
    vst1q_u8(to1, d8);
    vst1q_u8(to2, d4);
    vst1q_u8(to3, d12);
    vst1q_u8(to4, d2);
    vst1q_u8(to5, d10);
    vst1q_u8(to6, d6);
    vst1q_u8(to7, d14);
}

/* Moves 8 rows by one tile of 8 columns. */
static void x8_strip_8x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                              const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const uint8x16_t v0 = vcombine_u8(vld1_u8(permkern_at(in, row[0])), vdup_n_u8(0));
    const uint8x16_t v1 = vcombine_u8(vld1_u8(permkern_at(in, row[1])), vdup_n_u8(0));
    const uint8x16_t v2 = vcombine_u8(vld1_u8(permkern_at(in, row[2])), vdup_n_u8(0));
    const uint8x16_t v3 = vcombine_u8(vld1_u8(permkern_at(in, row[3])), vdup_n_u8(0));
    const uint8x16_t v4 = vcombine_u8(vld1_u8(permkern_at(in, row[4])), vdup_n_u8(0));
    const uint8x16_t v5 = vcombine_u8(vld1_u8(permkern_at(in, row[5])), vdup_n_u8(0));
    const uint8x16_t v6 = vcombine_u8(vld1_u8(permkern_at(in, row[6])), vdup_n_u8(0));
    const uint8x16_t v7 = vcombine_u8(vld1_u8(permkern_at(in, row[7])), vdup_n_u8(0));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const uint8x16_t a0 = vzip1q_u8(v0, v1);
    const uint8x16_t a2 = vzip1q_u8(v2, v3);
    const uint8x16_t a4 = vzip1q_u8(v4, v5);
    const uint8x16_t a6 = vzip1q_u8(v6, v7);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
    const uint8x16_t b2 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
    const uint8x16_t b4 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
    const uint8x16_t b6 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a4), vreinterpretq_u16_u8(a6)));
    /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const uint8x16_t c0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
    const uint8x16_t c4 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b0), vreinterpretq_u32_u8(b4)));
    const uint8x16_t c2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
    const uint8x16_t c6 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(b2), vreinterpretq_u32_u8(b6)));
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    permkern_store64(to0, vgetq_lane_u64(vreinterpretq_u64_u8(c0), 0));
    permkern_store64(to1, vgetq_lane_u64(vreinterpretq_u64_u8(c0), 1));
    permkern_store64(to2, vgetq_lane_u64(vreinterpretq_u64_u8(c4), 0));
    permkern_store64(to3, vgetq_lane_u64(vreinterpretq_u64_u8(c4), 1));
    permkern_store64(to4, vgetq_lane_u64(vreinterpretq_u64_u8(c2), 0));
    permkern_store64(to5, vgetq_lane_u64(vreinterpretq_u64_u8(c2), 1));
    permkern_store64(to6, vgetq_lane_u64(vreinterpretq_u64_u8(c6), 0));
    permkern_store64(to7, vgetq_lane_u64(vreinterpretq_u64_u8(c6), 1));
}

/* Moves 4 rows by one tile of 8 columns. */
static void x8_strip_4x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                              const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const uint8x16_t v0 = vcombine_u8(vld1_u8(permkern_at(in, row[0])), vdup_n_u8(0));
    const uint8x16_t v1 = vcombine_u8(vld1_u8(permkern_at(in, row[1])), vdup_n_u8(0));
    const uint8x16_t v2 = vcombine_u8(vld1_u8(permkern_at(in, row[2])), vdup_n_u8(0));
    const uint8x16_t v3 = vcombine_u8(vld1_u8(permkern_at(in, row[3])), vdup_n_u8(0));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const uint8x16_t a0 = vzip1q_u8(v0, v1);
    const uint8x16_t a2 = vzip1q_u8(v2, v3);
    /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const uint8x16_t b0 = vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
    const uint8x16_t b2 = vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a0), vreinterpretq_u16_u8(a2)));
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    permkern_store32(to0, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 0));
    permkern_store32(to1, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 1));
    permkern_store32(to2, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 2));
    permkern_store32(to3, vgetq_lane_u32(vreinterpretq_u32_u8(b0), 3));
    permkern_store32(to4, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 0));
    permkern_store32(to5, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 1));
    permkern_store32(to6, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 2));
    permkern_store32(to7, vgetq_lane_u32(vreinterpretq_u32_u8(b2), 3));
}

/* Moves 2 rows by one tile of 8 columns. */
static void x8_strip_2x8_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                              const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const uint8x16_t v0 = vcombine_u8(vld1_u8(permkern_at(in, row[0])), vdup_n_u8(0));
    const uint8x16_t v1 = vcombine_u8(vld1_u8(permkern_at(in, row[1])), vdup_n_u8(0));
    /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const uint8x16_t a0 = vzip1q_u8(v0, v1);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    permkern_store16(to0, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 0));
    permkern_store16(to1, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 1));
    permkern_store16(to2, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 2));
    permkern_store16(to3, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 3));
    permkern_store16(to4, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 4));
    permkern_store16(to5, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 5));
    permkern_store16(to6, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 6));
    permkern_store16(to7, vgetq_lane_u16(vreinterpretq_u16_u8(a0), 7));
}

#endif /* PERMKERN_NEON_TILES8_COLS8_H */
