/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: sorts outer axes, joins axes into the rows and columns of a plane, and lists their offsets. */
#include "vector/permkern_places.h"

#if PERMKERN_VECTOR

/* ---- outer axes ---- */

/* The smaller of the two absolute strides. */
static size_t reach_of(const permkern_axis *axis)
{
    const size_t in = permkern_length(axis->in_stride);
    const size_t out = permkern_length(axis->out_stride);
    return out < in ? out : in;
}

void permkern_order_outer(permkern_outer *o, const permkern_axis *axis, unsigned rank, unsigned taken)
{
    o->rank = 0;
    for (unsigned k = 0; k < rank; k++) {
        if ((taken >> k & 1U) != 0) {
            continue;
        }
        unsigned to = o->rank++;
        for (; to > 0 && reach_of(&o->axis[to - 1]) < reach_of(&axis[k]); to--) {
            permkern_copy_axis(&o->axis[to], &o->axis[to - 1]);
        }
        permkern_copy_axis(&o->axis[to], &axis[k]);
    }
    if (o->rank == 0) {
        o->axis[o->rank++] = (permkern_axis){1, 0, 0};
    }
}

/* ---- rows and columns ---- */

/* Rows or columns with fewer bytes are too short for registers, so they join an axis that continues them. */
#define SHORT_SIDE 32U

/*
 * How many elements to join from an axis of extent `more` that continues the rows or columns; 0: none. Rows or columns
 * have `extent` elements, `bytes` bytes in all. If the axis is too long for the offset table, it is joined in parts.
 * The parts are about equal, and multiples of 16 elements.
 */
static size_t joins(size_t extent, size_t bytes, size_t more)
{
    if (bytes >= SHORT_SIDE) {
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
 * Finds the axis that continues the rows in the output, or the columns in the input. Returns how many of its elements
 * to join; 0: none. size: bytes per element. Columns may continue backwards, because they may have any offsets in the
 * output.
 */
static size_t find_more(const permkern_plane_axes *s, bool rows, const permkern_axis *axis, unsigned rank, size_t size,
                        unsigned *found)
{
    const size_t extent = (rows ? s->rows : s->cols).extent;
    for (unsigned k = 0; k < rank; k++) {
        const size_t stride = rows ? axis[k].out_stride : permkern_length(axis[k].in_stride);
        if ((s->taken >> k & 1U) == 0 && stride == extent * size) {
            *found = k;
            return joins(extent, extent * size, axis[k].extent);
        }
    }
    return 0;
}

/* Joins one more axis to the rows or columns, trying the shorter side first. Returns false if neither takes one. */
static bool grow(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, size_t size)
{
    const bool rows_first = s->rows.extent <= s->cols.extent;
    for (unsigned turn = 0; turn < 2; turn++) {
        const bool rows = rows_first == (turn == 0);
        permkern_joined *const r = rows ? &s->rows : &s->cols;
        unsigned k = 0;
        if (find_more(s, rows, axis, rank, size, &k) == axis[k].extent) {
            r->axis[r->rank++] = k;
            r->extent *= axis[k].extent;
            s->taken |= 1U << k;
            return true;
        }
    }
    return false;
}

static void begin_run(permkern_joined *r, const permkern_axis *axis, unsigned k)
{
    r->axis[0] = k;
    r->rank = 1;
    r->extent = axis[k].extent;
}

void permkern_find_plane(permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, unsigned cols, size_t size)
{
    s->taken = 1U << (rank - 1) | 1U << cols;
    begin_run(&s->rows, axis, rank - 1);
    begin_run(&s->cols, axis, cols);
    while (s->taken != (1U << rank) - 1 && grow(s, axis, rank, size)) {
    }
    permkern_order_outer(&s->outer, axis, rank, s->taken);
}

size_t permkern_find_cut(const permkern_plane_axes *s, const permkern_axis *axis, unsigned rank, size_t size,
                         unsigned *cut)
{
    const size_t part = find_more(s, false, axis, rank, size, cut);
    return part != 0 ? part : find_more(s, true, axis, rank, size, cut);
}

/* ---- offsets ---- */

/* Fills in the first `together` offsets of a single axis. */
static void list_axis(permkern_places *p, size_t extent, size_t stride, size_t together)
{
    const size_t used = extent < together ? extent : together;
    size_t offset = 0;
    p->count = extent;
    p->step = stride;
    for (size_t k = 0; k < used; k += 4) { /* by fours: at[] has room for up to 3 unused ones */
        p->at[k] = offset;
        p->at[k + 1] = offset + stride;
        p->at[k + 2] = offset + 2 * stride;
        p->at[k + 3] = offset + 3 * stride;
        offset += 4 * stride;
    }
}

/* Joins one more axis: repeats the offsets so far for each further index. */
static void list_one_more(permkern_places *p, size_t extent, size_t stride)
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

size_t permkern_first_of(const permkern_joined *r, const permkern_axis *axis, permkern_side side)
{
    size_t first = 0;
    for (unsigned k = 1; k < r->rank; k++) {
        const permkern_axis *const a = &axis[r->axis[k]];
        const size_t stride = side == PERMKERN_IN ? a->in_stride : a->out_stride;
        first += permkern_runs_back(a->in_stride) ? (a->extent - 1) * stride : 0;
    }
    return first;
}

void permkern_lay_out(permkern_places *p, const permkern_joined *r, const permkern_axis *axis, permkern_side side,
                      size_t together)
{
    const permkern_axis *const inner = &axis[r->axis[0]];
    list_axis(p, inner->extent, side == PERMKERN_IN ? inner->in_stride : inner->out_stride,
              r->rank == 1 ? together : PERMKERN_MOST_PLACES);
    for (unsigned k = 1; k < r->rank; k++) {
        const permkern_axis *const a = &axis[r->axis[k]];
        const size_t stride = side == PERMKERN_IN ? a->in_stride : a->out_stride;
        const bool back = side == PERMKERN_OUT && permkern_runs_back(a->in_stride);
        list_one_more(p, a->extent, back ? 0 - stride : stride);
    }
}

#endif /* PERMKERN_VECTOR */
