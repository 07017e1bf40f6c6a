/* SPDX-License-Identifier: BSD-3-Clause */
/* What instruction sets of hosts that compute an index in registers share. Not installed. */
#ifndef PERMKERN_FEW_H
#define PERMKERN_FEW_H

#include "permkern_vector.h"

#ifdef PERMKERN_X86
/* [n][j] = j / n; 0 for n = 0. */
extern const uint8_t permkern_quotients[65][64];
#endif

#endif /* PERMKERN_FEW_H */
