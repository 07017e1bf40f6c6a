/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * TensorFlow Lite Micro's TRANSPOSE by permkern. README.md has the build and the types that it takes.
 *
 *     resolver.AddTranspose(tflite::Register_TRANSPOSE_PERMKERN());
 *
 * Errors that are visible at Prepare fail there, with one sentence by MicroPrintf and nothing written: packed elements
 * (int4), two types, too many axes, a wrong permutation, an output that has not the permuted input's shape. A
 * permutation that is no constant is checked in every Eval. A node takes a plan and a word of the arena.
 */
#ifndef PERMKERN_TFLM_H
#define PERMKERN_TFLM_H

#include "tensorflow/lite/micro/micro_common.h"

namespace tflite
{

TFLMRegistration Register_TRANSPOSE_PERMKERN();

} // namespace tflite

#endif /* PERMKERN_TFLM_H */
