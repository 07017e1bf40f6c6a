/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the target can do: its core, instructions for words, vectors of firmware and of hosts. No other file of the
 * library asks the compiler for that. PERMKERN_CORE and PERMKERN_UNALIGNED may be set by hand. Not installed.
 */
#ifndef PERMKERN_TARGET_H
#define PERMKERN_TARGET_H

/* The set's header. Where it is missing, this error stays the only one of a file. */
#if !defined(PERMKERN_KERNELS_H) && defined(__has_include)
#if !__has_include("permkern_kernels.h")
#error "no permkern_kernels.h on the include path: add the folder that `permkern generate -o FOLDER` wrote, -IFOLDER"
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wundef"
#endif
#define PERMKERN_KERNELS_H
#define PERMKERN_SLOT_KERNELS 1
#define PERMKERN_WIDEN 0
#define PERMKERN_PINNED_FLIPS 0
#endif
#endif
#ifndef PERMKERN_KERNELS_H
#include "permkern_kernels.h"
#endif

#include "base/permkern_plan.h"
#include <stddef.h>
#include <stdint.h>

/* ---- the core ---- */

/* Cores by what pays on them. From ARM on, each has what the one before it has unless the table says otherwise. */
#define PERMKERN_CORE_BYTES 1  /* big-endian: words do not hold tiles */
#define PERMKERN_CORE_PLAIN 2  /* any other core */
#define PERMKERN_CORE_ADDING 3 /* RISC-V and ARC without a multiplier or a divider */
#define PERMKERN_CORE_RISCV 4
#define PERMKERN_CORE_RISCV_V 5 /* with vectors */
#define PERMKERN_CORE_ARC 6
#define PERMKERN_CORE_WASM 7
#define PERMKERN_CORE_X86 8
#define PERMKERN_CORE_AARCH64 9
#define PERMKERN_CORE_ARM 10
#define PERMKERN_CORE_THUMB1 11 /* Cortex-M0, M0+, M1, M23 */
#define PERMKERN_CORE_THUMB2 12
#define PERMKERN_CORE_M3 13
#define PERMKERN_CORE_M4 14
#define PERMKERN_CORE_M7 15  /* and any other core with Arm's DSP extension */
#define PERMKERN_CORE_M55 16 /* with Helium */

/*
 * Set it by hand, -DPERMKERN_CORE=PERMKERN_CORE_M7, where the compiler has no macro that tells: a Cortex-M7 without
 * double precision looks like a Cortex-M4, except in Zephyr.
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

/* Clang has __has_builtin, GCC from version 10 on. Version 5 has each builtin that is asked for. */
#if defined(__has_builtin)
#define PERMKERN_HAS_BUILTIN(name) __has_builtin(name)
#elif defined(__GNUC__) && __GNUC__ >= 5
#define PERMKERN_HAS_BUILTIN(name) 1
#else
#define PERMKERN_HAS_BUILTIN(name) 0
#endif

/* What follows, each 0 or 1. docs/performance.md has the cycles behind pieces, networks and pairs. */

/* Tiles move as words, whose lanes are counted from the low end. */
#define PERMKERN_WORD_TILES (PERMKERN_CORE != PERMKERN_CORE_BYTES)
/* Tiles move in strips, which keep four addresses in registers. Of 16-bit Thumb, only eight registers can compute. */
#define PERMKERN_STRIPS (PERMKERN_CORE != PERMKERN_CORE_THUMB1)
/* A load or store can step its address for free. Elsewhere loops move two tiles per iteration instead. */
#define PERMKERN_POST_INCREMENT (PERMKERN_CORE == PERMKERN_CORE_ARC || PERMKERN_CORE >= PERMKERN_CORE_AARCH64)
/* A load or store can add a multiple of a stride to its address for free. */
#define PERMKERN_SCALING (PERMKERN_CORE >= PERMKERN_CORE_THUMB2)
/* LDM and STM copy four words. */
#define PERMKERN_HAVE_LDM (PERMKERN_CORE >= PERMKERN_CORE_THUMB1 && PERMKERN_CORE != PERMKERN_CORE_M55)
/* Words are put together in memory: one is stored where a part of it belongs, then half-words and bytes over the rest.
   In registers it takes fewer stores and more instructions. */
#define PERMKERN_PARTIAL_STORES                                                                                        \
    ((PERMKERN_CORE >= PERMKERN_CORE_ADDING && PERMKERN_CORE <= PERMKERN_CORE_RISCV_V) ||                              \
     (PERMKERN_CORE >= PERMKERN_CORE_ARM && PERMKERN_CORE <= PERMKERN_CORE_M3))
