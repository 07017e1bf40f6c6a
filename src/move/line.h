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

/* Moves one element of each of 1 to 4 lines. Loads all of them before the first store if there are registers. */
PERMKERN_INLINE void NAME(each)(unsigned lines, const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                FLIP_TYPE flip)
{
    const bool at_once = BITS < 64 && PERMKERN_STRIPS;
    const UINT a = (UINT)(LOAD(in0) ^ flip);
    const UINT b = at_once && lines > 1 ? (UINT)(LOAD(in1) ^ flip) : 0;
    const UINT c = at_once && lines > 2 ? (UINT)(LOAD(in2) ^ flip) : 0;
    const UINT d = at_once && lines > 3 ? (UINT)(LOAD(in3) ^ flip) : 0;
    STORE(out0, a);
    if (lines > 1) {
        STORE(out1, at_once ? b : (UINT)(LOAD(in1) ^ flip));
    }
    if (lines > 2) {
        STORE(out2, at_once ? c : (UINT)(LOAD(in2) ^ flip));
    }
    if (lines > 3) {
        STORE(out3, at_once ? d : (UINT)(LOAD(in3) ^ flip));
    }
}

/* The same for lines with strides. in_third, out_third: three strides. */
PERMKERN_INLINE void NAME(move_beside)(unsigned lines, uintptr_t from, size_t in_stride, size_t in_third, uintptr_t to,
                                       size_t out_stride, size_t out_third)
{
    const uint8_t *const in = (const uint8_t *)from;
    uint8_t *const out = (uint8_t *)to;
    NAME(each)
    (lines, in, permkern_at(in, in_stride), permkern_at(in, 2 * in_stride), permkern_at(in, in_third), out,
     permkern_at_out(out, out_stride), permkern_at_out(out, 2 * out_stride), permkern_at_out(out, out_third), 0);
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
    const uintptr_t end = to + permkern_steps(along->extent, along->out_stride);
    const bool halves = !PERMKERN_STRIPS && lines > 2; /* two lines at a time: registers are few */
    size_t in_half = halves && !in_near ? 2 * in_stride : 0;
    size_t out_half = halves && !out_near ? 2 * out_stride : 0;
    size_t in_step = along->in_stride - in_half;
    size_t out_step = permkern_stride(along->out_stride) - out_half;
    do {
        if (halves) {
            NAME(move_beside)(2, from, in_stride, 0, to, out_stride, 0);
            from = in_near ? from : permkern_hide(from + permkern_high(&in_half));
            to = out_near ? to : permkern_hide(to + permkern_high(&out_half));
            NAME(move_beside)
            (lines - 2, in_near ? from + 2 * SIZE : from, in_stride, 0, out_near ? to + 2 * SIZE : to, out_stride, 0);
        } else {
            NAME(move_beside)(lines, from, in_stride, in_third, to, out_stride, out_third);
        }
        from = permkern_hide(from + permkern_high(&in_step));
        to = permkern_hide(to + permkern_high(&out_step));
    } while (to != end);
}

/*
 * Moves `fours` times four elements of 2 to 4 lines. The lines are contiguous on the side of `near`, where they start
 * `apart` bytes apart. On the other side they are one element apart, and have a stride. down: near is the output.
 * hides: see permkern_hide. The far address is an integer: its last step may leave the buffer.
 */
PERMKERN_INLINE void NAME(near_lines)(bool down, unsigned lines, uintptr_t far, size_t stride, uintptr_t near,
                                      size_t apart, size_t fours, bool hides, FLIP_TYPE flip)
{
    uint8_t *near0 = (uint8_t *)near;
    uint8_t *near1 = permkern_at_out(near0, apart);
    uint8_t *near2 = permkern_at_out(near0, 2 * apart);
    uint8_t *near3 = permkern_at_out(near0, 3 * apart);
    do {
        PERMKERN_UNROLL
        for (size_t at = 0; at < 4 * SIZE; at += SIZE) {
            uint8_t *const far0 = (uint8_t *)far;
            if (down) {
                NAME(each)
                (lines, far0, far0 + SIZE, far0 + 2 * SIZE, far0 + 3 * SIZE, near0 + at, near1 + at, near2 + at,
                 near3 + at, flip);
            } else {
                NAME(each)
                (lines, near0 + at, near1 + at, near2 + at, near3 + at, far0, far0 + SIZE, far0 + 2 * SIZE,
                 far0 + 3 * SIZE, flip);
            }
            far = hides ? permkern_hide(far + stride) : far + stride;
        }
        near0 += 4 * SIZE;
        near1 += 4 * SIZE;
        near2 += 4 * SIZE;
        near3 += 4 * SIZE;
    } while (--fours != 0);
}

