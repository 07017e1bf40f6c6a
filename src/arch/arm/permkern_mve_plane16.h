/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of 16-bit elements for Armv8.1-M with Helium (MVE): blocks, and how a plane is moved.
 * Part of permkern_mve.h.
 *
 * Written by tools/autogen from arch_gen/templates/mve_plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_PLANE16_H
#define PERMKERN_MVE_PLANE16_H

#include "permkern_mve_gather16.h"
#include "permkern_mve_join16.h"
#include "permkern_mve_split16.h"

#define PERMKERN_PLANE16 1

/*
 * Transposes a block of 8 x 8 in a buffer: an interleaving store makes words of 2 rows' elements of a column, and
 * another one gathers the words of four columns.
 */
PERMKERN_INLINE void permkern_x16_block_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            uint32_t *words)
{
    const ptrdiff_t down = (ptrdiff_t)in_stride; /* strides may be negative */
    const ptrdiff_t right = (ptrdiff_t)out_stride;
    ptrdiff_t from = 0;
    ptrdiff_t to = 0;
    uint32_t *const columns = words + 32;
    for (size_t group = 0; group < 4; group++) {
        const uint16x8_t r0 = vldrhq_u16(permkern_mve16(in + from));
        const uint16x8_t r1 = vldrhq_u16(permkern_mve16(in + from + down));
        const uint16x8x2_t v = {{r0, r1}};
        vst2q_u16(permkern_mve16_out(words + 8 * group), v);
        from += 2 * down;
    }
    permkern_mve_written(words);
    for (size_t at = 0; at < 8; at += 4) {
        const uint32x4_t w0 = vldrwq_u32(words + at);
        const uint32x4_t w1 = vldrwq_u32(words + at + 8);
        const uint32x4_t w2 = vldrwq_u32(words + at + 16);
        const uint32x4_t w3 = vldrwq_u32(words + at + 24);
        const uint32x4x4_t all = {{w0, w1, w2, w3}};
        vst4q_u32(columns, all);
        permkern_mve_written(words);
        vstrhq_u16(permkern_mve16_out(out + to), vldrhq_u16(permkern_mve16(columns)));
        vstrhq_u16(permkern_mve16_out(out + to + right), vldrhq_u16(permkern_mve16(columns + 4)));
        vstrhq_u16(permkern_mve16_out(out + to + 2 * right), vldrhq_u16(permkern_mve16(columns + 8)));
        vstrhq_u16(permkern_mve16_out(out + to + 3 * right), vldrhq_u16(permkern_mve16(columns + 12)));
        to += 4 * right;
    }
}

/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else gathers follow. */
PERMKERN_INLINE void permkern_x16_blocks_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t rows, size_t cols)
{
    uint32_t words[48];
    const size_t most_rows = rows % 8 < 4 ? rows - rows % 8 : rows;
    const size_t most_cols = cols % 8 < 4 ? cols - cols % 8 : cols;
    for (size_t row = 0; row < most_rows; row += 8) {
        const size_t r = row + 8 > most_rows ? most_rows - 8 : row;
        const size_t from = r * in_stride;
        const size_t to = r * 2;
        for (size_t col = 0; col < most_cols; col += 8) {
            const size_t c = col + 8 > most_cols ? most_cols - 8 : col;
            permkern_x16_block_mve(permkern_at(in, from) + c * 2, in_stride, permkern_at_out(out + to, c * out_stride),
                                   out_stride, words);
        }
    }
    if (most_cols < cols) {
        permkern_x16_gather_mve(in + most_cols * 2, in_stride, permkern_at_out(out, most_cols * out_stride), out_stride,
                                most_rows, cols - most_cols);
    }
    if (most_rows < rows) {
        permkern_x16_scatter_mve(permkern_at(in, most_rows * in_stride), in_stride, out + most_rows * 2, out_stride,
                                 rows - most_rows, cols);
    }
}

/* Moves channels that lie side by side in the input. */
PERMKERN_INLINE void permkern_x16_split_mve(const uint8_t *in, uint8_t *out, size_t out_stride, size_t rows,
                                            size_t cols)
{
    switch (cols) {
    case 2:
        permkern_x16_split2_mve(in, out, out_stride, rows);
        break;
#if PERMKERN_MVE_ASSEMBLY
    case 4:
        permkern_x16_split4_mve(in, out, out_stride, rows);
        break;
    case 8:
        permkern_x16_split8_mve(in, out, out_stride, rows);
        break;
    default: /* 16 */
        permkern_x16_split16_mve(in, out, out_stride, rows);
        break;
#else
    default: /* 4 */
        permkern_x16_split4_mve(in, out, out_stride, rows);
        break;
#endif
    }
}

/* Moves channels that lie side by side in the output. */
PERMKERN_INLINE void permkern_x16_join_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t rows, size_t cols)
{
    switch (rows) {
    case 2:
        permkern_x16_join2_mve(in, in_stride, out, cols);
        break;
#if PERMKERN_MVE_ASSEMBLY
    case 4:
        permkern_x16_join4_mve(in, in_stride, out, cols);
        break;
    case 8:
        permkern_x16_join8_mve(in, in_stride, out, cols);
        break;
    default: /* 16 */
        permkern_x16_join16_mve(in, in_stride, out, cols);
        break;
#else
    default: /* 4 */
        permkern_x16_join4_mve(in, in_stride, out, cols);
        break;
#endif
    }
}

#if PERMKERN_GATHER
static const permkern_ways permkern_x16_ways = {1, 0, 0, 0, 0, false};
#else
static const permkern_ways permkern_x16_ways = {1, 8, 8, PERMKERN_MVE_CHANNELS, 0, false};
#endif

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void permkern_x16_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t rows, size_t cols)
{
    switch (permkern_way_of(&permkern_x16_ways, rows, cols, in_stride, out_stride, true)) {
#if !PERMKERN_GATHER
    case PERMKERN_WAY_SPLIT:
        permkern_x16_split_mve(in, out, out_stride, rows, cols);
        break;
    case PERMKERN_WAY_JOIN:
        permkern_x16_join_mve(in, in_stride, out, rows, cols);
        break;
    case PERMKERN_WAY_TILES:
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x16_blocks_mve(in, in_stride, out, out_stride, rows, cols);
        break;
#endif
    case PERMKERN_WAY_ROWS:
        permkern_x16_scatter_mve(in, in_stride, out, out_stride, rows, cols);
        break;
    default:
        permkern_x16_gather_mve(in, in_stride, out, out_stride, rows, cols);
        break;
    }
}

/* The same, not inlined for constants: kernels for any shape share it. */
static inline void permkern_x16_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    permkern_x16_plane_inline(in, in_stride, out, out_stride, rows, cols);
}

#endif /* PERMKERN_MVE_PLANE16_H */
