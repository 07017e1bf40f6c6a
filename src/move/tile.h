/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of BITS-bit elements in registers, tile strips, and all whole tiles of a plane. Included once per width, which
 * is part of function names. move/line.h explains flip.
 *
 * A tile has four rows and four columns. Each row is loaded as words with four 8-bit or two 16-bit elements. Lanes are
 * exchanged between words, stage by stage; then the words are stored as columns. 32-bit and 64-bit elements move one by
 * one.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#define LANES (32U / BITS)
#define LOAD PERMKERN_JOIN(permkern_load, BITS, )
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* ---- tiles ---- */

#if BITS == 16
/* Moves two rows by two columns, each with its own address. */
PERMKERN_INLINE void NAME(quarter_tile)(const uint8_t *in0, const uint8_t *in1, uint8_t *out0, uint8_t *out1,
                                        FLIP_TYPE flip)
{
#if PERMKERN_WORD_TILES
    const uint32_t a = permkern_load32(in0) ^ flip;
    const uint32_t b = permkern_load32(in1) ^ flip;
    permkern_store_exchanged(out0, out1, a, b);
#else
    NAME(each)(4, in0, in0 + SIZE, in1, in1 + SIZE, out0, out1, out0 + SIZE, out1 + SIZE, flip);
#endif
}

PERMKERN_INLINE void NAME(tile2x2)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                   FLIP_TYPE flip)
{
    NAME(quarter_tile)(in, in + row_stride, out, out + col_stride, flip);
}

/* Moves four rows by two columns. */
PERMKERN_INLINE void NAME(tile4x2)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                   FLIP_TYPE flip)
{
#if PERMKERN_PARTIAL_STORES || !PERMKERN_WORD_TILES
    NAME(tile2x2)(in, row_stride, out, col_stride, flip);
    NAME(tile2x2)(in + 2 * row_stride, row_stride, out + 2 * SIZE, col_stride, flip);
#else
    const uint32_t a = permkern_load32(in) ^ flip;
    const uint32_t b = permkern_load32(in + row_stride) ^ flip;
    const uint32_t c = permkern_load32(in + 2 * row_stride) ^ flip;
    const uint32_t d = permkern_load32(in + 3 * row_stride) ^ flip;
    permkern_store_exchanged(out, out + col_stride, a, b);
    permkern_store_exchanged(out + 4, out + col_stride + 4, c, d);
#endif
}

/* tile4x2 with an address for each row and column. push: advances the column addresses. */
PERMKERN_INLINE void NAME(half_tile)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     uint8_t **out0, uint8_t **out1, bool push, FLIP_TYPE flip)
{
#if PERMKERN_PARTIAL_STORES || !PERMKERN_WORD_TILES
    NAME(quarter_tile)(in0, in1, *out0, *out1, flip);
    NAME(quarter_tile)(in2, in3, *out0 + 4, *out1 + 4, flip);
    *out0 += push ? 8 : 0;
    *out1 += push ? 8 : 0;
#else
    uint32_t a = permkern_load32(in0) ^ flip;
    uint32_t b = permkern_load32(in1) ^ flip;
    uint32_t c = permkern_load32(in2) ^ flip;
    uint32_t d = permkern_load32(in3) ^ flip;
    if (push) {
        permkern_swap16(&a, &b);
        permkern_swap16(&c, &d);
        permkern_push32(out0, a);
        permkern_push32(out0, c);
        permkern_push32(out1, b);
        permkern_push32(out1, d);
    } else {
        permkern_store_exchanged(*out0, *out1, a, b);
        permkern_store_exchanged(*out0 + 4, *out1 + 4, c, d);
    }
#endif
}
#else
/* Moves four elements of a row to four columns. */
PERMKERN_INLINE void NAME(move_row)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                    FLIP_TYPE flip)
{
    NAME(each)(4, in, in + SIZE, in + 2 * SIZE, in + 3 * SIZE, out0, out1, out2, out3, flip);
}

PERMKERN_INLINE void NAME(tile1x4)(const uint8_t *in, uint8_t *out, ptrdiff_t col_stride, FLIP_TYPE flip)
{
    NAME(move_row)(in, out, out + col_stride, out + 2 * col_stride, out + 3 * col_stride, flip);
}

