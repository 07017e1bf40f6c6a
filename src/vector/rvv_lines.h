/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * FIELDS columns or rows of BITS-bit elements for RISC-V V, included by rvv_plane.h once for each number. Function and
 * intrinsic names contain BITS and FIELDS; an amalgamation has them spelled out. A segment is FIELDS neighbours in an
 * input row, or in an output column.
 */
#define NAME(part) PERMKERN_JOIN(PERMKERN_JOIN(permkern_x, BITS, _), PERMKERN_JOIN(part, FIELDS, _rvv), )
/* Functions for strided and for packed segments. */
#define PERMKERN_RVV_COLUMNS_0 columns
#define PERMKERN_RVV_COLUMNS_1 split
#define PERMKERN_RVV_ROWS_0 rows
#define PERMKERN_RVV_ROWS_1 join
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

#define PACKED 0
#include "vector/rvv_segments.h"
#undef PACKED
#if FIELDS > 1
#define PACKED 1
#include "vector/rvv_segments.h"
#undef PACKED
#endif

#undef NAME
#undef GROUP
#undef TUPLE
#undef LENGTH
#undef ONE
#undef ALL
#undef GET
#undef SET
#undef UNDEFINED
