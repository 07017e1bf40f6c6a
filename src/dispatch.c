/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From folded work to the kernel that fits. permkern_choose and permkern_execute hold every reason to fall back to the
 * generic routine; permkern_move is both at once.
 */
#include "permkern_address.h"
#include "permkern_compiler.h"
#include "permkern_dispatch.h"
#include "permkern_fold.h"
#include "permkern_generic.h"
#include "permkern_small.h"

/* ---- choice ---- */

#if PERMKERN_SLOT_KERNELS > 0

#if PERMKERN_FAR_KERNELS > 0

/* Of the slots that have no index, by halving. */
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

/* The kernel of a slot, or the generic routine. */
static inline permkern_kernel *kernel_in_slot(const permkern_width *width, unsigned slot)
{
    if (slot < width->slots) {
        return width->kernel[width->row[slot]];
    }
#if PERMKERN_FAR_KERNELS > 0
    return far_kernel(width, slot);
#else
    return permkern_generic;
#endif
}

#endif

/* Whether the innermost axis does, in a work without gaps. */
static inline bool inner_moves(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return axis[rank - 1].in_stride != (size_t)1 << shift;
}

/* The kernel of the set for a work whose innermost axes, of both sides, have no gaps; moves: whether the axis does. */
static inline permkern_kernel *find_unit_kernel(const permkern_axis *axis, unsigned rank, unsigned shift, bool moves)
{
    (void)axis;
    (void)rank;
    (void)shift;
    (void)moves;
#if PERMKERN_SLOT_KERNELS > 0
    const unsigned slot = rank > 2 ? permkern_slot(axis, rank) : rank - 1 + moves; /* one axis does not move */
    return kernel_in_slot(&permkern_widths[shift], slot);
#elif PERMKERN_TILE_CORES > 0
    permkern_kernel *const tile = permkern_widths[shift].tile;
    return moves && tile != NULL ? tile : permkern_generic;
#else
    return permkern_generic;
#endif
}

#if PERMKERN_VECTOR

/*
 * A vector kernel lays out its tables first. Up to so many elements, and up to so many of three channels, words are
 * done by then.
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
 * The kernel for a work, with a plan and without. gapless: neither side has gaps, so that its innermost axes have none.
 * moves: whether the innermost axis does, where there are no gaps.
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
    permkern_kernel *const words = many ? permkern_generic : find_unit_kernel(axis, rank, shift, moves);
    permkern_kernel *const vector = words == permkern_generic ? permkern_vector_kernel(moves) : NULL;
    if (vector != NULL) {
        return vector;
    }
    if (!many) {
        return words;
    }
#endif
    return find_unit_kernel(axis, rank, shift, moves);
}

/* True if no axis runs backwards, which kernels other than the generic routine do not expect. */
static bool runs_forward(const permkern_axis *axis, unsigned rank)
{
    for (unsigned k = 0; k < rank; k++) {
        if (permkern_runs_back(axis[k].in_stride)) {
            return false;
        }
    }
    return true;
}

/* find_kernel for a plan, whose work may have gaps and axes that run backwards. */
static permkern_kernel *find_planned(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return runs_forward(axis, rank) ? find_kernel(axis, rank, shift, false, false) : permkern_generic;
}

#if PERMKERN_PINNED_COUNT > 0

/* Below, at or above zero as the row sorts before, at or after the folded work. */
static int compare_pinned(const permkern_pinned_row *row, const permkern_axis *axis, unsigned rank, unsigned shift,
                          unsigned slot)
{
    if (row->shift != shift) {
        return row->shift < shift ? -1 : 1;
    }
    if (row->slot != slot) {
        return row->slot < slot ? -1 : 1;
    }
    for (unsigned k = 0; k < rank; k++) {
        if (row->extent[k] != axis[k].extent) {
            return row->extent[k] < axis[k].extent ? -1 : 1;
        }
    }
    return 0;
}

/* Whether neither side has gaps: each is as long as its elements. */
static bool contiguous(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    size_t bytes = (size_t)1 << shift;
    size_t in_span = bytes;
    size_t out_span = bytes;
    for (unsigned k = 0; k < rank; k++) {
        bytes = permkern_times(bytes, axis[k].extent); /* at most the span */
        in_span += permkern_times(axis[k].extent - 1, axis[k].in_stride);
        out_span += permkern_times(axis[k].extent - 1, axis[k].out_stride);
    }
    return in_span == bytes && out_span == bytes;
}

