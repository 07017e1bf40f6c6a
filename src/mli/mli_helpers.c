/* SPDX-License-Identifier: BSD-3-Clause */
/* MLI's helper functions. docs/status.md has the statuses and their order. */
#include "mli/mli_tensor.h"

/* ---- counting ---- */

PERMKERN_API uint32_t permkern_mli_count_elem_num(const mli_tensor *in, uint32_t start_dim)
{
    size_t stride[MLI_MAX_RANK];
    if (in == NULL || in->rank > MLI_MAX_RANK || start_dim >= in->rank) {
        return 0;
    }
    return (uint32_t)permkern_mli_count(&in->shape[start_dim], in->rank - start_dim, 1, stride); /* narrow: it fits */
}

PERMKERN_API uint32_t permkern_mli_tensor_element_size(const mli_tensor *in)
{
    const unsigned shift = in == NULL ? PERMKERN_MLI_UNKNOWN : permkern_mli_shift(in);
    return shift == PERMKERN_MLI_UNKNOWN ? 0 : 1U << shift;
}

/* ---- sub-tensor ---- */

/* True if cfg describes a part of the tensor. Sets *first to its offset in bytes. */
static bool cut_valid(const mli_tensor *in, const size_t *stride, const mli_point_to_subtsr_cfg *cfg, size_t *first)
{
    if (cfg == NULL || cfg->coord_num - 1U >= in->rank) {
        return false;
    }
    size_t sum = 0;
    uint32_t rest = 0; /* elements from the coordinate to the axis's end */
    unsigned k = 0;
    do {
        const uint32_t at = cfg->start_coord[k];
        rest = in->shape[k] - at;
        if (at >= in->shape[k]) {
            return false;
        }
        sum += permkern_times(at, stride[k]);
    } while (++k != cfg->coord_num);
    *first = sum;
    return cfg->first_out_dim_size - 1U < rest;
}

/* Checks that the type is known, and that the tensor's quantisation parameters also hold for the part. */
static mli_status check_parameters(const mli_tensor *in, unsigned shift, const mli_point_to_subtsr_cfg *cfg)
{
    const mli_status status = permkern_mli_check_type(in, shift, in->el_type);
    const int32_t last = cfg->coord_num - 1;
    const int32_t dim = permkern_mli_dim(in);
    if (status == MLI_STATUS_OK && dim >= 0 && (dim < last || (dim == last && cfg->start_coord[last] != 0))) {
        return MLI_STATUS_NOT_SUPPORTED; /* the parameter pointers cannot be moved, as their width is unknown */
    }
    return status;
}

/* Returns the span of a part in bytes. Its first axis is the input's axis `cut`, with `size` elements. */
static size_t part_span(const mli_tensor *in, const size_t *stride, unsigned cut, uint32_t size)
{
    if (!permkern_mli_strided(in)) {
        return permkern_times(size, stride[cut]);
    }
    size_t span = permkern_times(size - 1U, stride[cut]) + ((size_t)1 << permkern_mli_shift(in));
    for (unsigned k = cut + 1; k < in->rank; k++) {
        permkern_own_loop(); /* prevents vector code, too, for at most three iterations */
        span += permkern_times(in->shape[k] - 1U, stride[k]);
    }
    return span;
}

/* Fills in *out, which may be *in: each field is read before it is written. first: the part's offset in bytes. */
static void point(const mli_tensor *in, const size_t *stride, const mli_point_to_subtsr_cfg *cfg, size_t first,
                  mli_tensor *out)
{
    const unsigned cut = cfg->coord_num - 1U; /* the axis that becomes the first */
    const unsigned rank = in->rank - cut;
    const uint32_t size = cfg->first_out_dim_size;
    const int32_t dim = permkern_mli_dim(in);
    /* Computed as an integer: the helper accesses no element, and tensors may be larger than the address space. */
    out->PERMKERN_MLI_DATA = (void *)((uintptr_t)in->PERMKERN_MLI_DATA + first);
    /* narrow: at most the tensor's capacity, which has 32 bits */
    out->PERMKERN_MLI_CAPACITY = (uint32_t)part_span(in, stride, cut, size);
    for (unsigned k = 0; k < rank; k++) {
        permkern_own_loop();
        out->shape[k] = k == 0 ? size : in->shape[cut + k];
#if PERMKERN_MLI_MEM_STRIDE
        out->mem_stride[k] = in->mem_stride[cut + k];
#endif
    }
    permkern_mli_describe(in, rank, dim < 0 ? dim : dim - (int32_t)cut, out); /* narrow: an axis */
}

PERMKERN_API mli_status permkern_mli_point_to_subtensor(const mli_tensor *in, const mli_point_to_subtsr_cfg *cfg,
                                                        mli_tensor *out)
{
    size_t stride[MLI_MAX_RANK];
    permkern_mli_facts facts;
    size_t first = 0;
    if (out == NULL) {
        return MLI_STATUS_BAD_TENSOR; /* the errors of `in` that come first have this status, too */
    }
    mli_status status = permkern_mli_open(in, stride, &facts);
    if (status == MLI_STATUS_OK && !cut_valid(in, stride, cfg, &first)) {
        status = MLI_STATUS_BAD_FUNC_CFG;
    }
    if (status == MLI_STATUS_OK) {
        status = check_parameters(in, facts.shift, cfg);
    }
    if (status == MLI_STATUS_OK) {
        point(in, stride, cfg, first, out);
    }
    return status;
}

