/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: permutes up to 64 bytes by an index (small.c). Accesses only the bytes of both tensors. */
#include "vector/look_up.h"

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

#endif /* PERMKERN_VECTOR */
