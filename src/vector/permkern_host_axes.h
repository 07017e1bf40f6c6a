/* SPDX-License-Identifier: BSD-3-Clause */
/* Which axes of a work are the rows and columns of a plane, and which are walked around it. On hosts. Not installed. */
#ifndef PERMKERN_HOST_AXES_H
#define PERMKERN_HOST_AXES_H

#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* Axes that continue each other on one side, innermost first: together they are a plane's rows, or its columns. */
typedef struct {
    unsigned axis[PERMKERN_MAX_RANK];
    unsigned rank;
    size_t extent; /* elements of all of them */
} permkern_joined;

typedef struct {
    permkern_joined rows, cols; /* these begin with the output's innermost axis, those with the input's */
    unsigned outer;             /* how many axes are left */
    permkern_axis axis[PERMKERN_MAX_RANK];
} permkern_plane_axes;

/*
 * Finds the plane of a work whose innermost axis moves, and the order of its other axes. cols: the axis of columns.
 * size: bytes of an element where neighbours may join rows and columns; 0: they may not.
 */
void permkern_find_plane_axes(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned cols,
                              size_t size);

/*
 * Fills in outer and axis[] of s: the axes whose bit in `taken` is 0, far steps outermost, so that what is walked last
 * lies close together. Of an axis's two steps the lesser counts, whichever way they go: caches are good to the side
 * that stays near.
 */
void permkern_order_outer(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned taken);

/* The widest set up to this one that has code for so many channels; one has. */
static inline const permkern_vector_set *permkern_with_channels(const permkern_vector_set *set, unsigned shift,
                                                                unsigned channels)
{
    while (set->width[shift].split[0][channels - 2] == NULL) {
        set = set->narrower;
    }
    return set;
}

/* What code for planes of elements of 1 << shift bytes a set has, or has of narrower sets. */
static inline permkern_ways permkern_host_ways(const permkern_vector_set *set, unsigned shift)
{
    const permkern_vector_width *const width = &set->width[shift];
    /* narrow: a shift, at most 3 */
    const permkern_ways can = {(uint8_t)shift, 2, width->pixels, width->channels, false};
    return can;
}

/* Moves planes of channels, whose way is PERMKERN_WAY_SPLIT or PERMKERN_WAY_JOIN. */
void permkern_move_channels(const permkern_vector_set *set, unsigned shift, const permkern_plane_axes *s,
                            const permkern_axis *axis, permkern_way way, const uint8_t *in, uint8_t *out);

#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_HOST_AXES_H */
