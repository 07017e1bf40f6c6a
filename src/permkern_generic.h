/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels share: the generic routine; the odometer over outer axes; the core of tile kernels of profile size. */
#ifndef PERMKERN_GENERIC_H
#define PERMKERN_GENERIC_H

#include "permkern_axis.h"
#include "permkern_target.h"

/* Moves any work: any rank, any strides, any element. Never fails. */
permkern_kernel permkern_generic;

/* In profile speed: moves a work for which permkern_reverses is not 0 (src/backward.c). */
permkern_kernel permkern_backward;

/* ---- profile size (src/tiled.c) ---- */

/*
 * What lines consist of: elements, or tiles of 4x4. move() moves the line along one axis. Addresses are integers, as
 * the one after the last may lie outside the buffer, where no pointer may point, and as a stride may stand for a
 * negative one, modulo SIZE_MAX + 1.
 */
typedef struct permkern_unit permkern_unit;
typedef void permkern_line(const permkern_unit *unit, const permkern_axis *along, uintptr_t from, uintptr_t to);
struct permkern_unit {
    permkern_line *move;
    unsigned shift;    /* log2 of an element's bytes */
    size_t in_stride;  /* of a tile's rows in the input, in bytes */
    size_t out_stride; /* of its columns in the output */
};

/* A kernel for any work whose innermost axis moves. `line` moves lines of tiles of its element width. */
void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_line *line);

#ifndef PERMKERN_PROFILE_SIZE

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

#endif

#endif /* PERMKERN_GENERIC_H */
