/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * AVX-512 for any CPU with AVX2: src/vector/'s intrinsics as functions on GCC's vectors. The configuration avx512 has
 * this file in place of the compiler's. A streaming store ends the program if its address would trap. Source: Intel's
 * Intrinsics Guide. Bytes that an intrinsic leaves undefined are 0xEE.
 */
#ifndef EMULATED_AVX512_H
#define EMULATED_AVX512_H

#include_next <immintrin.h>

#include "base/permkern_target.h"
#include <string.h>

#undef PERMKERN_TARGET_avx512
#define PERMKERN_TARGET_avx512 __attribute__((target("avx2")))
#undef PERMKERN_TARGET_vbmi
#define PERMKERN_TARGET_vbmi PERMKERN_TARGET_avx512
#define EMULATED static inline __attribute__((unused, target("avx2")))

typedef union {
    __m512i v;
    uint8_t w8[64];
    uint32_t w32[16];
    __m256i half[2];
} emulated;

/* A register with the bytes at p, then 0xEE. */
EMULATED __m512i emulated_of(const void *p, size_t bytes)
{
    emulated r;
    memset(&r, 0xEE, sizeof r);
    memcpy(&r, p, bytes);
    return r.v;
}

EMULATED void emulated_stream(void *p, __m512i v)
{
    if ((uintptr_t)p % 64 != 0) {
        __builtin_trap();
    }
    memcpy(p, &v, 64);
}

/* Repeats the bytes at p. The mask has a bit for each `unit` bytes. */
EMULATED __m512i emulated_repeat(__m512i old, uint64_t mask, size_t unit, const void *p, size_t bytes)
{
    emulated r = {old};
    for (size_t k = 0; k < 64; k++) {
        r.w8[k] = (mask >> k / unit & 1) != 0 ? ((const uint8_t *)p)[k % bytes] : r.w8[k];
    }
    return r.v;
}

/* Loads or stores the units whose mask bits are set, and touches no others. */
EMULATED __m512i emulated_load(__m512i old, uint64_t mask, size_t unit, const void *p)
{
    emulated r = {old};
    for (size_t k = 0; k < 64 / unit; k++) {
        if ((mask >> k & 1) != 0) {
            memcpy(&r.w8[k * unit], (const uint8_t *)p + k * unit, unit);
        }
    }
    return r.v;
}

EMULATED void emulated_store(void *p, uint64_t mask, size_t unit, __m512i v)
{
    const emulated r = {v};
    for (size_t k = 0; k < 64 / unit; k++) {
        if ((mask >> k & 1) != 0) {
            memcpy((uint8_t *)p + k * unit, &r.w8[k * unit], unit);
        }
    }
}

/* Two registers: permutes by an index, blends by a mask. */
EMULATED __m512i emulated_permute(__m512i a, __m512i index, __m512i b, size_t unit)
{
    const emulated from[2] = {{a}, {b}};
    const emulated at = {index};
    const size_t units = 64 / unit;
    emulated r;
    for (size_t k = 0; k < units; k++) {
        uint64_t n = 0;
        memcpy(&n, &at.w8[k * unit], unit);
        memcpy(&r.w8[k * unit], &from[n / units % 2].w8[n % units * unit], unit);
    }
    return r.v;
}

EMULATED __m512i emulated_blend(uint64_t mask, size_t unit, __m512i a, __m512i b)
{
    emulated r;
    emulated_store(&r, ~mask, unit, a);
    emulated_store(&r, mask, unit, b);
    return r.v;
}

EMULATED __m512i emulated_shuffle_lanes(__m512i a, __m512i b, unsigned order)
{
    const emulated from[2] = {{a}, {b}};
    emulated r;
    for (size_t k = 0; k < 4; k++) {
        memcpy(&r.w8[16 * k], &from[k / 2].w8[16 * (order >> 2 * k & 3)], 16);
    }
    return r.v;
}

EMULATED __m512i emulated_extend(const uint8_t *p, size_t unit)
{
    emulated r;
    memset(&r, 0, sizeof r);
    for (size_t k = 0; k < 64 / unit; k++) {
        r.w8[k * unit] = p[k];
    }
    return r.v;
}

EMULATED __mmask16 emulated_test(__m512i a, __m512i b)
{
    const emulated x = {a};
    const emulated y = {b};
    unsigned found = 0;
    for (size_t k = 0; k < 16; k++) {
        found |= (unsigned)((x.w32[k] & y.w32[k]) != 0) << k;
    }
    return (__mmask16)found;
}

EMULATED __m512i emulated_turned(__m512i a, size_t unit)
{
    const emulated from = {a};
    emulated r;
    for (size_t k = 0; k < 64 / unit; k++) {
        memcpy(&r.w8[k * unit], &from.w8[64 - unit - k * unit], unit);
    }
    return r.v;
}

/* AVX2's instruction for each half. */
#define EMULATED_HALF(name, a, b, n) _mm256_##name(((emulated){a}).half[n], ((emulated){b}).half[n])
#define EMULATED_HALVES(name, a, b)                                                                                    \
    (((emulated){.half = {EMULATED_HALF(name, a, b, 0), EMULATED_HALF(name, a, b, 1)}}).v)

