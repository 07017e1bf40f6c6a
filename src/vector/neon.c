/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for AArch64 with Advanced SIMD. */
#include "vector/neon.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"
#include "vector/strips.h"

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

PERMKERN_STRIPS8(neon, 2)
PERMKERN_STRIPS8(neon, 4)
PERMKERN_STRIPS8(neon, 8)
PERMKERN_STRIPS8(neon, 16)
PERMKERN_STRIPS16(neon, 2)
PERMKERN_STRIPS16(neon, 4)
PERMKERN_STRIPS16(neon, 8)
PERMKERN_STRIPS16(neon, 16)
PERMKERN_STRIPS32(neon, 2)
PERMKERN_STRIPS32(neon, 4)
PERMKERN_STRIPS32(neon, 8)
PERMKERN_STRIPS32(neon, 16)
PERMKERN_STRIPS64(neon, 2)
PERMKERN_STRIPS64(neon, 4)
PERMKERN_STRIPS64(neon, 8)
PERMKERN_STRIPS64(neon, 16)
PERMKERN_CHANNELS(neon, 8, 2)
PERMKERN_CHANNELS(neon, 8, 3)
PERMKERN_CHANNELS(neon, 8, 4)
PERMKERN_CHANNELS(neon, 16, 2)
PERMKERN_CHANNELS(neon, 16, 3)
PERMKERN_CHANNELS(neon, 16, 4)
PERMKERN_CHANNELS(neon, 32, 3)
PERMKERN_CHANNELS(neon, 64, 3)
PERMKERN_REVERSE(neon, 1)
PERMKERN_REVERSE(neon, 2)
PERMKERN_REVERSE(neon, 3)
PERMKERN_REVERSE(neon, 4)
PERMKERN_REVERSE(neon, 6)
PERMKERN_REVERSE(neon, 8)
PERMKERN_REVERSE(neon, 12)
PERMKERN_KERNELS(neon)

const permkern_vector_set permkern_neon = {
    .narrower = NULL,
    .tile = permkern_tile_neon,
    .runs = permkern_runs_neon,
    .copy = permkern_copy_neon,
    .reverse = {[1] = reverse1_neon, [2] = reverse2_neon, [3] = reverse3_neon, [4] = reverse4_neon,
                [6] = reverse6_neon, [8] = reverse8_neon, [12] = reverse12_neon},
    .channel_bytes = sizeof(permkern_vec_neon),
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {{PERMKERN_ROW8(neon, 2)}, {PERMKERN_ROW8(neon, 4)},
                      {PERMKERN_ROW8(neon, 8)}, {PERMKERN_ROW8(neon, 16)}},
            .split = {{[0] = x8_split2_neon, [1] = x8_split3_neon, [2] = x8_split4_neon},
                      {[0] = x8_split2_back_neon, [1] = x8_split3_back_neon, [2] = x8_split4_back_neon}},
            .join = {{[0] = x8_join2_neon, [1] = x8_join3_neon, [2] = x8_join4_neon},
                      {[0] = x8_join2_back_neon, [1] = x8_join3_back_neon, [2] = x8_join4_back_neon}},
            .channels = PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
            .most_rows = 4, .most_cols = 4,
            .least_rows = 3, .least_cols = 3, .pixels = 16,
        },
        [1] = {
            .strip = {{PERMKERN_ROW16(neon, 2)}, {PERMKERN_ROW16(neon, 4)},
                      {PERMKERN_ROW16(neon, 8)}, {PERMKERN_ROW16(neon, 16)}},
            .split = {{[0] = x16_split2_neon, [1] = x16_split3_neon, [2] = x16_split4_neon},
                      {[0] = x16_split2_back_neon, [1] = x16_split3_back_neon, [2] = x16_split4_back_neon}},
            .join = {{[0] = x16_join2_neon, [1] = x16_join3_neon, [2] = x16_join4_neon},
                      {[0] = x16_join2_back_neon, [1] = x16_join3_back_neon, [2] = x16_join4_back_neon}},
            .channels = PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
            .most_rows = 4, .most_cols = 3,
            .least_rows = 3, .least_cols = 3, .pixels = 8,
        },
        [2] = {
            .strip = {{PERMKERN_ROW32(neon, 2)}, {PERMKERN_ROW32(neon, 4)},
                      {PERMKERN_ROW32(neon, 8)}, {PERMKERN_ROW32(neon, 16)}},
            .split = {{[1] = x32_split3_neon}, {[1] = x32_split3_back_neon}},
            .join = {{[1] = x32_join3_neon}, {[1] = x32_join3_back_neon}},
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 2,
            .least_rows = 3, .least_cols = 3, .pixels = 4,
        },
        [3] = {
            .strip = {{PERMKERN_ROW64(neon, 2)}, {PERMKERN_ROW64(neon, 4)},
                      {PERMKERN_ROW64(neon, 8)}, {PERMKERN_ROW64(neon, 16)}},
            .split = {{[1] = x64_split3_neon}, {[1] = x64_split3_back_neon}},
            .join = {{[1] = x64_join3_neon}, {[1] = x64_join3_back_neon}},
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4, .most_cols = 1,
            .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
