/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sorts axes by stride; says whether strides make coordinates share elements, and how many bytes an array spans
 * (docs/api.md, "Strides").
 */
#include "base/permkern_arith.h"
#include "base/permkern_axis.h"

unsigned permkern_sort(permkern_axis *axis, unsigned rank, permkern_side side)
{
    unsigned used = 0;
    for (unsigned k = 0; k < rank; k++) {
        permkern_axis moving;
        const size_t stride = *permkern_stride_of(&axis[k], side);
        if (axis[k].extent == 1) {
            continue;
        }
        unsigned to = used++;
        if (to == k && (k == 0 || *permkern_stride_of(&axis[k - 1], side) >= stride)) {
            continue; /* most axes are in order */
        }
        permkern_copy_axis(&moving, &axis[k]);
        for (; to > 0 && *permkern_stride_of(&axis[to - 1], side) < stride; to--) {
            permkern_copy_axis(&axis[to], &axis[to - 1]);
        }
        permkern_copy_axis(&axis[to], &moving);
    }
    return used;
}

permkern_status permkern_span(const permkern_axis *axis, unsigned rank, permkern_side side, size_t size, size_t *span)
{
    size_t reach = 0; /* bytes that the axes so far cover; the next stride may not be less */
    size_t last = 0;  /* offset of the last element so far, less than reach */
    for (unsigned k = rank; k > 0;) {
        k--;
        const size_t stride = side == PERMKERN_IN ? axis[k].in_stride : axis[k].out_stride;
        size_t offset = 0;
        if (stride < reach) {
            return PERMKERN_ERR_STRIDE;
        }
        const bool fits = permkern_multiply(axis[k].extent - 1, stride, &offset) && offset <= SIZE_MAX - last;
        if (k > 0 && (!fits || stride > SIZE_MAX - offset)) {
            return PERMKERN_ERR_STRIDE; /* over SIZE_MAX bytes so far: no stride of the next axis is that long */
        }
        if (!fits) {
            return PERMKERN_ERR_SIZE;
        }
        last += offset;
        reach = offset + stride;
    }
    if (size > SIZE_MAX - last) {
        return PERMKERN_ERR_SIZE;
    }
    *span = last + size;
    return PERMKERN_OK;
}