PERMKERN_MLI_NAME(mli_hlp_count_elem_num, permkern_mli_count_elem_num);
PERMKERN_MLI_NAME(mli_hlp_tensor_element_size, permkern_mli_tensor_element_size);
PERMKERN_MLI_NAME(mli_hlp_point_to_subtensor, permkern_mli_point_to_subtensor);

#if PERMKERN_MLI_SUB_TENSOR

/* ---- a part that is cut along any axis ---- */

/* A part of a tensor: the axes that it keeps, in order, its extents, and its start. */
typedef struct {
    unsigned rank;
    uint8_t axis[MLI_MAX_RANK];
    uint32_t extent[MLI_MAX_RANK];
    size_t first; /* bytes from the tensor's start */
} sub_tensor;

/*
 * Reads a configuration; false if it describes no part of the tensor. Drops axes along which the part has one element,
 * from the first on, until the part has cfg->sub_tensor_rank axes.
 */
static bool read_part(const mli_tensor *in, const size_t *stride, const mli_sub_tensor_cfg *cfg, sub_tensor *to)
{
    const unsigned rank = in->rank;
    if (cfg == NULL || cfg->sub_tensor_rank - 1U >= rank) {
        return false;
    }
    unsigned vanish = rank - cfg->sub_tensor_rank;
    to->rank = 0;
    to->first = 0;
    for (unsigned k = 0; k < rank; k++) {
        const uint32_t at = cfg->offset[k];
        const uint32_t size = cfg->size[k];
        const uint32_t extent = in->shape[k];
        if (at >= extent || size - 1U >= extent - at) {
            return false;
        }
        to->first += permkern_times(at, stride[k]);
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
 * Sets *dim to the part's axis along which quantisation parameters vary, or to -1. False if the part drops this axis or
 * starts after its first element: the parameter pointers cannot be moved, as their width is unknown.
 */
static bool find_dim(const mli_tensor *in, const mli_sub_tensor_cfg *cfg, const sub_tensor *of, int32_t *dim)
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

/*
 * Returns the mem_stride of axis k; for a contiguous tensor, the stride in elements, which fits int32_t, except along
 * an axis of one element.
 */
static int32_t mem_stride_of(const mli_tensor *in, const size_t *stride, unsigned k)
{
    if (permkern_mli_strided(in)) {
        return PERMKERN_MLI_STRIDE(in, k);
    }
    const size_t elements = stride[k] >> permkern_mli_shift(in);
    return elements > INT32_MAX ? INT32_MAX : (int32_t)elements; /* narrow: at most INT32_MAX */
}

/* Fills in *out, which may be *in: all strides are read before the first is written. */
static void describe_part(const mli_tensor *in, const size_t *stride, const sub_tensor *of, int32_t dim,
                          mli_tensor *out)
{
    int32_t kept[MLI_MAX_RANK];
    for (unsigned k = 0; k < of->rank; k++) {
        kept[k] = mem_stride_of(in, stride, of->axis[k]);
    }
    /* Computed as an integer: tensors may be larger than the address space. */
    out->PERMKERN_MLI_DATA = (void *)((uintptr_t)in->PERMKERN_MLI_DATA + of->first);
    /* narrow: below the capacity, which has 32 bits */
    out->PERMKERN_MLI_CAPACITY = in->PERMKERN_MLI_CAPACITY - (uint32_t)of->first;
    for (unsigned k = 0; k < of->rank; k++) {
        permkern_own_loop();
        out->shape[k] = of->extent[k];
        out->mem_stride[k] = kept[k];
    }
    permkern_mli_describe(in, of->rank, dim, out);
}

PERMKERN_API mli_status permkern_mli_create_subtensor(const mli_tensor *in, const mli_sub_tensor_cfg *cfg,
                                                      mli_tensor *out)
{
    size_t stride[MLI_MAX_RANK];
    permkern_mli_facts facts;
    sub_tensor asked;
    int32_t dim = -1;
    if (out == NULL) {
        return MLI_STATUS_BAD_TENSOR; /* the errors of `in` that come first have this status, too */
    }
    mli_status status = permkern_mli_open(in, stride, &facts);
    if (status == MLI_STATUS_OK && !read_part(in, stride, cfg, &asked)) {
        status = MLI_STATUS_BAD_FUNC_CFG;
    }
    if (status == MLI_STATUS_OK) {
        status = permkern_mli_check_type(in, facts.shift, in->el_type);
    }
    if (status == MLI_STATUS_OK && !find_dim(in, cfg, &asked, &dim)) {
        status = MLI_STATUS_NOT_SUPPORTED;
    }
    if (status == MLI_STATUS_OK) {
        describe_part(in, stride, &asked, dim, out);
    }
    return status;
}

PERMKERN_MLI_NAME(mli_hlp_create_subtensor, permkern_mli_create_subtensor);

#endif
