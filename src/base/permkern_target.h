/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Target facts: the core, its instructions for words, and vectors of firmware and hosts. No other library file asks the
 * compiler about the target. You may define PERMKERN_CORE and PERMKERN_UNALIGNED. Not installed.
 */
#ifndef PERMKERN_TARGET_H
#define PERMKERN_TARGET_H

/* Includes the set's header. If the header is missing, compilers report only this error. */
#if !defined(PERMKERN_KERNELS_H) && defined(__has_include)
#if !__has_include("permkern_kernels.h")
#error "no permkern_kernels.h on the include path: add the folder that `permkern generate -o FOLDER` wrote, -IFOLDER"
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wundef"
#endif
#define PERMKERN_KERNELS_H
#define PERMKERN_SLOT_KERNELS 1
#define PERMKERN_WIDEN 0
#define PERMKERN_PINNED_COUNT 0
#define PERMKERN_PINNED_FLIPS 0
#define PERMKERN_PINNED_MASKS 0
#endif
#endif
#ifndef PERMKERN_KERNELS_H
#include "permkern_kernels.h"
#endif

#include "base/permkern_plan.h"
#include <stddef.h>
#include <stdint.h>

/* ---- the core ---- */

/*
 * Cores, grouped by the code that pays on them. From ARM on, each core has all features of the previous one, except
 * where a macro below says otherwise.
 */
#define PERMKERN_CORE_BYTES 1  /* big-endian: words do not hold tiles */
#define PERMKERN_CORE_PLAIN 2  /* any other core */
#define PERMKERN_CORE_ADDING 3 /* RISC-V or ARC without a multiplier or without a divider */
#define PERMKERN_CORE_RISCV 4
#define PERMKERN_CORE_RISCV_V 5 /* RISC-V with vectors */
#define PERMKERN_CORE_ARC 6
#define PERMKERN_CORE_WASM 7
#define PERMKERN_CORE_X86 8
#define PERMKERN_CORE_AARCH64 9
#define PERMKERN_CORE_ARM 10
#define PERMKERN_CORE_THUMB1 11 /* Cortex-M0, M0+, M1, M23 */
#define PERMKERN_CORE_THUMB2 12
#define PERMKERN_CORE_M3 13
#define PERMKERN_CORE_M4 14
#define PERMKERN_CORE_M7 15  /* and all other cores with Arm's DSP extension */
#define PERMKERN_CORE_M55 16 /* with Helium */

/*
 * Define the core if the compiler has no macro for it: -DPERMKERN_CORE=PERMKERN_CORE_M7. A Cortex-M7 without double
 * precision looks like a Cortex-M4, except in Zephyr.
 */
#ifndef PERMKERN_CORE
#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#define PERMKERN_CORE PERMKERN_CORE_BYTES
#elif defined(__x86_64__) || defined(__i386__)
#define PERMKERN_CORE PERMKERN_CORE_X86
#elif defined(__aarch64__)
#define PERMKERN_CORE PERMKERN_CORE_AARCH64
#elif defined(__wasm__)
#define PERMKERN_CORE PERMKERN_CORE_WASM
#elif (defined(__riscv) && !(defined(__riscv_mul) && defined(__riscv_div))) ||                                         \
    (defined(__arc__) && !defined(__ARC_MPY__))
#define PERMKERN_CORE PERMKERN_CORE_ADDING
#elif defined(__riscv_vector)
#define PERMKERN_CORE PERMKERN_CORE_RISCV_V
#elif defined(__riscv)
#define PERMKERN_CORE PERMKERN_CORE_RISCV
#elif defined(__arc__)
#define PERMKERN_CORE PERMKERN_CORE_ARC
#elif defined(__thumb__) && !defined(__thumb2__)
#define PERMKERN_CORE PERMKERN_CORE_THUMB1
#elif defined(__ARM_FEATURE_MVE)
#define PERMKERN_CORE PERMKERN_CORE_M55
#elif defined(__thumb2__) && defined(__ARM_FEATURE_DSP)
#if defined(__ARM_ARCH_7EM__) && !(defined(__ARM_FP) && (__ARM_FP & 8) != 0) && !defined(CONFIG_CPU_CORTEX_M7)
#define PERMKERN_CORE PERMKERN_CORE_M4
#else
#define PERMKERN_CORE PERMKERN_CORE_M7
#endif
#elif defined(__ARM_ARCH_7M__) && !defined(__OPTIMIZE_SIZE__)
#define PERMKERN_CORE PERMKERN_CORE_M3
#elif defined(__thumb2__)
#define PERMKERN_CORE PERMKERN_CORE_THUMB2
#elif defined(__ARM_ARCH) && __ARM_ARCH >= 7
#define PERMKERN_CORE PERMKERN_CORE_ARM
#else
#define PERMKERN_CORE PERMKERN_CORE_PLAIN
#endif
#endif

