/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The interface of MLI 1.x and 2.x, based on the MLI headers on the include path: permkern's own, or the application's.
 * Declares permkern's functions under names that no MLI library has. Macros map MLI's names to these: programs that
 * include this header call permkern, also if libmli.a is linked first (docs/api.md, "Beside MLI").
 */
#ifndef PERMKERN_MLI_H
#define PERMKERN_MLI_H

/* Angle brackets: the include path decides, not this file's folder. The bundled mli_api.h includes this header. */
#ifndef MLI_API_H
#include <mli_api.h>
#endif

#include <stddef.h>

/* 1: the headers are MLI 2.x. Meson and CMake detect this and the next macros; define them in other builds. */
#ifndef PERMKERN_MLI_2
#define PERMKERN_MLI_2 0
#endif

/* 1: mli_tensor has mem_stride, as in MLI 1.1 and 2.x. */
#ifndef PERMKERN_MLI_MEM_STRIDE
#define PERMKERN_MLI_MEM_STRIDE PERMKERN_MLI_2
#endif

#if PERMKERN_MLI_2 && !PERMKERN_MLI_MEM_STRIDE
#error "MLI 2.x headers have mem_stride: leave PERMKERN_MLI_MEM_STRIDE to PERMKERN_MLI_2, or define it as 1"
#endif

/* 1: the headers have MLI_EL_ASYM_I8, MLI_EL_ASYM_I32 and el_params.asym, as in MLI 1.1. */
#ifndef PERMKERN_MLI_ASYM
#define PERMKERN_MLI_ASYM (PERMKERN_MLI_MEM_STRIDE && !PERMKERN_MLI_2)
#endif

/* 1: the headers have mli_sub_tensor_cfg, as in MLI 1.1 and 2.x. */
#ifndef PERMKERN_MLI_SUB_TENSOR
#define PERMKERN_MLI_SUB_TENSOR PERMKERN_MLI_MEM_STRIDE
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define PERMKERN_MLI_ASSERT(condition, message) static_assert(condition, message)
#elif !defined(__cplusplus) && defined(__GNUC__)
#define PERMKERN_MLI_ASSERT(condition, message) __extension__ _Static_assert(condition, message)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define PERMKERN_MLI_ASSERT(condition, message) _Static_assert(condition, message)
#endif

#ifdef PERMKERN_MLI_ASSERT
PERMKERN_MLI_ASSERT((sizeof(((mli_tensor *)0)->data) > sizeof(void *)) == PERMKERN_MLI_2,
                    "mli_tensor does not fit PERMKERN_MLI_2: define it as 1 for MLI headers whose mli_tensor has its "
                    "capacity in data (MLI 2.x), as 0 or not at all for others");
PERMKERN_MLI_ASSERT(offsetof(mli_tensor, rank) - sizeof(((mli_tensor *)0)->data) ==
                        (PERMKERN_MLI_2 ? 0 : sizeof(uint32_t)) + MLI_MAX_RANK * sizeof(uint32_t) +
                            (PERMKERN_MLI_MEM_STRIDE ? MLI_MAX_RANK * sizeof(int32_t) : 0),
                    "mli_tensor does not fit PERMKERN_MLI_MEM_STRIDE: define it as 1 for MLI headers whose mli_tensor "
                    "has mem_stride (MLI 1.1), as 0 or not at all for others");
#endif

/* 1: MLI's names mean permkern's functions, here and as weak symbols in the library. 0: the names belong to MLI. */
#ifndef PERMKERN_MLI_NAMES
#define PERMKERN_MLI_NAMES 1
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* permkern's versions of MLI's functions. api/mli_kernels_api.h and api/mli_helpers_api.h describe them. */
mli_status permkern_mli_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
mli_status permkern_mli_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
uint32_t permkern_mli_count_elem_num(const mli_tensor *in, uint32_t start_dim);
uint32_t permkern_mli_tensor_element_size(const mli_tensor *in);
mli_status permkern_mli_point_to_subtensor(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg, mli_tensor *out);

#if PERMKERN_MLI_2
mli_status permkern_mli_permute_sa8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
#endif

#if PERMKERN_MLI_SUB_TENSOR
mli_status permkern_mli_create_subtensor(const mli_tensor *in, const mli_sub_tensor_cfg *cfg, mli_tensor *out);
#endif

#ifndef MLI_NO_PERMUTE_FX
/* Permutes a tensor of any element type that the headers name. docs/status.md has the statuses. */
mli_status permkern_mli_permute_fx(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
#endif

#ifdef __cplusplus
}
#endif

#if PERMKERN_MLI_NAMES && !defined(PERMKERN_BUILDING_LIBRARY)
#define mli_krn_permute_fx8 permkern_mli_permute_fx8
#define mli_krn_permute_fx16 permkern_mli_permute_fx16
#define mli_hlp_count_elem_num permkern_mli_count_elem_num
#define mli_hlp_tensor_element_size permkern_mli_tensor_element_size
#define mli_hlp_point_to_subtensor permkern_mli_point_to_subtensor
#if PERMKERN_MLI_2
#define mli_krn_permute_sa8 permkern_mli_permute_sa8
#endif
#if PERMKERN_MLI_SUB_TENSOR
#define mli_hlp_create_subtensor permkern_mli_create_subtensor
#endif
#ifndef MLI_NO_PERMUTE_FX
#define mli_krn_permute_fx permkern_mli_permute_fx
#endif
#endif

#endif /* PERMKERN_MLI_H */
