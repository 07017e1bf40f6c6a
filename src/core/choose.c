/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses kernels for plans and direct calls (core/permkern_find.h), and searches the table of pinned kernels. */
#include "core/permkern_find.h"

/* ---- pinned kernels ---- */

#if PERMKERN_HAS_PINNED

/* Returns the first sort key of pinned entries. Extents are the second. */
static inline uint32_t pinned_key(unsigned shift, unsigned slot, unsigned flips)
{
    return shift << 24 | slot << 8 | flips;
}

/* Compares an entry with a work in sort order. Returns less than 0, 0 or more than 0. */
static int compare_pinned(const permkern_pinned_entry *entry, uint32_t key, const permkern_axis *axis, unsigned rank)
{
#if PERMKERN_PINNED_FLIPS
    const uint32_t found = pinned_key(entry->shift, entry->slot, entry->flips);
#else
    const uint32_t found = pinned_key(entry->shift, entry->slot, 0);
#endif
    for (unsigned k = 0; found == key && k < rank; k++) {
        if (entry->extent[k] != axis[k].extent) {
            return entry->extent[k] < axis[k].extent ? -1 : 1;
        }
    }
    return found == key ? 0 : found < key ? -1 : 1;
}

void permkern_find_pinned(permkern_choice *choice, const permkern_pinned_entry *entries, unsigned count,
                          const permkern_axis *axis, unsigned flips)
{
    const unsigned form = choice->wide_form != 0 ? choice->wide_form : choice->form;
    const unsigned rank = permkern_form_rank(form);
    if (rank > PERMKERN_PINNED_RANK || (!PERMKERN_PINNED_FLIPS && flips != 0)) {
        return;
    }
    const uint32_t key = pinned_key(permkern_form_shift(form), permkern_slot(axis, rank), flips);
    unsigned low = 0;
    unsigned high = count;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        const int order = compare_pinned(&entries[middle], key, axis, rank);
        if (order == 0) {
            choice->pinned = entries[middle].kernel;
            choice->pinned_mask = entries[middle].align_mask;
            return;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
}

#endif

/* ---- plans ---- */

/* permkern_find_kernel for plans. Out of line, because permkern_choose calls it twice. */
static PERMKERN_OUT_OF_LINE permkern_kernel *find_planned(const permkern_axis *axis, unsigned form)
{
    return permkern_find_kernel(axis, permkern_form_rank(form), permkern_form_shift(form), false);
}

/* Finds all candidates, because a plan's buffers are not known yet. */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift)
{
    permkern_choice *const choice = &work->choice;
    const size_t bytes = permkern_has_no_gaps(work, rank, shift) ? work->in_span : 0;
    const unsigned flips = permkern_flips(work->axis, rank);
    permkern_find_candidates(choice, work->axis, rank, shift, bytes, flips, true);
#if PERMKERN_SMALL_BYTES > 0
    if (flips == 0 && bytes != 0) {
        choice->small = permkern_find_small(work->index, work->axis, rank, shift, bytes);
    }
#endif
    if (choice->wide_form != 0) {
        choice->wide = find_planned(work->axis, choice->wide_form);
    }
    choice->kernel = find_planned(work->axis, choice->form);
    choice->align_mask = (uint8_t)permkern_align_mask(shift); /* narrow: at most 7 */
}

/* ---- contiguous works without a plan ---- */

#if PERMKERN_QUICK
void permkern_move_three(const permkern_axis *axis, unsigned shift, const void *in, void *out)
{
    permkern_move_at_once(axis, 3, shift, in, out);
}
#endif

void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_move_at_once(axis, permkern_form_rank(form), permkern_form_shift(form), in, out);
}
