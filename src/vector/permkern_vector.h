/* SPDX-License-Identifier: BSD-3-Clause */
/* What the other rooms call of vectors: kernels of hosts, and small tensors that an index moves. */
#ifndef PERMKERN_VECTOR_H
#define PERMKERN_VECTOR_H

#include "base/permkern_target.h"
#include <stdbool.h>

#if PERMKERN_SMALL_BYTES > 0
/*
 * Sets work->small, and fills work->index, if an index can move the work; otherwise work->small is NULL. work->axis is
 * fused, no axis is reversed, and both spans are set.
 */
void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift);
#endif

#if PERMKERN_VECTOR
/* The running CPU's vector kernel for works whose innermost axis moves, or stays; NULL if it has none. */
permkern_kernel *permkern_vector_kernel(bool moves);

/* Moves a pinned kernel's work by the running CPU's vectors; false, with nothing moved, if it has none that can. */
bool permkern_vector_pinned(const permkern_axis *axis, unsigned form, const void *in, void *out);

/* Moves a small contiguous work by an index. Returns false, with nothing moved, if there is no permute for it. */
bool permkern_move_small(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in, void *out);

/*
 * Transposes a square of count x count elements of 1 << shift bytes in place, whose rows are `stride` bytes apart.
 * Returns false, with nothing moved, if it is small or the running CPU has no vectors.
 */
bool permkern_vector_square(uint8_t *data, size_t stride, size_t count, unsigned shift);

/* Exchanges two runs, or the first bytes of them; returns how many bytes. */
size_t permkern_vector_exchange(uint8_t *a, uint8_t *b, size_t bytes);

/* The same by an index of units of 1 << unit bytes, for `bytes` bytes. */
bool permkern_vector_small(unsigned unit, const uint8_t *index, size_t bytes, const void *in, void *out);

#ifdef PERMKERN_X86
/*
 * The level (src/base/permkern_target.h) of the widest set that CPU and operating system support, as CPUID said. CPUID
 * costs microseconds in a virtual machine, so the answer is kept. All threads store the same value, so relaxed order
 * suffices.
 */
extern uint32_t permkern_cpu;
#endif
#endif

#endif /* PERMKERN_VECTOR_H */
