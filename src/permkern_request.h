/* SPDX-License-Identifier: BSD-3-Clause */
/* What the functions share that make a plan of a request: src/request.c, src/strided.c. */
#ifndef PERMKERN_REQUEST_H
#define PERMKERN_REQUEST_H

#include "permkern_plan.h"

/* Sets where a work's elements lie in its buffers, in bytes. */
static inline void permkern_set_places(permkern_work *work, size_t in_low, size_t in_first, size_t in_span,
                                       size_t out_low, size_t out_span)
{
    work->in_low = in_low;
    work->in_first = in_first;
    work->in_span = in_span;
    work->out_low = out_low;
    work->out_span = out_span;
}

/*
 * permkern_prepare for a checked request that has elements, and strides or an offset on either side. shift: log2 of the
 * element's bytes. Writes to work only after the last check.
 */
permkern_status permkern_plan_strided(permkern_work *work, const permkern_layout *in, const uint8_t *perm,
                                      const permkern_layout *out, unsigned shift);

#endif /* PERMKERN_REQUEST_H */
