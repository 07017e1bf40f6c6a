/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of elements, and runs of bytes. */
#ifndef PERMKERN_LINES_H
#define PERMKERN_LINES_H

#include "base/permkern_access.h"
#include "base/permkern_axis.h"
#include "base/permkern_compiler.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Constants that elements are exclusive-ored with. */
typedef uint32_t permkern_flip8;
typedef uint32_t permkern_flip16;
typedef uint32_t permkern_flip32;
typedef uint64_t permkern_flip64;

#define BITS 8
#include "move/line.h"
#undef BITS
#define BITS 16
#include "move/line.h"
#undef BITS
#define BITS 32
#include "move/line.h"
#undef BITS
#define BITS 64
#include "move/line.h"
#undef BITS

/* A line of elements of 1 << shift bytes, each exclusive-or flip. shift, or flip, may be a constant of callers. */
PERMKERN_INLINE void permkern_move_line(unsigned shift, const uint8_t *in, size_t in_stride, uint8_t *out,
                                        size_t out_stride, size_t count, uint64_t flip)
{
    const uint32_t low = (uint32_t)flip; /* narrow: of elements of at most 32 bits */
    if (shift == 0) {
        permkern_x8_move_line(in, in_stride, out, out_stride, count, low);
    } else if (shift == 1) {
        permkern_x16_move_line(in, in_stride, out, out_stride, count, low);
    } else if (shift == 2) {
        permkern_x32_move_line(in, in_stride, out, out_stride, count, low);
    } else {
        permkern_x64_move_line(in, in_stride, out, out_stride, count, flip);
    }
}

/* Copies a run of bytes, by words where alignment allows. The buffers do not overlap. */
void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes);

/*
 * Copies `count` runs of so many bytes, neither of them 0: from one to the next it is in_step and out_step bytes, of
 * which each may be more or less than a run, and negative, modulo SIZE_MAX + 1. In profile speed alone: elsewhere each
 * run is a call of permkern_copy.
 */
void permkern_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes);

/*
 * A run of whole elements, each exclusive-or a constant that is repeated to 64 bits, in two halves. Both addresses are
 * of elements. They are equal, or the runs do not overlap.
 */
void permkern_xor_run(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t low, uint32_t high);

/*
 * Reverses the order of `count` elements, not 0, that are neighbours on both sides: element k of the output is element
 * count - 1 - k of the input. Both pointers are to the lowest element. 24: pixels of three bytes, whose bytes keep
 * their order (src/move/backward.c).
 */
void permkern_reverse8(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse16(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse24(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse32(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse64(const uint8_t *in, uint8_t *out, size_t count);

#if PERMKERN_RVV || PERMKERN_MVE
/*
 * The same, of elements of 1 << shift bytes, by vectors of firmware (src/vector/firmware.c). Returns false, with
 * nothing moved, if words are to do it.
 */
bool permkern_reverse_vectors(const uint8_t *in, uint8_t *out, size_t count, unsigned shift);
#endif

#endif /* PERMKERN_LINES_H */
