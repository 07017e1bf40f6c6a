/* SPDX-License-Identifier: BSD-3-Clause */
/* MLI's helper functions, and the checks of an input tensor. Statuses and their order: docs/status.md. */
#include "mli/mli_internal.h"

/* ---- checks ---- */

#if PERMKERN_MLI_MEM_STRIDE

mli_status permkern_mli_read_strides(const mli_tensor *tensor, unsigned rank, permkern_mli_layout *layout)
{
    permkern_axis axis[MLI_MAX_RANK];
    size_t elements = 0; /* strides are counted in elements here, so that all fit size_t */
    for (unsigned k = 0; k < rank; k++) {
        const size_t stride = (size_t)tensor->mem_stride[k];
        layout->axis[k].stride = stride << (layout->shift & 3U);
        axis[k].extent = layout->axis[k].extent;
        axis[k].in_stride = stride;
        axis[k].out_stride = 0;
    }
    const unsigned used = permkern_sort(axis, rank, PERMKERN_IN);
    const permkern_status status = permkern_span(axis, used, PERMKERN_IN, 1, &elements);
    if (status == PERMKERN_ERR_STRIDE) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (status != PERMKERN_OK || elements > tensor->PERMKERN_MLI_CAPACITY >> (layout->shift & 3U)) {
        return MLI_STATUS_NOT_ENGH_MEM;
    }
    layout->span = elements << (layout->shift & 3U);
    return MLI_STATUS_OK;
}

#endif

__attribute__((noinline)) mli_status permkern_mli_open(const mli_tensor *in, permkern_mli_layout *layout)
{
    return permkern_mli_open_here(in, layout);
}

/* ---- counting ---- */

PERMKERN_API uint32_t permkern_mli_count_elem_num(const mli_tensor *in, uint32_t start_dim)
{
    permkern_mli_layout layout;
    if (in == NULL || in->rank > MLI_MAX_RANK || start_dim >= in->rank) {
        return 0;
    }
    return permkern_mli_count(&in->shape[start_dim], in->rank - start_dim, 1, &layout);
}

PERMKERN_API uint32_t permkern_mli_tensor_element_size(const mli_tensor *in)
{
    const unsigned shift = in == NULL ? PERMKERN_MLI_UNKNOWN : permkern_mli_shift(in);
    return shift == PERMKERN_MLI_UNKNOWN ? 0 : 1U << shift;
}

/* ---- sub-tensor ---- */

/* True if the coordinates and the size name a part of the tensor. *first = its offset in bytes. */
static bool cut_valid(const mli_tensor *in, const permkern_mli_layout *layout, const mli_point_to_subtsr_cfg *cfg,
                      size_t *first)
{
    if (cfg == NULL || cfg->coord_num - 1U >= in->rank) {
        return false;
    }
    size_t sum = 0;
    uint32_t rest = 0; /* elements of the last axis from its coordinate on */
    unsigned k = 0;
    do {
        const uint32_t at = cfg->start_coord[k];
        rest = layout->axis[k].extent - at;
        if (at >= layout->axis[k].extent) {
            return false;
        }
        sum += permkern_times(at, layout->axis[k].stride);
    } while (++k != cfg->coord_num);
    *first = sum;
    return cfg->first_out_dim_size - 1U < rest;
}

/* Checks that the type is known, and that its quantisation parameters hold for the part, too. */
static mli_status check_parameters(const mli_tensor *in, unsigned shift, const mli_point_to_subtsr_cfg *cfg)
{
    if (shift == PERMKERN_MLI_UNKNOWN) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    if (!permkern_mli_dim_valid(in)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const int32_t last = cfg->coord_num - 1;
    const int32_t dim = permkern_mli_dim(in);
    if (dim >= 0 && (dim < last || (dim == last && cfg->start_coord[last] != 0))) {
        return MLI_STATUS_NOT_SUPPORTED; /* the pointers to the parameters cannot be moved: their width is not known */
    }
    return MLI_STATUS_OK;
}

/* The bytes that a part spans whose first axis is the input's axis `cut`, with `size` elements. */
static size_t part_span(const permkern_mli_layout *layout, unsigned rank, unsigned cut, uint32_t size)
{
#if PERMKERN_MLI_MEM_STRIDE
    size_t span = permkern_times(size - 1U, layout->axis[cut].stride) + layout->size;
    for (unsigned k = cut + 1; k < rank; k++) {
        permkern_own_loop(); /* nor vectors, for two turns at most */
        span += permkern_times(layout->axis[k].extent - 1U, layout->axis[k].stride);
    }
    return span;
#else
    (void)rank;
    return permkern_times(size, layout->axis[cut].stride);
#endif
}

/* Fills in *out, which may be *in: every field is read before it is written. first: the part's offset in bytes. */
static void point(const mli_tensor *in, const permkern_mli_layout *layout, const mli_point_to_subtsr_cfg *cfg,
                  size_t first, mli_tensor *out)
{
    const unsigned cut = cfg->coord_num - 1U; /* the axis that becomes the first */
    const unsigned rank = in->rank - cut;
    const uint32_t size = cfg->first_out_dim_size;
    const int32_t dim = permkern_mli_dim(in);
    /*
     * Computed as an integer: the helper accesses no element, and has to answer for tensors larger than any address
     * space.
     */
    out->PERMKERN_MLI_DATA = (void *)((uintptr_t)in->PERMKERN_MLI_DATA + first);
    /* narrow: at most the tensor's capacity, which has 32 bits */
    out->PERMKERN_MLI_CAPACITY = (uint32_t)part_span(layout, in->rank, cut, size);
    permkern_mli_copy_stride(in, cut, out, 0);
    out->shape[0] = size;
    for (unsigned k = 1; k < rank; k++) {
        permkern_own_loop();
        out->shape[k] = layout->axis[cut + k].extent;
        permkern_mli_copy_stride(in, cut + k, out, k);
    }
    out->rank = rank;
    out->el_type = in->el_type;
    permkern_mli_copy_params(&in->el_params, &out->el_params);
    permkern_mli_set_dim(out, dim < 0 ? dim : dim - (int32_t)cut); /* narrow: an axis */
}

PERMKERN_API mli_status permkern_mli_point_to_subtensor(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg,
                                                        mli_tensor *out)
{
    permkern_mli_layout layout;
    size_t first = 0;
    if (out == NULL) {
        return MLI_STATUS_BAD_TENSOR; /* as for every fault of in that is checked before out */
    }
    mli_status status = permkern_mli_open(in, &layout);
    if (status == MLI_STATUS_OK && !cut_valid(in, &layout, cfg, &first)) {
        status = MLI_STATUS_BAD_FUNC_CFG;
    }
    if (status == MLI_STATUS_OK) {
        status = check_parameters(in, layout.shift, cfg);
    }
    if (status == MLI_STATUS_OK) {
        point(in, &layout, cfg, first, out);
    }
    return status;
}

#ifdef PERMKERN_MLI_NAME_OF

extern __typeof__(permkern_mli_count_elem_num)
    mli_hlp_count_elem_num PERMKERN_MLI_NAME_OF("permkern_mli_count_elem_num");
extern __typeof__(permkern_mli_tensor_element_size)
    mli_hlp_tensor_element_size PERMKERN_MLI_NAME_OF("permkern_mli_tensor_element_size");
extern __typeof__(permkern_mli_point_to_subtensor)
    mli_hlp_point_to_subtensor PERMKERN_MLI_NAME_OF("permkern_mli_point_to_subtensor");

#endif
