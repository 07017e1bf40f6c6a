/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses what moves a folded work. permkern_choose does so for a plan, which permkern_execute runs later;
 * permkern_move chooses and runs at once. Every reason to take the generic routine instead of a kernel is here or in
 * permkern_execute.
 */
#include "permkern_address.h"
#include "permkern_compiler.h"
#include "permkern_dispatch.h"
#include "permkern_fold.h"
#include "permkern_generic.h"
#include "permkern_way.h"

/* ---- choice ---- */

#if PERMKERN_SLOT_KERNELS > 0

#if PERMKERN_FAR_KERNELS > 0

/* The kernel of a slot above those that the index has (ranks over 4), by binary search. */
static permkern_kernel *far_kernel(const permkern_width *width, unsigned slot)
{
    unsigned low = 0;
    unsigned high = width->far_kernels;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (width->far_slot[middle] == slot) {
            return width->far_kernel[middle];
        }
        if (width->far_slot[middle] < slot) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return permkern_generic;
}

#endif

/* The kernel for a slot; the generic routine, if the set has none. */
static inline permkern_kernel *kernel_in_slot(const permkern_width *width, unsigned slot)
{
    if (slot < width->slots) {
        return width->kernel[width->place[slot]];
    }
#if PERMKERN_FAR_KERNELS > 0
    return far_kernel(width, slot);
#else
    return permkern_generic;
#endif
}

#endif

/* True if the innermost axis of a contiguous work changes its place. */
static inline bool inner_moves(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return axis[rank - 1].in_stride != (size_t)1 << shift;
}

#if PERMKERN_SLOT_KERNELS > 0

/*
 * The slot of a work. moves: its innermost axis changes its place. Rank 1 has one slot, rank 2 two. at_once: it is
 * moved without a plan, so that the time to find the slot counts.
 */
static inline unsigned slot_of(const permkern_axis *axis, unsigned rank, bool moves, bool at_once)
{
    if (rank <= 2) {
        return rank - 1 + moves;
    }
    return at_once && rank <= 4 ? permkern_slot_of_few(axis, rank) : permkern_slot(axis, rank);
}

#endif

/*
 * The set's kernel for a work whose elements are adjacent along the input's innermost axis and along the output's.
 * moves: these are two different axes.
 */
static inline permkern_kernel *find_unit_kernel(const permkern_axis *axis, unsigned rank, unsigned shift, bool moves,
                                                bool at_once)
{
    (void)axis;
    (void)rank;
    (void)shift;
    (void)moves;
    (void)at_once;
#if PERMKERN_SLOT_KERNELS > 0
    return kernel_in_slot(&permkern_widths[shift], slot_of(axis, rank, moves, at_once));
#elif PERMKERN_TILE_CORES > 0
    permkern_kernel *const tile = permkern_widths[shift].tile;
    return moves && tile != NULL ? tile : permkern_generic;
#else
    return permkern_generic;
#endif
}

#if PERMKERN_VECTOR

/*
 * A vector kernel first fills tables of row and column offsets. For fewer elements than these, in general and where an
 * axis has three, kernels of words finish sooner.
 */
#define FEW_ELEMENTS 256U
#define FEW_OF_THREE 96U

/* True if a work has enough elements for a vector kernel, planned or not. */
static bool has_many_elements(const permkern_axis *axis, unsigned rank)
{
    size_t elements = 1;
    bool three = false;
    for (unsigned k = 0; k < rank; k++) {
        three = three || axis[k].extent == 3;
        elements *= axis[k].extent;
    }
    return elements > FEW_ELEMENTS || (three && elements >= FEW_OF_THREE);
}

#endif

/*
 * The kernel for a work, planned or not. gapless: the caller knows that both sides are contiguous, and whether the
 * innermost axis changes its place (moves); otherwise both are found out here.
 */
static inline permkern_kernel *find_kernel(const permkern_axis *axis, unsigned rank, unsigned shift, bool gapless,
                                           bool moves)
{
    if (!gapless) {
        const size_t size = (size_t)1 << shift;
        const unsigned inner = permkern_inner_axis(axis, rank);
        if (axis[inner].in_stride != size || axis[rank - 1].out_stride != size) {
            return permkern_generic;
        }
        moves = inner != rank - 1;
    }
#if PERMKERN_VECTOR
    const bool many = has_many_elements(axis, rank);
    permkern_kernel *const words = many ? permkern_generic : find_unit_kernel(axis, rank, shift, moves, gapless);
    permkern_kernel *const vector = words == permkern_generic ? permkern_vector_kernel(moves) : NULL;
    if (vector != NULL) {
        return vector;
    }
    if (!many) {
        return words;
    }
#endif
    return find_unit_kernel(axis, rank, shift, moves, gapless);
}

