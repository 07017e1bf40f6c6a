/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stand-in for TensorFlow Lite Micro's header of this path, with what a kernel uses of it: the same names, types and
 * members, of a build with TF_LITE_STATIC_MEMORY. Written from what TFLM's public headers declare (August 2026).
 */
#ifndef CLIENTS_TFLM_COMMON_H
#define CLIENTS_TFLM_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TfLiteStatus { kTfLiteOk = 0, kTfLiteError = 1 } TfLiteStatus;

typedef enum {
    kTfLiteNoType = 0,
    kTfLiteFloat32 = 1,
    kTfLiteInt32 = 2,
    kTfLiteUInt8 = 3,
    kTfLiteInt64 = 4,
    kTfLiteString = 5,
    kTfLiteBool = 6,
    kTfLiteInt16 = 7,
    kTfLiteComplex64 = 8,
    kTfLiteInt8 = 9,
    kTfLiteFloat16 = 10,
    kTfLiteFloat64 = 11,
    kTfLiteComplex128 = 12,
    kTfLiteUInt64 = 13,
    kTfLiteResource = 14,
    kTfLiteVariant = 15,
    kTfLiteUInt32 = 16,
    kTfLiteUInt16 = 17,
    kTfLiteInt4 = 18,
    kTfLiteBFloat16 = 19,
    kTfLiteInt2 = 20
} TfLiteType;

const char *TfLiteTypeGetName(TfLiteType type);

typedef struct TfLiteIntArray {
    int size;
    int data[1]; /* `size` of them */
} TfLiteIntArray;

typedef union TfLitePtrUnion {
    int32_t *i32;
    char *raw;
    void *data;
} TfLitePtrUnion;

typedef enum TfLiteAllocationType { kTfLiteMemNone = 0, kTfLiteMmapRo, kTfLiteArenaRw } TfLiteAllocationType;

typedef struct TfLiteTensor {
    TfLitePtrUnion data;
    TfLiteIntArray *dims;
    size_t bytes;
    TfLiteType type;
    TfLiteAllocationType allocation_type;
    bool is_variable;
} TfLiteTensor;

typedef struct TfLiteEvalTensor {
    TfLitePtrUnion data;
    TfLiteIntArray *dims;
    TfLiteType type;
} TfLiteEvalTensor;

typedef struct TfLiteNode {
    TfLiteIntArray *inputs;
    TfLiteIntArray *outputs;
    TfLiteIntArray *intermediates;
    void *user_data;
    void *builtin_data;
    const void *custom_initial_data;
    int custom_initial_data_size;
} TfLiteNode;

typedef struct TfLiteContext {
    size_t tensors_size;
    void *impl_;
    void *(*AllocatePersistentBuffer)(struct TfLiteContext *context, size_t bytes);
    TfLiteEvalTensor *(*GetEvalTensor)(const struct TfLiteContext *context, int tensor_idx);
} TfLiteContext;

#ifdef __cplusplus
}
#endif

#endif /* CLIENTS_TFLM_COMMON_H */
