/* SPDX-License-Identifier: BSD-3-Clause */
/* Included by rvv_lines.h once for each number of FIELDS, and again for packed segments. */

/* Moves FIELDS columns, as many rows at a time as a group holds. split: rows are adjacent in the input. */
PERMKERN_INLINE void NAME(PERMKERN_JOIN(PERMKERN_RVV_COLUMNS_, PACKED, ))(const uint8_t *in, size_t in_stride,
                                                                          uint8_t *out, size_t out_stride, size_t rows)
{
    while (rows != 0) {
        const size_t vl = LENGTH(rows);
#if FIELDS == 1
        ONE(vs)(PERMKERN_OUT(BITS, out), ONE(vls)(PERMKERN_IN(BITS, in), (ptrdiff_t)in_stride, vl), vl);
        (void)out_stride;
#else
#if PACKED
        const TUPLE all = ALL(vl)(PERMKERN_IN(BITS, in), vl);
#else
        const TUPLE all = ALL(vls)(PERMKERN_IN(BITS, in), (ptrdiff_t)in_stride, vl);
#endif
        uint8_t *at = out;
        ONE(vs)(PERMKERN_OUT(BITS, at), GET(all, 0), vl);
        at = permkern_at_out(at, out_stride);
        ONE(vs)(PERMKERN_OUT(BITS, at), GET(all, 1), vl);
#if FIELDS > 2
        at = permkern_at_out(at, out_stride);
        ONE(vs)(PERMKERN_OUT(BITS, at), GET(all, 2), vl);
#endif
#if FIELDS > 3
        at = permkern_at_out(at, out_stride);
        ONE(vs)(PERMKERN_OUT(BITS, at), GET(all, 3), vl);
#endif
#endif
        in = permkern_at(in, vl * in_stride);
        out += vl * (BITS / 8U);
        rows -= vl;
    }
}

/* Moves FIELDS rows, as many columns at a time as a group holds. join: columns are adjacent in the output. */
PERMKERN_INLINE void NAME(PERMKERN_JOIN(PERMKERN_RVV_ROWS_, PACKED, ))(const uint8_t *in, size_t in_stride,
                                                                       uint8_t *out, size_t out_stride, size_t cols)
{
    while (cols != 0) {
        const size_t vl = LENGTH(cols);
#if FIELDS == 1
        ONE(vss)(PERMKERN_OUT(BITS, out), (ptrdiff_t)out_stride, ONE(vl)(PERMKERN_IN(BITS, in), vl), vl);
        (void)in_stride;
#else
        const uint8_t *at = in;
        TUPLE all = UNDEFINED();
        all = SET(all, 0, ONE(vl)(PERMKERN_IN(BITS, at), vl));
        at = permkern_at(at, in_stride);
        all = SET(all, 1, ONE(vl)(PERMKERN_IN(BITS, at), vl));
#if FIELDS > 2
        at = permkern_at(at, in_stride);
        all = SET(all, 2, ONE(vl)(PERMKERN_IN(BITS, at), vl));
#endif
#if FIELDS > 3
        at = permkern_at(at, in_stride);
        all = SET(all, 3, ONE(vl)(PERMKERN_IN(BITS, at), vl));
#endif
#if PACKED
        ALL(vs)(PERMKERN_OUT(BITS, out), all, vl);
#else
        ALL(vss)(PERMKERN_OUT(BITS, out), (ptrdiff_t)out_stride, all, vl);
#endif
#endif
        in += vl * (BITS / 8U);
        out = permkern_at_out(out, vl * out_stride);
        cols -= vl;
    }
}
