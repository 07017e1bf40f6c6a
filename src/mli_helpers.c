/* SPDX-License-Identifier: BSD-3-Clause */
/* MLI's helper functions, and the checks of an input tensor. Statuses and their order: docs/status.md. */
#include "mli_internal.h"

/* ---- checks ---- */

/* Contiguous strides and span, in elements. False: a zero extent, or a count over UINT32_MAX. */
static bool count_strides(const uint32_t *shape, unsigned rank, permkern_mli_layout *layout)
{
    size_t count = 1;
    for (unsigned k = rank; k-- > 0;) {
        layout->stride[k] = count;
        if (!permkern_multiply(count, shape[k], &count) || (uint32_t)count != count) {
            return false;
        }
    }
    layout->span = count;
    return count != 0;
}

/* Takes a tensor's own strides; counted in elements, so that every one fits size_t. */
static permkern_status read_strides(const int32_t *mem_stride, const uint32_t *shape, unsigned rank,
                                    permkern_mli_layout *layout)
{
    permkern_axis axis[MLI_MAX_RANK];
    unsigned used = 0;
    for (unsigned k = 0; k < rank; k++) {
        layout->stride[k] = (size_t)mem_stride[k];
        if (shape[k] != 1) {
            axis[used].extent = shape[k];
            axis[used].in_stride = layout->stride[k];
            axis[used].out_stride = 0;
            used++;
        }
    }
    permkern_sort(axis, used, PERMKERN_IN);
    return permkern_span(axis, used, PERMKERN_IN, 1, &layout->span);
}

/* The rest of a layout whose contiguous strides are there: mem_stride, and whether the capacity holds the span. */
static mli_status fit_span(const mli_tensor *tensor, const uint32_t *shape, unsigned rank, permkern_mli_layout *layout)
{
    const int32_t *const mem_stride = permkern_mli_strides(tensor);
    const permkern_status status = mem_stride == NULL ? PERMKERN_OK : read_strides(mem_stride, shape, rank, layout);
    if (status == PERMKERN_ERR_STRIDE) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (status != PERMKERN_OK || layout->span > tensor->capacity >> layout->shift) {
        return MLI_STATUS_NOT_ENGH_MEM;
    }
    layout->span <<= layout->shift;
    return MLI_STATUS_OK;
}

mli_status permkern_mli_lay_out(const mli_tensor *tensor, const uint32_t *shape, unsigned rank,
                                permkern_mli_layout *layout)
{
    (void)count_strides(shape, rank, layout); /* the input's count, which fits */
    return fit_span(tensor, shape, rank, layout);
}

mli_status permkern_mli_open(const mli_tensor *in, permkern_mli_layout *layout)
{
    if (in == NULL || in->rank == 0 || in->rank > MLI_MAX_RANK || !count_strides(in->shape, in->rank, layout)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const unsigned shift = permkern_mli_shift(in);
    layout->shift = shift == PERMKERN_MLI_UNKNOWN ? 0 : shift;
    if (layout->span > UINT32_MAX >> layout->shift || !permkern_mli_strides_valid(in, in->rank) ||
        !permkern_mli_data_valid(in->data, layout->shift)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return fit_span(in, in->shape, in->rank, layout);
}

/* ---- counting ---- */

PERMKERN_API uint32_t mli_hlp_count_elem_num(const mli_tensor *in, uint32_t start_dim)
{
    permkern_mli_layout layout;
    if (in == NULL || in->rank == 0 || in->rank > MLI_MAX_RANK || start_dim >= in->rank) {
        return 0;
    }
    return count_strides(&in->shape[start_dim], in->rank - start_dim, &layout) ? (uint32_t)layout.span : 0;
}

PERMKERN_API uint32_t mli_hlp_tensor_element_size(const mli_tensor *in)
{
    const unsigned shift = in == NULL ? PERMKERN_MLI_UNKNOWN : permkern_mli_shift(in);
    return shift == PERMKERN_MLI_UNKNOWN ? 0 : 1U << shift;
}

/* ---- sub-tensor ---- */

static bool cut_valid(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg)
{
    if (cfg == NULL || cfg->coord_num == 0 || cfg->coord_num > in->rank) {
        return false;
    }
    for (unsigned k = 0; k < cfg->coord_num; k++) {
        if (cfg->start_coord[k] >= in->shape[k]) {
            return false;
        }
    }
    const unsigned last = cfg->coord_num - 1U;
    return cfg->first_out_dim_size != 0 && cfg->first_out_dim_size <= in->shape[last] - cfg->start_coord[last];
}

/* Whether the type, and the parameters that it keeps for each index of an axis, survive the cut. */
static mli_status check_parameters(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg)
{
    const int32_t last = cfg->coord_num - 1;
    const int32_t dim = permkern_mli_dim(in);
    if (permkern_mli_shift(in) == PERMKERN_MLI_UNKNOWN) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    if (dim < -1 || dim >= (int32_t)in->rank) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (dim >= 0 && (dim < last || (dim == last && cfg->start_coord[last] != 0))) {
        return MLI_STATUS_NOT_SUPPORTED; /* the pointers to the parameters cannot be moved: their width is not known */
    }
    return MLI_STATUS_OK;
}

/* *out may be *in: everything is known before the first write. The checks have passed. */
static void point(const mli_tensor *in, const permkern_mli_layout *layout, const mli_point_to_subtsr_cfg *cfg,
                  mli_tensor *out)
{
    const unsigned cut = cfg->coord_num - 1U; /* the axis that becomes the first */
    const unsigned rank = in->rank - cut;
    const bool strided = permkern_mli_strides(in) != NULL;
    const mli_element_type type = in->el_type;
    mli_element_params params;
    const int32_t dim = permkern_mli_dim(in);
    uint32_t shape[MLI_MAX_RANK];
    size_t first = 0; /* elements */
    size_t last = 0;
    permkern_mli_copy_params(&in->el_params, &params);
    for (unsigned k = 0; k < in->rank; k++) {
        if (k <= cut) {
            first += permkern_times(cfg->start_coord[k], layout->stride[k]);
        }
        if (k >= cut) {
            shape[k - cut] = k == cut ? cfg->first_out_dim_size : in->shape[k];
            last += permkern_times(shape[k - cut] - 1, layout->stride[k]);
        }
    }
    out->data = (uint8_t *)in->data + (first << layout->shift);
    out->capacity = (uint32_t)((last + 1) << layout->shift);
    for (unsigned k = 0; k < rank; k++) {
        permkern_own_loop();
        out->shape[k] = shape[k];
        permkern_mli_set_stride(out, k, strided ? layout->stride[k + cut] : 0);
    }
    out->rank = rank;
    out->el_type = type;
    permkern_mli_copy_params(&params, &out->el_params);
    permkern_mli_set_dim(out, dim < 0 ? dim : dim - (int32_t)cut);
}

PERMKERN_API mli_status mli_hlp_point_to_subtensor(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg,
                                                   mli_tensor *out)
{
    permkern_mli_layout layout;
    if (out == NULL) {
        return MLI_STATUS_BAD_TENSOR; /* what every fault of in that comes before gives, too */
    }
    mli_status status = permkern_mli_open(in, &layout);
    if (status == MLI_STATUS_OK && !cut_valid(in, cfg)) {
        status = MLI_STATUS_BAD_FUNC_CFG;
    }
    if (status == MLI_STATUS_OK) {
        status = check_parameters(in, cfg);
    }
    if (status == MLI_STATUS_OK) {
        point(in, &layout, cfg, out);
    }
    return status;
}
