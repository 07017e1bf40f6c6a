/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for WebAssembly with SIMD of 128 bits. */
#include "vector/simd128.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"
#include "vector/set.h"

#ifdef PERMKERN_WASM

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET simd128
#define PLACES_FIRST 1
#define COPY_SHORT permkern_vector_copy_short
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/three.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET
#undef PLACES_FIRST
#undef COPY_SHORT

PERMKERN_ALL_STRIPS(simd128, 2)
PERMKERN_ALL_STRIPS(simd128, 4)
PERMKERN_ALL_STRIPS(simd128, 8)
PERMKERN_ALL_STRIPS(simd128, 16)
PERMKERN_PIXELS(simd128)
PERMKERN_REVERSALS(simd128)
PERMKERN_KERNELS(simd128)

const permkern_vector_set permkern_simd128 = {
    .narrower = NULL,
    .tile = permkern_tile_simd128,
    .runs = permkern_runs_simd128,
    .copy = permkern_copy_simd128,
    .reverse = {PERMKERN_REVERSAL_TABLE(simd128)},
    .channel_bytes = sizeof(permkern_vec_simd128),
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {PERMKERN_STRIP_TABLE(simd128, 8)},
            PERMKERN_THREE(simd128, 8), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 4, .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
        [1] = {
            .strip = {PERMKERN_STRIP_TABLE(simd128, 16)},
            PERMKERN_THREE(simd128, 16), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 3, .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
        [2] = {
            .strip = {PERMKERN_STRIP_TABLE(simd128, 32)},
            PERMKERN_THREE(simd128, 32), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 2, .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
        [3] = {
            .strip = {PERMKERN_STRIP_TABLE(simd128, 64)},
            PERMKERN_THREE(simd128, 64), .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 1, .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
