/* SPDX-License-Identifier: BSD-3-Clause */
#include "runtime.h"

#include "tensorflow/lite/micro/kernels/kernel_util.h"
#include "tensorflow/lite/micro/memory_helpers.h"
#include "tensorflow/lite/micro/micro_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static Runtime *running;
static int inputs[] = {2, 0, 1};
static int outputs[] = {1, 2};

TfLiteIntArray *DimsOf(const int *size_and_extents)
{
    return reinterpret_cast<TfLiteIntArray *>(const_cast<int *>(size_and_extents));
}

static void *Allocate(TfLiteContext *, size_t bytes)
{
    const size_t rounded = (bytes + 15) / 16 * 16; /* MicroArenaBufferAlignment() */
    if (rounded > running->arena_bytes) {
        return nullptr;
    }
    running->arena_bytes -= rounded;
    running->taken += rounded;
    return running->arena + running->arena_bytes; /* from the arena's end, as what is persistent */
}

static TfLiteEvalTensor *Seen(const TfLiteContext *, int index)
{
    const TfLiteTensor &tensor = running->tensors[index];
    running->seen[index] = {tensor.data, tensor.dims, tensor.type};
    return &running->seen[index];
}

Runtime::Runtime(TfLiteType type, const int *in_dims, void *in, int32_t *axes, const int *out_dims, void *out)
    : tensors{}, arena_bytes(sizeof arena), taken(0),
      temporary(0), message{}, context{}, node{}, perm_dims{1, in_dims[0]}, arena{}, seen{}
{
    memset(arena, 0xee, sizeof arena); /* TFLM does not clear it */
    tensors[0].type = tensors[2].type = type;
    tensors[0].dims = DimsOf(in_dims);
    tensors[0].data.data = in;
    tensors[1].type = kTfLiteInt32;
    tensors[1].dims = DimsOf(perm_dims);
    tensors[1].data.i32 = axes;
    tensors[1].allocation_type = kTfLiteMmapRo;
    tensors[2].dims = DimsOf(out_dims);
    tensors[2].data.data = out;
    context.impl_ = this;
    context.AllocatePersistentBuffer = Allocate;
    context.GetEvalTensor = Seen;
    node.inputs = DimsOf(inputs);
    node.outputs = DimsOf(outputs);
}

TfLiteStatus Runtime::Prepare(const TFLMRegistration &registration)
{
    running = this;
    message[0] = '\0';
    context.AllocatePersistentBuffer = Allocate;
    node.user_data = registration.init(&context, nullptr, 0);
    return registration.prepare(&context, &node);
}

TfLiteStatus Runtime::Invoke(const TFLMRegistration &registration)
{
    running = this;
    message[0] = '\0';
    context.AllocatePersistentBuffer = nullptr; /* as TFLM has it, where a kernel may not allocate */
    return registration.invoke(&context, &node);
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
    return type == kTfLiteInt4 ? "INT4" : type == kTfLiteInt8 ? "INT8" : "ANOTHER";
}

namespace tflite
{

TfLiteTensor *MicroContext::AllocateTempInputTensor(const TfLiteNode *node, int index)
{
    running->temporary++;
    return &running->tensors[node->inputs->data[index]];
}

void MicroContext::DeallocateTempTfLiteTensor(TfLiteTensor *)
{
    running->temporary--;
}

TfLiteStatus TfLiteTypeSizeOf(TfLiteType type, size_t *size)
{
    /* Bytes by type; int4 counts as one, though its elements are packed; none for those that TFLM has no size of. */
    static const unsigned char bytes[] = {0, 4, 4, 1, 8, 0, 1, 2, 8, 1, 2, 8, 16, 8, 4, 0, 4, 2, 1, 2, 0};
    *size = bytes[type];
    return *size != 0 ? kTfLiteOk : kTfLiteError;
}

TfLiteStatus TfLiteEvalTensorByteLength(const TfLiteEvalTensor *eval_tensor, size_t *out_bytes)
{
    if (TfLiteTypeSizeOf(eval_tensor->type, out_bytes) != kTfLiteOk) {
        return kTfLiteError;
    }
    for (int k = 0; k < eval_tensor->dims->size; k++) {
        *out_bytes *= static_cast<size_t>(eval_tensor->dims->data[k]);
    }
    return kTfLiteOk;
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

const TfLiteEvalTensor *GetEvalInput(const TfLiteContext *context, const TfLiteNode *node, int index)
{
    return context->GetEvalTensor(context, node->inputs->data[index]);
}

TfLiteEvalTensor *GetEvalOutput(const TfLiteContext *context, const TfLiteNode *node, int index)
{
    return context->GetEvalTensor(context, node->outputs->data[index]);
}

} // namespace micro
} // namespace tflite
