/* SPDX-License-Identifier: BSD-3-Clause */
/* The candidates for a folded work, and which of them moves it. */
#ifndef PERMKERN_CHOOSE_H
#define PERMKERN_CHOOSE_H

#include "base/permkern_table.h"
#include "core/permkern_fold.h"

#define PERMKERN_HAS_PINNED (PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0)

/* Finds a plan's candidates. work->axis is folded, and both spans are set. */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift);

/* Sets a work's offsets and spans in bytes, without an XOR mask. Element (0, ..., 0) is the lowest on both sides. */
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

/* The candidates for a work, in the order in which permkern_first tries them. */
typedef enum {
    PERMKERN_SMALL,  /* one vector permute that moves a whole small tensor */
    PERMKERN_PINNED, /* a kernel for this shape only */
    PERMKERN_WIDE,   /* a kernel that moves the innermost run as one element */
    PERMKERN_KERNEL  /* a kernel that takes every buffer */
} permkern_candidate;

/*
 * Returns the first candidate that takes these pointers, for plans, parts, masked and direct calls alike. pointers: the
 * addresses of element (0, ..., 0) on both sides, ORed. lowest: the lowest addresses, ORed. part: the buffers hold a
 * part of the work, which only kernels move.
 */
PERMKERN_INLINE permkern_candidate permkern_first(const permkern_choice *choice, uintptr_t pointers, uintptr_t lowest,
                                                  bool part)
{
    (void)choice, (void)pointers, (void)lowest, (void)part;
    if (PERMKERN_SMALL_BYTES > 0 && !part && choice->small != NULL) {
        return PERMKERN_SMALL;
    }
    if (PERMKERN_HAS_PINNED && !part && choice->pinned != NULL && (lowest & choice->pinned_mask) == 0) {
        return PERMKERN_PINNED;
    }
    if (PERMKERN_WIDEN && choice->wide_form != 0 && (pointers & choice->wide_mask) == 0) {
        return PERMKERN_WIDE;
    }
    return PERMKERN_KERNEL;
}

/*
 * Moves a planned work by its first candidate, and returns the candidate. Both pointers were checked, and point to
 * element (0, ..., 0). Lowest addresses are computed as integers, because empty works may have NULL.
 */
static inline permkern_candidate permkern_execute(const permkern_work *work, const void *in, void *out)
{
    const permkern_choice *const choice = &work->choice;
    const uintptr_t from = (uintptr_t)in - (PERMKERN_PINNED_FLIPS ? work->in_first - work->in_low : 0);
    const uintptr_t to = (uintptr_t)out - (PERMKERN_PINNED_FLIPS ? work->out_first - work->out_low : 0);
    const permkern_candidate first = permkern_first(choice, (uintptr_t)in | (uintptr_t)out, from | to, false);
    if (first == PERMKERN_SMALL) {
        choice->small(work->index, work->in_span, in, out);
    } else if (first == PERMKERN_PINNED) {
        choice->pinned((const void *)from, (void *)to);
    } else if (first == PERMKERN_WIDE) {
        choice->wide(work->axis, choice->wide_form, in, out);
    } else {
        choice->kernel(work->axis, choice->form, in, out);
    }
    return first;
}

/* Moves a planned work, and applies its mask. Pointers as for permkern_execute. */
static inline void permkern_run_work(const permkern_work *work, const void *in, void *out)
{
    if (work->xored != NULL) {
        work->xored(work, work->axis, work->choice.form, in, out);
    } else {
        (void)permkern_execute(work, in, out);
    }
}

#endif /* PERMKERN_CHOOSE_H */
