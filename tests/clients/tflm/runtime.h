/* SPDX-License-Identifier: BSD-3-Clause */
/* A runtime of one node, which runs a kernel as TensorFlow Lite Micro does: Init, Prepare, then Eval. For tests. */
#ifndef CLIENTS_TFLM_RUNTIME_H
#define CLIENTS_TFLM_RUNTIME_H

#include "tensorflow/lite/micro/micro_common.h"

struct Runtime {
    TfLiteTensor tensors[3]; /* input, perm, output: what the kernel is to see */
    size_t arena_bytes;      /* that a kernel may take; what Init and Prepare took is subtracted */
    size_t taken;            /* bytes that they took */
    int temporary;           /* tensors that the kernel looked at and did not give back */
    char message[160];       /* what MicroPrintf printed last */

    /* What the model's constants and the arena's plan say. perm is a constant, its values `axes`. */
    Runtime(TfLiteType type, const int *in_dims, void *in, int32_t *axes, const int *out_dims, void *out);
    TfLiteStatus Prepare(const TFLMRegistration &registration);
    TfLiteStatus Invoke(const TFLMRegistration &registration);

    TfLiteContext context;
    TfLiteNode node;
    int perm_dims[2];
    alignas(16) unsigned char arena[512];
    TfLiteEvalTensor seen[3];
};

/* An array of the number of axes, then their extents: TFLM, too, finds its arrays like this, in the model's file. */
TfLiteIntArray *DimsOf(const int *size_and_extents);

#endif /* CLIENTS_TFLM_RUNTIME_H */
