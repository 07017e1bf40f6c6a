/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of 8-bit elements for Armv8.1-M with Helium (MVE): blocks, and how a plane is moved.
 * Part of permkern_mve.h.
 *
 * Written by tools/autogen from arch_gen/templates/mve_plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_PLANE8_H
#define PERMKERN_MVE_PLANE8_H

#include "permkern_mve_gather8.h"
#include "permkern_mve_join8.h"
#include "permkern_mve_split8.h"

#define PERMKERN_PLANE8 1

/*
 * Moves 4 rows of 16 columns at a time: rows are interleaved to words, and words are scattered to columns, whose
 * addresses must be aligned to words. The rows and columns that are left are moved byte by byte.
 */
static inline void permkern_x8_words_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                         size_t rows, size_t cols)
{
    uint32_t words[16];
    const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)out_stride);
    const size_t whole_rows = rows - rows % 4;
    const size_t whole_cols = cols - cols % 16;
    for (size_t r = 0; r < whole_rows; r += 4) {
        size_t from = r * in_stride;
        size_t to = r;
        for (size_t c = whole_cols; c != 0; c -= 16) {
            const uint8x16_t r0 = vldrbq_u8(permkern_at(in, from));
            const uint8x16_t r1 = vldrbq_u8(permkern_at(in, from + in_stride));
            const uint8x16_t r2 = vldrbq_u8(permkern_at(in, from + 2 * in_stride));
            const uint8x16_t r3 = vldrbq_u8(permkern_at(in, from + 3 * in_stride));
            const uint8x16x4_t v = {{r0, r1, r2, r3}};
            vst4q_u8((uint8_t *)words, v);
            permkern_mve_written(words);
            vstrwq_scatter_offset_u32(permkern_mve32_out(permkern_at_out(out, to)), offset, vldrwq_u32(words));
            to += 4 * out_stride;
            vstrwq_scatter_offset_u32(permkern_mve32_out(permkern_at_out(out, to)), offset, vldrwq_u32(words + 4));
            to += 4 * out_stride;
            vstrwq_scatter_offset_u32(permkern_mve32_out(permkern_at_out(out, to)), offset, vldrwq_u32(words + 8));
            to += 4 * out_stride;
            vstrwq_scatter_offset_u32(permkern_mve32_out(permkern_at_out(out, to)), offset, vldrwq_u32(words + 12));
            to += 4 * out_stride;
            from += 16;
        }
    }
    if (whole_cols < cols) {
        permkern_x8_gather_mve(in + whole_cols, in_stride, permkern_at_out(out, whole_cols * out_stride), out_stride,
                               whole_rows, cols - whole_cols);
    }
    if (whole_rows < rows) {
        permkern_x8_scatter_mve(permkern_at(in, whole_rows * in_stride), in_stride, out + whole_rows, out_stride,
                                rows - whole_rows, cols);
    }
}

/*
 * Transposes a block of 16 x 16 in a buffer: an interleaving store makes words of 4 rows' elements of a column, and
 * another one gathers the words of four columns.
 */
PERMKERN_INLINE void permkern_x8_block_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           uint32_t *words)
{
    const ptrdiff_t down = (ptrdiff_t)in_stride; /* strides may be negative */
    const ptrdiff_t right = (ptrdiff_t)out_stride;
    ptrdiff_t from = 0;
    ptrdiff_t to = 0;
    uint32_t *const columns = words + 64;
    for (size_t group = 0; group < 4; group++) {
        const uint8x16_t r0 = vldrbq_u8(permkern_mve8(in + from));
        const uint8x16_t r1 = vldrbq_u8(permkern_mve8(in + from + down));
        const uint8x16_t r2 = vldrbq_u8(permkern_mve8(in + from + 2 * down));
        const uint8x16_t r3 = vldrbq_u8(permkern_mve8(in + from + 3 * down));
        const uint8x16x4_t v = {{r0, r1, r2, r3}};
        vst4q_u8(permkern_mve8_out(words + 16 * group), v);
        from += 4 * down;
    }
    permkern_mve_written(words);
    for (size_t at = 0; at < 16; at += 4) {
        const uint32x4_t w0 = vldrwq_u32(words + at);
        const uint32x4_t w1 = vldrwq_u32(words + at + 16);
        const uint32x4_t w2 = vldrwq_u32(words + at + 32);
        const uint32x4_t w3 = vldrwq_u32(words + at + 48);
        const uint32x4x4_t all = {{w0, w1, w2, w3}};
        vst4q_u32(columns, all);
        permkern_mve_written(words);
        vstrbq_u8(permkern_mve8_out(out + to), vldrbq_u8(permkern_mve8(columns)));
        vstrbq_u8(permkern_mve8_out(out + to + right), vldrbq_u8(permkern_mve8(columns + 4)));
        vstrbq_u8(permkern_mve8_out(out + to + 2 * right), vldrbq_u8(permkern_mve8(columns + 8)));
        vstrbq_u8(permkern_mve8_out(out + to + 3 * right), vldrbq_u8(permkern_mve8(columns + 12)));
        to += 4 * right;
    }
}

