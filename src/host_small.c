/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hosts: tensors so small that one permute of bytes moves all of them. src/small.c computes the index, unless the set
 * does.
 */
#include "permkern_vector.h"

#if PERMKERN_VECTOR

/* The bytes of a work, if set->small can move it; otherwise 0. */
static size_t small_bytes(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift)
{
    return set == NULL || set->small == NULL ? 0 : permkern_small_bytes(axis, rank, shift, set->small_bytes);
}

void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift)
{
    const permkern_vector_set *const set = permkern_best_set();
    const size_t bytes = small_bytes(set, work->axis, rank, shift);
    if (bytes == 0 || bytes != work->in_span) { /* too large, or the input has gaps */
        return;
    }
    if (set->index != NULL) {
        set->index(work->index, work->axis, rank, shift);
    } else {
        permkern_find_index(work->index, work->axis, rank, shift);
    }
    work->small = set->small;
}

bool permkern_vector_move_small(const permkern_axis *axis, unsigned rank, unsigned shift, const void *in, void *out)
{
    const permkern_vector_set *const set = permkern_best_set();
    const size_t bytes = small_bytes(set, axis, rank, shift);
    uint8_t index[PERMKERN_SMALL_BYTES];
    if (bytes == 0 || set->index == NULL) {
        return false;
    }
    set->index(index, axis, rank, shift);
    set->small(index, bytes, in, out);
    return true;
}

bool permkern_vector_small(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const permkern_vector_set *const set = permkern_best_set();
    if (set == NULL || set->small == NULL || bytes > set->small_bytes) {
        return false;
    }
    set->small(index, bytes, in, out);
    return true;
}

#endif /* PERMKERN_VECTOR */
