/* SPDX-License-Identifier: BSD-3-Clause */
/* Planes for RISC-V V 1.0: rvv_plane.h for each element width of the vectors. Not installed. */
#ifndef PERMKERN_RVV_H
#define PERMKERN_RVV_H

#include "base/permkern_arith.h"
#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"

#if PERMKERN_RVV

#define BITS 8
#include "vector/rvv_plane.h"
#undef BITS

#define BITS 16
#include "vector/rvv_plane.h"
#undef BITS

#define BITS 32
#include "vector/rvv_plane.h"
#undef BITS

#if __riscv_v_elen >= 64
#define BITS 64
#include "vector/rvv_plane.h"
#undef BITS
#endif
#endif

#endif /* PERMKERN_RVV_H */
