/* SPDX-License-Identifier: BSD-3-Clause */
/* Element lines and byte runs. */
#ifndef PERMKERN_LINES_H
#define PERMKERN_LINES_H

#include "base/permkern_access.h"
#include "base/permkern_axis.h"
#include "base/permkern_compiler.h"
#include "move/permkern_lanes.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lines or runs of more elements save next to nothing. */
#define PERMKERN_LONG_LINE 16U

/* 1: four lines of a plane move together, four elements of each per iteration. Elsewhere this gains under 1 %. */
#define PERMKERN_NEAR_LINES (PERMKERN_STRIPS && !PERMKERN_UNALIGNED)

/* Constants to XOR elements with. */
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

/* Moves a line of elements of 1 << shift bytes, each XORed with flip. shift or flip may be constant in callers. */
PERMKERN_INLINE void permkern_move_line(unsigned shift, const uint8_t *in, size_t in_stride, uint8_t *out,
                                        size_t out_stride, size_t count, uint64_t flip)
{
    const uint32_t low = (uint32_t)flip; /* narrow: elements have at most 32 bits here */
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

/* Copies a run, by words if alignment allows. The buffers do not overlap. */
void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes);

/* Copies a run of more than 32 bytes. */
#if PERMKERN_UNALIGNED && defined(PERMKERN_PROFILE_SPEED) && !PERMKERN_RVV && !PERMKERN_MVE
void permkern_copy_long(const uint8_t *in, uint8_t *out, size_t bytes);
#else
PERMKERN_INLINE void permkern_copy_long(const uint8_t *in, uint8_t *out, size_t bytes)
{
    permkern_copy(in, out, bytes);
}
#endif

/*
 * Copies `count` runs of `bytes` bytes; neither is 0. From one run to the next, addresses advance by in_step and
 * out_step bytes. A step may be shorter or longer than a run, or negative, modulo SIZE_MAX + 1. Profile speed only:
 * other profiles call permkern_copy for each run.
 */
void permkern_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes);

/* Returns which of two axes permkern_runs follows, so that it is called less often. */
static inline const permkern_axis *permkern_along(const permkern_axis *axis)
{
    return axis[1].extent < PERMKERN_LONG_LINE && axis[1].extent < axis[0].extent ? axis : axis + 1;
}

/* Profile speed: moves runs of `bytes` bytes for each index of axis[0] and axis[1]. along: from permkern_along. */
static inline void permkern_run_loops(const permkern_axis *axis, const permkern_axis *along, size_t bytes,
                                      const uint8_t *in, uint8_t *out)
{
    const permkern_axis *const outer = along == axis ? axis + 1 : axis;
    size_t from = 0;
    size_t to = 0;
    for (size_t left = outer->extent; left != 0; left--) {
        permkern_runs(permkern_at(in, from), along->in_stride, permkern_at_out(out, to), along->out_stride,
                      along->extent, bytes);
        from += outer->in_stride;
        to += outer->out_stride;
    }
}

/*
 * Copies a run of whole elements, each XORed with a constant, which is repeated to 64 bits and passed in two halves.
 * Both addresses are aligned for elements. They are equal, or the runs do not overlap.
 */
void permkern_xor_run(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t low, uint32_t high);

/*
 * Reverses `count` elements, not 0, which are contiguous on both sides: output element k is input element count - 1 -
 * k. Both pointers are to the lowest element. 24: 3-byte pixels, whose bytes keep their order (src/move/backward.c).
 */
void permkern_reverse8(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse16(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse24(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse32(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse64(const uint8_t *in, uint8_t *out, size_t count);

#if PERMKERN_RVV || PERMKERN_MVE
/*
 * Reverses elements of 1 << shift bytes by RISC-V V or Helium (src/vector/firmware.c). Returns false and moves nothing
 * if words should do it.
 */
bool permkern_reverse_vectors(const uint8_t *in, uint8_t *out, size_t count, unsigned shift);
#endif

#endif /* PERMKERN_LINES_H */
