/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: chooses the axes of a plane, and orders the others. */
#include "vector/permkern_host_axes.h"

#if PERMKERN_VECTOR

static void begin_run(permkern_joined *r, const permkern_axis *axis, unsigned k)
{
    r->axis[0] = k;
    r->rank = 1;
    r->extent = axis[k].extent;
}

/*
 * True if axis k continues the joined axes on one side, and there is room for it. size: the bytes of an element.
 * Columns may be continued backwards in the input: their places in the output are any.
 */
static bool continues(const permkern_joined *r, const permkern_axis *axis, unsigned k, permkern_side side, size_t size)
{
    const size_t stride = side == PERMKERN_IN ? permkern_length(axis[k].in_stride) : axis[k].out_stride;
    return stride == r->extent * size && permkern_joins(r->extent, stride, axis[k].extent);
}

/* Joins one more axis to the rows or the columns, the shorter of them first; false if neither can take one. */
static bool grow(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned *taken, size_t size)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        const bool rows = permkern_joins_rows_first(s->rows.extent, s->cols.extent) == (turn == 0);
        permkern_joined *const r = rows ? &s->rows : &s->cols;
        for (unsigned k = 0; k < rank; k++) {
            if ((*taken >> k & 1U) == 0 && continues(r, axis, k, rows ? PERMKERN_OUT : PERMKERN_IN, size)) {
                r->axis[r->rank++] = k;
                r->extent *= axis[k].extent;
                *taken |= 1U << k;
                return true;
            }
        }
    }
    return false;
}

/* How far one step of an axis goes on the side where that is less. */
static size_t reach_of(const permkern_axis *axis)
{
    const size_t in = permkern_length(axis->in_stride);
    const size_t out = permkern_length(axis->out_stride);
    return out < in ? out : in;
}

void permkern_order_outer(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned taken)
{
    s->outer = 0;
    for (unsigned k = 0; k < rank; k++) {
        if ((taken >> k & 1U) != 0) {
            continue;
        }
        unsigned to = s->outer++;
        for (; to > 0 && reach_of(&s->axis[to - 1]) < reach_of(&axis[k]); to--) {
            permkern_copy_axis(&s->axis[to], &s->axis[to - 1]);
        }
        permkern_copy_axis(&s->axis[to], &axis[k]);
    }
}

void permkern_find_plane_axes(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned cols,
                              size_t size)
{
    const unsigned rows = rank - 1;
    unsigned taken = 1U << rows | 1U << cols;
    begin_run(&s->rows, axis, rows);
    begin_run(&s->cols, axis, cols);
    while (size != 0 && grow(s, axis, rank, &taken, size)) {
    }
    permkern_order_outer(s, axis, rank, taken);
}

#endif /* PERMKERN_VECTOR */
