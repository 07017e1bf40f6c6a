/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: the two vector kernels. The tile kernel chooses between channels, blocks, slabs and planes. */
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

void permkern_vector_tile(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const unsigned shift = permkern_form_shift(form);
    const unsigned cols = permkern_inner_axis(axis, rank);
    const permkern_axis *const row = &axis[rank - 1];
    const permkern_axis *const col = &axis[cols];
    /* narrow: a shift, at most 3 */
    const permkern_ways can = {(uint8_t)shift, 2, set->pixels[shift], set->channels[shift], false};
    const permkern_way way = permkern_way_of(&can, row->extent, col->extent, permkern_length(row->in_stride),
                                             permkern_length(col->out_stride), true);
    if (way == PERMKERN_WAY_SPLIT || way == PERMKERN_WAY_JOIN) {
        permkern_move_channels(set, axis, form, cols, way == PERMKERN_WAY_SPLIT, (const uint8_t *)in, (uint8_t *)out);
        return;
    }
    if (row->extent * col->extent << shift <= PERMKERN_BLOCK_BYTES &&
        permkern_vector_blocks(set, axis, form, (const uint8_t *)in, (uint8_t *)out)) {
        return;
    }
    if (way == PERMKERN_WAY_TILES || way == PERMKERN_WAY_TILES_AND_LINES) {
        size_t all = (size_t)1 << shift;
        for (unsigned k = 0; k < rank; k++) {
            all = permkern_times(all, axis[k].extent);
        }
        if (!permkern_vector_slabs(set, axis, rank, shift, cols, all, (const uint8_t *)in, (uint8_t *)out)) {
            permkern_vector_planes(set, axis, rank, shift, cols, all, (const uint8_t *)in, (uint8_t *)out);
        }
        return;
    }
    permkern_generic(axis, form, in, out); /* no tiles: for example a single row or column from permkern_run_part */
}

/* The two kernels. They use the widest set that this CPU has. */

static void tile_kernel(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(permkern_best_set(), axis, form, in, out);
}

static void runs_kernel(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(permkern_best_set(), axis, form, in, out);
}

permkern_kernel *permkern_vector_kernel(bool moves)
{
    return permkern_best_set() == NULL ? NULL : moves ? tile_kernel : runs_kernel;
}

bool permkern_vector_pinned(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const bool moves = permkern_length(axis[rank - 1].in_stride) != (size_t)1 << permkern_form_shift(form);
    permkern_kernel *const kernel = permkern_vector_kernel(moves);
    if (kernel != NULL) {
        kernel(axis, form, in, out);
    }
    return kernel != NULL;
}

#endif /* PERMKERN_VECTOR */
