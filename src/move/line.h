/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of BITS-bit elements. Each side has a stride in bytes, which may be negative, modulo SIZE_MAX + 1.
 * permkern_lines.h includes this file once per width, which is part of function names.
 *
 * Functions here, in tile.h and in channel.h XOR each element with `flip`. Callers pass a constant: 0 costs nothing. An
 * 8-bit or 16-bit constant is repeated to 32 bits.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define LINE PERMKERN_JOIN(permkern_line, BITS, )
#define LOAD PERMKERN_JOIN(permkern_load, BITS, )
#define STORE PERMKERN_JOIN(permkern_store, BITS, )
#define ACCESS PERMKERN_JOIN(permkern_access, BITS, )
#define SIZE (BITS / 8U)
#define UINT PERMKERN_JOIN(uint, BITS, _t)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* Moves one element. */
PERMKERN_INLINE void NAME(move)(const uint8_t *in, uint8_t *out, FLIP_TYPE flip)
{
#if BITS > 8 && defined(__GNUC__)
    *(ACCESS *)(void *)out = (UINT)(*(const ACCESS *)(const void *)in ^ flip);
#else
    STORE(out, (UINT)(LOAD(in) ^ flip));
#endif
}

#if BITS < 32
/* Moves a word, and reverses its elements. */
PERMKERN_INLINE void NAME(turn_word)(const uint8_t *in, uint8_t *out, FLIP_TYPE flip)
{
#if BITS == 8
    permkern_store32(out, permkern_turn8(permkern_load32(in)) ^ flip);
#else
    permkern_store32(out, permkern_turn16(permkern_load32(in)) ^ flip);
#endif
}
#endif

/* Moves a line. Loads four elements before the first store, but 64-bit elements one by one: register pairs are few. */
PERMKERN_INLINE void NAME(move_line)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                                     FLIP_TYPE flip)
{
    size_t from = 0;
    size_t to = 0;
#if BITS < 64
    for (size_t fours = count / 4; fours != 0; fours--) {
        const UINT a = (UINT)(LOAD(permkern_at(in, from)) ^ flip);
        const UINT b = (UINT)(LOAD(permkern_at(in, (from += in_stride))) ^ flip);
        const UINT c = (UINT)(LOAD(permkern_at(in, (from += in_stride))) ^ flip);
        const UINT d = (UINT)(LOAD(permkern_at(in, (from += in_stride))) ^ flip);
        STORE(permkern_at_out(out, to), a);
        STORE(permkern_at_out(out, (to += out_stride)), b);
        STORE(permkern_at_out(out, (to += out_stride)), c);
        STORE(permkern_at_out(out, (to += out_stride)), d);
        from += in_stride;
        to += out_stride;
    }
    count %= 4;
#endif
    for (; count != 0; count--) {
        permkern_own_loop();
        NAME(move)(permkern_at(in, from), permkern_at_out(out, to), flip);
        from += in_stride;
        to += out_stride;
    }
}

static inline void LINE(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    NAME(move_line)(in, in_stride, out, out_stride, count, 0);
}

/* Moves one element per line, for 1 to 4 lines. in_third, out_third: three strides. */
PERMKERN_INLINE void NAME(move_beside)(unsigned lines, uintptr_t from, size_t in_stride, size_t in_third, uintptr_t to,
                                       size_t out_stride, size_t out_third)
{
    const UINT a = LOAD((const uint8_t *)from);
    const UINT b = lines > 1 ? LOAD((const uint8_t *)(from + in_stride)) : 0;
    const UINT c = lines > 2 ? LOAD((const uint8_t *)(from + 2 * in_stride)) : 0;
    const UINT d = lines > 3 ? LOAD((const uint8_t *)(from + in_third)) : 0;
    STORE((uint8_t *)to, a);
    if (lines > 1) {
        STORE((uint8_t *)(to + out_stride), b);
    }
    if (lines > 2) {
        STORE((uint8_t *)(to + 2 * out_stride), c);
    }
    if (lines > 3) {
        STORE((uint8_t *)(to + out_third), d);
    }
}

