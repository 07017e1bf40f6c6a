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
#include "permkern_way.h"

#if PERMKERN_RVV
#include <riscv_vector.h>

/* Segment loads and stores take a tuple since version 0.12 of the intrinsics, and before that several registers. */
#define PERMKERN_RVV_TUPLES (__riscv_v_intrinsic >= 12000)

/* Pointers of the types that the intrinsics take. permkern_prepare() has checked that elements are aligned. */
static inline const uint8_t *permkern_rvv8(const void *p)
{
    return (const uint8_t *)p;
}

static inline uint8_t *permkern_rvv8_out(void *p)
{
    return (uint8_t *)p;
}

static inline const uint16_t *permkern_rvv16(const void *p)
{
    return (const uint16_t *)p;
}

static inline uint16_t *permkern_rvv16_out(void *p)
{
    return (uint16_t *)p;
}

static inline const uint32_t *permkern_rvv32(const void *p)
{
    return (const uint32_t *)p;
}

static inline uint32_t *permkern_rvv32_out(void *p)
{
    return (uint32_t *)p;
}

static inline const uint64_t *permkern_rvv64(const void *p)
{
    return (const uint64_t *)p;
}

static inline uint64_t *permkern_rvv64_out(void *p)
{
    return (uint64_t *)p;
}

#if __riscv_v_elen >= 8
#include "permkern_rvv_plane8.h"
#endif

#if __riscv_v_elen >= 16
#include "permkern_rvv_plane16.h"
#endif

#if __riscv_v_elen >= 32
#include "permkern_rvv_plane32.h"
#endif

#if __riscv_v_elen >= 64
#include "permkern_rvv_plane64.h"
#endif
#endif

#endif /* PERMKERN_RVV_H */
