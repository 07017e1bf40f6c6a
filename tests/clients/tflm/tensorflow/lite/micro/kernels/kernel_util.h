/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path. */
#include "tensorflow/lite/micro/micro_common.h"

namespace tflite
{
namespace micro
{
TFLMRegistration RegisterOp(void *(*init)(TfLiteContext *context, const char *buffer, size_t length),
                            TfLiteStatus (*prepare)(TfLiteContext *context, TfLiteNode *node),
                            TfLiteStatus (*invoke)(TfLiteContext *context, TfLiteNode *node),
                            void (*free)(TfLiteContext *context, void *buffer) = nullptr,
                            void (*reset)(TfLiteContext *context, void *buffer) = nullptr);
const TfLiteEvalTensor *GetEvalInput(const TfLiteContext *context, const TfLiteNode *node, int index);
TfLiteEvalTensor *GetEvalOutput(const TfLiteContext *context, const TfLiteNode *node, int index);
} // namespace micro
} // namespace tflite
