/* SPDX-License-Identifier: BSD-3-Clause */
/* What package/binding.py needs beside permkern.h: plans made of plain arguments; Python knows no structure. */
#include "permkern.h"

PERMKERN_API size_t permkern_python_plan_size(void);
PERMKERN_API int permkern_python_prepare(void *plan, size_t rank, size_t bits, const int64_t *shape,
                                         const int64_t *in_strides, size_t in_offset, size_t in_bytes,
                                         const int64_t *perm, const int64_t *out_strides, size_t out_offset,
                                         size_t out_bytes);

size_t permkern_python_plan_size(void)
{
    return sizeof(permkern_plan);
}

int permkern_python_prepare(void *plan, size_t rank, size_t bits, const int64_t *shape, const int64_t *in_strides,
                            size_t in_offset, size_t in_bytes, const int64_t *perm, const int64_t *out_strides,
                            size_t out_offset, size_t out_bytes)
{
    size_t extents[PERMKERN_MAX_RANK];
    ptrdiff_t in_steps[PERMKERN_MAX_RANK];
    ptrdiff_t out_steps[PERMKERN_MAX_RANK];
    uint8_t axes[PERMKERN_MAX_RANK];
    const permkern_layout in = {extents, in_steps, in_offset, in_bytes, rank, bits};
    const permkern_layout out = {NULL, out_steps, out_offset, out_bytes, rank, bits};
    permkern_status status = permkern_shape_i64(extents, shape, rank);
    if (status == PERMKERN_OK) {
        status = permkern_strides_i64(in_steps, in_strides, rank);
    }
    if (status == PERMKERN_OK) {
        status = permkern_perm_i64(axes, perm, rank);
    }
    if (status == PERMKERN_OK) {
        status = permkern_strides_i64(out_steps, out_strides, rank);
    }
    /* narrow: a status */
    return (int)(status == PERMKERN_OK ? permkern_prepare((permkern_plan *)plan, &in, axes, &out) : status);
}
