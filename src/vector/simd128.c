/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for WebAssembly with SIMD of 128 bits. */
#include "vector/simd128.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"
#include "vector/strips.h"

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

PERMKERN_STRIPS8(simd128, 2)
PERMKERN_STRIPS8(simd128, 4)
PERMKERN_STRIPS8(simd128, 8)
PERMKERN_STRIPS8(simd128, 16)
PERMKERN_STRIPS16(simd128, 2)
PERMKERN_STRIPS16(simd128, 4)
PERMKERN_STRIPS16(simd128, 8)
PERMKERN_STRIPS16(simd128, 16)
PERMKERN_STRIPS32(simd128, 2)
PERMKERN_STRIPS32(simd128, 4)
PERMKERN_STRIPS32(simd128, 8)
PERMKERN_STRIPS32(simd128, 16)
PERMKERN_STRIPS64(simd128, 2)
PERMKERN_STRIPS64(simd128, 4)
PERMKERN_STRIPS64(simd128, 8)
PERMKERN_STRIPS64(simd128, 16)
PERMKERN_CHANNELS(simd128, 8, 3)
PERMKERN_CHANNELS(simd128, 16, 3)
PERMKERN_CHANNELS(simd128, 32, 3)
PERMKERN_CHANNELS(simd128, 64, 3)
PERMKERN_REVERSE(simd128, 1)
PERMKERN_REVERSE(simd128, 2)
PERMKERN_REVERSE(simd128, 3)
PERMKERN_REVERSE(simd128, 4)
PERMKERN_REVERSE(simd128, 6)
PERMKERN_REVERSE(simd128, 8)
PERMKERN_REVERSE(simd128, 12)
PERMKERN_KERNELS(simd128)

const permkern_vector_set permkern_simd128 = {
    .narrower = NULL,
    .tile = permkern_tile_simd128,
    .runs = permkern_runs_simd128,
    .copy = permkern_copy_simd128,
    .reverse = {[1] = reverse1_simd128, [2] = reverse2_simd128, [3] = reverse3_simd128, [4] = reverse4_simd128,
                [6] = reverse6_simd128, [8] = reverse8_simd128, [12] = reverse12_simd128},
    .channel_bytes = sizeof(permkern_vec_simd128),
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {{PERMKERN_ROW8(simd128, 2)}, {PERMKERN_ROW8(simd128, 4)},
                      {PERMKERN_ROW8(simd128, 8)}, {PERMKERN_ROW8(simd128, 16)}},
            .split = {{[1] = x8_split3_simd128}, {[1] = x8_split3_back_simd128}},
            .join = {{[1] = x8_join3_simd128}, {[1] = x8_join3_back_simd128}},
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 4,
            .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
        [1] = {
            .strip = {{PERMKERN_ROW16(simd128, 2)}, {PERMKERN_ROW16(simd128, 4)},
                      {PERMKERN_ROW16(simd128, 8)}, {PERMKERN_ROW16(simd128, 16)}},
            .split = {{[1] = x16_split3_simd128}, {[1] = x16_split3_back_simd128}},
            .join = {{[1] = x16_join3_simd128}, {[1] = x16_join3_back_simd128}},
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 3,
            .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
        [2] = {
            .strip = {{PERMKERN_ROW32(simd128, 2)}, {PERMKERN_ROW32(simd128, 4)},
                      {PERMKERN_ROW32(simd128, 8)}, {PERMKERN_ROW32(simd128, 16)}},
            .split = {{[1] = x32_split3_simd128}, {[1] = x32_split3_back_simd128}},
            .join = {{[1] = x32_join3_simd128}, {[1] = x32_join3_back_simd128}},
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 2,
            .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
        [3] = {
            .strip = {{PERMKERN_ROW64(simd128, 2)}, {PERMKERN_ROW64(simd128, 4)},
                      {PERMKERN_ROW64(simd128, 8)}, {PERMKERN_ROW64(simd128, 16)}},
            .split = {{[1] = x64_split3_simd128}, {[1] = x64_split3_back_simd128}},
            .join = {{[1] = x64_join3_simd128}, {[1] = x64_join3_back_simd128}},
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 1,
            .least_rows = 4, .least_cols = 6, .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
