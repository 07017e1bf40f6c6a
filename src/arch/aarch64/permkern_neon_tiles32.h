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

/* Moves 16 rows in tiles of 4 columns. */
static void x32_strip_16x4_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
        const uint8x16_t a4 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v4), vreinterpretq_u32_u8(v5)));
        const uint8x16_t a5 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v4), vreinterpretq_u32_u8(v5)));
        const uint8x16_t a6 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v6), vreinterpretq_u32_u8(v7)));
        const uint8x16_t a7 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v6), vreinterpretq_u32_u8(v7)));
        const uint8x16_t a8 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v8), vreinterpretq_u32_u8(v9)));
        const uint8x16_t a9 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v8), vreinterpretq_u32_u8(v9)));
        const uint8x16_t a10 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v10), vreinterpretq_u32_u8(v11)));
        const uint8x16_t a11 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v10), vreinterpretq_u32_u8(v11)));
        const uint8x16_t a12 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v12), vreinterpretq_u32_u8(v13)));
        const uint8x16_t a13 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v12), vreinterpretq_u32_u8(v13)));
        const uint8x16_t a14 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v14), vreinterpretq_u32_u8(v15)));
        const uint8x16_t a15 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v14), vreinterpretq_u32_u8(v15)));
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const uint8x16_t b0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a1), vreinterpretq_u64_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a1), vreinterpretq_u64_u8(a3)));
        const uint8x16_t b4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
        const uint8x16_t b6 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a5), vreinterpretq_u64_u8(a7)));
        const uint8x16_t b7 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a5), vreinterpretq_u64_u8(a7)));
        const uint8x16_t b8 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a8), vreinterpretq_u64_u8(a10)));
        const uint8x16_t b10 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a8), vreinterpretq_u64_u8(a10)));
        const uint8x16_t b9 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a9), vreinterpretq_u64_u8(a11)));
        const uint8x16_t b11 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a9), vreinterpretq_u64_u8(a11)));
        const uint8x16_t b12 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a12), vreinterpretq_u64_u8(a14)));
        const uint8x16_t b14 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a12), vreinterpretq_u64_u8(a14)));
        const uint8x16_t b13 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a13), vreinterpretq_u64_u8(a15)));
        const uint8x16_t b15 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a13), vreinterpretq_u64_u8(a15)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        vst1q_u8(to0, b0);
        vst1q_u8(to0 + 16, b4);
        vst1q_u8(to0 + 32, b8);
        vst1q_u8(to0 + 48, b12);
        vst1q_u8(to1, b2);
        vst1q_u8(to1 + 16, b6);
        vst1q_u8(to1 + 32, b10);
        vst1q_u8(to1 + 48, b14);
        vst1q_u8(to2, b1);
        vst1q_u8(to2 + 16, b5);
        vst1q_u8(to2 + 32, b9);
        vst1q_u8(to2 + 48, b13);
        vst1q_u8(to3, b3);
        vst1q_u8(to3 + 16, b7);
        vst1q_u8(to3 + 32, b11);
        vst1q_u8(to3 + 48, b15);
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 16 rows by one tile of 2 columns. */
static void x32_strip_16x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
    const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
    const uint8x16_t a4 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v4), vreinterpretq_u32_u8(v5)));
    const uint8x16_t a6 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v6), vreinterpretq_u32_u8(v7)));
    const uint8x16_t a8 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v8), vreinterpretq_u32_u8(v9)));
    const uint8x16_t a10 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v10), vreinterpretq_u32_u8(v11)));
    const uint8x16_t a12 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v12), vreinterpretq_u32_u8(v13)));
    const uint8x16_t a14 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v14), vreinterpretq_u32_u8(v15)));
    /* Columns: b0 has rows 0 to 3 of column 0. */
    const uint8x16_t b0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
    const uint8x16_t b2 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
    const uint8x16_t b4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
    const uint8x16_t b6 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
    const uint8x16_t b8 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a8), vreinterpretq_u64_u8(a10)));
    const uint8x16_t b10 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a8), vreinterpretq_u64_u8(a10)));
    const uint8x16_t b12 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a12), vreinterpretq_u64_u8(a14)));
    const uint8x16_t b14 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a12), vreinterpretq_u64_u8(a14)));
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    vst1q_u8(to0, b0);
    vst1q_u8(to0 + 16, b4);
    vst1q_u8(to0 + 32, b8);
    vst1q_u8(to0 + 48, b12);
    vst1q_u8(to1, b2);
    vst1q_u8(to1 + 16, b6);
    vst1q_u8(to1 + 32, b10);
    vst1q_u8(to1 + 48, b14);
}

