/* SPDX-License-Identifier: BSD-3-Clause */
/* Planes for RISC-V with the vector extension 1.0: rvv_plane.h, for each width that the vectors have. Not installed. */
#ifndef PERMKERN_RVV_H
#define PERMKERN_RVV_H

#include "base/permkern_arith.h"
#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"

#if PERMKERN_RVV
#include <riscv_vector.h>

#if __riscv_v_elen >= 8
#define PERMKERN_PLANE8 1
#define BITS 8
#include "vector/rvv_plane.h"
#undef BITS
#endif

#if __riscv_v_elen >= 16
#define PERMKERN_PLANE16 1
#define BITS 16
#include "vector/rvv_plane.h"
#undef BITS
#endif

#if __riscv_v_elen >= 32
#define PERMKERN_PLANE32 1
#define BITS 32
#include "vector/rvv_plane.h"
#undef BITS
#endif

#if __riscv_v_elen >= 64
#define PERMKERN_PLANE64 1
#define BITS 64
#include "vector/rvv_plane.h"
#undef BITS
#endif
#endif

#endif /* PERMKERN_RVV_H */