/* Moves a tile, each row and column of which has its own address. */
PERMKERN_INLINE void NAME(move_tile)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3, FLIP_TYPE flip)
{
#if BITS == 8 && PERMKERN_WORD_TILES && PERMKERN_PARTIAL_STORES
    uint32_t c = permkern_load32(in2) ^ flip;
    uint32_t d = permkern_load32(in3) ^ flip;
    permkern_swap8(&c, &d);
    permkern_store_upper(out0, out2, c);
    permkern_store_upper(out1, out3, d);
    uint32_t a = permkern_load32(in0) ^ flip;
    uint32_t b = permkern_load32(in1) ^ flip;
    permkern_swap8(&a, &b);
    permkern_store_lower(out0, out2, a);
    permkern_store_lower(out1, out3, b);
#elif BITS == 8 && PERMKERN_WORD_TILES
    uint32_t a = permkern_load32(in0) ^ flip;
    uint32_t b = permkern_load32(in1) ^ flip;
    uint32_t c = permkern_load32(in2) ^ flip;
    uint32_t d = permkern_load32(in3) ^ flip;
    permkern_turn_tile8(&a, &b, &c, &d);
    permkern_store32(out0, a);
    permkern_store32(out1, b);
    permkern_store32(out2, c);
    permkern_store32(out3, d);
#else
    NAME(move_row)(in0, out0, out1, out2, out3, flip);
    NAME(move_row)(in1, out0 + SIZE, out1 + SIZE, out2 + SIZE, out3 + SIZE, flip);
    NAME(move_row)(in2, out0 + 2 * SIZE, out1 + 2 * SIZE, out2 + 2 * SIZE, out3 + 2 * SIZE, flip);
    NAME(move_row)(in3, out0 + 3 * SIZE, out1 + 3 * SIZE, out2 + 3 * SIZE, out3 + 3 * SIZE, flip);
#endif
}
#endif

/* Moves four rows by four columns. */
PERMKERN_INLINE void NAME(tile4x4)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                   FLIP_TYPE flip)
{
#if BITS == 16
    NAME(tile4x2)(in, row_stride, out, col_stride, flip);
    NAME(tile4x2)(in + 2 * SIZE, row_stride, out + 2 * col_stride, col_stride, flip);
#elif BITS > 16
    NAME(tile1x4)(in, out, col_stride, flip);
    NAME(tile1x4)(in + row_stride, out + SIZE, col_stride, flip);
    NAME(tile1x4)(in + 2 * row_stride, out + 2 * SIZE, col_stride, flip);
    NAME(tile1x4)(in + 3 * row_stride, out + 3 * SIZE, col_stride, flip);
#elif PERMKERN_WORD_TILES && !PERMKERN_PARTIAL_STORES
    uint32_t a = permkern_load32(in) ^ flip;
    uint32_t b = permkern_load32(in + row_stride) ^ flip;
    uint32_t c = permkern_load32(in + 2 * row_stride) ^ flip;
    uint32_t d = permkern_load32(in + 3 * row_stride) ^ flip;
    permkern_turn_tile8(&a, &b, &c, &d);
    permkern_store32(out, a);
    permkern_store32(out + col_stride, b);
    permkern_store32(out + 2 * col_stride, c);
    permkern_store32(out + 3 * col_stride, d);
#else
    NAME(move_tile)
    (in, in + row_stride, in + 2 * row_stride, in + 3 * row_stride, out, out + col_stride, out + 2 * col_stride,
     out + 3 * col_stride, flip);
#endif
}

#if BITS < 32
/*
 * Moves word tiles with few registers: two addresses step through the rows and columns. They are integers, because the
 * step after the last tile may leave the array. in_step, out_step: from tile to tile. in_span: all tiles' input steps.
 */
PERMKERN_INLINE void NAME(tile_line)(const uint8_t *in, size_t row_stride, size_t in_step, uint8_t *out,
                                     size_t col_stride, size_t out_step, size_t in_span, FLIP_TYPE flip)
{
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
#if BITS == 8
    row_stride = permkern_hide(row_stride);
    col_stride = permkern_hide(col_stride);
    in_step = permkern_hide(in_step - 3 * row_stride);
    out_step = permkern_hide(out_step - 3 * col_stride);
#endif
    for (const uintptr_t end = from + in_span; from != end;) {
#if BITS == 8
        uint32_t a = permkern_load32((const void *)from) ^ flip;
        from += row_stride;
        uint32_t b = permkern_load32((const void *)from) ^ flip;
        from += row_stride;
        uint32_t c = permkern_load32((const void *)from) ^ flip;
        from += row_stride;
        uint32_t d = permkern_load32((const void *)from) ^ flip;
        permkern_swap8(&a, &b);
        permkern_swap8(&c, &d);
        permkern_store_lows((uint8_t *)to, a, c);
        to += col_stride;
        permkern_store_lows((uint8_t *)to, b, d);
        to += col_stride;
        permkern_store_highs((uint8_t *)to, a, c);
        to += col_stride;
        permkern_store_highs((uint8_t *)to, b, d);
#else
        const uint32_t a = permkern_load32((const void *)from) ^ flip;
        const uint32_t b = permkern_load32((const void *)(from + row_stride)) ^ flip;
        permkern_store_lows((uint8_t *)to, a, b);
        permkern_store_highs((uint8_t *)(to + col_stride), a, b);
#endif
        from += in_step;
        to += out_step;
    }
}
#endif

