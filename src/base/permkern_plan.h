/* SPDX-License-Identifier: BSD-3-Clause */
/* The contents of a plan, and the types of kernels. In permkern.h a plan is an array of words. Not installed. */
#ifndef PERMKERN_PLAN_H
#define PERMKERN_PLAN_H

#include "permkern.h"

/*
 * One axis of a folded work, as kernels see it. If the axis runs backwards, its stride is negative modulo SIZE_MAX + 1.
 * Offsets are added modulo SIZE_MAX + 1, and end inside the buffer. If the sides have different innermost axes,
 * permkern_prepare makes both run forwards.
 *
 * Callers copy plans as words, also inside their own structures. GCC's link-time optimisation sees both types, so
 * PERMKERN_OPAQUE lets them alias.
 */
typedef struct {
    size_t extent;     /* elements */
    size_t in_stride;  /* bytes */
    size_t out_stride; /* bytes */
} PERMKERN_OPAQUE permkern_axis;

/*
 * Moves every element of a folded work. axis[0 .. rank - 1] are in output order: the length of out_stride falls from
 * axis to axis. in and out point to element (0, ..., 0). form packs rank and element size (permkern_form); kernels for
 * a single form ignore it. Both innermost axes run forwards, except for permkern_generic, which takes any work, and
 * permkern_backward.
 */
typedef void permkern_kernel(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* A pinned kernel: its code contains its shape. It checks nothing. */
typedef void permkern_pinned(const void *in, void *out);

/* A pinned kernel that works in place. Plans never hold one. */
typedef void permkern_pinned_in_place(void *data);

/* Moves `bytes` bytes: output unit k is input unit index[k]. Each function has its own unit size. */
typedef void permkern_small(const uint8_t *index, size_t bytes, const void *in, void *out);

/*
 * Entries in the index of a small tensor, which one vector permute moves whole. Builds without vector permutes (see
 * PERMKERN_SMALL_BYTES) have as many, so compiler options never change the plan's size.
 */
#if UINTPTR_MAX > 0xffffffffU
#define PERMKERN_INDEX_ROOM 64
#else
#define PERMKERN_INDEX_ROOM 16
#endif

typedef struct permkern_work permkern_work;

/*
 * The function that permkern_xor stores in a plan (src/core/xor.c). If `in` is set, it moves the work first. Then it
 * XORs the plan's mask into each output element. `axis` and `form` describe the work or a part of it; `out` points to
 * element (0, ..., 0) of that part.
 */
typedef void permkern_xored(const permkern_work *work, const permkern_axis *axis, unsigned form, const void *in,
                            void *out);

/* The candidates for a work, in the order in which permkern_first tries them. */
typedef struct {
    permkern_small *small;   /* moves a small contiguous tensor by the plan's index[]; NULL: none */
    permkern_pinned *pinned; /* this shape only; NULL: none */
    permkern_kernel *wide;   /* moves the innermost run as one element of wide_form; unset if wide_form is 0 */
    permkern_kernel *kernel; /* takes all buffers that are aligned for the element; NULL: not prepared */
    uint8_t form, wide_form;
    uint8_t align_mask, wide_mask, pinned_mask; /* address bits that must be zero for kernel, wide and pinned */
} PERMKERN_OPAQUE permkern_choice;

struct permkern_work {
    permkern_axis axis[PERMKERN_MAX_RANK];
    permkern_choice choice;
    permkern_xored *xored;    /* runs instead of the candidates; NULL: elements keep their values */
    size_t in_low, out_low;   /* bytes from the buffer's start to the lowest element */
    size_t in_span, out_span; /* bytes from there to the end of the highest element; 0: no elements */
    size_t in_first;          /* bytes from the input buffer's start to element (0, ..., 0) */
    size_t out_first;         /* the output's counterpart */
    uint32_t flip[2];         /* if xored is set: the mask repeated to 64 bits, low half first */
    uint8_t index[PERMKERN_INDEX_ROOM];
} PERMKERN_OPAQUE;

/* If permkern_plan in permkern.h is too small, the array has a negative size, and compiling fails. */
static inline permkern_work *permkern_work_of(permkern_plan *plan)
{
    (void)sizeof(char[sizeof(permkern_work) <= sizeof(permkern_plan) ? 1 : -1]);
    return (permkern_work *)(void *)plan;
}

static inline const permkern_work *permkern_planned(const permkern_plan *plan)
{
    return (const permkern_work *)(const void *)plan;
}

#endif /* PERMKERN_PLAN_H */
