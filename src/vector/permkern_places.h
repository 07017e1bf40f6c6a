/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hosts: axes that continue each other in memory, which are rows or columns of one plane, and where these lie. Not
 * installed.
 */
#ifndef PERMKERN_PLACES_H
#define PERMKERN_PLACES_H

#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* Axes that continue each other on one side, innermost first: together they are a plane's rows, or its columns. */
typedef struct {
    unsigned axis[PERMKERN_MAX_RANK];
    unsigned rank;
    size_t extent; /* elements of all of them */
} permkern_joined;

/* Places of a plane's rows or columns that fit their table. */
#define PERMKERN_MOST_PLACES 1024U

/* Bytes of rows or columns that are too short for registers: they take an axis that continues them. */
#define PERMKERN_SHORT_SIDE 32U

/*
 * How many elements rows or columns take of an axis of `more` that continues them; they are `extent` elements, `bytes`
 * bytes in all. If the table has no places for all of it: one of about equal parts that fill registers.
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
 * The byte offsets of a plane's rows in the input, or of its columns in the output: of one axis or several that are
 * joined. Those of an axis that runs backwards are negative, modulo SIZE_MAX + 1.
 */
typedef struct {
    size_t count;
    size_t step; /* from one to the next, if they are one axis's; 0: several axes', and at[] has all of them */
    size_t at[PERMKERN_MOST_PLACES];
} permkern_places;

/* Fills in the places of one axis: as many as are moved together. */
static inline void permkern_one_axis(permkern_places *p, size_t extent, size_t stride, size_t together)
{
    const size_t used = extent < together ? extent : together;
    size_t offset = 0;
    p->count = extent;
    p->step = stride;
    for (size_t k = 0; k < used; k += 4) { /* by fours: at[] has room for the last ones, which nobody reads */
        p->at[k] = offset;
        p->at[k + 1] = offset + stride;
        p->at[k + 2] = offset + 2 * stride;
        p->at[k + 3] = offset + 3 * stride;
        offset += 4 * stride;
    }
}

/* Repeats the places so far for each further index of another axis. */
static inline void permkern_one_more_axis(permkern_places *p, size_t extent, size_t stride)
{
    const size_t inner = p->count;
    size_t start = 0;
    size_t to = inner;
    p->count = inner * extent;
    p->step = 0;
    for (size_t i = 1; i < extent; i++) {
        start += stride;
#pragma GCC unroll 4 /* so that the loop's place in memory matters less */
        for (size_t k = 0; k < inner; k++) {
            p->at[to++] = p->at[k] + start;
        }
    }
}

/* Place k is permkern_base_of(p, first) + permkern_table_of(p, first)[k - first], for as many k as a strip has. */
static inline size_t permkern_base_of(const permkern_places *p, size_t first)
{
    return first * p->step;
}

static inline const size_t *permkern_table_of(const permkern_places *p, size_t first)
{
    return p->step == 0 ? p->at + first : p->at;
}

/*
 * A joined axis that runs backwards in the input is walked from its other end, so that columns are neighbours there: on
 * this side it begins this far from where the work does.
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

/* Fills in the places of rows in the input, or of columns in the output. together: how many a strip has at most. */
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
