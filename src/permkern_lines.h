/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of elements, and runs of bytes. */
#ifndef PERMKERN_LINES_H
#define PERMKERN_LINES_H

#include "permkern_access.h"
#include "permkern_compiler.h"
#include <stddef.h>
#include <stdint.h>

/*
 * Lines: count elements, each side with a stride in bytes, which may be negative, modulo SIZE_MAX + 1. Written out for
 * each width, so that every store is one.
 */
static inline void permkern_line8(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint8_t a = permkern_load8(permkern_at(in, from));
        const uint8_t b = permkern_load8(permkern_at(in, (from += in_stride)));
        const uint8_t c = permkern_load8(permkern_at(in, (from += in_stride)));
        const uint8_t d = permkern_load8(permkern_at(in, (from += in_stride)));
        permkern_store8(permkern_at_out(out, to), a);
        permkern_store8(permkern_at_out(out, (to += out_stride)), b);
        permkern_store8(permkern_at_out(out, (to += out_stride)), c);
        permkern_store8(permkern_at_out(out, (to += out_stride)), d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store8(permkern_at_out(out, to), permkern_load8(permkern_at(in, from)));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line16(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint16_t a = permkern_load16(permkern_at(in, from));
        const uint16_t b = permkern_load16(permkern_at(in, (from += in_stride)));
        const uint16_t c = permkern_load16(permkern_at(in, (from += in_stride)));
        const uint16_t d = permkern_load16(permkern_at(in, (from += in_stride)));
        permkern_store16(permkern_at_out(out, to), a);
        permkern_store16(permkern_at_out(out, (to += out_stride)), b);
        permkern_store16(permkern_at_out(out, (to += out_stride)), c);
        permkern_store16(permkern_at_out(out, (to += out_stride)), d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store16(permkern_at_out(out, to), permkern_load16(permkern_at(in, from)));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line32(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint32_t a = permkern_load32(permkern_at(in, from));
        const uint32_t b = permkern_load32(permkern_at(in, (from += in_stride)));
        const uint32_t c = permkern_load32(permkern_at(in, (from += in_stride)));
        const uint32_t d = permkern_load32(permkern_at(in, (from += in_stride)));
        permkern_store32(permkern_at_out(out, to), a);
        permkern_store32(permkern_at_out(out, (to += out_stride)), b);
        permkern_store32(permkern_at_out(out, (to += out_stride)), c);
        permkern_store32(permkern_at_out(out, (to += out_stride)), d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store32(permkern_at_out(out, to), permkern_load32(permkern_at(in, from)));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line64(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (; count != 0; count--) {
        permkern_own_loop();
        permkern_store64(permkern_at_out(out, to), permkern_load64(permkern_at(in, from)));
        from += in_stride;
        to += out_stride;
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
 * Reverses the order of `count` elements, not 0, that are neighbours on both sides: element k of the output is element
 * count - 1 - k of the input. Both pointers are to the lowest element. 24: pixels of three bytes, whose bytes keep
 * their order (src/backward.c).
 */
void permkern_reverse8(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse16(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse24(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse32(const uint8_t *in, uint8_t *out, size_t count);
void permkern_reverse64(const uint8_t *in, uint8_t *out, size_t count);

#endif /* PERMKERN_LINES_H */
