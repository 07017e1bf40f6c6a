/* SPDX-License-Identifier: BSD-3-Clause */
/* Folding: finds the fewest axes that describe a work (src/core/fold.c). Axes with strides are sorted first. */
#ifndef PERMKERN_FOLD_H
#define PERMKERN_FOLD_H

#include "base/permkern_axis.h"

/* ---- arrays with strides ---- */

/* The range that axes cover. Axes are added from the shortest stride on. Axes of extent 1 do not count. */
typedef struct {
    size_t last;  /* offset of the last element */
    size_t reach; /* length covered: no further axis may have a shorter stride */
    bool full;    /* reach is over SIZE_MAX */
    permkern_status status;
} permkern_cover;

/* Starts without axes. Not an initializer: some compilers would call memset. */
static inline void permkern_cover_begin(permkern_cover *cover)
{
    cover->last = 0;
    cover->reach = 0;
    cover->full = false;
    cover->status = PERMKERN_OK;
}

/* One side of a permute: the axes of its array. Strides have no sign, and count bytes or elements. */
typedef struct {
    size_t extent[PERMKERN_WALK_AXES];
    size_t stride[PERMKERN_WALK_AXES];
    permkern_cover cover;
    unsigned rank;
    unsigned back;                     /* axes that run backwards, as bits */
    size_t low;                        /* bytes from the buffer's start to the lowest element */
    size_t span;                       /* bytes from there to the end of the highest element */
    bool sorted;                       /* strides do not grow from the last axis on, so permkern_span sorted the axes */
    uint8_t order[PERMKERN_WALK_AXES]; /* if sorted: axes by stride, the shortest first */
} permkern_array;

/*
 * Adds an axis. PERMKERN_ERR_STRIDE: its stride is below cover->reach, so elements overlap or the axes need sorting.
 * PERMKERN_ERR_SIZE: the last element's offset is over SIZE_MAX.
 */
static inline void permkern_cover_axis(permkern_cover *cover, size_t extent, size_t stride)
{
    size_t offset = 0;
    if (extent == 1) {
        return;
    }
    if (cover->full || stride < cover->reach) {
        cover->status = PERMKERN_ERR_STRIDE;
    }
    if (!permkern_multiply(extent - 1, stride, &offset) || offset > SIZE_MAX - cover->last) {
        cover->status = cover->status == PERMKERN_OK ? PERMKERN_ERR_SIZE : cover->status;
        cover->full = true;
    }
    cover->full = cover->full || stride > SIZE_MAX - offset;
    cover->last += offset;
    cover->reach = offset + stride;
}

/*
 * Sets array->span. size: an element's, in bytes or elements like the strides. PERMKERN_ERR_STRIDE: two coordinates
 * share an element. PERMKERN_ERR_SIZE: the span is over SIZE_MAX.
 */
permkern_status permkern_span(permkern_array *array, size_t size);

/*
 * Folds two arrays that permkern_span accepted. Returns the folded rank. in_stride: by input axis, may be negative. All
 * output strides are positive. Strides and size are bytes.
 */
unsigned permkern_fold(permkern_axis *to, const size_t *in_stride, const uint8_t *perm, const permkern_array *out,
                       size_t size);

/* ---- folding, from the output's last axis to its first ---- */

/* Initialize as {end of an array of axes, 0, 0, bytes of an element}. */
typedef struct {
    permkern_axis *axis; /* folded axes so far; the next one is stored before them */
    unsigned used;
    size_t in_next, out_next; /* strides at which an axis continues axis[0]; in_next 0: none does */
} permkern_folding;

/*
 * Adds the next axis. Drops it if its extent is 1, and fuses it with the previous axis if it continues that axis on
 * both sides. Strides may be negative, as offsets are modulo SIZE_MAX + 1.
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

/* Ends the folding. A single element has no axes yet, and gets one of extent 1. */
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

/*
 * Returns the slot of a folded permutation: its number among all of ranks 1 to 8, by rank, then in lexicographic order.
 */
unsigned permkern_slot(const permkern_axis *axis, unsigned rank);

#endif /* PERMKERN_FOLD_H */
