/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The generic routine, for whatever no kernel covers: an odometer over the outer axes, and what is moved at each of its
 * places. Profiles differ in that: in speed a plane, or rows of lines or runs; in size a line, along the longest axis;
 * in tiny a line along the output's innermost axis, element by element. Profile size moves lines of tiles, too.
 */
#include "base/permkern_arith.h"
#include "base/permkern_compiler.h"
#include "base/permkern_table.h"
#include "base/permkern_walk.h"
#include "move/permkern_generic.h"
#include "move/permkern_lines.h"
#include "move/permkern_way.h"

/*
 * Calls move(inner, form, ...) at each place of axes that are not bits of `skip`. Addresses are integers, as the one
 * after the last element may lie outside the buffer, where no pointer may point, and as offsets may be negative, modulo
 * SIZE_MAX + 1.
 */
static inline void move_places(permkern_kernel *move, const permkern_axis *inner, unsigned form,
                               const permkern_axis *axis, unsigned rank, unsigned skip, const void *in, void *out)
{
    permkern_walk walk;
    permkern_walk_begin(&walk, axis, rank);
    do {
        move(inner, form, (const void *)((uintptr_t)in + walk.in_at), (void *)((uintptr_t)out + walk.out_at));
    } while (permkern_walk_on(&walk, axis, rank, skip));
}

#if defined(PERMKERN_PROFILE_SPEED)

/* Runs along axis[2], from one to the next along axis[1], then axis[0]. Any strides. */
static void move_runs(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
    for (size_t left = axis->extent; left != 0; left--) {
        permkern_runs((const uint8_t *)from, axis[1].in_stride, (uint8_t *)to, axis[1].out_stride, axis[1].extent,
                      axis[2].extent << permkern_form_shift(form));
        from += axis->in_stride;
        to += axis->out_stride;
    }
}

/*
 * Moves a work by `move`, which takes the last `held` axes of its loops: planes of the innermost axes, or three axes of
 * lines or runs. Where the work has too few, they are some that are walked once.
 */
static void move_inner(permkern_kernel *move, unsigned held, permkern_lines inner, const permkern_axis *axis,
                       unsigned form, const void *in, void *out)
{
    static const permkern_axis once = {1, 0, 0};
    const unsigned rank = permkern_form_rank(form);
    permkern_axis loops[PERMKERN_MAX_RANK + 2];
    unsigned count = 0;
    for (unsigned more = rank; more < held; more++) {
        permkern_copy_axis(&loops[count++], &once);
    }
    for (unsigned k = 0; k < rank; k++) { /* a step that skips none takes fewer instructions */
        if (k != inner.along && k != inner.across) {
            permkern_copy_axis(&loops[count++], &axis[k]);
        }
    }
    if (rank > 1) {
        permkern_copy_axis(&loops[count++], &axis[inner.across]);
    }
    permkern_copy_axis(&loops[count++], &axis[inner.along]);
    count -= held;
    move_places(move, &loops[count], permkern_form(held, permkern_form_shift(form)), loops, count, 0, in, out);
}

void permkern_across(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    static permkern_kernel *const moves[] = {permkern_x8_any_lines, permkern_x16_any_lines, permkern_x32_any_lines,
                                             permkern_x64_any_lines};
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    const permkern_lines lines = permkern_lines_of(axis, rank, shift);
    move_inner(permkern_is_run(&axis[lines.along], shift) ? move_runs : moves[shift], 3, lines, axis, form, in, out);
}

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    permkern_kernel *const plane = permkern_plane_kernel(shift);
    if (plane != NULL && permkern_by_planes(axis, rank, shift, permkern_tiles_fit(axis, rank, shift, in, out))) {
        const permkern_lines inner = {rank - 1, permkern_inner_axis(axis, rank)};
        move_inner(plane, 2, inner, axis, form, in, out);
    } else {
        permkern_across(axis, form, in, out);
    }
}

#elif defined(PERMKERN_PROFILE_TINY)

/* A line, element by element, for every width and direction. */
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
    move_places(move_line, &axis[last], form, axis, last, 0, in, out);
}

#else

/* Copies a line of neighbours. */
static void move_run(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_copy((const uint8_t *)in, (uint8_t *)out, axis->extent << permkern_form_shift(form));
}

