/* SPDX-License-Identifier: BSD-3-Clause */
/* The axes of a work: order, directions, spans (src/base/span.c). The form of a work. */
#ifndef PERMKERN_AXIS_H
#define PERMKERN_AXIS_H

#include "base/permkern_arith.h"
#include "base/permkern_plan.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- form: a work's rank and the log2 of its element's bytes, in one number ---- */

static inline unsigned permkern_form(unsigned rank, unsigned shift)
{
    return rank | (shift << 4);
}

static inline unsigned permkern_form_rank(unsigned form)
{
    return form & 15U;
}

static inline unsigned permkern_form_shift(unsigned form)
{
    return form >> 4;
}

/*
 * True if an axis of this stride runs from high to low addresses. A forward stride over SIZE_MAX / 2 looks the same and
 * counts as such, which does no harm: strides are added modulo SIZE_MAX + 1.
 */
static inline bool permkern_runs_back(size_t stride)
{
    return stride > SIZE_MAX / 2;
}

/* How far one step goes, in bytes, whichever way. */
static inline size_t permkern_length(size_t stride)
{
    return permkern_runs_back(stride) ? 0 - stride : stride;
}

typedef enum { PERMKERN_IN, PERMKERN_OUT } permkern_side;

static inline size_t *permkern_stride_of(permkern_axis *axis, permkern_side side)
{
    return side == PERMKERN_IN ? &axis->in_stride : &axis->out_stride;
}

/* *to = *from, member by member: compilers may turn an assignment of the whole struct into a call of memcpy. */
static inline void permkern_copy_axis(permkern_axis *to, const permkern_axis *from)
{
    to->extent = from->extent;
    to->in_stride = from->in_stride;
    to->out_stride = from->out_stride;
}

/* 1 << by elements of an axis become one. */
static inline void permkern_shorten(permkern_axis *axis, unsigned by)
{
    axis->extent >>= by;
    axis->in_stride <<= by;
    axis->out_stride <<= by;
}

/* True if the elements of an axis are neighbours on both sides. */
static inline bool permkern_is_run(const permkern_axis *axis, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    /* analyzer: every folded plan with a kernel has an axis */
    return axis->in_stride == size && axis->out_stride == size;
}

/* The axes of a folded work that are reversed, as bits: they run backwards on one side, and on the other forwards. */
static inline unsigned permkern_flips(const permkern_axis *axis, unsigned rank)
{
    unsigned flips = 0;
    for (unsigned k = 0; k < rank; k++) {
        flips |= permkern_runs_back(axis[k].in_stride) != permkern_runs_back(axis[k].out_stride) ? 1U << k : 0U;
    }
    return flips;
}

/* Sorts the axes by their stride on one side, the longest first. Returns the rank without axes of extent 1. */
unsigned permkern_sort(permkern_axis *axis, unsigned rank, permkern_side side);

/*
 * *span = the bytes from the start of the first element to the end of the last. The axes are sorted by `side`, with
 * extents over 1 and strides in bytes. PERMKERN_ERR_STRIDE: two coordinates share an element. PERMKERN_ERR_SIZE: the
 * span is over SIZE_MAX.
 */
permkern_status permkern_span(const permkern_axis *axis, unsigned rank, permkern_side side, size_t size, size_t *span);

/* The axis that is innermost in the input. */
static inline unsigned permkern_inner_axis(const permkern_axis *axis, unsigned rank)
{
    unsigned inner = rank - 1;
    for (unsigned k = rank - 1; k > 0;) {
        k--;
        if (axis[k].in_stride < axis[inner].in_stride) {
            inner = k;
        }
    }
    return inner;
}

/*
 * If the innermost run can be moved as one wider element, the shift of that (1, 2 or 3), otherwise 0. Extents are over
 * 1.
 */
static inline unsigned permkern_widen(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    const permkern_axis *const run = &axis[rank - 1];
    if (run->in_stride != size || run->out_stride != size || rank < 2) {
        return 0;
    }
    const size_t bytes = run->extent << shift;
    return bytes == 8 ? 3 : bytes == 4 ? 2 : bytes == 2 ? 1 : 0;
}

/* True if both sides of a work are contiguous: neither spans more bytes than its elements have. */
static inline bool permkern_has_no_gaps(const permkern_work *work, unsigned rank, unsigned shift)
{
    size_t bytes = (size_t)1 << shift;
    for (unsigned k = 0; k < rank; k++) {
        bytes = permkern_times(bytes, work->axis[k].extent); /* cannot overflow: at most the span */
    }
    return work->in_span == bytes && work->out_span == bytes;
}

/* True if lines run down the rows, and so does the innermost loop over tiles: the rows' axis is the longer one. */
static inline bool permkern_runs_down(size_t rows, size_t cols)
{
    return rows >= cols;
}

#endif /* PERMKERN_AXIS_H */
