/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of 8-bit elements for RISC-V with the vector extension 1.0.
 * Part of permkern_rvv.h.
 *
 * Written by tools/autogen from arch_gen/templates/rvv_plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_RVV_PLANE8_H
#define PERMKERN_RVV_PLANE8_H

#define PERMKERN_PLANE8 1

/* Moves 4 columns, as many rows at once as the registers hold. */
static inline void permkern_x8_columns4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                            size_t out_stride, size_t rows)
{
    if (in_stride == 4) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e8m2(left);
            const uint8_t *const first = permkern_rvv8(permkern_at(in, from));
            uint8_t *at = permkern_at_out(out, to);
#if PERMKERN_RVV_TUPLES
            const vuint8m2x4_t all = __riscv_vlseg4e8_v_u8m2x4(first, vl);
            const vuint8m2_t v0 = __riscv_vget_v_u8m2x4_u8m2(all, 0);
            const vuint8m2_t v1 = __riscv_vget_v_u8m2x4_u8m2(all, 1);
            const vuint8m2_t v2 = __riscv_vget_v_u8m2x4_u8m2(all, 2);
            const vuint8m2_t v3 = __riscv_vget_v_u8m2x4_u8m2(all, 3);
#else
            vuint8m2_t v0, v1, v2, v3;
            __riscv_vlseg4e8_v_u8m2(&v0, &v1, &v2, &v3, first, vl);
#endif
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
            at = permkern_at_out(at, out_stride);
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
            at = permkern_at_out(at, out_stride);
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
            at = permkern_at_out(at, out_stride);
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v3, vl);
            from += permkern_steps(vl, in_stride);
            to += vl;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m2(left);
        const uint8_t *const first = permkern_rvv8(permkern_at(in, from));
        uint8_t *at = permkern_at_out(out, to);
#if PERMKERN_RVV_TUPLES
        const vuint8m2x4_t all = __riscv_vlsseg4e8_v_u8m2x4(first, (ptrdiff_t)in_stride, vl);
        const vuint8m2_t v0 = __riscv_vget_v_u8m2x4_u8m2(all, 0);
        const vuint8m2_t v1 = __riscv_vget_v_u8m2x4_u8m2(all, 1);
        const vuint8m2_t v2 = __riscv_vget_v_u8m2x4_u8m2(all, 2);
        const vuint8m2_t v3 = __riscv_vget_v_u8m2x4_u8m2(all, 3);
#else
        vuint8m2_t v0, v1, v2, v3;
        __riscv_vlsseg4e8_v_u8m2(&v0, &v1, &v2, &v3, first, (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
        at = permkern_at_out(at, out_stride);
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
        at = permkern_at_out(at, out_stride);
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
        at = permkern_at_out(at, out_stride);
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v3, vl);
        from += permkern_steps(vl, in_stride);
        to += vl;
        left -= vl;
    }
}

/* Moves 4 rows, as many columns at once as the registers hold. */
static inline void permkern_x8_rows4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                         size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m2(left);
        const uint8_t *at = permkern_at(in, from);
        const vuint8m2_t v0 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at = permkern_at(at, in_stride);
        const vuint8m2_t v1 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at = permkern_at(at, in_stride);
        const vuint8m2_t v2 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at = permkern_at(at, in_stride);
        const vuint8m2_t v3 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint8m2x4_t all = __riscv_vundefined_u8m2x4();
        all = __riscv_vset_v_u8m2_u8m2x4(all, 0, v0);
        all = __riscv_vset_v_u8m2_u8m2x4(all, 1, v1);
        all = __riscv_vset_v_u8m2_u8m2x4(all, 2, v2);
        all = __riscv_vset_v_u8m2_u8m2x4(all, 3, v3);
#endif
        if (out_stride == 4) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg4e8_v_u8m2x4(permkern_rvv8_out(permkern_at_out(out, to)), all, vl);
