/* SPDX-License-Identifier: BSD-3-Clause */
/* What moves any work, and kernels share: the generic routine; the core of tile kernels of profile size. */
#ifndef PERMKERN_GENERIC_H
#define PERMKERN_GENERIC_H

#include "base/permkern_axis.h"
#include "base/permkern_target.h"

/* Moves any work: any rank, any strides, any element. Never fails. */
permkern_kernel permkern_generic;

/* In profile speed: moves any work as lines or runs. */
permkern_kernel permkern_across;

/* Moves a plane, out[c][r] = in[r][c]. row: the axis that counts rows; col: the one that counts columns. */
typedef void permkern_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row, const permkern_axis *col);

/* In profile speed: moves a work for which permkern_reverses is not 0 (src/move/backward.c). */
permkern_kernel permkern_backward;

/*
 * In profile size: moves a line of elements or of tiles along an axis. A tile has a word of each of four rows. unit:
 * its extent is log2 of an element's bytes; the strides are of a tile's rows in the input and of its columns in the
 * output.
 */
typedef void permkern_line(const permkern_axis *along, const permkern_axis *unit, const void *in, void *out);

/* In profile size: a kernel for any work whose innermost axis moves. `line` is of tiles. */
void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_line *line);

#endif /* PERMKERN_GENERIC_H */
