/* SPDX-License-Identifier: BSD-3-Clause */
/* Whole tensors of a few bytes as one permute of bytes (src/small.c, src/host_small.c). */
#ifndef PERMKERN_SMALL_H
#define PERMKERN_SMALL_H

#include "permkern_plan.h"
#include "permkern_target.h"

#if PERMKERN_SMALL_BYTES > 0
/* Bytes of a work without gaps in the output, if they are `most` or less; otherwise 0. src/small.c */
size_t permkern_small_bytes(const permkern_axis *axis, unsigned rank, unsigned shift, size_t most);

/* Which input byte goes to each byte of such a work's output; fills PERMKERN_SMALL_BYTES places. */
void permkern_find_index(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift);

/* work->axis comes fused, with both spans set: sets work->small and its index where there is such a permute. */
void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift);
#endif

#endif /* PERMKERN_SMALL_H */