/* Compilers have a macro of this. */
#undef _mm512_shuffle_i64x2
#define EMULATED_ALL UINT64_MAX
#define EMULATED_ZERO ((__m512i){0})
#define _mm512_loadu_si512(p) emulated_of(p, 64)
#define _mm512_storeu_si512(p, v) emulated_store(p, 1, 64, v)
#define _mm512_stream_si512(p, v) emulated_stream(p, v)
#define _mm512_castsi128_si512(x) emulated_of((__m128i[]){x}, 16)
#define _mm512_castsi256_si512(x) emulated_of((__m256i[]){x}, 32)
#define _mm512_castsi512_si256(v) (((emulated){v}).half[0])
#define _mm512_extracti64x4_epi64(v, n) (((emulated){v}).half[n])
#define _mm512_mask_broadcast_i64x2(v, m, x) emulated_repeat(v, m, 8, (__m128i[]){x}, 16)
#define _mm512_broadcast_i32x4(x) emulated_repeat(EMULATED_ZERO, EMULATED_ALL, 4, (__m128i[]){x}, 16)
#define _mm512_mask_set1_epi64(v, m, x) emulated_repeat(v, m, 8, &(long long){x}, 8)
#define _mm512_mask_set1_epi32(v, m, x) emulated_repeat(v, m, 4, &(int){x}, 4)
#define _mm512_mask_set1_epi16(v, m, x) emulated_repeat(v, m, 2, &(short){x}, 2)
#define _mm512_set1_epi8(x) emulated_repeat(EMULATED_ZERO, EMULATED_ALL, 1, &(char){x}, 1)
#define _mm512_set1_epi16(x) emulated_repeat(EMULATED_ZERO, EMULATED_ALL, 2, &(short){x}, 2)
#define _mm512_set1_epi32(x) emulated_repeat(EMULATED_ZERO, EMULATED_ALL, 4, &(int){x}, 4)
#define _mm512_set_epi16(...) emulated_turned(emulated_of((const short[]){__VA_ARGS__}, 64), 2)
#define _mm512_set_epi32(...) emulated_turned(emulated_of((const int[]){__VA_ARGS__}, 64), 4)
#define _mm512_set_epi64(...) emulated_turned(emulated_of((const long long[]){__VA_ARGS__}, 64), 8)
#define _mm512_unpacklo_epi8(a, b) EMULATED_HALVES(unpacklo_epi8, a, b)
#define _mm512_unpacklo_epi16(a, b) EMULATED_HALVES(unpacklo_epi16, a, b)
#define _mm512_unpacklo_epi32(a, b) EMULATED_HALVES(unpacklo_epi32, a, b)
#define _mm512_unpacklo_epi64(a, b) EMULATED_HALVES(unpacklo_epi64, a, b)
#define _mm512_unpackhi_epi8(a, b) EMULATED_HALVES(unpackhi_epi8, a, b)
#define _mm512_unpackhi_epi16(a, b) EMULATED_HALVES(unpackhi_epi16, a, b)
#define _mm512_unpackhi_epi32(a, b) EMULATED_HALVES(unpackhi_epi32, a, b)
#define _mm512_unpackhi_epi64(a, b) EMULATED_HALVES(unpackhi_epi64, a, b)
#define _mm512_shuffle_epi8(a, b) EMULATED_HALVES(shuffle_epi8, a, b)
#define _mm512_shuffle_i64x2(a, b, order) emulated_shuffle_lanes(a, b, order)
#define _mm512_permutexvar_epi8(index, a) emulated_permute(a, index, a, 1)
#define _mm512_permutexvar_epi16(index, a) emulated_permute(a, index, a, 2)
#define _mm512_permutexvar_epi32(index, a) emulated_permute(a, index, a, 4)
#define _mm512_permutexvar_epi64(index, a) emulated_permute(a, index, a, 8)
#define _mm512_permutex2var_epi16(a, index, b) emulated_permute(a, index, b, 2)
#define _mm512_permutex2var_epi32(a, index, b) emulated_permute(a, index, b, 4)
#define _mm512_permutex2var_epi64(a, index, b) emulated_permute(a, index, b, 8)
#define _mm512_mask_blend_epi8(m, a, b) emulated_blend(m, 1, a, b)
#define _mm512_mask_blend_epi16(m, a, b) emulated_blend(m, 2, a, b)
#define _mm512_mask_blend_epi32(m, a, b) emulated_blend(m, 4, a, b)
#define _mm512_mask_blend_epi64(m, a, b) emulated_blend(m, 8, a, b)
#define _mm512_mask_loadu_epi8(old, m, p) emulated_load(old, m, 1, p)
#define _mm512_maskz_loadu_epi8(m, p) emulated_load(EMULATED_ZERO, m, 1, p)
#define _mm512_maskz_loadu_epi16(m, p) emulated_load(EMULATED_ZERO, m, 2, p)
#define _mm512_maskz_loadu_epi32(m, p) emulated_load(EMULATED_ZERO, m, 4, p)
#define _mm512_mask_storeu_epi8(p, m, v) emulated_store(p, m, 1, v)
#define _mm512_mask_storeu_epi16(p, m, v) emulated_store(p, m, 2, v)
#define _mm512_mask_storeu_epi32(p, m, v) emulated_store(p, m, 4, v)
#define _mm512_cvtepu8_epi16(x) emulated_extend((const uint8_t *)(__m256i[]){x}, 2)
#define _mm512_cvtepu8_epi32(x) emulated_extend((const uint8_t *)(__m128i[]){x}, 4)
#define _mm512_mulhi_epu16(a, b) EMULATED_HALVES(mulhi_epu16, a, b)
#define EMULATED_SHIFTED(x, n, k) _mm256_srli_epi32(((emulated){x}).half[k], n)
#define _mm512_srli_epi32(x, n) (((emulated){.half = {EMULATED_SHIFTED(x, n, 0), EMULATED_SHIFTED(x, n, 1)}}).v)
#define _mm512_test_epi32_mask(a, b) emulated_test(a, b)

#endif
