/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: axes joined into the rows or columns of one plane, and their offsets (host_axes.c). Not installed. */
#ifndef PERMKERN_PLACES_H
#define PERMKERN_PLACES_H

#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* Axes joined into a plane's rows or columns, innermost first: each continues the one before in memory. */
typedef struct {
    unsigned axis[PERMKERN_MAX_RANK];
    unsigned rank;
    size_t extent; /* product of the axes' extents */
} permkern_joined;

/* The axes of a plane and around it. */
typedef struct {
    permkern_joined rows, cols; /* rows start with the output's innermost axis, columns with the input's */
    unsigned taken;             /* bit mask: axes in rows or cols */
    permkern_outer outer;
} permkern_plane_axes;

/* Finds a work's plane, and sorts its other axes. cols: axis of the columns; size: bytes per element. */
void permkern_find_plane(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned cols, size_t size);

/*
 * Finds an axis that short rows or columns would join, were it not too long for the offset table. Returns how many of
 * its elements to join at a time, and sets *cut; 0: there is none.
 */
size_t permkern_find_cut(const permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, size_t size,
                         unsigned *cut);

/* Capacity of an offset table. */
#define PERMKERN_MOST_PLACES 1024U

/*
 * Byte offsets: a plane's rows in the input, or its columns in the output. They belong to one axis or to joined axes.
 * Negative offsets (reversed axes) are modulo SIZE_MAX + 1.
 */
typedef struct {
    size_t count;
    size_t step; /* stride of a single axis; 0: joined axes, whose offsets are all in at[] */
    size_t at[PERMKERN_MOST_PLACES];
} permkern_places;

/* Fills in row offsets (PERMKERN_IN) or column offsets (PERMKERN_OUT). together: most rows or columns in a strip. */
void permkern_lay_out(permkern_places *p, const permkern_joined *r, const permkern_axis *axis, permkern_side side,
                      size_t together);

/*
 * Byte offset on one side from the work's first element to the plane's. A joined axis that is reversed in the input is
 * walked from its other end, so that columns are adjacent there.
 */
size_t permkern_first_of(const permkern_joined *r, const permkern_axis *axis, permkern_side side);

/* Offset k is permkern_base_of(p, first) + permkern_table_of(p, first)[k - first], for each k in the strip. */
static inline size_t permkern_base_of(const permkern_places *p, size_t first)
{
    return first * p->step;
}

static inline const size_t *permkern_table_of(const permkern_places *p, size_t first)
{
    return p->step == 0 ? p->at + first : p->at;
}

#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_PLACES_H */
