/* SPDX-License-Identifier: BSD-3-Clause */
/* The choice of what moves a work (src/dispatch.c), and the generated tables that it chooses from. */
#ifndef PERMKERN_DISPATCH_H
#define PERMKERN_DISPATCH_H

#include "permkern_axis.h"
#include "permkern_kernels.h"
#include "permkern_target.h"

#if PERMKERN_SLOT_KERNELS > 0 && PERMKERN_TILE_CORES > 0
#error "a set has kernels by number (profile speed) or tile cores (profile size)"
#endif

#if PERMKERN_SLOT_KERNELS + PERMKERN_TILE_CORES > 0
/* The kernels of one element width. Sets without kernels of a kind have no member for them. */
typedef struct {
#if PERMKERN_SLOT_KERNELS > 0
    permkern_kernel *const *kernel; /* the first is for slots that have none */
    const uint8_t *row;             /* by slot: which kernel */
#endif
#if PERMKERN_FAR_KERNELS > 0
    permkern_kernel *const *far_kernel; /* of the slots behind those, sorted */
    const uint16_t *far_slot;
#endif
#if PERMKERN_TILE_CORES > 0
    permkern_kernel *tile; /* any form whose innermost axis moves; NULL: none */
#endif
#if PERMKERN_SLOT_KERNELS > 0
    uint16_t slots; /* that row has */
#endif
#if PERMKERN_FAR_KERNELS > 0
    uint16_t far_kernels;
#endif
} permkern_width;

/* By log2 of the element's bytes. Generated. */
extern const permkern_width permkern_widths[4];
#endif

#if PERMKERN_PINNED_COUNT > 0
/* A contiguous folded work whose shape is pinned; extents in output order. */
typedef struct {
    permkern_pinned *kernel;
    uint32_t extent[PERMKERN_PINNED_RANK];
    uint16_t slot;
    uint8_t shift;
    uint8_t align_mask;
} permkern_pinned_row;

/* Sorted by shift, slot, extents. Generated. */
extern const permkern_pinned_row permkern_pinned_rows[PERMKERN_PINNED_COUNT];
#endif

/* work->axis comes fused, with both spans set: picks kernels for it, and what they fall back on. */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift);

/* Whether a work's wide kernel may have these pointers. */
static inline bool permkern_use_wide(const permkern_work *work, const void *in, const void *out)
{
    return work->wide != NULL && (((uintptr_t)in | (uintptr_t)out) & work->wide_mask) == 0;
}

/* Runs a work on pointers to its element (0, ..., 0) that were checked. */
static inline void permkern_execute(const permkern_work *work, const void *in, void *out)
{
#if PERMKERN_SMALL_BYTES > 0
    if (work->small != NULL) {
        work->small(work->index, work->in_span, in, out);
        return;
    }
#endif
    if (work->pinned != NULL && (((uintptr_t)in | (uintptr_t)out) & work->pinned_mask) == 0) {
        work->pinned(in, out);
    } else if (permkern_use_wide(work, in, out)) {
        work->wide(work->axis, work->wide_form, in, out);
    } else {
        work->kernel(work->axis, work->form, in, out);
    }
}

/* permkern_choose and permkern_execute at once, without a plan, for a work without gaps. */
void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out);

#if PERMKERN_VECTOR
/* The running CPU's kernel for works whose innermost axis moves, or stays; NULL: none. */
permkern_kernel *permkern_vector_kernel(bool moves);

/* What a pinned kernel does on the running CPU's vectors; false: nothing was moved, as it has none for this. */
bool permkern_vector_pinned(const permkern_axis *axis, unsigned form, const void *in, void *out);
bool permkern_vector_small(const uint8_t *index, size_t bytes, const void *in, void *out);

/* Moves a work without gaps that is small enough for one permute of bytes, index and all; false: it is not. */
bool permkern_vector_move_small(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in, void *out);
#endif

#endif /* PERMKERN_DISPATCH_H */
