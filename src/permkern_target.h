/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the target can do: memory, arithmetic, instructions for words, vectors of firmware and of hosts. No other file
 * of the library asks the compiler for that. A macro inside #ifndef may be set by hand instead. Not installed.
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
#endif
#endif
#ifndef PERMKERN_KERNELS_H
#include "permkern_kernels.h"
#endif

#include "permkern_plan.h"
#include <stddef.h>
#include <stdint.h>

/* ---- memory ---- */

/* 1: loads and stores of words need no alignment. Define it as 0 for a core that can do so but is set up to trap. */
#ifndef PERMKERN_UNALIGNED
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) || defined(__ARC_UNALIGNED__) ||      \
    defined(__riscv_misaligned_fast) || defined(__wasm__)
#define PERMKERN_UNALIGNED 1
#else
#define PERMKERN_UNALIGNED 0
#endif
#endif

/*
 * 1: tiles are moved as words, whose lanes are counted from the low end. That is their order in memory only if the
 * target is little-endian.
 */
#ifndef PERMKERN_WORD_TILES
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PERMKERN_WORD_TILES 1
#else
#define PERMKERN_WORD_TILES 0
#endif
#endif

/* 1: a loop that copies four words is a loop of one vector instruction each way (Helium). Unrolling gains nothing. */
#if defined(__ARM_FEATURE_MVE)
#define PERMKERN_FOUR_WORDS 1
#else
#define PERMKERN_FOUR_WORDS 0
#endif

/* ---- arithmetic ---- */

/* 1: the core multiplies. Define it as 0 for a core without a multiplier that these macros do not tell. */
#ifndef PERMKERN_MULTIPLY
#if (defined(__riscv) && !defined(__riscv_mul)) || (defined(__arc__) && !defined(__ARC_MPY__))
#define PERMKERN_MULTIPLY 0
#else
#define PERMKERN_MULTIPLY 1
#endif
#endif

/* 1: products of size_t, and whether they overflow, take a few instructions and no function. Cortex-M23, of Armv8-M's
   baseline, has no such product of two words. */
#ifndef PERMKERN_WIDE_MULTIPLY
#if defined(__LP64__) || defined(__i386__) || defined(__arc__) || defined(__riscv_mul) || defined(__wasm__)
#define PERMKERN_WIDE_MULTIPLY PERMKERN_MULTIPLY
#elif defined(__ARM_ARCH) && __ARM_ARCH >= 7 && !defined(__ARM_ARCH_8M_BASE__)
#define PERMKERN_WIDE_MULTIPLY 1
#else
#define PERMKERN_WIDE_MULTIPLY 0
#endif
#endif

/* 1: the core has a divide instruction. */
#ifndef PERMKERN_DIVIDE
#if defined(__LP64__) || defined(__i386__) || defined(__ARM_FEATURE_IDIV) || defined(__riscv_div) || defined(__wasm__)
#define PERMKERN_DIVIDE 1
#else
#define PERMKERN_DIVIDE 0
#endif
#endif

/* ---- instructions of the word family; generator/isa.py lists them ----
 *
 * Each macro may be set to 0, and the two without an instruction of their own to 1, on any target: tests do.
 */

/* PKHBT, PKHTB, UXTB16, LDRD, STRD: Armv7E-M and later, Thumb. GCC 12 makes two instructions of each halfword pack. */
#ifndef PERMKERN_DSP
#if defined(__ARM_FEATURE_DSP) && defined(__thumb2__) && !defined(__aarch64__) && defined(__GNUC__)
#define PERMKERN_DSP 1
#else
#define PERMKERN_DSP 0
#endif
#endif

/* PACK: RV32 with Zbkb. */
#ifndef PERMKERN_ZBKB
#if defined(__riscv_zbkb) && defined(__GNUC__) && __riscv_xlen == 32
#define PERMKERN_ZBKB 1
#else
#define PERMKERN_ZBKB 0
#endif
#endif

/*
 * 1: three channels of 8 or 16 bits are moved by networks of words; 0: by PERMKERN_PIECES, or element by element. With
 * masks in place of DSP a network takes more instructions than elements do, but a quarter of the loads and stores: on
 * Cortex-M3, where these are what takes the cycles, it gains wherever words are aligned.
 */
#ifndef PERMKERN_NETWORKS
#if PERMKERN_WORD_TILES && (PERMKERN_DSP || (defined(__ARM_ARCH_7M__) && !defined(__OPTIMIZE_SIZE__)))
#define PERMKERN_NETWORKS 1
#else
#define PERMKERN_NETWORKS 0
#endif
#endif

/* 1: one instruction reverses a word's bytes, and one exchanges its halves. */
#ifndef PERMKERN_TURNS
#if defined(__GNUC__) && (defined(__arm__) || defined(__aarch64__) || defined(__x86_64__) || defined(__i386__) ||      \
                          PERMKERN_ZBKB || defined(__riscv_zbb))
#define PERMKERN_TURNS 1
#else
#define PERMKERN_TURNS 0
#endif
#endif

/*
 * 1: two or three neighbouring words move as one access where all are aligned as words. 0 on Cortex-M4, which takes a
 * cycle more for LDRD, STRD and STM than for as many loads and stores in a row. No macro of a compiler tells it from
 * Cortex-M7: what is Armv7E-M without double precision is taken for it, unless Zephyr says what it is.
 */
