/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a plan holds, and how kernels are called. permkern.h declares a plan as opaque words; this is what the library
 * keeps in them. Not installed.
 */
#ifndef PERMKERN_PLAN_H
#define PERMKERN_PLAN_H

#include "permkern.h"

/*
 * One axis of a folded work, as kernels see it. An axis may run backwards: its stride is then negative, modulo
 * SIZE_MAX + 1, and offsets are sums modulo SIZE_MAX + 1 that always come out inside the buffer. permkern_prepare turns
 * axes round so that on each side the innermost run goes forwards, where one and the same axis is not both.
 *
 * To callers, this type and permkern_work are opaque words, which they may copy as such, also inside a structure of
 * theirs: GCC's link-time optimisation sees both types and would take them for different memory.
 */
typedef struct {
    size_t extent;     /* elements */
    size_t in_stride;  /* bytes */
    size_t out_stride; /* bytes */
} PERMKERN_OPAQUE permkern_axis;

/*
 * A kernel moves every element of a folded work. axis[0 .. rank - 1] come in output order: the length of out_stride
 * falls from one to the next. in and out point to element (0, ..., 0). form packs rank and element size
 * (permkern_form); a kernel made for one form ignores it. The innermost axes of both sides run forwards, but for
 * permkern_generic, which takes any work, and permkern_backward.
 */
typedef void permkern_kernel(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* A pinned kernel: its shape is part of its code. It checks nothing. */
typedef void permkern_pinned(const void *in, void *out);

/* The same in place. No plan holds one. */
typedef void permkern_pinned_in_place(void *data);

/* Moves `bytes` bytes: unit k of the output is unit index[k] of the input. The function knows how large a unit is. */
typedef void permkern_small(const uint8_t *index, size_t bytes, const void *in, void *out);

/*
 * Entries of the index of a tensor that vector permutes move whole. They do not depend on whether this build has such
 * permutes (PERMKERN_SMALL_BYTES), so that no compiler option changes a plan's size.
 */
#if UINTPTR_MAX > 0xffffffffU
#define PERMKERN_INDEX_ROOM 64
#else
#define PERMKERN_INDEX_ROOM 16
#endif

typedef struct permkern_work permkern_work;

/*
 * What permkern_xor puts into a plan (src/core/xor.c). Moves the whole work, if `in` is not NULL; then, or where it was
 * moved before, each element of these axes in the output becomes itself exclusive-or the plan's mask. `axis` and `form`
 * are those of the work, or of a share of it, and `out` points to their element (0, ..., 0).
 */
typedef void permkern_xored(const permkern_work *work, const permkern_axis *axis, unsigned form, const void *in,
                            void *out);

/* What moves a work, and the address bits that must be zero for each. permkern_execute takes the first that it can. */
typedef struct {
    permkern_pinned *pinned; /* for exactly this shape; NULL: none */
    permkern_kernel *wide;   /* moves the innermost run as one element; NULL: none */
    permkern_kernel *kernel; /* for all buffers that are aligned for the element; NULL: not prepared */
    uint8_t form, wide_form;
    uint8_t align_mask, wide_mask, pinned_mask; /* for kernel, wide, pinned */
} PERMKERN_OPAQUE permkern_choice;

struct permkern_work {
    permkern_axis axis[PERMKERN_MAX_RANK];
    permkern_choice choice;
    permkern_small *small;    /* comes before the choice: moves a small contiguous tensor by index[]; NULL: none */
    permkern_xored *xored;    /* runs the plan in place of those; NULL: elements keep their values */
    size_t in_low, out_low;   /* bytes from the buffer's start to the lowest element */
    size_t in_span, out_span; /* bytes from there to the end of the highest element; 0: there are none */
    size_t in_first;          /* bytes from the input buffer's start to element (0, ..., 0) */
    size_t out_first;         /* the same of the output's */
    uint32_t flip[2];         /* where xored is set: its mask repeated to 64 bits, low and high half */
    uint8_t index[PERMKERN_INDEX_ROOM];
} PERMKERN_OPAQUE;

/* Fails to compile, by an array of negative size, if permkern_plan of permkern.h is too small. */
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
