/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of units in the opposite order by AVX-512. It has a body of its own, because masks move the rest of a line, and
 * permutes of two registers fill registers with pixels. Not installed.
 */
#ifndef PERMKERN_REVERSE_AVX512_H
#define PERMKERN_REVERSE_AVX512_H

#include "vector/avx512.h"
#include "vector/permkern_vector_set.h"

/*
 * Where elements of pixels come from. Of three registers of n elements each, element q of output register k is element
 * SOURCE of the input. The index of a permute counts the elements of input register 2 - k, then those of the other
 * operand.
 */
#define SOURCE(n, k, q) (3 * (n)-3 - (k) * (n) - (q) + 2 * (((k) * (n) + (q)) % 3))
#define INDEX(n, k, q) (SOURCE(n, k, q) / (n) == 2 - (k) ? SOURCE(n, k, q) % (n) : (n) + SOURCE(n, k, q) % (n))
#define INDICES16(k) PERMKERN_EACH16(INDEX, 16, k, 0)
#define INDICES32(k) PERMKERN_EACH16(INDEX, 32, k, 0), PERMKERN_EACH16(INDEX, 32, k, 16)
static const uint16_t permkern_pixels16[3][32] = {{INDICES32(0)}, {INDICES32(1)}, {INDICES32(2)}};
static const uint32_t permkern_pixels32[3][16] = {{INDICES16(0)}, {INDICES16(1)}, {INDICES16(2)}};
static const uint64_t permkern_pixels64[3][8] = {
    {PERMKERN_EACH8(INDEX, 8, 0, 0)}, {PERMKERN_EACH8(INDEX, 8, 1, 0)}, {PERMKERN_EACH8(INDEX, 8, 2, 0)}};
#undef SOURCE
#undef INDEX
#undef INDICES16
#undef INDICES32

PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_pixel_order(size_t unit, unsigned k)
{
    const void *const row = unit == 6    ? (const void *)permkern_pixels16[k]
                            : unit == 12 ? (const void *)permkern_pixels32[k]
                                         : (const void *)permkern_pixels64[k];
    return _mm512_loadu_si512(row);
}

/* The units that end a register, in the opposite order, from its beginning on. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_reverse_avx512(__m512i v, size_t unit)
{
    __m512i order;
    switch (unit) {
    case 1:
        order = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)permkern_reversed_avx2[1]));
        v = _mm512_shuffle_epi8(v, order);
        return _mm512_shuffle_i64x2(v, v, 0x1b);
    case 2:
        order = _mm512_set_epi16(PERMKERN_EACH16(PERMKERN_UP, 0, 0, 0), PERMKERN_EACH16(PERMKERN_UP, 16, 0, 0));
        return _mm512_permutexvar_epi16(order, v);
    case 4:
        return _mm512_permutexvar_epi32(_mm512_set_epi32(PERMKERN_EACH16(PERMKERN_UP, 0, 0, 0)), v);
    case 6:
        return _mm512_permutexvar_epi16(permkern_pixel_order(6, 0), v);
    case 8:
        return _mm512_permutexvar_epi64(_mm512_set_epi64(PERMKERN_EACH8(PERMKERN_UP, 0, 0, 0)), v);
    case 12:
        return _mm512_permutexvar_epi32(permkern_pixel_order(12, 0), v);
    default:
        return _mm512_permutexvar_epi64(permkern_pixel_order(24, 0), v);
    }
}

/* The elements of w and v that row k of the indices names. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_pixels_of(__m512i v, __m512i w, size_t unit, unsigned k)
{
    const __m512i order = permkern_pixel_order(unit, k);
    return unit == 6    ? _mm512_permutex2var_epi16(v, order, w)
           : unit == 12 ? _mm512_permutex2var_epi32(v, order, w)
                        : _mm512_permutex2var_epi64(v, order, w);
}

/* Three registers of pixels. The middle one takes an element of each of the others: one register has both. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_reverse_pixels(const uint8_t *in, uint8_t *out, size_t unit)
{
    const __m512i v0 = _mm512_loadu_si512((const void *)in);
    const __m512i v1 = _mm512_loadu_si512((const void *)(in + 64));
    const __m512i v2 = _mm512_loadu_si512((const void *)(in + 128));
    const __m512i both = unit == 6    ? _mm512_mask_blend_epi16(2, v0, v2)
                         : unit == 12 ? _mm512_mask_blend_epi32(1, v0, v2)
                                      : _mm512_mask_blend_epi64(2, v0, v2);
    _mm512_storeu_si512((void *)out, permkern_pixels_of(v2, v1, unit, 0));
    _mm512_storeu_si512((void *)(out + 64), permkern_pixels_of(v1, both, unit, 1));
    _mm512_storeu_si512((void *)(out + 128), permkern_pixels_of(v0, v1, unit, 2));
}

/*
 * The rest of a line, at the end of a register that begins before the input does. The bytes before the input are copies
 * of its first byte: tools that follow undefined values find none.
 */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_reverse_rest(const uint8_t *in, uint8_t *out, size_t bytes,
                                                                  size_t unit)
{
    const void *const from = (const void *)((uintptr_t)in + bytes - 64);
    const __m512i first = _mm512_set1_epi8((char)*in); /* narrow: the same bits */
    const __m512i v = _mm512_mask_loadu_epi8(first, UINT64_MAX << (64 - bytes), from);
    _mm512_mask_storeu_epi8((void *)out, UINT64_MAX >> (64 - bytes), permkern_reverse_avx512(v, unit));
}

PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_reverse_lines_avx512(const uint8_t *in, size_t in_stride,
                                                                          uint8_t *out, size_t out_stride, size_t lines,
                                                                          size_t count, size_t unit)
{
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * unit;
        for (; unit % 3 == 0 && left >= 192; left -= 192) {
            permkern_reverse_pixels(in + left - 192, to, unit);
            to += 192;
        }
        for (; left >= 64; left -= 64 / unit * unit) {
            const __m512i v = _mm512_loadu_si512((const void *)(in + left - 64));
            _mm512_storeu_si512((void *)to, permkern_reverse_avx512(v, unit));
            to += 64 / unit * unit;
        }
        if (left != 0) {
            permkern_reverse_rest(in, to, left, unit);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_REVERSE_AVX512_H */
