/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for x86 with SSE2. */
#include "vector/sse2.h"
#include "vector/set.h"

#ifdef PERMKERN_X86

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET sse2
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/reverse.h"
#undef SET

#define STRIPS(X) \
    PERMKERN_ALL_STRIPS(X, sse2, 2) \
    PERMKERN_STRIPS8(X, sse2, 4) PERMKERN_STRIPS8(X, sse2, 8) PERMKERN_STRIPS8(X, sse2, 16) \
    PERMKERN_STRIPS16(X, sse2, 4) PERMKERN_STRIPS16(X, sse2, 8) PERMKERN_STRIPS32(X, sse2, 4)
#define CHANNELS(X)
#define REVERSALS(X) X(sse2, 1) X(sse2, 2) X(sse2, 4) X(sse2, 8)

PERMKERN_DEFINE_SET(sse2,
    .most_rows = {4, 3, 2, 1},
    .least_rows = 3, .least_cols = 3, .pixels = {2, 2, 2, 2},)
/* clang-format on */
#endif
