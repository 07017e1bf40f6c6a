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
    const permkern_array in = {NULL, in_bytes, shape, in_strides, rank, bits};
    const permkern_array out = {NULL, out_bytes, NULL, out_strides, rank, bits};
    return (int)permkern_prepare((permkern_plan *)plan, &in, &out, perm);
}
