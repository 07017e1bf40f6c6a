/* SPDX-License-Identifier: BSD-3-Clause */
/* Includes the vector intrinsics of firmware targets. Not installed. */
#ifndef PERMKERN_INTRINSICS_H
#define PERMKERN_INTRINSICS_H

#include "base/permkern_target.h"

#if PERMKERN_MVE
#include <arm_mve.h>
#endif
#if PERMKERN_RVV
#include <riscv_vector.h>
#endif

#endif /* PERMKERN_INTRINSICS_H */
