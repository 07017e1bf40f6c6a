/* SPDX-License-Identifier: BSD-3-Clause */
/* The generated tables of a set's kernels. */
#ifndef PERMKERN_TABLE_H
#define PERMKERN_TABLE_H

#include "base/permkern_axis.h"
#include "base/permkern_target.h"

#if PERMKERN_KERNELS_MAX_RANK > PERMKERN_MAX_RANK
#error "the generated kernels need a larger PERMKERN_MAX_RANK"
#endif

#if PERMKERN_SLOT_KERNELS > 0 && PERMKERN_TILE_CORES > 0
#error "a set has kernels by number (profile speed) or tile cores (profile size)"
#endif

#if PERMKERN_SLOT_KERNELS + PERMKERN_TILE_CORES > 0
/* Places in permkern_width.kernel of the kernels for contiguous works of three axes. */
#define PERMKERN_KERNEL_021 3U
#define PERMKERN_KERNEL_102 4U
#define PERMKERN_KERNEL_210 5U

/* The kernels of one element width. A set without kernels of a kind has no member for that kind. */
typedef struct {
#if PERMKERN_SLOT_KERNELS > 0
    permkern_kernel *const *kernel; /* [0]: permkern_generic; [1]: of (0); [2]: of (1,0); [3] to [5]: above */
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

#endif /* PERMKERN_TABLE_H */