#ifdef PERMKERN_PROFILE_SPEED

/* The kernel for a work whose innermost runs are reversed: vectors where they would move a work that runs forwards. */
static permkern_kernel *find_reversing(const permkern_axis *axis, unsigned rank)
{
    (void)axis;
    (void)rank;
#if PERMKERN_VECTOR
    permkern_kernel *const vector = has_many_elements(axis, rank) ? permkern_vector_kernel(false) : NULL;
    if (vector != NULL) {
        return vector;
    }
#endif
    return permkern_backward;
}

#endif

/* find_kernel for the work of a plan, which may have gaps, and axes that run backwards. */
static permkern_kernel *find_planned(const permkern_axis *axis, unsigned rank, unsigned shift)
{
#ifdef PERMKERN_PROFILE_SPEED
    if (permkern_reverses(axis, rank, shift) != 0) {
        return find_reversing(axis, rank);
    }
#endif
    return find_kernel(axis, rank, shift, false, false);
}

#if PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0

/*
 * Less than, equal to or greater than zero, as the entry sorts before, at or after the work, of which `flips` says
 * which axes are reversed.
 */
static int compare_pinned(const permkern_pinned_entry *entry, const permkern_axis *axis, unsigned rank, unsigned shift,
                          unsigned slot, unsigned flips)
{
    if (entry->shift != shift) {
        return entry->shift < shift ? -1 : 1;
    }
    if (entry->slot != slot) {
        return entry->slot < slot ? -1 : 1;
    }
#if PERMKERN_PINNED_FLIPS
    if (entry->flips != flips) {
        return entry->flips < flips ? -1 : 1;
    }
#else
    (void)flips;
#endif
    for (unsigned k = 0; k < rank; k++) {
        if (entry->extent[k] != axis[k].extent) {
            return entry->extent[k] < axis[k].extent ? -1 : 1;
        }
    }
    return 0;
}

/* True if both sides of a work are contiguous: neither spans more bytes than its elements have. */
static bool contiguous(const permkern_work *work, unsigned rank, unsigned shift)
{
    size_t bytes = (size_t)1 << shift;
    for (unsigned k = 0; k < rank; k++) {
        bytes = permkern_times(bytes, work->axis[k].extent); /* cannot overflow: at most the span */
    }
    return work->in_span == bytes && work->out_span == bytes;
}

#endif

#if PERMKERN_PINNED_COUNT > 0

