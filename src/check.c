/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether strides lay an array out without sharing elements, and how many bytes it spans (docs/api.md, "Strides"). */
#include "permkern_internal.h"

void permkern_sort(permkern_axis *axis, unsigned rank, permkern_side side)
{
    for (unsigned k = 1; k < rank; k++) {
        permkern_axis moving;
        permkern_copy_axis(&moving, &axis[k]);
        const size_t stride = *permkern_stride_of(&moving, side);
        unsigned to = k;
        for (; to > 0 && *permkern_stride_of(&axis[to - 1], side) < stride; to--) {
            permkern_copy_axis(&axis[to], &axis[to - 1]);
        }
        permkern_copy_axis(&axis[to], &moving);
    }
}

permkern_status permkern_span(const permkern_axis *axis, unsigned rank, permkern_side side, size_t size, size_t *span)
{
    size_t reach = 0; /* bytes that the axes seen so far cover: the least stride of the next */
    size_t last = 0;  /* offset of the last element, less than reach */
    for (unsigned k = rank; k-- > 0;) {
        const size_t stride = side == PERMKERN_IN ? axis[k].in_stride : axis[k].out_stride;
        size_t offset = 0;
        if (stride < reach) {
            return PERMKERN_ERR_STRIDE;
        }
        const bool fits = permkern_multiply(axis[k].extent - 1, stride, &offset) && last + offset >= last;
        if (k > 0 && (!fits || offset + stride < offset)) {
            return PERMKERN_ERR_STRIDE; /* a reach over SIZE_MAX lies beyond any stride of the axes to come */
        }
        if (!fits) {
            return PERMKERN_ERR_SIZE;
        }
        last += offset;
        reach = offset + stride;
    }
    if (last + size < last) {
        return PERMKERN_ERR_SIZE;
    }
    *span = last + size;
    return PERMKERN_OK;
}
