/* SPDX-License-Identifier: BSD-3-Clause */
/* What generator/binding.py needs beside permkern.h: plans made of plain arguments; Python knows no structure. */
#include "permkern.h"

PERMKERN_API size_t permkern_python_plan_size(void);
PERMKERN_API int permkern_python_prepare(void *plan, size_t in_bytes, size_t out_bytes, const uint32_t *shape,
                                         const int32_t *in_strides, const int32_t *out_strides, const uint8_t *perm,
                                         uint8_t rank, uint8_t bits);

size_t permkern_python_plan_size(void)
{
    return sizeof(permkern_plan);
}

int permkern_python_prepare(void *plan, size_t in_bytes, size_t out_bytes, const uint32_t *shape,
                            const int32_t *in_strides, const int32_t *out_strides, const uint8_t *perm, uint8_t rank,
                            uint8_t bits)
{
    size_t extents[PERMKERN_MAX_RANK];
    ptrdiff_t in_steps[PERMKERN_MAX_RANK];
    ptrdiff_t out_steps[PERMKERN_MAX_RANK];
    permkern_layout in = {.shape = extents, .capacity = in_bytes, .rank = rank, .bits = bits};
    permkern_layout out = {.capacity = out_bytes, .rank = rank, .bits = bits};
    permkern_status status = permkern_shape_u32(extents, shape, rank);
    if (status == PERMKERN_OK && in_strides != NULL) {
        in.strides = in_steps;
        status = permkern_strides_i32(in_steps, in_strides, rank);
    }
    if (status == PERMKERN_OK && out_strides != NULL) {
        out.strides = out_steps;
        status = permkern_strides_i32(out_steps, out_strides, rank);
    }
    return (int)(status == PERMKERN_OK ? permkern_prepare((permkern_plan *)plan, &in, perm, &out) : status);
}
