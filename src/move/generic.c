/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The generic routine moves requests that no kernel covers. An odometer walks the outer axes, and an inner function
 * moves the rest. In profile speed, the inner function moves a plane, or three axes by blocks, lines or runs. In
 * profile size, it moves a line along the longest axis, or a line of tiles. In profile tiny, it moves a line along the
 * output's innermost axis, element by element.
 */
#include "base/permkern_arith.h"
#include "base/permkern_axis.h"
#include "base/permkern_compiler.h"
#include "base/permkern_table.h"
#include "move/permkern_generic.h"
#include "move/permkern_lines.h"
#include "move/permkern_tiles.h"
#include "move/permkern_way.h"

#if defined(PERMKERN_PROFILE_SPEED) || defined(PERMKERN_PROFILE_TINY)

/*
 * Calls move(inner, form, ...) at each offset that the axes lead to. Addresses are integers: after the last element
 * they may lie outside the buffer, where a pointer may not. Offsets may be negative, modulo SIZE_MAX + 1.
 */
static inline void move_places(permkern_kernel *move, const permkern_axis *inner, unsigned form,
                               const permkern_axis *axis, unsigned rank, const void *in, void *out)
{
    permkern_walk walk;
    permkern_walk_begin(&walk, axis, rank);
    do {
        move(inner, form, (const void *)((uintptr_t)in + walk.in_at), (void *)((uintptr_t)out + walk.out_at));
    } while (permkern_walk_on(&walk, axis, rank, 0));
}

#endif

#if defined(PERMKERN_PROFILE_SPEED)

/* Moves three axes, of which the last is a run. Any strides. */
static void move_runs(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_run_loops(axis, permkern_along(axis), axis[2].extent << permkern_form_shift(form), (const uint8_t *)in,
                       (uint8_t *)out);
}

/* Sets *to to axis k, or if the work has no such axis, to one of extent 1. */
static inline void copy_inner(permkern_axis *to, const permkern_axis *axis, unsigned rank, unsigned k)
{
    static const permkern_axis once = {1, 0, 0};
    permkern_copy_axis(to, k < rank ? &axis[k] : &once);
}

/* Moves a request by `move`, which takes the innermost `held` axes: two of a plane, or three. */
static void move_inner(permkern_kernel *move, unsigned held, const permkern_inner *inner, const permkern_axis *axis,
                       unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    permkern_axis loops[PERMKERN_MAX_RANK + 2];
    unsigned count = 0;
    for (unsigned k = 0; k < rank; k++) { /* without skipped axes, a step takes fewer instructions */
        if (k != inner->along && k != inner->across && (held == 2 || k != inner->third)) {
            permkern_copy_axis(&loops[count++], &axis[k]);
        }
    }
    permkern_axis *moved = &loops[count];
    if (held == 3) {
        copy_inner(moved++, axis, rank, inner->third);
    }
    copy_inner(moved, axis, rank, inner->across);
    copy_inner(moved + 1, axis, rank, inner->along);
    move_places(move, &loops[count], permkern_form(held, permkern_form_shift(form)), loops, count, in, out);
}

void permkern_across(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    static permkern_kernel *const moves[] = {permkern_x8_any_lines, permkern_x16_any_lines, permkern_x32_any_lines,
                                             permkern_x64_any_lines};
    const unsigned shift = permkern_form_shift(form);
    const permkern_inner lines = permkern_lines_of(axis, permkern_form_rank(form), shift);
    move_inner(permkern_is_run(&axis[lines.along], shift) ? move_runs : moves[shift], 3, &lines, axis, form, in, out);
}

#if PERMKERN_BLOCKS

#define BITS 8
#include "move/blocks.h"
#undef BITS
#define BITS 16
#include "move/blocks.h"
#undef BITS

void permkern_in_blocks(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_kernel *const move = permkern_form_shift(form) == 0 ? permkern_x8_blocks : permkern_x16_blocks;
    const permkern_inner planes = permkern_planes_of(axis, permkern_form_rank(form));
    move_inner(move, 3, &planes, axis, form, in, out);
}

#endif

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    permkern_kernel *const plane = permkern_plane_kernel(shift);
    const permkern_by by = permkern_by_of(axis, rank, shift, permkern_tiles_fit(axis, rank, shift, in, out));
    if (plane != NULL && by == PERMKERN_BY_PLANES) {
        const permkern_inner planes = permkern_planes_of(axis, rank);
        move_inner(plane, 2, &planes, axis, form, in, out);
        return;
    }
