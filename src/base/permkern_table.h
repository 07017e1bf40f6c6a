/* SPDX-License-Identifier: BSD-3-Clause */
/* The generated kernel tables of a set. */
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
/* Indices into permkern_width.kernel: kernels for contiguous works with three axes. */
#define PERMKERN_KERNEL_021 3U
#define PERMKERN_KERNEL_102 4U
#define PERMKERN_KERNEL_210 5U

/* The kernels for one element width. If a set lacks a kind of kernel, its member is missing. */
typedef struct {
#if PERMKERN_SLOT_KERNELS > 0
    permkern_kernel *const *kernel; /* permkern_generic, then (0), (1,0), (0,2,1), (1,0,2), (2,1,0), and others */
    const uint8_t *place;           /* indexed by slot; an index into kernel[] */
#endif
#if PERMKERN_FAR_KERNELS > 0
    permkern_kernel *const *far_kernel; /* kernels for higher slots, sorted by far_slot */
    const uint16_t *far_slot;
#endif
#if PERMKERN_TILE_CORES > 0
    permkern_kernel *tile; /* for all works whose innermost axis moves; NULL: none */
#endif
#if PERMKERN_SLOT_KERNELS > 0
    uint16_t slots; /* entries in place[] */
#endif
#if PERMKERN_FAR_KERNELS > 0
    uint16_t far_kernels;
#endif
} permkern_width;

/* Indexed by log2 of the element's bytes. */
extern const permkern_width permkern_widths[4];
#endif

#if PERMKERN_PINNED_COUNT + PERMKERN_PINNED_MASKS > 0
/* One pinned kernel and its contiguous folded work. Extents are in output order. */
typedef struct {
    permkern_pinned *kernel;
    uint32_t extent[PERMKERN_PINNED_RANK];
    uint16_t slot;
    uint8_t shift;
    uint8_t align_mask;
#if PERMKERN_PINNED_FLIPS
    uint8_t flips; /* bit k: axis k runs backwards on one side and forwards on the other */
#endif
} permkern_pinned_entry;
#endif

#if PERMKERN_PINNED_COUNT > 0
/* Sorted by shift, slot, flips and extents, in this order. */
extern const permkern_pinned_entry permkern_pinned_entries[PERMKERN_PINNED_COUNT];
#endif

#if PERMKERN_PINNED_MASKS > 0
/*
 * Pinned kernels that XOR each element with one constant, sorted like permkern_pinned_entries. Only permkern_xor
 * searches these tables.
 */
typedef struct {
    const permkern_pinned_entry *entry;
    uint32_t count;
    uint32_t flip[2]; /* the constant repeated to 64 bits, low half first */
} permkern_pinned_masked;

extern const permkern_pinned_masked permkern_pinned_masks[PERMKERN_PINNED_MASKS];
#endif

/*
 * Returns the set's kernel for planes, (1,0), of elements of 1 << shift bytes; NULL if it has none. Every permutation
 * that reorders axes folds to (1,0) when all other extents are 1. So a set with a kernel for any of them also has one
 * for planes.
 */
static inline permkern_kernel *permkern_plane_kernel(unsigned shift)
{
#if PERMKERN_SLOT_KERNELS > 0
    const unsigned slot = 2; /* the slot of (1,0), after (0) and (0,1) */
    const permkern_width *const width = &permkern_widths[shift];
    if (slot < width->slots) {
        return width->kernel[width->place[slot]];
    }
#endif
    (void)shift;
    return NULL;
}

#endif /* PERMKERN_TABLE_H */
