/* SPDX-License-Identifier: BSD-3-Clause */
/* The choice of what moves a work (src/dispatch.c), and the generated tables that it chooses from. */
#ifndef PERMKERN_DISPATCH_H
#define PERMKERN_DISPATCH_H

#include "permkern_arith.h"
#include "permkern_axis.h"
#include "permkern_target.h"

#if PERMKERN_SLOT_KERNELS > 0 && PERMKERN_TILE_CORES > 0
#error "a set has kernels by number (profile speed) or tile cores (profile size)"
#endif

#if PERMKERN_SLOT_KERNELS + PERMKERN_TILE_CORES > 0
/* The kernels of one element width. A set without kernels of a kind has no member for that kind. */
typedef struct {
#if PERMKERN_SLOT_KERNELS > 0
    permkern_kernel *const *kernel; /* [0]: for slots without a kernel */
    const uint8_t *place;           /* by slot: index into kernel[] */
#endif
#if PERMKERN_FAR_KERNELS > 0
    permkern_kernel *const *far_kernel; /* kernels for higher slots, in order of far_slot */
    const uint16_t *far_slot;
#endif
#if PERMKERN_TILE_CORES > 0
    permkern_kernel *tile; /* for any work whose innermost axis moves; NULL: none */
#endif
#if PERMKERN_SLOT_KERNELS > 0
    uint16_t slots; /* number of entries in place[] */
#endif
#if PERMKERN_FAR_KERNELS > 0
    uint16_t far_kernels;
#endif
} permkern_width;

/* Indexed by log2 of the element's bytes. Generated. */
extern const permkern_width permkern_widths[4];
#endif

#if PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0
/* An entry of a table of pinned kernels: a contiguous folded work of known extents, in output order. */
typedef struct {
    permkern_pinned *kernel;
    uint32_t extent[PERMKERN_PINNED_RANK];
    uint16_t slot;
    uint8_t shift;
    uint8_t align_mask;
#if PERMKERN_PINNED_FLIPS
    uint8_t flips; /* bit k: axis k runs backwards on one side, and forwards on the other */
#endif
} permkern_pinned_entry;

/* The table's entry for exactly this work of a plan, which is folded and not widened yet; NULL if there is none. */
const permkern_pinned_entry *permkern_find_pinned(const permkern_pinned_entry *entries, unsigned count,
                                                  const permkern_work *work, unsigned rank, unsigned shift);
#endif

#if PERMKERN_PINNED_COUNT > 0
/* Sorted by shift, then slot, then flips, then extents. Generated. */
extern const permkern_pinned_entry permkern_pinned_entries[PERMKERN_PINNED_COUNT];
#endif

#if PERMKERN_PINNED_MASKS > 0
/*
 * Pinned kernels that exclusive-or each element with one constant, sorted as the others are. They have tables of their
 * own, as only permkern_xor looks for them.
 */
typedef struct {
    const permkern_pinned_entry *entry;
    uint32_t count;
    uint32_t flip[2]; /* the constant, repeated to 64 bits: the low half, then the high half */
} permkern_pinned_masked;

extern const permkern_pinned_masked permkern_pinned_masks[PERMKERN_PINNED_MASKS];
#endif

/*
 * Fills in what moves a work: its kernels, and the alignment that each needs. work->axis is fused, and both spans are
 * set.
 */
void permkern_choose(permkern_work *work, unsigned rank, unsigned shift);

/*
 * The set's kernel for planes of elements of 1 << shift bytes, two axes that change places; NULL if it has none. Each
 * permutation that changes the order of axes becomes this one where all other extents are 1: a set that has a kernel
 * for as many axes has one for planes.
 */
static inline permkern_kernel *permkern_plane_kernel(unsigned shift)
{
#if PERMKERN_SLOT_KERNELS > 0
    const unsigned slot = 2; /* of (1,0): those of (0) and (0,1) come before it */
    const permkern_width *const width = &permkern_widths[shift];
    if (slot < width->slots) {
        return width->kernel[width->place[slot]];
    }
#endif
    (void)shift;
    return NULL;
}

/* True if both sides of a work are contiguous: neither spans more bytes than its elements have. */
static inline bool permkern_has_no_gaps(const permkern_work *work, unsigned rank, unsigned shift)
{
    size_t bytes = (size_t)1 << shift;
    for (unsigned k = 0; k < rank; k++) {
        bytes = permkern_times(bytes, work->axis[k].extent); /* cannot overflow: at most the span */
    }
    return work->in_span == bytes && work->out_span == bytes;
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

#if PERMKERN_SMALL_BYTES > 0
/*
 * Sets work->small, and fills work->index, if an index can move the work; otherwise work->small is NULL. work->axis is
 * fused, no axis is reversed, and both spans are set.
 */
void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift);
#endif

/* Chooses what moves a contiguous work, and moves it, without a plan. */
void permkern_move(const permkern_axis *axis, unsigned form, const void *in, void *out);

#if PERMKERN_VECTOR
/* The running CPU's vector kernel for works whose innermost axis moves, or stays; NULL if it has none. */
permkern_kernel *permkern_vector_kernel(bool moves);

/* Moves a pinned kernel's work by the running CPU's vectors; false, with nothing moved, if it has none that can. */
bool permkern_vector_pinned(const permkern_axis *axis, unsigned form, const void *in, void *out);
/* Moves a small contiguous work by an index. Returns false, with nothing moved, if there is no permute for it. */
bool permkern_move_small(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in, void *out);

/* The same by an index of units of 1 << unit bytes, for `bytes` bytes. */
bool permkern_vector_small(unsigned unit, const uint8_t *index, size_t bytes, const void *in, void *out);
#ifdef PERMKERN_X86
/*
 * The level (src/permkern_target.h) of the widest set that CPU and operating system support, as CPUID said. CPUID costs
 * microseconds in a virtual machine, so the answer is kept. All threads store the same value, so relaxed order
 * suffices.
 */
extern uint32_t permkern_cpu;
#endif
#endif

#endif /* PERMKERN_DISPATCH_H */
