/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for AArch64 with Advanced SIMD. */
#include "vector/neon.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"
#include "vector/set.h"

#ifdef PERMKERN_AARCH64

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET neon
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET

#define STRIPS(X) \
    PERMKERN_ALL_STRIPS(X, neon, 2) PERMKERN_ALL_STRIPS(X, neon, 4) \
    PERMKERN_ALL_STRIPS(X, neon, 8) PERMKERN_ALL_STRIPS(X, neon, 16)
#define CHANNELS(X) PERMKERN_PIXELS(X, neon) X(neon, 8, 2) X(neon, 8, 4) X(neon, 16, 2) X(neon, 16, 4)
#define REVERSALS(X) PERMKERN_REVERSALS(X, neon)
STRIPS(PERMKERN_STRIP_FUNCTION)
CHANNELS(PERMKERN_CHANNEL_FUNCTION)
REVERSALS(PERMKERN_REVERSAL_FUNCTION)

const permkern_vector_set permkern_neon = {
    .narrower = NULL,
    .bytes = sizeof(permkern_vec_neon),
    .copy = permkern_copy_neon,
    .most_rows = {4, 4, 4, 4},
    .least_rows = 3, .least_cols = 3, .pixels = {16, 8, 4, 2},
    .channels = {PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
                 PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
                 PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3},
    .small = {permkern_small8},
    STRIPS(PERMKERN_STRIP_ENTRY)
    CHANNELS(PERMKERN_CHANNEL_ENTRY)
    REVERSALS(PERMKERN_REVERSAL_ENTRY)
};
/* clang-format on */
#endif
