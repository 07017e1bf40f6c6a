/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses kernels for folded works: all candidates for a plan, the best one for given pointers in a direct call. All
 * reasons to take the generic routine are in this file.
 */
#include "core/permkern_dispatch.h"
#include "move/permkern_generic.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector.h"

/* ---- kernels of the set ---- */

#if PERMKERN_SLOT_KERNELS > 0

/*
 * Returns the kernel for a slot, or the generic routine if the set has none. A binary search finds slots of ranks over
 * 4.
 */
static inline permkern_kernel *kernel_in_slot(const permkern_width *width, unsigned slot)
{
    if (slot < width->slots) {
        return width->kernel[width->place[slot]];
    }
#if PERMKERN_FAR_KERNELS > 0
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
#endif
    return permkern_generic;
}

#endif

/* The rank limit of contiguous works that move without a plan; 0: any planned work. */
typedef unsigned most_axes;

#if PERMKERN_VECTOR

/*
 * A vector kernel first fills tables of row and column offsets. Word kernels finish earlier for at most FEW_ELEMENTS
 * elements, and for fewer than FEW_OF_THREE if an axis has extent 3.
 */
#define FEW_ELEMENTS 256U
#define FEW_OF_THREE 96U

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

/* Returns the kernel for a work. */
PERMKERN_INLINE permkern_kernel *find_kernel(const permkern_axis *axis, unsigned rank, unsigned shift, most_axes most)
{
    const size_t size = (size_t)1 << shift;
    bool moves = axis[rank - 1].in_stride != size;
    permkern_kernel *kernel = NULL;
#ifdef PERMKERN_PROFILE_SPEED
    if (most == 0 && permkern_reverses(axis, rank, shift) != 0) {
        kernel = permkern_backward;
        moves = false;
    }
#endif
    if (most == 0 && kernel == NULL &&
        (axis[rank - 1].out_stride != size || axis[permkern_inner_axis(axis, rank)].in_stride != size)) {
        return permkern_generic;
    }
#if PERMKERN_VECTOR
    permkern_kernel *const vector = permkern_vector_kernel(moves);
    if (vector != NULL && has_many_elements(axis, rank)) {
        return vector;
    }
#endif
    if (kernel == NULL) { /* both innermost axes are contiguous */
#if PERMKERN_SLOT_KERNELS > 0
        const permkern_width *const width = &permkern_widths[shift];
        if (most != 0 && (most <= 3 || rank <= 3)) { /* contiguous works with other permutations fold to fewer axes */
            kernel = width->kernel[rank <= 2                   ? rank
                                   : !moves                    ? PERMKERN_KERNEL_102
                                   : axis[0].in_stride == size ? PERMKERN_KERNEL_210
                                                               : PERMKERN_KERNEL_021];
        } else {
            kernel = kernel_in_slot(width, most != 0 && rank == 4 ? permkern_slot_of_four(axis)
                                           : rank <= 2            ? rank - 1 + moves
                                                                  : permkern_slot(axis, rank));
        }
#elif PERMKERN_TILE_CORES > 0
        kernel = moves && permkern_widths[shift].tile != NULL ? permkern_widths[shift].tile : permkern_generic;
#else
        (void)moves;
        kernel = permkern_generic;
#endif
    }
#if PERMKERN_VECTOR
    kernel = kernel == permkern_generic && vector != NULL ? vector : kernel;
#endif
    return kernel;
}

/* find_kernel for plans. Out of line, because permkern_choose calls it twice. */
static PERMKERN_OUT_OF_LINE permkern_kernel *find_planned(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return find_kernel(axis, rank, shift, 0);
}

/* ---- pinned kernels ---- */

#if PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0

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