/* Three channels of 8 or 16 bits move by networks of words. Without DSP that takes more instructions than elements do,
   but a quarter of the loads and stores, which are what takes cycles on the M3. */
#define PERMKERN_HALFWORD_PACKS (PERMKERN_CORE >= PERMKERN_CORE_M3)
/* Two or three channels of 8 or 16 bits move by words. */
#define PERMKERN_WORD_CHANNELS2 PERMKERN_WORD_TILES
#define PERMKERN_WORD_CHANNELS3 (PERMKERN_HALFWORD_PACKS || PERMKERN_PARTIAL_STORES)
/* Neighbouring words move together in pinned tiles, in one access or two. There are registers for them. */
#define PERMKERN_WORD_GROUPS (PERMKERN_CORE >= PERMKERN_CORE_M4 && PERMKERN_FAST)
/* Two aligned words move as one access. The M4 takes a cycle more for LDRD and STRD than for two loads or stores in a
   row. */
#define PERMKERN_LDRD_PAYS (PERMKERN_CORE >= PERMKERN_CORE_M7 && PERMKERN_FAST)
/* Vectors, where the compiler has them. */
#define PERMKERN_VECTOR_CORE                                                                                           \
    (PERMKERN_CORE == PERMKERN_CORE_RISCV_V || PERMKERN_CORE == PERMKERN_CORE_M55 ||                                   \
     (PERMKERN_CORE >= PERMKERN_CORE_WASM && PERMKERN_CORE <= PERMKERN_CORE_AARCH64))

/* 1: loads and stores of words need no alignment. Define it as 0 for a core that can do so but is set up to trap. */
#ifndef PERMKERN_UNALIGNED
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) || defined(__ARC_UNALIGNED__) ||      \
    defined(__riscv_misaligned_fast) || defined(__wasm__)
#define PERMKERN_UNALIGNED 1
#else
#define PERMKERN_UNALIGNED 0
#endif
#endif

/* ---- instructions: the core's or, where it may lack them, what the compiler says ---- */

/* There is a multiplier. */
#define PERMKERN_MULTIPLY (PERMKERN_CORE != PERMKERN_CORE_ADDING)
/* A builtin gives a product of size_t, and whether it overflows, in a few instructions and without a function. */
#ifndef PERMKERN_WIDE_MULTIPLY
#if !PERMKERN_HAS_BUILTIN(__builtin_mul_overflow)
#define PERMKERN_WIDE_MULTIPLY 0
#elif defined(__LP64__)
#define PERMKERN_WIDE_MULTIPLY PERMKERN_MULTIPLY
#else
#define PERMKERN_WIDE_MULTIPLY (PERMKERN_CORE >= PERMKERN_CORE_RISCV && PERMKERN_CORE != PERMKERN_CORE_THUMB1)
#endif
#endif
/* There is a divide instruction. */
#if defined(__LP64__) || defined(__ARM_FEATURE_IDIV)
#define PERMKERN_DIVIDE PERMKERN_MULTIPLY
#else
#define PERMKERN_DIVIDE                                                                                                \
    (PERMKERN_CORE >= PERMKERN_CORE_RISCV && PERMKERN_CORE <= PERMKERN_CORE_AARCH64 &&                                 \
     PERMKERN_CORE != PERMKERN_CORE_ARC)
#endif

/* PKHBT, PKHTB, UXTB16, LDRD, STRD: Armv7E-M and later, Thumb. GCC 12 makes two instructions of each halfword pack. */
#if defined(__ARM_FEATURE_DSP) && defined(__thumb2__) && defined(__GNUC__)
#define PERMKERN_DSP 1
#else
#define PERMKERN_DSP 0
#endif

/* RBIT: Thumb-2, and Arm code from version 7 on. Cortex-M23 has version 8 and lacks it, as its Thumb is no Thumb-2. */
#if defined(__GNUC__) &&                                                                                               \
    (defined(__thumb2__) || (defined(__arm__) && !defined(__thumb__) && defined(__ARM_ARCH) && __ARM_ARCH >= 7))
#define PERMKERN_RBIT 1
#else
#define PERMKERN_RBIT 0
#endif

/* PACK, BREV8: RV32 with Zbkb. */
#if defined(__riscv_zbkb) && defined(__GNUC__) && __riscv_xlen == 32
#define PERMKERN_ZBKB 1
#else
#define PERMKERN_ZBKB 0
#endif

