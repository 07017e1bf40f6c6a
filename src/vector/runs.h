/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of runs in the registers of a host's instruction set: the only body. Included once for each set, as tile.h is.
 * COPY_SHORT copies runs that are shorter than a register.
 */
#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
#define NAME(verb) JOIN(permkern_##verb, SET)
#define TARGET JOIN(PERMKERN_TARGET, SET)
#define BYTES sizeof(NAME(vec))

/* Copies so many bytes; all: those of a register, otherwise half of them. */
TARGET PERMKERN_INLINE void NAME(copy_part)(const uint8_t *in, uint8_t *out, bool all)
{
    if (all) {
        NAME(store)(out, NAME(load)(in, BYTES), BYTES, 0);
    } else {
        NAME(store)(out, NAME(load)(in, BYTES / 2), BYTES / 2, 0);
    }
}

/* Copies runs: `whole` bytes by registers, the last bytes by a register or half of one, in part for the second time. */
TARGET PERMKERN_INLINE void NAME(copy_runs)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t count, size_t bytes, size_t whole, bool all)
{
    const size_t last = bytes - (all ? BYTES : BYTES / 2);
    for (; count != 0; count--) {
        for (size_t at = 0; at < whole; at += BYTES) {
            NAME(copy_part)(in + at, out + at, true);
        }
        NAME(copy_part)(in + last, out + last, all);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* A permkern_run_copy. Up to two registers the numbers are constants. */
TARGET static void NAME(copy)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                              size_t bytes)
{
    const size_t whole = (bytes - 1) / BYTES * BYTES;
    const bool all = bytes - whole > BYTES / 2;
    if (bytes < BYTES) {
        COPY_SHORT(in, in_stride, out, out_stride, count, bytes);
    } else if (bytes == BYTES) {
        for (; count > 1; count -= 2) { /* two at once, so that the loop's place in memory matters less */
            NAME(copy_part)(in, out, true);
            NAME(copy_part)(permkern_at(in, in_stride), permkern_at_out(out, out_stride), true);
            in = permkern_at(in, 2 * in_stride);
            out = permkern_at_out(out, 2 * out_stride);
        }
        NAME(copy_runs)(in, in_stride, out, out_stride, count, BYTES, 0, true);
    } else if (whole == BYTES && all) {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, BYTES, true);
    } else if (whole == BYTES) {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, BYTES, false);
    } else if (all) {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, whole, true);
    } else {
        NAME(copy_runs)(in, in_stride, out, out_stride, count, bytes, whole, false);
    }
}

#undef JOIN2
#undef JOIN
#undef NAME
#undef TARGET
#undef BYTES
