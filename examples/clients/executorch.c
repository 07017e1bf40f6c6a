/* SPDX-License-Identifier: BSD-3-Clause */
#include "executorch.h"
#include "permkern.h"

typedef struct {
    size_t shape[PERMKERN_MAX_RANK];
    ptrdiff_t strides[PERMKERN_MAX_RANK];
    permkern_layout layout;
} description;

static permkern_status describe(const executorch_tensor *tensor, description *made)
{
    made->layout = (permkern_layout){.shape = made->shape,
                                     .strides = made->strides,
                                     .capacity = tensor->nbytes,
                                     .rank = tensor->dim,
                                     .bits = 8 * tensor->element_size};
    const permkern_status status = permkern_shape_i32(made->shape, tensor->sizes, tensor->dim);
    return status == PERMKERN_OK ? permkern_strides_i32(made->strides, tensor->strides, tensor->dim) : status;
}

executorch_error executorch_permute_copy(const executorch_tensor *in, const int64_t *dims, size_t dim_count,
                                         executorch_tensor *out)
{
    uint8_t perm[PERMKERN_MAX_RANK];
    description from;
    description to;

    if (dim_count != in->dim || permkern_perm_i64(perm, dims, dim_count) != PERMKERN_OK ||
        describe(in, &from) != PERMKERN_OK || describe(out, &to) != PERMKERN_OK ||
        permkern_permute(&from.layout, in->data, perm, &to.layout, out->data) != PERMKERN_OK) {
        return EXECUTORCH_INVALID_ARGUMENT;
    }
    return EXECUTORCH_OK;
}
