/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A model, for any machine, of the intrinsics that src/vector/ calls, with vectors of PERMKERN_VLEN bits: what the
 * RISC-V "V" extension 1.0 allows, and QEMU, which has vectors of 64 to 1024 bits, never does.
 *
 * - Where more elements are left than registers hold, and less than twice as many, half are moved (section 6.3).
 * - Lanes behind the last that was loaded hold ones (section 3.4.3).
 * - A lane beyond the registers, and an element whose address is no multiple of its size, are for UBSan to stop at.
 *
 * Names and arguments are those of the RISC-V Vector C intrinsics 1.0, where segments are tuples.
 */
#ifndef PERMKERN_MODEL_RISCV_VECTOR_H
#define PERMKERN_MODEL_RISCV_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline size_t permkern_model_length(size_t left, size_t most)
{
    return left <= most ? left : left < 2 * most ? (left + 1) / 2 : most;
}

/* Registers in groups of `group`, and how elements get there and back, each `step` bytes behind the one before. */
#define PERMKERN_MODEL_VECTOR(bits, group)                                                                             \
    typedef struct {                                                                                                   \
        uint##bits##_t lanes[PERMKERN_VLEN * group / bits];                                                            \
    } vuint##bits##m##group##_t;                                                                                       \
    static inline size_t __riscv_vsetvl_e##bits##m##group(size_t left)                                                 \
    {                                                                                                                  \
        return permkern_model_length(left, PERMKERN_VLEN * group / bits);                                              \
    }                                                                                                                  \
    static inline vuint##bits##m##group##_t __riscv_vlse##bits##_v_u##bits##m##group(const uint##bits##_t *from,       \
                                                                                     ptrdiff_t step, size_t length)    \
    {                                                                                                                  \
        vuint##bits##m##group##_t v;                                                                                   \
        memset(&v, 0xff, sizeof v);                                                                                    \
        for (size_t k = 0; k < length; k++) {                                                                          \
            const void *const at = (const uint8_t *)from + (ptrdiff_t)k * step;                                        \
            v.lanes[k] = *(const uint##bits##_t *)at;                                                                  \
        }                                                                                                              \
        return v;                                                                                                      \
    }                                                                                                                  \
    static inline void __riscv_vsse##bits##_v_u##bits##m##group(uint##bits##_t *to, ptrdiff_t step,                    \
                                                                vuint##bits##m##group##_t v, size_t length)            \
    {                                                                                                                  \
        for (size_t k = 0; k < length; k++) {                                                                          \
            void *const at = (uint8_t *)to + (ptrdiff_t)k * step;                                                      \
            *(uint##bits##_t *)at = v.lanes[k];                                                                        \
        }                                                                                                              \
    }                                                                                                                  \
    static inline vuint##bits##m##group##_t __riscv_vle##bits##_v_u##bits##m##group(const uint##bits##_t *from,        \
                                                                                    size_t length)                     \
    {                                                                                                                  \
        return __riscv_vlse##bits##_v_u##bits##m##group(from, bits / 8, length);                                       \
    }                                                                                                                  \
    static inline void __riscv_vse##bits##_v_u##bits##m##group(uint##bits##_t *to, vuint##bits##m##group##_t v,        \
                                                               size_t length)                                          \
    {                                                                                                                  \
        __riscv_vsse##bits##_v_u##bits##m##group(to, bits / 8, v, length);                                             \
    }

/* Tuples of registers, and segments: `fields` elements side by side, of which each goes to a register of its own. */
#define PERMKERN_MODEL_TUPLE(bits, group, fields)                                                                      \
    typedef struct {                                                                                                   \
        vuint##bits##m##group##_t of[fields];                                                                          \
    } vuint##bits##m##group##x##fields##_t;                                                                            \
    static inline vuint##bits##m##group##x##fields##_t __riscv_vundefined_u##bits##m##group##x##fields(void)           \
    {                                                                                                                  \
        vuint##bits##m##group##x##fields##_t all;                                                                      \
        memset(&all, 0xff, sizeof all);                                                                                \
        return all;                                                                                                    \
    }                                                                                                                  \
    static inline vuint##bits##m##group##_t __riscv_vget_v_u##bits##m##group##x##fields##_u##bits##m##group(           \
        vuint##bits##m##group##x##fields##_t all, size_t field)                                                        \
    {                                                                                                                  \
        return all.of[field];                                                                                          \
    }                                                                                                                  \
    static inline vuint##bits##m##group##x##fields##_t                                                                 \
        __riscv_vset_v_u##bits##m##group##_u##bits##m##group##x##fields(vuint##bits##m##group##x##fields##_t all,      \
                                                                        size_t field, vuint##bits##m##group##_t v)     \
    {                                                                                                                  \
        all.of[field] = v;                                                                                             \
        return all;                                                                                                    \
    }                                                                                                                  \
    static inline vuint##bits##m##group##x##fields##_t                                                                 \
        __riscv_vlsseg##fields##e##bits##_v_u##bits##m##group##x##fields(const uint##bits##_t *from, ptrdiff_t step,   \
                                                                         size_t length)                                \
    {                                                                                                                  \
        vuint##bits##m##group##x##fields##_t all;                                                                      \
        for (size_t k = 0; k < fields; k++) {                                                                          \
            all.of[k] = __riscv_vlse##bits##_v_u##bits##m##group(from + k, step, length);                              \
        }                                                                                                              \
        return all;                                                                                                    \
    }                                                                                                                  \
    static inline void __riscv_vssseg##fields##e##bits##_v_u##bits##m##group##x##fields(                               \
        uint##bits##_t *to, ptrdiff_t step, vuint##bits##m##group##x##fields##_t all, size_t length)                   \
    {                                                                                                                  \
        for (size_t k = 0; k < fields; k++) {                                                                          \
            __riscv_vsse##bits##_v_u##bits##m##group(to + k, step, all.of[k], length);                                 \
        }                                                                                                              \
    }                                                                                                                  \
    static inline vuint##bits##m##group##x##fields##_t                                                                 \
        __riscv_vlseg##fields##e##bits##_v_u##bits##m##group##x##fields(const uint##bits##_t *from, size_t length)     \
    {                                                                                                                  \
        return __riscv_vlsseg##fields##e##bits##_v_u##bits##m##group##x##fields(from, fields * bits / 8, length);      \
    }                                                                                                                  \
    static inline void __riscv_vsseg##fields##e##bits##_v_u##bits##m##group##x##fields(                                \
        uint##bits##_t *to, vuint##bits##m##group##x##fields##_t all, size_t length)                                   \
    {                                                                                                                  \
        __riscv_vssseg##fields##e##bits##_v_u##bits##m##group##x##fields(to, fields *bits / 8, all, length);           \
    }

#define PERMKERN_MODEL_WIDTH(bits)                                                                                     \
    PERMKERN_MODEL_VECTOR(bits, 2)                                                                                     \
    PERMKERN_MODEL_VECTOR(bits, 4)                                                                                     \
    PERMKERN_MODEL_VECTOR(bits, 8)                                                                                     \
    PERMKERN_MODEL_TUPLE(bits, 4, 2)                                                                                   \
    PERMKERN_MODEL_TUPLE(bits, 2, 3)                                                                                   \
    PERMKERN_MODEL_TUPLE(bits, 2, 4)

PERMKERN_MODEL_WIDTH(8)
PERMKERN_MODEL_WIDTH(16)
PERMKERN_MODEL_WIDTH(32)
#if __riscv_v_elen >= 64
PERMKERN_MODEL_WIDTH(64)
#endif

#endif /* PERMKERN_MODEL_RISCV_VECTOR_H */
