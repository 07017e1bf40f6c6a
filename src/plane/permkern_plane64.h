/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves planes of 64-bit elements as tiles, strips or channels of words, and line by line where these do not fit.
 *
 * Written by tools/autogen from arch_gen/templates/plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_PLANE64_H
#define PERMKERN_PLANE64_H

#include "permkern_internal.h"
#include "permkern_isa.h"
#include "permkern_way.h"
#include "permkern_word.h"

/* The vector instruction sets of firmware have plane functions of their own. */
#if !PERMKERN_PLANE64

/* What words can do for planes. */
static const permkern_ways permkern_x64_ways = {3, 4, 0, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3, 0};

/* Moves a tile of 4 rows x 4 columns. */
static inline void permkern_x64_tile4x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                        uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3)
{
    permkern_store64(out0, permkern_load64(in0));
    permkern_store64(out1, permkern_load64(in0 + 8));
    permkern_store64(out2, permkern_load64(in0 + 16));
    permkern_store64(out3, permkern_load64(in0 + 24));
    permkern_store64(out0 + 8, permkern_load64(in1));
    permkern_store64(out1 + 8, permkern_load64(in1 + 8));
    permkern_store64(out2 + 8, permkern_load64(in1 + 16));
    permkern_store64(out3 + 8, permkern_load64(in1 + 24));
    permkern_store64(out0 + 16, permkern_load64(in2));
    permkern_store64(out1 + 16, permkern_load64(in2 + 8));
    permkern_store64(out2 + 16, permkern_load64(in2 + 16));
    permkern_store64(out3 + 16, permkern_load64(in2 + 24));
    permkern_store64(out0 + 24, permkern_load64(in3));
    permkern_store64(out1 + 24, permkern_load64(in3 + 8));
    permkern_store64(out2 + 24, permkern_load64(in3 + 16));
    permkern_store64(out3 + 24, permkern_load64(in3 + 24));
}

/* Moves 4 pixels of 3 channels to planes. */
static inline void permkern_x64_deinterleave3(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
    permkern_store64(out0, permkern_load64(in));
    permkern_store64(out1, permkern_load64(in + 8));
    permkern_store64(out2, permkern_load64(in + 16));
    permkern_store64(out0 + 8, permkern_load64(in + 24));
    permkern_store64(out1 + 8, permkern_load64(in + 32));
    permkern_store64(out2 + 8, permkern_load64(in + 40));
    permkern_store64(out0 + 16, permkern_load64(in + 48));
    permkern_store64(out1 + 16, permkern_load64(in + 56));
    permkern_store64(out2 + 16, permkern_load64(in + 64));
    permkern_store64(out0 + 24, permkern_load64(in + 72));
    permkern_store64(out1 + 24, permkern_load64(in + 80));
    permkern_store64(out2 + 24, permkern_load64(in + 88));
}

/* Moves 4 pixels of 3 channels from planes. */
static inline void permkern_x64_interleave3(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out)
{
    permkern_store64(out, permkern_load64(in0));
    permkern_store64(out + 8, permkern_load64(in1));
    permkern_store64(out + 16, permkern_load64(in2));
    permkern_store64(out + 24, permkern_load64(in0 + 8));
    permkern_store64(out + 32, permkern_load64(in1 + 8));
    permkern_store64(out + 40, permkern_load64(in2 + 8));
    permkern_store64(out + 48, permkern_load64(in0 + 16));
    permkern_store64(out + 56, permkern_load64(in1 + 16));
    permkern_store64(out + 64, permkern_load64(in2 + 16));
    permkern_store64(out + 72, permkern_load64(in0 + 24));
    permkern_store64(out + 80, permkern_load64(in1 + 24));
    permkern_store64(out + 88, permkern_load64(in2 + 24));
}

/* Moves 4 pixels of 2 channels to planes. */
static inline void permkern_x64_deinterleave2(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
    permkern_store64(out0, permkern_load64(in));
    permkern_store64(out1, permkern_load64(in + 8));
    permkern_store64(out0 + 8, permkern_load64(in + 16));
    permkern_store64(out1 + 8, permkern_load64(in + 24));
    permkern_store64(out0 + 16, permkern_load64(in + 32));
    permkern_store64(out1 + 16, permkern_load64(in + 40));
    permkern_store64(out0 + 24, permkern_load64(in + 48));
    permkern_store64(out1 + 24, permkern_load64(in + 56));
}

