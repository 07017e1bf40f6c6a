/* SPDX-License-Identifier: BSD-3-Clause */
/* Tensors so small that vector permutes move all of them by an index (src/small.c, src/host_small.c). */
#ifndef PERMKERN_SMALL_H
#define PERMKERN_SMALL_H

#include "permkern_plan.h"
#include "permkern_target.h"

#if PERMKERN_SMALL_BYTES > 0
/* The bytes of a work, if it is contiguous in the output and has at most `most` of them; otherwise 0. */
size_t permkern_small_bytes(const permkern_axis *axis, unsigned rank, unsigned shift, size_t most);

/*
 * index[k] = the offset of the input byte that goes to byte k of such a work's output. Fills all PERMKERN_SMALL_BYTES
 * entries.
 */
void permkern_find_index(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift);

/*
 * Sets work->small and work->index, if an index can move the work. work->axis is fused, and both spans are set.
 */
void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift);
#endif

#endif /* PERMKERN_SMALL_H */
