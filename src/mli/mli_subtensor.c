/* SPDX-License-Identifier: BSD-3-Clause */
/* MLI's mli_hlp_create_subtensor: a part of a tensor that is cut along any axis. Statuses: docs/status.md. */
#include "mli/mli_internal.h"

#if PERMKERN_MLI_SUB_TENSOR

/* A part of a tensor: which axes of the tensor it keeps, in order, its extents along them, and where it starts. */
typedef struct {
    unsigned rank;
    uint8_t axis[MLI_MAX_RANK];
    uint32_t extent[MLI_MAX_RANK];
    size_t first; /* bytes from the tensor's start */
} part;

/*
 * Reads a configuration; false if it names no part of the tensor. Axes along which the part has one element vanish,
 * from the first on, until the part has the rank that is asked for.
 */
static bool read_part(const permkern_mli_layout *layout, unsigned rank, const mli_sub_tensor_cfg *cfg, part *to)
{
    if (cfg == NULL || cfg->sub_tensor_rank - 1U >= rank) {
        return false;
    }
    unsigned vanish = rank - cfg->sub_tensor_rank;
    to->rank = 0;
    to->first = 0;
    for (unsigned k = 0; k < rank; k++) {
        const uint32_t at = cfg->offset[k];
        const uint32_t size = cfg->size[k];
        const uint32_t extent = layout->axis[k].extent;
        if (at >= extent || size - 1U >= extent - at) {
            return false;
        }
        to->first += permkern_times(at, layout->axis[k].stride);
        if (size == 1 && vanish != 0) {
            vanish--;
        } else {
            to->axis[to->rank] = (uint8_t)k; /* narrow: an axis */
            to->extent[to->rank] = size;
            to->rank++;
        }
    }
    return vanish == 0;
}

/*
 * Finds the axis of the part along which quantisation parameters vary: -1 if they do not. False if the part needs
 * others than the tensor's from the first on: the pointers to them cannot be moved, as their width is not known.
 */
static bool find_dim(const mli_tensor *in, const mli_sub_tensor_cfg *cfg, const part *of, int32_t *dim)
{
    const int32_t whole = permkern_mli_dim(in);
    *dim = -1;
    for (unsigned k = 0; k < of->rank; k++) {
        if (whole == (int32_t)of->axis[k]) { /* narrow: an axis */
            *dim = (int32_t)k;               /* narrow: an axis */
        }
    }
    return whole < 0 || (*dim >= 0 && cfg->offset[whole] == 0);
}

/* mem_stride of an axis, which a contiguous tensor does not have. It has to fit, except for an axis of one element. */
static int32_t stride_of(const mli_tensor *in, const permkern_mli_layout *layout, unsigned k)
{
    if (permkern_mli_strided(in)) {
        return (int32_t)in->mem_stride[k]; /* narrow: MLI's field has 32 bits */
    }
    const size_t elements = layout->axis[k].stride >> (layout->shift & 3U);
    return elements > INT32_MAX ? INT32_MAX : (int32_t)elements; /* narrow: at most INT32_MAX */
}

/* Fills in *out, which may be *in: strides are read before one is written. */
static void describe_part(const mli_tensor *in, const permkern_mli_layout *layout, const part *of, int32_t dim,
                          mli_tensor *out)
{
    int32_t stride[MLI_MAX_RANK];
    for (unsigned k = 0; k < of->rank; k++) {
        stride[k] = stride_of(in, layout, of->axis[k]);
    }
    /* As an integer, for tensors larger than any address space: mli_helpers.c does so, too. */
    out->PERMKERN_MLI_DATA = (void *)((uintptr_t)in->PERMKERN_MLI_DATA + of->first);
    /* narrow: below the capacity, which has 32 bits */
    out->PERMKERN_MLI_CAPACITY = in->PERMKERN_MLI_CAPACITY - (uint32_t)of->first;
    for (unsigned k = 0; k < of->rank; k++) {
        permkern_own_loop();
        out->shape[k] = of->extent[k];
        out->mem_stride[k] = stride[k];
    }
    out->rank = of->rank;
    out->el_type = in->el_type;
    permkern_mli_copy_params(&in->el_params, &out->el_params);
    permkern_mli_set_dim(out, dim);
}

PERMKERN_API mli_status permkern_mli_create_subtensor(const mli_tensor *in, const mli_sub_tensor_cfg *cfg,
                                                      mli_tensor *out)
{
    permkern_mli_layout layout;
    part asked;
    int32_t dim = -1;
    if (out == NULL) {
        return MLI_STATUS_BAD_TENSOR; /* as for every fault of in that is checked before out */
    }
    const mli_status status = permkern_mli_open(in, &layout);
    if (status != MLI_STATUS_OK) {
        return status;
    }
    if (!read_part(&layout, in->rank, cfg, &asked)) {
        return MLI_STATUS_BAD_FUNC_CFG;
    }
    if (layout.shift == PERMKERN_MLI_UNKNOWN) {
        return MLI_STATUS_TYPE_MISMATCH;
    }
    if (!permkern_mli_dim_valid(in)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (!find_dim(in, cfg, &asked, &dim)) {
        return MLI_STATUS_NOT_SUPPORTED;
    }
    describe_part(in, &layout, &asked, dim, out);
    return MLI_STATUS_OK;
}

#ifdef PERMKERN_MLI_NAME_OF
extern __typeof__(permkern_mli_create_subtensor)
    mli_hlp_create_subtensor PERMKERN_MLI_NAME_OF("permkern_mli_create_subtensor");
#endif

#endif
