/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which vector instruction sets of hosts this build has. This is the one place of the library that says so; everything
 * else goes by what is defined here. Not installed.
 */
#ifndef PERMKERN_HOST_H
#define PERMKERN_HOST_H

#include "permkern_kernels.h"
#include "permkern_plan.h"

/*
 * An architecture defines PERMKERN_<ARCHITECTURE>, named after its folder in src/arch/, and PERMKERN_HOST_SETS, which
 * applies X to the name of each of its instruction sets, the narrowest first. Its sets need words at any address, in
 * little-endian order, and a set of kernels whose profile is speed. PERMKERN_VECTOR=0 leaves them out.
 */
#if !PERMKERN_KERNELS_VECTOR || !defined(__GNUC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ ||                     \
    (defined(PERMKERN_UNALIGNED) && PERMKERN_UNALIGNED == 0) || (defined(PERMKERN_VECTOR) && PERMKERN_VECTOR == 0)
/* There are none. */
#elif defined(__x86_64__) && UINTPTR_MAX > 0xffffffffU
#define PERMKERN_X86
#define PERMKERN_HOST_SETS(X) X(sse2) X(avx2) X(avx512) X(avx512vbmi)
#elif defined(__aarch64__) && UINTPTR_MAX > 0xffffffffU && defined(__ARM_FEATURE_UNALIGNED)
#define PERMKERN_AARCH64
#define PERMKERN_HOST_SETS(X) X(neon)
#elif defined(__wasm_simd128__)
#define PERMKERN_WASM
#define PERMKERN_HOST_SETS(X) X(simd128)
#endif

#ifdef PERMKERN_X86
/* On x86 the running CPU is asked. A level for each set, in the order of the list: a CPU has all sets up to its own. */
#define PERMKERN_CPU_UNKNOWN 0U /* nobody asked yet */
#define PERMKERN_CPU_BASE 1U
#define PERMKERN_CPU_SSE2 2U
#define PERMKERN_CPU_AVX2 3U
#define PERMKERN_CPU_AVX512 4U
#define PERMKERN_CPU_AVX512VBMI 5U
/* What the compiler has to know of functions that use a set. */
#define PERMKERN_TARGET_SSE2 __attribute__((target("sse2")))
#define PERMKERN_TARGET_AVX2 __attribute__((target("avx2")))
#define PERMKERN_TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define PERMKERN_TARGET_VBMI __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))
#endif

/* 1: there are vector kernels of hosts (src/permkern_vector.h). */
#ifndef PERMKERN_VECTOR
#ifdef PERMKERN_HOST_SETS
#define PERMKERN_VECTOR 1
#else
#define PERMKERN_VECTOR 0
#endif
#endif

/* Where a vector register permutes bytes, a contiguous tensor of so many bytes may be one permute; 0: nowhere. */
#if PERMKERN_VECTOR || defined(__ARM_FEATURE_MVE)
#define PERMKERN_SMALL_BYTES PERMKERN_INDEX_ROOM
#else
#define PERMKERN_SMALL_BYTES 0
#endif

#endif /* PERMKERN_HOST_H */