/* Moves 4 pixels of 2 channels from planes. */
static inline void permkern_x64_interleave2(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
    permkern_store64(out, permkern_load64(in0));
    permkern_store64(out + 8, permkern_load64(in1));
    permkern_store64(out + 16, permkern_load64(in0 + 8));
    permkern_store64(out + 24, permkern_load64(in1 + 8));
    permkern_store64(out + 32, permkern_load64(in0 + 16));
    permkern_store64(out + 40, permkern_load64(in1 + 16));
    permkern_store64(out + 48, permkern_load64(in0 + 24));
    permkern_store64(out + 56, permkern_load64(in1 + 24));
}

/* Moves `tiles` tiles of four columns. */
static PERMKERN_STRIP void permkern_x64_down(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t tiles)
{
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    uint8_t *out2 = out1 + out_stride;
    uint8_t *out3 = out2 + out_stride;
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
    for (size_t rounds = tiles / 2; rounds != 0; rounds--) {
        in_stride = permkern_stride(in_stride);
        third = permkern_stride(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x64_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 32);
        out1 = permkern_next_out(out1, 32);
        out2 = permkern_next_out(out2, 32);
        out3 = permkern_next_out(out3, 32);
        at = (const uint8_t *)far;
        permkern_x64_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 32);
        out1 = permkern_next_out(out1, 32);
        out2 = permkern_next_out(out2, 32);
        out3 = permkern_next_out(out3, 32);
    }
    if (tiles % 2 != 0) {
        const uint8_t *at = (const uint8_t *)far;
        permkern_x64_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
    }
}

/* Moves `tiles` tiles of four rows. */
static PERMKERN_STRIP void permkern_x64_across(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t tiles)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = in0 + in_stride;
    const uint8_t *in2 = in1 + in_stride;
    const uint8_t *in3 = in2 + in_stride;
    uintptr_t far = (uintptr_t)out;
    size_t third = 3 * out_stride;
    for (size_t rounds = tiles / 2; rounds != 0; rounds--) {
        out_stride = permkern_stride(out_stride);
        third = permkern_stride(third);
        uint8_t *at = (uint8_t *)far;
        permkern_x64_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 32);
        in1 = permkern_next_in(in1, 32);
        in2 = permkern_next_in(in2, 32);
        in3 = permkern_next_in(in3, 32);
        at = (uint8_t *)far;
        permkern_x64_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 32);
        in1 = permkern_next_in(in1, 32);
        in2 = permkern_next_in(in2, 32);
        in3 = permkern_next_in(in3, 32);
    }
    if (tiles % 2 != 0) {
        uint8_t *at = (uint8_t *)far;
        permkern_x64_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
    }
}

/* Moves the whole tiles of a plane; the innermost loop runs along the longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x64_tiles(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                    const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const bool down = permkern_runs_down(row->extent, col->extent);
    const size_t tiles = (down ? row->extent : col->extent) / 4;
    if (down) {
        for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
            permkern_x64_down(in, in_stride, out, out_stride, tiles);
            in += 32;
            out += 4 * out_stride;
        }
    } else {
        for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
            permkern_x64_across(in, in_stride, out, out_stride, tiles);
            in += 4 * in_stride;
            out += 32;
        }
    }
}

/* Deinterleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_deinterleave3_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    uint8_t *out2 = out1 + out_stride;
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_deinterleave3(in, out0, out1, out2);
        out0 += 32;
        out1 += 32;
        out2 += 32;
        in += 96;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out0, permkern_load64(in));
        permkern_store64(out1, permkern_load64(in + 8));
        permkern_store64(out2, permkern_load64(in + 16));
        out0 += 8;
        out1 += 8;
        out2 += 8;
        in += 24;
    }
}

/* Interleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_interleave3_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = in0 + in_stride;
    const uint8_t *in2 = in1 + in_stride;
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_interleave3(in0, in1, in2, out);
        in0 += 32;
        in1 += 32;
        in2 += 32;
        out += 96;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out, permkern_load64(in0));
        permkern_store64(out + 8, permkern_load64(in1));
        permkern_store64(out + 16, permkern_load64(in2));
        in0 += 8;
        in1 += 8;
        in2 += 8;
        out += 24;
    }
}

/* Deinterleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_deinterleave2_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_deinterleave2(in, out0, out1);
        out0 += 32;
        out1 += 32;
        in += 64;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out0, permkern_load64(in));
        permkern_store64(out1, permkern_load64(in + 8));
        out0 += 8;
        out1 += 8;
        in += 16;
    }
}

/* Interleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_interleave2_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = in0 + in_stride;
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_interleave2(in0, in1, out);
        in0 += 32;
        in1 += 32;
        out += 64;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out, permkern_load64(in0));
        permkern_store64(out + 8, permkern_load64(in1));
        in0 += 8;
        in1 += 8;
        out += 16;
    }
}

/* Moves columns: each one is a line that is read with a stride and written contiguously. */
static inline void permkern_x64_columns(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t rows, size_t cols)
{
    for (size_t c = 0, to = 0; c < cols; c++, to += out_stride) {
        permkern_line64(in + c * 8, in_stride, out + to, 8, rows);
    }
}

