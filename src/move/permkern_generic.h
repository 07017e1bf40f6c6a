/* SPDX-License-Identifier: BSD-3-Clause */
/* The generic routine, and the common core of tile kernels in profile size. */
#ifndef PERMKERN_GENERIC_H
#define PERMKERN_GENERIC_H

#include "base/permkern_axis.h"
#include "base/permkern_target.h"

/* Moves any request: any rank, any strides, any element width. Never fails. */
permkern_kernel permkern_generic;

/* Profile speed: moves any request as lines or runs. */
permkern_kernel permkern_across;

/* Moves a plane, out[c][r] = in[r][c]. `row` is the axis that counts rows, `col` the axis that counts columns. */
typedef void permkern_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row, const permkern_axis *col);

/* Profile speed: moves a request for which permkern_reverses is not 0, and its parts (src/move/backward.c). */
permkern_kernel permkern_backward;

/*
 * Profile size: moves a line of elements or tiles along an axis. A tile is one word from each of four rows.
 * unit->extent is log2 of an element's bytes. unit's strides are the row stride in the input and the column stride in
 * the output.
 */
typedef void permkern_line(const permkern_axis *along, const permkern_axis *unit, const void *in, void *out);

/* Profile size: a kernel for any request whose innermost axis moves. `line` moves a line of tiles. */
void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_line *line);

#endif /* PERMKERN_GENERIC_H */