/* ---- strips: one side has four addresses that step from tile to tile, the other side one address and a stride ---- */

#if PERMKERN_STRIPS || BITS >= 32

/*
 * Moves a tile, or half a tile of 16-bit elements across the columns. Advances all addresses. The four
 * `near` addresses are in the output if `down`, else in the input; `far` and `stride` are the other side's. third: 3
 * times stride.
 */
PERMKERN_INLINE void NAME(step)(bool down, uint8_t **near0, uint8_t **near1, uint8_t **near2, uint8_t **near3,
                                uintptr_t *far, size_t stride, size_t third)
{
    const ptrdiff_t passed = BITS == 16 ? 4 : 4 * SIZE;
    uint8_t *far0 = (uint8_t *)*far;
    uint8_t *far1 = permkern_at_out(far0, stride);
#if BITS == 16
    if (down) {
        NAME(half_tile)
        (far0, far1, permkern_at(far0, 2 * stride), permkern_at(far0, third), near0, near1, true, 0);
        far0 = permkern_next_out(far0, 4);
        far1 = permkern_at_out(far0, stride);
        NAME(half_tile)
        (far0, far1, permkern_at(far0, 2 * stride), permkern_at(far0, third), near2, near3, true, 0);
        *far += 4 * stride;
        return;
    }
    NAME(half_tile)(*near0, *near1, *near2, *near3, &far0, &far1, false, 0);
    *far += 2 * stride;
#elif BITS == 32 && PERMKERN_POST_INCREMENT && PERMKERN_STRIPS
    (void)far1;
    (void)third;
    PERMKERN_UNROLL
    for (unsigned line = 0; line < 4; line++) {
        if (down) {
            const uint32_t a = LOAD(far0);
            const uint32_t b = LOAD(far0 + SIZE);
            const uint32_t c = LOAD(far0 + 2 * SIZE);
            const uint32_t d = LOAD(far0 + 3 * SIZE);
            permkern_push32(near0, a);
            permkern_push32(near1, b);
            permkern_push32(near2, c);
            permkern_push32(near3, d);
        } else {
            const size_t at = line * SIZE;
            NAME(each)
            (4, *near0 + at, *near1 + at, *near2 + at, *near3 + at, far0, far0 + SIZE, far0 + 2 * SIZE, far0 + 3 * SIZE,
             0);
        }
        *far = permkern_stride(*far + stride);
        far0 = (uint8_t *)*far;
    }
    if (down) {
        return;
    }
#else
    uint8_t *const far2 = permkern_at_out(far0, 2 * stride);
    uint8_t *const far3 = permkern_at_out(far0, third);
    if (down) {
        NAME(move_tile)(far0, far1, far2, far3, *near0, *near1, *near2, *near3, 0);
    } else {
        NAME(move_tile)(*near0, *near1, *near2, *near3, far0, far1, far2, far3, 0);
    }
    *far = permkern_stride(*far + 4 * stride);
#endif
    *near0 = permkern_next_out(*near0, passed);
    *near1 = permkern_next_out(*near1, passed);
    *near2 = permkern_next_out(*near2, passed);
    *near3 = permkern_next_out(*near3, passed);
}

