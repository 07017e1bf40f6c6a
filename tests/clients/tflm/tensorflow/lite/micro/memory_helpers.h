/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for TFLM's header of this path. */
#include "tensorflow/lite/c/common.h"

namespace tflite
{
TfLiteStatus TfLiteTypeSizeOf(TfLiteType type, size_t *size);
TfLiteStatus TfLiteEvalTensorByteLength(const TfLiteEvalTensor *eval_tensor, size_t *out_bytes);
} // namespace tflite
