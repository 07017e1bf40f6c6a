/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of elements of BITS bits for RISC-V V: included by rvv.h once for each width. The names of its functions and
 * of intrinsics are made of BITS; an amalgamation has them spelled out.
 *
 * A segment load takes 2 to 4 neighbours from each of many rows into as many groups of registers, and each group is
 * stored as part of a column. A segment store does the opposite. All groups together fill at most 8 registers, so that
 * they are longer for fewer neighbours: m8 for 1, m4 for 2, m2 for 3 and 4. More than 4 would not pay: four columns
 * take 9 instructions for as many elements as eight columns take 17 for.
 */
#define JOIN2(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN2(a, b, c)
#define NAME(part) JOIN(permkern_x, BITS, _##part)
#define ELEMENT JOIN(uint, BITS, _t)
#define TUPLE(group, n) JOIN(vuint, BITS, group##x##n##_t)
#define LENGTH(group) JOIN(__riscv_vsetvl_e, BITS, group)
/* An intrinsic on one group of registers, on a tuple of n groups, and one group of a tuple. */
#define ONE(op, group) JOIN(__riscv_##op, BITS, JOIN(_v_u, BITS, group))
#define SOME(op, n, group) JOIN(__riscv_##op##seg##n##e, BITS, JOIN(_v_u, BITS, group##x##n))
#define GET(group, n) JOIN(JOIN(__riscv_vget_v_u, BITS, group##x##n), JOIN(_u, BITS, group), )
#define SET(group, n) JOIN(JOIN(__riscv_vset_v_u, BITS, group), JOIN(_u, BITS, group##x##n), )
#define UNDEFINED(group, n) JOIN(__riscv_vundefined_u, BITS, group##x##n)
#define SIZE (BITS / 8U)

/* The types that intrinsics take. Requests were checked for elements that are not aligned. */
static inline const ELEMENT *NAME(rvv_in)(const void *in)
{
    return (const ELEMENT *)in;
}

static inline ELEMENT *NAME(rvv_out)(void *out)
{
    return (ELEMENT *)out;
}

/* ---- columns: of as many rows at once as registers hold ---- */

PERMKERN_INLINE void NAME(rvv_columns4)(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                        size_t out_stride, size_t rows, bool packed)
{
    for (size_t left = rows; left != 0;) {
        const size_t vl = LENGTH(m2)(left);
        const ELEMENT *const first = NAME(rvv_in)(permkern_at(in, from));
        uint8_t *at = permkern_at_out(out, to);
        TUPLE(m2, 4) all = UNDEFINED(m2, 4)();
        if (packed) {
            all = SOME(vl, 4, m2)(first, vl);
        } else {
            all = SOME(vls, 4, m2)(first, (ptrdiff_t)in_stride, vl);
        }
        ONE(vse, m2)(NAME(rvv_out)(at), GET(m2, 4)(all, 0), vl);
        at = permkern_at_out(at, out_stride);
        ONE(vse, m2)(NAME(rvv_out)(at), GET(m2, 4)(all, 1), vl);
        at = permkern_at_out(at, out_stride);
        ONE(vse, m2)(NAME(rvv_out)(at), GET(m2, 4)(all, 2), vl);
        at = permkern_at_out(at, out_stride);
        ONE(vse, m2)(NAME(rvv_out)(at), GET(m2, 4)(all, 3), vl);
        from += permkern_steps(vl, in_stride);
        to += vl * SIZE;
        left -= vl;
    }
}

PERMKERN_INLINE void NAME(rvv_columns3)(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                        size_t out_stride, size_t rows, bool packed)
{
    for (size_t left = rows; left != 0;) {
        const size_t vl = LENGTH(m2)(left);
        const ELEMENT *const first = NAME(rvv_in)(permkern_at(in, from));
        uint8_t *at = permkern_at_out(out, to);
        TUPLE(m2, 3) all = UNDEFINED(m2, 3)();
        if (packed) {
            all = SOME(vl, 3, m2)(first, vl);
        } else {
            all = SOME(vls, 3, m2)(first, (ptrdiff_t)in_stride, vl);
        }
        ONE(vse, m2)(NAME(rvv_out)(at), GET(m2, 3)(all, 0), vl);
        at = permkern_at_out(at, out_stride);
        ONE(vse, m2)(NAME(rvv_out)(at), GET(m2, 3)(all, 1), vl);
        at = permkern_at_out(at, out_stride);
        ONE(vse, m2)(NAME(rvv_out)(at), GET(m2, 3)(all, 2), vl);
        from += permkern_steps(vl, in_stride);
        to += vl * SIZE;
        left -= vl;
    }
}

