/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: joins axes into the rows or columns of one plane, and lists their offsets. Not installed. */
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

/* Capacity of an offset table. */
#define PERMKERN_MOST_PLACES 1024U

/* Rows or columns with fewer bytes are too short for registers, so they join an axis that continues them. */
#define PERMKERN_SHORT_SIDE 32U

/*
 * Returns how many elements to join from an axis of extent `more` that continues the rows or columns; 0: none. Rows or
 * columns have `extent` elements, `bytes` bytes in all. If the axis is too long for the offset table, it is joined in
 * parts. The parts are about equal, and multiples of 16 elements.
 */
static inline size_t permkern_joins(size_t extent, size_t bytes, size_t more)
{
    if (bytes >= PERMKERN_SHORT_SIDE) {
        return 0;
    }
    if (extent * more <= PERMKERN_MOST_PLACES) {
        return more;
    }
    const size_t most = PERMKERN_MOST_PLACES / extent / 16 * 16;
    const size_t parts = (more + most - 1) / most;
    return ((more + parts - 1) / parts + 15) / 16 * 16;
}

/*
 * The byte offsets of a plane's rows in the input, or of its columns in the output. Rows and columns have one axis or
 * joined axes. Negative offsets (reversed axes) are modulo SIZE_MAX + 1.
 */
typedef struct {
    size_t count;
    size_t step; /* stride of a single axis; 0: joined axes, whose offsets are all in at[] */
    size_t at[PERMKERN_MOST_PLACES];
} permkern_places;

/* Fills in the first `together` offsets of a single axis. */
static inline void permkern_one_axis(permkern_places *p, size_t extent, size_t stride, size_t together)
{
    const size_t used = extent < together ? extent : together;
    size_t offset = 0;
    p->count = extent;
    p->step = stride;
    for (size_t k = 0; k < used; k += 4) { /* by fours: at[] has room for 3 unused offsets */
        p->at[k] = offset;
        p->at[k + 1] = offset + stride;
        p->at[k + 2] = offset + 2 * stride;
        p->at[k + 3] = offset + 3 * stride;
        offset += 4 * stride;
    }
}

/* Joins one more axis: repeats the offsets so far for each further index. */
static inline void permkern_one_more_axis(permkern_places *p, size_t extent, size_t stride)
{
    const size_t inner = p->count;
    size_t start = 0;
    size_t to = inner;
    p->count = inner * extent;
    p->step = 0;
    for (size_t i = 1; i < extent; i++) {
        start += stride;
#pragma GCC unroll 4 /* less sensitive to code alignment */
        for (size_t k = 0; k < inner; k++) {
            p->at[to++] = p->at[k] + start;
        }
    }
}

/* Offset k is permkern_base_of(p, first) + permkern_table_of(p, first)[k - first], for each k in the strip. */
static inline size_t permkern_base_of(const permkern_places *p, size_t first)
{
    return first * p->step;
}

static inline const size_t *permkern_table_of(const permkern_places *p, size_t first)
{
    return p->step == 0 ? p->at + first : p->at;
}

/*
 * Returns the byte offset on one side from the work's first element to the plane's first element. A joined axis that is
 * reversed in the input is walked from its other end, so that columns are adjacent there.
 */
static inline size_t permkern_first_of(const permkern_joined *r, const permkern_axis *axis, permkern_side side)
{
    size_t first = 0;
    for (unsigned k = 1; k < r->rank; k++) {
        const permkern_axis *const a = &axis[r->axis[k]];
        const size_t stride = side == PERMKERN_IN ? a->in_stride : a->out_stride;
        first += permkern_runs_back(a->in_stride) ? (a->extent - 1) * stride : 0;
    }
    return first;
}

/* Fills in row offsets (PERMKERN_IN) or column offsets (PERMKERN_OUT). together: most rows or columns in a strip. */
static inline void permkern_lay_out(permkern_places *p, const permkern_joined *r, const permkern_axis *axis,
                                    permkern_side side, size_t together)
{
    const permkern_axis *const inner = &axis[r->axis[0]];
    permkern_one_axis(p, inner->extent, side == PERMKERN_IN ? inner->in_stride : inner->out_stride,
                      r->rank == 1 ? together : PERMKERN_MOST_PLACES);
    for (unsigned k = 1; k < r->rank; k++) {
        const permkern_axis *const a = &axis[r->axis[k]];
        const size_t stride = side == PERMKERN_IN ? a->in_stride : a->out_stride;
        const bool back = side == PERMKERN_OUT && permkern_runs_back(a->in_stride);
        permkern_one_more_axis(p, a->extent, back ? 0 - stride : stride);
    }
}

#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_PLACES_H */
