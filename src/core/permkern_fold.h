/* SPDX-License-Identifier: BSD-3-Clause */
/* Folding: finds the fewest axes that describe the same work (src/core/fold.c). */
#ifndef PERMKERN_FOLD_H
#define PERMKERN_FOLD_H

#include "base/permkern_arith.h"
#include "base/permkern_axis.h"

/* A work that is being folded, from the output's last axis to its first. */
typedef struct {
    permkern_axis *axis; /* the folded axes so far; a new one comes in front of them */
    unsigned used;
    size_t in_next, out_next; /* strides with which the next axis continues the first of them; in_next 0: none does */
} permkern_folding;

/* Begins with no axis, and room for axes before `end`. size: the bytes of an element. */
static inline permkern_folding permkern_fold_begin(permkern_axis *end, size_t size)
{
    const permkern_folding folding = {end, 0, 0, size};
    return folding;
}

/*
 * Adds the next axis: drops it if it has one element, fuses it with the axis before if it continues that one on both
 * sides. Strides may be negative: all is modulo SIZE_MAX + 1, as offsets are.
 */
PERMKERN_INLINE void permkern_fold_axis(permkern_folding *folding, size_t extent, size_t in_stride, size_t out_stride)
{
    if (extent == 1) {
        return;
    }
    if (in_stride == folding->in_next && out_stride == folding->out_next) {
        /* analyzer: no stride is 0, so the first axis never continues another */
        folding->axis->extent = permkern_times(folding->axis->extent, extent);
    } else {
        folding->axis--;
        folding->used++;
        folding->axis->extent = extent;
        folding->axis->in_stride = in_stride;
        folding->axis->out_stride = out_stride;
    }
    folding->in_next = permkern_steps(extent, in_stride);
    folding->out_next = permkern_steps(extent, out_stride);
}

/* Folds a contiguous work that has elements into the axes before folding->axis. stride: the input's, in bytes. */
PERMKERN_INLINE void permkern_fold_axes(permkern_folding *folding, const permkern_layout *in, const uint8_t *perm,
                                        const size_t *stride)
{
    for (size_t k = in->rank; k-- > 0;) {
        permkern_fold_axis(folding, in->shape[perm[k]], stride[perm[k]], folding->out_next);
    }
}

/* Checks the sizes of a contiguous request that has elements, then folds it. *span = its bytes. */
static inline permkern_status permkern_fold_contiguous(permkern_folding *folding, const permkern_layout *in,
                                                       const uint8_t *perm, const permkern_layout *out, size_t *span)
{
    size_t stride[PERMKERN_MAX_RANK];
    size_t bytes = folding->out_next;
    for (size_t k = in->rank; k-- > 0;) {
        stride[k] = bytes;
        if (!permkern_multiply(bytes, in->shape[k], &bytes)) {
            return PERMKERN_ERR_SIZE;
        }
    }
    if (in->capacity < bytes || out->capacity < bytes) {
        return PERMKERN_ERR_CAPACITY;
    }
    *span = bytes;
    permkern_fold_axes(folding, in, perm, stride);
    return PERMKERN_OK;
}

/* Ends the folding: a single element, which has no axis yet, gets one. */
static inline void permkern_fold_end(permkern_folding *folding)
{
    if (folding->used == 0) {
        folding->axis--;
        folding->used = 1;
        folding->axis->extent = 1;
        folding->axis->in_stride = folding->out_next;
        folding->axis->out_stride = folding->out_next;
    }
}

/* Ends the folding, and moves its axes to `to`. Returns the rank. */
unsigned permkern_fold_to(permkern_axis *to, permkern_folding *folding);

/*
 * Folds a work into `to`, which may be `axis`: axes in any order, whose output strides are positive and were accepted
 * by permkern_span. axis[] is used up. Returns the rank that is left. size: the bytes of an element.
 */
unsigned permkern_fold(permkern_axis *to, permkern_axis *axis, unsigned rank, size_t size);

/* The slot of a folded permutation: its number among those of ranks 1 to 8, by rank, then in lexicographic order. */
unsigned permkern_slot(const permkern_axis *axis, unsigned rank);

/* permkern_slot for four axes, without its loops: they take as long as moving a small tensor. */
static inline unsigned permkern_slot_of_four(const permkern_axis *axis)
{
    const size_t a = axis[0].in_stride;
    const size_t b = axis[1].in_stride;
    const size_t c = axis[2].in_stride;
    const size_t d = axis[3].in_stride;
    const unsigned before = (b > a ? 1U : 0U) + (c > a ? 1U : 0U) + (d > a ? 1U : 0U);
    const unsigned next = (c > b ? 1U : 0U) + (d > b ? 1U : 0U);
    return 9U + (unsigned)permkern_times(6, before) + 2 * next + (d > c ? 1U : 0U); /* narrow: at most 18 */
}

#endif /* PERMKERN_FOLD_H */