#if PERMKERN_CORE < PERMKERN_CORE_BYTES || PERMKERN_CORE > PERMKERN_CORE_M55
#error "PERMKERN_CORE: no such core; docs/api.md, Macros you may set, has their names"
#endif

#ifdef __OPTIMIZE_SIZE__
#define PERMKERN_FAST 0
#else
#define PERMKERN_FAST 1
#endif

/* Clang and GCC 10 have __has_builtin. GCC 5 already has every builtin that we ask for. */
#if defined(__has_builtin)
#define PERMKERN_HAS_BUILTIN(name) __has_builtin(name)
#elif defined(__GNUC__) && __GNUC__ >= 5
#define PERMKERN_HAS_BUILTIN(name) 1
#else
#define PERMKERN_HAS_BUILTIN(name) 0
#endif

/* Facts about the core, each 0 or 1. docs/performance.md has the cycles for PERMKERN_PARTIAL_STORES. */

/* Tiles move as words. Lanes are counted from the low end of a word. */
#define PERMKERN_WORD_TILES (PERMKERN_CORE != PERMKERN_CORE_BYTES)
/*
 * Tiles move in strips. A strip keeps four addresses in registers, and 16-bit Thumb has only eight registers to compute
 * in.
 */
#define PERMKERN_STRIPS (PERMKERN_CORE != PERMKERN_CORE_THUMB1)
/* Loads and stores can advance their address for free. Elsewhere, 16-bit strips take two steps per iteration. */
#define PERMKERN_POST_INCREMENT (PERMKERN_CORE == PERMKERN_CORE_ARC || PERMKERN_CORE >= PERMKERN_CORE_AARCH64)
/* Instructions can shift an operand for free; so can loads and stores the stride in their address. */
#define PERMKERN_SCALING (PERMKERN_CORE >= PERMKERN_CORE_THUMB2)
/* LDM and STM copy four words. */
#define PERMKERN_HAVE_LDM (PERMKERN_CORE >= PERMKERN_CORE_THUMB1 && PERMKERN_CORE != PERMKERN_CORE_M55)
/* LDM and STM pay in pinned kernels. In 32-bit Thumb, single accesses in a row take as many cycles and no test. */
#define PERMKERN_LDM_PAYS (PERMKERN_CORE == PERMKERN_CORE_THUMB1)
/*
 * Words are assembled in memory: a word is stored, then halfwords and bytes over parts of it. Assembling them in
 * registers takes fewer stores, but more instructions.
 */
#define PERMKERN_PARTIAL_STORES                                                                                        \
    ((PERMKERN_CORE >= PERMKERN_CORE_ADDING && PERMKERN_CORE <= PERMKERN_CORE_RISCV_V) ||                              \
     (PERMKERN_CORE >= PERMKERN_CORE_ARM && PERMKERN_CORE <= PERMKERN_CORE_M3))
/* Planes of two or three channels of 8 or 16 bits move by words. */
#define PERMKERN_WORD_CHANNELS2 PERMKERN_WORD_TILES
#define PERMKERN_WORD_CHANNELS3 (PERMKERN_CORE >= PERMKERN_CORE_M4 || PERMKERN_PARTIAL_STORES)
/* The core may have vectors; the compiler must have them, too. */
#define PERMKERN_VECTOR_CORE                                                                                           \
    (PERMKERN_CORE == PERMKERN_CORE_RISCV_V || PERMKERN_CORE == PERMKERN_CORE_M55 ||                                   \
     (PERMKERN_CORE >= PERMKERN_CORE_WASM && PERMKERN_CORE <= PERMKERN_CORE_AARCH64))

/*
 * 1: word accesses need no alignment. Define it as 0 if the core can do this, but is configured to trap. On RISC-V,
 * the compiler decides, because GCC splits unaligned words into bytes if its -mtune calls them slow. ESP-IDF 6 gives
 * -mtune=esp-base (components/soc/project_include.cmake) for ESP32-C2, C3, C5, C61 and P4. Never define 1 for ESP32-C6,
 * H2 and H21: they may trap if accesses next to an unaligned one have other permissions (DIG-694 in their soc_caps.h).
 */
#ifndef PERMKERN_UNALIGNED
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) || defined(__ARC_UNALIGNED__) ||      \
    defined(__riscv_misaligned_fast) || defined(__wasm__)