/* Moves 8 rows in tiles of 4 columns. */
static void x32_strip_8x4_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
        const uint8x16_t a4 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v4), vreinterpretq_u32_u8(v5)));
        const uint8x16_t a5 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v4), vreinterpretq_u32_u8(v5)));
        const uint8x16_t a6 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v6), vreinterpretq_u32_u8(v7)));
        const uint8x16_t a7 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v6), vreinterpretq_u32_u8(v7)));
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const uint8x16_t b0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a1), vreinterpretq_u64_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a1), vreinterpretq_u64_u8(a3)));
        const uint8x16_t b4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
        const uint8x16_t b6 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
        const uint8x16_t b5 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a5), vreinterpretq_u64_u8(a7)));
        const uint8x16_t b7 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a5), vreinterpretq_u64_u8(a7)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        vst1q_u8(to0, b0);
        vst1q_u8(to0 + 16, b4);
        vst1q_u8(to1, b2);
        vst1q_u8(to1 + 16, b6);
        vst1q_u8(to2, b1);
        vst1q_u8(to2 + 16, b5);
        vst1q_u8(to3, b3);
        vst1q_u8(to3 + 16, b7);
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 8 rows by one tile of 2 columns. */
static void x32_strip_8x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
    const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
    const uint8x16_t a4 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v4), vreinterpretq_u32_u8(v5)));
    const uint8x16_t a6 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v6), vreinterpretq_u32_u8(v7)));
    /* Columns: b0 has rows 0 to 3 of column 0. */
    const uint8x16_t b0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
    const uint8x16_t b2 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
    const uint8x16_t b4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
    const uint8x16_t b6 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a4), vreinterpretq_u64_u8(a6)));
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    vst1q_u8(to0, b0);
    vst1q_u8(to0 + 16, b4);
    vst1q_u8(to1, b2);
    vst1q_u8(to1 + 16, b6);
}

/* Moves 4 rows in tiles of 4 columns. */
static void x32_strip_4x4_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        const uint8x16_t v2 = vld1q_u8(permkern_at(in, row[2]));
        const uint8x16_t v3 = vld1q_u8(permkern_at(in, row[3]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const uint8x16_t b0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
        const uint8x16_t b2 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
        const uint8x16_t b1 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a1), vreinterpretq_u64_u8(a3)));
        const uint8x16_t b3 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a1), vreinterpretq_u64_u8(a3)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        vst1q_u8(to0, b0);
        vst1q_u8(to1, b2);
        vst1q_u8(to2, b1);
        vst1q_u8(to3, b3);
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 4 rows by one tile of 2 columns. */
static void x32_strip_4x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const uint8x16_t v0 = vcombine_u8(vld1_u8(permkern_at(in, row[0])), vdup_n_u8(0));
    const uint8x16_t v1 = vcombine_u8(vld1_u8(permkern_at(in, row[1])), vdup_n_u8(0));
    const uint8x16_t v2 = vcombine_u8(vld1_u8(permkern_at(in, row[2])), vdup_n_u8(0));
    const uint8x16_t v3 = vcombine_u8(vld1_u8(permkern_at(in, row[3])), vdup_n_u8(0));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
    const uint8x16_t a2 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v2), vreinterpretq_u32_u8(v3)));
    /* Columns: b0 has rows 0 to 3 of column 0. */
    const uint8x16_t b0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
    const uint8x16_t b2 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a0), vreinterpretq_u64_u8(a2)));
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    vst1q_u8(to0, b0);
    vst1q_u8(to1, b2);
}

/* Moves 2 rows in tiles of 4 columns. */
static void x32_strip_2x4_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        permkern_store64(to0, vgetq_lane_u64(vreinterpretq_u64_u8(a0), 0));
        permkern_store64(to1, vgetq_lane_u64(vreinterpretq_u64_u8(a0), 1));
        permkern_store64(to2, vgetq_lane_u64(vreinterpretq_u64_u8(a1), 0));
        permkern_store64(to3, vgetq_lane_u64(vreinterpretq_u64_u8(a1), 1));
        if (cols == 4) {
            return;
        }
        in += 16;
        col += 4;
        cols -= 4;
    }
}

/* Moves 2 rows by one tile of 2 columns. */
static void x32_strip_2x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const uint8x16_t v0 = vcombine_u8(vld1_u8(permkern_at(in, row[0])), vdup_n_u8(0));
    const uint8x16_t v1 = vcombine_u8(vld1_u8(permkern_at(in, row[1])), vdup_n_u8(0));
    /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const uint8x16_t a0 = vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(v0), vreinterpretq_u32_u8(v1)));
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    permkern_store64(to0, vgetq_lane_u64(vreinterpretq_u64_u8(a0), 0));
    permkern_store64(to1, vgetq_lane_u64(vreinterpretq_u64_u8(a0), 1));
}

#endif /* PERMKERN_NEON_TILES32_H */
