/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path. */
#ifndef CLIENTS_TFLM_MICRO_COMMON_H
#define CLIENTS_TFLM_MICRO_COMMON_H

#include "tensorflow/lite/c/common.h"

struct TFLMRegistration {
    void *(*init)(TfLiteContext *context, const char *buffer, size_t length);
    void (*free)(TfLiteContext *context, void *buffer);
    TfLiteStatus (*prepare)(TfLiteContext *context, TfLiteNode *node);
    TfLiteStatus (*invoke)(TfLiteContext *context, TfLiteNode *node);
    void (*reset)(TfLiteContext *context, void *buffer);
    int32_t builtin_code;
    const char *custom_name;
};

#endif /* CLIENTS_TFLM_MICRO_COMMON_H */
