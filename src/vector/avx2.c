/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for x86 with AVX2. */
#include "vector/avx2.h"
#include "vector/set.h"

#ifdef PERMKERN_X86

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET avx2
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/stream.h"
#include "vector/three.h"
#include "vector/pixels.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET

#define STRIPS(X) \
    PERMKERN_STRIPS8(X, avx2, 32) PERMKERN_STRIPS16(X, avx2, 16) PERMKERN_STRIPS32(X, avx2, 8) \
    PERMKERN_STRIPS64(X, avx2, 4) \
    PERMKERN_STRIPS8(X, avx2, 64) PERMKERN_STRIPS16(X, avx2, 32) PERMKERN_STRIPS32(X, avx2, 16) \
    PERMKERN_STRIPS64(X, avx2, 8) PERMKERN_STRIPS64(X, avx2, 16)
#define CHANNELS(X) PERMKERN_PIXELS(X, avx2) PERMKERN_MORE_PIXELS(X, avx2)
#define REVERSALS(X) PERMKERN_REVERSALS(X, avx2)

PERMKERN_STREAM_FUNCTIONS(avx2)
PERMKERN_STREAM_FUNCTION(avx2, pairs, 64, 16, 2)

PERMKERN_DEFINE_SET(avx2,
    .narrower = &permkern_sse2,
    .most_rows = {6, 5, 4, 3},
    .rules = {.slabs = {true, true, true, true}, .fetched = {4, 4, 4, 4}, .ahead = {64, 64, 64, 64}},
    .least_rows = 3, .least_cols = 3, .pixels = {16, 8, 4, 2},
    .channels = PERMKERN_PIXEL_CHANNELS,
    .small = {permkern_small8}, .unplanned = permkern_unplanned8, PERMKERN_STREAM_ENTRIES(avx2)
    .pairs = {[3] = PERMKERN_STREAMED(avx2, pairs, 64)},)
/* clang-format on */
#endif