#if PERMKERN_BLOCKS
    if (by == PERMKERN_BY_BLOCKS) {
        permkern_in_blocks(axis, form, in, out);
        return;
    }
#endif
    permkern_across(axis, form, in, out);
}

#elif defined(PERMKERN_PROFILE_TINY)

/* Moves a line element by element, at any width and in both directions. */
static void move_line(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned shift = permkern_form_shift(form);
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
    const unsigned last = permkern_form_rank(form) - 1;
    move_places(move_line, &axis[last], form, axis, last, in, out);
}

#else

/* Copies a line that is a run. */
static void move_run(const permkern_axis *along, const permkern_axis *unit, const void *in, void *out)
{
    permkern_copy((const uint8_t *)in, (uint8_t *)out, along->extent << unit->extent);
}

PERMKERN_INLINE void move_element(unsigned shift, uintptr_t from, uintptr_t to)
{
    permkern_store_block((uint8_t *)to, shift, permkern_load_block((const uint8_t *)from, shift));
}

/*
 * Moves four elements per iteration. Thumb loads and stores add a stride to their address. If they can also scale the
 * stride (PERMKERN_SCALING), four elements fit in registers. Otherwise strides need these registers, and elements move
 * one by one.
 */
PERMKERN_INLINE void move_along(unsigned shift, const permkern_axis *along, const void *in, void *out)
{
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
    size_t in_step = along->in_stride;
    size_t out_step = along->out_stride;
    for (size_t rest = along->extent & 3U; rest != 0; rest--) {
        move_element(shift, from, to);
        from = permkern_hide(from + in_step);
        to = permkern_hide(to + out_step);
    }
    size_t fours = along->extent / 4;
    if (fours == 0) {
        return;
    }
    const size_t in_next = permkern_hide((PERMKERN_SCALING ? 3 : 2) * in_step);
    const size_t out_next = permkern_hide((PERMKERN_SCALING ? 3 : 2) * out_step);
    do {
#if PERMKERN_SCALING
        in_step = permkern_hide(in_step);
        out_step = permkern_hide(out_step);
        const uint64_t a = permkern_load_block((const uint8_t *)from, shift);
        const uint64_t b = permkern_load_block((const uint8_t *)(from + in_step), shift);
        const uint64_t c = permkern_load_block((const uint8_t *)(from + 2 * in_step), shift);
        const uint64_t d = permkern_load_block((const uint8_t *)(from + in_next), shift);
        from = permkern_hide(from + 4 * in_step);
        permkern_store_block((uint8_t *)to, shift, a);
        permkern_store_block((uint8_t *)(to + out_step), shift, b);
        permkern_store_block((uint8_t *)(to + 2 * out_step), shift, c);
        permkern_store_block((uint8_t *)(to + out_next), shift, d);
        to = permkern_hide(to + 4 * out_step);
#else
        move_element(shift, from, to);
        move_element(shift, from + in_step, to + out_step);
        from = permkern_hide(from + in_next);
        to = permkern_hide(to + out_next);
        move_element(shift, from, to);
        move_element(shift, from + in_step, to + out_step);
        from = permkern_hide(from + in_next);
        to = permkern_hide(to + out_next);
#endif
    } while (--fours != 0);
}

static void move_x8(const permkern_axis *along, const permkern_axis *unit, const void *in, void *out)
{
    (void)unit;
    move_along(0, along, in, out);
}

static void move_x16(const permkern_axis *along, const permkern_axis *unit, const void *in, void *out)
{
    (void)unit;
    move_along(1, along, in, out);
}

static void move_x32(const permkern_axis *along, const permkern_axis *unit, const void *in, void *out)
{
    (void)unit;
    move_along(2, along, in, out);
}

static void move_x64(const permkern_axis *along, const permkern_axis *unit, const void *in, void *out)
{
    move_x32(along, unit, in, out);
    move_x32(along, unit, permkern_at((const uint8_t *)in, 4), permkern_at_out((uint8_t *)out, 4));
}

