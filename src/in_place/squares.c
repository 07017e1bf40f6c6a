/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Squares, transposed where they lie: elements change places with those across the diagonal, of 8 and 16 bits in tiles
 * that are transposed in registers. For permkern_run_in_place and for pinned kernels that permute in place.
 */
#include "in_place/permkern_in_place.h"

/* True if tiles may be loaded as words, from here on and any multiple of `stride` further. */
static bool tiles_fit(const uint8_t *data, size_t stride)
{
    return PERMKERN_WORD_TILES && permkern_words_fit(data, stride, data, stride);
}

/* Exchanges elements `first` to count - 1 of each row and column with those before them. */
PERMKERN_INLINE void exchange_lines(uint8_t *data, unsigned shift, size_t stride, size_t first, size_t count)
{
    size_t row = permkern_times(first, stride);
    for (size_t number = first; number < count; number++) {
        size_t down = number << shift;
        size_t along = row;
        for (size_t k = number; k != 0; k--) {
            permkern_own_loop();
            permkern_exchange_blocks(data + down, data + along, shift);
            down += stride;
            along += (size_t)1 << shift;
        }
        row += stride;
    }
}

/* A tile as words, a row each, transposed: 4 x 4 elements of 8 bits (shift 0), 2 x 2 of 16. */
PERMKERN_INLINE void load_tile(uint32_t row[4], const uint8_t *p, size_t stride, unsigned shift)
{
    row[0] = permkern_load32(p);
    row[1] = permkern_load32(p + stride);
    if (shift == 0) {
        row[2] = permkern_load32(p + 2 * stride);
        row[3] = permkern_load32(p + 3 * stride);
        permkern_turn_tile8(&row[0], &row[1], &row[2], &row[3]);
    } else {
        permkern_turn_tile16(&row[0], &row[1]);
    }
}

PERMKERN_INLINE void store_tile(uint8_t *p, size_t stride, const uint32_t row[4], unsigned shift)
{
    permkern_store32(p, row[0]);
    permkern_store32(p + stride, row[1]);
    if (shift == 0) {
        permkern_store32(p + 2 * stride, row[2]);
        permkern_store32(p + 3 * stride, row[3]);
    }
}

/* A square of elements of 8 or 16 bits. Inlined for each. */
PERMKERN_INLINE void move_square(uint8_t *data, size_t stride, size_t count, unsigned shift)
{
    const size_t side = (size_t)4 >> shift; /* of a tile */
    const size_t tiles = tiles_fit(data, stride) ? count / side : 0;
    size_t diagonal = 0;
    for (size_t k = 0; k < tiles; k++) {
        uint32_t above[4];
        uint32_t below[4];
        size_t along = diagonal;
        size_t down = diagonal;
        load_tile(above, data + diagonal, stride, shift);
        store_tile(data + diagonal, stride, above, shift);
        for (size_t rest = tiles - k - 1; rest != 0; rest--) {
            along += 4;
            down += side * stride;
            load_tile(above, data + along, stride, shift);
            load_tile(below, data + down, stride, shift);
            store_tile(data + along, stride, below, shift);
            store_tile(data + down, stride, above, shift);
        }
        diagonal += side * stride + 4;
    }
    exchange_lines(data, shift, stride, side * tiles, count);
}

void permkern_square8(uint8_t *data, size_t stride, size_t count)
{
    move_square(data, stride, count, 0);
}

void permkern_square16(uint8_t *data, size_t stride, size_t count)
{
    move_square(data, stride, count, 1);
}

void permkern_square32(uint8_t *data, size_t stride, size_t count)
{
    exchange_lines(data, 2, stride, 1, count);
}

void permkern_square64(uint8_t *data, size_t stride, size_t count)
{
    exchange_lines(data, 3, stride, 1, count);
}

void permkern_square_runs(uint8_t *data, size_t stride, size_t count, size_t bytes)
{
    size_t row = stride;
    for (size_t number = 1; number < count; number++) {
        size_t down = permkern_times(number, bytes);
        size_t along = row;
        for (size_t k = number; k != 0; k--) {
            permkern_exchange(data + down, data + along, bytes);
            down += stride;
            along += bytes;
        }
        row += stride;
    }
}

void permkern_exchange(uint8_t *a, uint8_t *b, size_t bytes)
{
    size_t at = 0;
    if (PERMKERN_UNALIGNED || (((uintptr_t)a | (uintptr_t)b) & 3U) == 0) {
        for (; bytes - at >= 4; at += 4) {
            permkern_own_loop();
            permkern_exchange_blocks(a + at, b + at, 2);
        }
    }
    for (; at < bytes; at++) {
        permkern_own_loop();
        permkern_exchange_blocks(a + at, b + at, 0);
    }
}
