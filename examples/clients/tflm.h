/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What TensorFlow Lite Micro's kernels see of a tensor, as far as a transpose looks at it: a stand-in, so that the
 * adapter beside it compiles without TFLM. There: TfLiteIntArray, TfLiteTensor, TfLiteTypeGetSize, TfLiteStatus.
 */
#ifndef CLIENTS_TFLM_H
#define CLIENTS_TFLM_H

#include <stddef.h>
#include <stdint.h>

typedef enum { TFLM_OK = 0, TFLM_ERROR = 1 } tflm_status;

typedef enum { TFLM_FLOAT32 = 1, TFLM_INT32 = 2, TFLM_INT64 = 4, TFLM_INT16 = 7, TFLM_INT8 = 9 } tflm_type;

/* The extents are of type int: on bare-metal Arm and RISC-V, int32_t is another one, long int. */
typedef struct {
    int size;
    int data[];
} tflm_int_array;

typedef struct {
    tflm_type type;
    void *data;
    const tflm_int_array *dims;
    size_t bytes;
} tflm_tensor;

static inline size_t tflm_type_size(tflm_type type)
{
    return type == TFLM_INT8 ? 1 : type == TFLM_INT16 ? 2 : type == TFLM_INT64 ? 8 : 4;
}

/* perm is a tensor of int32_t, an entry for each axis. All shapes are set, as after TFLM's Prepare. */
tflm_status tflm_transpose(const tflm_tensor *input, const tflm_tensor *perm, tflm_tensor *output);

#endif /* CLIENTS_TFLM_H */
