/* SPDX-License-Identifier: BSD-3-Clause */
/* Run copies by vector registers: the only body, for all hosts. Included once for each set, like tile.h. */
#define NAME(verb) PERMKERN_JOIN(permkern_##verb##_, SET, )
#define TARGET PERMKERN_JOIN(PERMKERN_TARGET_, SET, )
#define BYTES sizeof(NAME(vec))

/* Copies one register, or half of one. */
TARGET PERMKERN_INLINE void NAME(copy_part)(const uint8_t *in, uint8_t *out, size_t bytes)
{
    NAME(store)(out, NAME(load)(in, bytes), bytes, 0);
}

/*
 * Copies runs: `whole` bytes by registers, then the last `part` bytes (a register or half), which may overlap. The loop
 * copies two registers per pass, so it is less sensitive to code alignment.
 */
TARGET PERMKERN_INLINE void NAME(copy_runs)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t count, size_t bytes, size_t whole, size_t part)
{
    for (; count != 0; count--) {
        size_t at = whole & BYTES;
        if (at != 0) {
            NAME(copy_part)(in, out, BYTES);
        }
        for (; at != whole; at += 2 * BYTES) {
            NAME(copy_part)(in + at, out + at, BYTES);
            NAME(copy_part)(in + at + BYTES, out + at + BYTES, BYTES);
        }
        NAME(copy_part)(in + bytes - part, out + bytes - part, part);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* A permkern_run_move. For runs up to two registers, `whole` and `part` are constants. */
TARGET static void NAME(copy)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                              size_t bytes)
{
    const size_t whole = (bytes - 1) / BYTES * BYTES;
    const size_t left = bytes - whole;
    if (bytes == BYTES) {
        for (; count > 1; count -= 2) { /* two runs per pass, too */
            NAME(copy_part)(in, out, BYTES);
            NAME(copy_part)(permkern_at(in, in_stride), permkern_at_out(out, out_stride), BYTES);
            in = permkern_at(in, 2 * in_stride);
            out = permkern_at_out(out, 2 * out_stride);
        }
        NAME(copy_runs)(in, in_stride, out, out_stride, count, BYTES, 0, BYTES);
    } else if (whole == BYTES && left <= BYTES / 2) {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, BYTES, BYTES / 2);
    } else if (whole == BYTES) {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, BYTES, BYTES);
    } else if (left <= BYTES / 2) {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, whole, BYTES / 2);
    } else {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, whole, BYTES);
    }
}

#undef NAME
#undef TARGET
#undef BYTES
