/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for x86 with AVX-512 F, BW, DQ and VL. */
#include "vector/avx512.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"
#include "vector/set.h"

#ifdef PERMKERN_X86
#include "vector/reverse_avx512.h"

/* clang-format would sort these. */
/* clang-format off */
#define SET avx512
#include "vector/tile.h"
#include "vector/runs.h"
#undef SET
/* clang-format on */

/* ---- tiles whose rows fill half a register, or at 64 bits all of it ---- */

/* Exchanges lanes of registers that are `apart` apart; of bytes also the halves of lanes. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void exchange_lanes(__m512i *v, size_t registers, size_t apart, size_t size)
{
    const __m512i even =
        size == 1 ? _mm512_setr_epi64(0, 8, 4, 12, 2, 10, 6, 14) : _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i odd =
        size == 1 ? _mm512_setr_epi64(1, 9, 5, 13, 3, 11, 7, 15) : _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    PERMKERN_UNROLL
    for (size_t i = 0; i + apart < registers; i++) {
        if ((i & apart) == 0) {
            const __m512i a = v[i];
            const __m512i b = v[i + apart];
            v[i] = size == 8 ? _mm512_shuffle_i64x2(a, b, 0x88) : _mm512_permutex2var_epi64(a, even, b);
            v[i + apart] = size == 8 ? _mm512_shuffle_i64x2(a, b, 0xdd) : _mm512_permutex2var_epi64(a, odd, b);
        }
    }
}

/*
 * Moves a strip. The body of all sets would load 16 bytes of a row at once: where columns lie in few sets of the cache,
 * twice the columns at once mean half as many visits of each line.
 */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void wide_strip(size_t size, size_t rows, size_t cols, const uint8_t *in,
                                                       const size_t *row, uint8_t *out, const size_t *col, size_t left)
{
    const size_t registers = size < 8 ? rows / 2 : rows;
    const size_t across = 16 / size; /* elements of a lane */
    __m512i v[16];
    for (;; in += cols * size, col += cols, left -= cols) {
        PERMKERN_UNROLL
        for (size_t i = 0; i < registers; i++) {
            const uint8_t *const from = permkern_at(in, row[i]);
            if (size == 8) {
                v[i] = permkern_load_avx512(from, 64);
            } else {
                const __m256i later = permkern_load_avx2(permkern_at(in, row[i + registers]), 32);
                v[i] = _mm512_mask_broadcast_i64x4(permkern_load_avx512(from, 32), 0xf0, later);
            }
        }
        permkern_exchange_avx512(v, registers, 1, size);
        permkern_exchange_avx512(v, size < 8 ? registers : 0, 2, 2 * size);
        permkern_exchange_avx512(v, size < 4 ? registers : 0, 4, 4 * size);
        exchange_lanes(v, size == 8 ? registers : 0, 2, size);
        exchange_lanes(v, registers, registers / 2, size);
        PERMKERN_UNROLL
        for (size_t c = 0; c < cols; c++) {
            const size_t i = permkern_register_avx512(c % across, across);
            uint8_t *const to = permkern_at_out(out, col[c]);
            if (size == 1) {
                permkern_store_avx512(to, v[i], 32, c / across);
            } else {
                permkern_store_avx512(to, v[i + c / across * across], 64, 0);
            }
        }
        if (left == cols) {
            return;
        }
    }
}

/* ---- stores past the caches ---- */

/* A permkern_strip of tiles whose columns are cache lines. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void stream_strip(size_t size, size_t rows, size_t cols, const uint8_t *in,
                                                         const size_t *row, uint8_t *out, const size_t *col,
                                                         size_t left)
{
    __m512i v[16];
    for (;; in += cols * size, col += cols, left -= cols) {
        permkern_transpose_avx512(v, size, rows, cols, in, row);
        PERMKERN_UNROLL
        for (size_t c = 0; c < cols; c++) {
            permkern_stream_avx512(permkern_at_out(out, col[c]), v[permkern_register_avx512(c, cols)]);
        }
        if (left == cols) {
            return;
        }
    }
}

/* A permkern_run_move that copies whole cache lines past the caches. */
PERMKERN_TARGET_avx512 static void permkern_stream_runs_avx512(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                               size_t out_stride, size_t count, size_t bytes)
{
    for (; count != 0; count--) {
        const size_t head = (0 - (uintptr_t)out) % 64;
        const size_t end = head + (bytes - head) / 64 * 64;
        permkern_vector_copy_short(in, 0, out, 0, head != 0, head);
        for (size_t at = head; at < end; at += 64) {
            permkern_stream_avx512(out + at, permkern_load_avx512(in + at, 64));
        }
        permkern_vector_copy_short(in + end, 0, out + end, 0, bytes != end, bytes - end);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* The intrinsic has no address. */
PERMKERN_TARGET_avx512 static void permkern_fence_avx512(void)
{
    _mm_sfence();
}

/* ---- the set ---- */

/* clang-format would begin a line after each designator. */
/* clang-format off */
#define STRIPS(X) \
    PERMKERN_STRIPS8(X, avx512, 64) PERMKERN_STRIPS16(X, avx512, 32) PERMKERN_STRIPS32(X, avx512, 16) \
    PERMKERN_STRIPS64(X, avx512, 8)
#define WIDE_STRIPS(X) X(avx512, 8, 32, 32) X(avx512, 16, 32, 16) X(avx512, 32, 16, 8) X(avx512, 64, 8, 8)
#define REVERSALS(X) X(avx512, 1) X(avx512, 2) X(avx512, 4) X(avx512, 6) X(avx512, 8) X(avx512, 12) X(avx512, 24)
#define WIDE_FUNCTION(set, bits, rows, cols) \
    PERMKERN_STRIP_BY(wide_strip, set, x##bits##_##rows##x##cols, bits, rows, cols)
STRIPS(PERMKERN_STRIP_FUNCTION)
WIDE_STRIPS(WIDE_FUNCTION)
REVERSALS(PERMKERN_REVERSAL_FUNCTION)
PERMKERN_STRIP_BY(stream_strip, avx512, x8_stream, 8, 64, 16)
PERMKERN_STRIP_BY(stream_strip, avx512, x16_stream, 16, 32, 8)
PERMKERN_STRIP_BY(stream_strip, avx512, x32_stream, 32, 16, 4)
PERMKERN_STRIP_BY(stream_strip, avx512, x64_stream, 64, 8, 2)

const permkern_vector_set permkern_avx512 = {
    .narrower = &permkern_avx2,
    .bytes = sizeof(permkern_vec_avx512),
    .copy = permkern_copy_avx512,
    .most_rows = {6, 5, 4, 3}, .wide_rows = {5, 5, 4, 3}, .wide_cols = {5, 4, 3, 3},
    .least_rows = 3, .least_cols = 3, .pixels = {2, 2, 2, 2},
    .channels = {PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3},
    .small = {permkern_small8, permkern_small16_avx512, permkern_small32_avx512},
    .stream = {permkern_x8_stream_avx512, permkern_x16_stream_avx512, permkern_x32_stream_avx512,
               permkern_x64_stream_avx512},
    .stream_run = permkern_stream_runs_avx512,
    .fence = permkern_fence_avx512,
    STRIPS(PERMKERN_STRIP_ENTRY)
    WIDE_STRIPS(PERMKERN_STRIP_ENTRY)
    REVERSALS(PERMKERN_REVERSAL_ENTRY)
};
/* clang-format on */
#endif
