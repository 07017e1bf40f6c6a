/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: sorts the axes around kernel calls. */
#include "base/permkern_axis.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

#define PAGE_BYTES 4096U /* hardware prefetches nothing from the next page */

/* The smaller of the two absolute strides, or the larger. */
static size_t stride_of(const permkern_axis *axis, bool larger)
{
    const size_t in = permkern_length(axis->in_stride);
    const size_t out = permkern_length(axis->out_stride);
    return (out < in) == larger ? in : out;
}

/* True if a belongs around b. Of equally near axes, the inner one steps less often from page to page. */
static bool is_around(const permkern_axis *a, const permkern_axis *b)
{
    const size_t near = stride_of(a, false);
    const size_t other = stride_of(b, false);
    return near > other || (near == other && a->extent > b->extent && stride_of(a, true) > PAGE_BYTES);
}

void permkern_order_outer(permkern_outer *o, const permkern_axis *axis, unsigned rank, unsigned taken)
{
    o->rank = 0;
    for (unsigned k = 0; k < rank; k++) {
        if ((taken >> k & 1U) != 0) {
            continue;
        }
        unsigned to = o->rank++;
        for (; to > 0 && is_around(&axis[k], &o->axis[to - 1]); to--) {
            permkern_copy_axis(&o->axis[to], &o->axis[to - 1]);
        }
        permkern_copy_axis(&o->axis[to], &axis[k]);
    }
    if (o->rank == 0) {
        o->axis[o->rank++] = (permkern_axis){1, 0, 0};
    }
}

#endif /* PERMKERN_VECTOR */
