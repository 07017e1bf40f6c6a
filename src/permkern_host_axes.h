/* SPDX-License-Identifier: BSD-3-Clause */
/* Which axes of a work are the rows and columns of a plane, and which are walked around it. On hosts. Not installed. */
#ifndef PERMKERN_HOST_AXES_H
#define PERMKERN_HOST_AXES_H

#include "permkern_vector.h"

#if PERMKERN_VECTOR

/* Places of a plane's rows or columns that fit the table of src/host_plane.c. */
#define PERMKERN_MOST_PLACES 1024U

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

/* Finds the plane of a work whose innermost axis moves, and the order of its other axes. size: bytes of an element. */
void permkern_find_plane_axes(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, size_t size);

/*
 * Fills in outer and axis[] of s: the axes whose bit in `taken` is 0, far steps outermost, so that what is walked last
 * lies close together. by_output: only steps in the output count, as for runs, which are written in order. Otherwise
 * the nearer of the two sides counts, as tiles are good to both.
 */
void permkern_order_outer(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned taken,
                          bool by_output);

/* True if columns are the three channels of pixels, beside each other in the input, planes in the output. */
static inline bool permkern_splits_three(const permkern_axis *rows, const permkern_axis *cols, size_t size)
{
    return cols->extent == 3 && rows->in_stride == 3 * size;
}

/* True if rows are the three channels of pixels, planes in the input, beside each other in the output. */
static inline bool permkern_joins_three(const permkern_axis *rows, const permkern_axis *cols, size_t size)
{
    return rows->extent == 3 && cols->out_stride == 3 * size;
}

/* Moves a work that splits or joins three channels; false, with nothing moved, if it is another work, or no set can. */
bool permkern_move_three(const permkern_vector_set *set, unsigned shift, const permkern_plane_axes *s,
                         const permkern_axis *axis, const uint8_t *in, uint8_t *out);

#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_HOST_AXES_H */
