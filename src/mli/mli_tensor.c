/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks input tensors, and reads their strides. */
#include "mli/mli_tensor.h"

mli_status permkern_mli_read_strides(const mli_tensor *tensor, const uint32_t *shape, unsigned rank, unsigned shift,
                                     permkern_array *to)
{
    permkern_cover cover;
    size_t contiguous = 1; /* strides count elements until they are checked, so that all of them fit size_t */
    permkern_cover_begin(&cover);
    for (unsigned k = rank; k-- > 0;) {
        const size_t stride = permkern_mli_strided(tensor) ? (size_t)PERMKERN_MLI_STRIDE(tensor, k) : contiguous;
        to->extent[k] = shape[k];
        to->stride[k] = stride;
        if (permkern_mli_strided(tensor)) {
            permkern_cover_axis(&cover, shape[k], stride);
        }
        contiguous = permkern_times(contiguous, shape[k]);
    }
    cover.last += permkern_mli_strided(tensor) ? 0 : contiguous - 1;
    to->cover = cover;
    to->rank = rank;
    const permkern_status status = permkern_span(to, 1);
    if (status == PERMKERN_ERR_STRIDE) {
        return MLI_STATUS_BAD_TENSOR;
    }
    if (status != PERMKERN_OK || to->span > tensor->PERMKERN_MLI_CAPACITY >> shift) {
        return MLI_STATUS_NOT_ENGH_MEM;
    }
    for (unsigned k = 0; k < rank; k++) {
        to->stride[k] <<= shift;
    }
    to->span <<= shift;
    return MLI_STATUS_OK;
}

/* permkern_mli_read_strides for an input tensor: sets its strides, and the span in *facts. */
static mli_status open_strided(const mli_tensor *in, size_t *stride, permkern_mli_facts *facts)
{
    permkern_array array;
    const mli_status status = permkern_mli_read_strides(in, in->shape, in->rank, facts->shift & 3U, &array);
    for (unsigned k = 0; status == MLI_STATUS_OK && k < in->rank; k++) {
        permkern_own_loop();
        stride[k] = array.stride[k];
        facts->span = array.span;
    }
    return status;
}

mli_status permkern_mli_open(const mli_tensor *in, size_t *stride, permkern_mli_facts *facts)
{
    if (in == NULL || in->rank - 1U >= MLI_MAX_RANK) {
        return MLI_STATUS_BAD_TENSOR;
    }
    const unsigned rank = in->rank;
    const unsigned shift = permkern_mli_shift(in);
    const uint32_t size = 1U << (shift & 3U);
    const size_t bytes = permkern_mli_count(in->shape, rank, size, stride);
    if (bytes == 0 || !permkern_mli_strides_valid(in, rank) || !permkern_mli_data_valid(in->PERMKERN_MLI_DATA, size)) {
        return MLI_STATUS_BAD_TENSOR;
    }
    facts->shift = shift;
    facts->size = size;
    facts->bytes = bytes;
    if (permkern_mli_strided(in)) {
        return open_strided(in, stride, facts);
    }
    return in->PERMKERN_MLI_CAPACITY < bytes ? MLI_STATUS_NOT_ENGH_MEM : MLI_STATUS_OK;
}
