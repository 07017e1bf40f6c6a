/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Folding: the same work with the fewest axes, after XNNPACK's transpose normalization and HPTT's fuseIndices.
 * generator/permutation.py folds contiguous requests by the same rules; a test compares both.
 */
#include "permkern_fold.h"

/*
 * True if the outer of two neighbouring axes continues the inner one, which has `extent` elements: its stride is the
 * inner axis's length. Both may run backwards.
 */
static bool goes_on(size_t extent, size_t inner_stride, size_t outer_stride)
{
    size_t run = 0;
    const bool back = permkern_runs_back(inner_stride);
    const size_t inner = back ? 0 - inner_stride : inner_stride;
    const size_t outer = back ? 0 - outer_stride : outer_stride;
    return permkern_multiply(extent, inner, &run) && run == outer;
}

unsigned permkern_fuse(permkern_axis *axis, unsigned rank, unsigned shift)
{
    unsigned last = 0;
    if (rank == 0) {
        axis[0].extent = 1;
        axis[0].in_stride = (size_t)1 << shift;
        axis[0].out_stride = (size_t)1 << shift;
        return 1;
    }
    for (unsigned k = 1; k < rank; k++) {
        if (goes_on(axis[k].extent, axis[k].in_stride, axis[last].in_stride) &&
            permkern_times(axis[k].extent, axis[k].out_stride) == axis[last].out_stride) {
            axis[last].extent = permkern_times(axis[last].extent, axis[k].extent);
            axis[last].in_stride = axis[k].in_stride;
            axis[last].out_stride = axis[k].out_stride;
        } else {
            permkern_copy_axis(&axis[++last], &axis[k]);
        }
    }
    return last + 1;
}

unsigned permkern_slot(const permkern_axis *axis, unsigned rank)
{
    static const uint16_t first[8] = {0,  1,   3,   9,
                                      33, 153, 873, 5913}; /* by rank: the number of permutations of lower ranks */
    unsigned number = 0;
    for (unsigned k = 0; k < rank; k++) {
        const size_t length = permkern_length(axis[k].in_stride);
        unsigned before = 0; /* later axes that are further out in the input */
        for (unsigned later = k + 1; later < rank; later++) {
            before += permkern_length(axis[later].in_stride) > length ? 1U : 0U;
        }
        number = (unsigned)permkern_times(number, rank - k) + before; /* narrow: a permutation's number, below 40320 */
    }
    /* analyzer: rank is not 0: folded works have one to eight axes */
    return first[rank - 1] + number;
}
