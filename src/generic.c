/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The generic routine, for whatever no kernel covers: an odometer over the outer axes, and one line or run at a time
 * along the output's innermost axis, so that writes are as sequential as its strides allow.
 */
#include "permkern_arith.h"
#include "permkern_compiler.h"
#include "permkern_generic.h"
#include "permkern_lines.h"

#ifdef PERMKERN_PROFILE_SPEED

static void move_fours(const permkern_axis *axis, unsigned shift, const uint8_t *in, uint8_t *out)
{
    switch (shift) {
    case 0:
        permkern_line8(in, axis->in_stride, out, axis->out_stride, axis->extent);
        break;
    case 1:
        permkern_line16(in, axis->in_stride, out, axis->out_stride, axis->extent);
        break;
    case 2:
        permkern_line32(in, axis->in_stride, out, axis->out_stride, axis->extent);
        break;
    default:
        permkern_line64(in, axis->in_stride, out, axis->out_stride, axis->extent);
        break;
    }
}

#endif

/*
 * Element by element, for every width and direction. Addresses are integers, as the one after the last element may lie
 * outside the buffer, where no pointer may point.
 */
static void move_elements(const permkern_axis *axis, unsigned shift, const uint8_t *in, uint8_t *out)
{
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
    size_t count = axis->extent;
    do {
        permkern_own_loop();
        const uint8_t *const src = (const uint8_t *)from;
        uint8_t *const dst = (uint8_t *)to;
        if (shift == 0) {
            permkern_store8(dst, permkern_load8(src));
        } else if (shift == 1) {
            permkern_store16(dst, permkern_load16(src));
        } else {
            permkern_store32(dst, permkern_load32(src));
            if (shift == 3) {
                permkern_store32(dst + 4, permkern_load32(src + 4));
            }
        }
        from += axis->in_stride;
        to += axis->out_stride;
    } while (--count != 0);
}

static void move_line(const permkern_axis *axis, unsigned shift, const uint8_t *in, uint8_t *out)
{
#ifndef PERMKERN_PROFILE_TINY
    const size_t size = (size_t)1 << shift;
    if (axis->in_stride == size && axis->out_stride == size) {
        permkern_copy(in, out, axis->extent << shift);
        return;
    }
#endif
#ifdef PERMKERN_PROFILE_SPEED
    /* Four elements per iteration, for lines that run forwards: more code, so in profile speed only. */
    if (!permkern_runs_back(axis->in_stride)) {
        move_fours(axis, shift, in, out);
        return;
    }
#endif
    move_elements(axis, shift, in, out);
}

/* One step along an axis. After its last index, returns to its first and false. */
static inline bool step(permkern_walk *walk, const permkern_axis *axis, unsigned k)
{
    walk->in_at += axis[k].in_stride;
    walk->out_at += axis[k].out_stride;
    if (++walk->index[k] < axis[k].extent) {
        return true;
    }
    walk->index[k] = 0;
    walk->in_at -= permkern_steps(axis[k].extent, axis[k].in_stride);
    walk->out_at -= permkern_times(axis[k].extent, axis[k].out_stride);
    return false;
}

/* The odometer is shared with kernels; profile tiny has none, and the functions become part of permkern_generic. */
#ifdef PERMKERN_PROFILE_TINY
#define SHARED static inline
#else
#define SHARED
#endif

SHARED void permkern_walk_begin(permkern_walk *walk, unsigned outer)
{
    for (unsigned k = 0; k < outer; k++) {
        permkern_own_loop();
        walk->index[k] = 0;
    }
    walk->in_at = 0;
    walk->out_at = 0;
}

SHARED bool permkern_walk_on(permkern_walk *walk, const permkern_axis *axis, unsigned outer)
{
    for (unsigned k = outer; k-- > 0;) {
        if (step(walk, axis, k)) {
            return true;
        }
    }
    return false;
}

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned inner = permkern_form_rank(form) - 1;
    const uintptr_t from = (uintptr_t)in;
    uint8_t *const dst = (uint8_t *)out;
    permkern_walk walk;
    permkern_walk_begin(&walk, inner);
    do {
        const uint8_t *const line =
            (const uint8_t *)(from + walk.in_at); /* in_at may stand for a negative offset, modulo SIZE_MAX + 1 */
        move_line(&axis[inner], permkern_form_shift(form), line, dst + walk.out_at);
    } while (permkern_walk_on(&walk, axis, inner));
}
