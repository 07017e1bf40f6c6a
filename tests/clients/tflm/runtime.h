/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A one-node runtime that runs a kernel like TensorFlow Lite Micro: Init, Prepare, then Eval. One source of a program
 * includes it, because it defines the functions that the stand-ins declare.
 */
#ifndef CLIENTS_TFLM_RUNTIME_H
#define CLIENTS_TFLM_RUNTIME_H

#include "tensorflow/lite/micro/kernels/kernel_util.h"
#include "tensorflow/lite/micro/memory_helpers.h"
#include "tensorflow/lite/micro/micro_context.h"
#include "tensorflow/lite/micro/micro_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static TfLiteIntArray *AsArray(int *size_and_entries)
{
    return reinterpret_cast<TfLiteIntArray *>(size_and_entries);
}

static void *Allocate(TfLiteContext *, size_t bytes);

static struct Runtime *running;

/* The arrays of int are TfLiteIntArrays: their size, then the entries. */
struct Runtime {
    int dims[3][10];
    int inputs[3] = {2, 0, 1};
    int outputs[2] = {1, 2};
    int32_t axes[9] = {};
    TfLiteEvalTensor tensors[3]; /* input, perm, output */
    TfLiteTensor perm = {kTfLiteMmapRo};
    TfLiteNode node;
    TfLiteContext context = {this, nullptr};
    int temporary = 0; /* tensors that the kernel took and did not give back */
    size_t taken = 0;  /* bytes of the arena */
    size_t arena_bytes = 512;
    char message[160] = ""; /* printed last */
    alignas(16) unsigned char arena[512];

    Runtime(TfLiteType type, int rank, const int *extents, const int *source, void *in, void *out)
        : dims{{rank}, {1, rank}, {rank}}, tensors{{{}, AsArray(dims[0]), type},
                                                   {{axes}, AsArray(dims[1]), kTfLiteInt32},
                                                   {{}, AsArray(dims[2]), type}},
          node{AsArray(inputs), AsArray(outputs), nullptr}
    {
        memset(arena, 0xee, sizeof arena); /* TFLM does not clear it */
        tensors[0].data.data = in;
        tensors[2].data.data = out;
        for (int k = 0; k < rank; k++) {
            axes[k] = source[k];
            dims[0][1 + k] = extents[k];
            dims[2][1 + k] = extents[source[k]];
        }
    }

    TfLiteStatus Prepare(const TFLMRegistration &registration)
    {
        running = this;
        message[0] = '\0';
        taken = 0;
        context.AllocatePersistentBuffer = Allocate;
        node.user_data = registration.init(&context, nullptr, 0);
        return registration.prepare(&context, &node);
    }

    TfLiteStatus Invoke(const TFLMRegistration &registration)
    {
        running = this;
        message[0] = '\0';
        context.AllocatePersistentBuffer = nullptr; /* in TFLM, Eval may not allocate */
        return registration.invoke(&context, &node);
    }
};

/* Like TFLM, aligns to 16 bytes and takes persistent buffers from the arena's end. */
static void *Allocate(TfLiteContext *, size_t bytes)
{
    running->taken += (bytes + 15) / 16 * 16;
    return running->taken > running->arena_bytes ? nullptr : running->arena + sizeof running->arena - running->taken;
}

void MicroPrintf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(running->message, sizeof running->message, format, arguments);
    va_end(arguments);
}

const char *TfLiteTypeGetName(TfLiteType type)
{
    return type == kTfLiteInt4 ? "INT4" : "ANOTHER";
}

namespace tflite
{

TfLiteTensor *MicroContext::AllocateTempInputTensor(const TfLiteNode *node, int index)
{
    running->temporary++;
    return node->inputs->data[index] == 1 ? &running->perm : nullptr;
}

void MicroContext::DeallocateTempTfLiteTensor(TfLiteTensor *)
{
    running->temporary--;
}

TfLiteStatus TfLiteTypeSizeOf(TfLiteType type, size_t *size)
{
    /* By type. An int4 counts as a byte, as in TFLM; 0: a type without a size. */
    static const unsigned char bytes[] = {0, 4, 4, 1, 8, 0, 1, 2, 8, 1, 2, 8, 16, 8, 4, 0, 4, 2, 1};
    *size = bytes[type];
    return *size != 0 ? kTfLiteOk : kTfLiteError;
}

TfLiteStatus TfLiteEvalTensorByteLength(const TfLiteEvalTensor *eval_tensor, size_t *out_bytes)
{
    const TfLiteStatus status = TfLiteTypeSizeOf(eval_tensor->type, out_bytes);
    for (int k = 0; k < eval_tensor->dims->size; k++) {
        *out_bytes *= static_cast<size_t>(eval_tensor->dims->data[k]);
    }
    return status;
}

namespace micro
{

TFLMRegistration RegisterOp(void *(*init)(TfLiteContext *context, const char *buffer, size_t length),
                            TfLiteStatus (*prepare)(TfLiteContext *context, TfLiteNode *node),
                            TfLiteStatus (*invoke)(TfLiteContext *context, TfLiteNode *node),
                            void (*free)(TfLiteContext *context, void *buffer),
                            void (*reset)(TfLiteContext *context, void *buffer))
{
    return {init, free, prepare, invoke, reset, 0, nullptr};
}

const TfLiteEvalTensor *GetEvalInput(const TfLiteContext *, const TfLiteNode *node, int index)
{
    return &running->tensors[node->inputs->data[index]];
}

TfLiteEvalTensor *GetEvalOutput(const TfLiteContext *, const TfLiteNode *node, int index)
{
    return &running->tensors[node->outputs->data[index]];
}

} // namespace micro
} // namespace tflite

#endif /* CLIENTS_TFLM_RUNTIME_H */