#define PERMKERN_UNALIGNED 1
#else
#define PERMKERN_UNALIGNED 0
#endif
#endif

/*
 * Bytes in a line of the data cache before the arrays' memory, at least 16. Large planes then use lines whole. 0: no
 * cache.
 */
#ifndef PERMKERN_LINE
#define PERMKERN_LINE (PERMKERN_CORE == PERMKERN_CORE_M7 ? 32 : 0)
#endif

/* ---- instructions: from the core or, if only some of its variants have them, from compiler macros ---- */

/* The core has a multiplier. */
#define PERMKERN_MULTIPLY (PERMKERN_CORE != PERMKERN_CORE_ADDING)
/* A builtin multiplies size_t and detects overflow in a few instructions, without a function call. */
#ifndef PERMKERN_WIDE_MULTIPLY
#if !PERMKERN_HAS_BUILTIN(__builtin_mul_overflow)
#define PERMKERN_WIDE_MULTIPLY 0
#elif defined(__LP64__)
#define PERMKERN_WIDE_MULTIPLY PERMKERN_MULTIPLY
#else
#define PERMKERN_WIDE_MULTIPLY (PERMKERN_CORE >= PERMKERN_CORE_RISCV && PERMKERN_CORE != PERMKERN_CORE_THUMB1)
#endif
#endif
/* The core has a divide instruction. */
#if defined(__LP64__) || defined(__ARM_FEATURE_IDIV)
#define PERMKERN_DIVIDE PERMKERN_MULTIPLY
#else
#define PERMKERN_DIVIDE                                                                                                \
    (PERMKERN_CORE >= PERMKERN_CORE_RISCV && PERMKERN_CORE <= PERMKERN_CORE_AARCH64 &&                                 \
     PERMKERN_CORE != PERMKERN_CORE_ARC)
#endif

/* PKHBT, PKHTB and UXTB16: Thumb code from Armv7E-M on. GCC 12 needs two instructions for each halfword pack. */
#if defined(__ARM_FEATURE_DSP) && defined(__thumb2__) && defined(__GNUC__)
#define PERMKERN_DSP 1
#else
#define PERMKERN_DSP 0
#endif

/* RBIT: Thumb-2, and Arm code from version 7 on. Cortex-M23 has version 8, but neither Thumb-2 nor RBIT. */
#if defined(__GNUC__) &&                                                                                               \
    (defined(__thumb2__) || (defined(__arm__) && !defined(__thumb__) && defined(__ARM_ARCH) && __ARM_ARCH >= 7))
#define PERMKERN_RBIT 1
#else
#define PERMKERN_RBIT 0
#endif

/* REV16: Arm from version 6 on. */
#if defined(__GNUC__) && defined(__arm__) && defined(__ARM_ARCH) && __ARM_ARCH >= 6
#define PERMKERN_REV16 1
#else
#define PERMKERN_REV16 0
#endif

/* PACK and BREV8: RV32 with Zbkb. */
#if defined(__riscv_zbkb) && defined(__GNUC__) && __riscv_xlen == 32
#define PERMKERN_ZBKB 1
#else
#define PERMKERN_ZBKB 0
#endif

/* Reversing a word's bytes takes one instruction, and so does exchanging its halves. */
#if PERMKERN_ZBKB ||                                                                                                   \
    (PERMKERN_HAS_BUILTIN(__builtin_bswap32) && (defined(__riscv_zbb) || PERMKERN_CORE >= PERMKERN_CORE_X86))
#define PERMKERN_TURNS 1
#else
#define PERMKERN_TURNS 0
#endif

/* ---- firmware vectors: src/vector/ moves planes with them, instead of words ---- */

#if defined(__ARM_FEATURE_MVE) && defined(__GNUC__)
#define PERMKERN_MVE (PERMKERN_VECTOR_CORE && PERMKERN_KERNELS_VECTOR && (__ARM_FEATURE_MVE & 1))
#else
#define PERMKERN_MVE 0
#endif
/* Intrinsics 0.12 (Clang 17, GCC 14) have tuples for segment accesses. With older compilers, words move the planes. */
#if defined(__riscv_vector) && defined(__riscv_v_intrinsic) && defined(__GNUC__)
#define PERMKERN_RVV (PERMKERN_VECTOR_CORE && PERMKERN_KERNELS_VECTOR && __riscv_v_intrinsic >= 12000)
#else
#define PERMKERN_RVV 0
#endif

