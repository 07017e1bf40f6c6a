/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What ExecuTorch's portable kernels see of a tensor, as far as permute_copy looks at it: a stand-in, so that the
 * adapter beside it compiles without ExecuTorch. There: TensorImpl with SizesType and StridesType, IntArrayRef, Error.
 */
#ifndef CLIENTS_EXECUTORCH_H
#define CLIENTS_EXECUTORCH_H

#include <stddef.h>
#include <stdint.h>

typedef enum { EXECUTORCH_OK = 0x00, EXECUTORCH_INVALID_ARGUMENT = 0x12 } executorch_error;

typedef struct {
    const int32_t *sizes;   /* elements per axis */
    const int32_t *strides; /* in elements */
    size_t dim;
    void *data;
    size_t nbytes; /* of the elements, which lie without gaps in some order of the axes */
    size_t element_size;
} executorch_tensor;

/* dims has dim_count entries; a negative one counts from the last axis. The sizes of out are set, as when resized. */
executorch_error executorch_permute_copy(const executorch_tensor *in, const int64_t *dims, size_t dim_count,
                                         executorch_tensor *out);

#endif /* CLIENTS_EXECUTORCH_H */
