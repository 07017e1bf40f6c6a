/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A 16-byte register on hosts, and the shuffle that looks up bytes in it. On x86-64, functions that use it are compiled
 * for AVX2, and run only if the set has permkern_small8. Not installed.
 */
#ifndef PERMKERN_LOOK_UP_H
#define PERMKERN_LOOK_UP_H

#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

#ifdef PERMKERN_X86
#include <immintrin.h>
#define PERMKERN_LOOK_UP_TARGET PERMKERN_TARGET_avx2
#else
#ifdef PERMKERN_AARCH64
#include <arm_neon.h>
#elif defined(PERMKERN_WASM)
#include <wasm_simd128.h>
#endif
#define PERMKERN_LOOK_UP_TARGET
#endif

/* A 16-byte vector, and the same type for unaligned memory. */
typedef uint8_t permkern_bytes __attribute__((vector_size(16)));
typedef uint8_t permkern_bytes_memory __attribute__((vector_size(16), aligned(1), may_alias));

PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE permkern_bytes permkern_load_bytes(const uint8_t *p)
{
    return *(const permkern_bytes_memory *)(const void *)p;
}

PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE void permkern_store_bytes(uint8_t *p, permkern_bytes v)
{
    *(permkern_bytes_memory *)(void *)p = v;
}

/* Byte k is v[index[k]], or 0 if index[k] is over 127. An index of 16 to 127 is not allowed. */
PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE permkern_bytes permkern_look_up(permkern_bytes v, permkern_bytes index)
{
#ifdef PERMKERN_X86
    return (permkern_bytes)_mm_shuffle_epi8((__m128i)v, (__m128i)index);
#elif defined(PERMKERN_AARCH64)
    return vqtbl1q_u8(v, index);
#else
    return (permkern_bytes)wasm_i8x16_swizzle((v128_t)v, (v128_t)index);
#endif
}

#else
#define PERMKERN_LOOK_UP_TARGET
#endif /* PERMKERN_VECTOR */

#endif /* PERMKERN_LOOK_UP_H */
