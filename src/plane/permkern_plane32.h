/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves planes of 32-bit elements by words: as tiles or channels, and line by line where these do not fit.
 *
 * Written by tools/autogen from arch_gen/templates/plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_PLANE32_H
#define PERMKERN_PLANE32_H

#include "permkern_internal.h"
#include "permkern_isa.h"
#include "permkern_way.h"
#include "permkern_word.h"

/* The vector instruction sets of firmware have plane functions of their own. */
#if !PERMKERN_PLANE32

#include "plane/permkern_channels32.h"
#include "plane/permkern_strips32.h"
#include "plane/permkern_tiles32.h"

/* What words can do for planes. */
static const permkern_ways permkern_x32_ways = {2, 4, 0, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3, false};

/* Moves columns: each one is a line that is read with a stride and written contiguously. */
static inline void permkern_x32_columns(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t rows, size_t cols)
{
    for (size_t c = 0, to = 0; c < cols; c++, to += out_stride) {
        permkern_line32(in + c * 4, in_stride, permkern_at_out(out, to), 4, rows);
    }
}

/* Moves rows: each one is a line that is read contiguously and written with a stride. */
static inline void permkern_x32_rows(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                     size_t cols)
{
    for (size_t r = 0, from = 0; r < rows; r++, from += in_stride) {
        permkern_line32(permkern_at(in, from), 4, out + r * 4, out_stride, cols);
    }
}

/* Moves the columns from tile_cols on, then the rows from tile_rows on of the other columns, as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x32_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                    const permkern_axis *col, size_t tile_rows, size_t tile_cols)
{
    if (tile_cols != col->extent) {
        permkern_x32_columns(in + tile_cols * 4, row->in_stride,
                             permkern_at_out(out, permkern_steps(tile_cols, col->out_stride)), col->out_stride,
                             row->extent, col->extent - tile_cols);
    }
    if (tile_rows != row->extent) {
        permkern_x32_rows(permkern_at(in, permkern_steps(tile_rows, row->in_stride)), row->in_stride,
                          out + tile_rows * 4, col->out_stride, row->extent - tile_rows, tile_cols);
    }
}

/* Moves a whole plane as lines along its longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x32_lines_alone(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                          const permkern_axis *col)
{
    if (permkern_runs_down(row->extent, col->extent)) {
        permkern_x32_lines(in, out, row, col, row->extent, 0);
    } else {
        permkern_x32_lines(in, out, row, col, 0, col->extent);
    }
}

/* Moves whole tiles, then the columns and rows that are left as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x32_tiles_and_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    permkern_x32_tiles(in, out, row, col);
    permkern_x32_lines(in, out, row, col, row->extent & ~(size_t)3, col->extent & ~(size_t)3);
}

/* Moves a plane that is too thin or misaligned for tiles: as channels if it has such a shape, else as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x32_thin(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col)
{
    switch (permkern_way_of(&permkern_x32_ways, row->extent, col->extent, row->in_stride, col->out_stride, false)) {
    case PERMKERN_WAY_SPLIT:
        switch (col->extent) {
        case 3:
            permkern_x32_deinterleave3_all(in, out, row, col);
            break;
        default:
            permkern_x32_deinterleave2_all(in, out, row, col);
            break;
        }
        break;
    case PERMKERN_WAY_JOIN:
        switch (row->extent) {
        case 3:
            permkern_x32_interleave3_all(in, out, row, col);
            break;
        default:
            permkern_x32_interleave2_all(in, out, row, col);
            break;
        }
        break;
    default:
        permkern_x32_lines_alone(in, out, row, col);
        break;
    }
}

/*
 * Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. `row` is the axis that
 * counts rows, `col` the one that counts columns; a row's stride in the input and a column's in the output may be
 * negative, modulo SIZE_MAX + 1. The functions that it calls have the same parameters, so that compilers turn the calls
 * into jumps.
 */
static PERMKERN_MAY_BE_UNUSED void permkern_x32_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                      const permkern_axis *col)
{
    const bool fit = true;
    switch (permkern_way_of(&permkern_x32_ways, row->extent, col->extent, row->in_stride, col->out_stride, fit)) {
    case PERMKERN_WAY_TILES:
        permkern_x32_tiles(in, out, row, col);
        break;
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x32_tiles_and_lines(in, out, row, col);
        break;
    default:
        permkern_x32_thin(in, out, row, col);
        break;
    }
}

#else

static inline void permkern_x32_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                      const permkern_axis *col)
{
    permkern_x32_matrix(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}
#endif

#endif /* PERMKERN_PLANE32_H */
