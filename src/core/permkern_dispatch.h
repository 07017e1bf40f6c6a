/* SPDX-License-Identifier: BSD-3-Clause */
/* The choice of what moves a work (src/core/dispatch.c). */
#ifndef PERMKERN_DISPATCH_H
#define PERMKERN_DISPATCH_H

#include "base/permkern_table.h"
#include "core/permkern_fold.h"
#include "move/permkern_lines.h"

#if PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0
/* The table's entry for exactly this work of a plan, which is folded and not widened yet; NULL if there is none. */
const permkern_pinned_entry *permkern_find_pinned(const permkern_pinned_entry *entries, unsigned count,
                                                  const permkern_work *work, unsigned rank, unsigned shift);
#endif

/*
 * Fills in what moves a work: its kernels, and the alignment that each needs. work->axis is fused, and both spans are
 * set.
 */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift);

/*
 * Sets where a work's elements lie in its buffers, in bytes, and that they are moved as they are. Element (0, ..., 0)
 * of each side is the lowest.
 */
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

/* True if every element of a planned work keeps its offset: there is nothing to move. */
static inline bool permkern_stays(const permkern_work *work)
{
    bool same = work->in_first == work->out_first;
    for (unsigned k = 0; k < permkern_form_rank(work->choice.form); k++) {
        same = same && work->axis[k].in_stride == work->axis[k].out_stride;
    }
    return same;
}

/* True if there is a wide kernel, and these pointers are aligned for it. */
static inline bool permkern_use_wide(const permkern_choice *choice, const void *in, const void *out)
{
    return choice->wide != NULL && (((uintptr_t)in | (uintptr_t)out) & choice->wide_mask) == 0;
}

/*
 * Moves a work by the first candidate that can take these pointers, which are to its element (0, ..., 0). True if that
 * is the pinned kernel. It takes the lowest addresses, which are below these by so many bytes if axes are reversed; as
 * numbers, because a work without elements may have NULL.
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

/* Moves a planned work. Both pointers are to its element (0, ..., 0), and were checked. */
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
 * 1: a contiguous work of few axes has one way to move, so that it is quick to choose: by words, and not as a shape
 * that the set pins.
 */
#ifdef PERMKERN_PROFILE_TINY
#define PERMKERN_FEW_WAYS 0
#else
#define PERMKERN_FEW_WAYS (!PERMKERN_VECTOR && PERMKERN_PINNED_COUNT == 0)
#endif

/* Chooses what moves a contiguous work, and moves it, without a plan. */
void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* The same for three axes, where there are few ways. */
void permkern_move_three(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* The same for a work of `bytes` bytes whose axes were folded. Two axes are a plane: others would have been fused. */
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
