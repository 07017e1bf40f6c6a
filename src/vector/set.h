/* SPDX-License-Identifier: BSD-3-Clause */
/* A host set's functions that call the bodies of this folder, and entries of its table. Not installed. */
#ifndef PERMKERN_SET_H
#define PERMKERN_SET_H

/* A permkern_strip, by a function that is inlined. */
#define PERMKERN_STRIP_OF(set, name, mover, size, rows, cols)                                                          \
    PERMKERN_TARGET_##set static void permkern_##name##_##set(const uint8_t *in, const size_t *row, uint8_t *out,      \
                                                              const size_t *col, size_t left)                          \
    {                                                                                                                  \
        mover(size, rows, cols, in, row, out, col, left);                                                              \
    }
#define PERMKERN_TILES(set, bits, rows, cols)                                                                          \
    PERMKERN_STRIP_OF(set, x##bits##_##rows##x##cols, permkern_move_strip_##set, (bits) / 8, rows, cols)

/* Strips of so many rows, in tiles of all numbers of columns. */
#define PERMKERN_STRIPS64(set, rows) PERMKERN_TILES(set, 64, rows, 2)
#define PERMKERN_STRIPS32(set, rows) PERMKERN_TILES(set, 32, rows, 2) PERMKERN_TILES(set, 32, rows, 4)
#define PERMKERN_STRIPS16(set, rows)                                                                                   \
    PERMKERN_TILES(set, 16, rows, 2) PERMKERN_TILES(set, 16, rows, 4) PERMKERN_TILES(set, 16, rows, 8)
#define PERMKERN_STRIPS8(set, rows)                                                                                    \
    PERMKERN_TILES(set, 8, rows, 2)                                                                                    \
    PERMKERN_TILES(set, 8, rows, 4) PERMKERN_TILES(set, 8, rows, 8) PERMKERN_TILES(set, 8, rows, 16)

/* The same at every width. */
#define PERMKERN_ALL_STRIPS(set, rows)                                                                                 \
    PERMKERN_STRIPS8(set, rows)                                                                                        \
    PERMKERN_STRIPS16(set, rows) PERMKERN_STRIPS32(set, rows) PERMKERN_STRIPS64(set, rows)

/* Strips of so many rows as an initialiser, by log2 of the columns. */
#define PERMKERN_ROW64(set, rows) permkern_x64_##rows##x2_##set
#define PERMKERN_ROW32(set, rows) permkern_x32_##rows##x2_##set, permkern_x32_##rows##x4_##set
#define PERMKERN_ROW16(set, rows)                                                                                      \
    permkern_x16_##rows##x2_##set, permkern_x16_##rows##x4_##set, permkern_x16_##rows##x8_##set
#define PERMKERN_ROW8(set, rows)                                                                                       \
    permkern_x8_##rows##x2_##set, permkern_x8_##rows##x4_##set, permkern_x8_##rows##x8_##set,                          \
        permkern_x8_##rows##x16_##set

/* Those of 2, 4, 8 and 16 rows. */
#define PERMKERN_STRIP_TABLE(set, bits)                                                                                \
    {PERMKERN_ROW##bits(set, 2)}, {PERMKERN_ROW##bits(set, 4)}, {PERMKERN_ROW##bits(set, 8)},                          \
    {                                                                                                                  \
        PERMKERN_ROW##bits(set, 16)                                                                                    \
    }

/* The permkern_reversal of a set for units of so many bytes. */
#define PERMKERN_REVERSE(set, unit)                                                                                    \
    PERMKERN_TARGET_##set static void reverse##unit##_##set(const uint8_t *in, size_t in_stride, uint8_t *out,         \
                                                            size_t out_stride, size_t lines, size_t count)             \
    {                                                                                                                  \
        permkern_reverse_lines_##set(in, in_stride, out, out_stride, lines, count, unit);                              \
    }

/* Those for elements, and for three elements of up to 32 bits. Then the same as an initialiser. */
#define PERMKERN_REVERSALS(set)                                                                                        \
    PERMKERN_REVERSE(set, 1)                                                                                           \
    PERMKERN_REVERSE(set, 2)                                                                                           \
    PERMKERN_REVERSE(set, 3)                                                                                           \
    PERMKERN_REVERSE(set, 4) PERMKERN_REVERSE(set, 6) PERMKERN_REVERSE(set, 8) PERMKERN_REVERSE(set, 12)
#define PERMKERN_REVERSAL_TABLE(set)                                                                                   \
    [1] = reverse1_##set, [2] = reverse2_##set, [3] = reverse3_##set, [4] = reverse4_##set, [6] = reverse6_##set,      \
    [8] = reverse8_##set, [12] = reverse12_##set

/* log2 of the bytes of an element of 8 to 64 bits. */
#define PERMKERN_LOG2_BYTES(bits) ((bits) == 8 ? 0 : (bits) == 16 ? 1 : (bits) == 32 ? 2 : 3)

/* A permkern_channel_move by the body `verb`, and all those of a set for so many channels. */
#define PERMKERN_CHANNEL_MOVE(set, verb, name, bits, channels, back)                                                   \
    PERMKERN_TARGET_##set static void x##bits##_##name##_##set(const uint8_t *in, uint8_t *out, size_t stride,         \
                                                               size_t count)                                           \
    {                                                                                                                  \
        permkern_##verb##_##set(in, out, stride, count, PERMKERN_LOG2_BYTES(bits), channels, back);                    \
    }
