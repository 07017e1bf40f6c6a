/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path. */
#ifndef CLIENTS_TFLM_MICRO_CONTEXT_H
#define CLIENTS_TFLM_MICRO_CONTEXT_H

#include "tensorflow/lite/c/common.h"

namespace tflite
{
struct MicroContext {
    TfLiteTensor *AllocateTempInputTensor(const TfLiteNode *node, int index);
    void DeallocateTempTfLiteTensor(TfLiteTensor *tensor);
};
inline MicroContext *GetMicroContext(const TfLiteContext *context)
{
    return reinterpret_cast<MicroContext *>(context->impl_);
}
} // namespace tflite

#endif /* CLIENTS_TFLM_MICRO_CONTEXT_H */
