/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mli_kernels_api.h
 * @brief Kernels of embARC MLI 1.x in permkern: permute.
 *
 * Source: embARC MLI 1.x documentation, "Permute". permkern checks the documented conditions on the caller. Each
 * condition has a status (docs/status.md).
 */
#ifndef MLI_KERNELS_API_H
#define MLI_KERNELS_API_H

#include "../mli_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Permutes the axes of an 8-bit fixed-point tensor.
 *
 * Axis k of the output is axis cfg->perm_dim[k] of the input. [2, 4, 8] with (2, 0, 1) becomes [8, 2, 4]: HWC to CHW.
 *
 * The caller sets out->data and out->capacity. The function writes rank, rank entries of shape, el_type and el_params,
 * which may be uninitialised before. Everything else in *out stays. Checks everything before the first write, in the
 * order below: after an error, *out and its buffer are unchanged.
 *
 * With the types of MLI 1.1, the caller also sets out->mem_stride, and it stays. The mem_stride of both sides is
 * checked (docs/status.md), and a per-axis asym.dim moves with its axis.
 *
 * Aliasing: the output's span must overlap neither the input's span (adjacent is fine, in place is not) nor *in, *cfg
 * or *out. *out must not overlap the input's span.
 *
 * @param[in]     in   Tensor of type MLI_EL_FX_8. Capacity in bytes, shape in elements.
 * @param[in]     cfg  The permutation.
 * @param[in,out] out  Tensor to write. Capacity in bytes.
 *
 * @retval MLI_STATUS_BAD_TENSOR            in is NULL; its rank is 0 or over MLI_MAX_RANK; an extent is 0; elements or
 *                                          bytes exceed 2^32 - 1; in->data is NULL or not aligned for the element
 * @retval MLI_STATUS_NOT_ENGH_MEM          in->capacity is below the input's span in bytes
 * @retval MLI_STATUS_BAD_TENSOR            out is NULL; out->data is NULL or not aligned for the element
 * @retval MLI_STATUS_BAD_FUNC_CFG          cfg is NULL; one of the first rank entries is negative, not below rank, or
 *                                          repeated
 * @retval MLI_STATUS_NOT_ENGH_MEM          out->capacity is below the output's span in bytes
 * @retval MLI_STATUS_TYPE_MISMATCH         in->el_type is not MLI_EL_FX_8
 * @retval MLI_STATUS_INCOMPATEBLE_TENSORS  a buffer reaches the end of the address space, or overlaps, see above
 * @retval MLI_STATUS_OK                    done
 */
mli_status mli_krn_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);

/**
 * @brief mli_krn_permute_fx8() for MLI_EL_FX_16: elements have two bytes and an alignment of two.
 *
 * @retval MLI_STATUS_TYPE_MISMATCH  in->el_type is not MLI_EL_FX_16
 * @return Otherwise as mli_krn_permute_fx8(), whose shapes, units and aliasing rules hold here, too.
 */
mli_status mli_krn_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);

#ifndef MLI_NO_PERMUTE_FX
/**
 * @brief mli_krn_permute_fx8() for the type in->el_type, by the documentation's generic name.
 *
 * Applications that define their own function of this name build with -DMLI_NO_PERMUTE_FX.
 *
 * @retval MLI_STATUS_TYPE_MISMATCH  in->el_type names no type
 * @return Otherwise as mli_krn_permute_fx8(), whose shapes, units and aliasing rules hold here, too.
 */
mli_status mli_krn_permute_fx(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out);
#endif

#ifdef __cplusplus
}
#endif

#endif /* MLI_KERNELS_API_H */
