/* SPDX-License-Identifier: BSD-3-Clause */
/* What request.c, strided.c, integers.c and mli_permute.c share of requests: checks, and where a plan is made. */
#ifndef PERMKERN_REQUEST_H
#define PERMKERN_REQUEST_H

#include "base/permkern_plan.h"
#include "base/permkern_target.h"

/* True if perm has each axis below rank once. */
static inline bool permkern_is_perm(const uint8_t *perm, size_t rank)
{
    unsigned missing = (1U << rank) - 1;
    for (size_t k = 0; k < rank; k++) {
        if (perm[k] >= rank) {
            return false;
        }
        missing &= ~(1U << perm[k]);
    }
    return missing == 0;
}

/*
 * Sets where a work's elements lie in its buffers, in bytes, and that they are moved as they are. Element (0, ..., 0)
 * of each side is the lowest.
 */
static inline void permkern_set_places(permkern_work *work, size_t in_low, size_t in_span, size_t out_low,
                                       size_t out_span)
{
    work->in_low = in_low;
    work->in_first = in_low;
    work->in_span = in_span;
    work->out_low = out_low;
    work->out_first = out_low;
    work->out_span = out_span;
    work->xored = NULL;
}

/*
 * permkern_prepare for a checked request that has elements, and strides or an offset on either side. shift: log2 of the
 * element's bytes. Writes to work only after the last check.
 */
permkern_status permkern_plan_strided(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
                                      const permkern_layout *out, unsigned shift);

#endif /* PERMKERN_REQUEST_H */
