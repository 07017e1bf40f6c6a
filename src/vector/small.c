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

/* Byte k is v[index[k]], or 0 if index[k] is over 15. */
PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE permkern_bytes look_up(permkern_bytes v, permkern_bytes index)
{
#ifdef PERMKERN_X86
    index = (permkern_bytes)_mm_adds_epu8((__m128i)index, _mm_set1_epi8(0x70));
#endif
    return permkern_look_up(v, index);
}

/* Registers hold the first and last 16 bytes, and the next 16 on each side. Below 64 bytes they overlap. */
PERMKERN_LOOK_UP_TARGET void permkern_small8(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const uint8_t *const source = (const uint8_t *)in;
    uint8_t *const target = (uint8_t *)out;
    if (bytes < 16) {
        for (size_t k = 0; k < bytes; k++) {
            target[k] = source[index[k]];
        }
        return;
    }
    const uint8_t last = (uint8_t)(bytes - 16); /* narrow: at most 48 */
    const uint8_t next = last < 16 ? last : 16;
    const uint8_t at[4] = {0, last, next, (uint8_t)(last - next)}; /* narrow: at most 32 */
    const permkern_bytes v0 = permkern_load_bytes(source);
    const permkern_bytes v1 = permkern_load_bytes(source + at[1]);
    const permkern_bytes v2 = permkern_load_bytes(source + at[2]);
    const permkern_bytes v3 = permkern_load_bytes(source + at[3]);
    for (unsigned k = 0; k < (bytes > 32 ? 4U : 2U); k++) {
        const permkern_bytes from = permkern_load_bytes(index + at[k]);
        permkern_store_bytes(target + at[k], look_up(v0, from) | look_up(v1, from - at[1]) | look_up(v2, from - at[2]) |
                                                 look_up(v3, from - at[3]));
    }
}

#ifdef PERMKERN_X86

/* Moves up to 128 bytes in units of 2; the function below, up to 256 bytes in units of 4. */
PERMKERN_TARGET_avx512 void permkern_small16_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - bytes / 2);
    const __m512i v = _mm512_maskz_loadu_epi16((__mmask32)used, in);
    const __m512i w = _mm512_maskz_loadu_epi16((__mmask32)(used >> 32), (const uint8_t *)in + 64);
    for (unsigned k = 0; k < 2; k++) {
        const __m512i from = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)(index + 32 * k)));
        _mm512_mask_storeu_epi16((uint8_t *)out + 64 * k, (__mmask32)(used >> 32 * k),
                                 _mm512_permutex2var_epi16(v, from, w));
    }
}

PERMKERN_TARGET_avx512 void permkern_small32_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - bytes / 4);
    __m512i v[4];
    for (unsigned k = 0; k < 4; k++) {
        v[k] = _mm512_maskz_loadu_epi32((__mmask16)(used >> 16 * k), (const uint8_t *)in + 64 * k);
    }
    for (unsigned k = 0; k < 4; k++) {
        const __m512i from = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(index + 16 * k)));
        const __mmask16 is_high = _mm512_test_epi32_mask(from, _mm512_set1_epi32(32));
        const __m512i low = _mm512_permutex2var_epi32(v[0], from, v[1]);
        const __m512i high = _mm512_permutex2var_epi32(v[2], from, v[3]);
        _mm512_mask_storeu_epi32((uint8_t *)out + 64 * k, (__mmask16)(used >> 16 * k),
                                 _mm512_mask_blend_epi32(is_high, low, high));
    }
}

#endif

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

/* Index entry j is j * first, plus j / span * weight for each step. All numbers are units, modulo 65536. */
typedef struct {
    unsigned steps;
    uint16_t first, reciprocal[PERMKERN_MAX_RANK], weight[PERMKERN_MAX_RANK]; /* reciprocal: reciprocals[span] */
} index_sum;

/*
 * If the inner axes have `span` units, j / span is unit j's index along the next axis and all axes outside it. Each
 * step along that axis adds its stride, minus `reach`: the stride with which it would continue the inner axes.
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
