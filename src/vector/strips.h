/* SPDX-License-Identifier: BSD-3-Clause */
/* The strips of a host's instruction set by their rows, and their entries in its table. Not installed. */
#ifndef PERMKERN_STRIPS_H
#define PERMKERN_STRIPS_H

/* A permkern_strip, by a function that is inlined. */
#define PERMKERN_STRIP_OF(set, name, mover, size, rows, cols)                                                          \
    PERMKERN_TARGET_##set static void permkern_##name##_##set(const uint8_t *in, const size_t *row, uint8_t *out,      \
                                                              const size_t *col, size_t left)                          \
    {                                                                                                                  \
        mover(size, rows, cols, in, row, out, col, left);                                                              \
    }
#define PERMKERN_TILES(set, bits, rows, cols)                                                                          \
    PERMKERN_STRIP_OF(set, x##bits##_##rows##x##cols, permkern_move_strip_##set, bits / 8, rows, cols)

/* Strips of so many rows, in tiles of all numbers of columns. */
#define PERMKERN_STRIPS64(set, rows) PERMKERN_TILES(set, 64, rows, 2)
#define PERMKERN_STRIPS32(set, rows) PERMKERN_TILES(set, 32, rows, 2) PERMKERN_TILES(set, 32, rows, 4)
#define PERMKERN_STRIPS16(set, rows)                                                                                   \
    PERMKERN_TILES(set, 16, rows, 2) PERMKERN_TILES(set, 16, rows, 4) PERMKERN_TILES(set, 16, rows, 8)
#define PERMKERN_STRIPS8(set, rows)                                                                                    \
    PERMKERN_TILES(set, 8, rows, 2)                                                                                    \
    PERMKERN_TILES(set, 8, rows, 4) PERMKERN_TILES(set, 8, rows, 8) PERMKERN_TILES(set, 8, rows, 16)

/* The same as an initialiser, by log2 of the columns. */
#define PERMKERN_ROW64(set, rows) permkern_x64_##rows##x2_##set
#define PERMKERN_ROW32(set, rows) permkern_x32_##rows##x2_##set, permkern_x32_##rows##x4_##set
#define PERMKERN_ROW16(set, rows)                                                                                      \
    permkern_x16_##rows##x2_##set, permkern_x16_##rows##x4_##set, permkern_x16_##rows##x8_##set
#define PERMKERN_ROW8(set, rows)                                                                                       \
    permkern_x8_##rows##x2_##set, permkern_x8_##rows##x4_##set, permkern_x8_##rows##x8_##set,                          \
        permkern_x8_##rows##x16_##set

#endif /* PERMKERN_STRIPS_H */
