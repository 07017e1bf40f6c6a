/* SPDX-License-Identifier: BSD-3-Clause */
/* The odometer of all loops around what is moved at once: it goes over the places of a work's outer axes. */
#ifndef PERMKERN_WALK_H
#define PERMKERN_WALK_H

#include "base/permkern_arith.h"
#include "base/permkern_axis.h"
#include "base/permkern_compiler.h"

#define PERMKERN_WALK_AXES (PERMKERN_MAX_RANK + 1) /* in place, tiles bring one more */

typedef struct {
    size_t left[PERMKERN_WALK_AXES]; /* places that each axis still has, with the one where it is */
    size_t in_at, out_at;            /* bytes from the first place, modulo SIZE_MAX + 1 */
} permkern_walk;

/* Begins at the first place of all axes. */
static inline void permkern_walk_begin(permkern_walk *walk, const permkern_axis *axis, unsigned rank)
{
    while (rank != 0) {
        permkern_own_loop();
        rank--;
        walk->left[rank] = axis[rank].extent;
    }
    walk->in_at = 0;
    walk->out_at = 0;
}

/* Steps to the next place in output order, along the axes whose bits in `skip` are 0; false after the last. */
static inline bool permkern_walk_on(permkern_walk *walk, const permkern_axis *axis, unsigned rank, unsigned skip)
{
    while (rank != 0) {
        const permkern_axis *const at = &axis[--rank];
        /* analyzer: a work has at most PERMKERN_WALK_AXES axes, and callers leave out no more than it has */
        if ((skip >> rank & 1U) != 0) {
            continue;
        }
        walk->in_at += at->in_stride;
        walk->out_at += at->out_stride;
        if (--walk->left[rank] != 0) {
            return true;
        }
        walk->left[rank] = at->extent;
        walk->in_at -= permkern_steps(at->extent, at->in_stride);
        walk->out_at -= permkern_steps(at->extent, at->out_stride);
    }
    return false;
}

#endif /* PERMKERN_WALK_H */
