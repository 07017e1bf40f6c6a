/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * permkern as the TRANSPOSE of TensorFlow Lite Micro, without a change of TFLM's files:
 *
 *     resolver.AddTranspose(tflite::Register_TRANSPOSE_PERMKERN());
 *
 * Compile transpose.cc beside TFLM, with the same include paths and permkern's, and link permkern.
 *
 * What TFLM's kernel computes, this one does; its tests pass. It takes more: every type whose elements are whole bytes,
 * PERMKERN_MAX_RANK axes (one fewer for complex128), a permutation that is only known when the model runs. All that is
 * wrong and can be seen at Prepare fails at Prepare, with one sentence by MicroPrintf and nothing written: a type of
 * packed elements (int4), types that differ, too many axes, a permutation that is none, an output of another shape than
 * the permuted input's. A permutation that is no constant is checked in every Eval.
 *
 * In the arena, from Init on: a plan and a word, which is what sizeof says plus TFLM's alignment to 16 bytes.
 */
#ifndef PERMKERN_TFLM_H
#define PERMKERN_TFLM_H

#include "tensorflow/lite/micro/micro_common.h"

namespace tflite
{

TFLMRegistration Register_TRANSPOSE_PERMKERN();

} // namespace tflite

#endif /* PERMKERN_TFLM_H */