#else
            __riscv_vsseg4e8_v_u8m2(permkern_rvv8_out(permkern_at_out(out, to)), v0, v1, v2, v3, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg4e8_v_u8m2x4(permkern_rvv8_out(permkern_at_out(out, to)), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg4e8_v_u8m2(permkern_rvv8_out(permkern_at_out(out, to)), (ptrdiff_t)out_stride, v0, v1, v2, v3,
                                     vl);
#endif
        }
        from += vl;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

/* Moves 3 columns, as many rows at once as the registers hold. */
static inline void permkern_x8_columns3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                            size_t out_stride, size_t rows)
{
    if (in_stride == 3) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e8m2(left);
            const uint8_t *const first = permkern_rvv8(permkern_at(in, from));
            uint8_t *at = permkern_at_out(out, to);
#if PERMKERN_RVV_TUPLES
            const vuint8m2x3_t all = __riscv_vlseg3e8_v_u8m2x3(first, vl);
            const vuint8m2_t v0 = __riscv_vget_v_u8m2x3_u8m2(all, 0);
            const vuint8m2_t v1 = __riscv_vget_v_u8m2x3_u8m2(all, 1);
            const vuint8m2_t v2 = __riscv_vget_v_u8m2x3_u8m2(all, 2);
#else
            vuint8m2_t v0, v1, v2;
            __riscv_vlseg3e8_v_u8m2(&v0, &v1, &v2, first, vl);
#endif
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
            at = permkern_at_out(at, out_stride);
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
            at = permkern_at_out(at, out_stride);
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
            from += permkern_steps(vl, in_stride);
            to += vl;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m2(left);
        const uint8_t *const first = permkern_rvv8(permkern_at(in, from));
        uint8_t *at = permkern_at_out(out, to);
#if PERMKERN_RVV_TUPLES
        const vuint8m2x3_t all = __riscv_vlsseg3e8_v_u8m2x3(first, (ptrdiff_t)in_stride, vl);
        const vuint8m2_t v0 = __riscv_vget_v_u8m2x3_u8m2(all, 0);
        const vuint8m2_t v1 = __riscv_vget_v_u8m2x3_u8m2(all, 1);
        const vuint8m2_t v2 = __riscv_vget_v_u8m2x3_u8m2(all, 2);
#else
        vuint8m2_t v0, v1, v2;
        __riscv_vlsseg3e8_v_u8m2(&v0, &v1, &v2, first, (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
        at = permkern_at_out(at, out_stride);
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
        at = permkern_at_out(at, out_stride);
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
        from += permkern_steps(vl, in_stride);
        to += vl;
        left -= vl;
    }
}

/* Moves 3 rows, as many columns at once as the registers hold. */
static inline void permkern_x8_rows3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                         size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m2(left);
        const uint8_t *at = permkern_at(in, from);
        const vuint8m2_t v0 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at = permkern_at(at, in_stride);
        const vuint8m2_t v1 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at = permkern_at(at, in_stride);
        const vuint8m2_t v2 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint8m2x3_t all = __riscv_vundefined_u8m2x3();
        all = __riscv_vset_v_u8m2_u8m2x3(all, 0, v0);
        all = __riscv_vset_v_u8m2_u8m2x3(all, 1, v1);
        all = __riscv_vset_v_u8m2_u8m2x3(all, 2, v2);
#endif
        if (out_stride == 3) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg3e8_v_u8m2x3(permkern_rvv8_out(permkern_at_out(out, to)), all, vl);
#else
            __riscv_vsseg3e8_v_u8m2(permkern_rvv8_out(permkern_at_out(out, to)), v0, v1, v2, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg3e8_v_u8m2x3(permkern_rvv8_out(permkern_at_out(out, to)), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg3e8_v_u8m2(permkern_rvv8_out(permkern_at_out(out, to)), (ptrdiff_t)out_stride, v0, v1, v2,
                                     vl);
#endif
        }
        from += vl;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

/* Moves 2 columns, as many rows at once as the registers hold. */
static inline void permkern_x8_columns2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                            size_t out_stride, size_t rows)
{
    if (in_stride == 2) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e8m4(left);
            const uint8_t *const first = permkern_rvv8(permkern_at(in, from));
            uint8_t *at = permkern_at_out(out, to);
#if PERMKERN_RVV_TUPLES
            const vuint8m4x2_t all = __riscv_vlseg2e8_v_u8m4x2(first, vl);
            const vuint8m4_t v0 = __riscv_vget_v_u8m4x2_u8m4(all, 0);
            const vuint8m4_t v1 = __riscv_vget_v_u8m4x2_u8m4(all, 1);
#else
            vuint8m4_t v0, v1;
            __riscv_vlseg2e8_v_u8m4(&v0, &v1, first, vl);
#endif
            __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v0, vl);
            at = permkern_at_out(at, out_stride);
            __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v1, vl);
            from += permkern_steps(vl, in_stride);
            to += vl;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m4(left);
        const uint8_t *const first = permkern_rvv8(permkern_at(in, from));
        uint8_t *at = permkern_at_out(out, to);