/* One instruction reverses a word's bytes, and one exchanges its halves. */
#if PERMKERN_ZBKB ||                                                                                                   \
    (PERMKERN_HAS_BUILTIN(__builtin_bswap32) && (defined(__riscv_zbb) || PERMKERN_CORE >= PERMKERN_CORE_X86))
#define PERMKERN_TURNS 1
#else
#define PERMKERN_TURNS 0
#endif

/* ---- vectors of firmware: each has planes of its own in src/vector/, in place of those by words ---- */

#if defined(__ARM_FEATURE_MVE) && defined(__GNUC__)
#define PERMKERN_MVE (PERMKERN_VECTOR_CORE && PERMKERN_KERNELS_VECTOR && (__ARM_FEATURE_MVE & 1))
#else
#define PERMKERN_MVE 0
#endif
/* From version 0.12 on, segments are tuples: Clang 17, GCC 14. Older compilers keep the planes by words. */
#if defined(__riscv_vector) && defined(__riscv_v_intrinsic) && defined(__GNUC__)
#define PERMKERN_RVV (PERMKERN_VECTOR_CORE && PERMKERN_KERNELS_VECTOR && __riscv_v_intrinsic >= 12000)
#else
#define PERMKERN_RVV 0
#endif

/*
 * 1: an element that is wider than the caller's may lie at any address, as words may. Vectors of firmware load and
 * store elements, and trap where these are not aligned: Helium always, RISC-V V on most cores.
 */
#define PERMKERN_WIDE_ANYWHERE (PERMKERN_UNALIGNED && !PERMKERN_MVE && !PERMKERN_RVV)
/* The same of elements of 64 bits, for which Helium has no planes. */
#define PERMKERN_WIDE_ANYWHERE64 (PERMKERN_UNALIGNED && !PERMKERN_RVV)

/* ---- vectors of hosts ---- */

/*
 * An architecture defines PERMKERN_<ARCHITECTURE>, as kernels/instruction_sets.py names it, and PERMKERN_HOST_SETS,
 * which applies X to the name of each of its instruction sets, the narrowest first. Its sets need words at any address,
 * in little-endian order, a set of kernels whose profile is speed, and C: their tables have designated initialisers.
 */
#if !PERMKERN_KERNELS_VECTOR || !defined(__GNUC__) || !PERMKERN_UNALIGNED || !PERMKERN_VECTOR_CORE ||                  \
    !PERMKERN_HAS_BUILTIN(__builtin_clzll) || defined(__cplusplus)
/* There are none. */
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
/* On x86 the running CPU is asked. A level for each set, in the order of the list: a CPU has all sets up to its own. */
/*
 * What CPUID says, in one word: the level, one of the following; whether the CPU gains by fetching lines ahead that it
 * will write; and from a bit on the last-level cache in units of 64 KiB, 0 where the CPU does not say.
 */
#define PERMKERN_CPU_LEVEL 7U
#define PERMKERN_CPU_FETCHES 8U
#define PERMKERN_CPU_CACHE_BIT 16U
#define PERMKERN_CPU_UNKNOWN 0U /* nobody asked yet */
#define PERMKERN_CPU_BASE 1U
#define PERMKERN_CPU_SSE2 2U
#define PERMKERN_CPU_AVX2 3U
#define PERMKERN_CPU_AVX512 4U
/* Attributes of functions that use a set's instructions. */
#define PERMKERN_TARGET_sse2 __attribute__((target("sse2")))
#define PERMKERN_TARGET_avx2 __attribute__((target("avx2")))
#define PERMKERN_TARGET_avx512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#endif

/* 1: there are vector kernels of hosts (src/vector/permkern_vector_set.h). */
#ifdef PERMKERN_HOST_SETS
#define PERMKERN_VECTOR 1
#else
#define PERMKERN_VECTOR 0
#endif

/* Vectors of 16 bytes may be loaded from any address, and stored. */
#define PERMKERN_VECTORS (PERMKERN_VECTOR || PERMKERN_MVE)

/* Bytes that permkern_move_multiples copies at once: two vectors, eight words where an LDM has so many, or four. */
#if PERMKERN_VECTORS || defined(__thumb2__)
#define PERMKERN_MULTIPLE 32U
#else
#define PERMKERN_MULTIPLE 16U
#endif

/* Units of the largest contiguous tensor that an index moves (src/vector/small.c); 0 if there is no vector permute. */
#if PERMKERN_VECTORS
#define PERMKERN_SMALL_BYTES PERMKERN_INDEX_ROOM
#else
#define PERMKERN_SMALL_BYTES 0
#endif

#endif /* PERMKERN_TARGET_H */
