/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector instruction sets of firmware targets, chosen at compile time by what the compiler predefines: Helium (MVE) and
 * RISC-V V. Each has planes of its own (src/arch/) in place of the portable ones;
 * PERMKERN_PLANE8 and its like say at which widths. PERMKERN_PORTABLE=1 keeps the portable ones. Not installed.
 */
#ifndef PERMKERN_ISA_H
#define PERMKERN_ISA_H

#include "permkern_internal.h"
#include "permkern_word.h"

#ifndef PERMKERN_PORTABLE
#define PERMKERN_PORTABLE 0
#endif

/* Lanes are counted as they lie in memory only where bytes are little-endian. */
#if PERMKERN_PORTABLE || !PERMKERN_KERNELS_VECTOR || !PERMKERN_WORD_TILES || !defined(__GNUC__)
#define PERMKERN_MVE 0
#define PERMKERN_RVV 0
#else
#if defined(__ARM_FEATURE_MVE)
#define PERMKERN_MVE (__ARM_FEATURE_MVE & 1)
#else
#define PERMKERN_MVE 0
#endif
/* From version 0.11 on, intrinsics begin with __riscv_: Clang 16, GCC 14. Older compilers keep the portable planes. */
#if defined(__riscv_vector) && defined(__riscv_v_intrinsic)
#define PERMKERN_RVV (__riscv_v_intrinsic >= 11000)
#else
#define PERMKERN_RVV 0
#endif
#endif

/* Helium: where structured loads and stores do the work, 1 takes gathers and scatters instead, to compare. */
#ifndef PERMKERN_GATHER
#define PERMKERN_GATHER 0
#endif

/* Planes of pinned kernels are inlined for their constants. */
#define PERMKERN_INLINE static inline __attribute__((always_inline))

#if PERMKERN_MVE
#include "arch/arm/permkern_mve.h"
#elif PERMKERN_RVV
#include "arch/riscv/permkern_rvv.h"
#endif

#ifndef PERMKERN_PLANE8
#define PERMKERN_PLANE8 0
#endif
#ifndef PERMKERN_PLANE16
#define PERMKERN_PLANE16 0
#endif
#ifndef PERMKERN_PLANE32
#define PERMKERN_PLANE32 0
#endif
#ifndef PERMKERN_PLANE64
#define PERMKERN_PLANE64 0
#endif

#endif /* PERMKERN_ISA_H */
