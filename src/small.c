/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tensors of a few bytes, on cores with a vector permute of bytes: an index of which byte goes where is computed once,
 * and the move is one permute. Helium's, a gather of bytes, is here. src/host_small.c makes of it an index of elements.
 */
#include "permkern_isa.h"

#if PERMKERN_SMALL_BYTES > 0

size_t permkern_small_bytes(const permkern_axis *axis, unsigned rank, unsigned shift, size_t most)
{
    size_t bytes = (size_t)1 << shift;
    for (unsigned k = rank; k-- > 0;) {
        if (axis[k].out_stride != bytes || axis[k].extent > most) {
            return 0;
        }
        bytes *= axis[k].extent;
        if (bytes > most) {
            return 0;
        }
    }
    return bytes;
}

/*
 * Axis by axis from the innermost: the entries so far are repeated for each index of the axis, one input stride further
 * on.
 */
void permkern_find_index(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift)
{
    size_t block = (size_t)1 << shift;
    for (size_t k = 0; k < PERMKERN_SMALL_BYTES; k++) {
        permkern_own_loop();
        index[k] = (uint8_t)k; /* narrow: an offset below 64 */
    }
    for (unsigned k = rank; k-- > 0;) {
        size_t to = block;
        for (size_t i = 1; i < axis[k].extent; i++) {
            for (size_t at = 0; at < block; at++) {
                index[to++] = (uint8_t)(index[at] + i * axis[k].in_stride); /* narrow: an offset below 64 */
            }
        }
        block = to;
    }
}

#if PERMKERN_MVE

static void small_mve(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const mve_pred16_t used = vctp8q((uint32_t)bytes); /* narrow: at most 64 bytes */
    const uint8x16_t from = vldrbq_u8(index);
    vstrbq_p_u8((uint8_t *)out, vldrbq_gather_offset_z_u8((const uint8_t *)in, from, used), used);
}

void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift)
{
    const size_t bytes = permkern_small_bytes(work->axis, rank, shift, PERMKERN_SMALL_BYTES);
    if (bytes != 0 && bytes == work->in_span) { /* the input is contiguous, too */
        permkern_find_index(work->index, work->axis, rank, shift);
        work->small = small_mve;
    }
}

#elif !PERMKERN_VECTOR

void permkern_find_small(permkern_work *work, unsigned rank, unsigned shift)
{
    (void)work;
    (void)rank;
    (void)shift;
}

#endif

#endif /* PERMKERN_SMALL_BYTES */
