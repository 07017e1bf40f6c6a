/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Plane functions for Helium (MVE) or RISC-V V, if the target has one of them. They replace the portable functions at
 * each width whose PERMKERN_PLANE macro is 1 (base/permkern_target.h). Not installed.
 *
 * permkern_way.h is included before the conditions below. An amalgamation has each header once, at its first include,
 * and other targets need it, too.
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

#endif /* PERMKERN_ISA_H */
