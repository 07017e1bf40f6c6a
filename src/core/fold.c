/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Folding: the same work with the fewest axes, after XNNPACK's transpose normalization and HPTT's fuseIndices.
 * generator/kernels/permutation.py folds contiguous requests by the same rules; a test compares both.
 */
#include "core/permkern_fold.h"

unsigned permkern_fold_to(permkern_axis *to, permkern_folding *folding)
{
    permkern_fold_end(folding);
    for (unsigned k = 0; k < folding->used; k++) {
        permkern_copy_axis(&to[k], &folding->axis[k]);
    }
    return folding->used;
}

unsigned permkern_fold(permkern_axis *to, permkern_axis *axis, unsigned rank, size_t size)
{
    unsigned k = permkern_sort(axis, rank, PERMKERN_OUT);
    /* In one array: there are never more folded axes than axes that were read. */
    permkern_folding folding = permkern_fold_begin(&axis[k == 0 ? 1 : k], size);
    while (k != 0) {
        k--;
        permkern_fold_axis(&folding, axis[k].extent, axis[k].in_stride, axis[k].out_stride);
    }
    return permkern_fold_to(to, &folding);
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
