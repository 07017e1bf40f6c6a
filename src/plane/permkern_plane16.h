/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves planes of 16-bit elements by words: as tiles or channels, and line by line where these do not fit.
 *
 * Written by tools/autogen from arch_gen/templates/plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_PLANE16_H
#define PERMKERN_PLANE16_H

#include "permkern_internal.h"
#include "permkern_isa.h"
#include "permkern_way.h"
#include "permkern_word.h"

/* The vector instruction sets of firmware have plane functions of their own. */
#if !PERMKERN_PLANE16

#include "plane/permkern_channels16.h"
#include "plane/permkern_strips16.h"
#include "plane/permkern_tiles16.h"

/* What words can do for planes. */
static const permkern_ways permkern_x16_ways = {1, 4, 0, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3, PERMKERN_UNALIGNED};

/* Moves columns: each one is a line that is read with a stride and written contiguously. */
static inline void permkern_x16_columns(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t rows, size_t cols)
{
    for (size_t c = 0, to = 0; c < cols; c++, to += out_stride) {
        permkern_line16(in + c * 2, in_stride, permkern_at_out(out, to), 2, rows);
    }
}

/* Moves rows: each one is a line that is read contiguously and written with a stride. */
static inline void permkern_x16_rows(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                     size_t cols)
{
    for (size_t r = 0, from = 0; r < rows; r++, from += in_stride) {
        permkern_line16(permkern_at(in, from), 2, out + r * 2, out_stride, cols);
    }
}

/* Moves the columns from tile_cols on, then the rows from tile_rows on of the other columns, as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x16_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                    const permkern_axis *col, size_t tile_rows, size_t tile_cols)
{
    if (tile_cols != col->extent) {
        permkern_x16_columns(in + tile_cols * 2, row->in_stride,
                             permkern_at_out(out, permkern_steps(tile_cols, col->out_stride)), col->out_stride,
                             row->extent, col->extent - tile_cols);
    }
    if (tile_rows != row->extent) {
        permkern_x16_rows(permkern_at(in, permkern_steps(tile_rows, row->in_stride)), row->in_stride,
                          out + tile_rows * 2, col->out_stride, row->extent - tile_rows, tile_cols);
    }
}

/* Moves a whole plane as lines along its longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x16_lines_alone(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                          const permkern_axis *col)
{
    if (permkern_runs_down(row->extent, col->extent)) {
        permkern_x16_lines(in, out, row, col, row->extent, 0);
    } else {
        permkern_x16_lines(in, out, row, col, 0, col->extent);
    }
}

/* Moves whole tiles, then the columns and rows that are left as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x16_tiles_and_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    permkern_x16_tiles(in, out, row, col);
    permkern_x16_lines(in, out, row, col, row->extent & ~(size_t)3, col->extent & ~(size_t)3);
}

#if PERMKERN_UNALIGNED
/* Moves a plane of few tiles. The last ones begin where they end with the plane: over others in part. */
static PERMKERN_OUT_OF_LINE void permkern_x16_few_tiles(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                        const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const size_t last_row = row->extent - 4;
    const size_t last_col = col->extent - 4;
    for (size_t c = 0;; c = permkern_next_tile(c, last_col)) {
        const uint8_t *at = in + c * 2;
        uint8_t *to = permkern_at_out(out, permkern_steps(c, out_stride));
        for (size_t r = 0;;) {
            const uint8_t *const in1 = permkern_at(at, in_stride);
            const uint8_t *const in2 = permkern_at(at, 2 * in_stride);
            const uint8_t *const in3 = permkern_at(at, 3 * in_stride);
            uint8_t *const out1 = permkern_at_out(to, out_stride);
            uint8_t *const out2 = permkern_at_out(to, 2 * out_stride);
            uint8_t *const out3 = permkern_at_out(to, 3 * out_stride);
            permkern_x16_tile4x4(at, in1, in2, in3, to, out1, out2, out3);
            if (r == last_row) {
                break;
            }
            const size_t step = permkern_next_tile(r, last_row) - r;
            at = permkern_at(at, permkern_steps(step, in_stride));
            to += step * 2;
            r += step;
        }
        if (c == last_col) {
            return;
        }
    }
}
#endif

/* Moves a plane that is too thin or misaligned for tiles: as channels if it has such a shape, else as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x16_thin(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col)
{
    switch (permkern_way_of(&permkern_x16_ways, row->extent, col->extent, row->in_stride, col->out_stride, false)) {
    case PERMKERN_WAY_SPLIT:
        switch (col->extent) {
        case 3:
            permkern_x16_deinterleave3_all(in, out, row, col);
            break;
        default:
            permkern_x16_deinterleave2_all(in, out, row, col);
            break;
        }
        break;
    case PERMKERN_WAY_JOIN:
        switch (row->extent) {
        case 3:
            permkern_x16_interleave3_all(in, out, row, col);
            break;
        default:
            permkern_x16_interleave2_all(in, out, row, col);
            break;
        }
        break;
    default:
        permkern_x16_lines_alone(in, out, row, col);
        break;
    }
}

/*
 * Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. `row` is the axis that
 * counts rows, `col` the one that counts columns; a row's stride in the input and a column's in the output may be
 * negative, modulo SIZE_MAX + 1. The functions that it calls have the same parameters, so that compilers turn the calls
 * into jumps.
 */
static PERMKERN_MAY_BE_UNUSED void permkern_x16_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                      const permkern_axis *col)
{
    const bool fit = permkern_words_fit(in, row->in_stride, out, col->out_stride);
    switch (permkern_way_of(&permkern_x16_ways, row->extent, col->extent, row->in_stride, col->out_stride, fit)) {
    case PERMKERN_WAY_TILES:
        permkern_x16_tiles(in, out, row, col);
        break;
#if PERMKERN_UNALIGNED
    case PERMKERN_WAY_FEW_TILES:
        permkern_x16_few_tiles(in, out, row, col);
        break;
#endif
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x16_tiles_and_lines(in, out, row, col);
        break;
    default:
        permkern_x16_thin(in, out, row, col);
        break;
    }
}

#else

static inline void permkern_x16_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                      const permkern_axis *col)
{
    permkern_x16_matrix(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}
#endif

#endif /* PERMKERN_PLANE16_H */
