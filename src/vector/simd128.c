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
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/three.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET

#define STRIPS(X) \
    PERMKERN_ALL_STRIPS(X, simd128, 2) PERMKERN_ALL_STRIPS(X, simd128, 4) \
    PERMKERN_ALL_STRIPS(X, simd128, 8) PERMKERN_ALL_STRIPS(X, simd128, 16)
#define CHANNELS(X) PERMKERN_PIXELS(X, simd128)
#define REVERSALS(X) PERMKERN_REVERSALS(X, simd128)
STRIPS(PERMKERN_STRIP_FUNCTION)
CHANNELS(PERMKERN_CHANNEL_FUNCTION)
REVERSALS(PERMKERN_REVERSAL_FUNCTION)

const permkern_vector_set permkern_simd128 = {
    .narrower = NULL,
    .bytes = sizeof(permkern_vec_simd128),
    .copy = permkern_copy_simd128,
    .most_rows = {4, 4, 4, 4},
    .least_rows = 4, .least_cols = 6, .pixels = {2, 2, 2, 2},
    .channels = {PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3},
    .small = {permkern_small8},
    STRIPS(PERMKERN_STRIP_ENTRY)
    CHANNELS(PERMKERN_CHANNEL_ENTRY)
    REVERSALS(PERMKERN_REVERSAL_ENTRY)
};
/* clang-format on */
#endif
