/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses and runs kernels (src/core/dispatch.c). */
#ifndef PERMKERN_DISPATCH_H
#define PERMKERN_DISPATCH_H

#include "base/permkern_table.h"
#include "core/permkern_fold.h"
#include "move/permkern_lines.h"

#if PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0
/* Finds the pinned entry for a planned work that is folded but not widened; NULL if there is none. */
const permkern_pinned_entry *permkern_find_pinned(const permkern_pinned_entry *entries, unsigned count,
                                                  const permkern_work *work, unsigned rank, unsigned shift);
#endif

/* Sets a work's candidates and their alignment masks. work->axis is folded, and both spans are set. */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift);

/* Sets a work's offsets and spans in bytes, and no XOR. Element (0, ..., 0) is the lowest on both sides. */
static inline void permkern_set_places(permkern_work *work, size_t in_low, size_t in_span, size_t out_low,
                                       size_t out_span)
{
    work->in_low = in_low;
    work->in_first = in_low;
    work->in_span = in_span;
    work->out_low = out_low;
    work->out_first = out_low;
    work->out_span = out_span;
    work->xored = NULL;
}

/* True if every element of a planned work keeps its offset, so that nothing moves. */
static inline bool permkern_stays(const permkern_work *work)
{
    bool same = work->in_first == work->out_first;
    for (unsigned k = 0; k < permkern_form_rank(work->choice.form); k++) {
        same = same && work->axis[k].in_stride == work->axis[k].out_stride;
    }
    return same;
}

/* True if there is a wide kernel, and both pointers are aligned for it. */
static inline bool permkern_use_wide(const permkern_choice *choice, const void *in, const void *out)
{
    return choice->wide != NULL && (((uintptr_t)in | (uintptr_t)out) & choice->wide_mask) == 0;
}

/*
 * Moves a work by the first candidate that can take these pointers to element (0, ..., 0). True if that is the pinned
 * kernel. Pinned kernels take the lowest addresses, in_below and out_below bytes lower if axes are reversed. They are
 * computed as integers, because empty works may have NULL.
 */
static inline bool permkern_take(const permkern_choice *choice, const permkern_axis *axis, const void *in, void *out,
                                 size_t in_below, size_t out_below)
{
    const uintptr_t from = (uintptr_t)in - (PERMKERN_PINNED_FLIPS ? in_below : 0);
    const uintptr_t to = (uintptr_t)out - (PERMKERN_PINNED_FLIPS ? out_below : 0);
    if (choice->pinned != NULL && ((from | to) & choice->pinned_mask) == 0) {
        choice->pinned((const void *)from, (void *)to);
        return true;
    }
    if (permkern_use_wide(choice, in, out)) {
        choice->wide(axis, choice->wide_form, in, out);
    } else {
        choice->kernel(axis, choice->form, in, out);
    }
    return false;
}

/* Moves a planned work. Both pointers are checked, and point to element (0, ..., 0). */
static inline bool permkern_execute(const permkern_work *work, const void *in, void *out)
{
#if PERMKERN_SMALL_BYTES > 0
    if (work->small != NULL) {
        work->small(work->index, work->in_span, in, out);
        return false;
    }
#endif
    return permkern_take(&work->choice, work->axis, in, out, work->in_first - work->in_low,
                         work->out_first - work->out_low);
}

/*
 * 1: contiguous works with few axes always move by words, without vectors or pinned kernels. This makes the choice
 * quick.
 */
#ifdef PERMKERN_PROFILE_TINY
#define PERMKERN_FEW_WAYS 0
#else
#define PERMKERN_FEW_WAYS (!PERMKERN_VECTOR && PERMKERN_PINNED_COUNT == 0)
#endif

/* Moves a contiguous work without a plan. */
void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* permkern_move for three axes, if PERMKERN_FEW_WAYS is 1. */
void permkern_move_three(const permkern_axis *axis, unsigned form, const void *in, void *out);

/*
 * Moves a contiguous work of `bytes` bytes, whose axes are folded, without a plan. Two axes are always a plane: others
 * would have been fused.
 */
static inline void permkern_move_folded(permkern_folding *folding, unsigned shift, size_t bytes, const void *in,
                                        void *out)
{
#if PERMKERN_FEW_WAYS
    if (folding->used <= 1) {
        permkern_copy((const uint8_t *)in, (uint8_t *)out, bytes);
        return;
    }
#if PERMKERN_SLOT_KERNELS > 0
    if (folding->used <= 3) {
        permkern_kernel *const kernel = folding->used == 2 ? permkern_widths[shift].kernel[2] : permkern_move_three;
        kernel(folding->axis, permkern_form(folding->used, shift), in, out);
        return;
    }
#endif
#endif
    (void)bytes;
    permkern_fold_end(folding);
    permkern_move(folding->axis, permkern_form(folding->used, shift), in, out);
}

#endif /* PERMKERN_DISPATCH_H */
