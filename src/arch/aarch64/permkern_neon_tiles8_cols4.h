/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for AArch64 with Advanced SIMD: strips of 4 and 2 columns.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_TILES8_COLS4_H
#define PERMKERN_NEON_TILES8_COLS4_H

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

#endif /* PERMKERN_NEON_TILES8_COLS4_H */