#define PERMKERN_CHANNELS(set, bits, channels)                                                                         \
    PERMKERN_CHANNEL_MOVE(set, split, split##channels, bits, channels, false)                                          \
    PERMKERN_CHANNEL_MOVE(set, split, split##channels##_back, bits, channels, true)                                    \
    PERMKERN_CHANNEL_MOVE(set, join, join##channels, bits, channels, false)                                            \
    PERMKERN_CHANNEL_MOVE(set, join, join##channels##_back, bits, channels, true)

/* All those of a set for three channels. */
#define PERMKERN_PIXELS(set)                                                                                           \
    PERMKERN_CHANNELS(set, 8, 3)                                                                                       \
    PERMKERN_CHANNELS(set, 16, 3) PERMKERN_CHANNELS(set, 32, 3) PERMKERN_CHANNELS(set, 64, 3)

/* Members of a permkern_vector_width for three channels, and for two to four. */
#define PERMKERN_THREE(set, bits)                                                                                      \
    .split = {{[1] = x##bits##_split3_##set}, {[1] = x##bits##_split3_back_##set}},                                    \
    .join = {{[1] = x##bits##_join3_##set}, {[1] = x##bits##_join3_back_##set}}
#define PERMKERN_TWO_TO_FOUR(set, bits)                                                                                \
    .split = {{x##bits##_split2_##set, x##bits##_split3_##set, x##bits##_split4_##set},                                \
              {x##bits##_split2_back_##set, x##bits##_split3_back_##set, x##bits##_split4_back_##set}},                \
    .join = {{x##bits##_join2_##set, x##bits##_join3_##set, x##bits##_join4_##set},                                    \
             {x##bits##_join2_back_##set, x##bits##_join3_back_##set, x##bits##_join4_back_##set}}

/* The dispatcher's kernels: they do not get the set that they belong to. */
#define PERMKERN_KERNELS(set)                                                                                          \
    void permkern_tile_##set(const permkern_axis *axis, unsigned form, const void *in, void *out)                      \
    {                                                                                                                  \
        permkern_vector_tile(&permkern_##set, axis, form, in, out);                                                    \
    }                                                                                                                  \
    void permkern_runs_##set(const permkern_axis *axis, unsigned form, const void *in, void *out)                      \
    {                                                                                                                  \
        permkern_vector_runs(&permkern_##set, axis, form, in, out);                                                    \
    }

#endif /* PERMKERN_SET_H */
