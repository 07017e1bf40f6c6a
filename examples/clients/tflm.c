/* SPDX-License-Identifier: BSD-3-Clause */
#include "tflm.h"
#include "permkern.h"

static permkern_status describe(const tflm_tensor *tensor, size_t *shape, permkern_layout *layout)
{
    const size_t rank = (size_t)tensor->dims->size; /* a negative one is too large for permkern_read_shape */
    const size_t bits = 8 * tflm_type_size(tensor->type);
    *layout = (permkern_layout){.shape = shape, .capacity = tensor->bytes, .rank = rank, .bits = bits};
    return permkern_read_shape(shape, tensor->dims->data, PERMKERN_INT32, rank);
}

tflm_status tflm_transpose(const tflm_tensor *input, const tflm_tensor *perm, tflm_tensor *output)
{
    size_t in_shape[PERMKERN_MAX_RANK];
    size_t out_shape[PERMKERN_MAX_RANK];
    uint8_t axes[PERMKERN_MAX_RANK];
    permkern_layout in;
    permkern_layout out;

    if (describe(input, in_shape, &in) != PERMKERN_OK || describe(output, out_shape, &out) != PERMKERN_OK ||
        perm->type != TFLM_INT32 || perm->bytes != in.rank * sizeof(int32_t) ||
        permkern_perm_i32(axes, perm->data, in.rank) != PERMKERN_OK) {
        return TFLM_ERROR;
    }
    return permkern_permute(&in, input->data, axes, &out, output->data) == PERMKERN_OK ? TFLM_OK : TFLM_ERROR;
}