/* Moves a strip of `tiles` tiles: four columns down the rows, or four rows across the columns. */
PERMKERN_INLINE void NAME(move_strip)(bool down, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                      size_t tiles)
{
    enum { round = BITS == 8 ? 4 : BITS == 16 && PERMKERN_POST_INCREMENT ? 1 : 2 }; /* constant even at -O0 */
    const size_t steps = BITS == 16 && !down ? 2 * tiles : tiles;
    const size_t apart = down ? out_stride : in_stride;
    uint8_t *near0 = down ? out : permkern_unconst(in);
    uint8_t *near1 = permkern_at_out(near0, apart);
    uint8_t *near2 = permkern_at_out(near1, apart);
    uint8_t *near3 = permkern_at_out(near2, apart);
    uintptr_t far = down ? (uintptr_t)in : (uintptr_t)out;
    size_t stride = down ? in_stride : out_stride;
    size_t third = 3 * stride;
    for (size_t rounds = steps / (size_t)round; rounds != 0; rounds--) {
        stride = permkern_stride(stride);
        third = permkern_stride(third);
        NAME(step)(down, &near0, &near1, &near2, &near3, &far, stride, third);
        if (round > 1) {
            NAME(step)(down, &near0, &near1, &near2, &near3, &far, stride, third);
        }
        if (round > 2) {
            NAME(step)(down, &near0, &near1, &near2, &near3, &far, stride, third);
            NAME(step)(down, &near0, &near1, &near2, &near3, &far, stride, third);
        }
    }
    for (size_t rest = steps % (size_t)round; rest != 0; rest--) {
        stride = permkern_stride(stride);
        third = permkern_stride(third);
        NAME(step)(down, &near0, &near1, &near2, &near3, &far, stride, third);
    }
}

static PERMKERN_STRIP void NAME(down)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                      size_t tiles)
{
    NAME(move_strip)(true, in, in_stride, out, out_stride, tiles);
}

static PERMKERN_STRIP void NAME(across)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t tiles)
{
    NAME(move_strip)(false, in, in_stride, out, out_stride, tiles);
}

/* Moves a plane's whole tiles, strip by strip. */
PERMKERN_INLINE void NAME(strips)(bool down, const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                  const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const size_t tiles = (down ? row->extent : col->extent) / 4;
    size_t from = 0;
    size_t to = 0;
    for (size_t strips = (down ? col->extent : row->extent) / 4; strips != 0; strips--) {
        (down ? NAME(down) : NAME(across))(permkern_at(in, from), in_stride, permkern_at_out(out, to), out_stride,
                                           tiles);
        from += 4 * (down ? SIZE : in_stride);
        to += 4 * (down ? out_stride : SIZE);
    }
}

/* Moves a plane's whole tiles. The inner loop runs down rows, or along columns. */
PERMKERN_INLINE void NAME(move_tiles)(bool down, const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                      const permkern_axis *col)
{
    if (down) {
        NAME(strips)(true, in, out, row, col);
    } else {
        NAME(strips)(false, in, out, row, col);
    }
}

#else

/* Moves a plane's whole tiles. The inner loop runs down rows, or along columns. */
PERMKERN_INLINE void NAME(move_tiles)(bool down, const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                      const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const size_t in_down = LANES * in_stride;
    const size_t out_across = LANES * out_stride;
    const size_t in_step = down ? in_down : 4;
    const size_t out_step = down ? 4 : out_across;
    const size_t rows = row->extent / 4 * (4 / LANES);
    const size_t cols = col->extent / 4 * (4 / LANES);
    const size_t span = permkern_steps(down ? rows : cols, in_step);
    size_t from = 0;
    size_t to = 0;
    for (size_t lines = down ? cols : rows; lines != 0; lines--) {
        NAME(tile_line)
        (permkern_at(in, from), in_stride, in_step, permkern_at_out(out, to), out_stride, out_step, span, 0);
        from += down ? 4 : in_down;
        to += down ? out_across : 4;
    }
}

#endif

/*
 * Moves a plane's whole tiles. The inner loop runs along the longer axis. If a plane is large for the cache, this axis
 * moves in strips, whose lines stay in the cache until they are used whole.
 */
static PERMKERN_OUT_OF_LINE void NAME(tiles)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                             const permkern_axis *col)
{
    const bool down = permkern_runs_down(row->extent, col->extent);
    const size_t stride = down ? row->in_stride : col->out_stride;
    const size_t strip = permkern_line_strip(row->extent * col->extent, SIZE, stride);
    if (strip == 0) {
        NAME(move_tiles)(down, in, out, row, col);
        return;
    }
    permkern_axis part;
    permkern_copy_axis(&part, down ? row : col);
    size_t left = part.extent;
    size_t from = 0;
    size_t to = 0;
    do {
        part.extent = left < strip ? left : strip;
        NAME(move_tiles)(down, permkern_at(in, from), permkern_at_out(out, to), down ? &part : row, down ? col : &part);
        from += permkern_steps(part.extent, part.in_stride);
        to += permkern_steps(part.extent, part.out_stride);
        left -= part.extent;
    } while (left != 0);
}

#undef NAME
#undef SIZE
#undef LANES
#undef LOAD
#undef FLIP_TYPE