PERMKERN_INLINE void NAME(rvv_columns2)(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                        size_t out_stride, size_t rows, bool packed)
{
    for (size_t left = rows; left != 0;) {
        const size_t vl = LENGTH(m4)(left);
        const ELEMENT *const first = NAME(rvv_in)(permkern_at(in, from));
        uint8_t *at = permkern_at_out(out, to);
        TUPLE(m4, 2) all = UNDEFINED(m4, 2)();
        if (packed) {
            all = SOME(vl, 2, m4)(first, vl);
        } else {
            all = SOME(vls, 2, m4)(first, (ptrdiff_t)in_stride, vl);
        }
        ONE(vse, m4)(NAME(rvv_out)(at), GET(m4, 2)(all, 0), vl);
        at = permkern_at_out(at, out_stride);
        ONE(vse, m4)(NAME(rvv_out)(at), GET(m4, 2)(all, 1), vl);
        from += permkern_steps(vl, in_stride);
        to += vl * SIZE;
        left -= vl;
    }
}

PERMKERN_INLINE void NAME(rvv_columns1)(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                        size_t rows)
{
    for (size_t left = rows; left != 0;) {
        const size_t vl = LENGTH(m8)(left);
        const ELEMENT *const first = NAME(rvv_in)(permkern_at(in, from));
        ONE(vse, m8)(NAME(rvv_out)(permkern_at_out(out, to)), ONE(vlse, m8)(first, (ptrdiff_t)in_stride, vl), vl);
        from += permkern_steps(vl, in_stride);
        to += vl * SIZE;
        left -= vl;
    }
}

/* ---- rows: of as many columns at once as registers hold ---- */

PERMKERN_INLINE void NAME(rvv_rows4)(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                     size_t out_stride, size_t cols, bool packed)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = LENGTH(m2)(left);
        const uint8_t *at = permkern_at(in, from);
        ELEMENT *const first = NAME(rvv_out)(permkern_at_out(out, to));
        TUPLE(m2, 4) all = UNDEFINED(m2, 4)();
        all = SET(m2, 4)(all, 0, ONE(vle, m2)(NAME(rvv_in)(at), vl));
        at = permkern_at(at, in_stride);
        all = SET(m2, 4)(all, 1, ONE(vle, m2)(NAME(rvv_in)(at), vl));
        at = permkern_at(at, in_stride);
        all = SET(m2, 4)(all, 2, ONE(vle, m2)(NAME(rvv_in)(at), vl));
        at = permkern_at(at, in_stride);
        all = SET(m2, 4)(all, 3, ONE(vle, m2)(NAME(rvv_in)(at), vl));
        if (packed) {
            SOME(vs, 4, m2)(first, all, vl);
        } else {
            SOME(vss, 4, m2)(first, (ptrdiff_t)out_stride, all, vl);
        }
        from += vl * SIZE;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

PERMKERN_INLINE void NAME(rvv_rows3)(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                     size_t out_stride, size_t cols, bool packed)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = LENGTH(m2)(left);
        const uint8_t *at = permkern_at(in, from);
        ELEMENT *const first = NAME(rvv_out)(permkern_at_out(out, to));
        TUPLE(m2, 3) all = UNDEFINED(m2, 3)();
        all = SET(m2, 3)(all, 0, ONE(vle, m2)(NAME(rvv_in)(at), vl));
        at = permkern_at(at, in_stride);
        all = SET(m2, 3)(all, 1, ONE(vle, m2)(NAME(rvv_in)(at), vl));
        at = permkern_at(at, in_stride);
        all = SET(m2, 3)(all, 2, ONE(vle, m2)(NAME(rvv_in)(at), vl));
        if (packed) {
            SOME(vs, 3, m2)(first, all, vl);
        } else {
            SOME(vss, 3, m2)(first, (ptrdiff_t)out_stride, all, vl);
        }
        from += vl * SIZE;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

PERMKERN_INLINE void NAME(rvv_rows2)(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                     size_t out_stride, size_t cols, bool packed)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = LENGTH(m4)(left);
        const uint8_t *at = permkern_at(in, from);
        ELEMENT *const first = NAME(rvv_out)(permkern_at_out(out, to));
        TUPLE(m4, 2) all = UNDEFINED(m4, 2)();
        all = SET(m4, 2)(all, 0, ONE(vle, m4)(NAME(rvv_in)(at), vl));
        at = permkern_at(at, in_stride);
        all = SET(m4, 2)(all, 1, ONE(vle, m4)(NAME(rvv_in)(at), vl));
        if (packed) {
            SOME(vs, 2, m4)(first, all, vl);
        } else {
            SOME(vss, 2, m4)(first, (ptrdiff_t)out_stride, all, vl);
        }
        from += vl * SIZE;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