/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else gathers follow. */
PERMKERN_INLINE void permkern_x8_blocks_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    uint32_t words[80];
    const size_t most_rows = rows % 16 < 8 ? rows - rows % 16 : rows;
    const size_t most_cols = cols % 16 < 8 ? cols - cols % 16 : cols;
    for (size_t row = 0; row < most_rows; row += 16) {
        const size_t r = row + 16 > most_rows ? most_rows - 16 : row;
        const size_t from = r * in_stride;
        const size_t to = r;
        for (size_t col = 0; col < most_cols; col += 16) {
            const size_t c = col + 16 > most_cols ? most_cols - 16 : col;
            permkern_x8_block_mve(permkern_at(in, from) + c, in_stride, permkern_at_out(out + to, c * out_stride),
                                  out_stride, words);
        }
    }
    if (most_cols < cols) {
        permkern_x8_gather_mve(in + most_cols, in_stride, permkern_at_out(out, most_cols * out_stride), out_stride,
                               most_rows, cols - most_cols);
    }
    if (most_rows < rows) {
        permkern_x8_scatter_mve(permkern_at(in, most_rows * in_stride), in_stride, out + most_rows, out_stride,
                                rows - most_rows, cols);
    }
}

/* Moves channels that lie side by side in the input. */
PERMKERN_INLINE void permkern_x8_split_mve(const uint8_t *in, uint8_t *out, size_t out_stride, size_t rows, size_t cols)
{
    switch (cols) {
    case 2:
        permkern_x8_split2_mve(in, out, out_stride, rows);
        break;
#if PERMKERN_MVE_ASSEMBLY
    case 4:
        permkern_x8_split4_mve(in, out, out_stride, rows);
        break;
    case 8:
        permkern_x8_split8_mve(in, out, out_stride, rows);
        break;
    default: /* 16 */
        permkern_x8_split16_mve(in, out, out_stride, rows);
        break;
#else
    default: /* 4 */
        permkern_x8_split4_mve(in, out, out_stride, rows);
        break;
#endif
    }
}

/* Moves channels that lie side by side in the output. */
PERMKERN_INLINE void permkern_x8_join_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t rows, size_t cols)
{
    switch (rows) {
    case 2:
        permkern_x8_join2_mve(in, in_stride, out, cols);
        break;
#if PERMKERN_MVE_ASSEMBLY
    case 4:
        permkern_x8_join4_mve(in, in_stride, out, cols);
        break;
    case 8:
        permkern_x8_join8_mve(in, in_stride, out, cols);
        break;
    default: /* 16 */
        permkern_x8_join16_mve(in, in_stride, out, cols);
        break;
#else
    default: /* 4 */
        permkern_x8_join4_mve(in, in_stride, out, cols);
        break;
#endif
    }
}

#if PERMKERN_GATHER
static const permkern_ways permkern_x8_ways = {0, 16, 0, 0, 18, false};
#else
static const permkern_ways permkern_x8_ways = {0, 16, 16, PERMKERN_MVE_CHANNELS, 0, false};
#endif

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void permkern_x8_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                              size_t rows, size_t cols)
{
    const bool fit = !PERMKERN_GATHER || (((uintptr_t)out | out_stride) & 3U) == 0; /* scatters of words */
    switch (permkern_way_of(&permkern_x8_ways, rows, cols, in_stride, out_stride, fit)) {
#if !PERMKERN_GATHER
    case PERMKERN_WAY_SPLIT:
        permkern_x8_split_mve(in, out, out_stride, rows, cols);
        break;
    case PERMKERN_WAY_JOIN:
        permkern_x8_join_mve(in, in_stride, out, rows, cols);
        break;
    case PERMKERN_WAY_TILES:
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x8_blocks_mve(in, in_stride, out, out_stride, rows, cols);
        break;
#else
    case PERMKERN_WAY_TILES:
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x8_words_mve(in, in_stride, out, out_stride, rows, cols);
        break;
#endif
    case PERMKERN_WAY_ROWS:
        permkern_x8_scatter_mve(in, in_stride, out, out_stride, rows, cols);
        break;
    default:
        permkern_x8_gather_mve(in, in_stride, out, out_stride, rows, cols);
        break;
    }
}

/* The same, not inlined for constants: kernels for any shape share it. */
static inline void permkern_x8_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                      size_t cols)
{
    permkern_x8_plane_inline(in, in_stride, out, out_stride, rows, cols);
}

#endif /* PERMKERN_MVE_PLANE8_H */
