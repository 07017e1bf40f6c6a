/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of elements of BITS bits: each side has a stride in bytes, which may be negative, modulo SIZE_MAX + 1. Included
 * once for each width, by permkern_lines.h. The names of its functions are made of BITS; an amalgamation has them
 * spelled out.
 *
 * Functions here, in tile.h and in channel.h XOR each element with `flip`. Callers pass a constant: 0 costs nothing. A
 * constant of 8 or 16 bits is repeated to 32 bits.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define LINE PERMKERN_JOIN(permkern_line, BITS, )
#define LOAD PERMKERN_JOIN(permkern_load, BITS, )
#define STORE PERMKERN_JOIN(permkern_store, BITS, )
#define UINT PERMKERN_JOIN(uint, BITS, _t)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* Moves one element. */
PERMKERN_INLINE void NAME(move)(const uint8_t *in, uint8_t *out, FLIP_TYPE flip)
{
    STORE(out, (UINT)(LOAD(in) ^ flip));
}

/* Moves a line. Four elements are loaded before the first one is stored; pairs of registers are too few for 64 bits. */
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

#undef NAME
#undef LINE
#undef LOAD
#undef STORE
#undef UINT
#undef FLIP_TYPE