/* The row of this very work, which has no gaps; NULL: none. */
static const permkern_pinned_row *find_pinned(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    if (rank > PERMKERN_PINNED_RANK) {
        return NULL;
    }
    const unsigned slot = permkern_slot(axis, rank);
    unsigned low = 0;
    unsigned high = PERMKERN_PINNED_COUNT;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        const permkern_pinned_row *const row = &permkern_pinned_rows[middle];
        const int order = compare_pinned(row, axis, rank, shift, slot);
        if (order == 0) {
            return row;
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

/* The wide element's shift; 0: none, or the set does without them. */
static inline unsigned widen(const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return PERMKERN_WIDEN ? permkern_widen(axis, rank, shift) : 0;
}

/* Address bits that must be zero for a wide element. */
static inline unsigned wide_mask(unsigned wide)
{
    return PERMKERN_UNALIGNED ? 0 : permkern_align_mask(wide);
}

/* Whether every stride of the axes keeps the address bits in mask, a wide_mask, as they are. */
static bool strides_keep(const permkern_axis *axis, unsigned rank, unsigned mask)
{
    size_t bits = 0;
    for (unsigned k = 0; !PERMKERN_UNALIGNED && k < rank; k++) {
        bits |= axis[k].in_stride | axis[k].out_stride;
    }
    return (bits & mask) == 0;
}

void permkern_choose(permkern_work *work, unsigned rank, unsigned shift)
{
    const unsigned wide = widen(work->axis, rank, shift);
    work->form = (uint8_t)permkern_form(rank, shift);
    work->align_mask = (uint8_t)permkern_align_mask(shift);
    work->kernel = find_planned(work->axis, rank, shift);
    work->wide = NULL;
    work->wide_form = 0;
    work->wide_mask = 0;
    work->pinned = NULL;
    work->pinned_mask = 0;
    if (wide != 0) {
        work->wide_mask = (uint8_t)wide_mask(wide);
        if (strides_keep(work->axis, rank - 1, work->wide_mask)) {
            work->wide = find_planned(work->axis, rank - 1, wide);
            work->wide_form = (uint8_t)permkern_form(rank - 1, wide);
        }
    }
    work->small = NULL;
    if (!runs_forward(work->axis, rank)) {
        return;
    }
#if PERMKERN_SMALL_BYTES > 0
    permkern_find_small(work, rank, shift);
#endif
#if PERMKERN_PINNED_COUNT > 0
    const permkern_pinned_row *const row = contiguous(work->axis, rank, shift)
                                               ? find_pinned(work->axis, rank - (wide != 0), wide != 0 ? wide : shift)
                                               : NULL;
    if (row != NULL) {
        work->pinned = row->kernel;
        work->pinned_mask = row->align_mask;
    }
#endif
}

/* ---- without a plan ---- */

/* Work of more axes than a plane, whose number takes a call: apart, so that planes and runs save no registers. */
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
#if PERMKERN_VECTOR
    if (permkern_vector_move_small(axis, rank, shift, in, out)) {
        return;
    }
#endif
    bool moves = inner_moves(axis, rank, shift);
    const unsigned wide = moves ? 0 : widen(axis, rank, shift);
#if PERMKERN_PINNED_COUNT > 0
    const permkern_pinned_row *const row = find_pinned(axis, rank - (wide != 0), wide != 0 ? wide : shift);
    if (row != NULL && (pointers & row->align_mask) == 0) {
        row->kernel(in, out);
        return;
    }
#endif
    if (wide != 0 && (pointers & wide_mask(wide)) == 0) { /* without gaps, all strides are multiples of the run */
        rank--;
        shift = wide;
        form = permkern_form(rank, shift);
        moves = inner_moves(axis, rank, shift);
    }
    if (PERMKERN_SLOT_KERNELS > 0 && rank > 2) {
        move_deep(axis, form, in, out);
    } else {
        find_kernel(axis, rank, shift, true, moves)(axis, form, in, out);
    }
}