/*
 * Moves 1 to 4 lines together: their first elements, then their second ones, and so on. lines, in_near and out_near are
 * constants in callers. in_near: the lines are one element apart in the input. out_near: in the output.
 */
PERMKERN_INLINE void NAME(few_lines)(unsigned lines, uintptr_t from, uintptr_t to, const permkern_axis *across,
                                     const permkern_axis *along, bool in_near, bool out_near)
{
    const size_t in_stride = in_near ? SIZE : across->in_stride;
    const size_t out_stride = out_near ? SIZE : across->out_stride;
    const size_t in_third = in_near ? 3 * SIZE : permkern_stride(3 * in_stride);
    const size_t out_third = out_near ? 3 * SIZE : permkern_stride(3 * out_stride);
    const size_t in_step = along->in_stride;
    const size_t out_step = along->out_stride;
    const uintptr_t end = to + permkern_steps(along->extent, along->out_stride);
    do {
        if (PERMKERN_STRIPS || lines <= 2) {
            NAME(move_beside)(lines, from, in_stride, in_third, to, out_stride, out_third);
        } else { /* two at a time: registers are few */
            NAME(move_beside)(2, from, in_stride, 0, to, out_stride, 0);
            const uintptr_t next = in_near ? from + 2 * SIZE : permkern_hide(from + 2 * in_stride);
            const uintptr_t next_to = out_near ? to + 2 * SIZE : permkern_hide(to + 2 * out_stride);
            NAME(move_beside)(lines - 2, next, in_stride, 0, next_to, out_stride, 0);
        }
        from = permkern_hide(from + in_step);
        to = permkern_hide(to + out_step);
    } while (to != end);
}

/*
 * Moves lines along `along`; `across` counts the lines. Four lines (64 bits: two) move together, the last one or two by
 * blocks. in_near: `across` is contiguous in the input, and `along` in the output. out_near: `along` in the input,
 * `across` in the output.
 */
PERMKERN_INLINE void NAME(move_lines)(const uint8_t *in, uint8_t *out, const permkern_axis *across,
                                      const permkern_axis *along, bool in_near, bool out_near)
{
    const unsigned most = BITS == 64 ? 2 : 4; /* too few register pairs for more */
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
    size_t lines = across->extent;
    for (; lines >= most; lines -= most) {
        NAME(few_lines)(most, from, to, across, along, in_near, out_near);
        from += most * across->in_stride;
        to += most * across->out_stride;
    }
    if (lines == 3) {
        NAME(few_lines)(3, from, to, across, along, in_near, out_near);
        return;
    }
    if (lines == 2 && along->extent < 16) {
        NAME(few_lines)(2, from, to, across, along, in_near, out_near);
        return;
    }
    const size_t blocks = along->extent / (BITS == 64 ? 2U : 4U); /* constant even at -O0 */
    const permkern_axis block = {blocks, most * along->in_stride, most * along->out_stride};
    const permkern_axis rest = {along->extent & (most - 1), along->in_stride, along->out_stride};
    for (; lines != 0; lines--) {
        uintptr_t at = from;
        uintptr_t put = to;
        if (block.extent != 0) {
            NAME(few_lines)(most, from, to, along, &block, out_near, in_near);
            at += permkern_steps(blocks, block.in_stride);
            put += permkern_steps(blocks, block.out_stride);
        }
        if (rest.extent != 0) {
            NAME(few_lines)(1, at, put, across, &rest, false, false);
        }
        from += across->in_stride;
        to += across->out_stride;
    }
}

/* Moves lines along axis[2], for each index of axis[1] and axis[0]. Any strides. */
static PERMKERN_MAY_BE_UNUSED void NAME(any_lines)(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
    (void)form;
    for (size_t left = axis->extent; left != 0; left--) {
        NAME(move_lines)((const uint8_t *)from, (uint8_t *)to, &axis[1], &axis[2], false, false);
        from += axis->in_stride;
        to += axis->out_stride;
    }
}

#undef NAME
#undef LINE
#undef LOAD
#undef STORE
#undef ACCESS
#undef SIZE
#undef UINT
#undef FLIP_TYPE
