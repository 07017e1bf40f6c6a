/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The generic routine of profiles speed and tiny, for whatever no kernel covers: an odometer over the outer axes, and
 * what is moved at each of its places. In profile speed that is a plane, or rows of lines or runs: two axes, which
 * permkern_inner_of chooses. In tiny it is one line along the output's innermost axis, so that writes are as sequential
 * as its strides allow. Profile size has a core of its own: src/tiled.c.
 */
#include "permkern_arith.h"
#include "permkern_compiler.h"
#include "permkern_dispatch.h"
#include "permkern_generic.h"
#include "permkern_lines.h"
#include "permkern_way.h"

#if defined(PERMKERN_PROFILE_SPEED) || defined(PERMKERN_PROFILE_TINY)

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
    walk->out_at -= permkern_steps(axis[k].extent, axis[k].out_stride);
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

#ifdef PERMKERN_PROFILE_SPEED

/* Four elements per iteration. Inlined for each width, which its callers know. */
PERMKERN_INLINE void move_fours(const permkern_axis *axis, unsigned shift, const uint8_t *in, uint8_t *out)
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

/* Moves lines along axis[1], from one to the next along axis[0]. Inlined for each width, too. */
PERMKERN_INLINE void move_rows(const permkern_axis *axis, unsigned shift, const void *in, void *out)
{
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
    for (size_t rows = axis[0].extent; rows != 0; rows--) {
        move_fours(&axis[1], shift, (const uint8_t *)from, (uint8_t *)to);
        from += axis[0].in_stride;
        to += axis[0].out_stride;
    }
}

/* A kernel for rows of lines or runs: axis[1] along each, axis[0] from one to the next. Any strides. */
static void move_lines(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned shift = permkern_form_shift(form);
    const size_t size = (size_t)1 << shift;
    if (axis[1].in_stride == size && axis[1].out_stride == size) {
        permkern_runs((const uint8_t *)in, axis[0].in_stride, (uint8_t *)out, axis[0].out_stride, axis[0].extent,
                      axis[1].extent << shift);
    } else if (shift == 0) {
        move_rows(axis, 0, in, out);
    } else if (shift == 1) {
        move_rows(axis, 1, in, out);
    } else if (shift == 2) {
        move_rows(axis, 2, in, out);
    } else {
        move_rows(axis, 3, in, out);
    }
}

/*
 * The axes of a work but the inner two, innermost first. Strides lead from the last place of all axes before one to the
 * next place of that axis: one addition a side, whatever turns over.
 */
typedef struct {
    permkern_axis axis[PERMKERN_MAX_RANK - 2];
    size_t left[PERMKERN_MAX_RANK - 2]; /* places that each axis still has, with the one where it is */
    unsigned count;
} outer_axes;

static void find_outer(outer_axes *outer, const permkern_axis *axis, unsigned rank, const unsigned *inner)
{
    size_t in_back = 0;
    size_t out_back = 0;
    outer->count = 0;
    for (unsigned k = rank; k-- > 0;) {
        if (k != inner[0] && k != inner[1]) {
            permkern_axis *const to = &outer->axis[outer->count];
            outer->left[outer->count] = axis[k].extent;
            to->extent = axis[k].extent;
            to->in_stride = axis[k].in_stride - in_back;
            to->out_stride = axis[k].out_stride - out_back;
            in_back += permkern_steps(axis[k].extent - 1, axis[k].in_stride);
            out_back += permkern_steps(axis[k].extent - 1, axis[k].out_stride);
            outer->count++;
        }
    }
}

/* The axis along which the outer axes step on; their number after the last place. */
static inline unsigned next_outer(outer_axes *outer)
{
    unsigned k = 0;
    for (; k < outer->count; k++) {
        outer->left[k]--;
        if (outer->left[k] != 0) {
            break;
        }
        outer->left[k] = outer->axis[k].extent;
    }
    return k;
}

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    permkern_kernel *const plane = permkern_plane_kernel(shift);
    const permkern_inner inner = permkern_inner_of(axis, rank, shift, plane != NULL);
    uintptr_t from = (uintptr_t)in; /* offsets may be negative, modulo SIZE_MAX + 1 */
    uintptr_t to = (uintptr_t)out;
    permkern_axis two[2];
    outer_axes outer;
    permkern_copy_axis(&two[0], &axis[inner.axis[0]]);
    permkern_copy_axis(&two[1], &axis[inner.axis[1]]);
    if (rank == 1) {
        two[0].extent = 1; /* one row */
    }
    find_outer(&outer, axis, rank, inner.axis);
    for (;;) {
        if (inner.plane) {
            plane(two, permkern_form(2, shift), (const void *)from, (void *)to);
        } else {
            move_lines(two, permkern_form(2, shift), (const void *)from, (void *)to);
        }
        const unsigned next = next_outer(&outer);
        if (next == outer.count) {
            return;
        }
        from += outer.axis[next].in_stride;
        to += outer.axis[next].out_stride;
    }
}

#else

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

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned inner = permkern_form_rank(form) - 1;
    const uintptr_t from = (uintptr_t)in; /* offsets may be negative, modulo SIZE_MAX + 1 */
    const uintptr_t to = (uintptr_t)out;
    permkern_walk walk;
    permkern_walk_begin(&walk, inner);
    do {
        move_elements(&axis[inner], permkern_form_shift(form), (const uint8_t *)(from + walk.in_at),
                      (uint8_t *)(to + walk.out_at));
    } while (permkern_walk_on(&walk, axis, inner));
}

#endif

#endif /* PERMKERN_PROFILE_SPEED, PERMKERN_PROFILE_TINY */
