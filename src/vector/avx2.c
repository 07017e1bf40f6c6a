/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for x86 with AVX2. */
#include "vector/avx2.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"
#include "vector/set.h"

#ifdef PERMKERN_X86

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET avx2
#define PLACES_FIRST 0
#define COPY_SHORT permkern_sse2.copy
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/three.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET
#undef PLACES_FIRST
#undef COPY_SHORT

PERMKERN_STRIPS8(avx2, 32)
PERMKERN_STRIPS16(avx2, 16)
PERMKERN_STRIPS32(avx2, 8)
PERMKERN_STRIPS64(avx2, 4)
PERMKERN_STRIPS64(avx2, 8)
PERMKERN_PIXELS(avx2)
PERMKERN_REVERSALS(avx2)
PERMKERN_KERNELS(avx2)

const permkern_vector_set permkern_avx2 = {
    .narrower = &permkern_sse2,
    .tile = permkern_tile_avx2,
    .runs = permkern_runs_avx2,
    .copy = permkern_copy_avx2,
    .reverse = {PERMKERN_REVERSAL_TABLE(avx2)},
    .channel_bytes = sizeof(permkern_vec_avx2),
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {[4] = {PERMKERN_ROW8(avx2, 32)}},
            PERMKERN_THREE(avx2, 8), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 5, .most_cols = 4, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
        [1] = {
            .strip = {[3] = {PERMKERN_ROW16(avx2, 16)}},
            PERMKERN_THREE(avx2, 16), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 3, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
        [2] = {
            .strip = {[2] = {PERMKERN_ROW32(avx2, 8)}},
            PERMKERN_THREE(avx2, 32), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 3, .most_cols = 2, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
        [3] = {
            .strip = {[1] = {PERMKERN_ROW64(avx2, 4)}, [2] = {PERMKERN_ROW64(avx2, 8)}},
            PERMKERN_THREE(avx2, 64), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 3, .most_cols = 1, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