#ifndef PERMKERN_PAIRS
#if defined(__ARM_ARCH_7EM__) && !(defined(__ARM_FP) && (__ARM_FP & 8) != 0) && !defined(CONFIG_CPU_CORTEX_M7)
#define PERMKERN_PAIRS 0
#elif PERMKERN_DSP && PERMKERN_WORD_TILES && !defined(__OPTIMIZE_SIZE__)
#define PERMKERN_PAIRS 1
#else
#define PERMKERN_PAIRS 0
#endif
#endif

/* 1: LDM and STM copy four words (permkern_copy_four). Helium has vectors for them. */
#ifndef PERMKERN_FOURS
#if defined(__thumb__) && !PERMKERN_FOUR_WORDS && defined(__GNUC__)
#define PERMKERN_FOURS 1
#else
#define PERMKERN_FOURS 0
#endif
#endif

/* Bytes that permkern_copy_multiples copies: those of eight words where so many registers can be in an LDM. */
#if defined(__thumb2__)
#define PERMKERN_MULTIPLE 32U
#else
#define PERMKERN_MULTIPLE 16U
#endif

/*
 * 1: neighbouring words move together, as one access or not: in pinned tiles, which then have two words in a line, in
 * strips, and where three channels are loaded. DSP leaves enough registers.
 */
#ifndef PERMKERN_SEVERAL
#if PERMKERN_DSP && PERMKERN_WORD_TILES && !defined(__OPTIMIZE_SIZE__)
#define PERMKERN_SEVERAL 1
#else
#define PERMKERN_SEVERAL PERMKERN_PAIRS
#endif
#endif

/*
 * 1: words are put together in memory: one is stored where a part of it belongs, then half-words and bytes over the
 * rest of it. 0: in registers, which takes fewer stores and more instructions. docs/performance.md has cycles of both.
 */
#ifndef PERMKERN_PIECES
#if defined(__riscv) || (defined(__arm__) && !PERMKERN_DSP)
#define PERMKERN_PIECES PERMKERN_WORD_TILES
#else
#define PERMKERN_PIECES 0
#endif
#endif

/*
 * 1: tiles are moved in strips, which keep four addresses in registers beside the tile. 0: 16-bit Thumb, where only
 * eight registers can compute.
 */
#ifndef PERMKERN_STRIPS
#if defined(__thumb__) && !defined(__thumb2__) && PERMKERN_WORD_TILES
#define PERMKERN_STRIPS 0
#else
#define PERMKERN_STRIPS 1
#endif
#endif

/* 1: a load or store can step its address for free. Elsewhere loops move two tiles per iteration instead. */
#ifndef PERMKERN_STEPPING
#if defined(__arm__) || defined(__aarch64__) || defined(__arc__)
#define PERMKERN_STEPPING 1
#else
#define PERMKERN_STEPPING 0
#endif
#endif

/* ---- vectors of firmware: each has planes of its own in src/arch/, in place of the portable ones ---- */

/* 1: the portable planes are used even so. */
#ifndef PERMKERN_PORTABLE
#define PERMKERN_PORTABLE 0
#endif

/* Vectors of firmware need a set of profile speed, and a little-endian target. */
#if PERMKERN_PORTABLE || !PERMKERN_KERNELS_VECTOR || !PERMKERN_WORD_TILES || !defined(__GNUC__)
#define PERMKERN_MVE 0
#define PERMKERN_RVV 0
#else
#if defined(__ARM_FEATURE_MVE)
#define PERMKERN_MVE (__ARM_FEATURE_MVE & 1)
#else
#define PERMKERN_MVE 0
#endif
/* From version 0.12 on, segments are tuples: Clang 17, GCC 14. Older compilers keep the portable planes. */
#if defined(__riscv_vector) && defined(__riscv_v_intrinsic)
#define PERMKERN_RVV (__riscv_v_intrinsic >= 12000)
#else
#define PERMKERN_RVV 0
#endif
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
 * An architecture defines PERMKERN_<ARCHITECTURE>, named after its folder in src/arch/, and PERMKERN_HOST_SETS, which
 * applies X to the name of each of its instruction sets, the narrowest first. Its sets need words at any address, in
 * little-endian order, and a set of kernels whose profile is speed. PERMKERN_VECTOR=0 leaves them out.
 */
#if !PERMKERN_KERNELS_VECTOR || !defined(__GNUC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ ||                     \
    !PERMKERN_UNALIGNED || (defined(PERMKERN_VECTOR) && PERMKERN_VECTOR == 0)
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
#define PERMKERN_CPU_WIDEST PERMKERN_CPU_AVX512
#define PERMKERN_WIDEST(part) permkern_##part##_avx512 /* a function of that set */
/* Attributes of functions that use a set's instructions. */
#define PERMKERN_TARGET_SSE2 __attribute__((target("sse2")))
#define PERMKERN_TARGET_AVX2 __attribute__((target("avx2")))
#define PERMKERN_TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#endif

/* 1: there are vector kernels of hosts (src/permkern_vector.h). */
#ifndef PERMKERN_VECTOR
#ifdef PERMKERN_HOST_SETS
#define PERMKERN_VECTOR 1
#else
#define PERMKERN_VECTOR 0
#endif
#endif

/* Units of the largest contiguous tensor that an index moves (src/small.c); 0 if there is no vector permute. */
#if PERMKERN_VECTOR || PERMKERN_MVE
#define PERMKERN_SMALL_BYTES PERMKERN_INDEX_ROOM
#else
#define PERMKERN_SMALL_BYTES 0
#endif

#endif /* PERMKERN_TARGET_H */
