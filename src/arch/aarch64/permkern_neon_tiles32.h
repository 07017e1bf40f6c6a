/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 32-bit elements for AArch64 with Advanced SIMD: strips of 4 and 2 columns.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_TILES32_H
#define PERMKERN_NEON_TILES32_H

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

#endif /* PERMKERN_NEON_TILES32_H */