/* Finds the pinned entry for a contiguous work; NULL if there is none. flips: the reversed axes. */
static const permkern_pinned_entry *find_pinned(const permkern_pinned_entry *entries, unsigned count,
                                                const permkern_axis *axis, unsigned rank, unsigned shift,
                                                unsigned flips)
{
    if (rank > PERMKERN_PINNED_RANK) {
        return NULL;
    }
    const uint32_t key = pinned_key(shift, permkern_slot(axis, rank), flips);
    unsigned low = 0;
    unsigned high = count;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        const int order = compare_pinned(&entries[middle], key, axis, rank);
        if (order == 0) {
            return &entries[middle];
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

/* ---- the choice ---- */

/*
 * Returns log2 of the bytes of the wide element that the innermost run fits; 0 if there is none, or the set never
 * widens.
 */
static inline unsigned widen(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return PERMKERN_WIDEN ? permkern_widen(axis, rank, shift) : 0;
}

/* Returns the address bits that must be zero for a wide element. */
static inline unsigned wide_mask(unsigned wide)
{
    return (wide == 3 ? PERMKERN_WIDE_ANYWHERE64 : PERMKERN_WIDE_ANYWHERE) ? 0 : permkern_align_mask(wide);
}

/* True if all strides are multiples of mask + 1 (from wide_mask), so that no step changes the alignment. */
static bool strides_keep(const permkern_axis *axis, unsigned rank, unsigned mask)
{
    size_t bits = 0;
    for (unsigned k = 0; !PERMKERN_WIDE_ANYWHERE && k < rank; k++) {
        bits |= axis[k].in_stride | axis[k].out_stride;
    }
    return (bits & mask) == 0;
}

#if PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0

const permkern_pinned_entry *permkern_find_pinned(const permkern_pinned_entry *entries, unsigned count,
                                                  const permkern_work *work, unsigned rank, unsigned shift)
{
    const unsigned flips = permkern_flips(work->axis, rank);
    if ((!PERMKERN_PINNED_FLIPS && flips != 0) || !permkern_has_no_gaps(work, rank, shift)) {
        return NULL;
    }
    const unsigned wide = widen(work->axis, rank, shift);
    return find_pinned(entries, count, work->axis, rank - (wide != 0), wide != 0 ? wide : shift, flips);
}

#endif

/* Chooses all candidates, because a plan's buffers are not known yet. */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift)
{
    permkern_choice *const choice = &work->choice;
    const unsigned wide = widen(work->axis, rank, shift);
    const unsigned mask = wide != 0 ? wide_mask(wide) : 0;
    choice->pinned = NULL;
    choice->pinned_mask = 0;
#if PERMKERN_PINNED_COUNT > 0
    const permkern_pinned_entry *const entry =
        permkern_find_pinned(permkern_pinned_entries, PERMKERN_PINNED_COUNT, work, rank, shift);
    if (entry != NULL) {
        choice->pinned = entry->kernel;
        choice->pinned_mask = entry->align_mask;
    }
#endif
    choice->wide = NULL;
    choice->wide_form = 0;
    choice->wide_mask = (uint8_t)mask; /* narrow: at most 7 */
    if (wide != 0 && strides_keep(work->axis, rank - 1, mask)) {
        choice->wide = find_planned(work->axis, rank - 1, wide);
        choice->wide_form = (uint8_t)permkern_form(rank - 1, wide); /* narrow: a form has 8 bits */
    }
    choice->kernel = find_planned(work->axis, rank, shift);
    choice->form = (uint8_t)permkern_form(rank, shift);       /* narrow: a form has 8 bits */
    choice->align_mask = (uint8_t)permkern_align_mask(shift); /* narrow: at most 7 */
    work->small = NULL;
#if PERMKERN_SMALL_BYTES > 0
    if (permkern_flips(work->axis, rank) == 0) {
        permkern_find_small(work, rank, shift);
    }
#endif
}

/* ---- contiguous works without a plan ---- */

/* Moves a work by the best candidate for these pointers. */
PERMKERN_INLINE void move_at_once(const permkern_axis *axis, unsigned form, const void *in, void *out, most_axes most)
{
    unsigned rank = most == 3 ? 3 : permkern_form_rank(form);
    unsigned shift = permkern_form_shift(form);
    const uintptr_t pointers = (uintptr_t)in | (uintptr_t)out;
#if PERMKERN_VECTOR
    if (axis[0].out_stride * axis[0].extent <= 4 * PERMKERN_INDEX_ROOM &&
        permkern_move_small(axis, rank, shift, in, out)) {
        return;
    }
#endif
    const unsigned wide = widen(axis, rank, shift);
#if PERMKERN_PINNED_COUNT > 0
    const permkern_pinned_entry *const entry = find_pinned(permkern_pinned_entries, PERMKERN_PINNED_COUNT, axis,
                                                           rank - (wide != 0), wide != 0 ? wide : shift, 0);
    if (entry != NULL && (pointers & entry->align_mask) == 0) {
        entry->kernel(in, out);
        return;
    }
#endif
    if (wide != 0 && (pointers & wide_mask(wide)) == 0) {
        rank--;
        shift = wide;
        form = permkern_form(rank, shift);
    }
    find_kernel(axis, rank, shift, most)(axis, form, in, out);
}

#if PERMKERN_FEW_WAYS && PERMKERN_SLOT_KERNELS > 0
void permkern_move_three(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    move_at_once(axis, form, in, out, 3);
}
#endif

void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    move_at_once(axis, form, in, out, PERMKERN_MAX_RANK);
}