/* Moves rows: each one is a line that is read contiguously and written with a stride. */
static inline void permkern_x64_rows(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                     size_t cols)
{
    for (size_t r = 0, from = 0; r < rows; r++, from += in_stride) {
        permkern_line64(in + from, 8, out + r * 8, out_stride, cols);
    }
}

/* Moves the columns from tile_cols on, then the rows from tile_rows on of the other columns, as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x64_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                    const permkern_axis *col, size_t tile_rows, size_t tile_cols)
{
    if (tile_cols != col->extent) {
        permkern_x64_columns(in + tile_cols * 8, row->in_stride, out + permkern_times(tile_cols, col->out_stride),
                             col->out_stride, row->extent, col->extent - tile_cols);
    }
    if (tile_rows != row->extent) {
        permkern_x64_rows(in + permkern_times(tile_rows, row->in_stride), row->in_stride, out + tile_rows * 8,
                          col->out_stride, row->extent - tile_rows, tile_cols);
    }
}

/* Moves a whole plane as lines along its longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x64_lines_alone(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                          const permkern_axis *col)
{
    if (permkern_runs_down(row->extent, col->extent)) {
        permkern_x64_lines(in, out, row, col, row->extent, 0);
    } else {
        permkern_x64_lines(in, out, row, col, 0, col->extent);
    }
}

/* Moves whole tiles, then the columns and rows that are left as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x64_tiles_and_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    permkern_x64_tiles(in, out, row, col);
    permkern_x64_lines(in, out, row, col, row->extent & ~(size_t)3, col->extent & ~(size_t)3);
}

/* Moves a plane that is too thin or misaligned for tiles: as channels if it has such a shape, else as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x64_thin(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col)
{
    switch (permkern_way_of(&permkern_x64_ways, row->extent, col->extent, row->in_stride, col->out_stride, false)) {
    case PERMKERN_WAY_SPLIT:
        switch (col->extent) {
        case 3:
            permkern_x64_deinterleave3_all(in, out, row, col);
            break;
        default:
            permkern_x64_deinterleave2_all(in, out, row, col);
            break;
        }
        break;
    case PERMKERN_WAY_JOIN:
        switch (row->extent) {
        case 3:
            permkern_x64_interleave3_all(in, out, row, col);
            break;
        default:
            permkern_x64_interleave2_all(in, out, row, col);
            break;
        }
        break;
    default:
        permkern_x64_lines_alone(in, out, row, col);
        break;
    }
}

/*
 * Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. `row` is the axis that
 * counts rows, `col` the one that counts columns. The functions that it calls have the same parameters, so that
 * compilers turn the calls into jumps.
 */
static PERMKERN_MAY_BE_UNUSED void permkern_x64_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                      const permkern_axis *col)
{
    const bool fit = true;
    switch (permkern_way_of(&permkern_x64_ways, row->extent, col->extent, row->in_stride, col->out_stride, fit)) {
    case PERMKERN_WAY_TILES:
        permkern_x64_tiles(in, out, row, col);
        break;
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x64_tiles_and_lines(in, out, row, col);
        break;
    default:
        permkern_x64_thin(in, out, row, col);
        break;
    }
}

#else

static inline void permkern_x64_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                      const permkern_axis *col)
{
    permkern_x64_matrix(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}
#endif

#endif /* PERMKERN_PLANE64_H */
