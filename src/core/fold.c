/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Folding: describes a work with the fewest axes, like XNNPACK's transpose normalization and HPTT's fuseIndices.
 * generator/kernels/permutation.py has equal rules for contiguous requests; a test compares both. Also computes spans.
 */
#include "core/permkern_fold.h"

permkern_status permkern_span(permkern_array *array, size_t size)
{
    permkern_cover cover = array->cover;
    array->sorted = cover.status != PERMKERN_OK;
    if (array->sorted) {
        permkern_cover_begin(&cover);
        for (unsigned n = 0; n < array->rank; n++) {
            const unsigned axis = array->rank - 1 - n;
            unsigned to = n;
            for (; to > 0 && array->stride[array->order[to - 1]] > array->stride[axis]; to--) {
                array->order[to] = array->order[to - 1];
            }
            array->order[to] = (uint8_t)axis; /* narrow: an axis */
        }
        for (unsigned n = 0; n < array->rank; n++) {
            permkern_cover_axis(&cover, array->extent[array->order[n]], array->stride[array->order[n]]);
        }
    }
    array->span = cover.last + size;
    return cover.status == PERMKERN_OK && size > SIZE_MAX - cover.last ? PERMKERN_ERR_SIZE : cover.status;
}

unsigned permkern_fold(permkern_axis *to, const size_t *in_stride, const uint8_t *perm, const permkern_array *out,
                       size_t size)
{
    permkern_folding folding = {&to[out->rank == 0 ? 1 : out->rank], 0, 0, size};
    for (unsigned n = 0; n < out->rank; n++) {
        const unsigned k = out->sorted ? out->order[n] : out->rank - 1 - n;
        permkern_fold_axis(&folding, out->extent[k], in_stride[perm[k]], out->stride[k]);
    }
    permkern_fold_end(&folding);
    for (unsigned k = 0; k < folding.used; k++) {
        permkern_copy_axis(&to[k], &folding.axis[k]);
    }
    return folding.used;
}

unsigned permkern_slot(const permkern_axis *axis, unsigned rank)
{
    static const uint16_t first[8] = {0,  1,   3,   9,
                                      33, 153, 873, 5913}; /* by rank: the number of all permutations of lower ranks */
    unsigned number = 0;
    for (unsigned k = 0; k < rank; k++) {
        const size_t length = permkern_length(axis[k].in_stride);
        unsigned before = 0; /* later axes with longer input strides */
        for (unsigned later = k + 1; later < rank; later++) {
            before += permkern_length(axis[later].in_stride) > length ? 1U : 0U;
        }
        number = (unsigned)permkern_times(number, rank - k) + before; /* narrow: a permutation's number, below 40320 */
    }
    /* analyzer: rank is not 0: folded works have one to eight axes */
    return first[rank - 1] + number;
}
