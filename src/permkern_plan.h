/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a plan holds, and how kernels are called. To callers a plan is words that nobody looks into: this is what the
 * library puts there. Not installed.
 */
#ifndef PERMKERN_PLAN_H
#define PERMKERN_PLAN_H

#include "permkern.h"

/*
 * One axis of the folded work, as kernels see it. An axis may run backwards in the input: its in_stride is then the
 * two's complement of its length, so that offsets are sums modulo SIZE_MAX + 1 that always come out inside the buffer.
 * In the output every axis runs forwards, as permkern_prepare walks an axis that does not from its other end.
 */
typedef struct {
    size_t extent;     /* elements */
    size_t in_stride;  /* bytes */
    size_t out_stride; /* bytes */
} permkern_axis;

/*
 * A kernel moves every element of a folded work. axis[0 .. rank - 1] come in output order: out_stride falls from one to
 * the next. in and out point to element (0, ..., 0). form packs rank and element size (permkern_form); a kernel
 * made for one form ignores it. But for permkern_generic, which takes any work, no axis may run backwards.
 */
typedef void permkern_kernel(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* A pinned kernel knows its shape. It checks nothing. */
typedef void permkern_pinned(const void *in, void *out);

/* Moves `bytes` bytes: byte k of the output is byte index[k] of the input. */
typedef void permkern_small(const uint8_t *index, size_t bytes, const void *in, void *out);

/*
 * Bytes of the largest tensor that may be one permute of bytes, and so room for its index, whether this build has such
 * a permute or not (PERMKERN_SMALL_BYTES): a plan's size follows from no compiler option.
 */
#if UINTPTR_MAX > 0xffffffffU
#define PERMKERN_INDEX_ROOM 64
#else
#define PERMKERN_INDEX_ROOM 16
#endif

typedef struct {
    permkern_axis axis[PERMKERN_MAX_RANK];
    permkern_kernel *kernel;  /* serves any buffers aligned for the element; NULL: not prepared */
    permkern_kernel *wide;    /* moves the innermost run as one element; NULL: none */
    permkern_pinned *pinned;  /* knows this very shape; NULL: none */
    permkern_small *small;    /* moves all of a contiguous tensor by index; NULL: none */
    size_t in_low, out_low;   /* bytes from each buffer's start to the lowest element; the output's is its first, too */
    size_t in_span, out_span; /* bytes from there to the end of the highest; 0: there are no elements */
    size_t in_first;          /* bytes from the input buffer's start to element (0, ..., 0) of the work */
    uint8_t form, wide_form;
    uint8_t align_mask, wide_mask, pinned_mask; /* address bits that must be zero for each */
    uint8_t index[PERMKERN_INDEX_ROOM];
} permkern_work;

/* A plan is as large as permkern.h says, in every build: the array has no negative size. */
typedef char permkern_work_fits_plan[sizeof(permkern_work) <= sizeof(permkern_plan) ? 1 : -1];

static inline permkern_work *permkern_work_of(permkern_plan *plan)
{
    return (permkern_work *)(void *)plan;
}

static inline const permkern_work *permkern_planned(const permkern_plan *plan)
{
    return (const permkern_work *)(const void *)plan;
}

#endif /* PERMKERN_PLAN_H */
