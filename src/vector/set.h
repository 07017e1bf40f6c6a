/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Macros for a host set: its functions, which call the shared bodies in this folder, and its table entries. A set lists
 * strips, channels and reversals once, as macros with a parameter X. X is a macro here that makes a function or an
 * entry. Not installed.
 */
#ifndef PERMKERN_SET_H
#define PERMKERN_SET_H

#include "move/permkern_way.h"
#include "vector/orders.h"
#include "vector/permkern_vector_set.h"

#define PERMKERN_LOG2(n) ((n) < 2 ? 0 : (n) < 4 ? 1 : (n) < 8 ? 2 : (n) < 16 ? 3 : (n) < 32 ? 4 : (n) < 64 ? 5 : 6)

/* Both permkern_strip functions (regular, by offsets) for `rows` rows in tiles of `cols` columns. Inlines `mover`. */
#define PERMKERN_STRIP_OF(mover, set, name, bits, rows, cols, regular)                                                 \
    PERMKERN_TARGET_##set static void permkern_##name##_##set(const uint8_t *in, const size_t *row, uint8_t *out,      \
                                                              const size_t *col, size_t left)                          \
    {                                                                                                                  \
        mover((bits) / 8, rows, cols, regular, in, row, out, col, left);                                               \
    }
#define PERMKERN_STRIP_BY(mover, set, name, bits, rows, cols)                                                          \
    PERMKERN_STRIP_OF(mover, set, name, bits, rows, cols, true)                                                        \
    PERMKERN_STRIP_OF(mover, set, name##_places, bits, rows, cols, false)
#define PERMKERN_STRIP_FUNCTION(set, bits, rows, cols)                                                                 \
    PERMKERN_STRIP_BY(permkern_move_strip_##set, set, x##bits##_##rows##x##cols, bits, rows, cols)
#define PERMKERN_STRIP_ENTRY(set, bits, rows, cols)                                                                    \
    .strip[PERMKERN_LOG2((bits) / 8)][PERMKERN_LOG2(rows) - 1][PERMKERN_LOG2(cols) - 1] = {                            \
        permkern_x##bits##_##rows##x##cols##_##set, permkern_x##bits##_##rows##x##cols##_places_##set},

/* Strips of `rows` rows by every number of tile columns, for one element width; PERMKERN_ALL_STRIPS: for all widths. */
#define PERMKERN_STRIPS64(X, set, rows) X(set, 64, rows, 2)
#define PERMKERN_STRIPS32(X, set, rows) X(set, 32, rows, 2) X(set, 32, rows, 4)
#define PERMKERN_STRIPS16(X, set, rows) X(set, 16, rows, 2) X(set, 16, rows, 4) X(set, 16, rows, 8)
#define PERMKERN_STRIPS8(X, set, rows) X(set, 8, rows, 2) X(set, 8, rows, 4) X(set, 8, rows, 8) X(set, 8, rows, 16)
#define PERMKERN_ALL_STRIPS(X, set, rows)                                                                              \
    PERMKERN_STRIPS8(X, set, rows)                                                                                     \
    PERMKERN_STRIPS16(X, set, rows) PERMKERN_STRIPS32(X, set, rows) PERMKERN_STRIPS64(X, set, rows)

/* Strips by streaming stores, of one cache line in each column or of a pair of lines; then the entries of a set. */
#define PERMKERN_STREAM_FUNCTION(set, name, bits, rows, cols)                                                          \
    PERMKERN_STRIP_BY(permkern_stream_strip_##set, set, x##bits##_##name, bits, rows, cols)
#define PERMKERN_STREAM_FUNCTIONS(set)                                                                                 \
    PERMKERN_STREAM_FUNCTION(set, stream, 8, 64, 16)                                                                   \
    PERMKERN_STREAM_FUNCTION(set, stream, 16, 32, 8)                                                                   \
    PERMKERN_STREAM_FUNCTION(set, stream, 32, 16, 4) PERMKERN_STREAM_FUNCTION(set, stream, 64, 8, 2)
#define PERMKERN_STREAMED(set, name, bits)                                                                             \
    {                                                                                                                  \
        permkern_x##bits##_##name##_##set, permkern_x##bits##_##name##_places_##set                                    \
    }
#define PERMKERN_STREAM_ENTRIES(set)                                                                                   \
    .stream = {PERMKERN_STREAMED(set, stream, 8), PERMKERN_STREAMED(set, stream, 16),                                  \
               PERMKERN_STREAMED(set, stream, 32), PERMKERN_STREAMED(set, stream, 64)},                                \
    .stream_run = permkern_stream_runs_##set, .fence = permkern_fence_##set,

/* The permkern_run_move that reverses units of `unit` bytes. */
#define PERMKERN_REVERSAL_FUNCTION(set, unit)                                                                          \
    PERMKERN_TARGET_##set static void reverse##unit##_##set(const uint8_t *in, size_t in_stride, uint8_t *out,         \
                                                            size_t out_stride, size_t lines, size_t count)             \
    {                                                                                                                  \
        permkern_reverse_lines_##set(in, in_stride, out, out_stride, lines, count, unit);                              \
    }
#define PERMKERN_REVERSAL_ENTRY(set, unit) .reverse[unit] = reverse##unit##_##set,

/* Reversals for elements, and for pixels of three elements up to 32 bits. */
#define PERMKERN_REVERSALS(X, set) X(set, 1) X(set, 2) X(set, 3) X(set, 4) X(set, 6) X(set, 8) X(set, 12)

/* A permkern_channel_move by the body `verb`, split or join; then all four for one number of channels. */
#define PERMKERN_CHANNEL_MOVE(set, verb, name, bits, channels, back)                                                   \
    PERMKERN_TARGET_##set static void x##bits##_##name##_##set(const uint8_t *in, uint8_t *out, size_t stride,         \
                                                               size_t count)                                           \
    {                                                                                                                  \
        permkern_##verb##_##set(in, out, stride, count, PERMKERN_LOG2((bits) / 8), channels, back);                    \
    }
#define PERMKERN_CHANNEL_FUNCTION(set, bits, channels)                                                                 \
    PERMKERN_CHANNEL_MOVE(set, split, split##channels, bits, channels, false)                                          \
    PERMKERN_CHANNEL_MOVE(set, split, split##channels##_back, bits, channels, true)                                    \
    PERMKERN_CHANNEL_MOVE(set, join, join##channels, bits, channels, false)                                            \
    PERMKERN_CHANNEL_MOVE(set, join, join##channels##_back, bits, channels, true)
#define PERMKERN_CHANNEL_ENTRY(set, bits, channels)                                                                    \
    .split[PERMKERN_LOG2((bits) / 8)][0][(channels)-2] = x##bits##_split##channels##_##set,                            \
                                  .split[PERMKERN_LOG2((bits) / 8)][1][(channels)-2] =                                 \
                                      x##bits##_split##channels##_back_##set,                                          \
                                  .join[PERMKERN_LOG2((bits) / 8)][0][(channels)-2] =                                  \
                                      x##bits##_join##channels##_##set,                                                \
                                  .join[PERMKERN_LOG2((bits) / 8)][1][(channels)-2] =                                  \
                                      x##bits##_join##channels##_back_##set,

/* Three channels at every width; then 2, 4 and 8 channels in pixels up to 16 bytes. */
#define PERMKERN_PIXELS(X, set) X(set, 8, 3) X(set, 16, 3) X(set, 32, 3) X(set, 64, 3)

#define PERMKERN_MORE_PIXELS(X, set)                                                                                   \
    X(set, 8, 2)                                                                                                       \
    X(set, 8, 4) X(set, 8, 8) X(set, 16, 2) X(set, 16, 4) X(set, 16, 8) X(set, 32, 2) X(set, 32, 4) X(set, 64, 2)

#define PERMKERN_PIXEL_CHANNELS                                                                                        \
    {                                                                                                                  \
        PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4 | PERMKERN_CHANNELS_8,                         \
            PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4 | PERMKERN_CHANNELS_8,                     \
            PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 \
    }

/* Defines a set from its macros STRIPS, CHANNELS and REVERSALS. The other arguments are more table entries. */
#define PERMKERN_DEFINE_SET(set, ...)                                                                                  \
    STRIPS(PERMKERN_STRIP_FUNCTION)                                                                                    \
    CHANNELS(PERMKERN_CHANNEL_FUNCTION)                                                                                \
    REVERSALS(PERMKERN_REVERSAL_FUNCTION)                                                                              \
    const permkern_vector_set permkern_##set = {.bytes = sizeof(permkern_vec_##set),                                   \
                                                .copy = permkern_copy_##set,                                           \
                                                STRIPS(PERMKERN_STRIP_ENTRY) CHANNELS(PERMKERN_CHANNEL_ENTRY)          \
                                                    REVERSALS(PERMKERN_REVERSAL_ENTRY) __VA_ARGS__};

#endif /* PERMKERN_SET_H */
