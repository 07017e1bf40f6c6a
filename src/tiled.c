/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The core that tile kernels of profile size share: an odometer over all axes but the output's innermost, and a loop of
 * tiles of 4x4 elements along that. The generic routine moves what the tiles leave.
 */
#include "permkern_arith.h"
#include "permkern_compiler.h"
#include "permkern_generic.h"

#if PERMKERN_TILE_CORES > 0

/* True if every tile's words may be loaded and stored as such: they are aligned, or the target does not need that. */
static bool words_fit(const permkern_axis *axis, unsigned rows, unsigned cols, const void *in, const void *out)
{
#if PERMKERN_UNALIGNED
    (void)axis;
    (void)rows;
    (void)cols;
    (void)in;
    (void)out;
    return true;
#else
    uintptr_t places = (uintptr_t)in | (uintptr_t)out;
    for (unsigned k = 0; k <= rows; k++) {
        places |= k == cols ? 0 : axis[k].in_stride;
        places |= k == rows ? 0 : axis[k].out_stride;
    }
    return (places & 3U) == 0;
#endif
}

void permkern_tiled(const permkern_axis *axis, unsigned form, const void *in, void *out, permkern_tile *tile)
{
    const uint8_t *const src = (const uint8_t *)in;
    uint8_t *const dst = (uint8_t *)out;
    const unsigned rows = permkern_form_rank(form) - 1;
    const unsigned cols = permkern_inner_axis(axis, rows + 1);
    const unsigned shift = permkern_form_shift(form);
    const size_t tile_rows = axis[rows].extent & ~(size_t)3;
    const size_t tile_cols = axis[cols].extent & ~(size_t)3;
    permkern_axis part[PERMKERN_MAX_RANK];
    permkern_walk walk;
    /* As permkern_way_of says of tiles alone; asked here, it costs 8 bytes of flash or 4 % of instructions. */
    if (tile_rows == 0 || tile_cols == 0 || !words_fit(axis, rows, cols, in, out)) {
        permkern_generic(axis, form, in, out);
        return;
    }
    for (unsigned k = 0; k <= rows; k++) {
        permkern_own_loop();
        permkern_copy_axis(&part[k], &axis[k]);
    }
    part[cols].extent = tile_cols / 4;
    part[cols].in_stride *= 4;
    part[cols].out_stride *= 4;
    permkern_walk_begin(&walk, rows);
    do {
        size_t at = walk.in_at;
        size_t put = walk.out_at;
        for (size_t i = tile_rows / 4; i != 0; i--) {
            tile(src + at, axis[rows].in_stride, dst + put, axis[cols].out_stride);
            at += 4 * axis[rows].in_stride;
            put += (size_t)4 << shift;
        }
    } while (permkern_walk_on(&walk, part, rows));
    permkern_copy_axis(&part[cols], &axis[cols]);
    part[cols].extent -= tile_cols;
    if (part[cols].extent != 0) {
        permkern_generic(part, form, src + (tile_cols << shift),
                         dst + permkern_times(tile_cols, axis[cols].out_stride));
    }
    part[cols].extent = tile_cols;
    part[rows].extent -= tile_rows;
    if (part[rows].extent != 0) {
        permkern_generic(part, form, src + permkern_times(tile_rows, axis[rows].in_stride), dst + (tile_rows << shift));
    }
}

#endif /* PERMKERN_TILE_CORES */
