/* SPDX-License-Identifier: BSD-3-Clause */
/* Folded works: the form, axes, addresses and outer loops. */
#ifndef PERMKERN_AXIS_H
#define PERMKERN_AXIS_H

#include "base/permkern_arith.h"
#include "base/permkern_compiler.h"
#include "base/permkern_plan.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- form: a work's rank, and log2 of its element's bytes, in one number ---- */

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
 * True if the axis runs from high to low addresses. A forward stride over SIZE_MAX / 2 counts as a backward one. This
 * is harmless, as strides are added modulo SIZE_MAX + 1.
 */
static inline bool permkern_runs_back(size_t stride)
{
    return stride > SIZE_MAX / 2;
}

/* Returns the length of one step in bytes, without its sign. */
static inline size_t permkern_length(size_t stride)
{
    return permkern_runs_back(stride) ? 0 - stride : stride;
}

typedef enum { PERMKERN_IN, PERMKERN_OUT } permkern_side;

/* Sets *to = *from, member by member: compilers may turn a struct assignment into a call of memcpy. */
static inline void permkern_copy_axis(permkern_axis *to, const permkern_axis *from)
{
    to->extent = from->extent;
    to->in_stride = from->in_stride;
    to->out_stride = from->out_stride;
}

/* Joins each 1 << by neighbours along the axis into one element. */
static inline void permkern_shorten(permkern_axis *axis, unsigned by)
{
    axis->extent >>= by;
    axis->in_stride <<= by;
    axis->out_stride <<= by;
}

/* True if the axis is contiguous on both sides. shift: log2 of the element's bytes. */
static inline bool permkern_is_run(const permkern_axis *axis, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    /* analyzer: every folded plan with a kernel has an axis */
    return axis->in_stride == size && axis->out_stride == size;
}

/* Returns the reversed axes as bits. A reversed axis runs backwards on one side and forwards on the other. */
static inline unsigned permkern_flips(const permkern_axis *axis, unsigned rank)
{
    unsigned flips = 0;
    for (unsigned k = 0; k < rank; k++) {
        flips |= permkern_runs_back(axis[k].in_stride) != permkern_runs_back(axis[k].out_stride) ? 1U << k : 0U;
    }
    return flips;
}

/* Returns the innermost axis of the input. */
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

/* Returns log2 of the bytes (1, 2 or 3) if the innermost run fits one wider element, else 0. Extents are over 1. */
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

/* True if both sides are contiguous: each span has as many bytes as the elements. */
static inline bool permkern_has_no_gaps(const permkern_work *work, unsigned rank, unsigned shift)
{
    size_t bytes = (size_t)1 << shift;
    for (unsigned k = 0; k < rank; k++) {
        bytes = permkern_times(bytes, work->axis[k].extent); /* cannot overflow: at most the span */
    }
    return work->in_span == bytes && work->out_span == bytes;
}

/* True if lines and the inner tile loop follow the axis that counts rows: it is not the shorter one. */
static inline bool permkern_runs_down(size_t rows, size_t cols)
{
    return rows >= cols;
}

static inline size_t permkern_longer(size_t a, size_t b)
{
    return a > b ? a : b;
}

/*
 * Returns the elements of a strip that uses cache lines whole. 0: no strips, as the plane has at most 256 lines, or as
 * there is no cache. The strip's lines are `stride` bytes apart. They fill at most half of a cache with 512 lines and
 * four ways, or the strip is a line wide.
 */
static inline size_t permkern_line_strip(size_t elements, size_t size, size_t stride)
{
#if PERMKERN_LINE
    const size_t apart = permkern_longer(stride & (0 - stride), PERMKERN_LINE);
    size_t strip = 2 * PERMKERN_LINE;
    while (strip * size > PERMKERN_LINE && strip * apart > 256 * PERMKERN_LINE) {
        strip /= 2;
    }
    return elements * size > 256 * PERMKERN_LINE ? strip : 0;
#else
    (void)elements, (void)size, (void)stride;
    return 0;
#endif
}

/* ---- addresses: alignment, wrap around the end of the address space, overlap ---- */

/*
 * Returns the address bits that must be zero for an element of 1 << shift bytes. The ABI aligns 64-bit elements to less
 * than 8 bytes on some targets.
 */
static inline unsigned permkern_align_mask(unsigned shift)
{
    struct align64 {
        char at;
        uint64_t value;
    };
    return ((1U << shift) - 1U) & (unsigned)(offsetof(struct align64, value) - 1U); /* narrow: an alignment */
}

/* True if [a, a + a_bytes) and [b, b + b_bytes) overlap. Neither range wraps or is empty. */
static inline bool permkern_overlaps(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    return b - a < a_bytes || a - b < b_bytes;
}

/* True if `bytes` bytes from `at` wrap around the address space. */
static inline bool permkern_wraps(uintptr_t at, size_t bytes)
{
    return at + bytes < at;
}

/* Checks that neither range wraps and that the two do not overlap. Neither is empty. */
static inline permkern_status permkern_check_spans(uintptr_t from, size_t in_span, uintptr_t to, size_t out_span)
{
    if (permkern_wraps(from, in_span) || permkern_wraps(to, out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    return permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

/* ---- the odometer: steps through outer axes, around code that moves the inner ones ---- */

#define PERMKERN_WALK_AXES (PERMKERN_MAX_RANK + 1) /* in place, tiles add an axis */

typedef struct {
    size_t left[PERMKERN_WALK_AXES]; /* positions left along each axis, including the current one */
    size_t in_at, out_at;            /* bytes from the first position, modulo SIZE_MAX + 1 */
} permkern_walk;

/* Starts at the first position of all axes. */
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

/* Steps to the next position in output order; axes with a bit in `skip` stay. Returns false after the last position. */
static inline bool permkern_walk_on(permkern_walk *walk, const permkern_axis *axis, unsigned rank, unsigned skip)
{
    while (rank != 0) {
        const permkern_axis *const at = &axis[--rank];
        /* analyzer: a work has at most PERMKERN_WALK_AXES axes, and `skip` names only these */
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

#endif /* PERMKERN_AXIS_H */
