/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of 32-bit elements for Armv8.1-M with Helium (MVE): blocks, and how a plane is moved.
 * Part of permkern_mve.h.
 *
 * Written by tools/autogen from arch_gen/templates/mve_plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_PLANE32_H
#define PERMKERN_MVE_PLANE32_H

#include "permkern_mve_gather32.h"
#include "permkern_mve_join32.h"
#include "permkern_mve_split32.h"

#define PERMKERN_PLANE32 1

/* Transposes a block of 4 x 4 in a buffer, by one interleaving store. */
PERMKERN_INLINE void permkern_x32_block_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            uint32_t *words)
{
    const ptrdiff_t down = (ptrdiff_t)in_stride; /* strides may be negative */
    const ptrdiff_t right = (ptrdiff_t)out_stride;
    const uint32x4_t r0 = vldrwq_u32(permkern_mve32(in));
    const uint32x4_t r1 = vldrwq_u32(permkern_mve32(in + down));
    const uint32x4_t r2 = vldrwq_u32(permkern_mve32(in + 2 * down));
    const uint32x4_t r3 = vldrwq_u32(permkern_mve32(in + 3 * down));
    const uint32x4x4_t all = {{r0, r1, r2, r3}};
    vst4q_u32(words, all);
    permkern_mve_written(words);
    vstrwq_u32(permkern_mve32_out(out), vldrwq_u32(words));
    vstrwq_u32(permkern_mve32_out(out + right), vldrwq_u32(words + 4));
    vstrwq_u32(permkern_mve32_out(out + 2 * right), vldrwq_u32(words + 8));
    vstrwq_u32(permkern_mve32_out(out + 3 * right), vldrwq_u32(words + 12));
}

/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else gathers follow. */
PERMKERN_INLINE void permkern_x32_blocks_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t rows, size_t cols)
{
    uint32_t words[16];
    const size_t most_rows = rows % 4 < 2 ? rows - rows % 4 : rows;
    const size_t most_cols = cols % 4 < 2 ? cols - cols % 4 : cols;
    for (size_t row = 0; row < most_rows; row += 4) {
        const size_t r = row + 4 > most_rows ? most_rows - 4 : row;
        const size_t from = r * in_stride;
        const size_t to = r * 4;
        for (size_t col = 0; col < most_cols; col += 4) {
            const size_t c = col + 4 > most_cols ? most_cols - 4 : col;
            permkern_x32_block_mve(permkern_at(in, from) + c * 4, in_stride, permkern_at_out(out + to, c * out_stride),
                                   out_stride, words);
        }
    }
    if (most_cols < cols) {
        permkern_x32_gather_mve(in + most_cols * 4, in_stride, permkern_at_out(out, most_cols * out_stride), out_stride,
                                most_rows, cols - most_cols);
    }
    if (most_rows < rows) {
        permkern_x32_scatter_mve(permkern_at(in, most_rows * in_stride), in_stride, out + most_rows * 4, out_stride,
                                 rows - most_rows, cols);
    }
}

/* Moves channels that lie side by side in the input. */
PERMKERN_INLINE void permkern_x32_split_mve(const uint8_t *in, uint8_t *out, size_t out_stride, size_t rows,
                                            size_t cols)
{
    switch (cols) {
    case 2:
        permkern_x32_split2_mve(in, out, out_stride, rows);
        break;
#if PERMKERN_MVE_ASSEMBLY
    case 4:
        permkern_x32_split4_mve(in, out, out_stride, rows);
        break;
    case 8:
        permkern_x32_split8_mve(in, out, out_stride, rows);
        break;
    default: /* 16 */
        permkern_x32_split16_mve(in, out, out_stride, rows);
        break;
#else
    default: /* 4 */
        permkern_x32_split4_mve(in, out, out_stride, rows);
        break;
#endif
    }
}

/* Moves channels that lie side by side in the output. */
PERMKERN_INLINE void permkern_x32_join_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t rows, size_t cols)
{
    switch (rows) {
    case 2:
        permkern_x32_join2_mve(in, in_stride, out, cols);
        break;
#if PERMKERN_MVE_ASSEMBLY
    case 4:
        permkern_x32_join4_mve(in, in_stride, out, cols);
        break;
    case 8:
        permkern_x32_join8_mve(in, in_stride, out, cols);
        break;
    default: /* 16 */
        permkern_x32_join16_mve(in, in_stride, out, cols);
        break;
#else
    default: /* 4 */
        permkern_x32_join4_mve(in, in_stride, out, cols);
        break;
#endif
    }
}

#if PERMKERN_GATHER
static const permkern_ways permkern_x32_ways = {2, 0, 0, 0, 0, false};
#else
static const permkern_ways permkern_x32_ways = {2, 4, 4, PERMKERN_MVE_CHANNELS, 0, false};
#endif

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void permkern_x32_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t rows, size_t cols)
{
    switch (permkern_way_of(&permkern_x32_ways, rows, cols, in_stride, out_stride, true)) {
#if !PERMKERN_GATHER
    case PERMKERN_WAY_SPLIT:
        permkern_x32_split_mve(in, out, out_stride, rows, cols);
        break;
    case PERMKERN_WAY_JOIN:
        permkern_x32_join_mve(in, in_stride, out, rows, cols);
        break;
    case PERMKERN_WAY_TILES:
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x32_blocks_mve(in, in_stride, out, out_stride, rows, cols);
        break;
#endif
    case PERMKERN_WAY_ROWS:
        permkern_x32_scatter_mve(in, in_stride, out, out_stride, rows, cols);
        break;
    default:
        permkern_x32_gather_mve(in, in_stride, out, out_stride, rows, cols);
        break;
    }
}

/* The same, not inlined for constants: kernels for any shape share it. */
static inline void permkern_x32_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    permkern_x32_plane_inline(in, in_stride, out, out_stride, rows, cols);
}

#endif /* PERMKERN_MVE_PLANE32_H */
