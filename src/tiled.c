/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The core of profile size: the generic routine, and what tile kernels share. One odometer goes over all axes but one,
 * along which lines of elements or tiles are moved.
 */
#include "permkern_arith.h"
#include "permkern_compiler.h"
#include "permkern_generic.h"
#include "permkern_lines.h"
#include "permkern_way.h"

#if !defined(PERMKERN_PROFILE_SPEED) && !defined(PERMKERN_PROFILE_TINY)

/* Copies a line of neighbours. */
static void move_run(const permkern_unit *unit, const permkern_axis *along, uintptr_t from, uintptr_t to)
{
    permkern_copy((const uint8_t *)from, (uint8_t *)to, along->extent << unit->shift);
}

/* Moves all lines along one of the axes, by an odometer over the others. */
static void move_work(const permkern_axis *axis, unsigned rank, const permkern_unit *unit, uintptr_t from, uintptr_t to)
{
    const unsigned line = permkern_line_axis(axis, rank, unit->shift);
    const permkern_axis *const along = &axis[line];
    permkern_line *const move = permkern_is_run(along, unit->shift) ? move_run : unit->move;
    size_t left[PERMKERN_MAX_RANK];
    unsigned k = rank;
    while (k != 0) {
        permkern_own_loop();
        k--;
        left[k] = axis[k].extent;
    }
    do {
        move(unit, along, from, to);
        for (k = rank; k != 0; k--) {
            const permkern_axis *const at = &axis[k - 1];
            if (k - 1 == line) {
                continue;
            }
            from += at->in_stride;
            to += at->out_stride;
            if (--left[k - 1] != 0) {
                break;
            }
            left[k - 1] = at->extent;
            from -= permkern_steps(at->extent, at->in_stride);
            to -= permkern_steps(at->extent, at->out_stride);
        }
    } while (k != 0);
}

/* ---- elements ---- */

PERMKERN_INLINE uint32_t load(unsigned shift, uintptr_t at)
{
    const void *const p = (const void *)at;
    return shift == 0 ? permkern_load8((const uint8_t *)p) : shift == 1 ? permkern_load16(p) : permkern_load32(p);
}

PERMKERN_INLINE void store(unsigned shift, uintptr_t at, uint32_t value)
{
    if (shift == 0) {
        permkern_store8((uint8_t *)at, (uint8_t)value);
    } else if (shift == 1) {
        permkern_store16((void *)at, (uint16_t)value);
    } else {
        permkern_store32((void *)at, value);
    }
}

/* Four elements per iteration. Sums of two addresses are free in loads and stores of Thumb. */
PERMKERN_INLINE void move_along(unsigned shift, const permkern_axis *along, uintptr_t from, uintptr_t to)
{
    const size_t in_step = along->in_stride;
    const size_t out_step = along->out_stride;
    for (size_t rest = along->extent & 3U; rest != 0; rest--) {
        store(shift, to, load(shift, from));
        from = permkern_hide(from + in_step);
        to = permkern_hide(to + out_step);
    }
    size_t fours = along->extent / 4;
    if (fours == 0) {
        return;
    }
    do {
        const uint32_t a = load(shift, from);
        const uint32_t b = load(shift, from + in_step);
        from = permkern_hide(from + 2 * in_step);
        const uint32_t c = load(shift, from);
        const uint32_t d = load(shift, from + in_step);
        from = permkern_hide(from + 2 * in_step);
        store(shift, to, a);
        store(shift, to + out_step, b);
        to = permkern_hide(to + 2 * out_step);
        store(shift, to, c);
        store(shift, to + out_step, d);
        to = permkern_hide(to + 2 * out_step);
    } while (--fours != 0);
}

static void move_x8(const permkern_unit *unit, const permkern_axis *along, uintptr_t from, uintptr_t to)
{
    (void)unit;
    move_along(0, along, from, to);
}

static void move_x16(const permkern_unit *unit, const permkern_axis *along, uintptr_t from, uintptr_t to)
{
    (void)unit;
    move_along(1, along, from, to);
}

static void move_x32(const permkern_unit *unit, const permkern_axis *along, uintptr_t from, uintptr_t to)
{
    (void)unit;
    move_along(2, along, from, to);
}

static void move_x64(const permkern_unit *unit, const permkern_axis *along, uintptr_t from, uintptr_t to)
{
    move_x32(unit, along, from, to);
    move_x32(unit, along, from + 4, to + 4);
}

void permkern_generic(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    static permkern_line *const moves[] = {move_x8, move_x16, move_x32, move_x64};
    const unsigned shift = permkern_form_shift(form);
    const permkern_unit unit = {moves[shift], shift, 0, 0};
    move_work(axis, permkern_form_rank(form), &unit, (uintptr_t)in, (uintptr_t)out);
}

/* ---- tiles ---- */

#if PERMKERN_TILE_CORES > 0

/* True if every tile's words may be loaded and stored as such: they are aligned, or the target does not need that. */
static bool words_fit(const permkern_axis *axis, const permkern_axis *row, const permkern_axis *col, const void *in,
                      const void *out)
{
#if PERMKERN_UNALIGNED
    (void)axis;
    (void)row;
    (void)col;
    (void)in;
    (void)out;
    return true;
#else
    uintptr_t places = (uintptr_t)in | (uintptr_t)out;
    for (const permkern_axis *at = axis; at <= row; at++) {
        places |= at == col ? 0 : at->in_stride;
        places |= at == row ? 0 : at->out_stride;
    }
    return (places & 3U) == 0;
#endif
}

void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_line *line)
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
    const permkern_unit unit = {line, shift, row->in_stride, col->out_stride};
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
    move_work(part, rank, &unit, (uintptr_t)in, (uintptr_t)out);
}

#endif /* PERMKERN_TILE_CORES */

#endif /* not PERMKERN_PROFILE_SPEED, PERMKERN_PROFILE_TINY */
