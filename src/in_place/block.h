/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Transposes squares of BITS-bit blocks in place, tile by tile. A tile has four by four 8-bit blocks, or two by two
 * wider blocks; its words are its rows. Included once per width, which is part of function names.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#if BITS == 8
#define ROWS 4U
#else
#define ROWS 2U
#endif
#define LOAD PERMKERN_JOIN(permkern_load, BITS, )
#define STORE PERMKERN_JOIN(permkern_store, BITS, )
#define UINT PERMKERN_JOIN(uint, BITS, _t)

/* Exchanges two aligned blocks. */
PERMKERN_INLINE void NAME(exchange)(uint8_t *a, uint8_t *b)
{
    const UINT kept = LOAD(a);
    STORE(a, LOAD(b));
    STORE(b, kept);
}

/* Load and store a block at any address. Its first byte is the lowest. */
PERMKERN_INLINE UINT NAME(gather)(const uint8_t *p)
{
#if PERMKERN_WORD_TILES && PERMKERN_UNALIGNED
    return LOAD(p);
#else
    UINT value = 0;
    PERMKERN_UNROLL
    for (unsigned k = 0; k < SIZE; k++) {
        value = (UINT)(value | (UINT)p[k] << 8 * k);
    }
    return value;
#endif
}

PERMKERN_INLINE void NAME(scatter)(uint8_t *p, UINT value)
{
#if PERMKERN_WORD_TILES && PERMKERN_UNALIGNED
    STORE(p, value);
#else
    PERMKERN_UNROLL
    for (unsigned k = 0; k < SIZE; k++) {
        p[k] = (uint8_t)(value >> 8 * k);
    }
#endif
}

#if BITS < 64
/* Loads a tile and transposes it. stride: bytes from row to row. */
PERMKERN_INLINE void NAME(load_tile)(uint32_t *row, const uint8_t *p, size_t stride)
{
#if BITS == 32
    row[0] = permkern_load32(p);
    row[2] = permkern_load32(p + 4);
    row[1] = permkern_load32(p + stride);
    row[3] = permkern_load32(p + stride + 4);
#else
    size_t at = 0;
    PERMKERN_UNROLL
    for (unsigned k = 0; k < ROWS; k++) {
        row[k] = permkern_load32(p + at);
        at += stride;
    }
#if BITS == 8
    permkern_turn_tile8(&row[0], &row[1], &row[2], &row[3]);
#else
    permkern_swap16(&row[0], &row[1]);
#endif
#endif
}

PERMKERN_INLINE void NAME(store_tile)(uint8_t *p, const uint32_t *row, size_t stride)
{
#if BITS == 32
    permkern_store32(p, row[0]);
    permkern_store32(p + 4, row[1]);
    permkern_store32(p + stride, row[2]);
    permkern_store32(p + stride + 4, row[3]);
#else
    size_t at = 0;
    PERMKERN_UNROLL
    for (unsigned k = 0; k < ROWS; k++) {
        permkern_store32(p + at, row[k]);
        at += stride;
    }
#endif
}
#endif

/* Exchanges the blocks below the diagonal with the blocks above it, for rows `first` to count - 1. */
PERMKERN_INLINE void NAME(square_rows)(uint8_t *data, size_t stride, size_t first, size_t count)
{
    const uint8_t *diagonal = data + permkern_times(first, stride + SIZE);
    uint8_t *row = data + permkern_times(first, stride);
    uint8_t *column = data + permkern_times(first, SIZE);
    for (size_t left = count - first; left != 0; left--) {
        uint8_t *down = column;
        for (uint8_t *along = row; along != diagonal; along += SIZE) {
            permkern_own_loop();
            NAME(exchange)(down, along);
            down += stride;
        }
        row += stride;
        column += SIZE;
        diagonal += stride + SIZE;
    }
}

/* Transposes count x count aligned blocks. */
PERMKERN_INLINE void NAME(square)(uint8_t *data, size_t stride, size_t count)
{
    size_t first = 0;
#if PERMKERN_VECTOR
    if (permkern_vector_square(data, stride, count, BITS / 16 - BITS / 64)) {
        return;
    }
#endif
#if (BITS < 32 && PERMKERN_WORD_TILES) || (BITS == 32 && PERMKERN_STRIPS && PERMKERN_FAST)
    if (BITS == 32 || permkern_words_fit(data, stride, data, stride)) {
        uint8_t *diagonal = data;
        first = count - count % ROWS;
        for (size_t left = count / ROWS; left != 0; left--) {
            uint32_t above[4];
            uint32_t below[4];
            uint8_t *along = diagonal;
            uint8_t *down = diagonal;
            NAME(load_tile)(above, diagonal, stride);
            NAME(store_tile)(diagonal, above, stride);
            for (size_t rest = left - 1; rest != 0; rest--) {
                along += ROWS * SIZE;
                down += ROWS * stride;
                NAME(load_tile)(above, along, stride);
                NAME(load_tile)(below, down, stride);
                NAME(store_tile)(along, below, stride);
                NAME(store_tile)(down, above, stride);
            }
            diagonal += ROWS * (stride + SIZE);
        }
    }
#endif
    NAME(square_rows)(data, stride, first, count);
}

#undef NAME
#undef SIZE
#undef ROWS
#undef LOAD
#undef STORE
#undef UINT