/* Moves 2 to 4 lines together. in_near, out_near: as for move_lines. */
PERMKERN_INLINE void NAME(lines_beside)(unsigned lines, uintptr_t from, uintptr_t to, const permkern_axis *across,
                                        const permkern_axis *along, bool in_near, bool out_near)
{
#if PERMKERN_NEAR_LINES && BITS < 64
    const size_t fours = in_near || out_near ? along->extent / 4 : 0;
    const permkern_axis rest = {along->extent - 4 * fours, along->in_stride, along->out_stride};
    if (fours != 0 && in_near) {
        NAME(near_lines)(true, lines, from, rest.in_stride, to, across->out_stride, fours, true, 0);
    } else if (fours != 0) {
        NAME(near_lines)(false, lines, to, rest.out_stride, from, across->in_stride, fours, true, 0);
    }
    if (rest.extent != 0) {
        NAME(few_lines)
        (lines, from + 4 * permkern_steps(fours, rest.in_stride), to + 4 * permkern_steps(fours, rest.out_stride),
         across, &rest, in_near, out_near);
    }
#else
    NAME(few_lines)(lines, from, to, across, along, in_near, out_near);
#endif
}

/* Moves one line, four elements (64 bits: two) at a time. */
PERMKERN_INLINE void NAME(one_line)(uintptr_t from, uintptr_t to, const permkern_axis *along, bool in_near,
                                    bool out_near)
{
    enum { most = BITS < 64 ? 4 : 2 };
    const size_t blocks = along->extent / most;
    const permkern_axis block = {blocks, most * along->in_stride, most * along->out_stride};
    const permkern_axis rest = {along->extent & (most - 1), along->in_stride, along->out_stride};
    if (blocks != 0) {
        NAME(few_lines)(most, from, to, along, &block, out_near, in_near);
        from += permkern_steps(blocks, block.in_stride);
        to += permkern_steps(blocks, block.out_stride);
    }
    if (rest.extent != 0) {
        NAME(few_lines)(1, from, to, along, &rest, false, false);
    }
}

/*
 * Moves lines along `along`; `across` counts the lines. Four lines (64 bits: two) move together. in_near: `across` is
 * contiguous in the input, and `along` in the output. out_near: `along` in the input, `across` in the output.
 */
PERMKERN_INLINE void NAME(move_lines)(const uint8_t *in, uint8_t *out, const permkern_axis *across,
                                      const permkern_axis *along, bool in_near, bool out_near)
{
    enum { most = BITS < 64 ? 4 : 2 }; /* register pairs are few */
    const bool near = PERMKERN_NEAR_LINES && (in_near || out_near);
    uintptr_t from = (uintptr_t)in;
    uintptr_t to = (uintptr_t)out;
    size_t lines = across->extent;
    for (; lines >= most; lines -= most) {
        NAME(lines_beside)(most, from, to, across, along, in_near, out_near);
        from += most * across->in_stride;
        to += most * across->out_stride;
    }
    if (most == 4 && lines == 3) {
        NAME(lines_beside)(3, from, to, across, along, in_near, out_near);
        return;
    }
    if (most == 4 && lines == 2 && (near || along->extent < PERMKERN_LONG_LINE)) {
        NAME(lines_beside)(2, from, to, across, along, in_near, out_near);
        return;
    }
    for (; lines != 0; lines--) {
        NAME(one_line)(from, to, along, in_near, out_near);
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
