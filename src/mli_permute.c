/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MLI's permute: checks, then a plan built straight from the tensors, then the kernel. Statuses and their order:
 * docs/status.md.
 */
#include "mli_internal.h"

static bool order_valid(const mli_permute_cfg *cfg, unsigned rank)
{
    unsigned seen = 0;
    for (unsigned k = 0; k < rank; k++) {
        const uint32_t axis = (uint32_t)cfg->perm_dim[k]; /* int or uint8_t; what was negative is huge */
        if (axis >= rank || (seen >> axis & 1U) != 0) {
            return false;
        }
        seen |= 1U << axis;
    }
    return true;
}

/* Whether the output's bytes, which are about to change, are nobody else's, and its descriptor is no input. */
static bool apart(const mli_tensor *in, size_t in_span, const mli_permute_cfg *cfg, const mli_tensor *out,
                  size_t out_span)
{
    const uintptr_t from = (uintptr_t)in->data;
    const uintptr_t to = (uintptr_t)out->data;
    return !permkern_wraps(from, in_span) && !permkern_wraps(to, out_span) &&
           !permkern_overlaps(from, in_span, to, out_span) &&
           !permkern_overlaps((uintptr_t)in, sizeof *in, to, out_span) &&
           !permkern_overlaps((uintptr_t)cfg, sizeof *cfg, to, out_span) &&
           !permkern_overlaps((uintptr_t)out, sizeof *out, to, out_span) &&
           !permkern_overlaps((uintptr_t)out, sizeof *out, from, in_span);
}

#define ANY_TYPE (-1)

/* The last checks: element type (one, or ANY_TYPE), its parameters, the places in memory. */
static mli_status check_rest(const mli_tensor *in, size_t in_span, const mli_permute_cfg *cfg, const mli_tensor *out,
                             size_t out_span, int type)
{
    const int32_t dim = permkern_mli_dim(in);
    if (permkern_mli_shift(in) == PERMKERN_MLI_UNKNOWN || (type != ANY_TYPE && (int)in->el_type != type)) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    if (dim < -1 || dim >= (int32_t)in->rank) {
        return MLI_STATUS_BAD_TENSOR;
    }
    return apart(in, in_span, cfg, out, out_span) ? MLI_STATUS_OK : MLI_STATUS_INCOMPATEBLE_TENSORS;
}

/* All checks in their order. On success, both layouts and the output's shape are set. */
static mli_status check(const mli_tensor *in, const mli_permute_cfg *cfg, const mli_tensor *out, int type,
                        permkern_mli_layout *from, permkern_mli_layout *to, uint32_t *shape)
{
    mli_status status = permkern_mli_open(in, from);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    const unsigned rank = in->rank;
    if (out == NULL || !permkern_mli_data_valid(out->data, from->shift) || !permkern_mli_strides_valid(out, rank)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (cfg == NULL || !order_valid(cfg, rank)) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    for (unsigned k = 0; k < rank; k++) {
        shape[k] = in->shape[cfg->perm_dim[k]];
    }
    to->shift = from->shift;
    status = permkern_mli_lay_out(out, shape, rank, to);
    return status == MLI_STATUS_OK ? check_rest(in, from->span, cfg, out, to->span, type) : status;
}

/* Moves the elements. */
static void move(const mli_tensor *in, const mli_permute_cfg *cfg, const permkern_mli_layout *from,
                 const permkern_mli_layout *to, const uint32_t *shape, void *data)
{
    permkern_plan plan;
    unsigned used = 0;
    for (unsigned k = 0; k < in->rank; k++) {
        if (shape[k] != 1) {
            plan.axis[used].extent = shape[k];
            plan.axis[used].in_stride = from->stride[cfg->perm_dim[k]] << from->shift;
            plan.axis[used].out_stride = to->stride[k] << to->shift;
            used++;
        }
    }
    if (PERMKERN_MLI_MEM_STRIDE) {
        permkern_sort(plan.axis, used, PERMKERN_OUT);
    }
    plan.in_span = from->span;
    plan.out_span = to->span;
    permkern_choose(&plan, permkern_fuse(plan.axis, used, from->shift), from->shift);
    permkern_execute(&plan, in->data, data);
}

static mli_status permute(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out, int type)
{
    permkern_mli_layout from;
    permkern_mli_layout to;
    uint32_t shape[MLI_MAX_RANK];
    const mli_status status = check(in, cfg, out, type, &from, &to, shape);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    move(in, cfg, &from, &to, shape, out->data);

    const uint32_t rank = in->rank;
    const mli_element_type el_type = in->el_type;
    mli_element_params params;
    int32_t dim = permkern_mli_dim(in);
    permkern_mli_copy_params(&in->el_params, &params);
    for (unsigned k = 0; dim >= 0 && k < rank; k++) {
        if ((int32_t)cfg->perm_dim[k] == dim) {
            dim = (int32_t)k;
            break;
        }
    }
    for (unsigned k = 0; k < rank; k++) {
        permkern_own_loop();
        out->shape[k] = shape[k];
    }
    out->rank = rank;
    out->el_type = el_type;
    permkern_mli_copy_params(&params, &out->el_params);
    permkern_mli_set_dim(out, dim);
    return MLI_STATUS_OK;
}

PERMKERN_API mli_status mli_krn_permute_fx8(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_FX_8);
}

PERMKERN_API mli_status mli_krn_permute_fx16(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, MLI_EL_FX_16);
}

#ifndef MLI_NO_PERMUTE_FX
PERMKERN_API mli_status mli_krn_permute_fx(const mli_tensor *in, const mli_permute_cfg *cfg, mli_tensor *out)
{
    return permute(in, cfg, out, ANY_TYPE);
}
#endif
