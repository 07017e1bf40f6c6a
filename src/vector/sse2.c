/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for x86 with SSE2. */
#include "vector/sse2.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"
#include "vector/set.h"

#ifdef PERMKERN_X86

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET sse2
#define PLACES_FIRST 0
#define COPY_SHORT permkern_vector_copy_short
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/reverse.h"
#undef SET
#undef PLACES_FIRST
#undef COPY_SHORT

PERMKERN_ALL_STRIPS(sse2, 2)
PERMKERN_STRIPS8(sse2, 4)
PERMKERN_STRIPS8(sse2, 8)
PERMKERN_STRIPS8(sse2, 16)
PERMKERN_STRIPS16(sse2, 4)
PERMKERN_STRIPS16(sse2, 8)
PERMKERN_STRIPS32(sse2, 4)
PERMKERN_REVERSE(sse2, 1)
PERMKERN_REVERSE(sse2, 2)
PERMKERN_REVERSE(sse2, 4)
PERMKERN_REVERSE(sse2, 8)
PERMKERN_KERNELS(sse2)

const permkern_vector_set permkern_sse2 = {
    .narrower = NULL,
    .tile = permkern_tile_sse2,
    .runs = permkern_runs_sse2,
    .copy = permkern_copy_sse2,
    .reverse = {[1] = reverse1_sse2, [2] = reverse2_sse2, [4] = reverse4_sse2, [8] = reverse8_sse2},
    .width = {
        [0] = {
            .strip = {PERMKERN_STRIP_TABLE(sse2, 8)},
            .most_rows = 4, .most_cols = 4, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
        [1] = {
            .strip = {{PERMKERN_ROW16(sse2, 2)}, {PERMKERN_ROW16(sse2, 4)}, {PERMKERN_ROW16(sse2, 8)}},
            .most_rows = 3, .most_cols = 3, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
        [2] = {
            .strip = {{PERMKERN_ROW32(sse2, 2)}, {PERMKERN_ROW32(sse2, 4)}},
            .most_rows = 2, .most_cols = 2, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
        [3] = {
            .strip = {{PERMKERN_ROW64(sse2, 2)}},
            .most_rows = 1, .most_cols = 1, .least_rows = 3, .least_cols = 3, .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
