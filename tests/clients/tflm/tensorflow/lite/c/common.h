/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path: names, types and members as in its public headers of August 2026. */
#ifndef CLIENTS_TFLM_COMMON_H
#define CLIENTS_TFLM_COMMON_H

#include <stddef.h>
#include <stdint.h>

enum TfLiteStatus { kTfLiteOk = 0, kTfLiteError = 1 };

enum TfLiteType {
    kTfLiteNoType = 0,
    kTfLiteInt32 = 2,
    kTfLiteUInt8 = 3,
    kTfLiteInt64 = 4,
    kTfLiteString = 5,
    kTfLiteInt16 = 7,
    kTfLiteInt8 = 9,
    kTfLiteComplex128 = 12,
    kTfLiteInt4 = 18
};

const char *TfLiteTypeGetName(TfLiteType type);

struct TfLiteIntArray {
    int size;
    int data[1]; /* `size` of them */
};

union TfLitePtrUnion {
    int32_t *i32;
    void *data;
};

enum TfLiteAllocationType { kTfLiteMmapRo = 1, kTfLiteArenaRw = 2 };

struct TfLiteTensor {
    TfLiteAllocationType allocation_type;
};

struct TfLiteEvalTensor {
    TfLitePtrUnion data;
    TfLiteIntArray *dims;
    TfLiteType type;
};

struct TfLiteNode {
    TfLiteIntArray *inputs;
    TfLiteIntArray *outputs;
    void *user_data;
};

struct TfLiteContext {
    void *impl_;
    void *(*AllocatePersistentBuffer)(TfLiteContext *context, size_t bytes);
};

#endif /* CLIENTS_TFLM_COMMON_H */