#if PERMKERN_RVV_TUPLES
        const vuint8m4x2_t all = __riscv_vlsseg2e8_v_u8m4x2(first, (ptrdiff_t)in_stride, vl);
        const vuint8m4_t v0 = __riscv_vget_v_u8m4x2_u8m4(all, 0);
        const vuint8m4_t v1 = __riscv_vget_v_u8m4x2_u8m4(all, 1);
#else
        vuint8m4_t v0, v1;
        __riscv_vlsseg2e8_v_u8m4(&v0, &v1, first, (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v0, vl);
        at = permkern_at_out(at, out_stride);
        __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v1, vl);
        from += permkern_steps(vl, in_stride);
        to += vl;
        left -= vl;
    }
}

/* Moves 2 rows, as many columns at once as the registers hold. */
static inline void permkern_x8_rows2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                         size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m4(left);
        const uint8_t *at = permkern_at(in, from);
        const vuint8m4_t v0 = __riscv_vle8_v_u8m4(permkern_rvv8(at), vl);
        at = permkern_at(at, in_stride);
        const vuint8m4_t v1 = __riscv_vle8_v_u8m4(permkern_rvv8(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint8m4x2_t all = __riscv_vundefined_u8m4x2();
        all = __riscv_vset_v_u8m4_u8m4x2(all, 0, v0);
        all = __riscv_vset_v_u8m4_u8m4x2(all, 1, v1);
#endif
        if (out_stride == 2) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg2e8_v_u8m4x2(permkern_rvv8_out(permkern_at_out(out, to)), all, vl);
#else
            __riscv_vsseg2e8_v_u8m4(permkern_rvv8_out(permkern_at_out(out, to)), v0, v1, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg2e8_v_u8m4x2(permkern_rvv8_out(permkern_at_out(out, to)), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg2e8_v_u8m4(permkern_rvv8_out(permkern_at_out(out, to)), (ptrdiff_t)out_stride, v0, v1, vl);
#endif
        }
        from += vl;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

/* Moves 1 column, as many rows at once as the registers hold. */
static inline void permkern_x8_columns1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                            size_t out_stride, size_t rows)
{
    (void)out_stride;
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t v0 = __riscv_vlse8_v_u8m8(permkern_rvv8(permkern_at(in, from)), (ptrdiff_t)in_stride, vl);
        __riscv_vse8_v_u8m8(permkern_rvv8_out(permkern_at_out(out, to)), v0, vl);
        from += permkern_steps(vl, in_stride);
        to += vl;
        left -= vl;
    }
}

/* Moves 1 row, as many columns at once as the registers hold. */
static inline void permkern_x8_rows1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                         size_t out_stride, size_t cols)
{
    (void)in_stride;
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m8(left);
        const vuint8m8_t v0 = __riscv_vle8_v_u8m8(permkern_rvv8(permkern_at(in, from)), vl);
        __riscv_vsse8_v_u8m8(permkern_rvv8_out(permkern_at_out(out, to)), (ptrdiff_t)out_stride, v0, vl);
        from += vl;
        to += permkern_steps(vl, out_stride);
        left -= vl;
    }
}

/*
 * Moves a plane of rows x cols elements, out[c][r] = in[r][c]. The longer axis fills the registers, so that each
 * element of the shorter axis costs one or two instructions: columns are stored whole, or rows are loaded whole.
 */
PERMKERN_INLINE void permkern_x8_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                              size_t rows, size_t cols)
{
    const permkern_ways lines = {0, 0, 0, 0, 0, false};
    const bool across = permkern_way_of(&lines, rows, cols, in_stride, out_stride, false) == PERMKERN_WAY_ROWS;
    const size_t from_step = across ? in_stride : 1;
    const size_t to_step = across ? 1 : out_stride;
    const size_t length = across ? cols : rows;
    size_t left = across ? rows : cols;
    size_t from = 0;
    size_t to = 0;
    for (; left >= 4; left -= 4) {
        if (across) {
            permkern_x8_rows4_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x8_columns4_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        from += 4 * from_step;
        to += 4 * to_step;
    }
    switch (left) {
    case 3:
        if (across) {
            permkern_x8_rows3_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x8_columns3_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 2:
        if (across) {
            permkern_x8_rows2_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x8_columns2_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 1:
        if (across) {
            permkern_x8_rows1_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x8_columns1_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    default:
        break;
    }
}

/* The same, not inlined for constants: kernels for any shape share it. */
static inline void permkern_x8_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                      size_t cols)
{
    permkern_x8_plane_inline(in, in_stride, out, out_stride, rows, cols);
}

#endif /* PERMKERN_RVV_PLANE8_H */
