/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes for RISC-V with the vector extension 1.0.
 *
 * Written by tools/autogen from arch_gen/templates/rvv.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_RVV_H
#define PERMKERN_RVV_H

#include "permkern_isa.h"

#if PERMKERN_RVV
#include <riscv_vector.h>

/* Segment loads and stores take a tuple since version 0.12 of the intrinsics, and before that several registers. */
#define PERMKERN_RVV_TUPLES (__riscv_v_intrinsic >= 12000)

#if __riscv_v_elen >= 8
#define PERMKERN_PLANE8 1

/* Pointers of the types that the intrinsics take. permkern_prepare() has checked that elements are aligned. */
static inline const uint8_t *permkern_rvv8(const void *p)
{
    return (const uint8_t *)p;
}

static inline uint8_t *permkern_rvv8_out(void *p)
{
    return (uint8_t *)p;
}

/* Moves 4 columns, as many rows at once as the registers hold. */
static inline void permkern_x8_columns4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                            size_t out_stride, size_t rows)
{
    if (in_stride == 4) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e8m2(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint8m2x4_t all = __riscv_vlseg4e8_v_u8m2x4(permkern_rvv8(in + from), vl);
            const vuint8m2_t v0 = __riscv_vget_v_u8m2x4_u8m2(all, 0);
            const vuint8m2_t v1 = __riscv_vget_v_u8m2x4_u8m2(all, 1);
            const vuint8m2_t v2 = __riscv_vget_v_u8m2x4_u8m2(all, 2);
            const vuint8m2_t v3 = __riscv_vget_v_u8m2x4_u8m2(all, 3);
#else
            vuint8m2_t v0, v1, v2, v3;
            __riscv_vlseg4e8_v_u8m2(&v0, &v1, &v2, &v3, permkern_rvv8(in + from), vl);
#endif
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
            at += out_stride;
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
            at += out_stride;
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
            at += out_stride;
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v3, vl);
            from += permkern_times(vl, in_stride);
            to += vl;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint8m2x4_t all = __riscv_vlsseg4e8_v_u8m2x4(permkern_rvv8(in + from), (ptrdiff_t)in_stride, vl);
        const vuint8m2_t v0 = __riscv_vget_v_u8m2x4_u8m2(all, 0);
        const vuint8m2_t v1 = __riscv_vget_v_u8m2x4_u8m2(all, 1);
        const vuint8m2_t v2 = __riscv_vget_v_u8m2x4_u8m2(all, 2);
        const vuint8m2_t v3 = __riscv_vget_v_u8m2x4_u8m2(all, 3);
#else
        vuint8m2_t v0, v1, v2, v3;
        __riscv_vlsseg4e8_v_u8m2(&v0, &v1, &v2, &v3, permkern_rvv8(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
        at += out_stride;
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
        at += out_stride;
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
        at += out_stride;
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v3, vl);
        from += permkern_times(vl, in_stride);
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
        const uint8_t *at = in + from;
        const vuint8m2_t v0 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at += in_stride;
        const vuint8m2_t v1 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at += in_stride;
        const vuint8m2_t v2 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at += in_stride;
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
            __riscv_vsseg4e8_v_u8m2x4(permkern_rvv8_out(out + to), all, vl);
#else
            __riscv_vsseg4e8_v_u8m2(permkern_rvv8_out(out + to), v0, v1, v2, v3, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg4e8_v_u8m2x4(permkern_rvv8_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg4e8_v_u8m2(permkern_rvv8_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, v3, vl);
#endif
        }
        from += vl;
        to += permkern_times(vl, out_stride);
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
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint8m2x3_t all = __riscv_vlseg3e8_v_u8m2x3(permkern_rvv8(in + from), vl);
            const vuint8m2_t v0 = __riscv_vget_v_u8m2x3_u8m2(all, 0);
            const vuint8m2_t v1 = __riscv_vget_v_u8m2x3_u8m2(all, 1);
            const vuint8m2_t v2 = __riscv_vget_v_u8m2x3_u8m2(all, 2);
#else
            vuint8m2_t v0, v1, v2;
            __riscv_vlseg3e8_v_u8m2(&v0, &v1, &v2, permkern_rvv8(in + from), vl);
#endif
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
            at += out_stride;
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
            at += out_stride;
            __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
            from += permkern_times(vl, in_stride);
            to += vl;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint8m2x3_t all = __riscv_vlsseg3e8_v_u8m2x3(permkern_rvv8(in + from), (ptrdiff_t)in_stride, vl);
        const vuint8m2_t v0 = __riscv_vget_v_u8m2x3_u8m2(all, 0);
        const vuint8m2_t v1 = __riscv_vget_v_u8m2x3_u8m2(all, 1);
        const vuint8m2_t v2 = __riscv_vget_v_u8m2x3_u8m2(all, 2);
#else
        vuint8m2_t v0, v1, v2;
        __riscv_vlsseg3e8_v_u8m2(&v0, &v1, &v2, permkern_rvv8(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v0, vl);
        at += out_stride;
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v1, vl);
        at += out_stride;
        __riscv_vse8_v_u8m2(permkern_rvv8_out(at), v2, vl);
        from += permkern_times(vl, in_stride);
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
        const uint8_t *at = in + from;
        const vuint8m2_t v0 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at += in_stride;
        const vuint8m2_t v1 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
        at += in_stride;
        const vuint8m2_t v2 = __riscv_vle8_v_u8m2(permkern_rvv8(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint8m2x3_t all = __riscv_vundefined_u8m2x3();
        all = __riscv_vset_v_u8m2_u8m2x3(all, 0, v0);
        all = __riscv_vset_v_u8m2_u8m2x3(all, 1, v1);
        all = __riscv_vset_v_u8m2_u8m2x3(all, 2, v2);
#endif
        if (out_stride == 3) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg3e8_v_u8m2x3(permkern_rvv8_out(out + to), all, vl);
#else
            __riscv_vsseg3e8_v_u8m2(permkern_rvv8_out(out + to), v0, v1, v2, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg3e8_v_u8m2x3(permkern_rvv8_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg3e8_v_u8m2(permkern_rvv8_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, vl);
#endif
        }
        from += vl;
        to += permkern_times(vl, out_stride);
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
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint8m4x2_t all = __riscv_vlseg2e8_v_u8m4x2(permkern_rvv8(in + from), vl);
            const vuint8m4_t v0 = __riscv_vget_v_u8m4x2_u8m4(all, 0);
            const vuint8m4_t v1 = __riscv_vget_v_u8m4x2_u8m4(all, 1);
#else
            vuint8m4_t v0, v1;
            __riscv_vlseg2e8_v_u8m4(&v0, &v1, permkern_rvv8(in + from), vl);
#endif
            __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v0, vl);
            at += out_stride;
            __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v1, vl);
            from += permkern_times(vl, in_stride);
            to += vl;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e8m4(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint8m4x2_t all = __riscv_vlsseg2e8_v_u8m4x2(permkern_rvv8(in + from), (ptrdiff_t)in_stride, vl);
        const vuint8m4_t v0 = __riscv_vget_v_u8m4x2_u8m4(all, 0);
        const vuint8m4_t v1 = __riscv_vget_v_u8m4x2_u8m4(all, 1);
#else
        vuint8m4_t v0, v1;
        __riscv_vlsseg2e8_v_u8m4(&v0, &v1, permkern_rvv8(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v0, vl);
        at += out_stride;
        __riscv_vse8_v_u8m4(permkern_rvv8_out(at), v1, vl);
        from += permkern_times(vl, in_stride);
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
        const uint8_t *at = in + from;
        const vuint8m4_t v0 = __riscv_vle8_v_u8m4(permkern_rvv8(at), vl);
        at += in_stride;
        const vuint8m4_t v1 = __riscv_vle8_v_u8m4(permkern_rvv8(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint8m4x2_t all = __riscv_vundefined_u8m4x2();
        all = __riscv_vset_v_u8m4_u8m4x2(all, 0, v0);
        all = __riscv_vset_v_u8m4_u8m4x2(all, 1, v1);
#endif
        if (out_stride == 2) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg2e8_v_u8m4x2(permkern_rvv8_out(out + to), all, vl);
#else
            __riscv_vsseg2e8_v_u8m4(permkern_rvv8_out(out + to), v0, v1, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg2e8_v_u8m4x2(permkern_rvv8_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg2e8_v_u8m4(permkern_rvv8_out(out + to), (ptrdiff_t)out_stride, v0, v1, vl);
#endif
        }
        from += vl;
        to += permkern_times(vl, out_stride);
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
        const vuint8m8_t v0 = __riscv_vlse8_v_u8m8(permkern_rvv8(in + from), (ptrdiff_t)in_stride, vl);
        __riscv_vse8_v_u8m8(permkern_rvv8_out(out + to), v0, vl);
        from += permkern_times(vl, in_stride);
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
        const vuint8m8_t v0 = __riscv_vle8_v_u8m8(permkern_rvv8(in + from), vl);
        __riscv_vsse8_v_u8m8(permkern_rvv8_out(out + to), (ptrdiff_t)out_stride, v0, vl);
        from += vl;
        to += permkern_times(vl, out_stride);
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
    const bool across = rows < cols;
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

static inline void permkern_x8_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                      size_t cols)
{
    permkern_x8_plane_inline(in, in_stride, out, out_stride, rows, cols);
}
#endif

#if __riscv_v_elen >= 16
#define PERMKERN_PLANE16 1

/* Pointers of the types that the intrinsics take. permkern_prepare() has checked that elements are aligned. */
static inline const uint16_t *permkern_rvv16(const void *p)
{
    return (const uint16_t *)p;
}

static inline uint16_t *permkern_rvv16_out(void *p)
{
    return (uint16_t *)p;
}

/* Moves 4 columns, as many rows at once as the registers hold. */
static inline void permkern_x16_columns4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 8) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e16m2(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint16m2x4_t all = __riscv_vlseg4e16_v_u16m2x4(permkern_rvv16(in + from), vl);
            const vuint16m2_t v0 = __riscv_vget_v_u16m2x4_u16m2(all, 0);
            const vuint16m2_t v1 = __riscv_vget_v_u16m2x4_u16m2(all, 1);
            const vuint16m2_t v2 = __riscv_vget_v_u16m2x4_u16m2(all, 2);
            const vuint16m2_t v3 = __riscv_vget_v_u16m2x4_u16m2(all, 3);
#else
            vuint16m2_t v0, v1, v2, v3;
            __riscv_vlseg4e16_v_u16m2(&v0, &v1, &v2, &v3, permkern_rvv16(in + from), vl);
#endif
            __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v0, vl);
            at += out_stride;
            __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v1, vl);
            at += out_stride;
            __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v2, vl);
            at += out_stride;
            __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v3, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 2;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint16m2x4_t all = __riscv_vlsseg4e16_v_u16m2x4(permkern_rvv16(in + from), (ptrdiff_t)in_stride, vl);
        const vuint16m2_t v0 = __riscv_vget_v_u16m2x4_u16m2(all, 0);
        const vuint16m2_t v1 = __riscv_vget_v_u16m2x4_u16m2(all, 1);
        const vuint16m2_t v2 = __riscv_vget_v_u16m2x4_u16m2(all, 2);
        const vuint16m2_t v3 = __riscv_vget_v_u16m2x4_u16m2(all, 3);
#else
        vuint16m2_t v0, v1, v2, v3;
        __riscv_vlsseg4e16_v_u16m2(&v0, &v1, &v2, &v3, permkern_rvv16(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v0, vl);
        at += out_stride;
        __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v1, vl);
        at += out_stride;
        __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v2, vl);
        at += out_stride;
        __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v3, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 2;
        left -= vl;
    }
}

/* Moves 4 rows, as many columns at once as the registers hold. */
static inline void permkern_x16_rows4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m2(left);
        const uint8_t *at = in + from;
        const vuint16m2_t v0 = __riscv_vle16_v_u16m2(permkern_rvv16(at), vl);
        at += in_stride;
        const vuint16m2_t v1 = __riscv_vle16_v_u16m2(permkern_rvv16(at), vl);
        at += in_stride;
        const vuint16m2_t v2 = __riscv_vle16_v_u16m2(permkern_rvv16(at), vl);
        at += in_stride;
        const vuint16m2_t v3 = __riscv_vle16_v_u16m2(permkern_rvv16(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint16m2x4_t all = __riscv_vundefined_u16m2x4();
        all = __riscv_vset_v_u16m2_u16m2x4(all, 0, v0);
        all = __riscv_vset_v_u16m2_u16m2x4(all, 1, v1);
        all = __riscv_vset_v_u16m2_u16m2x4(all, 2, v2);
        all = __riscv_vset_v_u16m2_u16m2x4(all, 3, v3);
#endif
        if (out_stride == 8) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg4e16_v_u16m2x4(permkern_rvv16_out(out + to), all, vl);
#else
            __riscv_vsseg4e16_v_u16m2(permkern_rvv16_out(out + to), v0, v1, v2, v3, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg4e16_v_u16m2x4(permkern_rvv16_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg4e16_v_u16m2(permkern_rvv16_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, v3, vl);
#endif
        }
        from += vl * 2;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 3 columns, as many rows at once as the registers hold. */
static inline void permkern_x16_columns3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 6) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e16m2(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint16m2x3_t all = __riscv_vlseg3e16_v_u16m2x3(permkern_rvv16(in + from), vl);
            const vuint16m2_t v0 = __riscv_vget_v_u16m2x3_u16m2(all, 0);
            const vuint16m2_t v1 = __riscv_vget_v_u16m2x3_u16m2(all, 1);
            const vuint16m2_t v2 = __riscv_vget_v_u16m2x3_u16m2(all, 2);
#else
            vuint16m2_t v0, v1, v2;
            __riscv_vlseg3e16_v_u16m2(&v0, &v1, &v2, permkern_rvv16(in + from), vl);
#endif
            __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v0, vl);
            at += out_stride;
            __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v1, vl);
            at += out_stride;
            __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v2, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 2;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint16m2x3_t all = __riscv_vlsseg3e16_v_u16m2x3(permkern_rvv16(in + from), (ptrdiff_t)in_stride, vl);
        const vuint16m2_t v0 = __riscv_vget_v_u16m2x3_u16m2(all, 0);
        const vuint16m2_t v1 = __riscv_vget_v_u16m2x3_u16m2(all, 1);
        const vuint16m2_t v2 = __riscv_vget_v_u16m2x3_u16m2(all, 2);
#else
        vuint16m2_t v0, v1, v2;
        __riscv_vlsseg3e16_v_u16m2(&v0, &v1, &v2, permkern_rvv16(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v0, vl);
        at += out_stride;
        __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v1, vl);
        at += out_stride;
        __riscv_vse16_v_u16m2(permkern_rvv16_out(at), v2, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 2;
        left -= vl;
    }
}

/* Moves 3 rows, as many columns at once as the registers hold. */
static inline void permkern_x16_rows3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m2(left);
        const uint8_t *at = in + from;
        const vuint16m2_t v0 = __riscv_vle16_v_u16m2(permkern_rvv16(at), vl);
        at += in_stride;
        const vuint16m2_t v1 = __riscv_vle16_v_u16m2(permkern_rvv16(at), vl);
        at += in_stride;
        const vuint16m2_t v2 = __riscv_vle16_v_u16m2(permkern_rvv16(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint16m2x3_t all = __riscv_vundefined_u16m2x3();
        all = __riscv_vset_v_u16m2_u16m2x3(all, 0, v0);
        all = __riscv_vset_v_u16m2_u16m2x3(all, 1, v1);
        all = __riscv_vset_v_u16m2_u16m2x3(all, 2, v2);
#endif
        if (out_stride == 6) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg3e16_v_u16m2x3(permkern_rvv16_out(out + to), all, vl);
#else
            __riscv_vsseg3e16_v_u16m2(permkern_rvv16_out(out + to), v0, v1, v2, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg3e16_v_u16m2x3(permkern_rvv16_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg3e16_v_u16m2(permkern_rvv16_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, vl);
#endif
        }
        from += vl * 2;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 2 columns, as many rows at once as the registers hold. */
static inline void permkern_x16_columns2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 4) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e16m4(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint16m4x2_t all = __riscv_vlseg2e16_v_u16m4x2(permkern_rvv16(in + from), vl);
            const vuint16m4_t v0 = __riscv_vget_v_u16m4x2_u16m4(all, 0);
            const vuint16m4_t v1 = __riscv_vget_v_u16m4x2_u16m4(all, 1);
#else
            vuint16m4_t v0, v1;
            __riscv_vlseg2e16_v_u16m4(&v0, &v1, permkern_rvv16(in + from), vl);
#endif
            __riscv_vse16_v_u16m4(permkern_rvv16_out(at), v0, vl);
            at += out_stride;
            __riscv_vse16_v_u16m4(permkern_rvv16_out(at), v1, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 2;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m4(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint16m4x2_t all = __riscv_vlsseg2e16_v_u16m4x2(permkern_rvv16(in + from), (ptrdiff_t)in_stride, vl);
        const vuint16m4_t v0 = __riscv_vget_v_u16m4x2_u16m4(all, 0);
        const vuint16m4_t v1 = __riscv_vget_v_u16m4x2_u16m4(all, 1);
#else
        vuint16m4_t v0, v1;
        __riscv_vlsseg2e16_v_u16m4(&v0, &v1, permkern_rvv16(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse16_v_u16m4(permkern_rvv16_out(at), v0, vl);
        at += out_stride;
        __riscv_vse16_v_u16m4(permkern_rvv16_out(at), v1, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 2;
        left -= vl;
    }
}

/* Moves 2 rows, as many columns at once as the registers hold. */
static inline void permkern_x16_rows2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m4(left);
        const uint8_t *at = in + from;
        const vuint16m4_t v0 = __riscv_vle16_v_u16m4(permkern_rvv16(at), vl);
        at += in_stride;
        const vuint16m4_t v1 = __riscv_vle16_v_u16m4(permkern_rvv16(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint16m4x2_t all = __riscv_vundefined_u16m4x2();
        all = __riscv_vset_v_u16m4_u16m4x2(all, 0, v0);
        all = __riscv_vset_v_u16m4_u16m4x2(all, 1, v1);
#endif
        if (out_stride == 4) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg2e16_v_u16m4x2(permkern_rvv16_out(out + to), all, vl);
#else
            __riscv_vsseg2e16_v_u16m4(permkern_rvv16_out(out + to), v0, v1, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg2e16_v_u16m4x2(permkern_rvv16_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg2e16_v_u16m4(permkern_rvv16_out(out + to), (ptrdiff_t)out_stride, v0, v1, vl);
#endif
        }
        from += vl * 2;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 1 column, as many rows at once as the registers hold. */
static inline void permkern_x16_columns1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    (void)out_stride;
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m8(left);
        const vuint16m8_t v0 = __riscv_vlse16_v_u16m8(permkern_rvv16(in + from), (ptrdiff_t)in_stride, vl);
        __riscv_vse16_v_u16m8(permkern_rvv16_out(out + to), v0, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 2;
        left -= vl;
    }
}

/* Moves 1 row, as many columns at once as the registers hold. */
static inline void permkern_x16_rows1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    (void)in_stride;
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e16m8(left);
        const vuint16m8_t v0 = __riscv_vle16_v_u16m8(permkern_rvv16(in + from), vl);
        __riscv_vsse16_v_u16m8(permkern_rvv16_out(out + to), (ptrdiff_t)out_stride, v0, vl);
        from += vl * 2;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/*
 * Moves a plane of rows x cols elements, out[c][r] = in[r][c]. The longer axis fills the registers, so that each
 * element of the shorter axis costs one or two instructions: columns are stored whole, or rows are loaded whole.
 */
PERMKERN_INLINE void permkern_x16_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t rows, size_t cols)
{
    const bool across = rows < cols;
    const size_t from_step = across ? in_stride : 2;
    const size_t to_step = across ? 2 : out_stride;
    const size_t length = across ? cols : rows;
    size_t left = across ? rows : cols;
    size_t from = 0;
    size_t to = 0;
    for (; left >= 4; left -= 4) {
        if (across) {
            permkern_x16_rows4_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x16_columns4_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        from += 4 * from_step;
        to += 4 * to_step;
    }
    switch (left) {
    case 3:
        if (across) {
            permkern_x16_rows3_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x16_columns3_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 2:
        if (across) {
            permkern_x16_rows2_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x16_columns2_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 1:
        if (across) {
            permkern_x16_rows1_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x16_columns1_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    default:
        break;
    }
}

static inline void permkern_x16_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    permkern_x16_plane_inline(in, in_stride, out, out_stride, rows, cols);
}
#endif

#if __riscv_v_elen >= 32
#define PERMKERN_PLANE32 1

/* Pointers of the types that the intrinsics take. permkern_prepare() has checked that elements are aligned. */
static inline const uint32_t *permkern_rvv32(const void *p)
{
    return (const uint32_t *)p;
}

static inline uint32_t *permkern_rvv32_out(void *p)
{
    return (uint32_t *)p;
}

/* Moves 4 columns, as many rows at once as the registers hold. */
static inline void permkern_x32_columns4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 16) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e32m2(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint32m2x4_t all = __riscv_vlseg4e32_v_u32m2x4(permkern_rvv32(in + from), vl);
            const vuint32m2_t v0 = __riscv_vget_v_u32m2x4_u32m2(all, 0);
            const vuint32m2_t v1 = __riscv_vget_v_u32m2x4_u32m2(all, 1);
            const vuint32m2_t v2 = __riscv_vget_v_u32m2x4_u32m2(all, 2);
            const vuint32m2_t v3 = __riscv_vget_v_u32m2x4_u32m2(all, 3);
#else
            vuint32m2_t v0, v1, v2, v3;
            __riscv_vlseg4e32_v_u32m2(&v0, &v1, &v2, &v3, permkern_rvv32(in + from), vl);
#endif
            __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v0, vl);
            at += out_stride;
            __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v1, vl);
            at += out_stride;
            __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v2, vl);
            at += out_stride;
            __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v3, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 4;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint32m2x4_t all = __riscv_vlsseg4e32_v_u32m2x4(permkern_rvv32(in + from), (ptrdiff_t)in_stride, vl);
        const vuint32m2_t v0 = __riscv_vget_v_u32m2x4_u32m2(all, 0);
        const vuint32m2_t v1 = __riscv_vget_v_u32m2x4_u32m2(all, 1);
        const vuint32m2_t v2 = __riscv_vget_v_u32m2x4_u32m2(all, 2);
        const vuint32m2_t v3 = __riscv_vget_v_u32m2x4_u32m2(all, 3);
#else
        vuint32m2_t v0, v1, v2, v3;
        __riscv_vlsseg4e32_v_u32m2(&v0, &v1, &v2, &v3, permkern_rvv32(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v0, vl);
        at += out_stride;
        __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v1, vl);
        at += out_stride;
        __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v2, vl);
        at += out_stride;
        __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v3, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 4;
        left -= vl;
    }
}

/* Moves 4 rows, as many columns at once as the registers hold. */
static inline void permkern_x32_rows4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m2(left);
        const uint8_t *at = in + from;
        const vuint32m2_t v0 = __riscv_vle32_v_u32m2(permkern_rvv32(at), vl);
        at += in_stride;
        const vuint32m2_t v1 = __riscv_vle32_v_u32m2(permkern_rvv32(at), vl);
        at += in_stride;
        const vuint32m2_t v2 = __riscv_vle32_v_u32m2(permkern_rvv32(at), vl);
        at += in_stride;
        const vuint32m2_t v3 = __riscv_vle32_v_u32m2(permkern_rvv32(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint32m2x4_t all = __riscv_vundefined_u32m2x4();
        all = __riscv_vset_v_u32m2_u32m2x4(all, 0, v0);
        all = __riscv_vset_v_u32m2_u32m2x4(all, 1, v1);
        all = __riscv_vset_v_u32m2_u32m2x4(all, 2, v2);
        all = __riscv_vset_v_u32m2_u32m2x4(all, 3, v3);
#endif
        if (out_stride == 16) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg4e32_v_u32m2x4(permkern_rvv32_out(out + to), all, vl);
#else
            __riscv_vsseg4e32_v_u32m2(permkern_rvv32_out(out + to), v0, v1, v2, v3, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg4e32_v_u32m2x4(permkern_rvv32_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg4e32_v_u32m2(permkern_rvv32_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, v3, vl);
#endif
        }
        from += vl * 4;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 3 columns, as many rows at once as the registers hold. */
static inline void permkern_x32_columns3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 12) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e32m2(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint32m2x3_t all = __riscv_vlseg3e32_v_u32m2x3(permkern_rvv32(in + from), vl);
            const vuint32m2_t v0 = __riscv_vget_v_u32m2x3_u32m2(all, 0);
            const vuint32m2_t v1 = __riscv_vget_v_u32m2x3_u32m2(all, 1);
            const vuint32m2_t v2 = __riscv_vget_v_u32m2x3_u32m2(all, 2);
#else
            vuint32m2_t v0, v1, v2;
            __riscv_vlseg3e32_v_u32m2(&v0, &v1, &v2, permkern_rvv32(in + from), vl);
#endif
            __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v0, vl);
            at += out_stride;
            __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v1, vl);
            at += out_stride;
            __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v2, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 4;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint32m2x3_t all = __riscv_vlsseg3e32_v_u32m2x3(permkern_rvv32(in + from), (ptrdiff_t)in_stride, vl);
        const vuint32m2_t v0 = __riscv_vget_v_u32m2x3_u32m2(all, 0);
        const vuint32m2_t v1 = __riscv_vget_v_u32m2x3_u32m2(all, 1);
        const vuint32m2_t v2 = __riscv_vget_v_u32m2x3_u32m2(all, 2);
#else
        vuint32m2_t v0, v1, v2;
        __riscv_vlsseg3e32_v_u32m2(&v0, &v1, &v2, permkern_rvv32(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v0, vl);
        at += out_stride;
        __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v1, vl);
        at += out_stride;
        __riscv_vse32_v_u32m2(permkern_rvv32_out(at), v2, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 4;
        left -= vl;
    }
}

/* Moves 3 rows, as many columns at once as the registers hold. */
static inline void permkern_x32_rows3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m2(left);
        const uint8_t *at = in + from;
        const vuint32m2_t v0 = __riscv_vle32_v_u32m2(permkern_rvv32(at), vl);
        at += in_stride;
        const vuint32m2_t v1 = __riscv_vle32_v_u32m2(permkern_rvv32(at), vl);
        at += in_stride;
        const vuint32m2_t v2 = __riscv_vle32_v_u32m2(permkern_rvv32(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint32m2x3_t all = __riscv_vundefined_u32m2x3();
        all = __riscv_vset_v_u32m2_u32m2x3(all, 0, v0);
        all = __riscv_vset_v_u32m2_u32m2x3(all, 1, v1);
        all = __riscv_vset_v_u32m2_u32m2x3(all, 2, v2);
#endif
        if (out_stride == 12) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg3e32_v_u32m2x3(permkern_rvv32_out(out + to), all, vl);
#else
            __riscv_vsseg3e32_v_u32m2(permkern_rvv32_out(out + to), v0, v1, v2, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg3e32_v_u32m2x3(permkern_rvv32_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg3e32_v_u32m2(permkern_rvv32_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, vl);
#endif
        }
        from += vl * 4;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 2 columns, as many rows at once as the registers hold. */
static inline void permkern_x32_columns2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 8) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e32m4(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint32m4x2_t all = __riscv_vlseg2e32_v_u32m4x2(permkern_rvv32(in + from), vl);
            const vuint32m4_t v0 = __riscv_vget_v_u32m4x2_u32m4(all, 0);
            const vuint32m4_t v1 = __riscv_vget_v_u32m4x2_u32m4(all, 1);
#else
            vuint32m4_t v0, v1;
            __riscv_vlseg2e32_v_u32m4(&v0, &v1, permkern_rvv32(in + from), vl);
#endif
            __riscv_vse32_v_u32m4(permkern_rvv32_out(at), v0, vl);
            at += out_stride;
            __riscv_vse32_v_u32m4(permkern_rvv32_out(at), v1, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 4;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m4(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint32m4x2_t all = __riscv_vlsseg2e32_v_u32m4x2(permkern_rvv32(in + from), (ptrdiff_t)in_stride, vl);
        const vuint32m4_t v0 = __riscv_vget_v_u32m4x2_u32m4(all, 0);
        const vuint32m4_t v1 = __riscv_vget_v_u32m4x2_u32m4(all, 1);
#else
        vuint32m4_t v0, v1;
        __riscv_vlsseg2e32_v_u32m4(&v0, &v1, permkern_rvv32(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse32_v_u32m4(permkern_rvv32_out(at), v0, vl);
        at += out_stride;
        __riscv_vse32_v_u32m4(permkern_rvv32_out(at), v1, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 4;
        left -= vl;
    }
}

/* Moves 2 rows, as many columns at once as the registers hold. */
static inline void permkern_x32_rows2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m4(left);
        const uint8_t *at = in + from;
        const vuint32m4_t v0 = __riscv_vle32_v_u32m4(permkern_rvv32(at), vl);
        at += in_stride;
        const vuint32m4_t v1 = __riscv_vle32_v_u32m4(permkern_rvv32(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint32m4x2_t all = __riscv_vundefined_u32m4x2();
        all = __riscv_vset_v_u32m4_u32m4x2(all, 0, v0);
        all = __riscv_vset_v_u32m4_u32m4x2(all, 1, v1);
#endif
        if (out_stride == 8) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg2e32_v_u32m4x2(permkern_rvv32_out(out + to), all, vl);
#else
            __riscv_vsseg2e32_v_u32m4(permkern_rvv32_out(out + to), v0, v1, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg2e32_v_u32m4x2(permkern_rvv32_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg2e32_v_u32m4(permkern_rvv32_out(out + to), (ptrdiff_t)out_stride, v0, v1, vl);
#endif
        }
        from += vl * 4;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 1 column, as many rows at once as the registers hold. */
static inline void permkern_x32_columns1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    (void)out_stride;
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m8(left);
        const vuint32m8_t v0 = __riscv_vlse32_v_u32m8(permkern_rvv32(in + from), (ptrdiff_t)in_stride, vl);
        __riscv_vse32_v_u32m8(permkern_rvv32_out(out + to), v0, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 4;
        left -= vl;
    }
}

/* Moves 1 row, as many columns at once as the registers hold. */
static inline void permkern_x32_rows1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    (void)in_stride;
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e32m8(left);
        const vuint32m8_t v0 = __riscv_vle32_v_u32m8(permkern_rvv32(in + from), vl);
        __riscv_vsse32_v_u32m8(permkern_rvv32_out(out + to), (ptrdiff_t)out_stride, v0, vl);
        from += vl * 4;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/*
 * Moves a plane of rows x cols elements, out[c][r] = in[r][c]. The longer axis fills the registers, so that each
 * element of the shorter axis costs one or two instructions: columns are stored whole, or rows are loaded whole.
 */
PERMKERN_INLINE void permkern_x32_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t rows, size_t cols)
{
    const bool across = rows < cols;
    const size_t from_step = across ? in_stride : 4;
    const size_t to_step = across ? 4 : out_stride;
    const size_t length = across ? cols : rows;
    size_t left = across ? rows : cols;
    size_t from = 0;
    size_t to = 0;
    for (; left >= 4; left -= 4) {
        if (across) {
            permkern_x32_rows4_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x32_columns4_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        from += 4 * from_step;
        to += 4 * to_step;
    }
    switch (left) {
    case 3:
        if (across) {
            permkern_x32_rows3_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x32_columns3_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 2:
        if (across) {
            permkern_x32_rows2_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x32_columns2_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 1:
        if (across) {
            permkern_x32_rows1_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x32_columns1_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    default:
        break;
    }
}

static inline void permkern_x32_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    permkern_x32_plane_inline(in, in_stride, out, out_stride, rows, cols);
}
#endif

#if __riscv_v_elen >= 64
#define PERMKERN_PLANE64 1

/* Pointers of the types that the intrinsics take. permkern_prepare() has checked that elements are aligned. */
static inline const uint64_t *permkern_rvv64(const void *p)
{
    return (const uint64_t *)p;
}

static inline uint64_t *permkern_rvv64_out(void *p)
{
    return (uint64_t *)p;
}

/* Moves 4 columns, as many rows at once as the registers hold. */
static inline void permkern_x64_columns4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 32) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e64m2(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint64m2x4_t all = __riscv_vlseg4e64_v_u64m2x4(permkern_rvv64(in + from), vl);
            const vuint64m2_t v0 = __riscv_vget_v_u64m2x4_u64m2(all, 0);
            const vuint64m2_t v1 = __riscv_vget_v_u64m2x4_u64m2(all, 1);
            const vuint64m2_t v2 = __riscv_vget_v_u64m2x4_u64m2(all, 2);
            const vuint64m2_t v3 = __riscv_vget_v_u64m2x4_u64m2(all, 3);
#else
            vuint64m2_t v0, v1, v2, v3;
            __riscv_vlseg4e64_v_u64m2(&v0, &v1, &v2, &v3, permkern_rvv64(in + from), vl);
#endif
            __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v0, vl);
            at += out_stride;
            __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v1, vl);
            at += out_stride;
            __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v2, vl);
            at += out_stride;
            __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v3, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 8;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint64m2x4_t all = __riscv_vlsseg4e64_v_u64m2x4(permkern_rvv64(in + from), (ptrdiff_t)in_stride, vl);
        const vuint64m2_t v0 = __riscv_vget_v_u64m2x4_u64m2(all, 0);
        const vuint64m2_t v1 = __riscv_vget_v_u64m2x4_u64m2(all, 1);
        const vuint64m2_t v2 = __riscv_vget_v_u64m2x4_u64m2(all, 2);
        const vuint64m2_t v3 = __riscv_vget_v_u64m2x4_u64m2(all, 3);
#else
        vuint64m2_t v0, v1, v2, v3;
        __riscv_vlsseg4e64_v_u64m2(&v0, &v1, &v2, &v3, permkern_rvv64(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v0, vl);
        at += out_stride;
        __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v1, vl);
        at += out_stride;
        __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v2, vl);
        at += out_stride;
        __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v3, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 8;
        left -= vl;
    }
}

/* Moves 4 rows, as many columns at once as the registers hold. */
static inline void permkern_x64_rows4_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m2(left);
        const uint8_t *at = in + from;
        const vuint64m2_t v0 = __riscv_vle64_v_u64m2(permkern_rvv64(at), vl);
        at += in_stride;
        const vuint64m2_t v1 = __riscv_vle64_v_u64m2(permkern_rvv64(at), vl);
        at += in_stride;
        const vuint64m2_t v2 = __riscv_vle64_v_u64m2(permkern_rvv64(at), vl);
        at += in_stride;
        const vuint64m2_t v3 = __riscv_vle64_v_u64m2(permkern_rvv64(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint64m2x4_t all = __riscv_vundefined_u64m2x4();
        all = __riscv_vset_v_u64m2_u64m2x4(all, 0, v0);
        all = __riscv_vset_v_u64m2_u64m2x4(all, 1, v1);
        all = __riscv_vset_v_u64m2_u64m2x4(all, 2, v2);
        all = __riscv_vset_v_u64m2_u64m2x4(all, 3, v3);
#endif
        if (out_stride == 32) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg4e64_v_u64m2x4(permkern_rvv64_out(out + to), all, vl);
#else
            __riscv_vsseg4e64_v_u64m2(permkern_rvv64_out(out + to), v0, v1, v2, v3, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg4e64_v_u64m2x4(permkern_rvv64_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg4e64_v_u64m2(permkern_rvv64_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, v3, vl);
#endif
        }
        from += vl * 8;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 3 columns, as many rows at once as the registers hold. */
static inline void permkern_x64_columns3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 24) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e64m2(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint64m2x3_t all = __riscv_vlseg3e64_v_u64m2x3(permkern_rvv64(in + from), vl);
            const vuint64m2_t v0 = __riscv_vget_v_u64m2x3_u64m2(all, 0);
            const vuint64m2_t v1 = __riscv_vget_v_u64m2x3_u64m2(all, 1);
            const vuint64m2_t v2 = __riscv_vget_v_u64m2x3_u64m2(all, 2);
#else
            vuint64m2_t v0, v1, v2;
            __riscv_vlseg3e64_v_u64m2(&v0, &v1, &v2, permkern_rvv64(in + from), vl);
#endif
            __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v0, vl);
            at += out_stride;
            __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v1, vl);
            at += out_stride;
            __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v2, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 8;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m2(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint64m2x3_t all = __riscv_vlsseg3e64_v_u64m2x3(permkern_rvv64(in + from), (ptrdiff_t)in_stride, vl);
        const vuint64m2_t v0 = __riscv_vget_v_u64m2x3_u64m2(all, 0);
        const vuint64m2_t v1 = __riscv_vget_v_u64m2x3_u64m2(all, 1);
        const vuint64m2_t v2 = __riscv_vget_v_u64m2x3_u64m2(all, 2);
#else
        vuint64m2_t v0, v1, v2;
        __riscv_vlsseg3e64_v_u64m2(&v0, &v1, &v2, permkern_rvv64(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v0, vl);
        at += out_stride;
        __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v1, vl);
        at += out_stride;
        __riscv_vse64_v_u64m2(permkern_rvv64_out(at), v2, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 8;
        left -= vl;
    }
}

/* Moves 3 rows, as many columns at once as the registers hold. */
static inline void permkern_x64_rows3_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m2(left);
        const uint8_t *at = in + from;
        const vuint64m2_t v0 = __riscv_vle64_v_u64m2(permkern_rvv64(at), vl);
        at += in_stride;
        const vuint64m2_t v1 = __riscv_vle64_v_u64m2(permkern_rvv64(at), vl);
        at += in_stride;
        const vuint64m2_t v2 = __riscv_vle64_v_u64m2(permkern_rvv64(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint64m2x3_t all = __riscv_vundefined_u64m2x3();
        all = __riscv_vset_v_u64m2_u64m2x3(all, 0, v0);
        all = __riscv_vset_v_u64m2_u64m2x3(all, 1, v1);
        all = __riscv_vset_v_u64m2_u64m2x3(all, 2, v2);
#endif
        if (out_stride == 24) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg3e64_v_u64m2x3(permkern_rvv64_out(out + to), all, vl);
#else
            __riscv_vsseg3e64_v_u64m2(permkern_rvv64_out(out + to), v0, v1, v2, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg3e64_v_u64m2x3(permkern_rvv64_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg3e64_v_u64m2(permkern_rvv64_out(out + to), (ptrdiff_t)out_stride, v0, v1, v2, vl);
#endif
        }
        from += vl * 8;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 2 columns, as many rows at once as the registers hold. */
static inline void permkern_x64_columns2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    if (in_stride == 16) {
        for (size_t left = rows; left != 0;) {
            const size_t vl = __riscv_vsetvl_e64m4(left);
            uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
            const vuint64m4x2_t all = __riscv_vlseg2e64_v_u64m4x2(permkern_rvv64(in + from), vl);
            const vuint64m4_t v0 = __riscv_vget_v_u64m4x2_u64m4(all, 0);
            const vuint64m4_t v1 = __riscv_vget_v_u64m4x2_u64m4(all, 1);
#else
            vuint64m4_t v0, v1;
            __riscv_vlseg2e64_v_u64m4(&v0, &v1, permkern_rvv64(in + from), vl);
#endif
            __riscv_vse64_v_u64m4(permkern_rvv64_out(at), v0, vl);
            at += out_stride;
            __riscv_vse64_v_u64m4(permkern_rvv64_out(at), v1, vl);
            from += permkern_times(vl, in_stride);
            to += vl * 8;
            left -= vl;
        }
        return;
    }
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m4(left);
        uint8_t *at = out + to;
#if PERMKERN_RVV_TUPLES
        const vuint64m4x2_t all = __riscv_vlsseg2e64_v_u64m4x2(permkern_rvv64(in + from), (ptrdiff_t)in_stride, vl);
        const vuint64m4_t v0 = __riscv_vget_v_u64m4x2_u64m4(all, 0);
        const vuint64m4_t v1 = __riscv_vget_v_u64m4x2_u64m4(all, 1);
#else
        vuint64m4_t v0, v1;
        __riscv_vlsseg2e64_v_u64m4(&v0, &v1, permkern_rvv64(in + from), (ptrdiff_t)in_stride, vl);
#endif
        __riscv_vse64_v_u64m4(permkern_rvv64_out(at), v0, vl);
        at += out_stride;
        __riscv_vse64_v_u64m4(permkern_rvv64_out(at), v1, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 8;
        left -= vl;
    }
}

/* Moves 2 rows, as many columns at once as the registers hold. */
static inline void permkern_x64_rows2_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m4(left);
        const uint8_t *at = in + from;
        const vuint64m4_t v0 = __riscv_vle64_v_u64m4(permkern_rvv64(at), vl);
        at += in_stride;
        const vuint64m4_t v1 = __riscv_vle64_v_u64m4(permkern_rvv64(at), vl);
#if PERMKERN_RVV_TUPLES
        vuint64m4x2_t all = __riscv_vundefined_u64m4x2();
        all = __riscv_vset_v_u64m4_u64m4x2(all, 0, v0);
        all = __riscv_vset_v_u64m4_u64m4x2(all, 1, v1);
#endif
        if (out_stride == 16) {
#if PERMKERN_RVV_TUPLES
            __riscv_vsseg2e64_v_u64m4x2(permkern_rvv64_out(out + to), all, vl);
#else
            __riscv_vsseg2e64_v_u64m4(permkern_rvv64_out(out + to), v0, v1, vl);
#endif
        } else {
#if PERMKERN_RVV_TUPLES
            __riscv_vssseg2e64_v_u64m4x2(permkern_rvv64_out(out + to), (ptrdiff_t)out_stride, all, vl);
#else
            __riscv_vssseg2e64_v_u64m4(permkern_rvv64_out(out + to), (ptrdiff_t)out_stride, v0, v1, vl);
#endif
        }
        from += vl * 8;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/* Moves 1 column, as many rows at once as the registers hold. */
static inline void permkern_x64_columns1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                             size_t out_stride, size_t rows)
{
    (void)out_stride;
    for (size_t left = rows; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m8(left);
        const vuint64m8_t v0 = __riscv_vlse64_v_u64m8(permkern_rvv64(in + from), (ptrdiff_t)in_stride, vl);
        __riscv_vse64_v_u64m8(permkern_rvv64_out(out + to), v0, vl);
        from += permkern_times(vl, in_stride);
        to += vl * 8;
        left -= vl;
    }
}

/* Moves 1 row, as many columns at once as the registers hold. */
static inline void permkern_x64_rows1_rvv(const uint8_t *in, size_t from, size_t in_stride, uint8_t *out, size_t to,
                                          size_t out_stride, size_t cols)
{
    (void)in_stride;
    for (size_t left = cols; left != 0;) {
        const size_t vl = __riscv_vsetvl_e64m8(left);
        const vuint64m8_t v0 = __riscv_vle64_v_u64m8(permkern_rvv64(in + from), vl);
        __riscv_vsse64_v_u64m8(permkern_rvv64_out(out + to), (ptrdiff_t)out_stride, v0, vl);
        from += vl * 8;
        to += permkern_times(vl, out_stride);
        left -= vl;
    }
}

/*
 * Moves a plane of rows x cols elements, out[c][r] = in[r][c]. The longer axis fills the registers, so that each
 * element of the shorter axis costs one or two instructions: columns are stored whole, or rows are loaded whole.
 */
PERMKERN_INLINE void permkern_x64_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t rows, size_t cols)
{
    const bool across = rows < cols;
    const size_t from_step = across ? in_stride : 8;
    const size_t to_step = across ? 8 : out_stride;
    const size_t length = across ? cols : rows;
    size_t left = across ? rows : cols;
    size_t from = 0;
    size_t to = 0;
    for (; left >= 4; left -= 4) {
        if (across) {
            permkern_x64_rows4_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x64_columns4_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        from += 4 * from_step;
        to += 4 * to_step;
    }
    switch (left) {
    case 3:
        if (across) {
            permkern_x64_rows3_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x64_columns3_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 2:
        if (across) {
            permkern_x64_rows2_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x64_columns2_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    case 1:
        if (across) {
            permkern_x64_rows1_rvv(in, from, in_stride, out, to, out_stride, length);
        } else {
            permkern_x64_columns1_rvv(in, from, in_stride, out, to, out_stride, length);
        }
        break;
    default:
        break;
    }
}

static inline void permkern_x64_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    permkern_x64_plane_inline(in, in_stride, out, out_stride, rows, cols);
}
#endif
#endif

#endif /* PERMKERN_RVV_H */
