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

#if PERMKERN_VECTOR

bool permkern_vector_small(unsigned unit, const uint8_t *index, size_t bytes, const void *in, void *out)
{
    permkern_small *const small = permkern_vector_small_of(unit);
    if (small != NULL) {
        small(index, bytes, in, out);
    }
    return small != NULL;
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

/* On hosts, 32 bytes are one register or two. */
typedef uint16_t lanes __attribute__((vector_size(ENTRIES < 32 ? 16 : 32)));
typedef uint16_t lanes_memory __attribute__((vector_size(ENTRIES < 32 ? 16 : 32), aligned(1), may_alias));

static const uint16_t evens[16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};

/* [n]: 2048 / n, rounded up. For each j below 64, j / n is j * reciprocals[n] >> 11, and the product fits 16 bits. */
static const uint16_t reciprocals[33] = {0,   0,   1024, 683, 512, 410, 342, 293, 256, 228, 205,
                                         187, 171, 158,  147, 137, 128, 121, 114, 108, 103, 98,
                                         94,  90,  86,   82,  79,  76,  74,  71,  69,  67,  64};

/*
 * Index entry j is j * first, plus j / span * weight for each of `steps` pairs of a span and a weight. Entries, first
 * and weights count units, modulo 65536.
 */
typedef struct {
    unsigned steps;
    uint16_t first, reciprocal[PERMKERN_MAX_RANK], weight[PERMKERN_MAX_RANK]; /* reciprocal: reciprocals[span] */
} index_sum;

/*
 * The inner axes have `span` units, so j / span counts steps along the next axis and the axes around it. Each step adds
 * the next axis's stride minus `reach`, the stride with which this axis would continue the inner axes.
 */
static inline void find_sum(index_sum *s, const permkern_axis *axis, unsigned rank, unsigned shift, unsigned unit)
{
    const permkern_axis *next = &axis[rank];
    size_t reach = (size_t)1 << shift;
    unsigned steps = 0;
    s->first = 1;
    do {
        next--;
        const size_t span = next->out_stride >> unit;
        const size_t stride = next->in_stride;
        if (span == 1) {
            s->first = (uint16_t)(stride >> unit); /* narrow: modulo 65536 */
        } else if (stride != reach) {
            s->reciprocal[steps] = reciprocals[span];
            s->weight[steps] = (uint16_t)((stride - reach) >> unit); /* narrow: modulo 65536 */
            steps++;
        }
        reach = permkern_times(stride, next->extent);
    } while (next != axis);
    s->steps = steps;
}

/* Fills in `units` entries, and some after them: even and odd entries in 16-bit lanes, then joined as bytes. */
PERMKERN_LOOK_UP_TARGET static void find_index(uint8_t *index, size_t units, const index_sum *s)
{
    const unsigned steps = s->steps;
    const uint16_t first = s->first;
    lanes even = *(const lanes_memory *)(const void *)evens;
    for (size_t at = 0; at < units; at += sizeof even) {
        const lanes odd = even + 1;
        lanes low = even * first;
        lanes high = low + first;
        for (unsigned k = 0; k < steps; k++) {
            low += (even * s->reciprocal[k] >> 11) * s->weight[k];
            high += (odd * s->reciprocal[k] >> 11) * s->weight[k];
        }
        *(lanes_memory *)(void *)(index + at) = (low & 255) | high << 8;
        even += sizeof even;
    }
}

permkern_small *permkern_find_small(uint8_t *index, const permkern_axis *axis, unsigned rank, unsigned shift,
                                    size_t bytes)
{
    const unsigned unit = bytes <= ENTRIES ? 0 : bytes <= 2 * ENTRIES ? 1 : 2;
    permkern_small *const small = bytes <= 4 * ENTRIES ? permkern_vector_small_of(unit) : NULL;
    index_sum sum;
    if (unit > shift) { /* a run may be a whole unit */
        shift = permkern_widen(axis, rank, shift);
        rank--;
    }
    if (small == NULL || unit > shift) {
        return NULL;
    }
    find_sum(&sum, axis, rank, shift, unit);
    find_index(index, bytes >> unit, &sum);
    return small;
}

#endif /* PERMKERN_SMALL_BYTES */
