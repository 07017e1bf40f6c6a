/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Transposes squares of BITS-bit blocks in place, tile by tile. A tile has four by four 8-bit blocks, or two by two
 * wider blocks; its words are its rows. Included once per width, which is part of function names.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#if BITS == 8
#define ROWS 4
#else
#define ROWS 2
#endif
#define LOAD PERMKERN_JOIN(permkern_load, BITS, )
#define STORE PERMKERN_JOIN(permkern_store, BITS, )
#define UINT PERMKERN_JOIN(uint, BITS, _t)

/* Exchanges two blocks, which are aligned for their size. */
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
/* Load a tile and transpose it; store a tile. stride: bytes from row to row. */
PERMKERN_INLINE void NAME(load_tile)(uint32_t *row, const uint8_t *p, size_t stride)
{
#if BITS == 32
    row[0] = permkern_load32(p);
    row[2] = permkern_load32(p + 4);
    row[1] = permkern_load32(p + stride);
    row[3] = permkern_load32(p + stride + 4);
#else
    PERMKERN_UNROLL
    for (size_t k = 0; k < ROWS; k++) {
        row[k] = permkern_load32(p + k * stride);
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
    PERMKERN_UNROLL
    for (size_t k = 0; k < ROWS; k++) {
        permkern_store32(p + k * stride, row[k]);
    }
#endif
}
#endif

/* Transposes count x count aligned blocks. stride: bytes from row to row. */
PERMKERN_INLINE void NAME(square)(uint8_t *data, size_t stride, size_t count)
{
    size_t first = 0;  /* the rows and columns before it have been exchanged */
    size_t row = 0;    /* offset of row `first` */
    size_t column = 0; /* offset of column `first` */
#if PERMKERN_VECTOR
    if (permkern_vector_square(data, stride, count, BITS / 16 - BITS / 64)) {
        return;
    }
#endif
#if (BITS < 32 && PERMKERN_WORD_TILES) || (BITS == 32 && PERMKERN_STRIPS && PERMKERN_FAST)
    const bool words = BITS == 32 || permkern_words_fit(data, stride, data, stride);
    for (; words && count - first >= ROWS; first += ROWS) {
        uint32_t above[4];
        uint32_t below[4];
        uint8_t *along = data + row + column;
        uint8_t *down = along;
        NAME(load_tile)(above, along, stride);
        NAME(store_tile)(along, above, stride);
        for (size_t left = (count - first) / ROWS - 1; left != 0; left--) {
            along += ROWS * SIZE;
            down += ROWS * stride;
            NAME(load_tile)(above, along, stride);
            NAME(load_tile)(below, down, stride);
            NAME(store_tile)(along, below, stride);
            NAME(store_tile)(down, above, stride);
        }
        row += ROWS * stride;
        column += ROWS * SIZE;
    }
#endif
    for (; first < count; first++) { /* the blocks left of the diagonal */
        for (size_t k = 0, down = column; k != column; k += SIZE) {
            permkern_own_loop();
            NAME(exchange)(data + down, data + row + k);
            down += stride;
        }
        row += stride;
        column += SIZE;
    }
}

#undef NAME
#undef SIZE
#undef ROWS
#undef LOAD
#undef STORE
#undef UINT