PERMKERN_INLINE void NAME(rvv_rows1)(const uint8_t *in, size_t from, uint8_t *out, size_t to, size_t out_stride,
                                     size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = LENGTH(m8)(left);
        ELEMENT *const first = NAME(rvv_out)(permkern_at_out(out, to));
        ONE(vsse, m8)(first, (ptrdiff_t)out_stride, ONE(vle, m8)(NAME(rvv_in)(permkern_at(in, from)), vl), vl);
        from += vl * SIZE;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

/* ---- planes ---- */

/* Moves n lines of `length` elements: rows, or columns. `rows`, n and `packed` are constants. */
PERMKERN_INLINE void NAME(rvv_lines)(bool rows, const uint8_t *in, size_t from, size_t in_stride, uint8_t *out,
                                     size_t to, size_t out_stride, size_t length, unsigned n, bool packed)
{
    if (rows && n == 4) {
        NAME(rvv_rows4)(in, from, in_stride, out, to, out_stride, length, packed);
    } else if (rows && n == 3) {
        NAME(rvv_rows3)(in, from, in_stride, out, to, out_stride, length, packed);
    } else if (rows && n == 2) {
        NAME(rvv_rows2)(in, from, in_stride, out, to, out_stride, length, packed);
    } else if (rows) {
        NAME(rvv_rows1)(in, from, out, to, out_stride, length);
    } else if (n == 4) {
        NAME(rvv_columns4)(in, from, in_stride, out, to, out_stride, length, packed);
    } else if (n == 3) {
        NAME(rvv_columns3)(in, from, in_stride, out, to, out_stride, length, packed);
    } else if (n == 2) {
        NAME(rvv_columns2)(in, from, in_stride, out, to, out_stride, length, packed);
    } else {
        NAME(rvv_columns1)(in, from, in_stride, out, to, length);
    }
}

/* Moves `count` rows of `length` columns, or the opposite. `rows` is a constant. */
PERMKERN_INLINE void NAME(rvv_all)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                   size_t length, size_t count)
{
    const size_t step = rows ? out_stride : in_stride; /* from one segment to the next */
    size_t from = 0;
    size_t to = 0;
    if (count == 4 && step == 4 * SIZE) {
        NAME(rvv_lines)(rows, in, 0, in_stride, out, 0, out_stride, length, 4, true);
        return;
    }
    if (count == 3 && step == 3 * SIZE) {
        NAME(rvv_lines)(rows, in, 0, in_stride, out, 0, out_stride, length, 3, true);
        return;
    }
    if (count == 2 && step == 2 * SIZE) {
        NAME(rvv_lines)(rows, in, 0, in_stride, out, 0, out_stride, length, 2, true);
        return;
    }
    for (; count >= 4; count -= 4) {
        NAME(rvv_lines)(rows, in, from, in_stride, out, to, out_stride, length, 4, false);
        from += 4 * (rows ? in_stride : SIZE);
        to += 4 * (rows ? SIZE : out_stride);
    }
    if (count == 3) {
        NAME(rvv_lines)(rows, in, from, in_stride, out, to, out_stride, length, 3, false);
    } else if (count == 2) {
        NAME(rvv_lines)(rows, in, from, in_stride, out, to, out_stride, length, 2, false);
    } else if (count == 1) {
        NAME(rvv_lines)(rows, in, from, in_stride, out, to, out_stride, length, 1, false);
    }
}

/*
 * Moves a plane of rows x cols elements, out[c][r] = in[r][c]. The longer axis fills the registers, so that each
 * element of the shorter axis costs one or two instructions: columns are stored whole, or rows are loaded whole.
 */
PERMKERN_INLINE void NAME(plane_inline)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t rows, size_t cols)
{
    const permkern_ways lines = {BITS == 8 ? 0 : BITS == 16 ? 1 : BITS == 32 ? 2 : 3, 0, 0, 0, false};
    if (permkern_way_of(&lines, rows, cols, in_stride, out_stride, false) == PERMKERN_WAY_ROWS) {
        NAME(rvv_all)(true, in, in_stride, out, out_stride, cols, rows);
    } else {
        NAME(rvv_all)(false, in, in_stride, out, out_stride, rows, cols);
    }
}

/* The same, not inlined for constants: kernels for any shape share it. */
static inline void NAME(matrix)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    NAME(plane_inline)(in, in_stride, out, out_stride, rows, cols);
}

#undef JOIN2
#undef JOIN
#undef NAME
#undef ELEMENT
#undef TUPLE
#undef LENGTH
#undef ONE
#undef SOME
#undef GET
#undef SET
#undef UNDEFINED
#undef SIZE
