/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Finds the candidates for a folded work; permkern_first has their order. A direct call on a host first tries an index
 * (permkern_move_folded), so it has no small candidate.
 */
#ifndef PERMKERN_FIND_H
#define PERMKERN_FIND_H

#include "core/permkern_choose.h"
#include "move/permkern_generic.h"
#include "move/permkern_lines.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"

/* ---- kernels of the set ---- */

#if PERMKERN_SLOT_KERNELS > 0

/*
 * Returns the kernel for a slot, or the generic routine if the set has none. A binary search finds slots of ranks over
 * 4.
 */
static inline permkern_kernel *permkern_kernel_in_slot(const permkern_width *width, unsigned slot)
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

#if PERMKERN_VECTOR

/*
 * A vector kernel first fills tables of row and column offsets. Word kernels finish earlier for up to
 * PERMKERN_FEW_ELEMENTS elements, but if an axis has extent 3, only for fewer than PERMKERN_FEW_OF_THREE.
 */
#define PERMKERN_FEW_ELEMENTS 256U
#define PERMKERN_FEW_OF_THREE 96U

static inline bool permkern_has_many_elements(const permkern_axis *axis, unsigned rank)
{
    size_t elements = 1;
    bool three = false;
    for (unsigned k = 0; k < rank; k++) {
        three = three || axis[k].extent == 3;
        elements *= axis[k].extent;
    }
    return elements > PERMKERN_FEW_ELEMENTS || (three && elements >= PERMKERN_FEW_OF_THREE);
}

#endif

/* Returns the kernel for a work. contiguous: neither side has gaps or reversed axes. */
PERMKERN_INLINE permkern_kernel *permkern_find_kernel(const permkern_axis *axis, unsigned rank, unsigned shift,
                                                      bool contiguous)
{
    const size_t size = (size_t)1 << shift;
    bool moves = axis[rank - 1].in_stride != size;
    permkern_kernel *kernel = NULL;
#ifdef PERMKERN_PROFILE_SPEED
    if (!contiguous && permkern_reverses(axis, rank, shift) != 0) {
        kernel = permkern_backward;
        moves = false;
    }
#endif
    if (!contiguous && kernel == NULL &&
        (axis[rank - 1].out_stride != size || axis[permkern_inner_axis(axis, rank)].in_stride != size)) {
        return permkern_generic;
    }
#if PERMKERN_VECTOR
    permkern_kernel *const vector = permkern_vector_kernel(moves);
    if (vector != NULL && permkern_has_many_elements(axis, rank)) {
        return vector;
    }
#endif
    if (kernel == NULL) { /* both innermost axes are contiguous */
#if PERMKERN_SLOT_KERNELS > 0
        const permkern_width *const width = &permkern_widths[shift];
        if (contiguous && (PERMKERN_MAX_RANK <= 3 || rank <= 3)) { /* other permutations fold to fewer axes */
            kernel = width->kernel[rank <= 2                   ? rank
                                   : !moves                    ? PERMKERN_KERNEL_102
                                   : axis[0].in_stride == size ? PERMKERN_KERNEL_210
                                                               : PERMKERN_KERNEL_021];
        } else {
            kernel = permkern_kernel_in_slot(width, rank <= 2 ? rank - 1 + moves : permkern_slot(axis, rank));
        }
#elif PERMKERN_TILE_CORES > 0
        kernel = moves && permkern_widths[shift].tile != NULL ? permkern_widths[shift].tile : permkern_generic;
#else
        kernel = permkern_generic;
#endif
    }
#if PERMKERN_VECTOR
    kernel = kernel == permkern_generic && vector != NULL ? vector : kernel;
#endif
    (void)moves;
    return kernel;
}

/* ---- the candidates ---- */

/*
 * Returns log2 of the bytes of the wide element that is as long as the innermost run; 0 if there is none, or the set
 * never widens. A contiguous work of rank 2 has no run: it is a plane, because folding fuses axes in order.
 */
static inline unsigned permkern_wide_shift(const permkern_axis *axis, unsigned rank, unsigned shift, bool contiguous)
{
    (void)axis, (void)rank, (void)shift, (void)contiguous;
    return PERMKERN_WIDEN && !(contiguous && rank <= 2) ? permkern_widen(axis, rank, shift) : 0;
}

/* Returns the address bits that must be zero for a wide element. */
static inline unsigned permkern_wide_mask(unsigned wide)
{
    return (wide == 3 ? PERMKERN_WIDE_ANYWHERE64 : PERMKERN_WIDE_ANYWHERE) ? 0 : permkern_align_mask(wide);
}

/* True if all strides are multiples of mask + 1 (from permkern_wide_mask), so that no step changes the alignment. */
static inline bool permkern_strides_keep(const permkern_axis *axis, unsigned rank, unsigned mask)
{
#if PERMKERN_WIDE_ANYWHERE
    (void)axis, (void)rank, (void)mask;
    return true;
#else
    size_t bits = 0;
    for (unsigned k = 0; k < rank; k++) {
        bits |= axis[k].in_stride | axis[k].out_stride;
    }
    return (bits & mask) == 0;
#endif
}

