/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sorts axes by stride; says whether strides make coordinates share elements, and how many bytes an array spans
 * (docs/api.md, "Strides").
 */
#include "permkern_arith.h"
#include "permkern_axis.h"

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
    size_t reach = 0; /* bytes that the axes so far cover; the next stride may not be less */
    size_t last = 0;  /* offset of the last element so far, less than reach */
    /*@ loop invariant 0 <= k <= rank;
        loop invariant last == last_of(axis, k, rank, side);
        loop invariant k > 0 ==> last <= reach;
        loop invariant k == rank ==> reach == 0;
        loop invariant 0 < k < rank ==> reach == reach_of(axis, k, side);
        loop invariant \forall integer i; k < i < rank ==> stride_of(axis, i - 1, side) >= reach_of(axis, i, side);
        loop assigns k, reach, last;
        loop variant k;
     */
    for (unsigned k = rank; k > 0;) {
        k--;
        const size_t stride = side == PERMKERN_IN ? axis[k].in_stride : axis[k].out_stride;
        size_t offset = 0;
        /*@ assert stride == stride_of(axis, k, side); */
        if (stride < reach) {
            /*@ assert k + 1 < rank && stride_of(axis, k, side) < reach_of(axis, k + 1, side); */
            return PERMKERN_ERR_STRIDE;
        }
        const bool fits = permkern_multiply(axis[k].extent - 1, stride, &offset) && offset <= SIZE_MAX - last;
        /*@ ghost adds(axis[k].extent - 1, 1, axis[k].extent, stride); */
        /*@ assert fits <==> (axis[k].extent - 1) * stride + last <= SIZE_MAX; */
        /*@ assert reach_of(axis, k, side) == (axis[k].extent - 1) * stride + stride; */
        /*@ assert last_of(axis, k, rank, side) == (axis[k].extent - 1) * stride + last; */
        if (k > 0 && (!fits || stride > SIZE_MAX - offset)) {
            /*@ assert stride_of(axis, k - 1, side) <= SIZE_MAX < reach_of(axis, k, side); */
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
