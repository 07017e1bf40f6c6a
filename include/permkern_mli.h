/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The MLI 1.x interface over whichever MLI headers the include path holds: permkern's own, or the application's. Checks
 * that library and headers agree on mli_tensor, and declares mli_krn_permute_fx, which no released MLI header does.
 */
#ifndef PERMKERN_MLI_H
#define PERMKERN_MLI_H

/* In angle brackets, so that the include path decides and not this file's directory. */
#include <mli_api.h>

#include <stddef.h>

/* 1: mli_tensor has mem_stride, as in MLI 1.1. The Meson build finds out; others define it. */
#ifndef PERMKERN_MLI_MEM_STRIDE
#define PERMKERN_MLI_MEM_STRIDE 0
#endif

/* 1: the headers have MLI_EL_ASYM_I8, MLI_EL_ASYM_I32 and el_params.asym, as in MLI 1.1. */
#ifndef PERMKERN_MLI_ASYM
#define PERMKERN_MLI_ASYM PERMKERN_MLI_MEM_STRIDE
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define PERMKERN_MLI_ASSERT(condition, message) static_assert(condition, message)
#elif !defined(__cplusplus) && defined(__GNUC__)
#define PERMKERN_MLI_ASSERT(condition, message) __extension__ _Static_assert(condition, message)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define PERMKERN_MLI_ASSERT(condition, message) _Static_assert(condition, message)
#endif

#ifdef PERMKERN_MLI_ASSERT
PERMKERN_MLI_ASSERT(offsetof(mli_tensor, shape) - offsetof(mli_tensor, capacity) ==
                        sizeof(uint32_t) + (PERMKERN_MLI_MEM_STRIDE ? MLI_MAX_RANK * sizeof(int32_t) : 0),
                    "mli_tensor does not fit PERMKERN_MLI_MEM_STRIDE: define it as 1 for MLI headers whose mli_tensor "
                    "has mem_stride (MLI 1.1), as 0 or not at all for others");
#endif

#ifndef MLI_NO_PERMUTE_FX
#ifdef __cplusplus
extern "C" {
#endif

/* Permutes a tensor of any element type that the headers name: docs/status.md has its statuses. */
mli_status mli_krn_permute_fx(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);

#ifdef __cplusplus
}
#endif
#endif

#endif /* PERMKERN_MLI_H */
