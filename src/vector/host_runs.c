/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: runs of bytes, the loops around an instruction set's copies. */
#include "vector/permkern_host_axes.h"

#if PERMKERN_VECTOR

/*
 * What changes the order of runs of so many bytes along this axis, which lie side by side on both sides and come in the
 * opposite order: the code of the widest set that has it. NULL: they do not, or no set has it.
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

/*
 * Each element of a run that goes backwards is a run. What changes the order of runs does so along the axis of the
 * shortest steps, which is the last one.
 */
void permkern_vector_runs(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const void *in,
                          void *out)
{
    const unsigned last = permkern_form_rank(form) - 1;
    const bool back = permkern_runs_back(axis[last].in_stride);
    const size_t bytes = back ? axis[last].out_stride : axis[last].extent << permkern_form_shift(form);
    const uint8_t *from = (const uint8_t *)in;
    size_t length = bytes; /* or runs that change their order */
    size_t all = bytes;
    size_t places = (uintptr_t)out;
    permkern_plane_axes s;
    permkern_walk walk;
    permkern_order_outer(&s, axis, last + 1, back ? 0 : 1U << last);
    permkern_run_move *move = s.outer == 0 ? NULL : find_reversal(set, &s.axis[s.outer - 1], bytes);
    if (move != NULL) {
        s.outer--;
        length = s.axis[s.outer].extent;
        from = permkern_at(from, (length - 1) * s.axis[s.outer].in_stride);
    }
    if (s.outer == 0) { /* the loops below need an axis */
        s.axis[0] = (permkern_axis){1, bytes, bytes};
        s.outer = 1;
    }
    for (unsigned k = 0; k < s.outer; k++) {
        all *= s.axis[k].extent;
        places |= s.axis[k].out_stride;
    }
    const bool streams =
        move == NULL && set->stream_run != NULL && permkern_streams_runs(all, permkern_cache_bytes(), bytes, places);
    if (move == NULL) {
        move = streams ? set->stream_run : permkern_copy_of(set, bytes);
    }
    const permkern_axis *const near = &s.axis[s.outer - 1];
    permkern_walk_begin(&walk, s.axis, s.outer - 1);
    do {
        move(permkern_at(from, walk.in_at), near->in_stride, permkern_at_out((uint8_t *)out, walk.out_at),
             near->out_stride, near->extent, length);
    } while (permkern_walk_on(&walk, s.axis, s.outer - 1, 0));
    if (streams) {
        set->fence();
    }
}

void permkern_vector_reverse_short(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                                   size_t count, size_t bytes)
{
    const size_t last = (count - 1) * bytes;
    for (; lines != 0; lines--) {
        permkern_runs(in + last, 0 - bytes, out, bytes, count, bytes);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_VECTOR */
