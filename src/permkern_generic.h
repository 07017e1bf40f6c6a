/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels share: the generic routine, the odometer over outer axes (src/generic.c), the core of tile kernels of
 * profile size (src/tiled.c).
 */
#ifndef PERMKERN_GENERIC_H
#define PERMKERN_GENERIC_H

#include "permkern_axis.h"
#include "permkern_kernels.h"

/* Moves any work: any rank, any strides, any element. Never fails. */
permkern_kernel permkern_generic;

/* An odometer over the outer axes of a work: the index of each, and the byte offsets that these come to. */
typedef struct {
    size_t index[PERMKERN_MAX_RANK];
    size_t in_at;
    size_t out_at;
} permkern_walk;

#ifndef PERMKERN_PROFILE_TINY /* static in src/generic.c there */
/* Sets the odometer to the first index of axes 0 .. outer - 1. */
void permkern_walk_begin(permkern_walk *walk, unsigned outer);

/* Steps to the next index, in output order; false after the last. */
bool permkern_walk_on(permkern_walk *walk, const permkern_axis *axis, unsigned outer);
#endif

/* ---- tiles of profile size (src/tiled.c) ---- */

/* Moves 4x4 elements, out[c][r] = in[r][c]; strides in bytes. */
typedef void permkern_tile(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride);

/* A kernel for any work whose innermost axis moves. `tile` is for its element width. */
void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_tile *tile);

#endif /* PERMKERN_GENERIC_H */
