/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reverses lines of units by registers of the set SET. A unit is an element, or a pixel of three elements. Included
 * once for each set.
 */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )

/*
 * The last input units become the first output units. If units fill a register, the last register overlaps the one
 * before. Otherwise each store writes some bytes too many, which the next store overwrites; the last units move one by
 * one.
 */
TARGET PERMKERN_INLINE void NAME(reverse_lines)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                size_t lines, size_t count, size_t unit)
{
    const permkern_vector_set *const narrower = PERMKERN_JOIN(permkern_, SET, ).narrower;
    const size_t width = unit % 3 == 0 ? 16 : sizeof(NAME(vec)); /* byte shuffles stay in a lane */
    const size_t step = width / unit * unit;
    const bool fills = step == width;
    const size_t bytes = count * unit;
    if (fills && bytes < width && narrower != NULL) {
        narrower->reverse[unit](in, in_stride, out, out_stride, lines, count);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = bytes;
#pragma GCC unroll 2 /* less sensitive to code alignment */
        for (; left >= width + fills; left -= step) {
            NAME(store)(to, NAME(reverse)(NAME(load)(in + left - width, width), unit), width, 0);
            to += step;
        }
        if (fills && bytes >= width) {
            NAME(store)(out + bytes - width, NAME(reverse)(NAME(load)(in, width), unit), width, 0);
        } else if (left != 0) {
            permkern_runs(in + left - unit, 0 - unit, to, unit, left / unit, unit);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#undef NAME
#undef TARGET