/*
 * Moves lines along one axis, for each index of the other axes. A line moves by `line`, or by permkern_copy if it is a
 * run. Lines go along the innermost axis if it is a run that is worth a call. Otherwise they go along the longest axis,
 * so that lines are few. Addresses are integers, because the last one may lie outside the buffer.
 */
static void move_lines(permkern_line *line, const permkern_axis *unit, const permkern_axis *axis, unsigned rank,
                       const void *in, void *out)
{
    const unsigned shift = (unsigned)unit->extent; /* narrow: at most 3 */
    unsigned next = rank - 1;
    unsigned along = next;
    permkern_walk walk;
    if (axis[along].extent < 32 || !permkern_is_run(&axis[along], shift)) {
        for (unsigned k = 0; k < next; k++) {
            along = axis[k].extent > axis[along].extent ? k : along;
        }
    }
    line = permkern_is_run(&axis[along], shift) ? move_run : line;
    next -= next == along && next != 0 ? 1U : 0U;
    permkern_walk_begin(&walk, axis, rank);
    do {
        uintptr_t from = (uintptr_t)in + walk.in_at;
        uintptr_t to = (uintptr_t)out + walk.out_at;
        size_t left = next == along ? 1 : axis[next].extent;
        do {
            line(&axis[along], unit, (const void *)from, (void *)to);
            from += axis[next].in_stride;
            to += axis[next].out_stride;
        } while (--left != 0);
    } while (permkern_walk_on(&walk, axis, rank, 1U << along | 1U << next));
}

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    static permkern_line *const moves[] = {move_x8, move_x16, move_x32, move_x64};
    const unsigned shift = permkern_form_shift(form);
    const permkern_axis unit = {shift, 0, 0};
    move_lines(moves[shift], &unit, axis, permkern_form_rank(form), in, out);
}

#if PERMKERN_TILE_CORES > 0

/* With fewer elements, lines alone take fewer instructions than tiles and lines. */
#define FEW_FOR_TILES 64U

/* Moves an axis's elements after the first `whole`, and sets its extent to `whole`. */
static PERMKERN_OUT_OF_LINE void move_rest(permkern_axis *axis, size_t whole, const permkern_axis *all, unsigned form,
                                           const void *in, void *out)
{
    axis->extent -= whole;
    if (axis->extent != 0) {
        permkern_generic(all, form, permkern_at((const uint8_t *)in, permkern_steps(whole, axis->in_stride)),
                         permkern_at_out((uint8_t *)out, permkern_steps(whole, axis->out_stride)));
    }
    axis->extent = whole;
}

/* Returns a stride for word alignment tests: 0 for a contiguous axis, along which tiles step by whole words. */
static inline size_t word_step(size_t stride, size_t size)
{
    return stride == size ? 0 : stride;
}

void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_line *line)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    const unsigned by = 2 - shift; /* log2 of the elements per word */
    const size_t size = (size_t)1 << shift;
    permkern_axis part[PERMKERN_MAX_RANK];
    permkern_axis *row = part;
    permkern_axis *col = part;
    size_t elements = 1;
    uintptr_t places = (uintptr_t)in | (uintptr_t)out;
    for (unsigned rest = rank;; row++, axis++) {
        permkern_own_loop();
        permkern_copy_axis(row, axis);
        elements = permkern_times(elements, row->extent);
        places |= word_step(row->in_stride, size) | word_step(row->out_stride, size);
        col = row->in_stride < col->in_stride ? row : col;
        if (--rest == 0) {
            break;
        }
    }
    /* analyzer: the innermost axis moves, so there are at least two axes */
    const permkern_axis unit = {shift, row->in_stride, col->out_stride};
    const size_t rows = row->extent & ~(size_t)3;
    const size_t cols = col->extent >> by << by;
    /* The tile rule of permkern_way_of. A call here would cost 8 bytes of flash or 4 % more instructions. */
    (void)places;
    if (elements < FEW_FOR_TILES || rows == 0 || cols == 0 || (!PERMKERN_UNALIGNED && (places & 3U) != 0)) {
        permkern_generic(part, form, in, out);
        return;
    }
    move_rest(row, rows, part, form, in, out);
    move_rest(col, cols, part, form, in, out);
    permkern_shorten(row, 2);
    permkern_shorten(col, by);
    move_lines(line, &unit, part, rank, in, out);
}

#endif /* PERMKERN_TILE_CORES */

#endif
