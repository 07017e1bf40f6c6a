/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: sorts the axes around kernel calls. */
#include "base/permkern_axis.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* The smaller of the two absolute strides. */
static size_t reach_of(const permkern_axis *axis)
{
    const size_t in = permkern_length(axis->in_stride);
    const size_t out = permkern_length(axis->out_stride);
    return out < in ? out : in;
}

void permkern_order_outer(permkern_outer *o, const permkern_axis *axis, unsigned rank, unsigned taken)
{
    o->rank = 0;
    for (unsigned k = 0; k < rank; k++) {
        if ((taken >> k & 1U) != 0) {
            continue;
        }
        unsigned to = o->rank++;
        for (; to > 0 && reach_of(&o->axis[to - 1]) < reach_of(&axis[k]); to--) {
            permkern_copy_axis(&o->axis[to], &o->axis[to - 1]);
        }
        permkern_copy_axis(&o->axis[to], &axis[k]);
    }
    if (o->rank == 0) {
        o->axis[o->rank++] = (permkern_axis){1, 0, 0};
    }
}

#endif /* PERMKERN_VECTOR */
