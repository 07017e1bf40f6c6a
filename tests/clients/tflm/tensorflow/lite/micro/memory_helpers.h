/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path: bytes of types and tensors. */
#ifndef CLIENTS_TFLM_MEMORY_HELPERS_H
#define CLIENTS_TFLM_MEMORY_HELPERS_H

#include "tensorflow/lite/c/common.h"

namespace tflite
{

TfLiteStatus TfLiteTypeSizeOf(TfLiteType type, size_t *size);
TfLiteStatus TfLiteEvalTensorByteLength(const TfLiteEvalTensor *eval_tensor, size_t *out_bytes);

} // namespace tflite

#endif /* CLIENTS_TFLM_MEMORY_HELPERS_H */