/* 1: src/vector/ has the plane functions of this width, which replace those of words. */
#define PERMKERN_PLANE8 (PERMKERN_MVE || PERMKERN_RVV)
#define PERMKERN_PLANE16 (PERMKERN_MVE || PERMKERN_RVV)
#define PERMKERN_PLANE32 (PERMKERN_MVE || PERMKERN_RVV)
#if PERMKERN_RVV && __riscv_v_elen >= 64
#define PERMKERN_PLANE64 1
#else
#define PERMKERN_PLANE64 0
#endif

/*
 * 1: a wide element may lie at any address, as words may. Firmware vectors trap on unaligned elements: Helium always,
 * RISC-V V on most cores.
 */
#define PERMKERN_WIDE_ANYWHERE (PERMKERN_UNALIGNED && !PERMKERN_MVE && !PERMKERN_RVV)
/* PERMKERN_WIDE_ANYWHERE for 64-bit elements. Helium moves no planes of them. */
#define PERMKERN_WIDE_ANYWHERE64 (PERMKERN_UNALIGNED && !PERMKERN_RVV)

/* ---- host vectors ---- */

/*
 * Each host architecture defines PERMKERN_<ARCHITECTURE>, named as in kernels/instruction_sets.py, and
 * PERMKERN_HOST_SETS. That macro applies X to the names of the instruction sets, the narrowest first. Host vectors need
 * unaligned little-endian words, a set of profile speed, and C, because their tables use designated initialisers.
 */
#if !PERMKERN_KERNELS_VECTOR || !defined(__GNUC__) || !PERMKERN_UNALIGNED || !PERMKERN_VECTOR_CORE ||                  \
    !PERMKERN_HAS_BUILTIN(__builtin_clzll) || defined(__cplusplus)
/* No host vectors. */
#elif defined(__x86_64__) && UINTPTR_MAX > 0xffffffffU
#define PERMKERN_X86
#define PERMKERN_HOST_SETS(X) X(sse2) X(avx2) X(avx512)
#elif defined(__aarch64__) && UINTPTR_MAX > 0xffffffffU && defined(__ARM_FEATURE_UNALIGNED)
#define PERMKERN_AARCH64
#define PERMKERN_HOST_SETS(X) X(neon)
#elif defined(__wasm_simd128__)
#define PERMKERN_WASM
#define PERMKERN_HOST_SETS(X) X(simd128)
#endif

#ifdef PERMKERN_X86
/*
 * CPUID facts in one word. PERMKERN_CPU_LEVEL masks a level from the list below; a CPU has the instruction sets of its
 * level and all lower levels. PERMKERN_CPU_FETCHES: prefetching lines that will be written pays. PERMKERN_CPU_VBMI:
 * AVX-512 permutes bytes. From PERMKERN_CPU_CACHE_BIT on: the last-level cache in units of 64 KiB, 0 if unknown.
 */
#define PERMKERN_CPU_LEVEL 7U
#define PERMKERN_CPU_FETCHES 8U
#define PERMKERN_CPU_VBMI 16U
#define PERMKERN_CPU_CACHE_BIT 16U
#define PERMKERN_CPU_UNKNOWN 0U /* CPUID was not read yet */
#define PERMKERN_CPU_BASE 1U
#define PERMKERN_CPU_SSE2 2U
#define PERMKERN_CPU_AVX2 3U
#define PERMKERN_CPU_AVX512 4U
/* Attributes for functions that use an instruction set. */
#define PERMKERN_TARGET_sse2 __attribute__((target("sse2")))
#define PERMKERN_TARGET_avx2 __attribute__((target("avx2")))
#define PERMKERN_TARGET_avx512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define PERMKERN_TARGET_vbmi __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))
#endif

/* 1: there are host vector kernels (src/vector/permkern_vector_set.h). */
#ifdef PERMKERN_HOST_SETS
#define PERMKERN_VECTOR 1
#else
#define PERMKERN_VECTOR 0
#endif

/* 1: vectors of 16 bytes may be loaded and stored at any address. */
#define PERMKERN_VECTORS (PERMKERN_VECTOR || PERMKERN_MVE)

/* Bytes per iteration of permkern_move_multiples: two vectors, eight words (LDM in Thumb-2), or four words. */
#if PERMKERN_VECTORS || defined(__thumb2__)
#define PERMKERN_MULTIPLE 32U
#else
#define PERMKERN_MULTIPLE 16U
#endif

/* Most units in a contiguous tensor that an index moves (src/vector/small.c); 0 without vector permutes. */
#if PERMKERN_VECTORS
#define PERMKERN_SMALL_BYTES PERMKERN_INDEX_ROOM
#else
#define PERMKERN_SMALL_BYTES 0
#endif

#endif /* PERMKERN_TARGET_H */
