/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector functions for other folders: host kernels, and small tensors moved by an index. */
#ifndef PERMKERN_VECTOR_H
#define PERMKERN_VECTOR_H

#include "base/permkern_axis.h"

#if PERMKERN_SMALL_BYTES > 0
#define PERMKERN_SMALL_UNITS 3 /* 1, 2 and 4 bytes */

/*
 * Returns log2 of the unit's bytes in an index of a small work, and sets its end and shift; PERMKERN_SMALL_UNITS: too
 * large. A run may be a whole unit.
 */
PERMKERN_INLINE unsigned permkern_small_unit(const permkern_axis *axis, const permkern_axis **end, unsigned *shift,
                                             size_t bytes)
{
    const unsigned unit = bytes <= PERMKERN_SMALL_BYTES ? 0 : bytes <= 2 * PERMKERN_SMALL_BYTES ? 1 : 2;
    if (unit > *shift) {
        *shift = permkern_widen(axis, (unsigned)(*end - axis), *shift); /* narrow: a rank */
        --*end;
    }
    return bytes <= 4 * PERMKERN_SMALL_BYTES && unit <= *shift ? unit : PERMKERN_SMALL_UNITS;
}

/*
 * Returns the function that moves a contiguous work of `bytes` bytes by an index, and fills the index of
 * PERMKERN_SMALL_BYTES entries; NULL: none. The axes are fused, and none is reversed.
 */
permkern_small *permkern_find_small(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift,
                                    size_t bytes);

/*
 * [n]: 2048 / n, rounded up. For each j below 64, j / n is j * [n] >> 11. The product fits 16 bits, unless n is 1.
 *
 * Index entry j is j, plus j / span * weight for each axis. Entries and weights count units, modulo 65536. An axis's
 * inner axes have `span` units, so j / span counts steps along the axis and those around it. Each step adds the axis's
 * stride minus `reach`, the stride with which it would continue its inner axes.
 */
extern const uint16_t permkern_reciprocals[33];
#endif

#if PERMKERN_VECTOR
/* The running CPU's vector kernel; NULL: none. moves: the innermost axis moves. */
permkern_kernel *permkern_vector_kernel(bool moves);

/* Moves a pinned kernel's work by the running CPU's vectors. Returns false, with nothing moved, if it has none. */
bool permkern_vector_pinned(const permkern_axis *axis, unsigned form, const void *in, void *out);

/*
 * Transposes a square in place: count x count elements of 1 << shift bytes, with rows `stride` bytes apart. Returns
 * false, with nothing moved, if the square is small or the running CPU has no vectors.
 */
bool permkern_vector_square(uint8_t *data, size_t stride, size_t count, unsigned shift);

/* Exchanges two runs. Returns `bytes`, or 0 if the runs are short or the running CPU has no vectors. */
size_t permkern_vector_exchange(uint8_t *a, uint8_t *b, size_t bytes);

/* Permutes `bytes` bytes in units of 1 << unit bytes by an index, or returns false if this CPU cannot. */
bool permkern_vector_small(unsigned unit, const uint8_t *index, size_t bytes, const void *in, void *out);

#ifdef PERMKERN_X86
/*
 * The widest set that the CPU and operating system support, and the cache size (src/base/permkern_target.h). CPUID
 * costs microseconds in a virtual machine, so the answer is kept. All threads store equal values, so relaxed order
 * suffices.
 */
extern uint32_t permkern_cpu;
#endif
#endif

#endif /* PERMKERN_VECTOR_H */