#if PERMKERN_HAS_PINNED
/*
 * Sets choice->pinned and its mask to the table's kernel for a work without gaps, if it has one. The caller has set
 * both forms of the choice. flips: the reversed axes.
 */
void permkern_find_pinned(permkern_choice *choice, const permkern_pinned_entry *entries, unsigned count,
                          const permkern_axis *axis, unsigned flips);
#endif

/*
 * Finds the pinned candidate, and sets both forms, whose kernels permkern_find_kernel returns. bytes: the work's; 0 if
 * a side has gaps. flips: the reversed axes. plan: not a direct call. permkern_choose finds the small candidate.
 */
PERMKERN_INLINE void permkern_find_candidates(permkern_choice *choice, const permkern_axis *axis, unsigned rank,
                                              unsigned shift, size_t bytes, unsigned flips, bool plan)
{
    const unsigned wide = permkern_wide_shift(axis, rank, shift, !plan);
    const unsigned mask = permkern_wide_mask(wide);
    const bool widens = wide != 0 && (!plan || permkern_strides_keep(axis, rank - 1, mask));
    choice->form = (uint8_t)permkern_form(rank, shift);                       /* narrow: a form has 8 bits */
    choice->wide_form = widens ? (uint8_t)permkern_form(rank - 1, wide) : 0U; /* narrow: a form has 8 bits */
    choice->wide_mask = (uint8_t)mask;                                        /* narrow: at most 7 */
    choice->small = NULL;
    choice->pinned = NULL;
    (void)bytes;
    (void)flips;
#if PERMKERN_PINNED_COUNT > 0
    if (bytes != 0) {
        permkern_find_pinned(choice, permkern_pinned_entries, PERMKERN_PINNED_COUNT, axis, flips);
    }
#endif
}

/* ---- contiguous works without a plan ---- */

PERMKERN_INLINE void permkern_move_at_once(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in,
                                           void *out)
{
    permkern_choice choice;
    const size_t bytes = permkern_times(axis[0].out_stride, axis[0].extent);
    const uintptr_t pointers = (uintptr_t)in | (uintptr_t)out;
    permkern_find_candidates(&choice, axis, rank, shift, bytes, 0, false);
    const permkern_candidate first = permkern_first(&choice, pointers, pointers, false);
    if (first == PERMKERN_PINNED) {
        choice.pinned(in, out);
    } else {
        const bool wide = first == PERMKERN_WIDE;
        const unsigned form = wide ? choice.wide_form : choice.form;
        permkern_find_kernel(axis, rank - wide, permkern_form_shift(form), true)(axis, form, in, out);
    }
}

/* Moves a contiguous work without a plan, by its first candidate. */
void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* permkern_move for three axes. Not in all sets. */
void permkern_move_three(const permkern_axis *axis, unsigned shift, const void *in, void *out);

/* 1: a contiguous run is copied by words, without a search for candidates. */
#ifdef PERMKERN_PROFILE_TINY
#define PERMKERN_COPIES 0
#else
#define PERMKERN_COPIES (!PERMKERN_VECTOR && PERMKERN_PINNED_COUNT == 0)
#endif

/* 1: contiguous works with up to three axes have kernels by number, and only wide elements as another candidate. */
#define PERMKERN_QUICK (PERMKERN_SLOT_KERNELS > 0 && !PERMKERN_VECTOR && PERMKERN_PINNED_COUNT == 0)

/* permkern_move for a work of `bytes` bytes before permkern_fold_end. On hosts, first tries an index. */
static inline void permkern_move_folded(permkern_folding *folding, unsigned shift, size_t bytes, const void *in,
                                        void *out)
{
    const bool few = PERMKERN_VECTOR && bytes <= 4 * PERMKERN_INDEX_ROOM;
    if (few && folding->used == 0) {
        permkern_store_block((uint8_t *)out, shift, permkern_load_block((const uint8_t *)in, shift));
        return;
    }
    if ((PERMKERN_COPIES || few) && folding->used <= 1) {
        permkern_copy((const uint8_t *)in, (uint8_t *)out, bytes);
        return;
    }
#if PERMKERN_VECTOR
    if (few && permkern_move_small(folding->axis, &folding->axis[folding->used], shift, bytes, in, out)) {
        return;
    }
#endif
#if PERMKERN_QUICK
    if (folding->used == 2) {
        permkern_move_at_once(folding->axis, 2, shift, in, out);
        return;
    }
    if (folding->used == 3) {
        permkern_move_three(folding->axis, shift, in, out);
        return;
    }
#endif
    permkern_fold_end(folding);
    permkern_move(folding->axis, permkern_form(folding->used, shift), in, out);
}

#endif /* PERMKERN_FIND_H */