/* The table's entry for exactly this contiguous work; NULL if there is none. */
static const permkern_pinned_entry *find_pinned(const permkern_axis *axis, unsigned rank, unsigned shift,
                                                unsigned flips)
{
    if (rank > PERMKERN_PINNED_RANK) {
        return NULL;
    }
    const unsigned slot = permkern_slot(axis, rank);
    unsigned low = 0;
    unsigned high = PERMKERN_PINNED_COUNT;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        const permkern_pinned_entry *const entry = &permkern_pinned_entries[middle];
        const int order = compare_pinned(entry, axis, rank, shift, slot, flips);
        if (order == 0) {
            return entry;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

#endif

/*
 * The shift of the element that the innermost run can be moved as; 0 if there is none, or if the set leaves that out.
 */
static inline unsigned widen(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return PERMKERN_WIDEN ? permkern_widen(axis, rank, shift) : 0;
}

/* Address bits that must be zero for a wide element. */
static inline unsigned wide_mask(unsigned wide)
{
    return (wide == 3 ? PERMKERN_WIDE_ANYWHERE64 : PERMKERN_WIDE_ANYWHERE) ? 0 : permkern_align_mask(wide);
}

/* True if all strides are multiples of mask + 1, so that addresses stay aligned. mask comes from wide_mask. */
static bool strides_keep(const permkern_axis *axis, unsigned rank, unsigned mask)
{
    size_t bits = 0;
    for (unsigned k = 0; !PERMKERN_WIDE_ANYWHERE && k < rank; k++) {
        bits |= axis[k].in_stride | axis[k].out_stride;
    }
    return (bits & mask) == 0;
}

#if PERMKERN_PINNED_COUNT > 0

/* The table's entry for a planned work, whose innermost run is an element of 1 << wide bytes if wide is not 0. */
static const permkern_pinned_entry *choose_pinned(const permkern_work *work, unsigned rank, unsigned shift,
                                                  unsigned wide, unsigned flips)
{
    if ((!PERMKERN_PINNED_FLIPS && flips != 0) || !contiguous(work, rank, shift)) {
        return NULL;
    }
    return find_pinned(work->axis, rank - (wide != 0), wide != 0 ? wide : shift, flips);
}

#endif

void permkern_choose(permkern_work *work, unsigned rank, unsigned shift)
{
    const unsigned wide = widen(work->axis, rank, shift);
    work->form = (uint8_t)permkern_form(rank, shift);       /* narrow: a form has 8 bits */
    work->align_mask = (uint8_t)permkern_align_mask(shift); /* narrow: at most 7 */
    work->kernel = find_planned(work->axis, rank, shift);
    work->wide = NULL;
    work->wide_form = 0;
    work->wide_mask = 0;
    work->pinned = NULL;
    work->pinned_mask = 0;
    if (wide != 0) {
        work->wide_mask = (uint8_t)wide_mask(wide); /* narrow: at most 7 */
        if (strides_keep(work->axis, rank - 1, work->wide_mask)) {
            work->wide = find_planned(work->axis, rank - 1, wide);
            work->wide_form = (uint8_t)permkern_form(rank - 1, wide); /* narrow: a form has 8 bits */
        }
    }
    work->small = NULL;
    const unsigned flips = permkern_flips(work->axis, rank);
    (void)flips;
#if PERMKERN_SMALL_BYTES > 0
    if (flips == 0) {
        permkern_find_small(work, rank, shift);
    }
#endif
#if PERMKERN_PINNED_COUNT > 0
    const permkern_pinned_entry *const entry = choose_pinned(work, rank, shift, wide, flips);
    if (entry != NULL) {
        work->pinned = entry->kernel;
        work->pinned_mask = entry->align_mask;
    }
#endif
}

#if PERMKERN_PINNED_MASKS > 0

/* One by one: a set has few kernels with the same constant, and plans are made seldom. */
const permkern_pinned_entry *permkern_find_masked(const permkern_pinned_masked *masked, const permkern_work *work,
                                                  unsigned rank, unsigned shift)
{
    const permkern_axis *const axis = work->axis;
    const unsigned flips = permkern_flips(axis, rank);
    if ((!PERMKERN_PINNED_FLIPS && flips != 0) || !contiguous(work, rank, shift)) {
        return NULL;
    }
    const unsigned wide = widen(axis, rank, shift);
    const unsigned own_rank = rank - (wide != 0);
    if (own_rank > PERMKERN_PINNED_RANK) {
        return NULL;
    }
    const unsigned slot = permkern_slot(axis, own_rank);
    for (uint32_t k = 0; k < masked->count; k++) {
        if (compare_pinned(&masked->entry[k], axis, own_rank, wide != 0 ? wide : shift, slot, flips) == 0) {
            return &masked->entry[k];
        }
    }
    return NULL;
}

#endif

/* ---- without a plan ---- */

/* find_kernel and its kernel for three or four axes. Out of line, as is the next, to save no registers for fewer. */
static PERMKERN_OUT_OF_LINE void move_three_or_four(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form) == 3 ? 3 : 4; /* so that compilers know that it is no more */
    const unsigned shift = permkern_form_shift(form);
    find_kernel(axis, rank, shift, true, inner_moves(axis, rank, shift))(axis, form, in, out);
}

/* The same for more axes, for which it takes a call to find the slot. */
static PERMKERN_OUT_OF_LINE void move_deep(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    find_kernel(axis, rank, shift, true, inner_moves(axis, rank, shift))(axis, form, in, out);
}

void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const uintptr_t pointers = (uintptr_t)in | (uintptr_t)out;
    unsigned rank = permkern_form_rank(form);
    unsigned shift = permkern_form_shift(form);
    bool moves = inner_moves(axis, rank, shift);
    const unsigned wide = moves ? 0 : widen(axis, rank, shift);
#if PERMKERN_PINNED_COUNT > 0
    const permkern_pinned_entry *const entry = find_pinned(axis, rank - (wide != 0), wide != 0 ? wide : shift, 0);
    if (entry != NULL && (pointers & entry->align_mask) == 0) {
        entry->kernel(in, out);
        return;
    }
#endif
    if (wide != 0 && (pointers & wide_mask(wide)) == 0) { /* contiguous: every other stride is a multiple of the run */
        rank--;
        shift = wide;
        form = permkern_form(rank, shift);
        moves = inner_moves(axis, rank, shift);
    }
#if PERMKERN_VECTOR
    if (permkern_move_small(axis, rank, shift, in, out)) {
        return;
    }
#endif
    if (PERMKERN_SLOT_KERNELS == 0 || rank <= 2) {
        find_kernel(axis, rank, shift, true, moves)(axis, form, in, out);
    } else if (rank <= 4) {
        move_three_or_four(axis, form, in, out);
    } else {
        move_deep(axis, form, in, out);
    }
}
