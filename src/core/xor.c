/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * XORs elements with a constant: permkern_xor, and functions that plans and pinned kernels call for it. Plans reach
 * them by a pointer, so programs that never call permkern_xor do not link them.
 */
#include "core/permkern_find.h"
#include "move/permkern_run.h"

/* ---- runs ---- */

void permkern_xor_run(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t low, uint32_t high)
{
    if (low == high) {
        permkern_move_run(in, out, bytes, low);
    } else {
        permkern_move_line(3, in, 8, out, 8, bytes / 8, (uint64_t)high << 32 | low);
    }
}

/* ---- all elements of a work or a part ---- */

/*
 * Copies the axes and makes their output strides positive. Returns the bytes from the lowest element to element (0,
 * ..., 0).
 */
static size_t upwards(permkern_axis *to, const permkern_axis *axis, unsigned rank)
{
    size_t below = 0;
    for (unsigned k = 0; k < rank; k++) {
        permkern_copy_axis(&to[k], &axis[k]);
        if (permkern_runs_back(axis[k].out_stride)) {
            to[k].out_stride = 0 - axis[k].out_stride;
            below += permkern_times(axis[k].extent - 1, to[k].out_stride);
        }
    }
    return below;
}

/*
 * XORs all output elements. Contiguous inner axes are one run. If there are none, the innermost axis is a line of
 * elements. An odometer steps through the remaining axes. Offsets stay inside the output.
 */
static PERMKERN_OUT_OF_LINE void xor_elements(const permkern_axis *given, unsigned form, uint8_t *out,
                                              const uint32_t *flip)
{
    permkern_axis axis[PERMKERN_MAX_RANK];
    permkern_walk walk;
    const unsigned shift = permkern_form_shift(form);
    unsigned rank = permkern_form_rank(form);
    size_t run = (size_t)1 << shift;
    out = (uint8_t *)((uintptr_t)out - upwards(axis, given, rank));
    while (rank != 0 && axis[rank - 1].out_stride == run) {
        rank--;
        run = permkern_times(run, axis[rank].extent);
    }
    if (run == 0) {
        return; /* no elements */
    }
    const bool lines = rank != 0 && run == (size_t)1 << shift;
    const unsigned outer = lines ? rank - 1 : rank;
    permkern_walk_begin(&walk, axis, outer);
    do {
        uint8_t *const at = out + walk.out_at;
        if (lines) {
            const size_t step = axis[outer].out_stride;
            permkern_move_line(shift, at, step, at, step, axis[outer].extent, (uint64_t)flip[1] << 32 | flip[0]);
        } else {
            permkern_xor_run(at, at, run, flip[0], flip[1]);
        }
    } while (permkern_walk_on(&walk, axis, outer, 0));
}

/* ---- plans ---- */

/* Moves the work unless `in` is NULL, then XORs its output. A contiguous copy is XORed while it moves. */
static void xor_after(const permkern_work *work, const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const size_t size = (size_t)1 << permkern_form_shift(form);
    if (in != NULL && permkern_form_rank(form) == 1 && axis->in_stride == size && axis->out_stride == size) {
        const size_t bytes = axis->extent << permkern_form_shift(form);
        permkern_xor_run((const uint8_t *)in, (uint8_t *)out, bytes, work->flip[0], work->flip[1]);
        return;
    }
    if (in != NULL) {
        (void)permkern_execute(work, in, out);
    }
    xor_elements(axis, form, (uint8_t *)out, work->flip);
}

#if PERMKERN_PINNED_MASKS > 0
/* The pinned kernel XORs while it moves. If another kernel ran, or `in` is NULL, XORs the output. */
static void xor_pinned(const permkern_work *work, const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    if (in == NULL || permkern_execute(work, in, out) != PERMKERN_PINNED) {
        xor_elements(axis, form, (uint8_t *)out, work->flip);
    }
}

/* Puts the pinned kernel for this work and mask into the plan, if the set has one. */
static void find_xor_pinned(permkern_work *work)
{
    permkern_choice *const choice = &work->choice;
    permkern_pinned *const plain = choice->pinned;
    const unsigned rank = permkern_form_rank(choice->form);
    if (!permkern_has_no_gaps(work, rank, permkern_form_shift(choice->form))) {
        return;
    }
    for (unsigned k = 0; k < PERMKERN_PINNED_MASKS; k++) {
        const permkern_pinned_masked *const masked = &permkern_pinned_masks[k];
        if (masked->flip[0] != work->flip[0] || masked->flip[1] != work->flip[1]) {
            continue;
        }
        choice->pinned = NULL;
        permkern_find_pinned(choice, masked->entry, masked->count, work->axis, permkern_flips(work->axis, rank));
        if (choice->pinned == NULL) {
            choice->pinned = plain;
        } else {
            choice->small = NULL;
            work->xored = xor_pinned;
        }
        return;
    }
}
#endif

/* Repeats a mask of 1 << shift bytes to 64 bits. If it has higher bits, returns false and writes nothing. */
static bool repeat_mask(uint32_t *flip, uint64_t mask, unsigned shift)
{
    uint32_t low = (uint32_t)mask;                /* narrow: the high half follows */
    const uint32_t high = (uint32_t)(mask >> 32); /* narrow: 32 bits are left */
    if ((shift < 3 && high != 0) || (shift < 2 && low >> (8U << shift) != 0)) {
        return false;
    }
    if (shift == 0) {
        low |= low << 8;
    }
    if (shift < 2) {
        low |= low << 16;
    }
    flip[0] = low;
    flip[1] = shift < 3 ? low : high;
    return true;
}

permkern_status permkern_xor(permkern_plan *plan, uint64_t mask)
{
    uint32_t flip[2];
    if (plan == NULL) {
        return PERMKERN_ERR_NULL;
    }
    permkern_work *const work = permkern_work_of(plan);
    if (work->choice.kernel == NULL) {
        return PERMKERN_ERR_PLAN;
    }
    const unsigned shift = permkern_form_shift(work->choice.form);
    if (!repeat_mask(flip, mask, shift)) {
        return PERMKERN_ERR_BITS;
    }
    work->flip[0] = flip[0];
    work->flip[1] = flip[1];
    work->xored = mask == 0 ? NULL : xor_after;
#if PERMKERN_PINNED_MASKS > 0
    if (work->out_span != 0) {
        permkern_choose(work, permkern_form_rank(work->choice.form), shift); /* undoes an earlier mask */
        if (mask != 0) {
            find_xor_pinned(work);
        }
    }
#endif
    return PERMKERN_OK;
}
