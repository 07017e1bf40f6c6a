/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: the loops around run copies. */
#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/*
 * The widest set's function that reverses adjacent runs of `bytes` bytes along `axis`. NULL: the axis is not a reversal
 * of adjacent runs, or no set has a function.
 */
static permkern_run_move *find_reversal(const permkern_vector_set *set, const permkern_axis *axis, size_t bytes)
{
    if (bytes >= PERMKERN_REVERSED_UNITS || axis->out_stride != bytes || axis->in_stride != 0 - bytes) {
        return NULL;
    }
    while (set != NULL && set->reverse[bytes] == NULL) {
        set = set->narrower;
    }
    return set == NULL ? NULL : set->reverse[bytes];
}

/* If the innermost axis is reversed, each element is a run. Runs are reversed along the innermost axis around them. */
void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const bool back = permkern_runs_back(axis[rank - 1].in_stride);
    const unsigned around = back ? rank : rank - 1;
    const size_t bytes = back ? axis[rank - 1].out_stride : axis[rank - 1].extent << permkern_form_shift(form);
    const uint8_t *from = (const uint8_t *)in;
    size_t length = bytes; /* bytes per run, or runs per reversed line */
    size_t all = bytes;
    size_t places = (uintptr_t)out;
    unsigned taken = back ? 0 : 1U << around;
    permkern_outer o;
    permkern_walk walk;
    const bool gaps_in_lanes = !back && rank > 2 && (bytes & (bytes - 1)) != 0; /* runs do not fill lanes */
    if (bytes < 16 && (permkern_vector_blocks(set, axis, form, from, (uint8_t *)out) ||
                       (gaps_in_lanes && permkern_vector_short(set, axis, rank, bytes, from, (uint8_t *)out)))) {
        return;
    }
    permkern_run_move *move = around == 0 ? NULL : find_reversal(set, &axis[around - 1], bytes);
    if (move != NULL) {
        length = axis[around - 1].extent;
        from = permkern_at(from, (length - 1) * axis[around - 1].in_stride);
        taken |= 1U << (around - 1);
    }
    permkern_order_outer(&o, axis, rank, taken);
    for (unsigned k = 0; k < o.rank; k++) {
        all *= o.axis[k].extent;
        places |= o.axis[k].out_stride;
    }
    const bool streams =
        move == NULL && set->stream_run != NULL && permkern_streams_runs(all, permkern_cache_bytes(), bytes, places);
    if (move == NULL) {
        move = streams ? set->stream_run : permkern_copy_of(set, bytes);
    }
    const permkern_axis *const near = &o.axis[o.rank - 1];
    permkern_walk_begin(&walk, o.axis, o.rank - 1);
    do {
        move(permkern_at(from, walk.in_at), near->in_stride, permkern_at_out((uint8_t *)out, walk.out_at),
             near->out_stride, near->extent, length);
    } while (permkern_walk_on(&walk, o.axis, o.rank - 1, 0));
    if (streams) {
        set->fence();
    }
}

#endif /* PERMKERN_VECTOR */
