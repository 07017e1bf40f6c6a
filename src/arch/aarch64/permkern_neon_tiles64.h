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

#endif /* PERMKERN_NEON_TILES64_H */
