/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small tensors, on cores with a vector permute. An index lists the input unit of each output unit, and one permute
 * moves them all. A unit is a byte. AVX-512 also permutes units of 2 and 4 bytes, so an equally long index serves
 * larger tensors. Nothing outside the tensors is read or written.
 */
#include "vector/look_up.h"
#include "vector/permkern_isa.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_SMALL_BYTES > 0

#define ENTRIES PERMKERN_SMALL_BYTES

/* On hosts, 32 bytes are one register or two. */
typedef uint16_t lanes __attribute__((vector_size(ENTRIES < 32 ? 16 : 32)));
typedef uint16_t lanes_memory __attribute__((vector_size(ENTRIES < 32 ? 16 : 32), aligned(1), may_alias));

static const uint16_t evens[16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};

const uint16_t permkern_reciprocals[33] = {
    0,   2048, 1024, 683, 512, 410, 342, 293, 256, 228, 205, 187, 171, 158, 147, 137, 128,
    121, 114,  108,  103, 98,  94,  90,  86,  82,  79,  76,  74,  71,  69,  67,  64,
};

/* Fills in `units` entries, and some after them: even and odd entries in 16-bit lanes, then joined as bytes. */
PERMKERN_LOOK_UP_TARGET static void find_index(uint8_t *index, size_t units, const permkern_axis *axis,
                                               const permkern_axis *end, unsigned shift, unsigned unit)
{
    lanes even = *(const lanes_memory *)(const void *)evens;
    for (size_t at = 0; at < units; at += sizeof even) {
        const lanes odd = even + 1;
        lanes low = even;
        lanes high = odd;
        size_t reach = (size_t)1 << shift;
        for (const permkern_axis *next = end; next != axis;) {
            next--;
            const size_t span = next->out_stride >> unit;
            const uint16_t reciprocal = permkern_reciprocals[span];
            const uint16_t weight = (uint16_t)((next->in_stride - reach) >> unit); /* narrow: modulo 65536 */
            low += (span == 1 ? even : even * reciprocal >> 11) * weight;
            high += (span == 1 ? odd : odd * reciprocal >> 11) * weight;
            reach = permkern_times(next->in_stride, next->extent);
        }
        *(lanes_memory *)(void *)(index + at) = (low & 255) | high << 8;
        even += sizeof even;
    }
}

#if PERMKERN_VECTOR

bool permkern_vector_small(unsigned unit, const uint8_t *index, size_t bytes, const void *in, void *out)
{
    permkern_small *const small = permkern_vector_small_of(unit);
    if (small != NULL) {
        small(index, bytes, in, out);
    }
    return small != NULL;
}

/* Up to this many elements, words move a plane before its index is ready. */
#define FEW_FOR_INDEX 15U

bool permkern_unplanned8(const permkern_axis *axis, const permkern_axis *end, unsigned shift, size_t bytes,
                         const void *in, void *out)
{
    uint8_t index[ENTRIES];
    if (bytes > ENTRIES || (end - axis <= 2 && bytes >> shift <= FEW_FOR_INDEX)) {
        return false;
    }
    find_index(index, bytes, axis, end, shift, 0);
    permkern_small8(index, bytes, in, out);
    return true;
}

#else

static void small_mve(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const mve_pred16_t used = vctp8q((uint32_t)bytes); /* narrow: at most 16 bytes */
    const uint8x16_t from = vldrbq_u8(index);
    vstrbq_p_u8((uint8_t *)out, vldrbq_gather_offset_z_u8((const uint8_t *)in, from, used), used);
}

static inline permkern_small *permkern_vector_small_of(unsigned unit)
{
    return unit == 0 ? small_mve : NULL;
}

#endif

permkern_small *permkern_find_small(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift,
                                    size_t bytes)
{
    const permkern_axis *end = &axis[rank];
    const unsigned unit = permkern_small_unit(axis, &end, &shift, bytes);
    permkern_small *const small = unit < PERMKERN_SMALL_UNITS ? permkern_vector_small_of(unit) : NULL;
    if (small != NULL) {
        find_index(index, bytes >> unit, axis, end, shift, unit);
    }
    return small;
}

#endif /* PERMKERN_SMALL_BYTES */
