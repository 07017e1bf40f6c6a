/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mli_helpers_api.h
 * @brief Helpers of embARC MLI 1.x in permkern: they count elements, and describe parts of tensors.
 *
 * Source: embARC MLI 1.x documentation, "Helper functions". permkern checks the documented conditions on the caller.
 * Each condition has a status (docs/status.md).
 */
#ifndef MLI_HELPERS_API_H
#define MLI_HELPERS_API_H

#include "../mli_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Counts a tensor's elements from an axis on: the product of shape[start_dim .. rank - 1].
 *
 * @param[in] in         Tensor. Only rank and shape are read.
 * @param[in] start_dim  First axis that counts; 0 counts the whole tensor.
 *
 * @retval 0  in is NULL; its rank is 0 or over MLI_MAX_RANK; start_dim is not below the rank; an extent from start_dim
 *            on is 0; or the count exceeds 2^32 - 1
 * @return The count, in elements.
 */
uint32_t mli_hlp_count_elem_num(const mli_tensor *in, uint32_t start_dim);

/**
 * @brief Returns a tensor's element size.
 *
 * @param[in] in  Tensor. Only el_type is read.
 *
 * @retval 0  in is NULL, or el_type names no type
 * @return The size, in bytes.
 */
uint32_t mli_hlp_tensor_element_size(const mli_tensor *in);

/**
 * @brief Points to a part of a tensor without copying: *out describes a part of the input's buffer.
 *
 * Each of the input's first cfg->coord_num axes gets a start coordinate. The part drops all of them but the last, and
 * keeps cfg->first_out_dim_size elements along that one. Later axes stay whole. From [8, 4, 16], start {2}, one
 * coordinate and size 2 give [2, 4, 16]. Start {3, 2}, two coordinates and size 1 give [1, 16]. One coordinate for
 * every axis gives a vector (the documentation requires fewer coordinates, but released applications do this).
 *
 * Writes all of *out except shape entries from its rank on: data (moved), capacity (the part's span in bytes), shape,
 * rank, el_type, el_params. *out may be uninitialised before. Checks everything before the first write, in the order
 * below: after an error, *out is unchanged. No element is read or written.
 *
 * Aliasing: out may be in.
 *
 * @param[in]  in   Tensor. Capacity in bytes, shape in elements.
 * @param[in]  cfg  The part's start, and the extent of its first axis, in elements.
 * @param[out] out  Tensor that will describe the part.
 *
 * @retval MLI_STATUS_BAD_TENSOR     in is NULL; its rank is 0 or over MLI_MAX_RANK; an extent is 0; elements or bytes
 *                                   exceed 2^32 - 1; in->data is NULL or not aligned for the element; out is NULL
 * @retval MLI_STATUS_NOT_ENGH_MEM   in->capacity is below the input's span in bytes
 * @retval MLI_STATUS_BAD_FUNC_CFG   cfg is NULL; coord_num is 0 or over the rank; a coordinate is not below its extent;
 *                                   first_out_dim_size is 0; the last coordinate + first_out_dim_size exceed the extent
 * @retval MLI_STATUS_TYPE_MISMATCH  in->el_type names no type
 * @retval MLI_STATUS_OK             done
 */
mli_status mli_hlp_point_to_subtensor(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg, mli_tensor *out);

#if PERMKERN_MLI_MEM_STRIDE
/**
 * @brief Points to a part that is cut along any axis, without copying: *out describes a part of the input's buffer.
 *
 * Along axis k of the input, the part has cfg->size[k] elements from cfg->offset[k] on. If cfg->sub_tensor_rank is
 * below the input's rank, the part drops axes with one element, from the first on, until it has that rank. From an
 * image [120, 160, 3], offset {10, 20, 1}, size {100, 80, 1} and rank 3 give [100, 80, 1]. Rank 2 gives [100, 80].
 *
 * Writes all of *out except entries from its rank on: data (moved by the offset), capacity (in->capacity less the
 * offset), shape, mem_stride, rank, el_type, el_params. mem_stride is the input's; if the input's is zero, the strides
 * of a contiguous tensor. Uninitialised *out, checks and aliasing: as mli_hlp_point_to_subtensor().
 *
 * @param[in]  in   Tensor. Capacity in bytes, shape and mem_stride in elements.
 * @param[in]  cfg  The part's start and extent along each axis, in elements.
 * @param[out] out  Tensor that will describe the part.
 *
 * @retval MLI_STATUS_BAD_TENSOR     as mli_hlp_point_to_subtensor()
 * @retval MLI_STATUS_NOT_ENGH_MEM   in->capacity is below the input's span in bytes
 * @retval MLI_STATUS_BAD_FUNC_CFG   cfg is NULL; sub_tensor_rank is 0, over the rank, or below the number of sizes over
 *                                   1; an offset is not below its extent; a size is 0; an offset + its size exceed the
 *                                   extent
 * @retval MLI_STATUS_TYPE_MISMATCH  in->el_type names no type
 * @retval MLI_STATUS_NOT_SUPPORTED  el_params vary along an axis that is dropped, or whose offset is not 0
 * @retval MLI_STATUS_OK             done
 */
mli_status mli_hlp_create_subtensor(const mli_tensor *in, const mli_sub_tensor_cfg *cfg, mli_tensor *out);
#endif

#ifdef __cplusplus
}
#endif

#endif /* MLI_HELPERS_API_H */
