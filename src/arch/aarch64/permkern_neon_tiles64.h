/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 64-bit elements for AArch64 with Advanced SIMD: strips of 2 columns.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_TILES64_H
#define PERMKERN_NEON_TILES64_H

/* Moves 16 rows in tiles of 2 columns. */
static void x64_strip_16x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const uint8x16_t a0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v2), vreinterpretq_u64_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v2), vreinterpretq_u64_u8(v3)));
        const uint8x16_t a4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v4), vreinterpretq_u64_u8(v5)));
        const uint8x16_t a5 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v4), vreinterpretq_u64_u8(v5)));
        const uint8x16_t a6 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v6), vreinterpretq_u64_u8(v7)));
        const uint8x16_t a7 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v6), vreinterpretq_u64_u8(v7)));
        const uint8x16_t a8 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v8), vreinterpretq_u64_u8(v9)));
        const uint8x16_t a9 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v8), vreinterpretq_u64_u8(v9)));
        const uint8x16_t a10 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v10), vreinterpretq_u64_u8(v11)));
        const uint8x16_t a11 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v10), vreinterpretq_u64_u8(v11)));
        const uint8x16_t a12 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v12), vreinterpretq_u64_u8(v13)));
        const uint8x16_t a13 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v12), vreinterpretq_u64_u8(v13)));
        const uint8x16_t a14 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v14), vreinterpretq_u64_u8(v15)));
        const uint8x16_t a15 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v14), vreinterpretq_u64_u8(v15)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        vst1q_u8(to0, a0);
        vst1q_u8(to0 + 16, a2);
        vst1q_u8(to0 + 32, a4);
        vst1q_u8(to0 + 48, a6);
        vst1q_u8(to0 + 64, a8);
        vst1q_u8(to0 + 80, a10);
        vst1q_u8(to0 + 96, a12);
        vst1q_u8(to0 + 112, a14);
        vst1q_u8(to1, a1);
        vst1q_u8(to1 + 16, a3);
        vst1q_u8(to1 + 32, a5);
        vst1q_u8(to1 + 48, a7);
        vst1q_u8(to1 + 64, a9);
        vst1q_u8(to1 + 80, a11);
        vst1q_u8(to1 + 96, a13);
        vst1q_u8(to1 + 112, a15);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
static void x64_strip_8x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const uint8x16_t a0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v2), vreinterpretq_u64_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v2), vreinterpretq_u64_u8(v3)));
        const uint8x16_t a4 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v4), vreinterpretq_u64_u8(v5)));
        const uint8x16_t a5 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v4), vreinterpretq_u64_u8(v5)));
        const uint8x16_t a6 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v6), vreinterpretq_u64_u8(v7)));
        const uint8x16_t a7 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v6), vreinterpretq_u64_u8(v7)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        vst1q_u8(to0, a0);
        vst1q_u8(to0 + 16, a2);
        vst1q_u8(to0 + 32, a4);
        vst1q_u8(to0 + 48, a6);
        vst1q_u8(to1, a1);
        vst1q_u8(to1 + 16, a3);
        vst1q_u8(to1 + 32, a5);
        vst1q_u8(to1 + 48, a7);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
static void x64_strip_4x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        const uint8x16_t v2 = vld1q_u8(permkern_at(in, row[2]));
        const uint8x16_t v3 = vld1q_u8(permkern_at(in, row[3]));
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const uint8x16_t a0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a2 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v2), vreinterpretq_u64_u8(v3)));
        const uint8x16_t a3 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v2), vreinterpretq_u64_u8(v3)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        vst1q_u8(to0, a0);
        vst1q_u8(to0 + 16, a2);
        vst1q_u8(to1, a1);
        vst1q_u8(to1 + 16, a3);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
static void x64_strip_2x2_neon(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                               const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const uint8x16_t v0 = vld1q_u8(permkern_at(in, row[0]));
        const uint8x16_t v1 = vld1q_u8(permkern_at(in, row[1]));
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const uint8x16_t a0 = vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        const uint8x16_t a1 = vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(v0), vreinterpretq_u64_u8(v1)));
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        vst1q_u8(to0, a0);
        vst1q_u8(to1, a1);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

#endif /* PERMKERN_NEON_TILES64_H */
