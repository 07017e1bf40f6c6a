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
#define PLACES_FIRST 1
#define COPY_SHORT permkern_vector_copy_short
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET
#undef PLACES_FIRST
#undef COPY_SHORT

PERMKERN_ALL_STRIPS(neon, 2)
PERMKERN_ALL_STRIPS(neon, 4)
PERMKERN_ALL_STRIPS(neon, 8)
PERMKERN_ALL_STRIPS(neon, 16)
PERMKERN_CHANNELS(neon, 8, 2)
PERMKERN_CHANNELS(neon, 8, 3)
PERMKERN_CHANNELS(neon, 8, 4)
PERMKERN_CHANNELS(neon, 16, 2)
PERMKERN_CHANNELS(neon, 16, 3)
PERMKERN_CHANNELS(neon, 16, 4)
PERMKERN_CHANNELS(neon, 32, 3)
PERMKERN_CHANNELS(neon, 64, 3)
PERMKERN_REVERSALS(neon)
PERMKERN_KERNELS(neon)

const permkern_vector_set permkern_neon = {
    .narrower = NULL,
    .tile = permkern_tile_neon,
    .runs = permkern_runs_neon,
    .copy = permkern_copy_neon,
    .reverse = {PERMKERN_REVERSAL_TABLE(neon)},
    .channel_bytes = sizeof(permkern_vec_neon),
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {PERMKERN_STRIP_TABLE(neon, 8)},
            PERMKERN_TWO_TO_FOUR(neon, 8),
            .channels = PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
            .most_rows = 4, .most_cols = 4, .least_rows = 3, .least_cols = 3, .pixels = 16,
        },
        [1] = {
            .strip = {PERMKERN_STRIP_TABLE(neon, 16)},
            PERMKERN_TWO_TO_FOUR(neon, 16),
            .channels = PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
            .most_rows = 4, .most_cols = 3, .least_rows = 3, .least_cols = 3, .pixels = 8,
        },
        [2] = {
            .strip = {PERMKERN_STRIP_TABLE(neon, 32)},
            PERMKERN_THREE(neon, 32), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 2, .least_rows = 3, .least_cols = 3, .pixels = 4,
        },
        [3] = {
            .strip = {PERMKERN_STRIP_TABLE(neon, 64)},
            PERMKERN_THREE(neon, 64), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 1, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
