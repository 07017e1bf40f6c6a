/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The planes of the target's vector instruction set, Helium (MVE) or RISC-V V, if it has one of them. They replace the
 * portable ones at the widths for which PERMKERN_PLANE8 and its like are 1. Not installed.
 *
 * permkern_way.h is included before the conditions below: the amalgamated source has each header once, where it is
 * first included, and other targets need it, too.
 */
#ifndef PERMKERN_ISA_H
#define PERMKERN_ISA_H

#include "base/permkern_arith.h"
#include "base/permkern_intrinsics.h"
#include "move/permkern_generic.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"
#include "vector/permkern_vector.h"

#if PERMKERN_MVE
#include "vector/mve.h"
#elif PERMKERN_RVV
#include "vector/rvv.h"
#endif

#define PERMKERN_PLANE8 (PERMKERN_MVE || PERMKERN_RVV)
#define PERMKERN_PLANE16 (PERMKERN_MVE || PERMKERN_RVV)
#define PERMKERN_PLANE32 (PERMKERN_MVE || PERMKERN_RVV)
#if PERMKERN_RVV && __riscv_v_elen >= 64
#define PERMKERN_PLANE64 1
#else
#define PERMKERN_PLANE64 0
#endif

#endif /* PERMKERN_ISA_H */