/* Four elements per iteration. Sums of two addresses are free in loads and stores of Thumb. */
PERMKERN_INLINE void move_along(unsigned shift, const permkern_axis *along, uintptr_t from, uintptr_t to)
{
    const size_t in_step = along->in_stride;
    const size_t out_step = along->out_stride;
    for (size_t rest = along->extent & 3U; rest != 0; rest--) {
        permkern_store_block((uint8_t *)to, shift, permkern_load_block((const uint8_t *)from, shift));
        from = permkern_hide(from + in_step);
        to = permkern_hide(to + out_step);
    }
    size_t fours = along->extent / 4;
    if (fours == 0) {
        return;
    }
    do {
        const uint64_t a = permkern_load_block((const uint8_t *)from, shift);
        const uint64_t b = permkern_load_block((const uint8_t *)(from + in_step), shift);
        from = permkern_hide(from + 2 * in_step);
        const uint64_t c = permkern_load_block((const uint8_t *)from, shift);
        const uint64_t d = permkern_load_block((const uint8_t *)(from + in_step), shift);
        from = permkern_hide(from + 2 * in_step);
        permkern_store_block((uint8_t *)to, shift, a);
        permkern_store_block((uint8_t *)(to + out_step), shift, b);
        to = permkern_hide(to + 2 * out_step);
        permkern_store_block((uint8_t *)to, shift, c);
        permkern_store_block((uint8_t *)(to + out_step), shift, d);
        to = permkern_hide(to + 2 * out_step);
    } while (--fours != 0);
}

static void move_x8(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    (void)form;
    move_along(0, axis, (uintptr_t)in, (uintptr_t)out);
}

static void move_x16(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    (void)form;
    move_along(1, axis, (uintptr_t)in, (uintptr_t)out);
}

static void move_x32(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    (void)form;
    move_along(2, axis, (uintptr_t)in, (uintptr_t)out);
}

static void move_x64(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    move_x32(axis, form, in, out);
    move_x32(axis, form, permkern_at((const uint8_t *)in, 4), permkern_at_out((uint8_t *)out, 4));
}

/* Moves lines along one axis by `line`, or as runs if they are. unit: follows that axis, for `line` alone. */
static void move_work(permkern_kernel *line, const permkern_axis *unit, const permkern_axis *axis, unsigned form,
                      const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned along = permkern_line_axis(axis, rank, permkern_form_shift(form));
    permkern_axis two[2];
    permkern_copy_axis(&two[0], &axis[along]);
    permkern_copy_axis(&two[1], unit);
    move_places(permkern_is_run(two, permkern_form_shift(form)) ? move_run : line, two, form, axis, rank, 1U << along,
                in, out);
}

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    static permkern_kernel *const moves[] = {move_x8, move_x16, move_x32, move_x64};
    move_work(moves[permkern_form_shift(form)], axis, axis, form, in, out);
}

#if PERMKERN_TILE_CORES > 0

/* True if every tile's words may be loaded and stored as such: they are aligned, or the target does not need that. */
static bool words_fit(const permkern_axis *axis, const permkern_axis *row, const permkern_axis *col, const void *in,
                      const void *out)
{
    uintptr_t places = (uintptr_t)in | (uintptr_t)out;
    for (const permkern_axis *at = axis; at <= row; at++) {
        places |= at == col ? 0 : at->in_stride;
        places |= at == row ? 0 : at->out_stride;
    }
    return PERMKERN_UNALIGNED || (places & 3U) == 0;
}

void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_kernel *line)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    permkern_axis part[PERMKERN_MAX_RANK];
    for (unsigned k = 0; k < rank; k++) {
        permkern_own_loop();
        permkern_copy_axis(&part[k], &axis[k]);
    }
    permkern_axis *const row = &part[rank - 1];
    permkern_axis *const col = &part[permkern_inner_axis(axis, rank)];
    /* analyzer: the innermost axis moves, so there are two axes at least */
    const size_t tile_rows = row->extent & ~(size_t)3;
    const size_t tile_cols = col->extent & ~(size_t)3;
    const permkern_axis unit = {0, row->in_stride, col->out_stride}; /* of a tile's rows, and of its columns */
    /* As permkern_way_of says of tiles alone; asked here, it costs 8 bytes of flash or 4 % of instructions. */
    if (tile_rows == 0 || tile_cols == 0 || !words_fit(part, row, col, in, out)) {
        permkern_generic(axis, form, in, out);
        return;
    }
    row->extent -= tile_rows;
    if (row->extent != 0) {
        permkern_generic(part, form, permkern_at((const uint8_t *)in, permkern_steps(tile_rows, unit.in_stride)),
                         (uint8_t *)out + (tile_rows << shift));
    }
    row->extent = tile_rows;
    col->extent -= tile_cols;
    if (col->extent != 0) {
        permkern_generic(part, form, (const uint8_t *)in + (tile_cols << shift),
                         permkern_at_out((uint8_t *)out, permkern_steps(tile_cols, unit.out_stride)));
    }
    row->extent = tile_rows / 4;
    row->in_stride = 4 * unit.in_stride;
    row->out_stride = (size_t)4 << shift;
    col->extent = tile_cols / 4;
    col->in_stride = (size_t)4 << shift;
    col->out_stride = 4 * unit.out_stride;
    move_work(line, &unit, part, form, in, out);
}

#endif /* PERMKERN_TILE_CORES */

#endif
