/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * FIELDS columns or rows of BITS-bit elements for RISC-V V, included by rvv_plane.h once for each number. Function and
 * intrinsic names contain BITS and FIELDS; an amalgamation has them spelled out. A segment is FIELDS neighbours in an
 * input row, or in an output column.
 */
#define NAME(part) PERMKERN_JOIN(PERMKERN_JOIN(permkern_x, BITS, _##part), FIELDS, _rvv)
/* Registers per field: all fields together fill at most 8. */
#define PERMKERN_RVV_GROUP_1 m8
#define PERMKERN_RVV_GROUP_2 m4
#define PERMKERN_RVV_GROUP_3 m2
#define PERMKERN_RVV_GROUP_4 m2
#define GROUP PERMKERN_JOIN(PERMKERN_RVV_GROUP_, FIELDS, )
#define TUPLE PERMKERN_JOIN(PERMKERN_JOIN(vuint, BITS, GROUP), PERMKERN_JOIN(x, FIELDS, ), _t)
#define LENGTH PERMKERN_JOIN(__riscv_vsetvl_e, BITS, GROUP)
/* Intrinsics on one register group, on a tuple of groups, and on one group in a tuple. */
#define ONE(op) PERMKERN_JOIN(PERMKERN_JOIN(__riscv_##op##e, BITS, _v_u), BITS, GROUP)
#define ALL(op)                                                                                                        \
    PERMKERN_JOIN(PERMKERN_JOIN(__riscv_##op##seg, FIELDS, e), PERMKERN_JOIN(BITS, _v_u, BITS),                        \
                  PERMKERN_JOIN(GROUP, x, FIELDS))
#define GET                                                                                                            \
    PERMKERN_JOIN(PERMKERN_JOIN(__riscv_vget_v_u, BITS, GROUP), PERMKERN_JOIN(x, FIELDS, _u),                          \
                  PERMKERN_JOIN(BITS, GROUP, ))
#define SET                                                                                                            \
    PERMKERN_JOIN(PERMKERN_JOIN(__riscv_vset_v_u, BITS, GROUP), PERMKERN_JOIN(_u, BITS, GROUP),                        \
                  PERMKERN_JOIN(x, FIELDS, ))
#define UNDEFINED PERMKERN_JOIN(PERMKERN_JOIN(__riscv_vundefined_u, BITS, GROUP), x, FIELDS)

/* Moves columns, as many rows at a time as a group holds. packed: rows are adjacent in the input. */
PERMKERN_INLINE void NAME(columns)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                   bool packed)
{
    for (size_t left = rows; left != 0;) {
        const size_t vl = LENGTH(left);
        const PERMKERN_JOIN(uint, BITS, _t) *const first = PERMKERN_IN(BITS, in);
        uint8_t *at = out;
#if FIELDS == 1
        (void)out_stride;
        (void)packed;
        ONE(vs)(PERMKERN_OUT(BITS, at), ONE(vls)(first, (ptrdiff_t)in_stride, vl), vl);
#else
        TUPLE all = UNDEFINED();
        if (packed) {
            all = ALL(vl)(first, vl);
        } else {
            all = ALL(vls)(first, (ptrdiff_t)in_stride, vl);
        }
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
        in = permkern_at(in, permkern_steps(vl, in_stride));
        out += vl * (BITS / 8U);
        left -= vl;
    }
}

/* Moves rows, as many columns at a time as a group holds. packed: columns are adjacent in the output. */
PERMKERN_INLINE void NAME(rows)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t cols,
                                bool packed)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = LENGTH(left);
        const uint8_t *at = in;
        PERMKERN_JOIN(uint, BITS, _t) *const first = PERMKERN_OUT(BITS, out);
#if FIELDS == 1
        (void)in_stride;
        (void)packed;
        ONE(vss)(first, (ptrdiff_t)out_stride, ONE(vl)(PERMKERN_IN(BITS, at), vl), vl);
#else
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
        if (packed) {
            ALL(vs)(first, all, vl);
        } else {
            ALL(vss)(first, (ptrdiff_t)out_stride, all, vl);
        }
#endif
        in += vl * (BITS / 8U);
        out = permkern_at_out(out, permkern_steps(vl, out_stride));
        left -= vl;
    }
}

#undef NAME
#undef GROUP
#undef TUPLE
#undef LENGTH
#undef ONE
#undef ALL
#undef GET
#undef SET
#undef UNDEFINED
